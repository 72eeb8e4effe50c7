//! Fields of fixed width: the one table of them, and how they are read and written.
//!
//! Responsible for the characters of a message. Numbers are decimal and padded with zeros, names
//! are padded with blanks, White is `W` and Black is `Z` (zwart). Read are also numbers padded
//! with blanks.

use std::fmt::Write as _;

use crate::position::Side;

/// One field: its name in messages about faults, and its width in characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    name: &'static str,
    width: usize,
}

const fn field(name: &'static str, width: usize) -> Field {
    Field { name, width }
}

/// Version of the protocol.
pub(super) const VERSION: Field = field("version", 2);
/// Name of a program.
pub(super) const NAME: Field = field("name", 32);
/// A side.
pub(super) const COLOUR: Field = field("colour", 1);
/// Minutes for the game.
pub(super) const MINUTES: Field = field("minutes", 3);
/// Moves of the game.
pub(super) const MOVES: Field = field("moves", 3);
/// Whether a position is set up.
pub(super) const START: Field = field("kind of start", 1);
/// Seconds used for a move.
pub(super) const SECONDS: Field = field("seconds", 4);
/// A square.
pub(super) const SQUARE: Field = field("square", 2);
/// Pieces captured.
pub(super) const COUNT: Field = field("number of captured pieces", 2);
/// A digit with a meaning.
pub(super) const CODE: Field = field("code", 1);
/// The number of a move of the game.
pub(super) const NUMBER: Field = field("move number", 3);

/// Why a text is no message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MessageError {
    /// The text is empty.
    #[error("empty message")]
    Empty,
    /// It does not begin with the letter of a message.
    #[error("unknown message '{0}'")]
    Unknown(char),
    /// A request in another version of the protocol.
    #[error("version '{0}': expected '01'")]
    Version(String),
    /// It ends too early.
    #[error("message {message} ends at column {column}: expected its {field}")]
    Short {
        /// The letter of the message.
        message: char,
        /// Where it ends, from 1.
        column: usize,
        /// What is missing.
        field: &'static str,
    },
    /// A field cannot be read.
    #[error(
        "{field} at column {column} of message {message}: expected {expected}, found '{found}'"
    )]
    Bad {
        /// The letter of the message.
        message: char,
        /// Where the field begins, from 1.
        column: usize,
        /// Which field.
        field: &'static str,
        /// What it may hold.
        expected: &'static str,
        /// What it holds.
        found: String,
    },
}

/// Takes a message apart, field by field.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    message: char,
    rest: &'a [u8],
    /// Of the next field, from 1.
    column: usize,
}

impl<'a> Reader<'a> {
    /// Begins to read: the letter of the message, and a reader of what follows it.
    pub(super) fn open(bytes: &'a [u8]) -> Result<(char, Self), MessageError> {
        let (&first, rest) = bytes.split_first().ok_or(MessageError::Empty)?;
        let message = if first.is_ascii_graphic() {
            char::from(first)
        } else {
            '?'
        };
        Ok((
            message,
            Self {
                message,
                rest,
                column: 2,
            },
        ))
    }

    /// All that follows.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        self.column += self.rest.len();
        std::mem::take(&mut self.rest)
    }

    pub(super) fn take(&mut self, field: Field) -> Result<&'a [u8], MessageError> {
        let short = MessageError::Short {
            message: self.message,
            column: self.column + self.rest.len(),
            field: field.name,
        };
        let (value, rest) = self.rest.split_at_checked(field.width).ok_or(short)?;
        self.rest = rest;
        self.column += field.width;
        Ok(value)
    }

    /// A field that `meaning` understands.
    pub(super) fn read<T>(
        &mut self,
        field: Field,
        expected: &'static str,
        meaning: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, MessageError> {
        let column = self.column;
        let value = self.take(field)?;
        let understood = std::str::from_utf8(value).ok().and_then(meaning);
        understood.ok_or_else(|| MessageError::Bad {
            message: self.message,
            column,
            field: field.name,
            expected,
            found: printable(value),
        })
    }

    pub(super) fn number(&mut self, field: Field) -> Result<u16, MessageError> {
        self.read(field, "a number", |text| {
            let digits = text.trim();
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number)
        })
    }

    pub(super) fn side(&mut self) -> Result<Side, MessageError> {
        self.read(COLOUR, "W or Z", |text| match text {
            "W" => Some(Side::White),
            "Z" => Some(Side::Black),
            _ => None,
        })
    }

    /// A digit that stands for the member of `meanings` at its place.
    pub(super) fn code<T: Copy>(&mut self, meanings: &[T]) -> Result<T, MessageError> {
        self.read(CODE, "a known code", |text| {
            let digit = text.parse::<usize>().ok()?;
            meanings.get(digit).copied()
        })
    }

    /// A number of squares that follow each other up to the end.
    pub(super) fn squares(&mut self, count: u16) -> Result<Vec<u8>, MessageError> {
        let squares = (0..count)
            .map(|_| self.square())
            .collect::<Result<_, _>>()?;
        if self.rest.is_empty() {
            return Ok(squares);
        }
        Err(MessageError::Bad {
            message: self.message,
            column: self.column,
            field: COUNT.name,
            expected: "as many squares as it says",
            found: printable(self.rest),
        })
    }

    pub(super) fn square(&mut self) -> Result<u8, MessageError> {
        // Two digits always fit.
        self.number(SQUARE).map(|number| number as u8)
    }
}

/// Writes a number into a field; too large a number becomes the largest that fits.
pub(super) fn put_number(text: &mut String, field: Field, number: u32) {
    let largest = 10_u32.saturating_pow(field.width as u32) - 1;
    // Writing to a string cannot fail.
    let _ = write!(text, "{:0width$}", number.min(largest), width = field.width);
}

/// Writes a name: what does not fit is cut, what is not plain becomes `?`.
pub(super) fn put_name(text: &mut String, name: &str) {
    let plain = printable(name.trim_start().as_bytes());
    let fitting: String = plain.chars().take(NAME.width).collect();
    let _ = write!(text, "{fitting:width$}", width = NAME.width);
}

pub(super) fn put_side(text: &mut String, side: Side) {
    text.push(match side {
        Side::White => 'W',
        Side::Black => 'Z',
    });
}

/// Writes the place of `value` among `meanings` as a digit.
pub(super) fn put_code<T: PartialEq>(text: &mut String, meanings: &[T], value: &T) {
    let digit = meanings
        .iter()
        .position(|meaning| meaning == value)
        .unwrap_or(0);
    put_number(text, CODE, digit as u32);
}

/// A text of others in plain characters, fit for terminals and files.
pub(super) fn printable(bytes: &[u8]) -> String {
    let plain = |&byte: &u8| {
        if (b' '..=b'~').contains(&byte) {
            char::from(byte)
        } else {
            '?'
        }
    };
    bytes.iter().map(plain).collect()
}
