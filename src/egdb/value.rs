//! The three values of an ending.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a position is worth with best play of both sides, for the side to move, when no draw rule
/// ends the game. The order is that of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The side to move loses.
    Loss = 0,
    /// Nobody can force a win.
    Draw = 1,
    /// The side to move wins.
    Win = 2,
}

impl Value {
    /// The value of the same position for the other side.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The two bits that a table keeps.
    pub(super) const fn code(self) -> u64 {
        self as u64
    }

    /// The value of two bits of a table; the fourth pattern is never stored and read as a draw.
    pub(super) const fn from_code(code: u64) -> Self {
        match code & 3 {
            0 => Self::Loss,
            2 => Self::Win,
            _ => Self::Draw,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}
