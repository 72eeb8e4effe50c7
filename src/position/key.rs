//! Zobrist keys (A. Zobrist, 1970) and the only code that changes them.
//!
//! The numbers come from `SplitMix64` (G. Steele, D. Lea, C. Flood, 2014) at compile time.

use super::{KingRun, Position, Side};
use crate::board::Square;

/// The key of a position: equal positions have equal keys, and others rarely do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Key(u64);

/// Random numbers by `[side and kind][square]`: white man, white king, black man, black king.
const PIECES: [[u64; Square::COUNT]; 4] = {
    let mut rows = [[0; Square::COUNT]; 4];
    let mut row = 0;
    while row < 4 {
        rows[row] = numbers(1000 * row as u64);
        row += 1;
    }
    rows
};

/// Random numbers for counts of king moves by `[side][square]`, multiplied by the odd count.
const RUNS: [[u64; Square::COUNT]; 2] = [numbers(5000), numbers(6000)];

/// Changes with the side to move.
const TURN: u64 = split_mix(7000);

const fn numbers(seed: u64) -> [u64; Square::COUNT] {
    let mut row = [0; Square::COUNT];
    let mut index = 0;
    while index < row.len() {
        row[index] = split_mix(seed + index as u64);
        index += 1;
    }
    row
}

/// The `n`-th number of the `SplitMix64` sequence that starts from zero.
const fn split_mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

impl Key {
    /// All 64 bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Another key for the same position, with a count that matters for its value.
    pub fn at_count(self, count: u32) -> Self {
        Self(self.0 ^ split_mix(8000 + u64::from(count)))
    }

    /// The key from nothing, for new positions and to check the incremental one.
    pub(super) fn of(position: &Position) -> Self {
        let mut key = Self::default();
        for side in Side::BOTH {
            for square in position.pieces(side) {
                key.toggle(side, position.kings().has(square), square);
            }
            key.toggle_run(side, position.king_run(side));
        }
        if position.side() == Side::Black {
            key.turn();
        }
        key
    }

    /// Puts a piece on a square, or takes it away.
    pub(super) const fn toggle(&mut self, side: Side, is_king: bool, square: Square) {
        self.0 ^= PIECES[2 * side as usize + is_king as usize][square.index()];
    }

    /// Adds a count of king moves, or takes it away.
    pub(super) const fn toggle_run(&mut self, side: Side, run: Option<KingRun>) {
        if let Some(KingRun { square, moves }) = run {
            self.0 ^= RUNS[side as usize][square.index()].wrapping_mul(2 * moves as u64 + 1);
        }
    }

    /// Passes the move to the other side.
    pub(super) const fn turn(&mut self) {
        self.0 ^= TURN;
    }
}
