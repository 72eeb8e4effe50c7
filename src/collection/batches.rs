//! Games of a stream, read on all cores and handed on in their order.

use std::io::{self, BufRead};

use rayon::prelude::*;

use crate::notation::{PdnChunks, ReadGame};
use crate::rules::Variant;

/// How many bytes of text are read at a time, about: enough to keep all cores busy, and little
/// enough that the games of one batch, some twenty times as large in memory, do no harm.
const BATCH: usize = 1 << 21;

/// Some games of a stream that follow one another.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// The games, numbered through the stream.
    pub games: Vec<ReadGame>,
    /// How many bytes of the stream they were.
    pub bytes: usize,
}

/// The games of a stream, some at a time; after an error of reading it ends.
///
/// # Examples
/// ```
/// use damocles::collection::Batches;
///
/// let text = "1. 32-28 19-23 1-1\n1. 33-28 2-0\n";
/// let batches = Batches::new(text.as_bytes(), None);
/// let games: Vec<_> = batches.flat_map(|batch| batch.expect("bytes in memory").games).collect();
/// assert_eq!((games.len(), games[1].number), (2, 2));
/// ```
#[derive(Debug)]
pub struct Batches<R> {
    chunks: PdnChunks<R>,
    variant: Option<Variant>,
    read: usize,
}

impl<R: BufRead> Batches<R> {
    /// The games of a stream. `variant` overrules what they say of their rules.
    pub const fn new(input: R, variant: Option<Variant>) -> Self {
        Self {
            chunks: PdnChunks::new(input),
            variant,
            read: 0,
        }
    }

    fn batch(&mut self) -> io::Result<Option<Batch>> {
        let (mut chunks, mut bytes) = (Vec::new(), 0);
        while bytes < BATCH {
            match self.chunks.next() {
                Some(chunk) => chunks.push(chunk?),
                None => break,
            }
            bytes += chunks.last().map_or(0, |chunk| chunk.bytes);
        }
        if chunks.is_empty() {
            return Ok(None);
        }
        let read: Vec<_> = chunks
            .par_iter()
            .map(|chunk| chunk.read(self.variant))
            .collect();
        let mut games = Vec::with_capacity(read.iter().map(Vec::len).sum());
        for chunk in read {
            let before = self.read + games.len();
            games.extend(chunk.into_iter().map(|mut game| {
                game.count_from(before);
                game
            }));
        }
        self.read += games.len();
        Ok(Some(Batch { games, bytes }))
    }
}

impl<R: BufRead> Iterator for Batches<R> {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}
