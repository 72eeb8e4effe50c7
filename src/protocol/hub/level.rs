//! The limits a host sets with `level`, and what they mean for a search.
//!
//! Responsible for the numbers of `level` and for turning them into [`Limits`]. Not responsible
//! for what a search does with its time.
//!
//! All forms hold together: several arguments, and several lines before one `go`. The first limit
//! that is reached ends the search. With a clock, the increment is added *before* the move, so
//! the time available now is time plus increment, and a `time` below zero makes sense.

use std::time::Duration;

use super::command::{Mode, ParseError};
use super::line::Line;
use crate::search::{Clock, Limits};

/// Longest time that is taken for a time: about three years.
const MAX_SECONDS: f64 = 1e8;

/// The arguments of `level`; the default has none, which means: until `stop`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Level {
    /// Takes back what earlier lines have set.
    pub infinite: bool,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Seconds for this move.
    pub move_time: Option<f64>,
    /// Moves to be made in `time`, this one counted.
    pub moves: Option<u32>,
    /// Seconds on the clock, before the increment for this move.
    pub time: Option<f64>,
    /// Seconds added before each move.
    pub inc: Option<f64>,
}

impl Level {
    /// Reads the arguments. What cannot be used is reported to `faults` and left out.
    pub(super) fn read(line: &Line, faults: &mut Vec<ParseError>) -> Self {
        let mut number = |name: &'static str, expected: &'static str, fits: fn(f64) -> bool| {
            let text = line.value(name)?;
            let value = real(text).filter(|&value| fits(value));
            if value.is_none() {
                faults.push(ParseError::bad_value("level", name, text, expected));
            }
            value
        };
        let whole = |value: f64| value.fract() == 0.0 && value >= 0.0;
        let counting = |value: f64| value.fract() == 0.0 && value >= 1.0;
        let seconds = |_: f64| true;
        Self {
            infinite: line.argument("infinite").is_some(),
            // Numbers above the range of an integer become its largest value.
            depth: number("depth", "a whole number", whole).map(|depth| depth as u32),
            nodes: number("nodes", "a whole number", whole).map(|nodes| nodes as u64),
            moves: number("moves", "a whole number from 1", counting).map(|moves| moves as u32),
            move_time: number("move-time", "a number of seconds", seconds),
            time: number("time", "a number of seconds", seconds),
            inc: number("inc", "a number of seconds", seconds),
        }
    }

    /// The line that says this.
    pub(super) fn line(&self) -> Line {
        let mut line = Line::new("level");
        if self.infinite {
            line = line.with_flag("infinite");
        }
        let whole = [("depth", self.depth.map(u64::from)), ("nodes", self.nodes)];
        for (name, value) in whole {
            line = value
                .into_iter()
                .fold(line, |line, value| line.with(name, value));
        }
        line = self
            .moves
            .into_iter()
            .fold(line, |line, moves| line.with("moves", moves));
        let reals = [
            ("move-time", self.move_time),
            ("time", self.time),
            ("inc", self.inc),
        ];
        for (name, value) in reals {
            line = value
                .into_iter()
                .fold(line, |line, value| line.with(name, value));
        }
        line
    }

    /// These limits and, where they say nothing, those that were set before.
    pub fn after(self, before: Self) -> Self {
        if self.infinite {
            return Self {
                infinite: false,
                ..self
            };
        }
        Self {
            infinite: false,
            depth: self.depth.or(before.depth),
            nodes: self.nodes.or(before.nodes),
            move_time: self.move_time.or(before.move_time),
            moves: self.moves.or(before.moves),
            time: self.time.or(before.time),
            inc: self.inc.or(before.inc),
        }
    }

    /// The limits of a search in this mode, `overhead` being what the way to the arbiter costs.
    pub fn limits(&self, mode: Mode, overhead: Duration) -> Limits {
        let increment = seconds(self.inc.unwrap_or(0.0));
        let clock = (self.time.is_some() || self.inc.is_some()).then(|| Clock {
            left: seconds(self.time.unwrap_or(0.0) + self.inc.unwrap_or(0.0)),
            increment,
            moves: self.moves,
        });
        let move_time = self.move_time.map(seconds);
        let overhead = match move_time {
            // A time for each move is seldom policed to the millisecond: most of it is to be used.
            Some(time) if clock.is_none() => overhead.min(time / 10),
            _ => overhead,
        };
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            move_time,
            clock,
            overhead,
            is_game: mode != Mode::Analyze,
            ..Limits::default()
        };
        limits.waits = limits.is_infinite();
        limits
    }
}

/// Whether a search with these limits must go on until it is told to stop: it has none, or it
/// ponders and its times do not run yet.
pub(super) fn is_endless(limits: &Limits, is_pondering: bool) -> bool {
    if is_pondering {
        limits.depth.is_none() && limits.nodes.is_none()
    } else {
        limits.is_infinite()
    }
}

fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value.clamp(0.0, MAX_SECONDS)).unwrap_or_default()
}

/// A finite number; a comma is read as a decimal point, which some hosts print by locale.
pub(super) fn real(text: &str) -> Option<f64> {
    text.trim()
        .replace(',', ".")
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> (Level, usize) {
        let mut faults = Vec::new();
        let line = Line::parse(text.as_bytes()).expect("a line");
        (Level::read(&line, &mut faults), faults.len())
    }

    fn limits(text: &str) -> Limits {
        level(text)
            .0
            .limits(Mode::Think, Duration::from_millis(100))
    }

    #[test]
    fn the_increment_is_added_before_the_move() {
        let clock = |text| limits(text).clock.expect("a clock");
        assert_eq!(clock("level time=2 inc=1").left, Duration::from_secs(3));
        assert_eq!(
            clock("level time=-0.5 inc=1").left,
            Duration::from_millis(500)
        );
        assert_eq!(clock("level time=-3 inc=1").left, Duration::ZERO);
        assert_eq!(clock("level moves=3 time=60,5").moves, Some(3));
        assert_eq!(
            clock("level moves=3 time=60,5").left,
            Duration::from_millis(60_500)
        );
        assert_eq!(limits("level moves=3").clock, None);
    }

    #[test]
    fn limits_of_several_lines_hold_together_until_infinite() {
        let join = |lines: [&str; 3]| {
            lines
                .iter()
                .fold(Level::default(), |before, line| level(line).0.after(before))
        };
        let all = join([
            "level move-time=90",
            "level depth=20",
            "level nodes=5 depth=7",
        ]);
        assert_eq!(
            (all.move_time, all.depth, all.nodes),
            (Some(90.0), Some(7), Some(5))
        );
        let last = join(["level move-time=90", "level infinite", "level depth=3"]);
        assert_eq!((last.move_time, last.depth), (None, Some(3)));
    }

    #[test]
    fn what_is_no_number_is_left_out_and_named() {
        let (read, faults) =
            level("level depth=x nodes=1e26 move-time=nan time=inf inc=\"\" moves=0");
        assert_eq!(
            read,
            Level {
                nodes: Some(u64::MAX),
                ..Level::default()
            }
        );
        assert_eq!(faults, 5);
        assert_eq!(level("level depth=3.0").0.depth, Some(3));
        assert_eq!(level("level depth=3.5").1, 1);
        assert_eq!(
            level("level nodes=100000000000000000000000000").0.nodes,
            Some(u64::MAX)
        );
        assert_eq!(limits("level depth=0").depth, Some(1));
    }

    #[test]
    fn a_search_without_limit_is_endless_and_so_is_pondering_on_a_clock() {
        assert!(limits("level infinite").waits);
        assert!(!limits("level time=1").waits);
        let ponder = level("level time=1").0.limits(Mode::Ponder, Duration::ZERO);
        assert!(is_endless(&ponder, true) && !is_endless(&ponder, false) && !ponder.waits);
        let ponder = level("level depth=4 time=1")
            .0
            .limits(Mode::Ponder, Duration::ZERO);
        assert!(!is_endless(&ponder, true));
    }

    #[test]
    fn the_overhead_spares_most_of_a_time_for_each_move() {
        assert_eq!(
            limits("level move-time=0.05").overhead,
            Duration::from_millis(5)
        );
        assert_eq!(
            limits("level time=0.05").overhead,
            Duration::from_millis(100)
        );
    }
}
