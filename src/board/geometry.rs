//! The shapes of boards: which squares exist, which rank crowns, and what the squares are called.

use std::fmt;

use super::bitboard::Bitboard;
use super::square::Square;

/// How the squares of a board are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// 1 at the top left, row by row, White at the bottom.
    TopLeft,
    /// 1 at the bottom right, leftwards, row by row upwards (Spanish and Portuguese books).
    BottomRight,
    /// File letter and rank digit, a1 at the bottom left.
    Algebraic,
}

/// A board: its size and whether tradition mirrors it.
///
/// Mirrored boards have the dark corner at the right hand of each player. They use the same
/// squares of the layout as the others; only the names and pictures of squares are reflected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    size: u8,
    mirrored: bool,
}

impl Geometry {
    /// 10x10, 50 squares, dark corner at the left.
    pub const BOARD10: Self = Self {
        size: 10,
        mirrored: false,
    };
    /// 8x8, 32 squares, dark corner at the left.
    pub const BOARD8: Self = Self {
        size: 8,
        mirrored: false,
    };
    /// 8x8, 32 squares, dark corner at the right.
    pub const BOARD8_MIRRORED: Self = Self {
        size: 8,
        mirrored: true,
    };

    /// Ranks, which are as many as files: 10 or 8.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// Whether the dark corner is at the right of each player.
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Number of playing squares: 50 or 32.
    pub const fn square_count(self) -> usize {
        self.size as usize * self.size as usize / 2
    }

    /// All playing squares.
    pub const fn squares(self) -> Bitboard {
        self.ranks(0, self.size)
    }

    /// The squares of the ranks from `first` (0 is the top) up to but not including `end`.
    pub const fn ranks(self, first: u8, end: u8) -> Bitboard {
        let row = (1 << (self.size / 2)) - 1;
        let mut bits = 0;
        let mut rank = first;
        while rank < end {
            bits |= row << first_index(rank);
            rank += 1;
        }
        Bitboard::from_bits(bits)
    }

    /// The rank farthest from White (`true`) or from Black (`false`), on which the men crown.
    pub const fn last_rank(self, white: bool) -> Bitboard {
        if white {
            self.ranks(0, 1)
        } else {
            self.ranks(self.size - 1, self.size)
        }
    }

    /// The set as the opponent sees it: the board turned by 180 degrees.
    pub const fn turned(self, set: Bitboard) -> Bitboard {
        set.reversed(self.last_index())
    }

    /// The square that takes the place of `square` when the board is turned by 180 degrees.
    pub const fn turned_square(self, square: Square) -> Square {
        Square::at_index((self.last_index() - square.index() as u32) as u8)
    }

    const fn last_index(self) -> u32 {
        first_index(self.size - 1) + self.size as u32 / 2 - 1
    }

    /// The square on `rank` (0 is the top) and `file` (0 is the left, as pictured for White), or
    /// nothing for light squares and places outside.
    pub fn square_at(self, rank: u8, file: u8) -> Option<Square> {
        if rank >= self.size || file >= self.size {
            return None;
        }
        let file = self.pictured(file);
        // Even ranks hold the odd files and the other way round: the bottom left is dark.
        (rank % 2 != file % 2)
            .then(|| Square::at_index((first_index(rank) + u32::from(file / 2)) as u8))
    }

    /// File of a square as pictured for White, 0 at the left; mirrored boards are reflected.
    pub const fn file_of(self, square: Square) -> u8 {
        self.pictured(square.file())
    }

    const fn pictured(self, file: u8) -> u8 {
        if self.mirrored {
            self.size - 1 - file
        } else {
            file
        }
    }

    /// The square with this number, counted from 1 as `numbering` says; algebraic boards count
    /// from the top left, as Hub and lidraughts do.
    pub fn square_by_number(self, number: usize, numbering: Numbering) -> Option<Square> {
        let count = self.square_count();
        if !(1..=count).contains(&number) {
            return None;
        }
        let place = match numbering {
            Numbering::TopLeft | Numbering::Algebraic => number - 1,
            Numbering::BottomRight => count - number,
        };
        let half = self.size as usize / 2;
        let (rank, column) = ((place / half) as u8, (place % half) as u8);
        // On a mirrored board the even ranks hold the even files.
        let odd = (rank % 2 == 0) != self.mirrored;
        self.square_at(rank, 2 * column + u8::from(odd))
    }

    /// Number of a square, the inverse of [`Geometry::square_by_number`].
    pub fn number_of(self, square: Square, numbering: Numbering) -> usize {
        let half = self.size as usize / 2;
        let place = square.rank() as usize * half + self.file_of(square) as usize / 2;
        match numbering {
            Numbering::TopLeft | Numbering::Algebraic => place + 1,
            Numbering::BottomRight => self.square_count() - place,
        }
    }

    /// The square with this algebraic name, such as `c3`; upper case letters are read too.
    pub fn square_by_letters(self, name: &str) -> Option<Square> {
        let &[letter, digit] = name.as_bytes() else {
            return None;
        };
        let file = letter.to_ascii_lowercase().checked_sub(b'a')?;
        let rank = digit.checked_sub(b'1')?;
        self.square_at(self.size.checked_sub(rank.checked_add(1)?)?, file)
    }

    /// The name of a square, ready to print.
    pub const fn name(self, square: Square, numbering: Numbering) -> SquareName {
        SquareName {
            geometry: self,
            numbering,
            square,
        }
    }
}

/// Index of the first square of a rank.
const fn first_index(rank: u8) -> u32 {
    13 * (rank as u32 / 2) + 6 * (rank as u32 % 2)
}

/// A square that prints its name in one numbering.
#[derive(Clone, Copy, Debug)]
pub struct SquareName {
    geometry: Geometry,
    numbering: Numbering,
    square: Square,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            geometry,
            numbering,
            square,
        } = *self;
        if numbering == Numbering::Algebraic {
            let letter = char::from(b'a' + geometry.file_of(square));
            write!(f, "{letter}{}", geometry.size() - square.rank())
        } else {
            write!(f, "{}", geometry.number_of(square, numbering))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [Geometry; 3] = [
        Geometry::BOARD10,
        Geometry::BOARD8,
        Geometry::BOARD8_MIRRORED,
    ];

    #[test]
    fn numbers_and_letters_are_read_back() {
        for board in BOARDS {
            assert_eq!(board.squares().len() as usize, board.square_count());
            for square in board.squares() {
                for numbering in [Numbering::TopLeft, Numbering::BottomRight] {
                    let number = board.number_of(square, numbering);
                    assert_eq!(board.square_by_number(number, numbering), Some(square));
                    assert_eq!(
                        board.name(square, numbering).to_string(),
                        number.to_string()
                    );
                }
                let name = board.name(square, Numbering::Algebraic).to_string();
                if board.size() < 10 {
                    assert_eq!(board.square_by_letters(&name), Some(square));
                }
                assert_eq!(board.turned_square(board.turned_square(square)), square);
                let turned = board.turned(Bitboard::of(square));
                assert_eq!(turned, Bitboard::of(board.turned_square(square)));
            }
        }
    }

    #[test]
    fn corners_have_their_traditional_names() {
        let name = |board: Geometry, rank, file, numbering| {
            let square = board.square_at(rank, file).expect("a dark square");
            board.name(square, numbering).to_string()
        };
        assert_eq!(name(Geometry::BOARD10, 0, 1, Numbering::TopLeft), "1");
        assert_eq!(name(Geometry::BOARD10, 9, 0, Numbering::TopLeft), "46");
        assert_eq!(name(Geometry::BOARD8, 7, 0, Numbering::Algebraic), "a1");
        // Italian: 1 is a8. Spanish: 1 is h1, 4 is b1.
        assert_eq!(
            name(Geometry::BOARD8_MIRRORED, 0, 0, Numbering::TopLeft),
            "1"
        );
        assert_eq!(
            name(Geometry::BOARD8_MIRRORED, 7, 7, Numbering::BottomRight),
            "1"
        );
        assert_eq!(
            name(Geometry::BOARD8_MIRRORED, 7, 1, Numbering::BottomRight),
            "4"
        );
        assert!(Geometry::BOARD8.square_at(7, 7).is_none());
        assert!(Geometry::BOARD8.square_by_letters("b1").is_none());
        assert!(
            Geometry::BOARD10
                .square_by_number(51, Numbering::TopLeft)
                .is_none()
        );
    }
}
