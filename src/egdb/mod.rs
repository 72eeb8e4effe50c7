//! Endgame tables: exact values of positions with few pieces.
//!
//! Responsible for building the tables of any variant, keeping them in files, looking positions up
//! and checking what is stored. Not responsible for what a search or a match makes of a value, and
//! not for draw rules: a value is that of best play when no count or repetition ends the game.
//!
//! * [`Material`] and [`Layout`] number positions: one table for each material, both sides and
//!   either side to move in it.
//! * [`Plan::run`] builds tables, with all the rules of the variant, since it asks the generator
//!   of the engine for the moves of every position; `solve` says how.
//! * A table is a file of compressed blocks that can be read alone (`file`, `codec`).
//! * [`Tables`] looks positions up; [`Plan::verify`] checks what is stored.
//!
//! # Examples
//! Labels for positions with few pieces, from tables made in memory; captures are followed.
//! ```
//! use damocles::egdb::{Tables, Value};
//! use damocles::notation::parse_position;
//! use damocles::rules::{Base, Variant};
//!
//! let variant: Variant = Base::English.into();
//! let tables = Tables::build(variant, 3); // or `Tables::open(folder, variant, pieces)`
//! let pos = parse_position(variant, "W:WK14,K18:BK29")?;
//! assert_eq!(tables.probe(&pos), Some(Value::Win)); // for the side to move
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Figures
//!
//! Built with two threads of a small server: see the README for times and sizes. Two bits an entry
//! are kept in memory while tables are built, three while a table is being solved, and up to ten
//! bytes an entry of one slice (the placements of kings around fixed men) for each thread.
//!
//! # What the tables leave out
//!
//! The Frisian limit of three moves in succession with a king: its counters would multiply the
//! entries. It binds only a side with a king and a man, so that positions in which no side can come
//! to have both are exact; [`is_exact`] tells them apart, and only those are used in play.

mod beside;
mod build;
mod codec;
mod error;
mod file;
mod generate;
mod guide;
mod layout;
mod library;
mod material;
mod packed;
mod range_coder;
mod rank;
mod slice;
mod solve;
mod tables;
mod value;
mod verify;

pub(crate) use beside::{make_way, spawn};
pub use build::{Built, Follower, Plan};
pub use error::EgdbError;
pub use file::{Counts, Header};
pub use guide::{Guide, Guides};
pub use layout::Layout;
pub use material::{Army, MAX_PIECES, Material};
pub use tables::{Found, Tables, default_folder, is_exact, small_pieces};
pub use value::Value;
pub use verify::Checked;
