//! Positions of the Hub protocol: a letter for the side to move and one for every square.
//!
//! ```text
//! Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww
//! ```
//!
//! `W` or `B` is to move; then `w` and `b` are men, `W` and `B` kings, `e` is an empty square.
//! Squares run row by row from the top left of the board as White sees it; on the boards that
//! tradition mirrors this is the real board, so the first square of Italian and Spanish draughts
//! is a8.
//!
//! # Two numberings
//!
//! Moves name squares by number. Hub programs and lidraughts-bot count as the position does, from
//! the top left. pydraughts from version 0.6 sends the same positions but numbers the moves of
//! games with letters from a1, and for English draughts it turns the *position*: the board by 180
//! degrees, the colours swapped, so that the side that begins is called `W` and stands at the
//! bottom, while moves keep the usual numbers of the game. [`HubNumbering`] chooses. A reader that
//! is told so turns the English position back; seen from the position as sent, its moves are
//! numbered 33 minus the square.

use super::cursor::{Cursor, excerpt};
use super::fault::{Faults, FenError, FenFaultKind};
use super::{side_letter, square_names};
use crate::board::{Geometry, Numbering, Square};
use crate::position::{Fault, KingRun, Piece, Position, Setup, Side};
use crate::rules::{Base, Variant};

/// How a Hub client numbers the squares of moves; see the head of this file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum HubNumbering {
    /// From the top left, in every variant.
    #[default]
    TopLeft,
    /// As pydraughts from version 0.6 does: from a1 where books use letters; English positions
    /// are turned. Equal to `TopLeft` in all other variants.
    Pydraughts,
}

impl HubNumbering {
    /// The number of a square in moves.
    pub(super) fn number_of(self, variant: Variant, square: Square) -> usize {
        let geometry = variant.rules().geometry;
        let number = geometry.number_of(square, Numbering::TopLeft);
        if self.counts_from_a1(variant) {
            number_from_a1(geometry, number)
        } else {
            number
        }
    }

    /// The square that has a number in moves.
    pub(super) fn square_by_number(self, variant: Variant, number: usize) -> Option<Square> {
        let geometry = variant.rules().geometry;
        // Checked first, since turning the rows over needs a number of the board.
        let square = geometry.square_by_number(number, Numbering::TopLeft)?;
        if !self.counts_from_a1(variant) {
            return Some(square);
        }
        geometry.square_by_number(number_from_a1(geometry, number), Numbering::TopLeft)
    }

    fn counts_from_a1(self, variant: Variant) -> bool {
        self == Self::Pydraughts && variant.rules().numbering == Numbering::Algebraic
    }

    fn turns_positions(self, variant: Variant) -> bool {
        self == Self::Pydraughts && variant.base() == Base::English
    }
}

/// The number from a1, rightwards and upwards, of the square with this number from the top left,
/// and the other way round. The number must be one of the board.
pub(super) const fn number_from_a1(geometry: Geometry, number: usize) -> usize {
    let half = geometry.size() as usize / 2;
    let (rank, column) = ((number - 1) / half, (number - 1) % half);
    (geometry.size() as usize - 1 - rank) * half + column + 1
}

/// Reads a Hub position. Blanks around it are allowed, and the side to move in either case.
///
/// # Errors
/// All faults of the text at once, with their columns.
///
/// # Examples
/// ```
/// use damocles::notation::{HubNumbering, parse_hub_position, write_fen};
/// use damocles::rules::{Base, Variant};
///
/// let variant = Variant::from(Base::Thai);
/// let text = "BeeeebbbbeeeeeeeeeeeeeeeewwwweeWe";
/// let position = parse_hub_position(variant, HubNumbering::TopLeft, text)?;
/// assert_eq!(write_fen(variant, &position), "B:W25,26,27,28,K31:B5,6,7,8");
/// # Ok::<(), damocles::notation::FenError>(())
/// ```
pub fn parse_hub_position(
    variant: Variant,
    numbering: HubNumbering,
    text: &str,
) -> Result<Position, FenError> {
    let geometry = variant.rules().geometry;
    let mut faults = Faults::default();
    let mut cursor = Cursor::new(text);
    cursor.skip_blanks();
    let side = match cursor.peek() {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        _ => {
            let kind = FenFaultKind::Expected("the side to move, W or B");
            faults.add(cursor.column(), || cursor.found(), kind);
            Side::White
        }
    };
    cursor.bump();
    let mut setup = Setup::new(geometry, side);
    let column = cursor.column();
    let letters = cursor.take_while(|letter| !letter.is_whitespace());
    for (index, letter) in letters.chars().enumerate() {
        let square = geometry.square_by_number(index + 1, Numbering::TopLeft);
        put(
            variant,
            &mut setup,
            &mut faults,
            (column + index, letter, square),
        );
    }
    let count = cursor.column() - column;
    if count != geometry.square_count() {
        let kind = FenFaultKind::Length(geometry.square_count());
        faults.add(column, || format!("board of {count} letters"), kind);
    }
    cursor.skip_blanks();
    if cursor.peek().is_some() {
        let kind = FenFaultKind::Expected("the end of the text");
        faults.add(cursor.column(), || cursor.found(), kind);
    }
    let pos = faults.or(setup.finish())?;
    Ok(if numbering.turns_positions(variant) {
        pos.turned(geometry)
    } else {
        pos
    })
}

/// Puts the piece that a letter of a Hub position stands for on its square, if it has one.
fn put(
    variant: Variant,
    setup: &mut Setup,
    faults: &mut Faults,
    (column, letter, square): (usize, char, Option<Square>),
) {
    let (side, is_king) = match letter {
        'w' => (Side::White, false),
        'b' => (Side::Black, false),
        'W' => (Side::White, true),
        'B' => (Side::Black, true),
        'e' => return,
        _ => {
            let kind = FenFaultKind::Expected("w, b, W, B or e");
            return faults.add(column, || format!("'{letter}'"), kind);
        }
    };
    // Letters beyond the board are reported once, with the length.
    let Some(square) = square else { return };
    let kind = match setup.place(Piece { side, is_king }, square) {
        Ok(()) => return,
        Err(Fault::ManOnKingRow(_)) => FenFaultKind::ManOnKingRow(side),
        Err(Fault::Occupied(_) | Fault::NoKingToCount(_)) => FenFaultKind::UsedTwice,
    };
    let rules = variant.rules();
    let name = rules.geometry.name(square, rules.numbering);
    faults.add(column, || format!("square {name}"), kind);
}

/// Writes a position as a Hub string, the form that [`parse_hub_position`] reads. The Frisian
/// counts have no place in it.
pub fn write_hub_position(variant: Variant, numbering: HubNumbering, pos: &Position) -> String {
    let geometry = variant.rules().geometry;
    let turned = numbering
        .turns_positions(variant)
        .then(|| pos.turned(geometry));
    let pos = turned.as_ref().unwrap_or(pos);
    let squares = 1..=geometry.square_count();
    let letters = squares.map(|number| {
        let square = geometry.square_by_number(number, Numbering::TopLeft);
        match square.and_then(|square| pos.piece_at(square)) {
            Some(Piece {
                side,
                is_king: true,
            }) => side_letter(side),
            Some(Piece {
                side,
                is_king: false,
            }) => side_letter(side).to_ascii_lowercase(),
            None => 'e',
        }
    });
    std::iter::once(side_letter(pos.side()))
        .chain(letters)
        .collect()
}

/// Reads the argument `wolf` that the lidraughts site sends for Frisian draughts, such as
/// `W33=2 B12=1`: for either side the square of a king and how many quiet moves in a row it has
/// made. Returns the position with these counts; a side that is not named keeps what it had.
/// Commas may stand between the two, and no count at all is fine.
///
/// # Errors
/// All faults of the text at once, with their columns. Variants that do not count king moves take
/// only counts of zero.
pub fn parse_king_counts(
    variant: Variant,
    pos: &Position,
    text: &str,
) -> Result<Position, FenError> {
    let mut faults = Faults::default();
    let mut setup = copy_of(variant, pos);
    let mut cursor = Cursor::new(text);
    loop {
        cursor.take_while(|next| next.is_whitespace() || next == ',');
        if cursor.peek().is_none() {
            return faults.or(setup.finish());
        }
        let column = cursor.column();
        let word = cursor.take_while(|next| !next.is_whitespace() && next != ',');
        if let Err(kind) = read_count(variant, &mut setup, word) {
            faults.add(column, || format!("count {}", excerpt(word)), kind);
        }
    }
}

/// Reads one count such as `W33=2` into `setup`.
fn read_count(variant: Variant, setup: &mut Setup, word: &str) -> Result<(), FenFaultKind> {
    const FORM: FenFaultKind = FenFaultKind::Expected("a count such as W33=2");
    let rules = variant.rules();
    let mut cursor = Cursor::new(word);
    let side = match cursor.bump() {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        _ => return Err(FORM),
    };
    let (number, moves) = cursor.rest().split_once('=').ok_or(FORM)?;
    let number = number.parse().map_err(|_| FORM)?;
    let moves: u8 = moves.parse().map_err(|_| FORM)?;
    let square = rules
        .geometry
        .square_by_number(number, Numbering::TopLeft)
        .ok_or(FenFaultKind::NoSuchSquare(square_names(rules)))?;
    match rules.king_move_limit {
        None if moves > 0 => return Err(FenFaultKind::NotCounted),
        Some(limit) if moves > limit => return Err(FenFaultKind::CountTooHigh(limit)),
        _ => {}
    }
    let counted = setup.count(side, KingRun { square, moves });
    counted.map_err(|_| FenFaultKind::NoKingToCount(side))
}

/// A setup of the same position, its counts included.
fn copy_of(variant: Variant, pos: &Position) -> Setup {
    let mut setup = Setup::new(variant.rules().geometry, pos.side());
    for square in pos.occupied() {
        // A valid position can be set up again, so neither call can fail.
        let placed = pos.piece_at(square).map(|piece| setup.place(piece, square));
        debug_assert_eq!(placed, Some(Ok(())), "the position was valid");
    }
    for side in Side::BOTH {
        let counted = pos.king_run(side).map(|run| setup.count(side, run));
        debug_assert!(
            counted.is_none_or(|result| result.is_ok()),
            "the king was there"
        );
    }
    setup
}
