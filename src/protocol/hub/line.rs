//! A line of Hub: a command and its arguments.
//!
//! Responsible for tokens only: which arguments a command has is the business of `command` and
//! `reply`. The grammar is that of Scan's reader. *Blank* is what C calls space, carriage returns
//! included; a *word* is a run of bytes that are not blank, not control, not `=` and not `"`.
//!
//! ```text
//! line     = blanks word { blanks argument } blanks
//! argument = word [ blanks "=" blanks value ]
//! value    = word | '"' anything but '"' '"'
//! ```
//!
//! There is no escape: a quotation mark cannot be part of a value. Bytes that are not UTF-8 are
//! replaced when a word becomes text, never refused.

use std::fmt;

/// The arguments a line may have. The longest line in use has about ten.
const MAX_ARGUMENTS: usize = 1_000;

/// A command or reply, cut into words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The first word.
    pub name: String,
    /// The others, in the order of the line.
    pub arguments: Vec<Argument>,
}

/// `name=value`, or `name` alone: a flag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The word before the equals sign.
    pub name: String,
    /// What stands behind it; nothing for a flag.
    pub value: Option<String>,
}

/// What is wrong with the form of a line. Columns count bytes from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// There is nothing but blanks.
    #[error("empty line: expected a command")]
    Empty,
    /// A character that starts no word.
    #[error("{} at column {column}: expected a name", Byte(*byte))]
    NoName {
        /// Where.
        column: usize,
        /// The byte found there.
        byte: u8,
    },
    /// An equals sign with nothing usable behind it.
    #[error("argument {name}: expected a value at column {column}")]
    NoValue {
        /// The argument.
        name: String,
        /// Where the value should start.
        column: usize,
    },
    /// More arguments than any command has, which would only cost memory.
    #[error("more than {MAX_ARGUMENTS} arguments")]
    TooMany,
    /// A quotation mark without partner.
    #[error("argument {name}: the quotation mark at column {column} is not closed")]
    OpenQuote {
        /// The argument.
        name: String,
        /// Where the mark stands.
        column: usize,
    },
}

/// A byte for a message, without quotation marks and control characters.
struct Byte(u8);

impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b'"' => f.write_str("quotation mark"),
            byte if byte.is_ascii_graphic() => write!(f, "'{}'", char::from(byte)),
            byte => write!(f, "byte {byte}"),
        }
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

const fn is_word(byte: u8) -> bool {
    !is_blank(byte) && !byte.is_ascii_control() && byte != b'=' && byte != b'"'
}

impl Line {
    /// A line without arguments.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            arguments: Vec::new(),
        }
    }

    /// The same line with one more argument at its end.
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.arguments.push(Argument {
            name: name.to_owned(),
            value: Some(value.to_string()),
        });
        self
    }

    /// The same line with one more flag at its end.
    pub fn with_flag(mut self, name: &str) -> Self {
        self.arguments.push(Argument {
            name: name.to_owned(),
            value: None,
        });
        self
    }

    /// Reads a line.
    ///
    /// # Errors
    /// [`LineError`], with the column of the first fault.
    pub fn parse(bytes: &[u8]) -> Result<Self, LineError> {
        let mut cursor = Cursor { bytes, place: 0 };
        cursor.skip_blanks();
        if cursor.peek().is_none() {
            return Err(LineError::Empty);
        }
        let name = cursor.name()?;
        let mut arguments = Vec::new();
        loop {
            cursor.skip_blanks();
            if cursor.peek().is_none() {
                return Ok(Self { name, arguments });
            }
            if arguments.len() == MAX_ARGUMENTS {
                return Err(LineError::TooMany);
            }
            arguments.push(cursor.argument()?);
        }
    }

    /// The last argument of this name: a repeated one counts in its last form.
    pub fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments
            .iter()
            .rev()
            .find(|argument| argument.name == name)
    }

    /// The text of the last argument of this name; empty for a flag.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.argument(name).map(Argument::text)
    }
}

impl Argument {
    /// The value; empty for a flag.
    pub fn text(&self) -> &str {
        self.value.as_deref().unwrap_or_default()
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.place).copied()
    }

    const fn column(&self) -> usize {
        self.place + 1
    }

    /// Moves on while `wanted` holds and returns what was passed, as text.
    fn take(&mut self, wanted: impl Fn(u8) -> bool) -> String {
        let rest = self.bytes.get(self.place..).unwrap_or_default();
        let length = rest
            .iter()
            .position(|&byte| !wanted(byte))
            .unwrap_or(rest.len());
        self.place += length;
        String::from_utf8_lossy(rest.get(..length).unwrap_or_default()).into_owned()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(is_blank) {
            self.place += 1;
        }
    }

    fn name(&mut self) -> Result<String, LineError> {
        let column = self.column();
        let name = self.take(is_word);
        match self.peek() {
            Some(byte) if name.is_empty() => Err(LineError::NoName { column, byte }),
            _ => Ok(name),
        }
    }

    fn argument(&mut self) -> Result<Argument, LineError> {
        let name = self.name()?;
        self.skip_blanks();
        if self.peek() != Some(b'=') {
            return Ok(Argument { name, value: None });
        }
        self.place += 1;
        self.skip_blanks();
        let column = self.column();
        if self.peek() != Some(b'"') {
            let value = self.take(is_word);
            return if value.is_empty() {
                Err(LineError::NoValue { name, column })
            } else {
                Ok(Argument {
                    name,
                    value: Some(value),
                })
            };
        }
        self.place += 1;
        let value = self.take(|byte| byte != b'"');
        if self.peek().is_none() {
            return Err(LineError::OpenQuote { name, column });
        }
        self.place += 1;
        Ok(Argument {
            name,
            value: Some(value),
        })
    }
}

/// The line as it is sent, without its end. Quotation marks are put where they are needed and
/// nowhere else; those inside a value, which cannot be sent, become apostrophes, as ends of lines
/// become blanks.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for Argument { name, value } in &self.arguments {
            write!(f, " {name}")?;
            match value {
                None => {}
                Some(value) if !value.is_empty() && value.bytes().all(is_word) => {
                    write!(f, "={value}")?;
                }
                Some(value) => {
                    let clean = |c: char| match c {
                        '"' => '\'',
                        '\n' => ' ',
                        c => c,
                    };
                    write!(f, "=\"{}\"", value.chars().map(clean).collect::<String>())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        Line::parse(text.as_bytes()).expect("a line").to_string()
    }

    #[test]
    fn blanks_are_free_and_quotes_where_needed() {
        let cases = [
            ("ping", "ping"),
            ("   ping  \r", "ping"),
            ("level  depth = 3\t", "level depth=3"),
            (
                "pos pos=\"Wb\" moves=\"32-28  19-23\"",
                "pos pos=Wb moves=\"32-28  19-23\"",
            ),
            ("pos moves=\"\"", "pos moves=\"\""),
            (
                "level infinite move-time=0.5",
                "level infinite move-time=0.5",
            ),
            ("go think=\"a\"b=c", "go think=a b=c"),
            (
                "set-param name=wolf value=\"W33=2\"",
                "set-param name=wolf value=\"W33=2\"",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn the_last_of_repeated_arguments_counts() {
        let line = Line::parse(b"level depth=1 depth=7 infinite").expect("a line");
        assert_eq!(line.value("depth"), Some("7"));
        assert_eq!(line.value("infinite"), Some(""));
        assert_eq!(line.value("nodes"), None);
    }

    #[test]
    fn faults_name_their_column() {
        let cases: [(&[u8], &str); 8] = [
            (b" \t\r", "empty line: expected a command"),
            (b"=", "'=' at column 1: expected a name"),
            (b"\"", "quotation mark at column 1: expected a name"),
            (b"pos =x", "'=' at column 5: expected a name"),
            (
                b"pos pos=\"Wbb",
                "argument pos: the quotation mark at column 9 is not closed",
            ),
            (
                b"level depth=",
                "argument depth: expected a value at column 13",
            ),
            (
                b"level depth==3",
                "argument depth: expected a value at column 13",
            ),
            (b"pi\0ng", "byte 0 at column 3: expected a name"),
        ];
        for (text, expected) in cases {
            assert_eq!(
                Line::parse(text).expect_err("a fault").to_string(),
                expected
            );
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_replaced() {
        let line = Line::parse(b"go \xff=\"\xfe\"").expect("a line");
        assert_eq!(line.value("\u{fffd}"), Some("\u{fffd}"));
    }
}
