//! The part of an evaluation that is a sum over the pieces.

use crate::board::{Geometry, Square};
use crate::position::{Move, Position, Side};

/// What each piece is worth on each square, in hundredths of a man from White. The squares of
/// Black are those of White turned by 180 degrees, with the sign turned as well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    /// `[side and kind][square]`: white man, white king, black man, black king.
    values: [[i16; Square::COUNT]; 4],
}

impl Terms {
    /// The terms of a board, from those of White's men and kings (`true`).
    pub(super) fn new(geometry: Geometry, worth: impl Fn(bool, Square) -> i16) -> Self {
        let mut values = [[0; Square::COUNT]; 4];
        for square in geometry.squares() {
            let turned = geometry.turned_square(square);
            for is_king in [false, true] {
                let value = worth(is_king, square);
                values[usize::from(is_king)][square.index()] = value;
                values[2 + usize::from(is_king)][turned.index()] = value.saturating_neg();
            }
        }
        Self { values }
    }

    fn of(&self, side: Side, is_king: bool, square: Square) -> i32 {
        let row = 2 * side as usize + usize::from(is_king);
        i32::from(self.values[row & 3][square.index()])
    }

    /// The sum over the pieces of `pos`, from White.
    pub(super) fn balance(&self, pos: &Position) -> i32 {
        let pieces = Side::BOTH.into_iter().flat_map(|side| {
            let squares = pos.pieces(side).into_iter();
            squares.map(move |square| (side, square))
        });
        pieces
            .map(|(side, square)| self.of(side, pos.kings().has(square), square))
            .sum()
    }

    /// What `mv` changes in the balance of `pos`, from White.
    pub(super) fn change(&self, pos: &Position, mv: Move) -> i32 {
        let (us, them) = (pos.side(), !pos.side());
        let was_king = pos.kings().has(mv.from());
        let moved =
            self.of(us, was_king || mv.crowns(), mv.to()) - self.of(us, was_king, mv.from());
        let taken = |square| self.of(them, pos.kings().has(square), square);
        moved - mv.captured().into_iter().map(taken).sum::<i32>()
    }
}
