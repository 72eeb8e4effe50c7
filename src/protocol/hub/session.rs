//! A conversation with a Hub host.
//!
//! Responsible for obeying commands in order, and for one answer to each question whatever comes
//! in. Not responsible for the order itself (`desk`) or for what happens during a search
//! (`search`).
//!
//! A session is state, an inbox and a sink. It takes any input and any output; standard input and
//! output are the business of [`run_stdio`](super::run_stdio).

use std::io::{self, BufRead, Write};

use super::command::{Command, Mode};
use super::desk::{Desk, Message};
use super::level::Level;
use super::reply::{Kind, Param, Reply};
use super::search::search;
use super::sink::Sink;
use crate::engine::{self, Engine, Setting, SettingError};
use crate::game::IllegalMove;
use crate::notation::{
    FenError, MoveError, parse_hub_move, parse_hub_position, parse_king_counts, parse_position,
};

/// Why a session ends before its host wants it to.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The host cannot be written to, or a thread cannot be started.
    #[error("the session cannot go on")]
    Io(#[from] io::Error),
    /// The search broke down, which is a bug.
    #[error("the search broke down")]
    SearchFailed,
}

/// A conversation with one host.
///
/// # Examples
/// ```
/// use damocles::engine::Engine;
/// use damocles::protocol::hub::Session;
///
/// let mut output = Vec::new();
/// Session::new(Engine::default(), &mut output).run(&b"init\nping\nquit\n"[..])?;
/// assert_eq!(output, b"ready\npong\n");
/// # Ok::<(), damocles::protocol::hub::SessionError>(())
/// ```
pub struct Session<W> {
    engine: Engine,
    level: Level,
    desk: Desk<W>,
}

impl<W: Write> Session<W> {
    /// A session that speaks for `engine`.
    pub fn new(engine: Engine, output: W) -> Self {
        Self {
            engine,
            level: Level::default(),
            desk: Desk::new(Sink::new(output)),
        }
    }

    /// The same session, which copies what is said to `transcript`: `>` before the lines of the
    /// host, `<` before its own.
    pub fn with_transcript(mut self, transcript: Box<dyn Write + Send>) -> Self {
        self.desk.sink().copy_to(transcript);
        self
    }

    /// Listens and answers until `quit` or the end of input.
    ///
    /// # Errors
    /// [`SessionError`] if the output is closed or the search breaks down.
    pub fn run(mut self, input: impl BufRead + Send + 'static) -> Result<(), SessionError> {
        self.desk.open(input)?;
        while let Some(message) = self.desk.next() {
            match message {
                Message::Command(command) => self.obey(command)?,
                Message::Fault(fault) => self.complain(&fault)?,
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<(), SessionError> {
        match command {
            Command::Hub => self.introduce()?,
            Command::SetParam { name, value } => match self.engine.set(&name, &value) {
                // Hosts send each engine the parameters of others.
                Ok(()) | Err(SettingError::Unknown { .. }) => {}
                Err(error) => self.complain(&error)?,
            },
            Command::Init => {
                self.engine.prepare();
                self.desk.say(&Reply::Ready)?;
            }
            Command::NewGame => self.engine.new_game(),
            Command::Ping => self.desk.say(&Reply::Pong)?,
            Command::Pos {
                position,
                moves,
                wolf,
            } => {
                self.level = Level::default();
                if let Err(error) = self.set_position(position.as_deref(), &moves, wolf.as_deref())
                {
                    self.complain(&error)?;
                }
            }
            Command::Level(level) => self.level = level.after(self.level),
            Command::Go(mode) => self.go(mode)?,
            // Too late for a search that has ended; or `quit`, which the desk has seen to.
            Command::PonderHit | Command::Stop | Command::Quit => {}
        }
        Ok(())
    }

    fn complain(&mut self, error: &impl ToString) -> io::Result<()> {
        self.desk.say(&Reply::error(error))
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.desk.say(&Reply::Id {
            name: "Damocles".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            // With a blank: one host fails on quotation marks that are not needed.
            author: Some("the Damocles authors".to_owned()),
            country: None,
        })?;
        for setting in Setting::ALL {
            let value = self.engine.settings().value(setting.id);
            self.desk.say(&Reply::Param(param(&setting, value)))?;
        }
        self.desk.say(&Reply::Wait)
    }

    /// Puts up a position and plays the moves. After a bad position the old one stays; after a
    /// bad move the moves before it stay played.
    fn set_position(
        &mut self,
        position: Option<&str>,
        moves: &str,
        counts: Option<&str>,
    ) -> Result<(), PositionError> {
        let (variant, numbering) = (self.engine.variant(), self.engine.settings().numbering());
        let text = position.unwrap_or("start");
        let mut pos = if text.contains(':') || text == "start" {
            parse_position(variant, text)
        } else {
            parse_hub_position(variant, numbering, text)
        }
        .map_err(PositionError::Position)?;
        if let Some(counts) = counts {
            pos = parse_king_counts(variant, &pos, counts).map_err(PositionError::Counts)?;
        }
        self.engine.set_position(pos);
        for (index, text) in moves.split_whitespace().enumerate() {
            let number = index + 1;
            let position = self.engine.game().position();
            let mv = parse_hub_move(variant, numbering, position, text)
                .map_err(|source| PositionError::Move { number, source })?;
            self.engine
                .play(mv)
                .map_err(|source| PositionError::Illegal { number, source })?;
        }
        Ok(())
    }

    /// Searches. The limits hold for one search only.
    fn go(&mut self, mode: Mode) -> Result<(), SessionError> {
        let level = std::mem::take(&mut self.level);
        let settings = self.engine.settings();
        let mut limits = level.limits(mode, settings.overhead());
        limits.lines = settings.lines();
        search(&mut self.engine, &mut self.desk, &limits, mode)
    }
}

/// What is wrong with a position or the moves that follow it.
#[derive(Debug, thiserror::Error)]
enum PositionError {
    #[error("pos: {0}")]
    Position(FenError),
    #[error("pos: wolf: {0}")]
    Counts(FenError),
    #[error("pos: move {number}: {source}")]
    Move { number: usize, source: MoveError },
    #[error("pos: move {number}: {source}")]
    Illegal { number: usize, source: IllegalMove },
}

/// An option of the engine as a parameter of Hub.
fn param(setting: &Setting, value: String) -> Param {
    let kind = match setting.kind {
        engine::Kind::Bool => Kind::Bool,
        engine::Kind::Int { min, max } => Kind::Int { min, max },
        engine::Kind::Real { min, max } => Kind::Real { min, max },
        engine::Kind::Text => Kind::Text,
        engine::Kind::Enum(words) | engine::Kind::Variant(words) => Kind::Enum {
            values: words.iter().map(|&word| word.to_owned()).collect(),
        },
    };
    Param {
        name: setting.name.to_owned(),
        value,
        kind,
    }
}
