//! A program that speaks Hub, as a player.
//!
//! Responsible for the host's half of the conversation: handshake, parameters, games, searches. What
//! is written and read for it is that of the dialect (`dialect`). After
//! each answer the program is sent a `ping`, and the next search begins only after its `pong`: so a
//! second `done` for one search can never be taken for the answer to the next. It is ignored. A
//! program that does not know `ping` is asked once and then no more. Lines that are no Hub are
//! ignored as well.

use std::time::{Duration, Instant};

use super::contestant::Program;
use super::dialect;
use super::player::{Choice, Failure, Note, Player, Setting, Turn};
use super::process::Process;
use crate::game::Game;
use crate::notation::{HubNumbering, parse_hub_move};
use crate::position::Side;
use crate::protocol::hub::{Command, Info, Reply};

/// How long a program may take to stop a search.
const STOP_TIME: Duration = Duration::from_secs(2);
/// How long the answer to `ping` is waited for.
const PING_TIME: Duration = Duration::from_secs(2);

/// The program and the state of the conversation.
pub(super) struct HubPlayer {
    program: Program,
    setting: Setting,
    process: Option<Process>,
    /// Answers to `ping` that are awaited.
    pongs_due: u32,
    /// Whether the program has failed to answer a `ping`.
    is_mute: bool,
}

impl HubPlayer {
    pub(super) fn new(program: &Program, setting: &Setting) -> Self {
        let (program, setting) = (program.clone(), setting.clone());
        Self {
            program,
            setting,
            process: None,
            pongs_due: 0,
            is_mute: false,
        }
    }

    /// Starts the program and brings it to `ready`.
    fn start(&mut self) -> Result<(), Failure> {
        self.pongs_due = 0;
        self.process = Some(Process::start(&self.program, &self.setting.stop)?);
        let deadline = Instant::now() + self.setting.start_time;
        self.say(&Command::Hub)?;
        let mut parameters = self.program.parameters.clone();
        loop {
            match self.reply_by(deadline)?.1 {
                Reply::Wait => break,
                Reply::Param(param)
                    if param.name == "variant"
                        && parameters.iter().all(|(name, _)| name != "variant") =>
                {
                    let word = dialect::word_for(self.setting.variant, &param.kind);
                    parameters.insert(0, ("variant".to_owned(), word));
                }
                _ => {}
            }
        }
        for (name, value) in parameters {
            self.say(&Command::SetParam { name, value })?;
        }
        self.say(&Command::Init)?;
        while self.reply_by(deadline)?.1 != Reply::Ready {}
        Ok(())
    }

    fn say(&mut self, command: &Command) -> Result<(), Failure> {
        let text = self.program.dialect.command(command);
        self.process()?.send(&text)
    }

    fn process(&mut self) -> Result<&mut Process, Failure> {
        self.process
            .as_mut()
            .ok_or_else(|| Failure::Crashed(String::new()))
    }

    /// The next line that is Hub, and when it came; nothing if there is none by then.
    fn reply(&mut self, deadline: Instant) -> Result<Option<(Instant, Reply)>, Failure> {
        while let Some((time, line)) = self.process()?.receive(deadline)? {
            if let Some(reply) = self.program.dialect.reply(&line) {
                if reply == Reply::Pong {
                    self.pongs_due = self.pongs_due.saturating_sub(1);
                }
                return Ok(Some((time, reply)));
            }
        }
        Ok(None)
    }

    fn reply_by(&mut self, deadline: Instant) -> Result<(Instant, Reply), Failure> {
        self.reply(deadline)?
            .ok_or(Failure::Stalled(self.setting.start_time))
    }

    /// Announces a new game to a program that is running.
    fn greet(&mut self) -> Result<(), Failure> {
        self.say(&Command::NewGame)?;
        self.ping()?;
        self.catch_up()
    }

    /// Asks for a sign of life, which is awaited before the next search.
    fn ping(&mut self) -> Result<(), Failure> {
        if !self.is_mute {
            self.say(&Command::Ping)?;
            self.pongs_due += 1;
        }
        Ok(())
    }

    /// Reads all that belongs to earlier searches.
    fn catch_up(&mut self) -> Result<(), Failure> {
        let deadline = Instant::now() + PING_TIME;
        while self.pongs_due > 0 {
            if self.reply(deadline)?.is_none() {
                self.is_mute = true;
                self.pongs_due = 0;
            }
        }
        while self.is_mute && self.reply(Instant::now())?.is_some() {}
        Ok(())
    }

    /// The end of the present search: what it answered, when, and the last that it reported.
    fn answer(&mut self, end: Instant) -> Result<Option<(Instant, Option<String>, Info)>, Failure> {
        let mut last = Info::default();
        loop {
            match self.reply(end)? {
                None => return Ok(None),
                Some((time, Reply::Done { best, .. })) => return Ok(Some((time, best, last))),
                Some((_, Reply::Info(info))) => {
                    last.score = info.score.or(last.score);
                    last.depth = info.depth.or(last.depth);
                    last.nodes = info.nodes.or(last.nodes);
                }
                Some(_) => {}
            }
        }
    }

    fn think(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Failure> {
        self.catch_up()?;
        let start = Instant::now();
        let text = self.program.dialect.search(game, &turn.level);
        self.process()?.send(&text)?;
        let Some((time, best, info)) = self.answer(start + turn.wait())? else {
            self.say(&Command::Stop)?;
            self.answer(Instant::now() + STOP_TIME)?
                .ok_or(Failure::Stalled(turn.wait()))?;
            self.ping()?;
            return Err(Failure::Late(turn.wait()));
        };
        self.ping()?;
        let elapsed = time.saturating_duration_since(start);
        let text = best.ok_or_else(|| Failure::Unreadable("done without a move".to_owned()))?;
        let mv = parse_hub_move(
            game.variant(),
            HubNumbering::TopLeft,
            game.position(),
            &text,
        )
        .map_err(|error| Failure::Illegal(error.to_string()))?;
        let note = Note {
            score: info.score,
            depth: info.depth,
            nodes: info.nodes,
        };
        Ok(Choice { mv, elapsed, note })
    }

    /// Lets go of a program that cannot be used any more.
    fn mind<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        if let Err(Failure::Stalled(_) | Failure::Crashed(_) | Failure::Interrupted) = result {
            self.process = None;
        }
        result
    }
}

impl Player for HubPlayer {
    fn begin(&mut self, _game: &Game, _side: Side) -> Result<(), Failure> {
        let mut result = self.greet();
        if matches!(result, Err(Failure::Crashed(_) | Failure::Stalled(_))) {
            // It died or froze between two games, which is nobody's loss.
            self.process = None;
            result = self.start().and_then(|()| self.greet());
        }
        let result = result.map_err(|failure| match failure {
            Failure::Interrupted | Failure::NotStarted(_) => failure,
            other => Failure::NotStarted(other.to_string()),
        });
        if result.is_err() {
            self.process = None;
        }
        result
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Failure> {
        let result = self.think(game, turn);
        self.mind(result)
    }

    fn finish(&mut self, _game: &Game, _winner: Option<Side>) {}
}

impl Drop for HubPlayer {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss(&Command::Quit.to_string());
        }
    }
}
