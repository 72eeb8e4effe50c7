//! What scripts read: one JSON object a line.
//!
//! Every object has `schema`, the version of the format, and `type`. The version changes when a
//! field changes its meaning or goes away; new fields and new types may come without that. The
//! schema itself is `src/analysis/schema.json` (JSON Schema, draft 2020-12), which a test holds
//! against what is written.
//!
//! A single position has a `report` for each line as it is found, and a `result` at the end.
//!
//! A run over files begins with `run`. A list of positions goes on with a `position` for each line that holds
//! one, and games with a `game`, a `move` for each move that was judged, and a `summary`, for each
//! game. What could not be read is a `fault`. Lines stand in the order of the input.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::analyst::Finding;
use super::judgement::{Counted, Mark, Summary, rounded};
use crate::egdb::Value;
use crate::engine::Chances;
use crate::game::{Game, Outcome};
use crate::notation::{write_fen, write_line, write_move};
use crate::position::Side;
use crate::search::{Report, Score};

/// The version of the format.
pub const SCHEMA: u32 = 1;

/// One line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Record {
    /// The first line.
    Run(Run),
    /// A line of a single position, while the search goes on.
    Report(SearchedLine),
    /// The end of the search of a single position.
    Result(Box<Verdict>),
    /// A position of a list.
    Position(Box<PositionRecord>),
    /// A game begins.
    Game(Box<GameHead>),
    /// A move of it.
    Move(Box<MoveRecord>),
    /// A game ends.
    Summary(GameSummary),
    /// Something could not be read.
    Fault(Fault),
}

/// A record with the version of the format.
#[derive(Serialize, Deserialize)]
struct Versioned<R> {
    schema: u32,
    #[serde(flatten)]
    record: R,
}

impl Record {
    /// The line, without its end.
    pub fn to_line(&self) -> String {
        let versioned = Versioned {
            schema: SCHEMA,
            record: self,
        };
        serde_json::to_string(&versioned).unwrap_or_default()
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it is no record of this version.
    pub fn parse(line: &str) -> Result<Self, serde_json::Error> {
        let versioned: Versioned<Self> = serde_json::from_str(line)?;
        if versioned.schema == SCHEMA {
            Ok(versioned.record)
        } else {
            let found = versioned.schema;
            Err(serde::de::Error::custom(format!(
                "records of version {found}: expected version {SCHEMA}"
            )))
        }
    }
}

/// What decides what a run finds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The program and its version.
    pub program: String,
    /// What is read, in order; `-` is standard input.
    pub inputs: Vec<String>,
    /// The rules of positions, and of games that do not tell theirs.
    pub variant: String,
    /// When games are drawn.
    pub draw_rules: String,
    /// What each search may take.
    pub limits: LimitsRecord,
    /// Lines searched for each position.
    pub multi_pv: usize,
    /// Entries of the table of each search, as a power of two.
    pub tt_size: u8,
    /// Which games and moves are judged, in the words of the command line; empty for all.
    pub selection: String,
    /// The losses in points from which on moves are marked.
    pub marks: [f64; 3],
}

/// What each search may take; nothing is no limit.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LimitsRecord {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Seconds.
    pub time: Option<f64>,
}

/// A line that was searched.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SearchedLine {
    /// Plies of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub max_depth: u32,
    /// Place among the best lines, from 1.
    pub rank: u32,
    /// In men, from the side to move.
    pub score: f64,
    /// Plies to a proven end.
    pub plies_to_end: Option<u16>,
    /// Positions searched so far.
    pub nodes: u64,
    /// Seconds so far.
    pub time: f64,
    /// How much of the table is filled, in thousandths.
    pub table_permille: u32,
    /// The moves.
    pub line: Vec<String>,
}

/// A position of a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PositionRecord {
    /// Where it comes from.
    pub input: String,
    /// The line there, from 1.
    pub line: usize,
    /// What was found out about it.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// What was found out about a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The rules.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub side: String,
    /// How the game has ended, in words.
    pub outcome: Option<String>,
    /// Who has won then: `white`, `black` or `nobody`.
    pub winner: Option<String>,
    /// The best move.
    pub best: Option<String>,
    /// The reply that is expected.
    pub expected: Option<String>,
    /// In men, from the side to move.
    pub score: f64,
    /// Plies to a proven end.
    pub plies_to_end: Option<u16>,
    /// The score in words.
    pub evaluation: String,
    /// Win, draw or loss of the side to move by the ending tables, if they know the position.
    pub tables: Option<Value>,
    /// Chance of the side to move to win, in percent.
    pub win: u8,
    /// Chance to draw.
    pub draw: u8,
    /// Chance to lose.
    pub loss: u8,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds.
    pub time: f64,
    /// The best lines.
    pub lines: Vec<SearchedLine>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameHead {
    /// Where it comes from.
    pub input: String,
    /// Its number there, from 1.
    pub game: usize,
    /// The rules.
    pub variant: String,
    /// The tags; of several with one name the first.
    pub tags: BTreeMap<String, String>,
    /// Where it begins.
    pub fen: String,
    /// All moves.
    pub moves: Vec<String>,
    /// The result as it was written.
    pub result: Option<String>,
}

/// A move that was judged. Scores and expected scores are White's, losses the mover's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Where the game comes from.
    pub input: String,
    /// The number of the game there, from 1.
    pub game: usize,
    /// The half-move, from 1.
    pub ply: usize,
    /// The side that moves.
    pub side: String,
    /// The position before the move.
    pub fen: String,
    /// The move.
    pub r#move: String,
    /// How many moves were legal.
    pub choices: usize,
    /// The best move.
    pub best: Option<String>,
    /// The best line.
    pub line: Vec<String>,
    /// Score before the move, in men.
    pub before: f64,
    /// Score after the move, in men.
    pub after: f64,
    /// White's expected score before the move, in percent.
    pub expected_before: f64,
    /// White's expected score after the move, in percent.
    pub expected_after: f64,
    /// What the mover has lost, in men.
    pub loss_men: f64,
    /// What the mover has lost of its expected score, in percent.
    pub loss_points: f64,
    /// How bad the move is.
    pub mark: Option<Mark>,
    /// From 0 to 100; nothing for a move without alternative.
    pub accuracy: Option<f64>,
    /// Whether somebody else stands better after it.
    pub turning_point: bool,
    /// Plies of the search before the move.
    pub depth: u32,
    /// Positions that it searched.
    pub nodes: u64,
    /// Seconds that it took.
    pub time: f64,
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// Where the game comes from.
    pub input: String,
    /// The number of the game there, from 1.
    pub game: usize,
    /// Its moves added up.
    #[serde(flatten)]
    pub summary: Summary,
}

/// Something that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Where it stands.
    pub input: String,
    /// The line there, from 1.
    pub line: usize,
    /// The column, where it is known, from 1.
    pub column: Option<usize>,
    /// The number of the game, from 1.
    pub game: Option<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl SearchedLine {
    /// A line from the position of a game.
    pub fn of(game: &Game, report: &Report) -> Self {
        Self {
            depth: report.depth,
            max_depth: report.selective_depth,
            rank: report.rank,
            score: men(report.score),
            plies_to_end: report.score.plies_to_end(),
            nodes: report.nodes,
            time: report.elapsed.as_secs_f64(),
            table_permille: report.table_permille,
            line: write_line(game.variant(), game.position(), &report.line),
        }
    }
}

impl Verdict {
    /// What was found about the position of a game, and the score in words; a game that is over
    /// has its own.
    pub fn of(game: &Game, finding: &Finding, evaluation: String) -> Self {
        let (variant, pos) = (game.variant(), *game.position());
        let best = finding.best.map(|mv| write_move(variant, &pos, mv));
        let after = finding.best.map(|mv| pos.after(mv));
        let expected = after.zip(finding.expected);
        let outcome = finding.outcome.map(|outcome| outcome.to_string());
        let winner = |outcome: Outcome| outcome.winner().map_or("nobody", side_name).to_owned();
        let mut chances = Chances::of(variant, finding.score);
        if finding
            .outcome
            .is_some_and(|outcome| outcome.winner().is_none())
        {
            chances = Chances {
                win: 0,
                draw: 100,
                loss: 0,
            };
        }
        Self {
            variant: variant.to_string(),
            fen: write_fen(variant, &pos),
            side: side_name(pos.side()).to_owned(),
            evaluation: outcome.clone().unwrap_or(evaluation),
            outcome,
            winner: finding.outcome.map(winner),
            best,
            expected: expected.map(|(after, mv)| write_move(variant, &after, mv)),
            score: men(finding.score),
            plies_to_end: finding.score.plies_to_end(),
            tables: finding.ending,
            win: chances.win,
            draw: chances.draw,
            loss: chances.loss,
            nodes: finding.nodes,
            time: finding.elapsed.as_secs_f64(),
            lines: finding
                .lines
                .iter()
                .map(|report| SearchedLine::of(game, report))
                .collect(),
        }
    }
}

impl MoveRecord {
    fn counted(&self) -> Counted {
        Counted {
            side: if self.side == side_name(Side::White) {
                Side::White
            } else {
                Side::Black
            },
            ply: self.ply,
            accuracy: self.accuracy,
            loss_men: self.loss_men,
            mark: self.mark,
            is_turning_point: self.turning_point,
        }
    }
}

/// Adds up the moves of a game.
pub(super) fn summary(moves: &[MoveRecord]) -> Summary {
    Summary::of(moves.iter().map(MoveRecord::counted))
}

/// A score in men, proven wins on the scale of Hub: 99.95 is a win in 5 plies.
pub(super) fn men(score: Score) -> f64 {
    rounded(f64::from(score.hundredths()) / 100.0, 2)
}

/// The name of a side in records.
pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
