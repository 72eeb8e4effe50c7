//! One search of a session, from `go` to `done`.
//!
//! Responsible for everything that happens meanwhile: the search runs on a thread of its own and
//! borrows the engine, so nothing can be changed under it; its reports and its end arrive in the
//! same inbox as the words of the host. Every way out raises the stop flag before the thread is
//! joined, and the thread posts its end even if it panics.
//!
//! A search is *endless* while only the host may end it: without limits, and while pondering on
//! times that do not run yet. Should it have nothing left to do, its answer is kept back. An
//! endless search is stopped when something else waits for its end, or nothing more can come in.

use std::io::Write;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use super::command::{Command, Mode};
use super::desk::{Desk, Event};
use super::level::is_endless;
use super::reply::{Info, Reply};
use super::reports::Reports;
use super::session::SessionError;
use crate::engine::{Chances, Engine};
use crate::game::{Game, Outcome};
use crate::notation::{HubNumbering, write_hub_move};
use crate::position::Move;
use crate::search::{Answer, Limits, Report, Score, Signals};

/// For the deepest lines of play; far more than a search needs.
const STACK: usize = 32 << 20;

/// Searches the position of the engine and answers, with at least one `info` and one `done`.
pub(super) fn search(
    engine: &mut Engine,
    desk: &mut Desk<impl Write>,
    limits: &Limits,
    mode: Mode,
) -> Result<(), SessionError> {
    let voice = Voice {
        game: engine.game().clone(),
        numbering: engine.settings().numbering(),
        has_ranks: limits.lines > 1,
        has_extras: engine.settings().info_extras(),
    };
    if let Some(decided) = voice.decided() {
        return Ok(voice.say_end(desk, decided)?);
    }
    let signals = Signals::new(mode == Mode::Ponder);
    let mut watch = Watch::new(&voice, &signals, limits);
    let answer = thread::scope(|scope| {
        let post = desk.post();
        let thinker = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK);
        let (signals, engine) = (&signals, &mut *engine);
        let thinker = thinker.spawn_scoped(scope, move || {
            let farewell = Farewell(post);
            // If nobody listens, the search is being stopped.
            let mut observer = |report: &Report| {
                let _ = farewell.0.send(Event::Report(report.clone()));
            };
            engine.think(limits, signals, &mut observer)
        })?;
        let watched = watch.keep(desk);
        signals.stop();
        let answer = thinker.join();
        watched?;
        answer.map_err(|_| SessionError::SearchFailed)
    })?;
    watch.say_last(desk, &answer)?;
    if let Some(message) = engine.complaint() {
        desk.say(&Reply::Error { message })?;
    }
    Ok(desk.say(&voice.done(&answer))?)
}

/// Posts the end of a search when it goes out of scope, in whatever way.
struct Farewell(Sender<Event>);

impl Drop for Farewell {
    fn drop(&mut self) {
        // If nobody listens, nobody waits for it.
        let _ = self.0.send(Event::Finished);
    }
}

/// What the session knows of a running search.
struct Watch<'a> {
    voice: &'a Voice,
    signals: &'a Signals,
    limits: &'a Limits,
    started: Instant,
    /// Whether only the host may end the search.
    endless: bool,
    finished: bool,
    reports: Reports,
}

impl<'a> Watch<'a> {
    fn new(voice: &'a Voice, signals: &'a Signals, limits: &'a Limits) -> Self {
        let started = Instant::now();
        Self {
            voice,
            signals,
            limits,
            started,
            endless: is_endless(limits, signals.is_pondering()),
            finished: false,
            reports: Reports::since(started),
        }
    }

    /// Serves the host until the search has ended and its answer may be given.
    fn keep(&mut self, desk: &mut Desk<impl Write>) -> Result<(), SessionError> {
        for command in desk.take_over() {
            self.obey(&command);
        }
        loop {
            self.check_time_to_leave(desk);
            if self.finished && (!self.endless || self.signals.is_stopped()) {
                return Ok(());
            }
            match desk.wait(self.next_due(desk)) {
                Some(Event::Heard(incoming)) => {
                    if let Some(command) = desk.take_in(&incoming, self.started)? {
                        self.obey(&command);
                    }
                }
                Some(Event::Report(report)) => self.reports.add(report),
                Some(Event::Finished) => self.finished = true,
                None => {}
            }
            if self.reports.due().is_some_and(|due| Instant::now() >= due) {
                self.say_reports(desk)?;
            }
        }
    }

    fn obey(&mut self, command: &Command) {
        match command {
            Command::PonderHit => {
                self.signals.ponder_hit();
                self.endless = is_endless(self.limits, false);
            }
            _ => self.signals.stop(),
        }
    }

    /// Stops the search if its time is over for a reason that the search does not know.
    fn check_time_to_leave(&self, desk: &Desk<impl Write>) {
        let is_unwanted = self.endless && desk.has_queue();
        let is_late = desk
            .leave_by()
            .is_some_and(|end| self.endless || Instant::now() >= end);
        if is_unwanted || is_late {
            self.signals.stop();
        }
    }

    /// When something is to be done although nothing has happened.
    fn next_due(&self, desk: &Desk<impl Write>) -> Option<Instant> {
        let leave = desk.leave_by().filter(|_| !self.signals.is_stopped());
        self.reports.due().into_iter().chain(leave).min()
    }

    fn say_reports(&mut self, desk: &mut Desk<impl Write>) -> Result<(), SessionError> {
        for report in self.reports.burst() {
            desk.say(&Reply::Info(self.voice.info(&report)))?;
        }
        self.reports.rest();
        Ok(())
    }

    /// Sends what has not been sent; a search that had nothing to report is summed up.
    fn say_last(
        &mut self,
        desk: &mut Desk<impl Write>,
        answer: &Answer,
    ) -> Result<(), SessionError> {
        if self.reports.is_empty() {
            self.reports.add(Report {
                depth: 1,
                selective_depth: 1,
                rank: 1,
                score: answer.score,
                nodes: answer.nodes,
                elapsed: self.started.elapsed(),
                line: answer.best.into_iter().collect(),
                ..Report::default()
            });
        }
        self.say_reports(desk)
    }
}

/// The game that is searched, for putting what is found into words.
struct Voice {
    game: Game,
    numbering: HubNumbering,
    /// Whether lines of play are told with their ranks.
    has_ranks: bool,
    /// Whether more is told than all hosts know.
    has_extras: bool,
}

impl Voice {
    fn name(&self, mv: Move) -> String {
        write_hub_move(self.game.variant(), self.numbering, mv)
    }

    /// How the game has ended, if there is nothing to search.
    fn decided(&self) -> Option<Outcome> {
        Outcome::decided(
            self.game.variant(),
            self.game.position(),
            &self.game.legal_moves(),
        )
    }

    /// The answer in a position without a legal move: its value, and a bare `done`.
    fn say_end(&self, desk: &mut Desk<impl Write>, decided: Outcome) -> std::io::Result<()> {
        let is_won = decided.winner() == Some(self.game.position().side());
        let report = Report {
            rank: 1,
            score: if is_won {
                Score::WIN
            } else {
                Score::loss_in(0)
            },
            ..Report::default()
        };
        desk.say(&Reply::Info(self.info(&report)))?;
        desk.say(&Reply::Done {
            best: None,
            ponder: None,
        })
    }

    fn info(&self, report: &Report) -> Info {
        /// Above this one host takes the speed for an error.
        const MAX_SPEED: f64 = 99.99;
        let seconds = report.elapsed.as_secs_f64();
        let speed = report.nodes as f64 / seconds / 1e6;
        let extras = self.has_extras.then_some(report);
        Info {
            depth: Some(report.depth),
            mean_depth: Some(report.depth.into()),
            score: Some(f64::from(report.score.hundredths()) / 100.0),
            nodes: Some(report.nodes),
            time: Some(seconds),
            // Over a few milliseconds a speed means nothing.
            nps: (seconds >= 0.01).then(|| speed.min(MAX_SPEED)),
            pv: report.line.iter().map(|&mv| self.name(mv)).collect(),
            rank: self.has_ranks.then_some(report.rank),
            max_depth: extras.map(|report| report.selective_depth),
            table: extras.map(|report| report.table_permille),
            hits: extras
                .map(|report| report.ending_hits)
                .filter(|&hits| hits > 0),
            chances: extras.map(|report| Chances::of(self.game.variant(), report.score)),
        }
    }

    /// The answer. The expected reply is only told if it is legal: one host ends the game if not.
    fn done(&self, answer: &Answer) -> Reply {
        let legal_reply = |best| {
            let mut game = self.game.clone();
            game.play(best).ok()?;
            answer
                .expected
                .filter(|reply| game.legal_moves().contains(reply))
        };
        let ponder = answer
            .best
            .and_then(legal_reply)
            .map(|reply| self.name(reply));
        Reply::Done {
            best: answer.best.map(|best| self.name(best)),
            ponder,
        }
    }
}
