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
    /// Pieces by side: `[white, black]`.
    sides: [Bitboard; 2],
    kings: Bitboard,
    key: Key,
    runs: [Option<KingRun>; 2],
    side: Side,
}

impl Position {
    /// The start position of a board whose sides have `ranks` ranks of men each.
    pub fn start(geometry: Geometry, ranks: u8, side: Side) -> Self {
        let size = geometry.size();
        let white = geometry.ranks(size - ranks, size);
        Self::assemble([white, geometry.ranks(0, ranks)], Bitboard::EMPTY, side, [None; 2])
    }

    fn assemble(
        sides: [Bitboard; 2],
        kings: Bitboard,
        side: Side,
        runs: [Option<KingRun>; 2],
    ) -> Self {
        let mut position = Self { sides, kings, key: Key::default(), runs, side };
        position.key = Key::of(&position);
        position
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The Zobrist key of everything that makes positions equal.
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The pieces of one side.
    pub const fn pieces(&self, side: Side) -> Bitboard {
        self.sides[side as usize]
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
        self.sides[0] | self.sides[1]
    }

    /// What stands on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = Side::BOTH.into_iter().find(|&side| self.pieces(side).has(square))?;
        Some(Piece { side, is_king: self.kings.has(square) })
    }

    /// The quiet king moves of `side` that the rules count at this moment.
    pub const fn king_run(&self, side: Side) -> Option<KingRun> {
        self.runs[side as usize]
    }

    /// The position after `mv`, which must come from the move generator for this position.
    pub fn after(mut self, mv: Move) -> Self {
        let (us, them) = (self.side, !self.side);
        let (from, to) = (Bitboard::of(mv.from()), Bitboard::of(mv.to()));
        let was_king = self.kings.has(mv.from());
        let is_king = was_king || mv.crowns();
        let own = &mut self.sides[us as usize];
        debug_assert!(own.has(mv.from()), "the move starts from a piece of the side to move");
        *own = (*own - from) | to;
        self.key.toggle(us, was_king, mv.from());
        self.key.toggle(us, is_king, mv.to());
        if !mv.captured().is_empty() {
            for square in mv.captured() {
                self.key.toggle(them, self.kings.has(square), square);
            }
            self.sides[them as usize] -= mv.captured();
            self.kings -= mv.captured();
        }
        self.kings -= from;
        if is_king {
            self.kings |= to;
        }
        if mv.counts() || self.runs != [None; 2] {
            self.count_king_move(mv);
        }
        self.side = them;
        self.key.turn();
        self
    }

    /// Keeps the counts of king moves: `mv` has been made, the turn has not passed yet.
    fn count_king_move(&mut self, mv: Move) {
        let (us, them) = (self.side, !self.side);
        let before = self.runs[us as usize];
        let run = mv.counts().then(|| {
            let moves = before.filter(|run| run.square == mv.from()).map_or(0, |run| run.moves);
            KingRun { square: mv.to(), moves: moves.saturating_add(1) }
        });
        self.set_run(us, run);
        if let Some(run) = self.runs[them as usize] {
            let last_man_gone = !mv.captured().is_empty() && self.men(them).is_empty();
            if last_man_gone || mv.captured().has(run.square) {
                self.set_run(them, None);
            }
        }
    }

    fn set_run(&mut self, side: Side, run: Option<KingRun>) {
        self.key.toggle_run(side, self.runs[side as usize]);
        self.key.toggle_run(side, run);
        self.runs[side as usize] = run;
    }

    /// The same position seen from the other chair: board turned by 180 degrees, sides swapped.
    pub fn turned(&self, geometry: Geometry) -> Self {
        let turn = |run: Option<KingRun>| {
            run.map(|run| KingRun { square: geometry.turned_square(run.square), ..run })
        };
        Self::assemble(
            [geometry.turned(self.sides[1]), geometry.turned(self.sides[0])],
            geometry.turned(self.kings),
            !self.side,
            [turn(self.runs[1]), turn(self.runs[0])],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_moves_are_small() {
        assert!(size_of::<Position>() <= 48);
        assert!(size_of::<Move>() <= 16);
    }

    #[test]
    fn a_start_position_turned_is_itself_with_the_other_side_to_move() {
        for (geometry, ranks) in [(Geometry::BOARD10, 4), (Geometry::BOARD8, 3)] {
            let start = Position::start(geometry, ranks, Side::White);
            assert_eq!(start.turned(geometry), Position::start(geometry, ranks, Side::Black));
        }
    }
}
