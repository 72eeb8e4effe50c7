//! Files of games: read on all cores, counted, and told to scripts.
//!
//! Responsible for reading streams of games in parallel and in order, for what can be said of many
//! games together, and for the records that scripts read of single ones. Not responsible for what a
//! game is (`notation`), for judging moves (`analysis`) or for the command line.
//!
//! * [`Batches`] reads a stream, some games at a time and on all cores, in constant memory.
//! * [`Survey`] counts results, lengths and openings.
//! * [`Record`] is a line of JSON of a game or a survey.

mod batches;
mod record;
mod survey;

pub use batches::{Batch, Batches};
pub use record::{
    FaultRecord, GameRecord, Heading, MovesRecord, NoteRecord, OpeningRecord, Record,
    ResultsRecord, SCHEMA, StatsRecord, VariantRecord,
};
pub use survey::{Lengths, MOST_OPENINGS, Opening, OpeningCount, Results, Survey, VariantCount};

/// The JSON Schema of what scripts read.
pub const SCHEMA_TEXT: &str = include_str!("schema.json");
