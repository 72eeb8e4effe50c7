//! How good a quiet position is, in hundredths of a man.
//!
//! Responsible for a number from the side to move for positions in which nothing has to be
//! captured. Not responsible for captures, threats and the end of the game, which the search sees
//! to.
//!
//! The evaluation counts material, the advance of the men, the men that guard the king row and
//! kings in the middle. Its weights are chosen by kind of variant, by hand, and only meant to be
//! a sound start. A position and its turned twin have the same value.

use crate::board::{Geometry, Square};
use crate::position::{Move, Position, Side};
use crate::rules::{Priority, Variant};

/// The weights of one kind of variant, in hundredths of a man.
#[derive(Clone, Copy, Debug)]
struct Weights {
    man: i32,
    king: i32,
    /// For each rank that a man has advanced.
    advance: i32,
    /// For each man on the own first rank.
    guard: i32,
    /// For each king off the edge of the board.
    centre: i32,
}

/// The evaluation of one variant: what each piece is worth on each square, from White.
///
/// The value of a position is the sum over its pieces, so that a move changes few terms: see
/// [`Evaluator::change`].
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// `[side and kind][square]`: white man, white king, black man, black king.
    terms: [[i16; Square::COUNT]; 4],
}

impl Evaluator {
    /// The evaluation of a variant.
    pub fn new(variant: Variant) -> Self {
        let (geometry, weights) = (variant.rules().geometry, Weights::of(variant));
        let mut terms = [[0; Square::COUNT]; 4];
        for square in geometry.squares() {
            let turned = geometry.turned_square(square);
            for is_king in [false, true] {
                let value = weights.piece(geometry, is_king, square);
                terms[usize::from(is_king)][square.index()] = value;
                terms[2 + usize::from(is_king)][turned.index()] = -value;
            }
        }
        Self { terms }
    }

    fn term(&self, side: Side, is_king: bool, square: Square) -> i32 {
        let row = 2 * side as usize + usize::from(is_king);
        i32::from(self.terms[row & 3][square.index()])
    }

    /// The value of `pos` for White, in hundredths of a man.
    pub fn balance(&self, pos: &Position) -> i32 {
        let pieces = Side::BOTH.into_iter().flat_map(|side| {
            pos.pieces(side)
                .into_iter()
                .map(move |square| (side, square))
        });
        pieces
            .map(|(side, square)| self.term(side, pos.kings().has(square), square))
            .sum()
    }

    /// What `mv` changes in the balance of `pos`, from White.
    pub fn change(&self, pos: &Position, mv: Move) -> i32 {
        let (us, them) = (pos.side(), !pos.side());
        let was_king = pos.kings().has(mv.from());
        let moved =
            self.term(us, was_king || mv.crowns(), mv.to()) - self.term(us, was_king, mv.from());
        let taken = |square| self.term(them, pos.kings().has(square), square);
        moved - mv.captured().into_iter().map(taken).sum::<i32>()
    }

    /// The value of `pos` for the side to move, in hundredths of a man.
    pub fn evaluate(&self, pos: &Position) -> i32 {
        from_side(self.balance(pos), pos.side())
    }
}

/// A value from White, seen from `side`.
pub const fn from_side(balance: i32, side: Side) -> i32 {
    match side {
        Side::White => balance,
        Side::Black => -balance,
    }
}

impl Weights {
    /// What a white piece is worth on a square.
    fn piece(self, geometry: Geometry, is_king: bool, square: Square) -> i16 {
        let last = geometry.size() - 1;
        let (rank, file) = (square.rank(), geometry.file_of(square));
        let value = if is_king {
            let is_inside = |place: u8| place > 0 && place < last;
            self.king
                + if is_inside(rank) && is_inside(file) {
                    self.centre
                } else {
                    0
                }
        } else {
            let guard = if rank == last { self.guard } else { 0 };
            self.man + self.advance * i32::from(last - rank) + guard
        };
        // The weights are a few hundred.
        value as i16
    }

    fn of(variant: Variant) -> Self {
        let rules = variant.rules();
        let ordinary = Self {
            man: 100,
            king: 300,
            advance: 2,
            guard: 6,
            centre: 4,
        };
        if variant.ends_with_king() {
            return Self {
                advance: 6,
                guard: 10,
                ..ordinary
            };
        }
        if variant.is_losing() {
            return Self {
                man: -60,
                king: -80,
                advance: 1,
                guard: 3,
                centre: 0,
            };
        }
        match (rules.flying_kings, rules.priority) {
            (false, _) => Self {
                king: 150,
                centre: 6,
                ..ordinary
            },
            (true, Priority::FrisianValue) => Self {
                king: 350,
                ..ordinary
            },
            (true, _) => ordinary,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::position::MoveList;
    use crate::rules::Base;

    #[test]
    fn an_even_start_is_worth_nothing() {
        for base in Base::ALL {
            let variant = Variant::from(base);
            let pos = Position::start(variant);
            assert_eq!(Evaluator::new(variant).evaluate(&pos), 0, "{variant}");
        }
    }

    #[test]
    fn changes_add_up_to_the_balance() {
        for name in ["international", "russian", "losing", "frisian", "english"] {
            let variant: Variant = name.parse().expect("a variant");
            let evaluator = Evaluator::new(variant);
            let mut pos = Position::start(variant);
            let mut moves = MoveList::new();
            for ply in 0..80 {
                legal_moves(variant, &pos, &mut moves);
                let Some(&mv) = moves.get(ply % moves.len().max(1)) else {
                    break;
                };
                let expected = evaluator.balance(&pos) + evaluator.change(&pos, mv);
                pos = pos.after(mv);
                assert_eq!(evaluator.balance(&pos), expected, "{variant} ply {ply}");
            }
        }
    }
}
