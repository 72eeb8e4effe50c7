//! What a search tells while it runs and when it ends.

use std::time::Duration;

use super::score::Score;
use crate::egdb::Value;
use crate::position::Move;

/// The state of a search after an iteration, or after a better move was found in one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Plies of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub selective_depth: u32,
    /// Place of the line among the best, from 1.
    pub rank: u32,
    /// Value from the side to move.
    pub score: Score,
    /// Positions searched so far, over all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How much of the table this search has filled, in thousandths.
    pub table_permille: u32,
    /// Positions that the ending tables knew, over all threads.
    pub ending_hits: u64,
    /// The best line, legal from the position that is searched.
    pub line: Vec<Move>,
}

/// Who listens to a search.
pub trait Observer {
    /// Called with each report, from the thread that called the search.
    fn report(&mut self, report: &Report);
}

/// Any function of a report listens.
impl<F: FnMut(&Report)> Observer for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play; nothing if the position has no legal move.
    pub best: Option<Move>,
    /// The reply that is expected, legal after `best`.
    pub expected: Option<Move>,
    /// Value of the position from the side to move.
    pub score: Score,
    /// Positions searched, over all threads.
    pub nodes: u64,
    /// Value of the position by the ending tables, if they know it.
    pub ending: Option<Value>,
}
