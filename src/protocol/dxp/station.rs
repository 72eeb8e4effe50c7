//! Where partners come from: a port to which they connect, an address that is called, or pipes.
//!
//! Responsible for one conversation after the other. Whatever happens in one of them, the next
//! partner is served.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::Duration;

use super::frame::Terminator;
use super::link::Link;
use super::record::Parting;
use super::schedule::Schedule;
use super::session::{follow, lead};
use super::talk::{Observer, Options, Talk};
use crate::engine::Engine;

/// The port that programs use unless they are told another.
pub const PORT: u16 = 27531;

/// How long a partner may take to answer a call.
const CALL_PATIENCE: Duration = Duration::from_secs(10);

/// Time between two calls, or after a failure to accept one.
const PAUSE: Duration = Duration::from_secs(1);

/// How partners are met.
pub enum Way {
    /// They connect to us, one after the other.
    Listen(TcpListener),
    /// We connect to one.
    Call {
        /// Host and port.
        address: String,
        /// Whether to call again when the connection fails or ends.
        again: bool,
    },
    /// There is one, at the other end of two pipes.
    Pipes {
        /// What it says.
        input: Box<dyn Read + Send>,
        /// What it hears.
        output: Box<dyn Write + Send>,
        /// What ends our messages; its own may end with NUL or a line.
        terminator: Terminator,
    },
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(listener) => write!(f, "Listen({listener:?})"),
            Self::Call { address, again } => write!(f, "Call({address}, again: {again})"),
            Self::Pipes { terminator, .. } => write!(f, "Pipes({terminator:?})"),
        }
    }
}

/// Who asks for games.
#[derive(Debug)]
pub enum Role {
    /// The partner; so many games at most, or without end.
    Follower(Option<u32>),
    /// We do.
    Initiator(Schedule),
}

impl Role {
    /// Whether there is nothing left to play.
    fn is_done(&self) -> bool {
        match self {
            Self::Follower(games) => *games == Some(0),
            Self::Initiator(schedule) => schedule.left() == 0,
        }
    }
}

/// Why no game can be played any more.
#[derive(Debug, thiserror::Error)]
pub enum StationError {
    /// The partner cannot be reached.
    #[error("cannot connect to {address}")]
    Call {
        /// Where it should be.
        address: String,
        /// Why not.
        source: io::Error,
    },
    /// A thread or a file is not to be had.
    #[error("cannot start a conversation")]
    Io(#[from] io::Error),
    /// The search broke down, which is a bug.
    #[error("the search broke down")]
    SearchFailed,
}

/// Plays with partners until all games are played or nobody is left, and returns the role with
/// what is left to play. `transcript` receives all messages.
///
/// # Errors
/// [`StationError`]; what a partner does is never an error.
pub fn run(
    engine: &mut Engine,
    way: Way,
    mut role: Role,
    options: &Options,
    observer: &mut dyn Observer,
    transcript: Option<&File>,
) -> Result<Role, StationError> {
    let mut converse = |link: Link, role: &mut Role, observer: &mut dyn Observer| {
        let mut talk = Talk::new(link, options, observer);
        let parting = match role {
            Role::Follower(games) => follow(engine, &mut talk, games),
            Role::Initiator(schedule) => lead(engine, &mut talk, schedule),
        };
        talk.note(format_args!("{parting}"));
        talk.link.close();
        match parting {
            Parting::SearchFailed => Err(StationError::SearchFailed),
            parting => Ok(parting),
        }
    };
    match way {
        Way::Pipes {
            input,
            output,
            terminator,
        } => {
            let link = Link::over_pipes(input, output, terminator, transcript)?;
            converse(link, &mut role, observer)?;
        }
        Way::Listen(listener) => {
            while !role.is_done() {
                let Some(stream) = accept(&listener, observer) else {
                    continue;
                };
                let link = match Link::over_socket(stream, transcript) {
                    Ok(link) => link,
                    Err(error) => {
                        observer.note(&format_args!("a connection broke at once: {error}"));
                        continue;
                    }
                };
                let parting = converse(link, &mut role, observer)?;
                let is_leader = matches!(role, Role::Initiator(_));
                if is_leader && matches!(parting, Parting::NoMore | Parting::Refused(_)) {
                    break;
                }
            }
        }
        Way::Call { address, again } => loop {
            match call(&address, transcript) {
                Ok(link) => {
                    observer.note(&format_args!("connected to {address}"));
                    let parting = converse(link, &mut role, observer)?;
                    let is_final = matches!(parting, Parting::Refused(_));
                    if !again || role.is_done() || is_final {
                        break;
                    }
                }
                Err(source) if again => {
                    observer.note(&format_args!("cannot connect to {address}: {source}"));
                }
                Err(source) => return Err(StationError::Call { address, source }),
            }
            thread::sleep(PAUSE);
        },
    }
    Ok(role)
}

/// The next partner that connects; nothing if that failed.
fn accept(listener: &TcpListener, observer: &mut dyn Observer) -> Option<TcpStream> {
    match listener.accept() {
        Ok((stream, address)) => {
            observer.note(&format_args!("{address} has connected"));
            Some(stream)
        }
        Err(error) => {
            observer.note(&format_args!("cannot accept a connection: {error}"));
            thread::sleep(PAUSE);
            None
        }
    }
}

/// Connects to an address, trying all that its name stands for.
fn call(address: &str, transcript: Option<&File>) -> io::Result<Link> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "the name stands for no address");
    for place in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&place, CALL_PATIENCE) {
            Ok(stream) => return Link::over_socket(stream, transcript),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}
