//! What is kept of self-play: positions with the value of their search and the result of the game.
//!
//! # The file, version 1
//! All numbers are little endian. `DMCLgam1`, four bytes with the length of the header, the header
//! ([`Header`], JSON); then one block after the other:
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | number of the first game of the block |
//! | 4 | games of the block, which follow each other |
//! | 4 | samples of the block |
//! | 32 each | the samples: see [`Sample`] |
//! | 4 | CRC-32 of the block before this |
//!
//! A file that ends within a block was broken off; self-play goes on from the last whole block.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::board::{Bitboard, Square};
use crate::eval::{COUNTED, View};
use crate::position::{Position, Side};
use crate::rules::Variant;

const MAGIC: &[u8; 8] = b"DMCLgam1";
/// Bytes of a sample.
const SIZE: usize = 32;
/// Samples that a block may have; more are a sign of damage.
const MOST_SAMPLES: u32 = 1 << 22;

/// A quiet position, with the side to move as White: the board is turned if Black was to move.
///
/// In the file: 8 bytes each for the pieces of the side to move, those of the other side and the
/// kings of both, as bits of the padded layout; the score (2); the result (1); the counts of king
/// moves (1: that of the side to move in the low four bits); the number of the game (4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sample {
    /// Pieces of the side to move.
    pub own: u64,
    /// Pieces of the other side.
    pub other: u64,
    /// Kings of both sides.
    pub kings: u64,
    /// Value of the search for the side to move, in hundredths of a man.
    pub score: i16,
    /// 1 if the side to move went on to win, 0 for a draw, -1 for a loss; [`Sample::OPEN`] if the
    /// position was not played on.
    pub result: i8,
    /// Counts of king moves of the side to move and of the other, 0 to 3 each.
    pub counters: u8,
    /// The game that it comes from.
    pub game: u32,
}

impl Sample {
    /// The result of a position that was not played on.
    pub const OPEN: i8 = 2;

    /// A sample of a position without result.
    pub fn new(variant: Variant, pos: &Position, score: i16, game: u32) -> Self {
        let pos = match pos.side() {
            Side::White => *pos,
            Side::Black => pos.turned(variant.rules().geometry),
        };
        let count = |side| {
            let run = pos.king_run(side);
            run.map_or(0, |run| run.moves.min(COUNTED as u8))
        };
        Self {
            own: pos.own().bits(),
            other: pos.other().bits(),
            kings: pos.kings().bits(),
            score,
            result: Self::OPEN,
            counters: count(Side::White) | count(Side::Black) << 4,
            game,
        }
    }

    /// The position, with White to move and without counts of king moves.
    pub fn to_position(&self, variant: Variant) -> Position {
        let squares = variant.rules().geometry.squares();
        let set = |bits| Bitboard::from_bits(bits) & squares;
        let (own, other) = (set(self.own), set(self.other));
        let other = other - own;
        let kings = set(self.kings) & (own | other);
        Position::of_sets([own, other], kings, Side::White)
    }

    /// What makes two samples the same position.
    pub const fn position(&self) -> (u64, u64, u64, u8) {
        (self.own, self.other, self.kings, self.counters)
    }

    /// Pieces on the board.
    pub const fn pieces(&self) -> usize {
        (self.own | self.other).count_ones() as usize
    }

    /// Calls `visit` for each input that is on: the two views are those of the side to move and of
    /// the other, of a board that has been turned for the side to move.
    #[inline(always)]
    pub(super) fn inputs(&self, views: [View; 2], mut visit: impl FnMut(usize, usize)) {
        for (side, pieces) in [(Side::White, self.own), (Side::Black, self.other)] {
            let mut rest = pieces;
            while rest != 0 {
                let square = Square::at_index(rest.trailing_zeros() as u8);
                let is_king = self.kings & rest & rest.wrapping_neg() != 0;
                rest &= rest - 1;
                let [own, other] = views.map(|view| view.piece(side, is_king, square));
                visit(own, other);
            }
        }
        for (side, count) in [
            (Side::White, self.counters & 15),
            (Side::Black, self.counters >> 4),
        ] {
            if count > 0 {
                let [own, other] = views.map(|view| view.counter(side, count));
                visit(own, other);
            }
        }
    }

    fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        for (at, word) in [self.own, self.other, self.kings].into_iter().enumerate() {
            bytes[8 * at..][..8].copy_from_slice(&word.to_le_bytes());
        }
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result as u8;
        bytes[27] = self.counters;
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; SIZE]) -> Self {
        let word = |at: usize| std::array::from_fn(|byte| bytes[8 * at + byte]);
        let [own, other, kings] = [0, 1, 2].map(|at| u64::from_le_bytes(word(at)));
        Self {
            own,
            other,
            kings,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26] as i8,
            counters: bytes[27],
            game: u32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
        }
    }
}

/// What a file of samples says of itself: games are continued with the same settings only.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Name of the variant.
    pub variant: String,
    /// Nodes of each search.
    pub nodes: u64,
    /// Seed of all chance.
    pub seed: u64,
    /// Games of all shards together.
    pub games: u32,
    /// Which part of them this is, from 1, and of how many.
    pub shard: (u32, u32),
    /// Pieces up to which games were ended by tables.
    pub tables: usize,
    /// The evaluation that played: `built-in`, `none`, or the checksum of a file of weights.
    pub evaluation: String,
    /// How many generations of self-play that evaluation has behind it.
    pub generation: u32,
}

/// Why samples cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// The system says so.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        #[source]
        error: std::io::Error,
    },
    /// The bytes are wrong.
    #[error("{path}, byte {offset}: {what}")]
    Bad {
        /// The file.
        path: PathBuf,
        /// Where.
        offset: u64,
        /// What was found and expected.
        what: String,
    },
}

/// A file of samples that is being read.
#[derive(Debug)]
pub struct Samples {
    path: PathBuf,
    file: BufReader<File>,
    /// What the file says of itself.
    pub header: Header,
    /// Bytes read, up to the end of a block.
    offset: u64,
    /// The game after the last one read.
    next_game: Option<u32>,
}

impl Samples {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// [`SampleError`] if it cannot be read or holds no samples.
    pub fn open(path: &Path) -> Result<Self, SampleError> {
        let io = |error| SampleError::Io {
            path: path.to_owned(),
            error,
        };
        let bad = |offset: usize, what: String| SampleError::Bad {
            path: path.to_owned(),
            offset: offset as u64,
            what,
        };
        let mut file = BufReader::with_capacity(1 << 20, File::open(path).map_err(io)?);
        let mut start = [0; MAGIC.len() + 4];
        file.read_exact(&mut start).map_err(|_| {
            bad(
                0,
                "expected a file of samples, found fewer bytes".to_owned(),
            )
        })?;
        let (magic, length) = start.split_at(MAGIC.len());
        if magic != MAGIC {
            let expected = String::from_utf8_lossy(MAGIC);
            return Err(bad(0, format!("expected '{expected}': no samples")));
        }
        let length = length
            .iter()
            .rev()
            .fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        let mut header = Vec::new();
        let read = file
            .by_ref()
            .take(length.min(1 << 16) as u64)
            .read_to_end(&mut header);
        if read.map_err(io)? < length {
            return Err(bad(start.len(), "the header is cut off".to_owned()));
        }
        let header = serde_json::from_slice(&header)
            .map_err(|error| bad(start.len(), format!("bad header: {error}")))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            header,
            offset: (start.len() + length) as u64,
            next_game: None,
        })
    }

    /// The start of a file with this header.
    pub(super) fn start(header: &Header) -> Vec<u8> {
        let header = serde_json::to_vec(header).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes
    }

    /// The bytes of a block.
    pub(super) fn block(first: u32, games: u32, samples: &[Sample]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + SIZE * samples.len());
        for number in [first, games, samples.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(samples.iter().flat_map(|sample| sample.to_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads all blocks.
    ///
    /// # Errors
    /// [`SampleError`] with the offset, if a block is damaged or the last one is cut off.
    pub fn read_all(&mut self, samples: &mut Vec<Sample>) -> Result<(), SampleError> {
        while self.read_block(samples)? {}
        let length = std::fs::metadata(&self.path).map_or(self.offset, |data| data.len());
        if length > self.offset {
            return Err(self.bad("the block that begins here is cut off".to_owned()));
        }
        Ok(())
    }

    /// Bytes of the file up to the end of the last block read.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The game that follows the last block read, if any was read.
    pub const fn next_game(&self) -> Option<u32> {
        self.next_game
    }

    /// Adds the samples of the next block to `samples`; says whether there was one. A block that
    /// is cut off counts as none.
    ///
    /// # Errors
    /// [`SampleError`] with the offset, if the block is damaged.
    pub fn read_block(&mut self, samples: &mut Vec<Sample>) -> Result<bool, SampleError> {
        let mut start = [0; 12];
        if !self.fill(&mut start)? {
            return Ok(false);
        }
        let [first, games, count] =
            [0, 4, 8].map(|at| u32::from_le_bytes(std::array::from_fn(|byte| start[at + byte])));
        if count > MOST_SAMPLES {
            return Err(self.bad(format!("a block of {count} samples: the file is damaged")));
        }
        let mut body = vec![0; SIZE * count as usize + 4];
        if !self.fill(&mut body)? {
            return Ok(false);
        }
        let (body, sum) = body.split_at(SIZE * count as usize);
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&start);
        hasher.update(body);
        if hasher.finalize().to_le_bytes() != sum {
            return Err(
                self.bad("the checksum of the block does not fit: the file is damaged".into())
            );
        }
        let (chunks, _) = body.as_chunks::<SIZE>();
        samples.extend(chunks.iter().map(Sample::from_bytes));
        self.offset += (start.len() + body.len() + sum.len()) as u64;
        self.next_game = Some(first.saturating_add(games));
        Ok(true)
    }

    /// Fills `bytes` from the file; says whether there were enough.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool, SampleError> {
        match self.file.read_exact(bytes) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(SampleError::Io {
                path: self.path.clone(),
                error,
            }),
        }
    }

    fn bad(&self, what: String) -> SampleError {
        SampleError::Bad {
            path: self.path.clone(),
            offset: self.offset,
            what,
        }
    }
}
