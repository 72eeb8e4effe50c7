//! What a player may spend on its moves: a level of Hub, and the clock that it leads to.
//!
//! Responsible for the text of levels (`nodes=2000`, `move-time=0.1`, `time=60,inc=0.5`,
//! `moves=40,time=300`, `depth=8`, several parts joined with commas) and for counting down. The
//! increment is added *before* each move, as Hub has it. Not responsible for what happens to a
//! player whose time is up.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::protocol::hub::{Command, Level};

/// The parts of a level.
const PARTS: [&str; 6] = ["nodes", "depth", "move-time", "time", "inc", "moves"];

/// The level that a player plays at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeControl {
    level: Level,
}

/// A text that is no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("level '{text}': {fault}")]
pub struct TimeControlError {
    text: String,
    fault: String,
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let error = |fault: String| TimeControlError {
            text: text.to_owned(),
            fault,
        };
        let mut line = String::from("level");
        for part in text.split(',') {
            let name = part.split('=').next().unwrap_or_default().trim();
            if !PARTS.contains(&name) {
                let expected = PARTS.join(", ");
                return Err(error(format!(
                    "expected parts named {expected}, found '{part}'"
                )));
            }
            line.push(' ');
            line.push_str(part);
        }
        let parsed = Command::parse(line.as_bytes()).map_err(|fault| error(fault.to_string()))?;
        let Command::Level(level) = parsed else {
            return Err(error("expected a level".to_owned()));
        };
        let negative = |value: Option<f64>| value.is_some_and(|value| value < 0.0);
        if [level.move_time, level.time, level.inc]
            .into_iter()
            .any(negative)
        {
            return Err(error("expected times from 0".to_owned()));
        }
        if level.time.is_none() && (level.inc.is_some() || level.moves.is_some()) {
            return Err(error("'inc' and 'moves' need a 'time'".to_owned()));
        }
        Ok(Self { level })
    }
}

/// The text that is read back to the same level.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = Command::Level(self.level).line();
        let parts: Vec<String> = line
            .arguments
            .iter()
            .map(|argument| format!("{}={}", argument.name, argument.text()))
            .collect();
        f.write_str(&parts.join(","))
    }
}

impl TimeControl {
    /// Whether the level limits the positions that are searched.
    pub const fn has_node_limit(&self) -> bool {
        self.level.nodes.is_some()
    }

    /// The seconds for a whole game, if the level is just that.
    pub fn game_seconds(&self) -> Option<f64> {
        let time = self.level.time?;
        (self.level
            == Level {
                time: Some(time),
                ..Level::default()
            })
        .then_some(time)
    }

    /// The clock at the start of a game.
    pub fn clock(&self) -> GameClock {
        let Level { time, moves, .. } = self.level;
        GameClock {
            control: *self,
            left: time.unwrap_or(0.0),
            moves,
        }
    }
}

/// The clock of one player in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameClock {
    control: TimeControl,
    /// Seconds left before the increment of the next move.
    left: f64,
    /// Moves until time is added, this one counted.
    moves: Option<u32>,
}

impl GameClock {
    /// The level for the next move.
    pub fn level(&self) -> Level {
        let level = self.control.level;
        Level {
            time: level.time.map(|_| self.left),
            moves: self.moves,
            ..level
        }
    }

    /// The time that the next move may take, if there is a limit.
    pub fn allowance(&self) -> Option<Duration> {
        let Level {
            move_time,
            time,
            inc,
            ..
        } = self.control.level;
        let clock = time.map(|_| self.left + inc.unwrap_or(0.0));
        let seconds = match (move_time, clock) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        // Ten years are as good as what is too large for a duration.
        seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 3e8)))
    }

    /// Takes the time of a move off the clock. What was overdrawn within the grace of the arbiter
    /// is forgiven.
    pub fn spend(&mut self, time: Duration) {
        let level = self.control.level;
        if level.time.is_some() {
            self.left = (self.left + level.inc.unwrap_or(0.0) - time.as_secs_f64()).max(0.0);
        }
        if let (Some(moves), Some(period)) = (self.moves, level.moves) {
            if moves > 1 {
                self.moves = Some(moves - 1);
            } else {
                self.moves = Some(period);
                self.left += level.time.unwrap_or(0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().expect("a level")
    }

    #[test]
    fn levels_are_read_and_printed() {
        for text in [
            "nodes=2000",
            "depth=8",
            "move-time=0.1",
            "moves=40,time=60",
            "time=60,inc=0.5",
        ] {
            assert_eq!(control(text).to_string(), text);
        }
        for wrong in [
            "", "nodes", "nodes=x", "ndes=3", "inc=1", "moves=3", "time=-1", "infinite",
        ] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_increment_comes_before_the_move() {
        let mut clock = control("time=10,inc=1").clock();
        assert_eq!(clock.allowance(), Some(Duration::from_secs(11)));
        clock.spend(Duration::from_secs(3));
        assert_eq!(clock.level().time, Some(8.0));
        clock.spend(Duration::from_secs(20));
        assert_eq!(clock.allowance(), Some(Duration::from_secs(1)));
    }

    #[test]
    fn time_is_added_after_the_moves_of_a_period() {
        let mut clock = control("moves=2,time=10").clock();
        clock.spend(Duration::from_secs(4));
        assert_eq!(
            (clock.level().moves, clock.level().time),
            (Some(1), Some(6.0))
        );
        clock.spend(Duration::from_secs(4));
        assert_eq!(
            (clock.level().moves, clock.level().time),
            (Some(2), Some(12.0))
        );
    }

    #[test]
    fn without_time_there_is_no_allowance() {
        assert_eq!(control("nodes=100").clock().allowance(), None);
        assert_eq!(
            control("time=9,move-time=2").clock().allowance(),
            Some(Duration::from_secs(2))
        );
    }
}
