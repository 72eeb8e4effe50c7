//! One moment of a game: who stands where, who is to move, and the Frisian counts of king moves.
//!
//! Responsible for positions that are always valid (disjoint sets, existing squares, no man on
//! its own king row) and for what a move does to them. Not responsible for which moves are legal:
//! that is asked of `movegen`. A position is a small value; playing a move makes a new one and
//! nothing is ever undone.

mod key;
mod mv;
mod setup;

pub use key::Key;
pub use mv::{Move, MoveHint, MoveList};
pub use setup::{Fault, Setup};

use std::ops::Not;

use crate::board::{Bitboard, Geometry, Square};
use crate::rules::{FirstMove, Rules, Variant};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side that starts at the bottom and moves up.
    White,
    /// The side that starts at the top and moves down.
    Black,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];
}

/// The opponent.
impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A man or a king of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Whether it has been crowned.
    pub is_king: bool,
}

impl Piece {
    /// White's man and king, then Black's.
    pub const ALL: [Self; 4] = [
        Self::new(Side::White, false),
        Self::new(Side::White, true),
        Self::new(Side::Black, false),
        Self::new(Side::Black, true),
    ];

    /// A man, or a king, of a side.
    pub const fn new(side: Side, is_king: bool) -> Self {
        Self { side, is_king }
    }
}

/// The quiet moves that a side has just made in a row with one king, where the rules count them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KingRun {
    /// Where that king stands now.
    pub square: Square,
    /// How many quiet moves in a row it has made, from 1.
    pub moves: u8,
}

/// A position. Two positions are equal if they are the same for the rule of repetition: pieces,
/// side to move and counts of king moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The pieces of the side to move. Kept by turn and not by colour, so that a move needs no
    /// choice of a field: that made perft a third faster.
    own: Bitboard,
    /// The pieces of the other side.
    other: Bitboard,
    kings: Bitboard,
    key: Key,
    /// Counts of king moves, of the side to move and of the other.
    runs: [PackedRun; 2],
    side: Side,
}

/// A [`KingRun`] or none in two bytes: the number of moves above the index of the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedRun(u16);

impl PackedRun {
    const NONE: Self = Self(0);

    fn new(run: Option<KingRun>) -> Self {
        run.map_or(Self::NONE, |run| {
            Self(u16::from(run.moves) << 8 | run.square.index() as u16)
        })
    }

    const fn get(self) -> Option<KingRun> {
        let moves = (self.0 >> 8) as u8;
        if moves == 0 {
            None
        } else {
            Some(KingRun {
                square: Square::at_index(self.0 as u8),
                moves,
            })
        }
    }
}

impl Position {
    /// The position from which a variant is played.
    pub fn start(variant: Variant) -> Self {
        let Rules {
            geometry,
            start_ranks,
            first_move,
            ..
        } = *variant.rules();
        let size = geometry.size();
        let white = geometry.ranks(size - start_ranks, size);
        let side = match first_move {
            FirstMove::White => Side::White,
            FirstMove::Black => Side::Black,
        };
        Self::assemble(
            [white, geometry.ranks(0, start_ranks)],
            Bitboard::EMPTY,
            side,
            [None; 2],
        )
    }

    /// Sides and runs are those of White and of Black.
    fn assemble(
        sides: [Bitboard; 2],
        kings: Bitboard,
        side: Side,
        runs: [Option<KingRun>; 2],
    ) -> Self {
        let (us, them) = (side as usize, !side as usize);
        let runs = [runs[us], runs[them]].map(PackedRun::new);
        let (own, other) = (sides[us], sides[them]);
        let mut position = Self {
            own,
            other,
            kings,
            key: Key::default(),
            runs,
            side,
        };
        position.key = Key::of(&position);
        position
    }

    /// A position of sets that are known to be valid: existing squares, disjoint sides, kings among
    /// them, no man on its king row. The pieces are those of White and of Black.
    pub(crate) fn of_sets(sides: [Bitboard; 2], kings: Bitboard, side: Side) -> Self {
        debug_assert!(!sides[0].meets(sides[1]), "a square holds one piece");
        debug_assert!(
            (kings - (sides[0] | sides[1])).is_empty(),
            "kings are pieces"
        );
        Self::assemble(sides, kings, side, [None; 2])
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The Zobrist key of everything that makes positions equal.
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The pieces of the side to move.
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// The pieces of the side that is not to move.
    pub const fn other(&self) -> Bitboard {
        self.other
    }

    /// The pieces of one side.
    pub fn pieces(&self, side: Side) -> Bitboard {
        if side == self.side {
            self.own
        } else {
            self.other
        }
    }

    /// The men of one side.
    pub fn men(&self, side: Side) -> Bitboard {
        self.pieces(side) - self.kings
    }

    /// The kings of one side.
    pub fn kings_of(&self, side: Side) -> Bitboard {
        self.pieces(side) & self.kings
    }

    /// The kings of both sides.
    pub const fn kings(&self) -> Bitboard {
        self.kings
    }

    /// The pieces of both sides.
    pub fn occupied(&self) -> Bitboard {
        self.own | self.other
    }

    /// What stands on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.pieces(side).has(square))?;
        Some(Piece {
            side,
            is_king: self.kings.has(square),
        })
    }

    /// The quiet king moves of `side` that the rules count at this moment.
    pub fn king_run(&self, side: Side) -> Option<KingRun> {
        self.runs[usize::from(side != self.side)].get()
    }

    /// The key of the position after `mv` if that takes nothing, counts of king moves aside.
    #[inline(always)]
    pub fn key_after_quiet(&self, mv: Move) -> Key {
        let was_king = self.kings.has(mv.from());
        let mut key = self.key;
        key.turn();
        key.toggle(self.side, was_king, mv.from());
        key.toggle(self.side, was_king || mv.crowns(), mv.to());
        key
    }

    /// The position after `mv`, which must come from the move generator for this position.
    #[inline(always)]
    pub fn after(&self, mv: Move) -> Self {
        let them = !self.side;
        let (from, to) = (Bitboard::of(mv.from()), Bitboard::of(mv.to()));
        debug_assert!(
            self.own.has(mv.from()),
            "the move starts from a piece of the side to move"
        );
        let was_king = self.kings.has(mv.from());
        let is_king = was_king || mv.crowns();
        let mut key = self.key_after_quiet(mv);
        for square in mv.captured() {
            key.toggle(them, self.kings.has(square), square);
        }
        let mut runs = self.runs;
        if mv.counts() || runs != [PackedRun::NONE; 2] {
            runs = self.runs_after(mv, &mut key);
        }
        // Built in one go at the end: writing fields of a position and copying it soon after
        // stalls the processor, which cost a fifth of the speed of perft.
        let kings = self.kings - (from | mv.captured());
        Self {
            own: self.other - mv.captured(),
            other: (self.own - from) | to,
            kings: if is_king { kings | to } else { kings },
            key,
            runs,
            side: them,
        }
    }

    /// The counts of king moves after `mv`, of the side that will be to move first; `key` changes
    /// with them.
    #[cold]
    fn runs_after(&self, mv: Move, key: &mut Key) -> [PackedRun; 2] {
        let [ours, theirs] = self.runs.map(PackedRun::get);
        let ours_after = mv.counts().then(|| {
            let moves = ours
                .filter(|run| run.square == mv.from())
                .map_or(0, |run| run.moves);
            KingRun {
                square: mv.to(),
                moves: moves.saturating_add(1),
            }
        });
        let men_left = self.other - self.kings - mv.captured();
        let theirs_after =
            theirs.filter(|run| !men_left.is_empty() && !mv.captured().has(run.square));
        for run in [ours, ours_after] {
            key.toggle_run(self.side, run);
        }
        for run in [theirs, theirs_after] {
            key.toggle_run(!self.side, run);
        }
        [theirs_after, ours_after].map(PackedRun::new)
    }

    /// The same position seen from the other chair: board turned by 180 degrees, sides swapped.
    pub fn turned(&self, geometry: Geometry) -> Self {
        let turn = |run: Option<KingRun>| {
            run.map(|run| KingRun {
                square: geometry.turned_square(run.square),
                ..run
            })
        };
        Self::assemble(
            [Side::Black, Side::White].map(|side| geometry.turned(self.pieces(side))),
            geometry.turned(self.kings),
            !self.side,
            [
                turn(self.king_run(Side::Black)),
                turn(self.king_run(Side::White)),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Base;

    #[test]
    fn positions_and_moves_are_small() {
        assert!(size_of::<Position>() <= 48);
        assert!(size_of::<Move>() <= 16);
    }

    #[test]
    fn a_start_position_turned_differs_in_the_side_to_move_alone() {
        for base in Base::ALL {
            let start = Position::start(base.into());
            let turned = start.turned(base.rules().geometry);
            assert_ne!(turned.side(), start.side());
            assert_ne!(turned.key(), start.key());
            for side in Side::BOTH {
                assert_eq!(turned.pieces(side), start.pieces(side));
            }
        }
    }
}
