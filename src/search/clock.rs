//! From limits of time to a target for one move and a point that is never passed.

use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};

/// Moves for which the time left is thought to last if no number is given.
const MOVES_EXPECTED: u32 = 28;
/// The hard limit is at most this multiple of an even share of the time left.
const HARD_SHARES: u32 = 4;
/// The share of the time left, in percent, that one move may take when more moves follow.
const HARD_PERCENT: u32 = 60;
/// After this part of the target, in percent, no new iteration is begun: it would not end in time.
const LAST_START_PERCENT: u32 = 60;

/// The times at which a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// No iteration begins after this.
    pub(super) soft: Option<Duration>,
    /// The search stops in the middle of an iteration.
    pub(super) hard: Option<Duration>,
}

impl Budget {
    /// What the limits of time allow for this move; the earliest of them counts.
    pub(super) fn new(limits: &Limits) -> Self {
        let overhead = limits.overhead;
        let (mut soft, mut hard) = (
            None,
            limits.move_time.map(|time| time.saturating_sub(overhead)),
        );
        if let Some(clock) = limits.clock {
            let (target, end) = shares(&clock, overhead);
            soft = Some(target * LAST_START_PERCENT / 100);
            hard = Some(hard.map_or(end, |time| time.min(end)));
        }
        Self { soft, hard }
    }
}

/// An even share of the time on the clock, and the most that this move may take.
fn shares(clock: &Clock, overhead: Duration) -> (Duration, Duration) {
    let usable = clock.left.saturating_sub(overhead);
    let moves = clock
        .moves
        .unwrap_or(MOVES_EXPECTED)
        .clamp(1, MOVES_EXPECTED);
    let to_come = clock.increment.saturating_mul(moves - 1);
    let target = (usable.saturating_add(to_come) / moves).min(usable);
    let most = if moves == 1 {
        usable
    } else {
        usable / 100 * HARD_PERCENT
    };
    (
        target.min(most),
        target.saturating_mul(HARD_SHARES).min(most),
    )
}

/// Measures the time of a search. While the opponent is thinking no time of ours passes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    began: Instant,
    /// When the own clock started, if it has.
    started: Option<Instant>,
}

impl Watch {
    /// Starts measuring; the own clock only if the search is not `pondering`.
    pub(super) fn start(pondering: bool) -> Self {
        let began = Instant::now();
        Self {
            began,
            started: (!pondering).then_some(began),
        }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Starts the own clock, if it was not running.
    pub(super) fn start_clock(&mut self) {
        self.started.get_or_insert_with(Instant::now);
    }

    /// Whether the own clock has passed a limit.
    pub(super) fn is_past(&self, limit: Option<Duration>) -> bool {
        match (self.started, limit) {
            (Some(started), Some(limit)) => started.elapsed() >= limit,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: f64, increment: f64, moves: Option<u32>) -> Clock {
        let seconds = Duration::from_secs_f64;
        Clock {
            left: seconds(left),
            increment: seconds(increment),
            moves,
        }
    }

    #[test]
    fn no_clock_is_ever_passed() {
        let overhead = Duration::from_millis(30);
        for left in [0.0, 0.001, 0.05, 1.0, 300.0, 1e9] {
            for increment in [0.0, 0.01, 5.0] {
                for moves in [None, Some(1), Some(2), Some(75)] {
                    let clock = clock(left, increment, moves);
                    let limits = Limits {
                        clock: Some(clock),
                        overhead,
                        ..Limits::default()
                    };
                    let budget = Budget::new(&limits);
                    let usable = clock.left.saturating_sub(overhead);
                    assert!(budget.soft <= budget.hard, "{limits:?}");
                    assert!(budget.hard <= Some(usable), "{limits:?}");
                }
            }
        }
    }

    #[test]
    fn the_last_move_of_a_period_may_take_what_is_left() {
        let limits = Limits {
            clock: Some(clock(8.0, 0.0, Some(1))),
            ..Limits::default()
        };
        assert_eq!(Budget::new(&limits).hard, Some(Duration::from_secs(8)));
    }

    #[test]
    fn the_earliest_limit_counts() {
        let move_time = Some(Duration::from_millis(5));
        let limits = Limits {
            clock: Some(clock(60.0, 0.0, None)),
            move_time,
            ..Limits::default()
        };
        assert_eq!(Budget::new(&limits).hard, move_time);
    }
}
