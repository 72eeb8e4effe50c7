//! A single square and the eight directions of steps between squares.

/// One bit of the padded layout described in the [module head](super).
///
/// A `Square` prints nothing by itself: its name depends on the numbering of the variant and is
/// asked from the [`Geometry`](super::Geometry).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Square(u8);

impl Square {
    /// Number of values that [`Square::index`] can have, for tables indexed by square.
    pub const COUNT: usize = 64;

    /// The square of a table index below [`Square::COUNT`]; higher bits are ignored.
    ///
    /// Only for tables and packed values: the index must come from [`Square::index`].
    pub(crate) const fn at_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// Index for tables, always below [`Square::COUNT`].
    pub const fn index(self) -> usize {
        // The mask lets the compiler see that tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// The square jumped on the way to `other`, two equal steps from here.
    pub const fn midpoint(self, other: Self) -> Self {
        // A step adds a constant to the index, whatever its direction.
        Self::at_index(self.0.midpoint(other.0))
    }

    /// Rank counted from the top (the side of Black), 0 to 9.
    pub const fn rank(self) -> u8 {
        let (pair, rest) = (self.0 / 13, self.0 % 13);
        2 * pair + (rest >= 6) as u8
    }

    /// File counted from the left as White sees it on a board that is not mirrored, 0 to 9.
    pub const fn file(self) -> u8 {
        let rest = self.0 % 13;
        if rest >= 6 {
            2 * (rest - 6)
        } else {
            2 * rest + 1
        }
    }
}

/// A step between neighbouring dark squares: four diagonals, and four along rank or file that
/// cross one light square. `North` is towards the top of the layout, the side of Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Up and to the left.
    NorthWest,
    /// Up and to the right.
    NorthEast,
    /// Down and to the left.
    SouthWest,
    /// Down and to the right.
    SouthEast,
    /// Up, two ranks.
    North,
    /// Down, two ranks.
    South,
    /// To the left, two files.
    West,
    /// To the right, two files.
    East,
}

impl Direction {
    /// The two northern diagonals, then the two southern ones.
    pub const DIAGONALS: [Self; 4] = [
        Self::NorthWest,
        Self::NorthEast,
        Self::SouthWest,
        Self::SouthEast,
    ];

    /// The diagonals, then the directions along files and ranks.
    pub const ALL: [Self; 8] = [
        Self::NorthWest,
        Self::NorthEast,
        Self::SouthWest,
        Self::SouthEast,
        Self::North,
        Self::South,
        Self::West,
        Self::East,
    ];

    /// The direction of the way back.
    pub const fn opposite(self) -> Self {
        match self {
            Self::NorthWest => Self::SouthEast,
            Self::NorthEast => Self::SouthWest,
            Self::SouthWest => Self::NorthEast,
            Self::SouthEast => Self::NorthWest,
            Self::North => Self::South,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }

    /// Difference of the bit indices of two neighbours in this direction.
    pub(super) const fn offset(self) -> i8 {
        match self {
            Self::NorthWest => -7,
            Self::NorthEast => -6,
            Self::SouthWest => 6,
            Self::SouthEast => 7,
            Self::North => -13,
            Self::South => 13,
            Self::West => -1,
            Self::East => 1,
        }
    }
}
