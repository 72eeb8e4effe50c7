//! The text of a move before it is compared with a position, and what can be wrong with it.
//!
//! A move is a list of squares with signs between them. What the squares mean, a route or ends
//! and captured pieces, and which squares they are, depends on the notation; so the text is taken
//! apart once, here, and resolved in [`mv`](super::mv) and [`hub_move`](super::hub_move).

use super::cursor::{Cursor, excerpt};
use super::move_error::{IllegalReason, MoveError};
use super::path::captured_on;
use crate::board::{Bitboard, Square};
use crate::position::{Move, Position};
use crate::rules::Variant;

/// The name of a square as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SquareText {
    /// One or two digits.
    Number(u8),
    /// A letter in lower case and a digit.
    Letters(char, char),
}

/// What stands between the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// Nothing but blanks.
    None,
    /// A dash.
    Quiet,
    /// A sign of capture somewhere; the column of the first.
    Capture(usize),
}

/// A move as it was written, not compared with any position yet.
///
/// Read are squares as numbers of one or two digits or as a letter and a digit; between them `-`
/// and other dashes, `x`, `:`, `×`, blanks or nothing at all, where digits that run on are taken
/// in pairs (`1118` is 11 and 18); and behind them the marks `!`, `?`, `*`, `□`, `(!)`, `(?)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    text: String,
    squares: Vec<(SquareText, usize)>,
    sign: Sign,
}

/// The longest list of squares that a move is read from; no capture takes as many.
const MOST_SQUARES: usize = 64;

impl MoveText {
    /// Takes the text of a move apart.
    ///
    /// # Errors
    /// [`MoveError::Syntax`].
    pub fn parse(text: &str) -> Result<Self, MoveError> {
        let mut mv = Self {
            text: excerpt(text.trim()),
            squares: Vec::new(),
            sign: Sign::None,
        };
        let mut cursor = Cursor::new(text);
        cursor.skip_blanks();
        mv.read_squares(&mut cursor)?;
        loop {
            cursor.skip_blanks();
            let column = cursor.column();
            let has_sign = match cursor.peek() {
                Some('x' | 'X' | ':' | '×') => {
                    if !matches!(mv.sign, Sign::Capture(_)) {
                        mv.sign = Sign::Capture(column);
                    }
                    true
                }
                Some('-' | '\u{2010}'..='\u{2015}' | '\u{2212}') => {
                    if mv.sign == Sign::None {
                        mv.sign = Sign::Quiet;
                    }
                    true
                }
                Some(next) if next.is_ascii_alphanumeric() => false,
                _ => break,
            };
            if has_sign {
                cursor.bump();
                cursor.skip_blanks();
            }
            mv.read_squares(&mut cursor)?;
        }
        if mv.squares.len() < 2 {
            return Err(mv.syntax(&cursor, "'-', 'x' or another square"));
        }
        skip_marks(&mut cursor);
        if cursor.peek().is_some() {
            return Err(mv.syntax(&cursor, "the end of the move"));
        }
        Ok(mv)
    }

    /// Reads one square, or several from digits that run on.
    fn read_squares(&mut self, cursor: &mut Cursor<'_>) -> Result<(), MoveError> {
        let start = cursor.clone();
        if let Some(letter) = cursor.peek().filter(char::is_ascii_alphabetic) {
            cursor.bump();
            let Some(digit) = cursor.peek().filter(char::is_ascii_digit) else {
                return Err(self.syntax(&start, "a square"));
            };
            cursor.bump();
            let square = SquareText::Letters(letter.to_ascii_lowercase(), digit);
            self.squares.push((square, start.column()));
            return self.check_length(&start);
        }
        let digits = cursor.digits();
        let is_list = digits.len() > 2;
        if digits.is_empty() || is_list && !digits.len().is_multiple_of(2) {
            return Err(self.syntax(&start, "a square of one or two digits"));
        }
        let digits: Vec<u8> = digits
            .bytes()
            .take(2 * MOST_SQUARES + 2)
            .map(|d| d - b'0')
            .collect();
        for (index, pair) in digits.chunks(2).enumerate() {
            let number = pair.iter().fold(0, |number, digit| 10 * number + digit);
            self.squares
                .push((SquareText::Number(number), start.column() + 2 * index));
        }
        self.check_length(&start)
    }

    fn check_length(&self, cursor: &Cursor<'_>) -> Result<(), MoveError> {
        if self.squares.len() > MOST_SQUARES {
            return Err(self.syntax(cursor, "at most 64 squares"));
        }
        Ok(())
    }

    fn syntax(&self, cursor: &Cursor<'_>, expected: &'static str) -> MoveError {
        let (text, column, found) = (self.text.clone(), cursor.column(), cursor.found());
        MoveError::Syntax {
            text,
            column,
            found,
            expected,
        }
    }

    pub(super) const fn sign(&self) -> Sign {
        self.sign
    }

    /// The squares as `lookup` knows them. There are at least two.
    pub(super) fn squares(
        &self,
        squares: &'static str,
        lookup: impl Fn(SquareText) -> Option<Square>,
    ) -> Result<Vec<Square>, MoveError> {
        let square = |&(name, column): &(SquareText, usize)| {
            lookup(name).ok_or_else(|| {
                let text = self.text.clone();
                let name = match name {
                    SquareText::Number(number) => number.to_string(),
                    SquareText::Letters(letter, digit) => format!("{letter}{digit}"),
                };
                MoveError::NoSuchSquare {
                    text,
                    column,
                    name,
                    squares,
                }
            })
        };
        self.squares.iter().map(square).collect()
    }

    /// The only one of the moves that the text fits, or the reason why there is no such move.
    /// `from` is the first square; `write` writes a move in full.
    pub(super) fn only(
        &self,
        candidates: &Candidates<'_>,
        from: Square,
        write: impl Fn(Move) -> String,
    ) -> Result<Move, MoveError> {
        const MOST_LISTED: usize = 10;
        match *candidates.fitting {
            [] => Err(self.illegal(candidates, from)),
            [mv] => Ok(mv),
            ref fitting => {
                let mut moves: Vec<String> = fitting.iter().map(|&mv| write(mv)).collect();
                moves.sort_unstable();
                moves.truncate(MOST_LISTED);
                Err(MoveError::Ambiguous {
                    text: self.text.clone(),
                    moves,
                })
            }
        }
    }

    fn illegal(&self, candidates: &Candidates<'_>, from: Square) -> MoveError {
        let &Candidates { pos, legal, .. } = candidates;
        let us = pos.side();
        let must_capture = legal.iter().all(|mv| mv.is_capture());
        let is_quiet = self.squares.len() == 2 && !matches!(self.sign, Sign::Capture(_));
        let (index, reason) = if legal.is_empty() {
            (0, IllegalReason::NoMoves(us))
        } else if !pos.pieces(us).has(from) {
            (0, IllegalReason::NoPiece(us))
        } else if must_capture && is_quiet {
            (1, IllegalReason::MustCapture(us))
        } else {
            (1, IllegalReason::NoSuchMove)
        };
        let column = self.squares.get(index).map_or(1, |&(_, column)| column);
        MoveError::Illegal {
            text: self.text.clone(),
            column,
            reason,
        }
    }

    /// The fault that the sign says capture and the move takes nothing.
    pub(super) fn not_capture(&self, column: usize) -> MoveError {
        MoveError::NotCapture {
            text: self.text.clone(),
            column,
        }
    }
}

/// The legal moves that a text fits, and those among which they were sought.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<'a> {
    pub(super) pos: &'a Position,
    pub(super) legal: &'a [Move],
    pub(super) fitting: &'a [Move],
}

/// The legal moves between two squares that agree with a sign: a dash means the quiet move if
/// there is one, a sign of capture the captures if there are any, no sign means all.
pub(super) fn by_ends(legal: &[Move], from: Square, to: Square, sign: Sign) -> Vec<Move> {
    let has_ends = |mv: &Move| mv.from() == from && mv.to() == to;
    let mut fitting: Vec<Move> = legal.iter().copied().filter(has_ends).collect();
    let wants_capture = match sign {
        Sign::None => return fitting,
        Sign::Quiet => false,
        Sign::Capture(_) => true,
    };
    if fitting.iter().any(|mv| mv.is_capture() == wants_capture) {
        fitting.retain(|mv| mv.is_capture() == wants_capture);
    }
    fitting
}

/// The legal captures between two squares that take at least the pieces on the squares of `list`;
/// if one takes exactly these, it alone. No square may be listed twice.
pub(super) fn by_captured(legal: &[Move], from: Square, to: Square, list: &[Square]) -> Vec<Move> {
    let set: Bitboard = list.iter().copied().collect();
    if set.len() as usize != list.len() {
        return Vec::new();
    }
    let takes_all = |mv: &&Move| {
        mv.from() == from && mv.to() == to && mv.is_capture() && (set - mv.captured()).is_empty()
    };
    let fitting: Vec<Move> = legal.iter().filter(takes_all).copied().collect();
    match fitting.iter().find(|mv| mv.captured() == set) {
        Some(&exact) => vec![exact],
        None => fitting,
    }
}

/// The legal capture that takes the pieces on the way over the squares of `pauses`, if there is
/// one: there cannot be two, since the way tells what is taken.
pub(super) fn by_path(
    variant: Variant,
    pos: &Position,
    legal: &[Move],
    pauses: &[Square],
) -> Option<Move> {
    let (&from, &to) = (pauses.first()?, pauses.last()?);
    let captured = captured_on(variant.rules(), pos, pauses)?;
    let fits = |mv: &&Move| mv.from() == from && mv.to() == to && mv.captured() == captured;
    legal.iter().find(fits).copied()
}

/// Skips the marks that people add to moves.
fn skip_marks(cursor: &mut Cursor<'_>) {
    loop {
        cursor.take_while(|next| next.is_whitespace() || matches!(next, '!' | '?' | '*' | '□'));
        if !cursor.eat_str("(!)") && !cursor.eat_str("(?)") {
            return;
        }
    }
}
