//! `DamExchange` (DXP): games between two programs over a network, or over pipes.
//!
//! Responsible for messages ([`Message`]), for playing with any program that speaks the protocol,
//! as initiator or follower, calling or being called ([`run`]), and for a record of each game
//! ([`Played`]). Not responsible for where the records go or for addresses (`cli`).
//!
//! How the parts stand: a `station` meets partners and opens a `link` with each; a `session`
//! agrees on games; a `bout` is one game, which thinks (`think`) by its `clock`; all of them
//! speak through a `talk`. `field`, `message`, `minutes` and `board` are the text of messages.
//!
//! Source: the text of the protocol (the `DamExchange` pages on mesander.nl), and what the
//! programs in use were seen to send and to need. Where they disagree with the text,
//! `protocol.md` says what we do.

mod board;
mod bout;
mod clock;
mod field;
mod frame;
mod link;
mod message;
mod minutes;
mod record;
mod schedule;
mod session;
mod station;
mod talk;
mod think;

pub use field::MessageError;
pub use frame::Terminator;
pub use message::{
    AcceptCode, BackCode, BackRequest, EndReason, GameAccept, GameEnd, GameRequest, MAX_MESSAGE,
    Message, MoveMessage, NextGame, PositionText,
};
pub use minutes::{Minutes, MinutesError};
pub use record::{Parting, Played, Reason};
pub use schedule::{Colours, Schedule};
pub use station::{PORT, Role, StationError, Way, run};
pub use talk::{Observer, Options};
