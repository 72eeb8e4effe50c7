//! Many games at once, written to a file as they end.

use std::collections::hash_map::Entry;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use ahash::AHashMap;
use anyhow::{Context, ensure};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::game::Recipe;
use super::sample::{Header, Sample, Samples};
use crate::arena::Stop;
use crate::eval::Evaluator;
use crate::search::Search;

/// Games of one block.
const BATCH: u32 = 128;
/// Entries of the table of each search, as a logarithm: as small as its nodes are few.
const TABLE_LOG2: u8 = 14;
/// How often a position is kept: openings repeat themselves.
const COPIES: u8 = 4;

/// A run of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How games are played.
    pub recipe: Recipe,
    /// The evaluation that plays.
    pub evaluator: Evaluator,
    /// What the file says of itself: seed, number of games, shard.
    pub header: Header,
    /// The file, which may hold a part already.
    pub out: PathBuf,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games in the file.
    pub games: u32,
    /// Games that there will be.
    pub all_games: u32,
    /// Samples in the file.
    pub samples: u64,
    /// Samples that were in the file before this run.
    pub samples_before: u64,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// What is in the file.
    pub progress: Progress,
    /// Whether it was broken off.
    pub is_stopped: bool,
}

/// How often each position has been kept.
#[derive(Default)]
struct Known(AHashMap<(u64, u64, u64, u8), u8>);

impl Known {
    /// Whether the position is to be kept once more.
    fn admits(&mut self, sample: &Sample) -> bool {
        match self.0.entry(sample.position()) {
            Entry::Vacant(place) => {
                place.insert(1);
                true
            }
            Entry::Occupied(mut count) => {
                *count.get_mut() += 1;
                *count.get() <= COPIES
            }
        }
    }
}

impl SelfPlay {
    /// Plays the games that the file does not hold yet, on the threads of the rayon pool in which
    /// this is called. What is in the file depends on the settings alone, not on the threads or on
    /// how often it was broken off.
    ///
    /// # Errors
    /// A file of other settings, or one that cannot be read or written.
    pub fn run(&self, stop: &Stop, mut tell: impl FnMut(&Progress)) -> anyhow::Result<Played> {
        let (first, end) = self.range();
        let (mut file, mut known, next, samples) = self.resume(first)?;
        let mut progress = Progress {
            games: next - first,
            all_games: end - first,
            samples,
            samples_before: samples,
        };
        let mut next = next;
        while next < end && !stop.is_raised() {
            let games = BATCH.min(end - next);
            let Some(kept) = self.play(next, games, &mut known, stop) else {
                break;
            };
            file.write_all(&Samples::block(next, games, &kept))
                .and_then(|()| file.flush())
                .with_context(|| format!("cannot write to {}", self.out.display()))?;
            next += games;
            progress.games += games;
            progress.samples += kept.len() as u64;
            tell(&progress);
        }
        Ok(Played {
            progress,
            is_stopped: next < end,
        })
    }

    /// The first game of this shard, and the one after its last.
    fn range(&self) -> (u32, u32) {
        let Header {
            games,
            shard: (part, parts),
            ..
        } = self.header;
        let bound = |part: u32| (u64::from(games) * u64::from(part) / u64::from(parts)) as u32;
        (bound(part - 1), bound(part))
    }

    /// What is kept of some games; nothing if they were broken off.
    fn play(&self, first: u32, games: u32, known: &mut Known, stop: &Stop) -> Option<Vec<Sample>> {
        let variant = self.recipe.variant;
        let new_search = || Search::with_evaluator(variant, self.evaluator.clone(), TABLE_LOG2, 1);
        let seed = self.header.seed;
        let played: Option<Vec<Vec<Sample>>> = (first..first + games)
            .into_par_iter()
            .map_init(new_search, |search, number| {
                (!stop.is_raised()).then(|| self.recipe.play(search, seed, number))
            })
            .collect();
        let mut kept = played?.concat();
        kept.retain(|sample| known.admits(sample));
        Some(kept)
    }

    /// Opens the file, or begins it: with what it holds, the next game and the number of samples.
    fn resume(&self, first: u32) -> anyhow::Result<(File, Known, u32, u64)> {
        let path = &self.out;
        if !path.exists() {
            let file = begin(path, &self.header)?;
            return Ok((file, Known::default(), first, 0));
        }
        let mut samples = Samples::open(path)?;
        ensure!(
            samples.header == self.header,
            "{} was begun with other settings: {}; now {}",
            path.display(),
            serde_json::to_string(&samples.header)?,
            serde_json::to_string(&self.header)?
        );
        let (mut known, mut block, mut count) = (Known::default(), Vec::new(), 0);
        while samples.read_block(&mut block)? {
            count += block.len() as u64;
            for sample in block.drain(..) {
                known.admits(&sample);
            }
        }
        let open = || -> std::io::Result<File> {
            let file = OpenOptions::new().append(true).open(path)?;
            // Whatever lies behind the last whole block was broken off.
            file.set_len(samples.offset())?;
            Ok(file)
        };
        let file = open().with_context(|| format!("cannot write to {}", path.display()))?;
        Ok((file, known, samples.next_game().unwrap_or(first), count))
    }
}

/// A new file that holds its header.
fn begin(path: &Path, header: &Header) -> anyhow::Result<File> {
    let make = || -> std::io::Result<File> {
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            fs::create_dir_all(folder)?;
        }
        let mut file = File::create_new(path)?;
        file.write_all(&Samples::start(header))?;
        Ok(file)
    };
    make().with_context(|| format!("cannot write {}", path.display()))
}
