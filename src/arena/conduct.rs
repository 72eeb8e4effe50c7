//! Playing a schedule, several games at once.
//!
//! Each worker takes a pair, plays what is missing of it and takes the next. A worker has its own
//! players, made when first needed and kept from game to game. Games are handed on as they end; who
//! gets them may end the match. However it ends, all players are gone when it has.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use super::clock::TimeControl;
use super::contestant::{Contestant, Kind};
use super::dxp::minutes_of;
use super::openings::Opening;
use super::player::{self, Player, Setting};
use super::record::{GameRecord, MoveRecord, Winner};
use super::referee::{self, Aborted, HouseRules, Played};
use super::schedule::Pair;
use crate::notation::{HubNumbering, write_fen, write_hub_move};
use crate::position::Side;

/// How often it is tried to start an engine before the match ends.
const START_TRIES: u32 = 3;
/// The wait before the second try; it doubles with each.
const START_PAUSE: Duration = Duration::from_millis(200);
/// For the deepest lines of searches in this process.
const STACK: usize = 32 << 20;

/// A match that is ready to be played.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// The engines.
    pub contestants: Vec<Contestant>,
    /// The level of those that have none of their own.
    pub control: TimeControl,
    /// What players have in common, and the switch that breaks off the match.
    pub setting: Setting,
    /// When games end that are not over.
    pub house: HouseRules,
    /// The openings.
    pub openings: Vec<Opening>,
    /// Games that are played at once.
    pub concurrency: usize,
}

/// Why a match ended before its time.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConductError {
    /// An engine can no longer be started.
    #[error("the engine '{engine}' cannot be started: {detail}")]
    NotStarted {
        /// Its name.
        engine: String,
        /// Why.
        detail: String,
    },
}

impl Conduct {
    /// Why an engine cannot play this match at all, if so.
    pub fn objection(&self, who: &Contestant) -> Option<String> {
        let control = who.control.unwrap_or(self.control);
        match &who.kind {
            Kind::Own(_) => None,
            Kind::Program(program) => program
                .dialect
                .objection(self.setting.variant, control.has_node_limit())
                .map(str::to_owned),
            Kind::Dxp(_) if self.concurrency > 1 => {
                Some("a DXP partner plays one game at a time".to_owned())
            }
            Kind::Dxp(_) => minutes_of(&control).err(),
        }
    }

    /// Plays the games of `pairs` for which `is_wanted` holds and hands each to `each` when it has
    /// ended.
    ///
    /// # Errors
    /// [`ConductError`] if an engine cannot be started, or not again.
    pub fn play(
        &self,
        pairs: &[Pair],
        is_wanted: &(dyn Fn(usize) -> bool + Sync),
        each: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
    ) -> Result<(), ConductError> {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (post, games) = channel();
            for number in 0..self.concurrency.max(1) {
                let (post, next) = (post.clone(), &next);
                let worker = thread::Builder::new().name(format!("game {number}"));
                let worker = worker.stack_size(STACK);
                // With fewer threads than wanted the match only takes longer.
                let _ = worker.spawn_scoped(scope, move || {
                    self.work(pairs, is_wanted, next, &post);
                });
            }
            drop(post);
            for game in games {
                let flow = game.map(|game| each(&game));
                if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                    self.setting.stop.raise();
                    return flow.map(|_| ());
                }
            }
            Ok(())
        })
    }

    fn work(
        &self,
        pairs: &[Pair],
        is_wanted: &(dyn Fn(usize) -> bool + Sync),
        next: &AtomicUsize,
        post: &Sender<Result<GameRecord, ConductError>>,
    ) {
        let mut players: Vec<Option<Box<dyn Player>>> =
            self.contestants.iter().map(|_| None).collect();
        // Only a counter: it guards nothing else.
        while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (half, seats) in [[pair.first, pair.second], [pair.second, pair.first]]
                .into_iter()
                .enumerate()
            {
                let number = 2 * pair.number + half;
                if self.setting.stop.is_raised() || !is_wanted(number) {
                    continue;
                }
                let played = match self.game(&mut players, pair, seats) {
                    Ok(Some(played)) => Ok(self.record(number, pair, seats, &played)),
                    Ok(None) => return,
                    Err(error) => Err(error),
                };
                let is_last = played.is_err();
                if post.send(played).is_err() || is_last {
                    return;
                }
            }
        }
    }

    /// Plays one game, unless the match is being broken off; `seats` are the engines that have
    /// White and Black. An engine that cannot be started is given some time and tried again.
    fn game(
        &self,
        players: &mut [Option<Box<dyn Player>>],
        pair: &Pair,
        seats: [usize; 2],
    ) -> Result<Option<Played>, ConductError> {
        // Taken out of the list, since two of its members are needed at once.
        let controls = seats.map(|engine| self.contestants[engine].control.unwrap_or(self.control));
        let [mut white, mut black] = [0, 1].map(|seat: usize| {
            let (engine, control) = (seats[seat], &controls[seat]);
            let make = || player::make(&self.contestants[engine], control, &self.setting);
            players[engine].take().unwrap_or_else(make)
        });
        let variant = self.setting.variant;
        let draw_rules = self.setting.draw_set.rules(variant);
        let opening = self.openings[pair.opening].game(variant, draw_rules);
        let mut pause = START_PAUSE;
        let mut tries = 1..=START_TRIES;
        let played = loop {
            tries.next();
            let both: referee::Seats = [white.as_mut(), black.as_mut()];
            match referee::play(opening.clone(), both, controls, &self.house) {
                Ok(played) => break Some(played),
                Err(Aborted::Interrupted) => break None,
                Err(Aborted::NotStarted(side, detail)) if tries.is_empty() => {
                    let engine = self.contestants[seats[side as usize]].name.clone();
                    return Err(ConductError::NotStarted { engine, detail });
                }
                Err(Aborted::NotStarted(..)) => thread::sleep(pause),
            }
            pause *= 2;
        };
        players[seats[0]] = Some(white);
        players[seats[1]] = Some(black);
        Ok(played)
    }

    fn record(
        &self,
        number: usize,
        pair: &Pair,
        [white, black]: [usize; 2],
        played: &Played,
    ) -> GameRecord {
        let variant = self.setting.variant;
        let moves: Vec<String> = played
            .game
            .moves()
            .iter()
            .map(|&mv| write_hub_move(variant, HubNumbering::TopLeft, mv))
            .collect();
        let thousandths = |seconds: f64| (seconds * 1e3).round() / 1e3;
        let notes = played.choices.iter().map(|choice| MoveRecord {
            s: choice.note.score,
            d: choice.note.depth,
            n: choice.note.nodes,
            t: thousandths(choice.elapsed.as_secs_f64()),
        });
        GameRecord {
            game: number,
            white,
            black,
            opening: pair.opening,
            winner: match played.verdict.winner {
                Some(Side::White) => Winner::White,
                Some(Side::Black) => Winner::Black,
                None => Winner::Nobody,
            },
            reason: played.verdict.reason,
            text: played.verdict.text.clone(),
            start: write_fen(variant, played.game.start()),
            moves: moves.join(" "),
            opening_plies: self.openings[pair.opening].moves.len(),
            notes: notes.collect(),
        }
    }
}
