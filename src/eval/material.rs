//! The evaluation by hand: generation 0, and the fallback of variants without a network.
//!
//! It counts material, the advance of the men, the men that guard the king row and kings in the
//! middle. The numbers are chosen by kind of variant and only meant to be a sound start.

use super::terms::Terms;
use crate::board::{Geometry, Square};
use crate::rules::{Priority, Variant};

/// The worth of the parts, in hundredths of a man.
#[derive(Clone, Copy, Debug)]
struct Worth {
    man: i32,
    king: i32,
    /// For each rank that a man has advanced.
    advance: i32,
    /// For each man on the own first rank.
    guard: i32,
    /// For each king off the edge of the board.
    centre: i32,
}

/// What the pieces of a variant are worth on each square.
pub(super) fn terms(variant: Variant) -> Terms {
    let (geometry, worth) = (variant.rules().geometry, Worth::of(variant));
    Terms::new(geometry, |is_king, square| {
        worth.piece(geometry, is_king, square)
    })
}

impl Worth {
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
        // The parts are a few hundred.
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
