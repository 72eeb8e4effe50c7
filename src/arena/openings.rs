//! Where games begin: positions and the moves that lead from them.
//!
//! Responsible for the sources of openings and for reading lists, with one opening a line; a `#`
//! begins a comment. A line is a position (FEN or Hub), moves of a book from the start position
//! (`32-28 19-23 28x19`, with or without numbers), or a position, a `|` and moves from there. Dots
//! in front of moves stand for moves of the line before, one each: `... 37-32`.
//! Not responsible for files of games (`opening_file`) or for which opening is played when
//! (`schedule`).

use std::fmt;
use std::str::FromStr;

use super::deck::{self, Flavour};
use super::opening_file;
use crate::game::Game;
use crate::movegen::can_capture;
use crate::notation::{parse_move, parse_position, write_fen, write_line};
use crate::position::{Move, Position, Side};
use crate::rng::Rng;
use crate::rules::{DrawRules, Variant};

/// Tries for one random opening before a repeated one is taken.
const TRIES: usize = 200;

/// The beginning of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// Where it begins.
    pub start: Position,
    /// The moves that are played before the players take over.
    pub moves: Vec<Move>,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The start position.
    Start,
    /// So many random plies from the start, with equal material and no capture pending.
    Random(usize),
    /// A built-in deck.
    Deck(Flavour),
    /// A file.
    File(String),
}

/// Why openings cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read the openings of '{path}'")]
    File {
        /// The file.
        path: String,
        /// Why.
        #[source]
        error: std::io::Error,
    },
    /// A line is no opening.
    #[error("line {line} of the openings, '{text}': {fault}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The line, cut if it is long.
        text: String,
        /// What is wrong with it.
        fault: String,
    },
    /// There are none.
    #[error("there are no openings{0}")]
    Empty(String),
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("random", plies)) => plies
                .parse()
                .map(Self::Random)
                .map_err(|_| format!("expected random:PLIES, found '{text}'")),
            Some(("file", path)) => Ok(Self::File(path.to_owned())),
            _ => Ok(match text {
                "start" => Self::Start,
                "balanced" => Self::Deck(Flavour::Balanced),
                "sharp" => Self::Deck(Flavour::Sharp),
                path => Self::File(path.to_owned()),
            }),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::Deck(flavour) => write!(f, "{flavour}"),
            Self::File(path) => write!(f, "file:{path}"),
        }
    }
}

impl Source {
    /// Openings of a variant: all that the source has, or as many random ones as are wanted.
    /// `skipped` is told of each game of a PDN file that cannot be used: where it is and why.
    ///
    /// # Errors
    /// [`OpeningError`] if a file cannot be read, a line of a list is no opening, or nothing is
    /// there.
    pub fn load(
        &self,
        variant: Variant,
        wanted: usize,
        seed: u64,
        skipped: &mut dyn FnMut(&str),
    ) -> Result<Vec<Opening>, OpeningError> {
        let openings = match self {
            Self::Start => {
                vec![Opening {
                    start: Position::start(variant),
                    moves: Vec::new(),
                }]
            }
            Self::Random(plies) => random(variant, *plies, wanted, seed),
            Self::Deck(flavour) => parse_list(variant, deck::built_in(variant, *flavour))?,
            Self::File(path) => {
                let bytes = std::fs::read(path).map_err(|error| OpeningError::File {
                    path: path.clone(),
                    error,
                })?;
                opening_file::read(variant, bytes, skipped)?
            }
        };
        if openings.is_empty() {
            let detail = match self {
                Self::Deck(flavour) => format!(" in the built-in deck '{flavour}' of {variant}"),
                Self::File(path) => format!(" in '{path}' that can be played in {variant}"),
                _ => String::new(),
            };
            return Err(OpeningError::Empty(detail));
        }
        Ok(openings)
    }
}

impl Opening {
    /// The game with the moves of the opening played.
    pub fn game(&self, variant: Variant, draw_rules: &'static DrawRules) -> Game {
        let mut game = Game::from_position(variant, draw_rules, self.start);
        for &mv in &self.moves {
            let played = game.play(mv);
            debug_assert!(played.is_ok(), "openings have legal moves");
        }
        game
    }

    /// A number made from openings and their order, by which lists can be told apart (FNV-1a).
    pub fn key_of(variant: Variant, openings: &[Self]) -> u64 {
        let lines = openings
            .iter()
            .flat_map(|opening| (opening.line(variant) + "\n").into_bytes());
        lines.fold(0xcbf2_9ce4_8422_2325, |key, byte| {
            (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// Reads a line of a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(variant: Variant, line: &str) -> Result<Self, String> {
        let (position, moves) = match line.split_once('|') {
            Some((position, moves)) => (position.trim(), moves.trim()),
            None if is_move_list(line) => ("start", line),
            None => (line.trim(), ""),
        };
        let start = parse_position(variant, position).map_err(|error| error.to_string())?;
        let mut game = Game::from_position(variant, DrawRules::official(variant), start);
        for text in moves.split_whitespace().filter_map(move_of) {
            let mv =
                parse_move(variant, game.position(), text).map_err(|error| error.to_string())?;
            game.play(mv).map_err(|error| error.to_string())?;
        }
        if let Some(outcome) = game.outcome() {
            return Err(format!("the game is over: {outcome}"));
        }
        Ok(Self {
            start,
            moves: game.moves().to_vec(),
        })
    }

    /// The line that is read back to the same opening.
    pub fn line(&self, variant: Variant) -> String {
        let moves = write_line(variant, &self.start, &self.moves);
        match (self.start == Position::start(variant), moves.is_empty()) {
            (true, false) => moves.join(" "),
            (_, true) => write_fen(variant, &self.start),
            (false, false) => {
                format!("{} | {}", write_fen(variant, &self.start), moves.join(" "))
            }
        }
    }
}

/// Reads the lines of a list.
pub(super) fn parse_list(variant: Variant, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    let mut before: Vec<String> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let line = with_shared_moves(line, &mut before);
        let opening = Opening::parse(variant, &line).map_err(|fault| OpeningError::Line {
            line: index + 1,
            text: line.chars().take(60).collect(),
            fault,
        })?;
        openings.push(opening);
    }
    Ok(openings)
}

/// The line with its moves in full: dots in front stand for moves of the line before, which
/// `before` holds.
fn with_shared_moves(line: &str, before: &mut Vec<String>) -> String {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let is_short = first.bytes().all(|byte| byte == b'.');
    before.truncate(if is_short { first.len() } else { 0 });
    let words = if is_short { rest } else { line };
    before.extend(words.split_whitespace().map(str::to_owned));
    before.join(" ")
}

/// The text of a list of openings, in which moves shared with the line before are dots.
pub fn write_list(variant: Variant, openings: &[Opening]) -> String {
    let mut text = String::new();
    let mut before = String::new();
    for opening in openings {
        let line = opening.line(variant);
        let pairs = line.split_whitespace().zip(before.split_whitespace());
        let shared = pairs.take_while(|(word, before)| word == before).count();
        // Positions have no moves to be shared.
        if shared > 0 && is_move_list(&line) {
            text.push_str(&".".repeat(shared));
            for word in line.split_whitespace().skip(shared) {
                text.push(' ');
                text.push_str(word);
            }
        } else {
            text.push_str(&line);
        }
        text.push('\n');
        before = line;
    }
    text
}

/// Whether a line is a list of moves and not a position: it has a sign of a move behind a square.
fn is_move_list(line: &str) -> bool {
    let first = line.split_whitespace().find_map(move_of);
    !line.contains("W:")
        && !line.contains("B:")
        && first.is_some_and(|word| word.contains(['-', 'x', ':']))
}

/// The move of a word of a move list, without the number in front; nothing for a number alone.
fn move_of(word: &str) -> Option<&str> {
    let word = word.rsplit('.').next().unwrap_or(word);
    (!word.is_empty()).then_some(word)
}

/// Random openings that differ, as far as there are enough.
fn random(variant: Variant, plies: usize, wanted: usize, seed: u64) -> Vec<Opening> {
    let mut seen = ahash::HashSet::default();
    let mut openings = Vec::new();
    let mut rng = Rng::stream(seed, 1);
    let mut misses = 0;
    while openings.len() < wanted && misses < TRIES {
        match random_one(variant, plies, &mut rng) {
            Some((opening, end)) if seen.insert(end.key()) => {
                openings.push(opening);
                misses = 0;
            }
            _ => misses += 1,
        }
    }
    openings
}

/// A random opening and the position that it leads to, if that is quiet and even.
fn random_one(variant: Variant, plies: usize, rng: &mut Rng) -> Option<(Opening, Position)> {
    let start = Position::start(variant);
    let mut game = Game::from_position(variant, DrawRules::official(variant), start);
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            return None;
        }
        game.play(moves[rng.below(moves.len())]).ok()?;
    }
    let end = *game.position();
    let count = |side| (end.men(side).len(), end.kings_of(side).len());
    let is_even = count(Side::White) == count(Side::Black);
    let is_quiet = !Side::BOTH
        .iter()
        .any(|&side| can_capture(variant, &end, side));
    let is_open = game.outcome().is_none();
    (is_even && is_quiet && is_open).then(|| {
        (
            Opening {
                start,
                moves: game.moves().to_vec(),
            },
            end,
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(name: &str) -> Variant {
        name.parse().expect("a variant")
    }

    #[test]
    fn lines_are_positions_or_moves_or_both() {
        let normal = Variant::default();
        let moves = |line: &str| Opening::parse(normal, line).map(|opening| opening.moves.len());
        assert_eq!(moves("32-28 19-23 28x19"), Ok(3));
        assert_eq!(moves("1. 32-28 19-23 2.28x19 14x23"), Ok(4));
        assert_eq!(moves("W:W31-50:B1-20"), Ok(0));
        assert_eq!(
            moves("Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"),
            Ok(0)
        );
        assert_eq!(moves("W:W31-50:B1-20 | 32-28"), Ok(1));
        assert_eq!(moves("start | 32-28"), Ok(1));
        for wrong in ["32-27 19-28", "W:W:B1", "hello", "W:W99:B1"] {
            assert!(Opening::parse(normal, wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            Opening::parse(variant("russian"), "c3-d4 d6-c5").map(|o| o.moves.len()),
            Ok(2)
        );
    }

    #[test]
    fn a_list_is_written_and_read_back() {
        for name in ["international", "russian", "english"] {
            let variant = variant(name);
            let mut openings = random(variant, 5, 30, 3);
            assert_eq!(openings.len(), 30);
            openings.sort_by_cached_key(|opening| opening.line(variant));
            openings.push(Opening {
                start: Position::start(variant),
                moves: Vec::new(),
            });
            let text = write_list(variant, &openings);
            assert!(text.contains("\n. "), "{text}");
            assert_eq!(parse_list(variant, &text).expect("a list"), openings);
        }
    }

    #[test]
    fn faults_name_the_line() {
        let error = parse_list(Variant::default(), "# one\n\n32-28\n31-99 # two\n");
        assert!(
            error
                .expect_err("a fault")
                .to_string()
                .starts_with("line 4 of the openings")
        );
    }

    #[test]
    fn random_openings_differ_and_depend_on_the_seed_alone() {
        let variant = variant("frisian");
        let openings = random(variant, 8, 50, 1);
        assert_eq!(openings, random(variant, 8, 50, 1));
        assert_ne!(openings, random(variant, 8, 50, 2));
        assert_eq!(openings[..20], random(variant, 8, 20, 1));
        let lines: std::collections::BTreeSet<String> = openings
            .iter()
            .map(|opening| opening.line(variant))
            .collect();
        assert_eq!(lines.len(), 50);
    }

    #[test]
    fn every_built_in_deck_has_its_openings() {
        for base in crate::rules::Base::ALL {
            for flavour in [Flavour::Balanced, Flavour::Sharp] {
                let openings = Source::Deck(flavour)
                    .load(base.into(), 1, 1, &mut |_| ())
                    .expect("a deck");
                assert!(
                    openings.len() >= 200,
                    "{base:?} {flavour}: {}",
                    openings.len()
                );
                let ends: ahash::HashSet<_> = openings
                    .iter()
                    .map(|opening| {
                        let rules = DrawRules::official(base.into());
                        opening.game(base.into(), rules).position().key()
                    })
                    .collect();
                assert_eq!(ends.len(), openings.len(), "{base:?} {flavour}");
            }
        }
    }

    #[test]
    fn modified_variants_can_play_the_decks_of_their_row() {
        for name in [
            "losing",
            "losing-russian",
            "optional-english",
            "optional-any-frisian",
        ] {
            assert!(
                Source::Deck(Flavour::Balanced)
                    .load(variant(name), 1, 1, &mut |_| ())
                    .is_ok(),
                "{name}"
            );
        }
    }
}
