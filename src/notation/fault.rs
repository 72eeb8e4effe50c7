//! What can be wrong with the text of a position.

use std::fmt;

use super::side_name;
use crate::position::Side;

/// How many faults an error keeps; the others are only counted.
const MOST_KEPT: usize = 20;

/// The faults of a text that should have been a position, a FEN or a Hub string, by column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The first faults found, at least one and at most twenty, ordered by column.
    pub faults: Vec<FenFault>,
    /// How many more there are.
    pub omitted: usize,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        if self.omitted > 0 {
            write!(f, "; and {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

/// One fault, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{found} at column {column}: {kind}")]
pub struct FenFault {
    /// The offending part of the text, such as `square 51` or `'x'`.
    pub found: String,
    /// Column in characters of the text, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub kind: FenFaultKind,
}

/// What is wrong with a part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenFaultKind {
    /// The text cannot go on like this; what was expected instead.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The board has no such square; the squares that it has.
    #[error("this board has squares {0}")]
    NoSuchSquare(&'static str),
    /// Another piece was put there before.
    #[error("it is used twice")]
    UsedTwice,
    /// A man stands where it would have been crowned.
    #[error("a man of {} would be a king there", side_name(*.0))]
    ManOnKingRow(Side),
    /// A range begins with the higher square.
    #[error("expected the lower square first")]
    ReversedRange,
    /// A range between squares named by letters.
    #[error("expected numbers on both ends of a range")]
    RangeOfLetters,
    /// The pieces of a side have been listed before.
    #[error("the pieces of {} are listed twice", side_name(*.0))]
    SideTwice(Side),
    /// The text ends without the pieces of a side.
    #[error("expected the pieces of {}, which may be none", side_name(*.0))]
    SideMissing(Side),
    /// A count of king moves in a variant that does not count them.
    #[error("this variant does not count king moves")]
    NotCounted,
    /// A count of king moves that the rules do not allow; the limit.
    #[error("at most {0} king moves in a row are allowed")]
    CountTooHigh(u8),
    /// A count of moves of a king that is not there.
    #[error("{} has no king on that square", side_name(*.0))]
    NoKingToCount(Side),
    /// A Hub string of the wrong length; the number of squares of the board.
    #[error("expected {0} letters, one for each square")]
    Length(usize),
}

/// Faults as they are found.
#[derive(Default, Debug)]
pub(super) struct Faults {
    kept: Vec<FenFault>,
    omitted: usize,
}

impl Faults {
    /// Adds a fault. What was found is only put into words if the fault is kept.
    pub(super) fn add(
        &mut self,
        column: usize,
        found: impl FnOnce() -> String,
        kind: FenFaultKind,
    ) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(FenFault {
                found: found(),
                column,
                kind,
            });
        } else {
            self.omitted += 1;
        }
    }

    /// Whether nothing was wrong so far.
    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The value, if nothing was wrong with its text.
    pub(super) fn or<T>(mut self, value: T) -> Result<T, FenError> {
        if self.is_empty() {
            return Ok(value);
        }
        self.kept.sort_by_key(|fault| fault.column);
        Err(FenError {
            faults: self.kept,
            omitted: self.omitted,
        })
    }
}
