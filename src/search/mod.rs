//! The best move.

mod limits;
mod report;
mod score;

pub use limits::{Clock, Limits, Signals};
pub use report::{Answer, Observer, Report};
pub use score::Score;

use crate::game::Game;

/// A search engine: the transposition table and the workers that share it.
#[derive(Debug)]
pub struct Search {}

impl Search {
    /// A search with a table of 2 to the power `table_log2` entries and some threads.
    pub fn new(_table_log2: u8, _threads: usize) -> Self {
        Self {}
    }

    /// Changes the size of the table, which forgets everything if the size is another.
    pub fn resize_table(&mut self, _table_log2: u8) {}

    /// Changes the number of threads.
    pub fn set_threads(&mut self, _threads: usize) {}

    /// Forgets everything: the next game starts fresh.
    pub fn clear(&mut self) {}

    /// Searches the current position of `game` until a limit is reached or `signals` say stop.
    pub fn run(
        &mut self,
        game: &Game,
        _limits: &Limits,
        _signals: &Signals,
        _observer: &mut dyn Observer,
    ) -> Answer {
        let best = game.legal_moves().first().copied();
        Answer { best, expected: None, score: Score::DRAW, nodes: 0 }
    }
}
