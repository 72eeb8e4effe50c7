//! What a host says, as values.
//!
//! Responsible for turning a [`Line`] into a [`Command`] and back, and for naming what could not
//! be used. Positions and moves stay text here: what they mean depends on the variant, which only
//! the session knows. Unknown arguments are ignored.

use std::fmt;

use super::level::Level;
use super::line::{Line, LineError};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// To play the best move.
    #[default]
    Think,
    /// To think about the reply to a move that the opponent has not made yet.
    Ponder,
    /// To judge the position.
    Analyze,
}

/// One command of a host.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Asks who we are.
    Hub,
    /// Sets a parameter.
    SetParam {
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
    /// Ends the setting of parameters.
    Init,
    /// Says that the next position belongs to another game.
    NewGame,
    /// Asks for a sign of life.
    Ping,
    /// Sets up a position.
    Pos {
        /// The position; nothing for the start position.
        position: Option<String>,
        /// Moves to be made from there, separated by blanks.
        moves: String,
        /// Counts of king moves, as the site lidraughts sends them for Frisian.
        wolf: Option<String>,
    },
    /// Sets limits for the next search.
    Level(Level),
    /// Starts a search.
    Go(Mode),
    /// The opponent has made the move that was pondered on.
    PonderHit,
    /// Ends the search.
    Stop,
    /// Ends the session.
    Quit,
}

/// Why a line, or a part of it, is not used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The line has no form.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The first word is no command.
    #[error("unknown command '{name}'")]
    UnknownCommand {
        /// That word.
        name: String,
    },
    /// An argument that the command needs is not there.
    #[error("{command}: expected an argument '{argument}'")]
    Missing {
        /// The command.
        command: &'static str,
        /// The argument.
        argument: &'static str,
    },
    /// The value of an argument is of no use.
    #[error("{command}: argument {argument}: expected {expected}, found '{found}'")]
    BadValue {
        /// The command.
        command: &'static str,
        /// The argument.
        argument: &'static str,
        /// What its value should have been.
        expected: &'static str,
        /// What it was.
        found: String,
    },
}

impl ParseError {
    pub(super) fn bad_value(
        command: &'static str,
        argument: &'static str,
        found: &str,
        expected: &'static str,
    ) -> Self {
        Self::BadValue {
            command,
            argument,
            expected,
            found: found.to_owned(),
        }
    }
}

impl Command {
    /// The first words of all commands.
    pub const NAMES: [&str; 11] = [
        "hub",
        "set-param",
        "init",
        "new-game",
        "ping",
        "pos",
        "level",
        "go",
        "ponder-hit",
        "stop",
        "quit",
    ];

    /// Reads a line. What cannot be used is reported to `faults`; if nothing is left, there is no
    /// command. A blank line is neither a command nor a fault.
    pub fn read(bytes: &[u8], faults: &mut Vec<ParseError>) -> Option<Self> {
        match Line::parse(bytes) {
            Ok(line) => Self::of_line(&line, faults),
            Err(LineError::Empty) => None,
            Err(error) => {
                faults.push(error.into());
                None
            }
        }
    }

    /// Reads a line that has no fault.
    ///
    /// # Errors
    /// The first [`ParseError`] of the line.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseError> {
        let mut faults = Vec::new();
        let command = Self::read(bytes, &mut faults);
        match faults.into_iter().next() {
            Some(fault) => Err(fault),
            None => command.ok_or(ParseError::Line(LineError::Empty)),
        }
    }

    fn of_line(line: &Line, faults: &mut Vec<ParseError>) -> Option<Self> {
        Some(match line.name.as_str() {
            "hub" => Self::Hub,
            "set-param" => return Self::set_param(line, faults),
            "init" => Self::Init,
            "new-game" => Self::NewGame,
            "ping" => Self::Ping,
            "pos" => Self::Pos {
                position: line.value("pos").map(str::to_owned),
                moves: line.value("moves").unwrap_or_default().to_owned(),
                wolf: line.value("wolf").map(str::to_owned),
            },
            "level" => Self::Level(Level::read(line, faults)),
            "go" => Self::Go(Mode::of(line)),
            "ponder-hit" => Self::PonderHit,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            name => {
                faults.push(ParseError::UnknownCommand {
                    name: name.to_owned(),
                });
                return None;
            }
        })
    }

    fn set_param(line: &Line, faults: &mut Vec<ParseError>) -> Option<Self> {
        let mut argument = |argument: &'static str| {
            let value = line.value(argument);
            if value.is_none() {
                faults.push(ParseError::Missing {
                    command: "set-param",
                    argument,
                });
            }
            value.map(str::to_owned)
        };
        let name = argument("name")?;
        let value = argument("value")?;
        Some(Self::SetParam { name, value })
    }

    /// The line that says this.
    pub fn line(&self) -> Line {
        match self {
            Self::Hub => Line::new("hub"),
            Self::SetParam { name, value } => Line::new("set-param")
                .with("name", name)
                .with("value", value),
            Self::Init => Line::new("init"),
            Self::NewGame => Line::new("new-game"),
            Self::Ping => Line::new("ping"),
            Self::Pos {
                position,
                moves,
                wolf,
            } => {
                let mut line = Line::new("pos");
                if let Some(position) = position {
                    line = line.with("pos", position);
                }
                if !moves.is_empty() {
                    line = line.with("moves", moves);
                }
                if let Some(wolf) = wolf {
                    line = line.with("wolf", wolf);
                }
                line
            }
            Self::Level(level) => level.line(),
            Self::Go(mode) => Line::new("go").with_flag(mode.name()),
            Self::PonderHit => Line::new("ponder-hit"),
            Self::Stop => Line::new("stop"),
            Self::Quit => Line::new("quit"),
        }
    }
}

impl Mode {
    /// The word for it behind `go`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Think => "think",
            Self::Ponder => "ponder",
            Self::Analyze => "analyze",
        }
    }

    /// The mode of a line; an unknown or missing one means to think.
    fn of(line: &Line) -> Self {
        let modes = [Self::Ponder, Self::Analyze];
        modes
            .into_iter()
            .find(|mode| line.argument(mode.name()).is_some())
            .unwrap_or_default()
    }
}

/// The line as a host sends it.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_and_printed() {
        let cases = [
            ("hub", "hub"),
            (
                "set-param value=3 name=threads",
                "set-param name=threads value=3",
            ),
            (
                "set-param name=book-file value",
                "set-param name=book-file value=\"\"",
            ),
            ("pos", "pos"),
            ("pos foo=1 pos=\"Wb\" flag", "pos pos=Wb"),
            (
                "pos moves=\"32-28 19-23\" pos=Wb",
                "pos pos=Wb moves=\"32-28 19-23\"",
            ),
            (
                "pos pos=Wb wolf=\"W33=2 B12=1\"",
                "pos pos=Wb wolf=\"W33=2 B12=1\"",
            ),
            ("level depth=2 handicap=3", "level depth=2"),
            ("level inc=0,5 time=-0.5", "level time=-0.5 inc=0.5"),
            ("level infinite", "level infinite"),
            ("go", "go think"),
            ("go think=true style=x", "go think"),
            ("go analyze=true", "go analyze"),
            ("go mcts", "go think"),
            ("go ponder", "go ponder"),
        ];
        for (text, expected) in cases {
            let command = Command::parse(text.as_bytes()).expect("a command");
            assert_eq!(command.to_string(), expected);
            assert_eq!(
                Command::parse(expected.as_bytes()),
                Ok(command),
                "{expected}"
            );
        }
    }

    #[test]
    fn every_command_has_its_name() {
        for name in Command::NAMES {
            let text = format!("{name} name=a value=b");
            let command = Command::parse(text.as_bytes()).expect("a command");
            assert_eq!(command.line().name, name);
        }
    }

    #[test]
    fn faults_say_what_was_expected() {
        let cases = [
            ("STOP", "unknown command 'STOP'"),
            (
                "set-param value=3",
                "set-param: expected an argument 'name'",
            ),
            (
                "set-param name=book",
                "set-param: expected an argument 'value'",
            ),
            (
                "level depth=abc",
                "level: argument depth: expected a whole number, found 'abc'",
            ),
            (
                "level time=nan",
                "level: argument time: expected a number of seconds, found 'nan'",
            ),
        ];
        for (text, expected) in cases {
            let error = Command::parse(text.as_bytes()).expect_err("a fault");
            assert_eq!(error.to_string(), expected);
        }
        let mut faults = Vec::new();
        let rest = Command::read(b"level depth=3 time=x", &mut faults);
        assert_eq!(
            rest.map(|rest| rest.to_string()).as_deref(),
            Some("level depth=3")
        );
        assert_eq!(faults.len(), 1);
    }
}
