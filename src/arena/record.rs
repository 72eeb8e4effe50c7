//! What is written down: one JSON object a line, first the match, then its games as they end.
//!
//! The first line says everything that decides which games are played, but for the part of the
//! schedule; a match is resumed, or its parts joined, only if these lines agree. Games stand in the
//! order in which they ended. A last line that was cut off is ignored.

use serde::{Deserialize, Serialize};

use super::verdict::Reason;

/// The version of the format.
pub const VERSION: u32 = 1;

/// One line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The first line.
    Match(Header),
    /// A game that has ended.
    Game(GameRecord),
}

/// What decides which games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The rules.
    pub variant: String,
    /// When games are drawn.
    pub draw_rules: String,
    /// The engines, in order.
    pub engines: Vec<EngineRecord>,
    /// `round-robin` or `gauntlet`.
    pub format: String,
    /// Pairs of games of each meeting.
    pub pairs: usize,
    /// Where games begin.
    pub openings: String,
    /// A number made from all openings, in hexadecimal.
    pub openings_key: String,
    /// The seed of openings and order.
    pub seed: u64,
    /// Adjudication and length.
    pub house: String,
    /// Which part of the schedule is played, as `K/N`.
    pub shard: String,
}

/// An engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineRecord {
    /// Its name in results.
    pub name: String,
    /// What was given on the command line.
    pub engine: String,
    /// The level it plays at.
    pub level: String,
}

impl Header {
    /// Whether games of both belong to one match.
    pub fn is_same_match(&self, other: &Self) -> bool {
        let shard = self.shard.clone();
        *self
            == Self {
                shard,
                ..other.clone()
            }
    }
}

/// Who has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// White.
    White,
    /// Black.
    Black,
    /// Nobody.
    Nobody,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 0: twice that of its pair, and one more for the game in
    /// which the first engine has Black.
    pub game: usize,
    /// The number of the engine that has White.
    pub white: usize,
    /// The number of the engine that has Black.
    pub black: usize,
    /// The number of the opening.
    pub opening: usize,
    /// Who has won.
    pub winner: Winner,
    /// What ended the game.
    pub reason: Reason,
    /// The reason in words.
    pub text: String,
    /// Where it began, as a FEN.
    pub start: String,
    /// All moves, in the notation of Hub.
    pub moves: String,
    /// How many of them belong to the opening.
    pub opening_plies: usize,
    /// What the players said of their moves, from the first after the opening.
    pub notes: Vec<MoveRecord>,
}

/// What is known of a move; letters, since there are many.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Score in men, from the side that moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub s: Option<f64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub d: Option<u32>,
    /// Positions searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// Seconds.
    pub t: f64,
}

impl GameRecord {
    /// The number of its pair.
    pub const fn pair(&self) -> usize {
        self.game / 2
    }

    /// Half points of an engine that took part: 2, 1 or 0.
    pub const fn half_points(&self, engine: usize) -> usize {
        match self.winner {
            Winner::Nobody => 1,
            Winner::White => 2 * (self.white == engine) as usize,
            Winner::Black => 2 * (self.black == engine) as usize,
        }
    }

    /// The number of the engine that has lost.
    pub const fn loser(&self) -> Option<usize> {
        match self.winner {
            Winner::White => Some(self.black),
            Winner::Black => Some(self.white),
            Winner::Nobody => None,
        }
    }
}
