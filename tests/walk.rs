//! Random positions for tests: a small seeded generator, walks from the start and scattered
//! pieces.

use damocles::movegen::legal_moves;
use damocles::position::{MoveList, Piece, Position, Setup, Side};
use damocles::rules::{Base, CaptureDuty, Variant};
use proptest::prelude::*;

/// Every row of the table with every modifier, for property tests.
pub(crate) fn any_variant() -> impl Strategy<Value = Variant> {
    let duties = [
        CaptureDuty::Compulsory,
        CaptureDuty::Optional,
        CaptureDuty::OptionalAny,
    ];
    (0..Base::ALL.len(), 0..duties.len(), any::<bool>()).prop_map(move |(base, duty, losing)| {
        Variant::from(Base::ALL[base])
            .with_capture_duty(duties[duty])
            .with_losing(losing)
    })
}

/// A seeded generator of numbers (xorshift64*, S. Vigna 2014).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number from zero up to but not including `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }

    /// A position reached by up to `plies` random moves from the start.
    pub(crate) fn walked(&mut self, variant: Variant, plies: usize) -> Position {
        let mut pos = Position::start(variant);
        let mut moves = MoveList::new();
        for _ in 0..self.below(plies + 1) {
            legal_moves(variant, &pos, &mut moves);
            if moves.is_empty() {
                break;
            }
            pos = pos.after(moves[self.below(moves.len())]);
        }
        pos
    }

    /// A position of up to `pieces` pieces on random squares, half of them kings.
    pub(crate) fn scattered(&mut self, variant: Variant, pieces: usize) -> Position {
        let geometry = variant.rules().geometry;
        let squares: Vec<_> = geometry.squares().into_iter().collect();
        let side = Side::BOTH[self.below(2)];
        let mut setup = Setup::new(geometry, side);
        for _ in 0..=self.below(pieces) {
            let piece = Piece {
                side: Side::BOTH[self.below(2)],
                is_king: self.below(2) == 0,
            };
            // A piece that does not fit its square is left out.
            let _ = setup.place(piece, squares[self.below(squares.len())]);
        }
        setup.finish()
    }
}
