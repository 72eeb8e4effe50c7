//! Judgement of positions and games.
//!
//! Responsible for searching many positions at once in a fixed order, for what the findings say
//! about the moves of a game, for the records that scripts read, and for the page that people
//! read. Not responsible for reading files or for the command line.
//!
//! * [`in_order`] does independent work on several threads and hands on the results in order.
//! * [`Analyst`] searches one position, always as if it had never seen another: so what is found
//!   under a limit of depth or nodes depends on nothing but the position, its game and the limit,
//!   however many threads there are and wherever an interrupted run was resumed.
//! * [`judge_games`] looks at the positions of games; [`Judgement`] compares what was found before and after a move; [`Summary`] adds up a game.
//! * [`Record`] is a line of JSON, [`page`] the report of a run as one HTML page.
//!
//! # What a move is worth
//!
//! The position before a move and the position after it are both searched. The *loss* is the value
//! of the first less that of the second, seen by the side that moved, and never below zero; the move
//! that the search prefers loses nothing, and neither does one without an alternative. It is
//! told in men (scores cut at ten men) and in points, which are percent of the expected score: the
//! chance to win and half the chance to draw, by [`Chances`](crate::engine::Chances), whose
//! head says where that comes from.
//!
//! A loss from 5, 10 and 15 points on is an inaccuracy (`?!`, `$6`), a mistake (`?`, `$2`) and a
//! blunder (`??`, `$4`): the steps that Lichess uses for chess. The accuracy of a move with a loss of
//! x points is 103.1668 exp(-0.04354 x) - 3.1669, cut to 0..100, the formula that Lichess has published
//! for chess (lichess.org/page/accuracy). The accuracy of a side is the plain mean over its moves
//! that had an alternative; Lichess weights them, which is not done here.
//!
//! A *turning point* is a mistake or blunder after which another side stands better: White with an
//! expected score of 60 percent or more, Black with White's at 40 or less, nobody in between.

mod analyst;
mod annotated;
mod crew;
mod game;
mod judgement;
mod page;
mod record;

pub use analyst::{Analyst, Finding, keep};
pub use annotated::annotated;
pub use crew::in_order;
pub use game::{Bench, CaseGame, Event, JudgedGame, Known, Ranges, Selection, judge_games};
pub use judgement::{Judgement, Mark, Marks, Summary, Tally};
pub use page::{PageError, page};
pub use record::{
    Fault, GameHead, GameSummary, LimitsRecord, MoveRecord, PositionRecord, Record, Run, SCHEMA,
    SearchedLine, Verdict,
};

/// The JSON Schema of what scripts read.
pub const SCHEMA_TEXT: &str = include_str!("schema.json");
