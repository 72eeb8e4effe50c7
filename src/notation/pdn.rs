//! Games of PDN files.
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
//! Responsible for taking a text apart into games and for playing their moves. Not responsible for
//! what tags but `FEN`, `GameType` and `Variant` say, nor for comments and variations, which are
//! skipped.
//!
//! A game ends with its result, before a tag behind its moves, before a second tag of the same name
//! as its first, before a number `1.` behind two moves or more, or with the text. `1-1` and `2-0`
//! and their like are results always: no move has such squares. A star is a result if it stands
//! alone, and a mark if it is glued to a move.
//!
//! A game with a fault is an error and nothing else is: the games around it are read. Time is in
//! proportion to the length of the text.
//!
//! Sources: the PDN 3.0 standard (W. Wieger, R. Halbersma), and files in the wild.

use super::pdn_lexer::{Lexer, Place, Word};
use super::pdn_write::game_type;
use super::{FenError, MoveError, MoveText, parse_fen};
use crate::position::{Move, Position};
use crate::rules::{Base, Variant};

/// A game that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct PdnGame {
    /// Names and values of the tags, in their order, without escapes.
    pub tags: Vec<(String, String)>,
    /// Where the game begins.
    pub start: Position,
    /// The moves, all legal.
    pub moves: Vec<Move>,
    /// The result behind the moves as it was written, otherwise that of the tag `Result`.
    pub result: Option<String>,
}

impl PdnGame {
    /// The value of the first tag of a name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }
}

/// A game that could not be read: its first fault.
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
    #[error("FEN: {0}")]
    Position(#[from] FenError),
    /// A move is none, or is not legal. Columns count from the beginning of the move without its
    /// blanks.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The games of a text, in their order, with the faulty ones as errors.
///
/// # Examples
/// ```
/// use damocles::notation::read_games;
/// use damocles::rules::Variant;
///
/// let text = "[White \"A\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n1. 32-26 *\n\n1.33-28 1-1";
/// let games: Vec<_> = read_games(Variant::default(), text).collect();
/// let first = games[0].as_ref().expect("a game");
/// assert_eq!((first.tag("White"), first.moves.len()), (Some("A"), 4));
/// let error = games[1].as_ref().expect_err("an illegal move");
/// assert!(error.to_string().starts_with("game 2, line 4, column 4, half-move 1: illegal move"));
/// assert_eq!(games[2].as_ref().map(|game| game.result.as_deref()), Ok(Some("1-1")));
/// ```
pub fn read_games(
    variant: Variant,
    text: &str,
) -> impl Iterator<Item = Result<PdnGame, PdnError>> + '_ {
    Games {
        variant,
        lexer: Lexer::new(text),
        pending: None,
        read: 0,
    }
}

/// Whether a text begins with a tag of a game: a bracket, a name and a quotation mark.
pub fn begins_with_tag(text: &str) -> bool {
    super::pdn_lexer::begins_tag(text)
}

struct Games<'a> {
    variant: Variant,
    lexer: Lexer<'a>,
    /// A word that belongs to the next game.
    pending: Option<(Place, Word)>,
    /// How many games have been read.
    read: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut draft = Draft::new(self.variant);
        while let Some((place, word)) = self.pending.take().or_else(|| self.lexer.word()) {
            if draft.ends_before(&word) {
                self.pending = Some((place, word));
                break;
            }
            let is_result = matches!(word, Word::Result(_));
            // A result without a game is left over from one that had two of them.
            if is_result && draft.is_empty() {
                continue;
            }
            draft.add(place, word);
            if is_result {
                break;
            }
        }
        if draft.is_empty() {
            return None;
        }
        self.read += 1;
        Some(draft.finish(self.read))
    }
}

/// A game as it grows. After a fault its words are only counted.
struct Draft {
    variant: Variant,
    game: PdnGame,
    /// The value of the tag `FEN`, until the first word behind the tags.
    fen: Option<(Place, String)>,
    pos: Position,
    /// Where the tags begin.
    place: Option<Place>,
    has_movetext: bool,
    half_moves: usize,
    fault: Option<(Place, usize, PdnFault)>,
}

impl Draft {
    fn new(variant: Variant) -> Self {
        let start = Position::start(variant);
        Self {
            variant,
            game: PdnGame {
                tags: Vec::new(),
                start,
                moves: Vec::new(),
                result: None,
            },
            fen: None,
            pos: start,
            place: None,
            has_movetext: false,
            half_moves: 0,
            fault: None,
        }
    }

    /// Whether there is nothing of a game yet.
    const fn is_empty(&self) -> bool {
        self.game.tags.is_empty() && self.half_moves == 0 && self.fault.is_none()
    }

    /// Whether a word begins the next game.
    fn ends_before(&self, word: &Word) -> bool {
        match word {
            Word::Tag(name, ..) => {
                let first = self.game.tags.first();
                self.has_movetext && !self.is_empty()
                    || first.is_some_and(|(first, _)| first == name)
                    || self.fen.is_some() && name == "FEN"
            }
            Word::FaultyTag(_) => self.has_movetext && !self.is_empty(),
            Word::Number(Some(1)) => self.half_moves >= 2,
            _ => false,
        }
    }

    fn add(&mut self, place: Place, word: Word) {
        if !matches!(word, Word::Tag(..) | Word::FaultyTag(_)) {
            self.end_tags();
        }
        match word {
            Word::Tag(name, value, value_place) => {
                self.place.get_or_insert(place);
                if name == "FEN" && !value.trim().is_empty() {
                    self.fen = Some((value_place, value.clone()));
                }
                self.game.tags.push((name, value));
            }
            Word::Move(text) => self.add_move(place, &text),
            Word::Result(text) => self.game.result = Some(text),
            Word::FaultyTag(fault) | Word::Fault(fault) => self.fail(place, fault),
            // The other words only come from a lexer that reads in full.
            _ => {}
        }
    }

    fn add_move(&mut self, place: Place, text: &str) {
        if self.fault.is_none() {
            match MoveText::parse(text).and_then(|text| text.resolve(self.variant, &self.pos)) {
                Ok(mv) => {
                    self.pos = self.pos.after(mv);
                    self.game.moves.push(mv);
                }
                Err(error) => self.fail(place, error.into()),
            }
        }
        self.half_moves += 1;
    }

    /// Sees to what the tags say about rules and position, once.
    fn end_tags(&mut self) {
        if std::mem::replace(&mut self.has_movetext, true) || self.fault.is_some() {
            return;
        }
        if let Some(found) = other_variant(self.variant, &self.game.tags) {
            let expected = self.variant;
            let place = self.place.unwrap_or(Place { line: 1, column: 1 });
            self.fail(place, PdnFault::OtherVariant { found, expected });
        } else if let Some((place, fen)) = &self.fen {
            match parse_fen(self.variant, fen) {
                Ok(start) => {
                    self.game.start = start;
                    self.pos = start;
                }
                Err(error) => self.fail(*place, error.into()),
            }
        }
    }

    fn fail(&mut self, place: Place, fault: PdnFault) {
        let half_move = self.half_moves + 1;
        self.fault.get_or_insert((place, half_move, fault));
    }

    fn finish(mut self, number: usize) -> Result<PdnGame, PdnError> {
        self.end_tags();
        if let Some((place, half_move, fault)) = self.fault {
            return Err(PdnError {
                game: number,
                line: place.line,
                column: place.column,
                half_move,
                fault,
            });
        }
        if self.game.result.is_none() {
            self.game.result = self.game.tag("Result").map(str::to_owned);
        }
        Ok(self.game)
    }
}

pub(super) fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter()
        .find_map(|(found, value)| (found == name).then_some(value.as_str()))
}

/// The rules that tags tell of, if they are others than these. A tag `Variant` with a name that is
/// known here goes before the number of `GameType`; what is not understood says nothing.
fn other_variant(variant: Variant, tags: &[(String, String)]) -> Option<String> {
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
