//! The results of a match so far.

use std::collections::BTreeMap;

use serde::Serialize;

use super::record::GameRecord;
use super::statistics::Tally;
use super::verdict::Fault;

/// Results of all meetings, and the faults of all engines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// By the numbers of two engines, the smaller first, from whose side it is seen.
    meetings: BTreeMap<(usize, usize), Tally>,
    /// Half points of the first engine in pairs of which one game is missing.
    halves: BTreeMap<usize, usize>,
    faults: Vec<Faults>,
}

/// Games that an engine has lost by its own fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Faults {
    /// By moves that are not legal.
    pub illegal: u64,
    /// By time.
    pub time: u64,
    /// Because it was gone or stuck.
    pub disconnect: u64,
}

impl Faults {
    /// Their number.
    pub const fn total(&self) -> u64 {
        self.illegal + self.time + self.disconnect
    }
}

impl Standing {
    /// Nothing played, by so many engines.
    pub fn new(engines: usize) -> Self {
        Self {
            faults: vec![Faults::default(); engines],
            ..Self::default()
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let first = game.white.min(game.black);
        let half_points = game.half_points(first);
        let tally = self
            .meetings
            .entry((first, game.white.max(game.black)))
            .or_default();
        tally.add_game(half_points);
        match self.halves.remove(&game.pair()) {
            Some(other) => tally.pairs[(other + half_points).min(4)] += 1,
            None => {
                self.halves.insert(game.pair(), half_points);
            }
        }
        let loser = game.loser().and_then(|loser| self.faults.get_mut(loser));
        if let (Some(faults), Some(fault)) = (loser, game.reason.fault()) {
            match fault {
                Fault::Illegal => faults.illegal += 1,
                Fault::Time => faults.time += 1,
                Fault::Disconnect => faults.disconnect += 1,
            }
        }
    }

    /// The results of a meeting, from the side of the engine named first.
    pub fn meeting(&self, engine: usize, other: usize) -> Tally {
        let tally = |key| self.meetings.get(&key).copied().unwrap_or_default();
        if engine < other {
            tally((engine, other))
        } else {
            tally((other, engine)).reversed()
        }
    }

    /// The results of an engine against all others.
    pub fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for other in (0..self.faults.len()).filter(|&other| other != engine) {
            total += self.meeting(engine, other);
        }
        total
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.meetings.values().map(Tally::games).sum()
    }

    /// The faults of all engines.
    pub fn faults(&self) -> &[Faults] {
        &self.faults
    }
}
