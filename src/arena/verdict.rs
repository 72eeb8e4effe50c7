//! How a game between engines ended, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::player::Failure;
use crate::game::Outcome;
use crate::position::Side;

/// The result of a game with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The side that has won, if one has.
    pub winner: Option<Side>,
    /// What ended the game.
    pub reason: Reason,
    /// The reason in words.
    pub text: String,
}

/// What ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The rules: won, or drawn.
    Rules,
    /// The scores of both players, for long enough.
    Score,
    /// Ending tables.
    Tables,
    /// The game was too long.
    Length,
    /// The loser gave up.
    Resignation,
    /// The loser was late.
    Time,
    /// The loser did not answer any more.
    Stall,
    /// The loser ended.
    Crash,
    /// The loser played a move that is not legal.
    Illegal,
    /// The answer of the loser named no move.
    Unreadable,
}

/// Faults of a player, which are counted apart from results: they are bugs and not strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A move that is none.
    Illegal,
    /// Too late.
    Time,
    /// Gone, or stuck.
    Disconnect,
}

impl Reason {
    /// The fault of the loser, if the reason is one.
    pub const fn fault(self) -> Option<Fault> {
        match self {
            Self::Illegal | Self::Unreadable => Some(Fault::Illegal),
            Self::Time => Some(Fault::Time),
            Self::Crash | Self::Stall => Some(Fault::Disconnect),
            Self::Rules | Self::Score | Self::Tables | Self::Length | Self::Resignation => None,
        }
    }
}

impl Verdict {
    /// The end by the rules.
    pub fn by_rules(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner(),
            reason: Reason::Rules,
            text: outcome.to_string(),
        }
    }

    /// The end by a failure of `loser`; nothing if there was no game to be lost: the match is being
    /// broken off, or the player cannot even be started.
    pub fn by_failure(loser: Side, failure: &Failure) -> Option<Self> {
        let reason = match failure {
            Failure::Late(_) => Reason::Time,
            Failure::Stalled(_) => Reason::Stall,
            Failure::Crashed(_) => Reason::Crash,
            Failure::Illegal(_) => Reason::Illegal,
            Failure::Unreadable(_) => Reason::Unreadable,
            Failure::Resigned => Reason::Resignation,
            Failure::NotStarted(_) | Failure::Interrupted => return None,
        };
        let name = match loser {
            Side::White => "White",
            Side::Black => "Black",
        };
        Some(Self {
            winner: Some(!loser),
            reason,
            text: format!("{name} loses: {failure}"),
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.winner {
            Some(Side::White) => "2-0",
            Some(Side::Black) => "0-2",
            None => "1-1",
        };
        write!(f, "{result} {}", self.text)
    }
}
