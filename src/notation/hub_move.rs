//! Moves of the Hub protocol.
//!
//! ```text
//! 32-28             a quiet move
//! 38x9x13x22x32     a capture: start, end, then all captured squares
//! ```
//!
//! A capture names no landing squares. Written is the form of Scan: captured squares ascending,
//! numbers without padding. [`HubNumbering`] tells which squares the numbers mean.
//!
//! Read is any order and padding; the sign is not compared with the move, except that it chooses
//! where a quiet move and a capture have the same ends. Captured squares may be missing, and a
//! capture may be written as a route, as long as the text fits one legal move. If a text with more
//! than two squares is the complete form of one move it means that, whatever else it could mean.

use std::fmt::Write as _;

use super::hub::HubNumbering;
use super::move_error::MoveError;
use super::move_text::{Candidates, MoveText, SquareText, by_captured, by_ends, by_path};
use super::square_names;
use crate::board::Square;
use crate::movegen::legal_moves;
use crate::position::{Move, MoveList, Position};
use crate::rules::Variant;

/// Reads a move of the Hub protocol: the legal move of `pos` that the text means, as described in
/// the head of this file.
///
/// # Errors
/// [`MoveError`]: a text that is no move, fits no legal move, or fits several.
///
/// # Examples
/// ```
/// use damocles::notation::{HubNumbering, parse_fen, parse_hub_move, write_hub_move};
/// use damocles::rules::{Base, Variant};
///
/// let (variant, numbering) = (Variant::from(Base::International), HubNumbering::TopLeft);
/// let position = parse_fen(variant, "W:W38,48:B32,22,13,1")?;
/// let mv = parse_hub_move(variant, numbering, &position, "38x09x32x22x13")?;
/// assert_eq!(write_hub_move(variant, numbering, mv), "38x9x13x22x32");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_hub_move(
    variant: Variant,
    numbering: HubNumbering,
    pos: &Position,
    text: &str,
) -> Result<Move, MoveError> {
    MoveText::parse(text)?.resolve_hub(variant, numbering, pos)
}

impl MoveText {
    /// The legal move of `pos` that the text means in the Hub protocol; see [`parse_hub_move`].
    ///
    /// # Errors
    /// [`MoveError::NoSuchSquare`], [`MoveError::Illegal`] and [`MoveError::Ambiguous`].
    pub fn resolve_hub(
        &self,
        variant: Variant,
        numbering: HubNumbering,
        pos: &Position,
    ) -> Result<Move, MoveError> {
        let lookup = |name| square_named(variant, numbering, name);
        let squares = self.squares(square_names(variant.rules()), lookup)?;
        let mut legal = MoveList::new();
        legal_moves(variant, pos, &mut legal);
        let (from, fitting) = match *squares {
            [from, to] => (from, by_ends(&legal, from, to, self.sign())),
            [from, to, ref list @ ..] => {
                let mut fitting = by_captured(&legal, from, to, list);
                let is_complete = match *fitting {
                    [mv] => mv.captured().len() as usize == list.len(),
                    _ => false,
                };
                if !is_complete {
                    let by_path = by_path(variant, pos, &legal, &squares);
                    fitting.extend(by_path.filter(|mv| !fitting.contains(mv)));
                }
                (from, fitting)
            }
            // A text has two squares at least.
            _ => (Square::default(), Vec::new()),
        };
        let candidates = Candidates {
            pos,
            legal: &legal,
            fitting: &fitting,
        };
        self.only(&candidates, from, |mv| {
            write_hub_move(variant, numbering, mv)
        })
    }
}

/// The square that a Hub move calls so. Letters, which no client sends, are read on 8x8 boards.
fn square_named(variant: Variant, numbering: HubNumbering, name: SquareText) -> Option<Square> {
    match name {
        SquareText::Number(number) => numbering.square_by_number(variant, number.into()),
        SquareText::Letters(letter, digit) => {
            let geometry = variant.rules().geometry;
            let has_letters = geometry.size() == 8;
            has_letters.then(|| geometry.square_by_letters(&format!("{letter}{digit}")))?
        }
    }
}

/// Writes a legal move in the form of Scan, which [`parse_hub_move`] reads back to the same move.
pub fn write_hub_move(variant: Variant, numbering: HubNumbering, mv: Move) -> String {
    let number = |square| numbering.number_of(variant, square);
    let sign = if mv.is_capture() { 'x' } else { '-' };
    let mut captured: Vec<usize> = mv.captured().into_iter().map(number).collect();
    captured.sort_unstable();
    let mut text = format!("{}{sign}{}", number(mv.from()), number(mv.to()));
    for square in captured {
        // Writing to a string cannot fail.
        let _ = write!(text, "x{square}");
    }
    text
}
