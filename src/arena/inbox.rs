//! What another program says, piece by piece, each with the time at which it arrived.
//!
//! A thread reads, so that a loaded arena does not charge a player for its own slowness. Pieces
//! that nobody has looked at are limited in number; a program that says more is made to wait.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::stop::Stop;

/// Longest piece that is taken as one; the rest is read as further pieces.
const MAX_PIECE: u64 = 1 << 20;
/// Pieces that may wait to be looked at.
const MAX_WAITING: usize = 256;
/// How often a wait looks whether the match is being broken off.
const STOP_STEP: Duration = Duration::from_millis(20);
/// For a thread that only reads.
const STACK: usize = 128 << 10;

/// A piece and when it arrived.
pub(super) type Stamped = (Instant, Vec<u8>);

/// Why nothing more will come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The match is being broken off.
    Stopped,
    /// The other side has closed.
    Closed,
}

/// The pieces that have come and will come.
pub(super) struct Inbox {
    pieces: Receiver<Stamped>,
    /// A piece that came after the time for which a caller has waited.
    held: Option<Stamped>,
    stop: Stop,
}

impl Inbox {
    /// Reads `input` in pieces that end with `end`, on a thread that ends with the input.
    pub(super) fn of(input: impl Read + Send + 'static, end: u8, stop: &Stop) -> Self {
        let (post, pieces) = sync_channel(MAX_WAITING);
        spawn("arena input", move || read(input, end, &post));
        Self {
            pieces,
            held: None,
            stop: stop.clone(),
        }
    }

    /// The next piece, if it has come before `deadline`; it is waited for until then. A program
    /// that never falls silent does not prolong the wait.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Option<Stamped>, Silence> {
        loop {
            if self.stop.is_raised() {
                return Err(Silence::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = || self.pieces.recv_timeout(left.min(STOP_STEP));
            match self.held.take().map_or_else(wait, Ok) {
                Ok(piece) if piece.0 > deadline => {
                    self.held = Some(piece);
                    return Ok(None);
                }
                Ok(piece) => return Ok(Some(piece)),
                Err(RecvTimeoutError::Timeout) if left <= STOP_STEP => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
            }
        }
    }
}

/// Starts a thread that ends with what it reads. Without it the other side would seem mute, which
/// is noticed.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) {
    let _ = thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK)
        .spawn(work);
}

fn read(input: impl Read, end: u8, post: &SyncSender<Stamped>) {
    let mut input = BufReader::new(input);
    loop {
        let mut piece = Vec::new();
        match input.by_ref().take(MAX_PIECE).read_until(end, &mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) | Ok(0) => return,
            Ok(_) => {}
        }
        if post.send((Instant::now(), piece)).is_err() {
            return;
        }
    }
}
