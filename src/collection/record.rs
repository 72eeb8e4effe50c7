//! What scripts read of files of games: one JSON object a line.
//!
//! Every object has `schema`, the version of the format, and `type`. The version changes when a
//! field changes its meaning or goes away; new fields and new types may come without that. The
//! schema itself is `src/collection/schema.json` (JSON Schema, draft 2020-12), which a test holds
//! against what is written.
//!
//! `damocles pdn check` writes a `check` for each game, `pdn convert` a `game`, and `pdn stats` one
//! `stats` for all.

use std::collections::BTreeMap;

use serde::Serialize;

use super::survey::{Results, Survey};
use crate::notation::{
    GameRecord as Source, GameResult, PdnError, ReadGame, RecordedMove, write_fen, write_line,
};
use crate::position::{Position, Side};
use crate::rules::Variant;

/// The version of the format.
pub const SCHEMA: u32 = 1;

/// One line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Record {
    /// Whether a game is sound.
    Check(Heading),
    /// A game with all that its file says of it.
    Game(Box<GameRecord>),
    /// Counts of many games.
    Stats(StatsRecord),
}

impl Record {
    /// The line, without its end.
    pub fn to_line(&self) -> String {
        #[derive(Serialize)]
        struct Versioned<'a> {
            schema: u32,
            #[serde(flatten)]
            record: &'a Record,
        }
        let versioned = Versioned {
            schema: SCHEMA,
            record: self,
        };
        serde_json::to_string(&versioned).unwrap_or_default()
    }
}

/// Where a game stands, and how far it could be read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Heading {
    /// The file as it was named; `-` is standard input.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The rules that it was read by.
    pub variant: String,
    /// How many half-moves could be read.
    pub half_moves: usize,
    /// The result as it was written.
    pub result: Option<String>,
    /// Who has won, `white`, `black` or `nobody`; nothing if that is not known.
    pub winner: Option<&'static str>,
    /// What is wrong; nothing for a sound game.
    pub faults: Vec<FaultRecord>,
}

/// A fault of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FaultRecord {
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The half-move that it belongs to or stands in front of, from 1.
    pub half_move: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// A game with all that its file says of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameRecord {
    /// Where it stands.
    #[serde(flatten)]
    pub heading: Heading,
    /// The tags, the first of each name.
    pub tags: BTreeMap<String, String>,
    /// The position that it begins from.
    pub fen: String,
    /// Comments in front of the first move.
    pub comments: Vec<String>,
    /// The main line.
    #[serde(flatten)]
    pub main: MovesRecord,
    /// What could not be read, as it was written.
    pub unread: Option<String>,
}

/// Moves and what was written beside them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MovesRecord {
    /// The moves as books of the variant write them.
    pub moves: Vec<String>,
    /// What was written beside moves, in their order; moves with nothing are left out.
    pub notes: Vec<NoteRecord>,
}

/// What was written beside a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NoteRecord {
    /// The move among those of its line, from 1.
    pub ply: usize,
    /// Numbers of annotations (NAG).
    pub annotations: Vec<u8>,
    /// Comments behind the move.
    pub comments: Vec<String>,
    /// Other ways to go on from the position before the move.
    pub variations: Vec<MovesRecord>,
}

/// Counts of many games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatsRecord {
    /// The files that were read, as they were named.
    pub files: Vec<String>,
    /// The half-moves that openings have.
    pub plies: usize,
    /// The games by variant.
    pub variants: Vec<VariantRecord>,
    /// The openings of games from the start position, by variant, the most played first.
    pub openings: Vec<OpeningRecord>,
    /// Games whose opening was not counted since there were too many different ones.
    pub other_openings: u64,
}

/// The games of a variant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VariantRecord {
    /// The rules.
    pub variant: String,
    /// How they have ended.
    #[serde(flatten)]
    pub results: ResultsRecord,
    /// How many have a fault.
    pub faulty: u64,
    /// How many begin from a position of their own.
    pub set_up: u64,
    /// Half-moves of all together.
    pub half_moves: u64,
    /// Half-moves of the shortest.
    pub shortest: usize,
    /// Half-moves of the longest.
    pub longest: usize,
}

/// An opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpeningRecord {
    /// The rules.
    pub variant: String,
    /// The first moves.
    pub moves: Vec<String>,
    /// How the games have ended.
    #[serde(flatten)]
    pub results: ResultsRecord,
}

/// How games have ended.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ResultsRecord {
    /// All of them.
    pub games: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// Of which nobody knows.
    pub unknown: u64,
}

impl Heading {
    /// Of a game of a file.
    pub fn new(file: &str, game: &ReadGame) -> Self {
        let record = &game.record;
        Self {
            file: file.to_owned(),
            game: game.number,
            line: game.line,
            variant: record.variant.to_string(),
            half_moves: record.moves.len(),
            result: record.result.clone(),
            winner: winner(record),
            faults: game.faults.iter().map(FaultRecord::from).collect(),
        }
    }
}

const fn winner_name(result: GameResult) -> Option<&'static str> {
    match result {
        GameResult::Win(Side::White) => Some("white"),
        GameResult::Win(Side::Black) => Some("black"),
        GameResult::Draw => Some("nobody"),
        GameResult::Unknown => None,
    }
}

fn winner(record: &Source) -> Option<&'static str> {
    winner_name(record.winner())
}

impl From<&PdnError> for FaultRecord {
    fn from(error: &PdnError) -> Self {
        Self {
            line: error.line,
            column: error.column,
            half_move: error.half_move,
            message: error.fault.to_string(),
        }
    }
}

impl GameRecord {
    /// Of a game of a file.
    pub fn new(file: &str, game: &ReadGame) -> Self {
        let record = &game.record;
        let mut tags = BTreeMap::new();
        for (name, value) in &record.tags {
            tags.entry(name.clone()).or_insert_with(|| value.clone());
        }
        Self {
            heading: Heading::new(file, game),
            tags,
            fen: write_fen(record.variant, &record.start),
            comments: record.comments.clone(),
            main: MovesRecord::new(record.variant, record.start, &record.moves),
            unread: record.unread.clone(),
        }
    }
}

impl MovesRecord {
    fn new(variant: Variant, start: Position, moves: &[RecordedMove]) -> Self {
        let plain: Vec<_> = moves.iter().map(|recorded| recorded.mv).collect();
        let (mut pos, mut notes) = (start, Vec::new());
        for (index, recorded) in moves.iter().enumerate() {
            let RecordedMove {
                annotations,
                comments,
                variations,
                ..
            } = recorded;
            if !(annotations.is_empty() && comments.is_empty() && variations.is_empty()) {
                notes.push(NoteRecord {
                    ply: index + 1,
                    annotations: annotations.clone(),
                    comments: comments.clone(),
                    variations: variations
                        .iter()
                        .map(|moves| Self::new(variant, pos, moves))
                        .collect(),
                });
            }
            pos = pos.after(recorded.mv);
        }
        Self {
            moves: write_line(variant, &start, &plain),
            notes,
        }
    }
}

impl From<Results> for ResultsRecord {
    fn from(results: Results) -> Self {
        Self {
            games: results.games(),
            white: results.white,
            draws: results.draws,
            black: results.black,
            unknown: results.unknown,
        }
    }
}

impl StatsRecord {
    /// Of what was counted in files; at most `top` openings of each variant.
    pub fn new(files: &[String], survey: &Survey, top: usize) -> Self {
        let variants = survey.variants().map(|(name, count)| VariantRecord {
            variant: name.to_owned(),
            results: count.results.into(),
            faulty: count.faulty,
            set_up: count.set_up,
            half_moves: count.lengths.total,
            shortest: count.lengths.shortest,
            longest: count.lengths.longest,
        });
        let openings = survey.openings(top).into_iter().map(|count| OpeningRecord {
            variant: count.opening.variant,
            moves: count.opening.moves,
            results: count.results.into(),
        });
        Self {
            files: files.to_vec(),
            plies: survey.plies(),
            variants: variants.collect(),
            openings: openings.collect(),
            other_openings: survey.others().games(),
        }
    }
}
