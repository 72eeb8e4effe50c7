//! Where the squares are and what they are called.
//!
//! A square is a row, counted from White's side, and a column, counted from White's left, both
//! from 0. Only every second square of the board is played on; which ones, and how they are
//! numbered, is a matter of the variant (table A of the rules fact sheet).

use super::rules::{Corner, Numbering, OracleRules};

/// Rows and columns of the largest board here.
pub(super) const MAX_SIZE: usize = 10;

/// A place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Square {
    pub(super) row: usize,
    pub(super) column: usize,
}

/// The way from a playing square to a neighbour in line with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Direction {
    pub(super) rows: isize,
    pub(super) columns: isize,
}

/// The four diagonals.
pub(super) const DIAGONALS: [Direction; 4] = [
    Direction {
        rows: 1,
        columns: -1,
    },
    Direction {
        rows: 1,
        columns: 1,
    },
    Direction {
        rows: -1,
        columns: -1,
    },
    Direction {
        rows: -1,
        columns: 1,
    },
];

/// The Frisian row and column directions: the square between is of the other colour.
pub(super) const ORTHOGONALS: [Direction; 4] = [
    Direction {
        rows: 2,
        columns: 0,
    },
    Direction {
        rows: -2,
        columns: 0,
    },
    Direction {
        rows: 0,
        columns: -2,
    },
    Direction {
        rows: 0,
        columns: 2,
    },
];

/// The square one step away, unless that is off the board.
pub(super) fn step(rules: &OracleRules, from: Square, direction: Direction) -> Option<Square> {
    let row = from.row.checked_add_signed(direction.rows)?;
    let column = from.column.checked_add_signed(direction.columns)?;
    (row < rules.size && column < rules.size).then_some(Square { row, column })
}

/// The squares that are played on, in the order of the numbering.
pub(super) fn playing_squares(rules: &OracleRules) -> Vec<Square> {
    let mut squares = Vec::new();
    for i in 0..rules.size {
        for j in 0..rules.size {
            let last = rules.size - 1;
            let square = match rules.numbering {
                Numbering::FromTopLeft => Square {
                    row: last - i,
                    column: j,
                },
                Numbering::FromBottomRight => Square {
                    row: i,
                    column: last - j,
                },
                Numbering::Letters => Square { row: j, column: i },
            };
            if is_playing_square(rules, square) {
                squares.push(square);
            }
        }
    }
    squares
}

/// Whether a square is played on: it has the colour of White's playing corner.
fn is_playing_square(rules: &OracleRules, square: Square) -> bool {
    let has_colour_of_left_corner = (square.row + square.column).is_multiple_of(2);
    match rules.corner {
        Corner::DarkLeft => has_colour_of_left_corner,
        Corner::DarkRight => !has_colour_of_left_corner,
    }
}

/// The name of a playing square: a number from 1, or a letter for the column and a digit.
pub(super) fn name(rules: &OracleRules, square: Square) -> String {
    if rules.numbering == Numbering::Letters {
        let letter = "abcdefgh"
            .chars()
            .nth(square.column)
            .expect("boards with letters are 8x8");
        return format!("{letter}{}", square.row + 1);
    }
    let before = playing_squares(rules)
        .into_iter()
        .take_while(|&other| other != square)
        .count();
    (before + 1).to_string()
}

/// The playing square with this name, if there is one.
pub(super) fn named(rules: &OracleRules, wanted: &str) -> Option<Square> {
    playing_squares(rules)
        .into_iter()
        .find(|&square| name(rules, square) == wanted)
}

/// A sorting key for names: numbers by value, letters by alphabet.
///
/// Among numbers without leading zeros the shorter is the smaller, and all names with letters
/// have the same length, so length before text serves both.
pub(super) fn order(name: &str) -> (usize, String) {
    (name.len(), name.to_string())
}
