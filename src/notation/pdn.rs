//! What can be wrong with games of PDN files, and what their tags say of the rules.
//!
//! ```text
//! [White "A \"B\" C"]
//! [FEN "W:W31-50:B1-20"]
//!
//! 1.32-28 {comment} 19-23! (1... 18-22 (2. 31-27)) 2. 28 x 19 $1 14-23 ; to the end of the line
//! % the whole line
//! 2-0
//! ```
//!
//! A game ends with its result, before a tag behind its moves, before a second tag of the same name
//! as its first, before a number `1.` behind two moves or more, or with the text. `1-1` and `2-0`
//! and their like are results always: no move has such squares. A star is a result if it stands
//! alone, and a mark if it is glued to a move.
//!
//! Sources: the PDN 3.0 standard (W. Wieger, R. Halbersma), and files in the wild.

use std::fmt;

use super::pdn_write::game_type;
use super::{FenError, MoveError};
use crate::rules::{Base, Variant};

/// A fault of a game, and where it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, line {line}, column {column}, half-move {half_move}: {fault}")]
pub struct PdnError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line of the fault, from 1.
    pub line: usize,
    /// The column of the fault in characters, from 1.
    pub column: usize,
    /// The half-move that was being read or would have come next, from 1.
    pub half_move: usize,
    /// What is wrong.
    pub fault: PdnFault,
}

/// What can be wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PdnFault {
    /// The text cannot go on like this.
    #[error("{found}: expected {expected}")]
    Expected {
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// The game says that it has other rules.
    #[error("game of {found}: expected {expected}")]
    OtherVariant {
        /// The rules that it says, or the number of its type.
        found: String,
        /// The rules that were asked for.
        expected: Variant,
    },
    /// The tag `FEN` is no position. Columns count from the beginning of its value.
    #[error("FEN: {error}{behind}")]
    Position {
        /// What is wrong with the position.
        error: FenError,
        /// What becomes of the moves that should begin from it.
        behind: MovesBehind,
    },
    /// A move is none, or is not legal. Columns count from the beginning of the move without its
    /// blanks.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// What becomes of moves whose position cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MovesBehind {
    /// There are none.
    #[default]
    None,
    /// All are legal from the start position of the variant, and are read from there.
    Start,
    /// They are kept unread.
    Unread,
}

impl fmt::Display for MovesBehind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "",
            Self::Start => "; the moves are read from the start position, where all are legal",
            Self::Unread => "; the moves are not read without it",
        })
    }
}

/// Whether a text begins with a tag of a game: a bracket, a name and a quotation mark.
pub fn begins_with_tag(text: &str) -> bool {
    super::pdn_lexer::begins_tag(text)
}

pub(super) fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter()
        .find_map(|(found, value)| (found == name).then_some(value.as_str()))
}

/// The rules that tags tell of, if they are others than these. A tag `Variant` with a name that is
/// known here goes before the number of `GameType`; what is not understood says nothing.
pub(super) fn other_variant(variant: Variant, tags: &[(String, String)]) -> Option<String> {
    let name = tag(tags, "Variant").unwrap_or_default().trim();
    if let Ok(named) = name.to_ascii_lowercase().parse::<Variant>() {
        return (named != variant).then(|| named.to_string());
    }
    let number = number_of(tag(tags, "GameType")?)?;
    if own_number(variant) == Some(number) {
        return None;
    }
    let known = Base::ALL
        .into_iter()
        .map(Variant::from)
        .find(|&known| own_number(known) == Some(number));
    match known {
        Some(known) => Some(known.to_string()),
        // Variants without a number may have one elsewhere.
        None => own_number(variant).map(|_| format!("type {number}")),
    }
}

pub(super) fn own_number(variant: Variant) -> Option<u8> {
    game_type(variant).and_then(number_of)
}

/// The number in front of a type.
pub(super) fn number_of(game_type: &str) -> Option<u8> {
    game_type.split(',').next()?.trim().parse().ok()
}
