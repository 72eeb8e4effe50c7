//! What can be wrong with the text of a move.

use super::side_name;
use crate::position::Side;

/// A text that is no legal move. Columns count characters of the text, from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text has not the form of a move.
    #[error("{found} at column {column} of move '{text}': expected {expected}")]
    Syntax {
        /// The move, cut if it is long.
        text: String,
        /// Where the fault is.
        column: usize,
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// The board has no such square.
    #[error("square {name} at column {column} of move '{text}': this board has squares {squares}")]
    NoSuchSquare {
        /// The move, cut if it is long.
        text: String,
        /// Where the square is.
        column: usize,
        /// The square as it was written, without padding.
        name: String,
        /// The squares of the board.
        squares: &'static str,
    },
    /// A sign of capture in a move that takes nothing.
    #[error("sign at column {column} of move '{text}': expected '-', since nothing is captured")]
    NotCapture {
        /// The move, cut if it is long.
        text: String,
        /// Where the sign is.
        column: usize,
    },
    /// No legal move is meant by the text.
    #[error("illegal move '{text}' at column {column}: {reason}")]
    Illegal {
        /// The move, cut if it is long.
        text: String,
        /// The first square that cannot be right.
        column: usize,
        /// Why.
        reason: IllegalReason,
    },
    /// The text fits several legal moves.
    #[error("ambiguous move '{text}': it could be {}", .moves.join(" or "))]
    Ambiguous {
        /// The move, cut if it is long.
        text: String,
        /// The moves that it fits, each written in full; at most ten, in the order of the texts.
        moves: Vec<String>,
    },
}

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalReason {
    /// The side to move has no legal move at all.
    #[error("{} has no legal move", side_name(*.0))]
    NoMoves(Side),
    /// The side to move has no piece on the square that the move starts from.
    #[error("{} has no piece there", side_name(*.0))]
    NoPiece(Side),
    /// A quiet move while the side to move must capture.
    #[error("{} must capture", side_name(*.0))]
    MustCapture(Side),
    /// The piece has no such move.
    #[error("the piece has no such move")]
    NoSuchMove,
}
