//! Hub, version 2: the line protocol of Fabien Letouzey's Scan and of the Hub interface.
//!
//! Responsible for lines ([`Line`]), what a host says ([`Command`]), what an engine says
//! ([`Reply`]), and the [`Session`] that answers the one with the other. Commands and replies are
//! read and printed by the same types, so that the same code drives other engines.
//!
//! Source: the text of the protocol that comes with Scan (2019), and what the hosts in use were
//! seen to send and to need. Where they disagree with the text, `protocol.md` says what we do.

mod command;
mod desk;
mod level;
mod line;
mod reply;
mod reports;
mod search;
mod session;
mod sink;
mod stdio;
mod wire;

pub use command::{Command, Mode, ParseError};
pub use level::Level;
pub use line::{Argument, Line, LineError};
pub use reply::{Info, Kind, Param, Reply, ReplyError};
pub use session::{Session, SessionError};
pub use stdio::run_stdio;
pub use wire::MAX_LINE;
