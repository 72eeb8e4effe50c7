//! Materials: how many men and kings each side has.

use std::cmp::Ordering;
use std::fmt;

use crate::position::{Position, Side};

/// Most pieces that a table can have, both sides together.
pub const MAX_PIECES: usize = 8;

/// The pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Army {
    /// Its men.
    pub men: u8,
    /// Its kings.
    pub kings: u8,
}

impl Army {
    /// Men and kings together.
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    pub(super) fn of(pos: &Position, side: Side) -> Self {
        Self {
            men: pos.men(side).len() as u8,
            kings: pos.kings_of(side).len() as u8,
        }
    }
}

/// More pieces are stronger, and of equally many those with more kings.
impl Ord for Army {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.pieces(), self.kings).cmp(&(other.pieces(), other.kings))
    }
}

impl PartialOrd for Army {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Two armies, the stronger first: one table holds all positions of one material, whoever has
/// which army and whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    strong: Army,
    weak: Army,
}

impl Material {
    /// The material of two armies in any order; nothing if one has no piece or both together have
    /// more than [`MAX_PIECES`].
    pub fn new(one: Army, other: Army) -> Option<Self> {
        let pieces = usize::from(one.pieces()) + usize::from(other.pieces());
        let fits = one.pieces() > 0 && other.pieces() > 0 && pieces <= MAX_PIECES;
        fits.then(|| Self {
            strong: one.max(other),
            weak: one.min(other),
        })
    }

    /// The stronger army.
    pub const fn strong(self) -> Army {
        self.strong
    }

    /// The other army, which may be equal.
    pub const fn weak(self) -> Army {
        self.weak
    }

    /// Pieces of both sides.
    pub const fn pieces(self) -> usize {
        (self.strong.pieces() + self.weak.pieces()) as usize
    }

    /// Men of both sides.
    pub const fn men(self) -> usize {
        (self.strong.men + self.weak.men) as usize
    }

    /// Whether both sides have the same pieces.
    pub fn is_even(self) -> bool {
        self.strong == self.weak
    }

    /// A number for tables indexed by material, below [`Material::ORDINALS`].
    pub(super) const fn ordinal(self) -> usize {
        const BASE: usize = MAX_PIECES;
        let Self { strong, weak } = self;
        ((strong.men as usize * BASE + strong.kings as usize) * BASE + weak.men as usize) * BASE
            + weak.kings as usize
    }

    /// Number of values of [`Material::ordinal`].
    pub(super) const ORDINALS: usize = MAX_PIECES.pow(4);

    /// All materials of so many pieces in an order in which each can be solved after those before
    /// it and those of fewer pieces: fewest men first, since men become kings.
    pub fn of_pieces(pieces: usize) -> Vec<Self> {
        let mut list = Vec::new();
        for strong in 1..pieces {
            for strong_men in 0..=strong {
                for weak_men in 0..=pieces - strong {
                    let army = |pieces: usize, men: usize| Army {
                        men: men as u8,
                        kings: (pieces - men) as u8,
                    };
                    let (one, other) = (army(strong, strong_men), army(pieces - strong, weak_men));
                    list.extend(Self::new(one, other).filter(|_| one >= other));
                }
            }
        }
        list.sort_by_key(|material| (material.men(), material.strong.pieces()));
        list
    }
}

/// The name of files and reports: kings and men of the stronger side against those of the other,
/// such as `KKMvKM`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let army =
            |army: Army| "K".repeat(usize::from(army.kings)) + &"M".repeat(usize::from(army.men));
        f.pad(&format!("{}v{}", army(self.strong), army(self.weak)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn materials_come_in_the_order_of_solving() {
        for pieces in 2..=MAX_PIECES {
            let list = Material::of_pieces(pieces);
            let ordinals: HashSet<usize> = list.iter().map(|material| material.ordinal()).collect();
            assert_eq!(ordinals.len(), list.len());
            assert!(ordinals.iter().all(|&ordinal| ordinal < Material::ORDINALS));
            assert!(list.iter().all(|material| material.pieces() == pieces));
            assert!(list.is_sorted_by_key(|material| material.men()));
        }
        let names: Vec<String> = Material::of_pieces(2)
            .iter()
            .map(Material::to_string)
            .collect();
        assert_eq!(names, ["KvK", "KvM", "MvM"]);
        assert!(Material::new(Army::default(), Army { men: 1, kings: 0 }).is_none());
    }
}
