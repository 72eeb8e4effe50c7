//! Games from a stream, in constant memory.
//!
//! A stream is cut into pieces of whole games, each before a line that begins with a tag and behind
//! a line of moves. Pieces have about [`PIECE`] bytes. If there are no tags, a line that is empty
//! or begins with the number 1 will do from [`LONG_PIECE`] on, and from [`LONGEST_PIECE`] on any
//! line end, so that no input needs more memory.
//!
//! A piece that is not UTF-8 is taken for Windows-1252, which Latin-1 is a part of.

use std::io::{self, BufRead, Read};

use super::pdn_lexer::begins_tag;
use super::record::ReadGame;
use super::record_reader::read_records;
use crate::rules::Variant;

const PIECE: usize = 1 << 16;
const LONG_PIECE: usize = 1 << 20;
const LONGEST_PIECE: usize = 1 << 23;

/// Some whole games of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnChunk {
    /// Their text.
    pub text: String,
    /// The number of its first line, from 1.
    pub line: usize,
    /// How many bytes it was.
    pub bytes: usize,
}

impl PdnChunk {
    /// Reads the games, numbered from 1; see [`read_records`].
    pub fn read(&self, variant: Option<Variant>) -> Vec<ReadGame> {
        read_records(variant, &self.text, self.line)
    }
}

/// A stream cut into pieces of whole games.
#[derive(Debug)]
pub struct PdnChunks<R> {
    input: R,
    /// The line that begins the next piece.
    next: Vec<u8>,
    line: usize,
}

impl<R: BufRead> PdnChunks<R> {
    /// The pieces of a stream.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            next: Vec::new(),
            line: 1,
        }
    }

    fn piece(&mut self) -> io::Result<Option<PdnChunk>> {
        let mut bytes = std::mem::take(&mut self.next);
        let (line, mut has_moves) = (self.line, is_moves(&bytes));
        loop {
            let begin = bytes.len();
            let most = LONGEST_PIECE as u64;
            self.input
                .by_ref()
                .take(most)
                .read_until(b'\n', &mut bytes)?;
            let read = bytes.get(begin..).unwrap_or_default();
            if read.is_empty() {
                break;
            }
            if begin >= LONGEST_PIECE || has_moves && may_cut_before(begin, read) {
                self.next = bytes.split_off(begin);
                break;
            }
            // Between two tags of one game there is no place to cut.
            has_moves = is_moves(read) || has_moves && !read.trim_ascii().ends_with(b"]");
        }
        self.line += bytes.split(|&byte| byte == b'\n').count().saturating_sub(1);
        let chunk = PdnChunk {
            bytes: bytes.len(),
            line,
            text: decode(bytes),
        };
        Ok((chunk.bytes > 0).then_some(chunk))
    }
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
    let is_gap = || line.trim_ascii().is_empty() || line.starts_with(b"1.");
    length >= PIECE && is_tag() || length >= LONG_PIECE && is_gap()
}

/// The text of a piece. Curly quotation marks around the values of tags become straight.
fn decode(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(windows_1252).collect());
    if !text.contains(['“', '”', '„']) {
        return text;
    }
    text.split_inclusive('\n')
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
