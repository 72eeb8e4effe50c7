//! How good a quiet position is, in hundredths of a man.
//!
//! Responsible for a number from the side to move for positions in which nothing has to be
//! captured. Not responsible for captures, threats and the end of the game, which the search sees
//! to.
//!
//! The evaluation counts material, the advance of the men, the men that guard the king row and
//! kings in the middle. Its weights are chosen by kind of variant, by hand, and only meant to be
//! a sound start. A position and its turned twin have the same value.

use crate::board::{Bitboard, Geometry};
use crate::position::{Position, Side};
use crate::rules::{Priority, Variant};

/// The weights of one kind of variant, in hundredths of a man.
#[derive(Clone, Copy, Debug)]
struct Weights {
    man: i32,
    king: i32,
    /// For each rank that a man has advanced.
    advance: i32,
    /// For each man on the own first rank while the opponent has men.
    guard: i32,
    /// For each king off the edge of the board.
    centre: i32,
}

/// The evaluation of one variant.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator {
    geometry: Geometry,
    weights: Weights,
    /// Squares whose distance from the top has bit 0, 1, 2 or 3.
    rank_bits: [Bitboard; 4],
    inner: Bitboard,
}

impl Evaluator {
    /// The evaluation of a variant.
    pub fn new(variant: Variant) -> Self {
        let geometry = variant.rules().geometry;
        let size = geometry.size();
        let rank_bits = [0, 1, 2, 3].map(|bit| {
            geometry.squares().into_iter().filter(|square| square.rank() >> bit & 1 != 0).collect()
        });
        let inside = |place: u8| place > 0 && place + 1 < size;
        let inner = geometry
            .squares()
            .into_iter()
            .filter(|square| inside(square.rank()) && inside(square.file()))
            .collect();
        Self { geometry, weights: Weights::of(variant), rank_bits, inner }
    }

    /// The value of `pos` for the side to move, in hundredths of a man.
    pub fn evaluate(&self, pos: &Position) -> i32 {
        let balance = self.side(pos, Side::White) - self.side(pos, Side::Black);
        if pos.side() == Side::White { balance } else { -balance }
    }

    fn side(&self, pos: &Position, side: Side) -> i32 {
        let Self { weights, geometry, .. } = self;
        let (men, kings) = (pos.men(side), pos.kings_of(side));
        let men_count = men.len() as i32;
        let from_top: i32 =
            (0..4).map(|bit| ((men & self.rank_bits[bit]).len() as i32) << bit).sum();
        let advance = match side {
            Side::White => (i32::from(geometry.size()) - 1) * men_count - from_top,
            Side::Black => from_top,
        };
        let first_rank = geometry.last_rank(side == Side::Black);
        let guards = (men & first_rank).len() as i32;
        let kings_term = if kings.is_empty() {
            0
        } else {
            weights.king * kings.len() as i32 + weights.centre * (kings & self.inner).len() as i32
        };
        weights.man * men_count + weights.advance * advance + weights.guard * guards + kings_term
    }
}

impl Weights {
    fn of(variant: Variant) -> Self {
        let rules = variant.rules();
        let ordinary = Self { man: 100, king: 300, advance: 2, guard: 6, centre: 4 };
        if variant.ends_with_king() {
            return Self { advance: 6, guard: 10, ..ordinary };
        }
        if variant.is_losing() {
            return Self { man: -60, king: -80, advance: 1, guard: 3, centre: 0 };
        }
        match (rules.flying_kings, rules.priority) {
            (false, _) => Self { king: 150, centre: 6, ..ordinary },
            (true, Priority::FrisianValue) => Self { king: 350, ..ordinary },
            (true, _) => ordinary,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Base;

    #[test]
    fn an_even_start_is_worth_nothing() {
        for base in Base::ALL {
            let variant = Variant::from(base);
            let pos = Position::start(variant);
            assert_eq!(Evaluator::new(variant).evaluate(&pos), 0, "{variant}");
        }
    }
}
