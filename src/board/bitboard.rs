//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::square::{Direction, Square};

/// A set of squares of the padded layout, with the operators of set algebra: `&` intersection,
/// `|` union, `-` difference, `^` symmetric difference.
///
/// There is no complement, since a set may not hold ghost bits: write `squares - set`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The set without squares.
    pub const EMPTY: Self = Self(0);

    /// The set of these bits, which must be those of existing squares.
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The raw bits, for hashing and packing.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one square.
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set holds two squares or more.
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the set holds three squares or more.
    pub const fn has_three(self) -> bool {
        Self(self.0 & self.0.wrapping_sub(1)).has_several()
    }

    /// Whether `square` is in the set.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The square of lowest index, if there is one.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::at_index(self.0.trailing_zeros() as u8))
        }
    }

    /// All squares moved one step; those that leave the board become ghosts or vanish, so the
    /// result is to be intersected with existing squares.
    #[inline(always)]
    pub const fn step(self, direction: Direction) -> Self {
        let offset = direction.offset();
        if offset > 0 {
            Self(self.0 << offset)
        } else {
            Self(self.0 >> -offset)
        }
    }

    /// The set seen after a half turn of a board whose first and last bits sum to `last`.
    pub(super) const fn reversed(self, last: u32) -> Self {
        Self(self.0.reverse_bits() >> (63 - last))
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl SubAssign for Bitboard {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// The squares of a [`Bitboard`], lowest index (top left) first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// A diagram of ten ranks: `x` in the set, `.` not in it, ghosts after a bar.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut index = 0;
        for rank in 0..10 {
            let width = if rank % 2 == 0 { 6 } else { 7 };
            write!(f, "\n{}", if rank % 2 == 0 { "  " } else { "" })?;
            for column in 0..width.min(64 - index) {
                let mark = if self.0 >> index & 1 != 0 { 'x' } else { '.' };
                write!(f, "{}{mark}   ", if column == 5 { "| " } else { "" })?;
                index += 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;

    #[test]
    fn steps_never_wrap_onto_the_other_edge() {
        for geometry in [Geometry::BOARD10, Geometry::BOARD8] {
            for square in geometry.squares() {
                for direction in Direction::ALL {
                    let to = (Bitboard::of(square).step(direction) & geometry.squares()).first();
                    let Some(to) = to else { continue };
                    let ranks = i32::from(to.rank()) - i32::from(square.rank());
                    let files = i32::from(to.file()) - i32::from(square.file());
                    let expected = match direction {
                        Direction::NorthWest => (-1, -1),
                        Direction::NorthEast => (-1, 1),
                        Direction::SouthWest => (1, -1),
                        Direction::SouthEast => (1, 1),
                        Direction::North => (-2, 0),
                        Direction::South => (2, 0),
                        Direction::West => (0, -2),
                        Direction::East => (0, 2),
                    };
                    assert_eq!((ranks, files), expected, "{square:?} {direction:?}");
                    let back = Bitboard::of(to).step(direction.opposite());
                    assert_eq!(back, Bitboard::of(square));
                }
            }
        }
    }

    #[test]
    fn diagrams_show_every_square() {
        let diagram = format!("{:?}", Geometry::BOARD10.squares());
        assert_eq!(diagram.matches('x').count(), 50);
    }

    #[test]
    fn algebra_is_that_of_sets() {
        let squares: Vec<Square> = Geometry::BOARD8.squares().into_iter().collect();
        let (left, right): (Bitboard, Bitboard) = (
            squares[..20].iter().copied().collect(),
            squares[10..].iter().copied().collect(),
        );
        assert_eq!((left & right).len(), 10);
        assert_eq!(left | right, Geometry::BOARD8.squares());
        assert_eq!(left - right, left ^ (left & right));
        assert!(left.has(squares[0]) && !right.has(squares[0]) && left.meets(right));
    }
}
