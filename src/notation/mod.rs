//! Text to values and back: positions and moves as people, files and programs write them.
//!
//! Responsible for the FEN of PDN, the position strings and moves of the Hub protocol, and the
//! moves and games of books and game files. Not responsible for when a game ends by the rules, or
//! for reading and writing files: everything here takes a text and returns a value, or the reverse.
//!
//! Reading is liberal and writing is plain. Each reader takes every dialect that is known to be
//! in use and says which; what it cannot read it refuses with all faults and their columns. Each
//! writer has one form, which its reader reads back to an equal value.
//!
//! * [`parse_position`] reads a FEN, a Hub string or `start`; the parts are [`parse_fen`] and
//!   [`parse_hub_position`].
//! * [`parse_move`] reads a move as a book writes it, [`parse_hub_move`] as a Hub program does.
//!   Both compare with the legal moves of a position and never guess: what fits several moves is
//!   an error that lists them.
//! * [`read_records`] and [`RecordStream`] read games with all that stands beside the moves, in
//!   every dialect and whatever the variant; [`write_record`] writes them in one form.
//!
//! Columns count characters from 1 in the text as it was given. No text makes a reader panic, and
//! all readers take time in proportion to the length of the text.
//!
//! Sources: the PDN 3.0 standard (W. Wieger, R. Halbersma), the Hub protocol text that comes with
//! Scan (F. Letouzey), and the behaviour of lidraughts, pydraughts, py-draughts, `CheckerBoard`
//! and the Hub GUI.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod cursor;
mod diagram;
mod fault;
mod fen;
mod fen_items;
mod fen_reader;
mod hub;
mod hub_move;
mod move_error;
mod move_text;
mod mv;
mod path;
mod pdn;
mod pdn_lexer;
mod pdn_write;
mod record;
mod record_guess;
mod record_move;
mod record_reader;
mod record_stream;
mod record_write;
mod svg;
#[cfg(test)]
mod tests;

pub use diagram::{Signs, diagram};
pub use fault::{FenError, FenFault, FenFaultKind};
pub use fen::{parse_fen, write_fen};
pub use hub::{HubNumbering, parse_hub_position, parse_king_counts, write_hub_position};
pub use hub_move::{parse_hub_move, write_hub_move};
pub use move_error::{IllegalReason, MoveError};
pub use move_text::MoveText;
pub use mv::{parse_move, write_line, write_move};
pub use pdn::{MovesBehind, PdnError, PdnFault, begins_with_tag};
pub use pdn_write::{GameResult, GameTags, game_type, write_commented_game, write_game};
pub use svg::{
    Picture, SQUARE, svg_board, svg_diagram, svg_middle, svg_piece, svg_pieces, svg_width,
};

pub use record::{GameRecord, ReadGame, RecordedMove};
pub use record_reader::read_records;
pub use record_stream::{PdnChunk, PdnChunks, RecordStream};
pub use record_write::write_record;

use crate::board::Numbering;
use crate::position::{Position, Side};
use crate::rules::{Rules, Variant};

/// Reads a position in any of the forms known here: a text with a colon is a FEN, the word
/// `start` is the start position, anything else is a Hub string in its usual numbering.
///
/// # Errors
/// All faults of the text, with their columns.
///
/// # Examples
/// ```
/// use damocles::notation::{parse_position, write_fen};
/// use damocles::rules::{Base, Variant};
///
/// let variant = Variant::from(Base::International);
/// let position = parse_position(variant, "W:WK3,25:B38,K47")?;
/// assert_eq!(write_fen(variant, &position), "W:WK3,25:B38,K47");
/// # Ok::<(), damocles::notation::FenError>(())
/// ```
pub fn parse_position(variant: Variant, text: &str) -> Result<Position, FenError> {
    if text.contains(':') || is_start(text) {
        parse_fen(variant, text)
    } else {
        parse_hub_position(variant, HubNumbering::TopLeft, text)
    }
}

/// Whether the text is the word that stands for the start position.
fn is_start(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("start")
}

/// The name of a side in messages.
const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// The letter of a side in positions.
const fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

/// The squares of a board, for messages.
const fn square_names(rules: &Rules) -> &'static str {
    match (rules.geometry.size(), rules.numbering) {
        (10, _) => "1 to 50",
        (_, Numbering::Algebraic) => "a1 to h8, or 1 to 32",
        _ => "1 to 32",
    }
}
