//! Lines to a host, one write and one flush each, and the record of a session.
//!
//! Responsible for the only place that writes to the host, and for the transcript: a copy of what
//! was heard and said, in the form of the transcripts in `tests/hub`.

use std::fmt;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use super::reply::Reply;
use super::wire::Incoming;

/// Least time between two lines that hosts read in a row. One of them loses lines that arrive in
/// the same moment as their predecessor, and waits for them for ten seconds; 2 ms cure it.
const PACE: Duration = Duration::from_millis(2);

pub(super) struct Sink<W> {
    output: W,
    last: Option<Instant>,
    transcript: Option<Box<dyn Write + Send>>,
}

impl<W: Write> Sink<W> {
    pub(super) const fn new(output: W) -> Self {
        Self {
            output,
            last: None,
            transcript: None,
        }
    }

    pub(super) fn copy_to(&mut self, transcript: Box<dyn Write + Send>) {
        self.transcript = Some(transcript);
    }

    /// Sends a line.
    pub(super) fn say(&mut self, reply: &Reply) -> io::Result<()> {
        if let Some(last) = self.last.filter(|_| is_read_in_a_row(reply)) {
            thread::sleep(PACE.saturating_sub(last.elapsed()));
        }
        self.record(format_args!("< {reply}"));
        self.output.write_all(format!("{reply}\n").as_bytes())?;
        self.output.flush()?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// Records what came in.
    pub(super) fn heard(&mut self, incoming: &Incoming) {
        match incoming {
            Incoming::Line(line) => {
                let text = String::from_utf8_lossy(line);
                self.record(format_args!("> {}", text.trim_end_matches('\r')));
            }
            Incoming::Overlong(length) => {
                self.record(format_args!("# a line of {length} bytes came in"));
            }
            Incoming::End => {}
        }
    }

    /// Writes a line to the transcript. A full disk ends the transcript, not the game.
    fn record(&mut self, line: fmt::Arguments<'_>) {
        if let Some(transcript) = &mut self.transcript {
            let written = writeln!(transcript, "{line}").and_then(|()| transcript.flush());
            if written.is_err() {
                self.transcript = None;
            }
        }
    }
}

/// Whether hosts wait for several lines like this one, and not for a single answer. A host that
/// asks for many lines of play gets the lesser ones as fast as they can be written.
fn is_read_in_a_row(reply: &Reply) -> bool {
    match reply {
        Reply::Pong | Reply::Ready | Reply::Error { .. } => false,
        Reply::Info(info) => info.rank.is_none_or(|rank| rank == 1),
        _ => true,
    }
}
