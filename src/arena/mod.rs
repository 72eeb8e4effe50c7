//! Matches between engines, and what they say about strength.
//!
//! Responsible for players (this engine in process, programs that speak Hub, partners that speak
//! DXP), openings, schedules, the referee, records of games, and statistics. Not responsible for how results are shown or for
//! the arguments of the command line (`cli`), nor for the conversation of Hub (`protocol`).
//!
//! The way of a match: [`Contestant`]s and [`Opening`]s make a [`schedule`](schedule()); a
//! [`Conduct`] plays it and hands on a [`GameRecord`] for each game, which a [`Standing`] adds up;
//! [`Tally`] and [`Sprt`] say what the sums mean. Records are lines of JSON, so a match can be
//! resumed, and parts of one that were played elsewhere can be joined.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod clock;
mod conduct;
mod contestant;
mod deck;
mod dialect;
mod dxp;
mod hub;
mod inbox;
mod opening_file;
mod openings;
mod own;
mod pdn;
mod player;
mod process;
mod record;
mod referee;
mod schedule;
mod sprt;
mod standing;
mod statistics;
mod stop;
mod verdict;

pub use clock::{GameClock, TimeControl, TimeControlError};
pub use conduct::{Conduct, ConductError};
pub use contestant::{Contestant, ContestantError, Dialect, Kind, Program};
pub use deck::{Flavour, Recipe};
pub use openings::{Opening, OpeningError, Source, write_list};
pub use pdn::write_record;
pub use player::{Choice, Failure, Note, Player, Setting, Turn, make};
pub use record::{EngineRecord, Event, GameRecord, Header, MoveRecord, VERSION, Winner};
pub use referee::{Aborted, Adjudication, HouseRules, Played, Seats, play};
pub use schedule::{Format, Pair, Shard, meetings, schedule};
pub use sprt::{Answer, Model, Sprt};
pub use standing::{Faults, Standing};
pub use statistics::{Estimate, Tally, elo_of, score_of};
pub use stop::Stop;
pub use verdict::{Fault, Reason, Verdict};
