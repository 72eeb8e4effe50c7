//! Moves as games of all dialects have them, and the variations between parentheses.

use super::pdn::PdnFault;
use super::pdn_lexer::{Lexer, Place, Word};
use super::record::RecordedMove;
use super::{HubNumbering, MoveError, MoveText, parse_fen, side_letter, write_fen};
use crate::board::Numbering;
use crate::position::{Move, Position};
use crate::rules::Variant;

/// How a game names its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub(super) variant: Variant,
    /// Whether numbers on a board with letters count from a1 upwards, as pydraughts has it, and
    /// not from the top left.
    pub(super) counts_from_a1: bool,
}

impl Dialect {
    /// Whether numbers can be counted in two ways.
    pub(super) fn is_ambiguous(variant: Variant) -> bool {
        variant.rules().numbering == Numbering::Algebraic
    }

    /// The legal move that a text means, also one that has a sign of capture and takes nothing.
    pub(super) fn legal(self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        let parse = |text: &str| MoveText::parse(text)?.resolve(self.variant, pos);
        let text = if self.counts_from_a1 {
            &*with_letters(self.variant, text)
        } else {
            text
        };
        parse(text).or_else(|error| match error {
            MoveError::NotCapture { .. } => parse(&text.replace(['x', 'X', ':', '×'], "-")),
            _ => Err(error),
        })
    }
}

/// A move whose numbers, counted from a1, are replaced by the letters of their squares.
fn with_letters(variant: Variant, text: &str) -> String {
    let rules = variant.rules();
    let name = |digits: &str| {
        let number = digits.parse().ok()?;
        let square = HubNumbering::Pydraughts.square_by_number(variant, number)?;
        Some(rules.geometry.name(square, rules.numbering).to_string())
    };
    let (mut written, mut rest, mut follows_letter) = (String::new(), text, false);
    while let Some(next) = rest.chars().next() {
        let run = rest.len()
            - rest
                .trim_start_matches(|sign: char| sign.is_ascii_digit())
                .len();
        // Digits that run on are squares of two.
        let length = if run == 0 {
            next.len_utf8()
        } else {
            run.min(2)
        };
        let (part, behind) = rest.split_at(length);
        match name(part).filter(|_| run > 0 && !follows_letter) {
            Some(square) => written.push_str(&square),
            None => written.push_str(part),
        }
        follows_letter = next.is_ascii_alphabetic() && !matches!(next, 'x' | 'X');
        rest = behind;
    }
    written
}

/// A text with one blank between its words; marks of byte order, which do not show, are blanks.
pub(super) fn in_one_line(text: &str) -> String {
    let words = text.split(|next: char| next.is_whitespace() || next == '\u{feff}');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// A position with the other side to move.
pub(super) fn turned(variant: Variant, pos: &Position) -> Option<Position> {
    let fen = write_fen(variant, pos);
    let behind = fen.get(1..)?;
    parse_fen(variant, &format!("{}{behind}", side_letter(!pos.side()))).ok()
}

/// A capture and the jump behind it as one route, if the one begins where the other ends.
pub(super) fn continued(legs: &str, next: &str) -> Option<String> {
    let is_square = |sign: char| sign.is_ascii_alphanumeric() && !matches!(sign, 'x' | 'X');
    let end = legs.rsplit(|sign| !is_square(sign)).next()?;
    let (begin, rest) = next.split_at(next.find(|sign| !is_square(sign))?);
    let plain = |name: &str| name.trim_start_matches('0').to_ascii_lowercase();
    (plain(end) == plain(begin)).then(|| format!("{legs}{rest}"))
}

/// Reads the text between two parentheses; an error without a fault is a text without moves.
pub(super) fn variation(
    dialect: Dialect,
    start: Position,
    text: &str,
    place: Place,
    depth: usize,
) -> Result<Vec<RecordedMove>, Option<(Place, PdnFault)>> {
    let mut lexer = Lexer::new(text, place);
    let mut moves: Vec<RecordedMove> = Vec::new();
    let (mut pos, mut before) = (start, start);
    while let Some((place, word)) = lexer.word() {
        match (word, moves.last_mut()) {
            (Word::Move(text), last) => match dialect.legal(&pos, &text) {
                Ok(mv) => {
                    before = pos;
                    pos = pos.after(mv);
                    moves.push(RecordedMove::new(mv));
                }
                Err(MoveError::Syntax { .. }) if last.is_none() => return Err(None),
                Err(error) => return Err(Some((place, error.into()))),
            },
            (Word::Comment(text), Some(last)) => {
                let text = in_one_line(&text);
                last.comments.extend((!text.is_empty()).then_some(text));
            }
            (Word::Annotation(number), Some(last)) => last.annotations.push(number),
            (Word::Variation(text, inside), Some(last)) => {
                let read =
                    (depth > 0).then(|| variation(dialect, before, &text, inside, depth - 1));
                match read {
                    Some(Ok(moves)) if !moves.is_empty() => last.variations.push(moves),
                    Some(Err(Some(fault))) => return Err(Some(fault)),
                    _ => last.comments.push(in_one_line(&format!("({text})"))),
                }
            }
            (Word::Fault(fault), Some(_)) => return Err(Some((place, fault))),
            (Word::Number(_) | Word::Result(_), _) => {}
            _ => return Err(None),
        }
    }
    Ok(moves)
}
