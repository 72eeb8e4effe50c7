//! What every player of the arena can do, whatever it is: begin a game, choose a move, finish.
//!
//! A player is told the game as it stands and answers with a move that its own text named; whether
//! the game is over, and what time the move took, is the business of the referee. Everything that
//! can go wrong is a [`Failure`], never a panic and never a hanging call: each call ends soon after
//! the time that it was given.

use std::path::PathBuf;
use std::time::Duration;

use super::clock::TimeControl;
use super::contestant::{Contestant, Kind};
use super::dxp::{DxpPlayer, minutes_of};
use super::hub::HubPlayer;
use super::own::OwnPlayer;
use super::stop::Stop;
use crate::game::Game;
use crate::position::{Move, Side};
use crate::protocol::hub::Level;
use crate::rules::{DrawSet, Variant};

/// A player.
pub trait Player: Send {
    /// Begins a game, in which it has `side`. The moves of the opening have been played.
    ///
    /// # Errors
    /// [`Failure`] if the player cannot be started or does not answer.
    fn begin(&mut self, game: &Game, side: Side) -> Result<(), Failure>;

    /// Chooses a move in the present position, which has one.
    ///
    /// # Errors
    /// [`Failure`], with which the game is lost. After one that says so the player starts anew
    /// with the next game.
    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Failure>;

    /// Tells the player that the game is over, and who has won.
    fn finish(&mut self, game: &Game, winner: Option<Side>);
}

/// What a player may spend on one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    /// The limits to be told to the player.
    pub level: Level,
    /// The time after which the move comes too late, grace included; nothing if time does not
    /// count.
    pub limit: Option<Duration>,
    /// The time after which a player that has no limit is taken to be stuck.
    pub patience: Duration,
}

impl Turn {
    /// How long an answer is waited for.
    pub fn wait(&self) -> Duration {
        self.limit.unwrap_or(self.patience)
    }
}

/// A move that a player has chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move, legal in the position.
    pub mv: Move,
    /// The time that it took.
    pub elapsed: Duration,
    /// What the player said about it.
    pub note: Note,
}

/// What a player says about its move, as far as it does.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Note {
    /// Men, from the side that moves.
    pub score: Option<f64>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

/// Why a player has no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// Its answer came too late.
    #[error("no move within {:.3} s", .0.as_secs_f64())]
    Late(Duration),
    /// It does not answer at all and had to be killed.
    #[error("no answer within {:.1} s", .0.as_secs_f64())]
    Stalled(Duration),
    /// It has ended or closed its output.
    #[error("the program has ended{0}")]
    Crashed(String),
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// Its move is not legal.
    #[error("{0}")]
    Illegal(String),
    /// Its answer names no move.
    #[error("{0}")]
    Unreadable(String),
    /// It gives up the game.
    #[error("the game is given up")]
    Resigned,
    /// The match is being broken off.
    #[error("the match is broken off")]
    Interrupted,
}

/// What all players of a match have in common.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The rules.
    pub variant: Variant,
    /// When games are drawn.
    pub draw_set: DrawSet,
    /// How long a program may take to start and to be ready for a game.
    pub start_time: Duration,
    /// Folder in which players of this process keep their ending tables; nothing for in memory.
    pub table_folder: Option<PathBuf>,
    /// The switch that breaks off the match.
    pub stop: Stop,
}

/// A player for a contestant, which plays at this level. Programs are started, and partners are
/// called, when their first game begins.
pub fn make(who: &Contestant, control: &TimeControl, setting: &Setting) -> Box<dyn Player> {
    match &who.kind {
        Kind::Own(options) => Box::new(OwnPlayer::new(options, setting)),
        Kind::Program(program) => Box::new(HubPlayer::new(program, setting)),
        Kind::Dxp(address) => {
            // A level that cannot be told was refused before.
            let time = minutes_of(control).unwrap_or_default();
            Box::new(DxpPlayer::new(address, time, setting))
        }
    }
}
