//! How and why a game ends.

use std::fmt;

use crate::position::{Move, Position, Side};
use crate::rules::{Counter, Variant};

/// The result of a game by the rules, with its reason. Its text is meant for users.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The side that has won.
        winner: Side,
        /// What decided the game.
        reason: WinReason,
    },
    /// Nobody has won.
    Draw(DrawReason),
}

/// What decides a game. Whether it is good or bad for the side named depends on the variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// This side is to move and has no piece left.
    NoPieces(Side),
    /// This side is to move and has pieces, but no legal move.
    NoMove(Side),
    /// This side is the first to have a king, in a variant where that decides.
    FirstKing(Side),
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The present position, with the same side to move, has occurred so many times.
    Repetition(u8),
    /// A counter has run out.
    Counter(Counter),
}

impl Outcome {
    /// The decision, if `pos` with its legal moves `moves` is won for one side.
    ///
    /// A side to move without a legal move loses; in a losing form it wins. In breakthrough the
    /// side that has a king wins, and in its losing form that side loses. (Should a position be
    /// set up in which both have kings, the side that is not to move counts as the first.)
    pub fn decided(variant: Variant, pos: &Position, moves: &[Move]) -> Option<Self> {
        let (mover, waiter) = (pos.side(), !pos.side());
        let king = [waiter, mover]
            .into_iter()
            .find(|&side| !pos.kings_of(side).is_empty());
        let (reason, winner) = match king {
            Some(side) if variant.ends_with_king() => (WinReason::FirstKing(side), side),
            _ if !moves.is_empty() => return None,
            _ if pos.pieces(mover).is_empty() => (WinReason::NoPieces(mover), waiter),
            _ => (WinReason::NoMove(mover), waiter),
        };
        let winner = if variant.is_losing() { !winner } else { winner };
        Some(Self::Win { winner, reason })
    }

    /// The side that has won, if one has.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner, reason } => write!(f, "{} wins: {reason}", name(*winner)),
            Self::Draw(reason) => write!(f, "draw: {reason}"),
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoPieces(side) => write!(f, "{} has no pieces left", name(side)),
            Self::NoMove(side) => write!(f, "{} has no legal move", name(side)),
            Self::FirstKing(side) => write!(f, "{} has the first king", name(side)),
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repetition(2) => f.write_str("the same position for the second time"),
            Self::Repetition(3) => f.write_str("the same position for the third time"),
            Self::Repetition(4) => f.write_str("the same position for the fourth time"),
            Self::Repetition(times) => write!(f, "the same position {times} times"),
            Self::Counter(counter) => counter.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_small_and_say_why() {
        assert!(size_of::<Outcome>() <= 8);
        let win = |winner, reason| Outcome::Win { winner, reason }.to_string();
        assert_eq!(
            win(Side::White, WinReason::NoPieces(Side::Black)),
            "White wins: Black has no pieces left"
        );
        assert_eq!(
            win(Side::Black, WinReason::NoMove(Side::Black)),
            "Black wins: Black has no legal move"
        );
        assert_eq!(
            Outcome::Draw(DrawReason::Repetition(3)).to_string(),
            "draw: the same position for the third time"
        );
    }
}
