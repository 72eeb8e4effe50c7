//! What lies before a session: what has come in, what waits for its turn, what is to be said.
//!
//! Responsible for the order of things. Commands are obeyed in the order in which they came. Those
//! that cannot be obeyed during a search wait in a queue until it has ended. Three do not wait:
//!
//! * `ping` is answered at once, whatever waits.
//! * `stop` and `ponder-hit` belong to the last `go` before them: to the running search, unless
//!   another `go` waits in between; then they wait behind it.
//! * `quit` and the end of input take effect when what waits has been obeyed, for which there is
//!   little time: see [`GRACE`]. Nothing is read after them.
//!
//! So a session that is written in one piece gets all its answers, and a `stop` sent late for one
//! search never hits the next.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use super::command::{Command, ParseError};
use super::reply::Reply;
use super::sink::Sink;
use super::wire::{Incoming, MAX_LINE, listen};
use crate::search::Report;

/// How old a search with limits may become once the input has ended; the queue ends with it.
pub(super) const GRACE: Duration = Duration::from_millis(800);

/// What a session waits for.
pub(super) enum Event {
    /// Something came in.
    Heard(Incoming),
    /// The search reports.
    Report(Report),
    /// The search has ended, in whatever way.
    Finished,
}

/// A command, or a complaint about a line, in its place in the order.
pub(super) enum Message {
    Command(Command),
    Fault(String),
}

pub(super) struct Desk<W> {
    sink: Sink<W>,
    inbox: Receiver<Event>,
    post: Sender<Event>,
    queue: VecDeque<Message>,
    /// How many `go` are in the queue.
    searches: usize,
    /// Set when the input has ended: when the last search must end.
    leave_by: Option<Instant>,
}

impl<W: Write> Desk<W> {
    pub(super) fn new(sink: Sink<W>) -> Self {
        let (post, inbox) = mpsc::channel();
        Self {
            sink,
            inbox,
            post,
            queue: VecDeque::new(),
            searches: 0,
            leave_by: None,
        }
    }

    /// Starts to listen.
    pub(super) fn open(&self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        listen(input, self.post.clone())
    }

    pub(super) fn sink(&mut self) -> &mut Sink<W> {
        &mut self.sink
    }

    pub(super) fn say(&mut self, reply: &Reply) -> io::Result<()> {
        self.sink.say(reply)
    }

    /// Where a search posts its events.
    pub(super) fn post(&self) -> Sender<Event> {
        self.post.clone()
    }

    /// Since the input has ended: when the last search must end.
    pub(super) const fn leave_by(&self) -> Option<Instant> {
        self.leave_by
    }

    /// Whether something waits for the end of the search.
    pub(super) fn has_queue(&self) -> bool {
        !self.queue.is_empty()
    }

    /// The next message for an idle session; nothing when it is time to leave.
    pub(super) fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.queue.pop_front() {
                self.searches -= usize::from(is_go(&message));
                return Some(message);
            }
            if self.leave_by.is_some() {
                return None;
            }
            match self.inbox.recv() {
                Ok(Event::Heard(incoming)) => {
                    let (command, faults) = self.read(&incoming, Instant::now());
                    self.put_off(command, faults);
                }
                // A search posts nothing after its end.
                Ok(Event::Report(_) | Event::Finished) => {}
                Err(mpsc::RecvError) => return None,
            }
        }
    }

    /// The next event during a search, or nothing if `until` comes first.
    pub(super) fn wait(&mut self, until: Option<Instant>) -> Option<Event> {
        let Some(until) = until else {
            return self.inbox.recv().ok();
        };
        self.inbox
            .recv_timeout(until.saturating_duration_since(Instant::now()))
            .ok()
    }

    /// Takes in something that came during a search that began at `started`. Returns the command
    /// if it is one for that search; all others are answered or queued here. Lines that hold no
    /// command are dropped without a word, since some hosts cannot bear errors during a search.
    pub(super) fn take_in(
        &mut self,
        incoming: &Incoming,
        started: Instant,
    ) -> io::Result<Option<Command>> {
        let (command, faults) = self.read(incoming, started + GRACE);
        match command {
            None => {}
            Some(Command::Ping) => self.say(&Reply::Pong)?,
            Some(command @ (Command::Stop | Command::PonderHit)) if self.searches == 0 => {
                return Ok(Some(command));
            }
            command => self.put_off(command, faults),
        }
        Ok(None)
    }

    /// Takes those commands out of the queue that belong to the search which begins now.
    pub(super) fn take_over(&mut self) -> Vec<Command> {
        let end = self
            .queue
            .iter()
            .position(is_go)
            .unwrap_or(self.queue.len());
        let mut taken = Vec::new();
        let behind = self.queue.split_off(end);
        for message in std::mem::take(&mut self.queue) {
            match message {
                Message::Command(command @ (Command::Stop | Command::PonderHit)) => {
                    taken.push(command);
                }
                message => self.queue.push_back(message),
            }
        }
        self.queue.extend(behind);
        taken
    }

    /// Reads what came in. The first sign of the end sets the time to leave.
    fn read(&mut self, incoming: &Incoming, leave_by: Instant) -> (Option<Command>, Vec<String>) {
        if self.leave_by.is_some() {
            return (None, Vec::new());
        }
        self.sink.heard(incoming);
        let mut faults = Vec::new();
        let command = match incoming {
            Incoming::Line(line) => Command::read(line, &mut faults),
            Incoming::Overlong(length) => {
                let fault = format!("line of {length} bytes: expected at most {MAX_LINE}");
                return (None, vec![fault]);
            }
            Incoming::End => Some(Command::Quit),
        };
        let faults = faults.iter().map(ParseError::to_string).collect();
        if command == Some(Command::Quit) {
            self.leave_by = Some(leave_by);
            return (None, faults);
        }
        (command, faults)
    }

    fn put_off(&mut self, command: Option<Command>, faults: Vec<String>) {
        self.queue.extend(faults.into_iter().map(Message::Fault));
        if let Some(command) = command {
            let message = Message::Command(command);
            self.searches += usize::from(is_go(&message));
            self.queue.push_back(message);
        }
    }
}

const fn is_go(message: &Message) -> bool {
    matches!(message, Message::Command(Command::Go(_)))
}
