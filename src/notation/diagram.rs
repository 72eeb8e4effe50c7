//! Positions as pictures of text, for terminals and messages.
//!
//! ```text
//!     +-----------------+         +-----------------+
//!   8 |   b   b   b   b |     1-4 | b   b   b   b   |
//!   7 | b   b   b   b   |     5-8 |   b   b   b   b |
//!   6 |   b   b   b   b |    9-12 | b   b   b   b   |
//!   5 | .   .   .   .   |   13-16 |   .   .   .   . |
//!   4 |   .   .   .   . |   17-20 | .   .   .   .   |
//!   3 | w   w   w   w   |   21-24 |   w   w   w   w |
//!   2 |   w   w   w   w |   25-28 | w   w   w   w   |
//!   1 | w   w   w   w   |   29-32 |   w   w   w   w |
//!     +-----------------+         +-----------------+
//!       a b c d e f g h
//! ```
//!
//! The board stands as the books of the variant have it, mirrored boards mirrored, and either
//! side can be at the bottom. Where squares have letters, files and ranks are named; where they
//! have numbers, each row shows those of its first and its last square from left to right.

use std::fmt::Write as _;

use crate::board::{Geometry, Numbering};
use crate::position::{Piece, Position, Side};
use crate::rules::Variant;

/// The signs of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signs {
    /// Pictures of pieces, and dots in the middle of empty squares.
    Unicode,
    /// `w` and `b` for men, `W` and `B` for kings, full stops for empty squares.
    Ascii,
}

impl Signs {
    const fn of(self, piece: Option<Piece>) -> char {
        let Some(Piece { side, is_king }) = piece else {
            return match self {
                Self::Unicode => '·',
                Self::Ascii => '.',
            };
        };
        match (self, side, is_king) {
            (Self::Unicode, Side::White, false) => '⛀',
            (Self::Unicode, Side::White, true) => '⛁',
            (Self::Unicode, Side::Black, false) => '⛂',
            (Self::Unicode, Side::Black, true) => '⛃',
            (Self::Ascii, Side::White, false) => 'w',
            (Self::Ascii, Side::White, true) => 'W',
            (Self::Ascii, Side::Black, false) => 'b',
            (Self::Ascii, Side::Black, true) => 'B',
        }
    }
}

/// Draws a position, with `bottom` at the bottom; every line has its end.
///
/// # Examples
/// ```
/// use damocles::notation::{Signs, diagram};
/// use damocles::position::{Position, Side};
/// use damocles::rules::Variant;
///
/// let variant = Variant::default();
/// let text = diagram(variant, &Position::start(variant), Signs::Ascii, Side::White);
/// assert!(text.contains("\n  1-5 |   b   b   b   b   b |\n"), "{text}");
/// ```
pub fn diagram(variant: Variant, pos: &Position, signs: Signs, bottom: Side) -> String {
    let rules = variant.rules();
    let geometry = rules.geometry;
    let places = || (0..geometry.size()).map(|place| seen_by(geometry, bottom, place));
    let rows: Vec<(String, String)> = places()
        .map(|rank| {
            let mut row = String::from("|");
            for file in places() {
                let square = geometry.square_at(rank, file);
                let sign = square.map_or(' ', |square| signs.of(pos.piece_at(square)));
                row.extend([' ', sign]);
            }
            (
                row_name(geometry, rules.numbering, bottom, rank),
                row + " |",
            )
        })
        .collect();
    let margin = rows
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or_default();
    let edge = format!(
        "{:margin$} +{}+\n",
        "",
        "-".repeat(2 * usize::from(geometry.size()) + 1)
    );
    let mut text = edge.clone();
    for (name, row) in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:>margin$} {row}");
    }
    text += &edge;
    if rules.numbering == Numbering::Algebraic {
        let letters = places().map(|file| format!(" {}", char::from(b'a' + file)));
        let letters: String = letters.collect();
        let _ = writeln!(text, "{:margin$}  {letters}", "");
    }
    text
}

/// The rank or file that `side` sees at a place counted from its top left.
const fn seen_by(geometry: Geometry, side: Side, place: u8) -> u8 {
    match side {
        Side::White => place,
        Side::Black => geometry.size() - 1 - place,
    }
}

/// What stands before a row.
fn row_name(geometry: Geometry, numbering: Numbering, bottom: Side, rank: u8) -> String {
    if numbering == Numbering::Algebraic {
        return (geometry.size() - rank).to_string();
    }
    let mut numbers = (0..geometry.size())
        .filter_map(|place| geometry.square_at(rank, seen_by(geometry, bottom, place)))
        .map(|square| geometry.number_of(square, numbering));
    // Every row has several squares.
    let (first, last) = (numbers.next(), numbers.next_back());
    format!("{}-{}", first.unwrap_or_default(), last.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    fn drawn(variant: &str, fen: &str, signs: Signs, bottom: Side) -> Vec<String> {
        let variant: Variant = variant.parse().unwrap();
        let pos = parse_position(variant, fen).unwrap();
        let text = diagram(variant, &pos, signs, bottom);
        assert!(text.ends_with('\n'));
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn large_boards_have_numbers() {
        let lines = drawn(
            "international",
            "W:W46,28,K5:B1,K45",
            Signs::Ascii,
            Side::White,
        );
        let expected = [
            "      +---------------------+",
            "  1-5 |   b   .   .   .   W |",
            " 6-10 | .   .   .   .   .   |",
            "11-15 |   .   .   .   .   . |",
            "16-20 | .   .   .   .   .   |",
            "21-25 |   .   .   .   .   . |",
            "26-30 | .   .   w   .   .   |",
            "31-35 |   .   .   .   .   . |",
            "36-40 | .   .   .   .   .   |",
            "41-45 |   .   .   .   .   B |",
            "46-50 | w   .   .   .   .   |",
            "      +---------------------+",
        ];
        assert_eq!(lines, expected);
        let turned = drawn("frisian", "W:W46:B1", Signs::Ascii, Side::Black);
        assert_eq!(turned[1], "50-46 |   .   .   .   .   w |");
        assert_eq!(turned[10], "  5-1 | .   .   .   .   b   |");
    }

    #[test]
    fn boards_with_letters_name_files_and_ranks() {
        let lines = drawn(
            "russian",
            "B:Wa1,c3,Kh8:Bb8,Kg1",
            Signs::Unicode,
            Side::White,
        );
        let expected = [
            "  +-----------------+",
            "8 |   ⛂   ·   ·   ⛁ |",
            "7 | ·   ·   ·   ·   |",
            "6 |   ·   ·   ·   · |",
            "5 | ·   ·   ·   ·   |",
            "4 |   ·   ·   ·   · |",
            "3 | ·   ⛀   ·   ·   |",
            "2 |   ·   ·   ·   · |",
            "1 | ⛀   ·   ·   ⛃   |",
            "  +-----------------+",
            "    a b c d e f g h",
        ];
        assert_eq!(lines, expected);
        let turned = drawn(
            "brazilian",
            "B:Wa1,c3,Kh8:Bb8,Kg1",
            Signs::Ascii,
            Side::Black,
        );
        assert_eq!(turned[1], "1 |   B   .   .   w |");
        assert_eq!(turned[10], "    h g f e d c b a");
    }

    #[test]
    fn mirrored_boards_are_mirrored() {
        // Italian: 1 is a8, 32 is h1. Spanish: 1 is h1, 32 is a8.
        let italian = drawn("italian", "W:W29,32:BK1,8", Signs::Ascii, Side::White);
        assert_eq!(italian[1], "  1-4 | B   .   .   .   |");
        assert_eq!(italian[2], "  5-8 |   .   .   .   b |");
        assert_eq!(italian[8], "29-32 |   w   .   .   w |");
        let spanish = drawn("spanish", "W:W1,4:BK32,25", Signs::Ascii, Side::White);
        assert_eq!(spanish[1], "32-29 | B   .   .   .   |");
        assert_eq!(spanish[2], "28-25 |   .   .   .   b |");
        assert_eq!(spanish[8], "  4-1 |   w   .   .   w |");
        let turned = drawn("portuguese", "W:W1,4:BK32,25", Signs::Ascii, Side::Black);
        assert_eq!(turned[1], "  1-4 | w   .   .   w   |");
        assert_eq!(turned[8], "29-32 |   .   .   .   B |");
    }

    #[test]
    fn every_piece_is_drawn_on_either_board() {
        for variant in ["international", "english", "italian", "spanish", "russian"] {
            let variant: Variant = variant.parse().unwrap();
            let start = Position::start(variant);
            for bottom in Side::BOTH {
                let text = diagram(variant, &start, Signs::Unicode, bottom);
                let men = text.matches(['⛀', '⛂']).count();
                assert_eq!(men, start.occupied().len() as usize, "{text}");
            }
        }
    }
}
