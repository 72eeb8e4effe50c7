//! Positions as the FEN of PDN.
//!
//! ```text
//! W:W31-50,K3:B1-20        side to move, then the pieces of either side, K before a king
//! W:W27,K40:B12:H3:F20     with the clocks of lidraughts, which are read and dropped
//! W:WK28,31:BK4,9:+0+328   with the Frisian counts, Black's first: three moves by the king on 28
//! ```
//!
//! # What is read
//!
//! Either colour first; an empty list; a full stop at the end; upper and lower case; ranges
//! (`1-20`, and `K3-5` for three kings); squares in any order and padded with zeros; blanks and
//! underscores between any two parts; the clocks `:H0:F1` and the counts `:+B+W` in any order; a
//! whole tag `[FEN "..."]`; the word `start`. Pieces marked `G` or `P`, which lidraughts writes
//! for captured pieces that still stand on the board in the middle of a move, are dropped.
//!
//! Squares are named as the variant does. Boards of 8x8 also read letters everywhere. An upper
//! case `G` before one digit is a captured man, unless another square of the text is in letters;
//! then it is the file.
//!
//! A man on the row that crowns it is read as a king: programs that do not look at their own
//! positions forget the `K`. Two such men of one side are faults, since then the position is
//! rather turned or numbered in another way. A Hub string, in which each king has its own letter,
//! may have none.
//!
//! # Numbers for boards with letters
//!
//! For Russian, Brazilian and Czech draughts numbers count from the top left, as lidraughts and
//! the Hub protocol do. pydraughts from version 0.6 counts a1 as 1, which is the same numbers
//! with the rows turned over. A text that has only numbers is read in that way instead if the
//! usual reading is impossible or clearly turned, that is, if only the other reading has no man
//! on its own king row, and either the usual one has such a man, or both sides have four men or
//! more and White's are on average two rows or more nearer to the top than Black's.
//!
//! # What is written
//!
//! White first, upper case, squares ascending, no ranges, no full stop, letters where the variant
//! has letters. The counts are written only if one of them is not zero. Reading that gives an
//! equal position.

use std::fmt::Write as _;

use super::fault::{FenError, FenFaultKind};
use super::fen_reader::{Entry, FenReader, Scan};
use super::hub::number_from_a1;
use super::{is_start, side_letter};
use crate::board::{Bitboard, Geometry, Numbering, Square};
use crate::position::{Fault, KingRun, Piece, Position, Setup, Side};
use crate::rules::{Rules, Variant};

/// Reads a position in any dialect described in the head of this file, or the word `start`.
///
/// # Errors
/// All faults of the text at once, with their columns.
///
/// # Examples
/// ```
/// use damocles::notation::parse_fen;
/// use damocles::rules::{Base, Variant};
///
/// let variant = Variant::from(Base::International);
/// assert_eq!(parse_fen(variant, "W:W31-50:B1-20."), parse_fen(variant, "start"));
/// let error = parse_fen(variant, "W:W31,51:B1").unwrap_err();
/// assert_eq!(error.to_string(), "square 51 at column 7: this board has squares 1 to 50");
/// ```
pub fn parse_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
    if is_start(text) {
        return Ok(Position::start(variant));
    }
    let rules = variant.rules();
    let mut scan = FenReader::new(rules, text, false).read();
    if scan.has_letters && scan.has_dropped_g {
        scan = FenReader::new(rules, text, true).read();
    }
    if is_from_a1(rules, &scan.pieces) {
        for entry in &mut scan.pieces {
            entry.square = turned_over(rules.geometry, entry.square);
        }
    }
    assemble(rules, scan)
}

/// Sets up what was read.
fn assemble(rules: &Rules, scan: Scan<'_>) -> Result<Position, FenError> {
    let Scan {
        side,
        pieces,
        counts,
        mut faults,
        ..
    } = scan;
    let mut setup = Setup::new(rules.geometry, side);
    let crowned = Side::BOTH.map(|side| crowned_man(rules, &pieces, side));
    for entry in pieces {
        let is_king = entry.piece.is_king || crowned.contains(&Some(entry.square));
        if let Err(fault) = setup.place(
            Piece {
                is_king,
                ..entry.piece
            },
            entry.square,
        ) {
            let kind = match fault {
                Fault::ManOnKingRow(_) => FenFaultKind::ManOnKingRow(entry.piece.side),
                Fault::Occupied(_) | Fault::NoKingToCount(_) => FenFaultKind::UsedTwice,
            };
            let name = rules.geometry.name(entry.square, rules.numbering);
            faults.add(entry.column, || format!("square {name}"), kind);
        }
    }
    for count in counts {
        if setup.count(count.side, count.run).is_err() {
            let kind = FenFaultKind::NoKingToCount(count.side);
            faults.add(count.column, || format!("count {}", count.text), kind);
        }
    }
    faults.or(setup.finish())
}

/// The square of the man of `side` that is to be read as a king; see the head.
fn crowned_man(rules: &Rules, pieces: &[Entry], side: Side) -> Option<Square> {
    let mut men = pieces
        .iter()
        .filter(|entry| entry.piece.side == side && is_stuck(rules, entry));
    match (men.next(), men.next()) {
        (Some(man), None) => Some(man.square),
        _ => None,
    }
}

/// Whether a piece is a man on its own king row.
fn is_stuck(rules: &Rules, entry: &Entry) -> bool {
    let king_row = rules.geometry.last_rank(entry.piece.side == Side::White);
    !entry.piece.is_king && king_row.has(entry.square)
}

/// Whether the numbers of a text for a board with letters count from a1; see the head.
fn is_from_a1(rules: &Rules, pieces: &[Entry]) -> bool {
    if rules.numbering != Numbering::Algebraic || pieces.iter().any(|entry| entry.in_letters) {
        return false;
    }
    let turned_over = |entry: &Entry| Entry {
        square: turned_over(rules.geometry, entry.square),
        ..*entry
    };
    if pieces
        .iter()
        .any(|entry| is_stuck(rules, &turned_over(entry)))
    {
        return false;
    }
    if pieces.iter().any(|entry| is_stuck(rules, entry)) {
        return true;
    }
    let men = || pieces.iter().filter(|entry| !entry.piece.is_king);
    let [white, black] = Side::BOTH.map(|side| {
        let own = men().filter(|man| man.piece.side == side);
        own.fold((0, 0), |(men, ranks), man| {
            (men + 1, ranks + u32::from(man.square.rank()))
        })
    });
    // Ranks count from the top: the averages are compared without dividing.
    let clearly = black.1 * white.0 >= white.1 * black.0 + 2 * white.0 * black.0;
    white.0 >= 4 && black.0 >= 4 && clearly
}

/// The square that has the same number when rows are counted from the other side.
fn turned_over(geometry: Geometry, square: Square) -> Square {
    let number = number_from_a1(geometry, geometry.number_of(square, Numbering::TopLeft));
    geometry
        .square_by_number(number, Numbering::TopLeft)
        .unwrap_or(square)
}

/// Writes a position in the one form described in the head of this file.
pub fn write_fen(variant: Variant, pos: &Position) -> String {
    let rules = variant.rules();
    let mut text = String::from(side_letter(pos.side()));
    for side in Side::BOTH {
        text.push(':');
        text.push(side_letter(side));
        for (index, square) in ascending(rules, pos.pieces(side)).into_iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let king = if pos.kings().has(square) { "K" } else { "" };
            let name = rules.geometry.name(square, rules.numbering);
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{king}{name}");
        }
    }
    let counts = [Side::Black, Side::White].map(|side| pos.king_run(side));
    if counts.iter().any(Option::is_some) {
        text.push(':');
        for count in counts {
            text.push_str(&written_count(rules, count));
        }
    }
    text
}

/// One count: the number of moves and the square of the king in two digits.
fn written_count(rules: &Rules, run: Option<KingRun>) -> String {
    run.map_or_else(
        || "+0".to_owned(),
        |run| {
            let number = rules.geometry.number_of(run.square, rules.numbering);
            format!("+{}{number:02}", run.moves)
        },
    )
}

/// The squares of a set in the order of their names.
fn ascending(rules: &Rules, set: Bitboard) -> Vec<Square> {
    let geometry = rules.geometry;
    let mut squares: Vec<Square> = set.into_iter().collect();
    if rules.numbering == Numbering::Algebraic {
        // a1, a3, ..., h8: by file, then upwards.
        squares.sort_by_key(|&square| (geometry.file_of(square), geometry.size() - square.rank()));
    } else {
        squares.sort_by_key(|&square| geometry.number_of(square, rules.numbering));
    }
    squares
}
