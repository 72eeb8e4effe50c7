//! Building a position piece by piece, with every fault of it named.

use super::{KingRun, Piece, Position, Side};
use crate::board::{Bitboard, Geometry, Square};

/// What is wrong with a piece or count that was to be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The square is occupied already.
    Occupied(Square),
    /// A man stands on the rank where it would have been crowned.
    ManOnKingRow(Square),
    /// The side has no king on the square that its count of king moves names.
    NoKingToCount(Square),
}

/// A position under construction.
#[derive(Clone, Debug)]
pub struct Setup {
    geometry: Geometry,
    sides: [Bitboard; 2],
    kings: Bitboard,
    side: Side,
    runs: [Option<KingRun>; 2],
}

impl Setup {
    /// An empty board.
    pub const fn new(geometry: Geometry, side: Side) -> Self {
        Self {
            geometry,
            sides: [Bitboard::EMPTY; 2],
            kings: Bitboard::EMPTY,
            side,
            runs: [None; 2],
        }
    }

    /// Puts a piece on an empty square of the board.
    ///
    /// # Errors
    /// [`Fault::Occupied`] and [`Fault::ManOnKingRow`]; the piece is not put down then.
    pub fn place(&mut self, piece: Piece, square: Square) -> Result<(), Fault> {
        if (self.sides[0] | self.sides[1]).has(square) {
            return Err(Fault::Occupied(square));
        }
        let king_row = self.geometry.last_rank(piece.side == Side::White);
        if !piece.is_king && king_row.has(square) {
            return Err(Fault::ManOnKingRow(square));
        }
        self.sides[piece.side as usize] |= square.into();
        if piece.is_king {
            self.kings |= square.into();
        }
        Ok(())
    }

    /// Says how many quiet moves in a row `side` has made with one king. A count of no moves, and
    /// the count of a side without men (which has no limit), is dropped.
    ///
    /// # Errors
    /// [`Fault::NoKingToCount`] if that king does not stand there; put the pieces down first.
    pub fn count(&mut self, side: Side, run: KingRun) -> Result<(), Fault> {
        let pieces = self.sides[side as usize];
        if !(pieces & self.kings).has(run.square) {
            return Err(Fault::NoKingToCount(run.square));
        }
        let counts = run.moves > 0 && !(pieces - self.kings).is_empty();
        self.runs[side as usize] = counts.then_some(run);
        Ok(())
    }

    /// The position as set up.
    pub fn finish(self) -> Position {
        Position::assemble(self.sides, self.kings, self.side, self.runs)
    }
}
