//! Our clock and the partner's, as we measure them.
//!
//! Responsible for what one move may take. Minutes and moves hold for a side and the whole game;
//! nothing transmits the clocks, so each side measures for itself, from the arrival of the
//! partner's move until ours is on its way.

use std::time::Duration;

use super::minutes::Minutes;
use crate::search::{self, Limits};

/// Time for each move where no clock was agreed on.
const WITHOUT_CLOCK: Duration = Duration::from_millis(100);

/// Time kept for each move to come, so that even a busy machine can make it: messages and the
/// search pass through four threads.
const FOR_EACH_MOVE: Duration = Duration::from_millis(20);

/// Moves that are thought to come if no number is agreed on.
const MOVES_EXPECTED: u32 = 40;

/// The clock of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    time: Option<Duration>,
    pub(super) used: Duration,
}

impl Clock {
    pub(super) fn new(time: Minutes) -> Self {
        Self {
            time: time.time(),
            used: Duration::ZERO,
        }
    }

    /// The time left, if there is a clock.
    pub(super) fn left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.used))
    }

    /// The limits of a search for a move, `spent` being gone already since our turn began.
    /// `overhead` is what the way to the partner costs, `moves` how many we have to make, this
    /// one counted.
    pub(super) fn limits(&self, spent: Duration, overhead: Duration, moves: Option<u32>) -> Limits {
        let Some(left) = self.left() else {
            return Limits {
                move_time: Some(
                    WITHOUT_CLOCK
                        .saturating_sub(overhead)
                        .max(WITHOUT_CLOCK / 2),
                ),
                is_game: true,
                ..Limits::default()
            };
        };
        let left = left.saturating_sub(spent);
        let reserve = (FOR_EACH_MOVE * moves.unwrap_or(MOVES_EXPECTED)).min(left / 2);
        let clock = search::Clock {
            left,
            increment: Duration::ZERO,
            moves,
        };
        Limits {
            clock: Some(clock),
            overhead: overhead + reserve,
            is_game: true,
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_never_gets_more_than_is_left() {
        let mut clock = Clock::new(".05".parse().expect("three seconds"));
        clock.used = Duration::from_millis(2500);
        let overhead = Duration::from_millis(60);
        let limits = clock.limits(Duration::from_millis(200), overhead, Some(3));
        let left = limits.clock.expect("a clock").left;
        assert_eq!(left, Duration::from_millis(300));
        assert_eq!(
            limits.overhead,
            Duration::from_millis(120),
            "three moves to come"
        );
        let limits = clock.limits(Duration::from_millis(200), overhead, None);
        assert_eq!(
            limits.overhead,
            Duration::from_millis(210),
            "half of what is left"
        );
        clock.used = Duration::from_secs(9);
        assert_eq!(clock.left(), Some(Duration::ZERO));
        let limits = Clock::new(Minutes::NONE).limits(Duration::ZERO, overhead, None);
        assert!(limits.clock.is_none() && limits.move_time <= Some(WITHOUT_CLOCK));
    }
}
