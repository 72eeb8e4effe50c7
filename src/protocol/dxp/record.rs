//! What is known of a game when it is over, and why conversations end.

use std::fmt;
use std::io;
use std::time::Duration;

use super::minutes::Minutes;
use crate::game::{Game, Outcome};
use crate::notation::GameResult;
use crate::position::Side;

/// A game that has been played, wholly or in part.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game, from the position in which it began.
    pub game: Game,
    /// Our colour.
    pub us: Side,
    /// Our name.
    pub name: String,
    /// Name of the partner.
    pub partner: String,
    /// Time agreed on for each side.
    pub time: Minutes,
    /// Moves of each side agreed on; 0 means no limit.
    pub moves: u16,
    /// Time that we have used, by our own clock.
    pub our_time: Duration,
    /// Time that the partner has used, by our clock.
    pub partner_time: Duration,
    /// Who has won, as far as the rules or the loser say so.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: Reason,
}

impl Played {
    /// The result as game files of the variant write it.
    pub fn result_text(&self) -> &'static str {
        self.result
            .text(self.game.variant(), self.game.start().side())
    }

    /// The name of the player of a side.
    pub fn player(&self, side: Side) -> &str {
        if side == self.us {
            &self.name
        } else {
            &self.partner
        }
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The rules end it.
    Rules(Outcome),
    /// The partner says that it has lost.
    Resigned,
    /// The partner claims something that the position does not show.
    Claimed(&'static str),
    /// The partner ended it and did not say why.
    Ended,
    /// The moves agreed on have been made.
    MoveLimit,
    /// The partner sent a move that is not legal.
    IllegalMove(String),
    /// The conversation ended in the middle of the game.
    Broken(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Resigned => f.write_str("the partner says that it has lost"),
            Self::Claimed(what) => {
                write!(
                    f,
                    "the partner claims {what}, which the position does not show"
                )
            }
            Self::Ended => f.write_str("the partner ended the game without a result"),
            Self::MoveLimit => f.write_str("the moves agreed on have been made"),
            Self::IllegalMove(mv) => write!(f, "the partner sent an illegal move: {mv}"),
            Self::Broken(why) => f.write_str(why),
        }
    }
}

/// Why a conversation ended.
#[derive(Debug, thiserror::Error)]
pub enum Parting {
    /// All games that were wanted have been played.
    #[error("all games have been played")]
    Done,
    /// One side said that it wants no more games.
    #[error("the partner wants no more games")]
    NoMore,
    /// The partner refuses to play.
    #[error("the partner refuses to play: {0}")]
    Refused(&'static str),
    /// The partner is gone.
    #[error("the partner closed the connection")]
    Closed,
    /// The partner cannot be reached any more.
    #[error("the connection broke: {0}")]
    Broken(io::Error),
    /// The partner says nothing although it should.
    #[error("the partner was silent for {} seconds", .0.as_secs_f64().round())]
    Silent(Duration),
    /// The partner does not speak this protocol.
    #[error("the partner sent {0} messages in a row that mean nothing")]
    Garbage(u32),
    /// The search broke down, which is a bug.
    #[error("the search broke down")]
    SearchFailed,
}
