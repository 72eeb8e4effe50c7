//! Moves as books and game files write them.
//!
//! ```text
//! 32-28    a quiet move              c3-d4
//! 28x19    a capture by its ends     c3:e5 (Russian)
//! 47x38x24x13x36                     a capture by its whole route
//! ```
//!
//! # What is read
//!
//! [`MoveText`] says which signs and marks. Squares are named as the variant does; 8x8 boards read
//! letters everywhere, and numbers on boards with letters count from the top left. A text means
//!
//! * with two squares: the ends of a move. A dash is taken for a capture too if no quiet move fits;
//!   a sign of capture in a quiet move is an error. If several captures fit, the text names one
//!   only if it is the complete route of it, a single jump in a straight line, because the others
//!   would have been written by their routes.
//! * with more squares: a route, every square on which the piece pauses between two jumps, in
//!   order. A pause may be any empty square on the line between two pieces, and may be left out
//!   where the piece goes straight on.
//! * if it is no route: the ends, then captured pieces in any order, as Hub programs write them,
//!   or as few of them as tell the move, as Scan does in its text mode.
//!
//! Whatever fits several legal moves is refused with a list of them.
//!
//! # What is written
//!
//! The ends, with `:` for captures in Russian draughts and `x` in all others. If two legal captures
//! share the ends, the whole route: each square on which the piece turns, and otherwise the square
//! right behind each piece taken but the last (PDN 3.0). Of several routes the first is taken that
//! the generator finds. No other move has the same route, because the squares tell what is taken.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::move_error::MoveError;
use super::move_text::{Candidates, MoveText, Sign, SquareText, by_captured, by_ends, by_path};
use super::path::captured_on;
use super::square_names;
use crate::board::Square;
use crate::movegen::{captures, legal_moves, routes};
use crate::position::{Move, MoveList, Position};
use crate::rules::{Base, Rules, Variant};

/// Reads a move of a book or game file: the legal move of `pos` that the text means, as described
/// in the head of this file.
///
/// # Errors
/// [`MoveError`]: a text that is no move, fits no legal move, or fits several.
///
/// # Examples
/// ```
/// use damocles::notation::{parse_fen, parse_move, write_move};
/// use damocles::rules::{Base, Variant};
///
/// let variant = Variant::from(Base::International);
/// let position = parse_fen(variant, "W:WK47:B14,19,29,31,42")?;
/// let mv = parse_move(variant, &position, "47x33x24x13x36")?;
/// assert_eq!(write_move(variant, &position, mv), "47x38x24x13x36");
/// assert!(parse_move(variant, &position, "47x36").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_move(variant: Variant, pos: &Position, text: &str) -> Result<Move, MoveError> {
    MoveText::parse(text)?.resolve(variant, pos)
}

impl MoveText {
    /// The legal move of `pos` that the text means in the notation of books and game files; see
    /// [`parse_move`].
    ///
    /// # Errors
    /// Every [`MoveError`] but [`MoveError::Syntax`].
    pub fn resolve(&self, variant: Variant, pos: &Position) -> Result<Move, MoveError> {
        let rules = variant.rules();
        let squares = self.named_squares(variant)?;
        let mut legal = MoveList::new();
        legal_moves(variant, pos, &mut legal);
        let (from, fitting) = match *squares {
            [from, to] => (from, self.resolve_ends(rules, pos, &legal, (from, to))?),
            [from, to, ref list @ ..] => {
                let by_path = by_path(variant, pos, &legal, &squares);
                (
                    from,
                    by_path.map_or_else(|| by_captured(&legal, from, to, list), |mv| vec![mv]),
                )
            }
            // A text has two squares at least.
            _ => (Square::default(), Vec::new()),
        };
        let candidates = Candidates {
            pos,
            legal: &legal,
            fitting: &fitting,
        };
        self.only(&candidates, from, |mv| write_move(variant, pos, mv))
    }

    /// The squares that the text names, at least two, legal or not: the ends and what lies between.
    ///
    /// # Errors
    /// [`MoveError::NoSuchSquare`].
    ///
    /// # Examples
    /// ```
    /// use damocles::notation::MoveText;
    /// use damocles::rules::Variant;
    ///
    /// let squares = MoveText::parse("28x19")?.named_squares(Variant::default())?;
    /// assert_eq!(squares.len(), 2);
    /// # Ok::<(), damocles::notation::MoveError>(())
    /// ```
    pub fn named_squares(&self, variant: Variant) -> Result<Vec<Square>, MoveError> {
        let rules = variant.rules();
        self.squares(square_names(rules), |name| square_named(rules, name))
    }

    fn resolve_ends(
        &self,
        rules: &Rules,
        pos: &Position,
        legal: &[Move],
        (from, to): (Square, Square),
    ) -> Result<Vec<Move>, MoveError> {
        let mut fitting = by_ends(legal, from, to, self.sign());
        if let (Sign::Capture(column), [mv]) = (self.sign(), &*fitting)
            && !mv.is_capture()
        {
            return Err(self.not_capture(column));
        }
        if fitting.len() > 1 {
            let route = captured_on(rules, pos, &[from, to]).filter(|taken| taken.len() == 1);
            if fitting.iter().any(|mv| Some(mv.captured()) == route) {
                fitting.retain(|mv| Some(mv.captured()) == route);
            }
        }
        Ok(fitting)
    }
}

/// The square that a book of the variant calls so; 8x8 boards have letters in every variant.
fn square_named(rules: &Rules, name: SquareText) -> Option<Square> {
    match name {
        SquareText::Number(number) => rules
            .geometry
            .square_by_number(number.into(), rules.numbering),
        SquareText::Letters(letter, digit) => {
            let has_letters = rules.geometry.size() == 8;
            has_letters.then(|| {
                rules
                    .geometry
                    .square_by_letters(&format!("{letter}{digit}"))
            })?
        }
    }
}

/// Writes a legal move of `pos` as books and game files do; see the head of this file.
pub fn write_move(variant: Variant, pos: &Position, mv: Move) -> String {
    let mut pauses = Vec::new();
    if mv.is_capture() {
        let mut others = MoveList::new();
        captures(variant, pos, &mut others);
        if others
            .iter()
            .any(|&other| other != mv && other.hint() == mv.hint())
        {
            pauses = pauses_of(variant, pos, mv);
        }
    }
    let rules = variant.rules();
    let sign = match (mv.is_capture(), variant.base()) {
        (false, _) => '-',
        (true, Base::Russian) => ':',
        (true, _) => 'x',
    };
    let mut text = rules.geometry.name(mv.from(), rules.numbering).to_string();
    for square in pauses.into_iter().chain([mv.to()]) {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{sign}{}",
            rules.geometry.name(square, rules.numbering)
        );
    }
    text
}

/// Writes the moves of a line that starts from `pos`, each as [`write_move`] does.
pub fn write_line(variant: Variant, pos: &Position, moves: &[Move]) -> Vec<String> {
    let mut pos = *pos;
    let names = moves.iter().map(|&mv| {
        let text = write_move(variant, &pos, mv);
        pos = pos.after(mv);
        text
    });
    names.collect()
}

/// The squares between the ends on which a capture pauses, by the first route that is found.
fn pauses_of(variant: Variant, pos: &Position, mv: Move) -> Vec<Square> {
    let found = routes(variant, pos, mv, &mut |jumps| {
        let landings = jumps.split_last().map_or(&[][..], |(_, before)| before);
        ControlFlow::Break(landings.iter().map(|jump| jump.land).collect())
    });
    found.break_value().unwrap_or_default()
}
