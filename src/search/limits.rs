//! When a search ends: independent options, of which the first that is reached counts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left for this and the following moves, any increment for this move included.
    pub left: Duration,
    /// Added before each of the following moves.
    pub increment: Duration,
    /// Moves to be made within `left`, this one counted; without it, all moves of the game.
    pub moves: Option<u32>,
}

/// The limits of one search. No limit at all means: until stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Positions searched, over all threads.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock, from which the search takes what it thinks the move deserves.
    pub clock: Option<Clock>,
    /// How many of the best lines are wanted; 0 is read as 1.
    pub lines: usize,
    /// Time taken off every limit of time, for what lies between the engine and the arbiter.
    pub overhead: Duration,
    /// Whether the game is being played: a single legal move is then answered at once.
    pub is_game: bool,
    /// Whether the search must not end by itself, even when nothing is left to search: it is an
    /// analysis, or the opponent is still thinking.
    pub waits: bool,
}

impl Limits {
    /// Whether only [`Signals::stop`] can end the search.
    pub const fn is_infinite(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.move_time.is_none()
            && self.clock.is_none()
    }
}

/// What the world tells a running search. Each flag is raised by one thread and only read by the
/// others; nothing else is published through them, so relaxed ordering is enough.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signals {
    /// Signals for a new search, which is thinking on the opponent's time or on its own.
    pub const fn new(pondering: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
        }
    }

    /// Asks the search to end as soon as it can.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells the search that the opponent has made the expected move: its clock starts now.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search thinks on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
