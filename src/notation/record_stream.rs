//! Games from a stream, in constant memory.
//!
//! A stream is cut into pieces of whole games, each before a line that begins with a tag and behind
//! a line of moves. Pieces have about [`PIECE`] bytes. If there are no tags, a line that begins with
//! the number 1 will do from twice that on, and an empty one from [`LONG_PIECE`] on. From
//! [`LONGEST_PIECE`] on any line end will do, and in a line that is longer than that a number 1
//! behind a blank, so that no input needs more memory. A tag that is glued to the result of the game
//! before is as good as one that begins a line.
//!
//! A piece that is not UTF-8 is taken for Windows-1252, which Latin-1 is a part of.

use std::io::{self, BufRead};

use super::pdn_lexer::{Place, begins_tag};
use super::record::ReadGame;
use super::record_reader::read_records_at;
use crate::rules::Variant;

const PIECE: usize = 1 << 16;
const LONG_PIECE: usize = 1 << 18;
const LONGEST_PIECE: usize = 1 << 19;

/// Some whole games of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnChunk {
    /// Their text.
    pub text: String,
    /// The number of its first line, from 1.
    pub line: usize,
    /// The column in which it begins, in characters, from 1.
    pub column: usize,
    /// How many bytes it was.
    pub bytes: usize,
}

impl PdnChunk {
    /// Reads the games, numbered from 1; see [`read_records`](super::read_records).
    pub fn read(&self, variant: Option<Variant>) -> Vec<ReadGame> {
        let (line, column) = (self.line, self.column);
        read_records_at(variant, &self.text, Place { line, column })
    }
}

/// A stream cut into pieces of whole games.
#[derive(Debug)]
pub struct PdnChunks<R> {
    input: R,
    /// The line that begins the next piece.
    next: Vec<u8>,
    line: usize,
    column: usize,
}

impl<R: BufRead> PdnChunks<R> {
    /// The pieces of a stream.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            next: Vec::new(),
            line: 1,
            column: 1,
        }
    }

    fn piece(&mut self) -> io::Result<Option<PdnChunk>> {
        let mut bytes = std::mem::take(&mut self.next);
        let (line, column, mut has_moves) = (self.line, self.column, is_moves(&bytes));
        loop {
            let begin = bytes.len();
            read_line(&mut self.input, &mut bytes)?;
            let read = bytes.get(begin..).unwrap_or_default();
            if read.is_empty() {
                break;
            }
            if begin >= LONGEST_PIECE || has_moves && may_cut_before(begin, read) {
                self.next = bytes.split_off(begin);
                break;
            }
            let inside = if read.len() >= LONGEST_PIECE {
                last_game(read)
            } else {
                glued_tag(read).filter(|_| begin >= PIECE)
            };
            if let Some(at) = inside {
                self.next = bytes.split_off(begin + at);
                break;
            }
            // Between two tags of one game there is no place to cut.
            has_moves = is_moves(read) || has_moves && !read.trim_ascii().ends_with(b"]");
        }
        let length = bytes.len();
        let text = decode(bytes);
        (self.line, self.column) = end_of(&text, line, column);
        Ok((length > 0).then_some(PdnChunk {
            text,
            line,
            column,
            bytes: length,
        }))
    }
}

/// Reads a line with its end, which may be CR, LF or both, or a part of a very long one.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    let begin = line.len();
    loop {
        let bytes = input.fill_buf()?;
        let is_end = |&byte: &u8| matches!(byte, b'\n' | b'\r');
        let found = bytes.iter().position(is_end);
        let length = found.map_or(bytes.len(), |at| at + 1);
        line.extend_from_slice(bytes.get(..length).unwrap_or_default());
        input.consume(length);
        if line.ends_with(b"\r") && found.is_some() {
            if input.fill_buf()?.first() == Some(&b'\n') {
                line.push(b'\n');
                input.consume(1);
            }
            return Ok(());
        }
        if found.is_some() || length == 0 || line.len() - begin >= LONGEST_PIECE {
            return Ok(());
        }
    }
}

/// Where a tag is glued to the result of the game before it.
fn glued_tag(line: &[u8]) -> Option<usize> {
    const ENDS: [&[u8]; 5] = [b"-0", b"-1", b"-2", b"*", "½".as_bytes()];
    let at = line.iter().position(|&sign| sign == b'[')?;
    let (before, tag) = line.split_at_checked(at)?;
    let is_behind_result = ENDS.iter().any(|end| before.trim_ascii().ends_with(end));
    (is_behind_result && begins_tag(&String::from_utf8_lossy(tag))).then_some(at)
}

/// Where the last game of a long line seems to begin.
fn last_game(line: &[u8]) -> Option<usize> {
    line.windows(3)
        .rposition(|signs| signs == b" 1.")
        .map(|at| at + 1)
        .filter(|&at| at > PIECE)
}

/// The line and column behind a text that begins at a line and column.
fn end_of(text: &str, line: usize, column: usize) -> (usize, usize) {
    let count = |sign: &str| text.matches(sign).count();
    let ends = count("\n") + count("\r") - count("\r\n");
    let last = text.rsplit(['\n', '\r']).next().unwrap_or_default();
    // A mark of byte order is no character.
    let length = last.chars().filter(|&sign| sign != '\u{feff}').count();
    let begin = if ends == 0 { column } else { 1 };
    (line + ends, begin + length)
}

impl<R: BufRead> Iterator for PdnChunks<R> {
    type Item = io::Result<PdnChunk>;

    fn next(&mut self) -> Option<Self::Item> {
        self.piece().transpose()
    }
}

/// Whether a line has something else than tags, and no tag at its end.
fn is_moves(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    // Also a tag that is glued to the moves of the game before begins a game.
    let is_tags = line.ends_with(b"]");
    !line.is_empty() && !is_tags && !matches!(line.first(), Some(b'%' | b'\xef'))
}

fn may_cut_before(length: usize, line: &[u8]) -> bool {
    let is_tag = || line.starts_with(b"[") && begins_tag(&String::from_utf8_lossy(line));
    let is_first = || line.starts_with(b"1.") && !line.starts_with(b"1..");
    length >= PIECE && is_tag()
        || length >= 2 * PIECE && is_first()
        || length >= LONG_PIECE && line.trim_ascii().is_empty()
}

/// The text of a piece. Curly quotation marks around the values of tags become straight.
fn decode(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(windows_1252).collect());
    if !text.contains(['“', '”', '„']) {
        return text;
    }
    text.split_inclusive(['\n', '\r'])
        .map(|line| {
            if line.trim_start().starts_with('[') {
                line.replace(['“', '”', '„'], "\"")
            } else {
                line.to_owned()
            }
        })
        .collect()
}

/// The character of a byte of Windows-1252; bytes that it does not use are those of Latin-1.
fn windows_1252(byte: u8) -> char {
    const FROM_128: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    let index = usize::from(byte).wrapping_sub(128);
    FROM_128.get(index).copied().unwrap_or(char::from(byte))
}

/// The games of a stream, one after the other; after an error of reading it ends.
#[derive(Debug)]
pub struct RecordStream<R> {
    chunks: PdnChunks<R>,
    variant: Option<Variant>,
    games: std::vec::IntoIter<ReadGame>,
    read: usize,
}

impl<R: BufRead> RecordStream<R> {
    /// The games of a stream. `variant` overrules what they say of their rules.
    pub fn new(input: R, variant: Option<Variant>) -> Self {
        Self {
            chunks: PdnChunks::new(input),
            variant,
            games: Vec::new().into_iter(),
            read: 0,
        }
    }
}

impl<R: BufRead> Iterator for RecordStream<R> {
    type Item = io::Result<ReadGame>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(mut game) = self.games.next() {
                game.count_from(self.read);
                if self.games.len() == 0 {
                    self.read = game.number;
                }
                return Some(Ok(game));
            }
            match self.chunks.next()? {
                Ok(chunk) => self.games = chunk.read(self.variant).into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
