//! The way to a partner and back: a socket, or a pair of pipes.
//!
//! Responsible for the only place that writes, for the pause between two messages of ours, for
//! the order of what comes in, and for leaving no thread behind. The transcript is a copy of what
//! was heard and said, in the form of those in `tests/dxp`.

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::frame::{Event, Incoming, Terminator, listen};
use super::message::Message;

/// Least time between two messages of ours that the partner has not answered in between. One
/// program in use hangs if an acceptance and a move arrive together.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// How long a partner that reads nothing may keep us from writing.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);

/// How long a partner may take to close its side when we close ours.
const CLOSE_PATIENCE: Duration = Duration::from_secs(1);

/// What may wait to be read; beyond it the partner has to wait.
const INBOX: usize = 64;

pub(super) struct Link {
    output: Box<dyn Write + Send>,
    terminator: Terminator,
    inbox: Receiver<Event>,
    post: SyncSender<Event>,
    /// What came while it could not be served, oldest first.
    deferred: VecDeque<(Instant, Incoming)>,
    /// Whether nothing can come any more.
    is_closed: bool,
    socket: Option<(TcpStream, JoinHandle<()>)>,
    /// When we said something that has not been answered.
    unanswered: Option<Instant>,
    transcript: Option<File>,
}

impl Link {
    /// A link over a socket.
    pub(super) fn over_socket(stream: TcpStream, transcript: Option<&File>) -> io::Result<Self> {
        // Without it short messages wait for the partner's delayed acknowledgements.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_PATIENCE))?;
        let (input, output) = (stream.try_clone()?, stream.try_clone()?);
        let (post, inbox) = mpsc::sync_channel(INBOX);
        let listener = listen(input, Terminator::Nul, post.clone())?;
        let mut link = Self::new(Box::new(output), Terminator::Nul, (post, inbox), transcript)?;
        link.socket = Some((stream, listener));
        Ok(link)
    }

    /// A link over a pair of pipes. Its thread cannot be ended but by the end of the input.
    pub(super) fn over_pipes(
        input: impl Read + Send + 'static,
        output: Box<dyn Write + Send>,
        terminator: Terminator,
        transcript: Option<&File>,
    ) -> io::Result<Self> {
        let (post, inbox) = mpsc::sync_channel(INBOX);
        listen(input, Terminator::Line, post.clone())?;
        Self::new(output, terminator, (post, inbox), transcript)
    }

    fn new(
        output: Box<dyn Write + Send>,
        terminator: Terminator,
        (post, inbox): (SyncSender<Event>, Receiver<Event>),
        transcript: Option<&File>,
    ) -> io::Result<Self> {
        Ok(Self {
            output,
            terminator,
            inbox,
            post,
            deferred: VecDeque::new(),
            is_closed: false,
            socket: None,
            unanswered: None,
            transcript: transcript.map(File::try_clone).transpose()?,
        })
    }

    /// Whether the partner may still read when it writes no more, as scripts do on pipes.
    pub(super) const fn outlives_input(&self) -> bool {
        self.socket.is_none()
    }

    /// Where a search posts its end.
    pub(super) fn post(&self) -> SyncSender<Event> {
        self.post.clone()
    }

    /// How long a message that is to be sent now would have to wait.
    pub(super) fn pause_left(&self) -> Duration {
        self.unanswered
            .map_or(Duration::ZERO, |last| PAUSE.saturating_sub(last.elapsed()))
    }

    /// Sends a message.
    pub(super) fn say(&mut self, message: &Message) -> io::Result<()> {
        thread::sleep(self.pause_left());
        self.record(format_args!("< {message}"));
        let end = match self.terminator {
            Terminator::Nul => '\0',
            Terminator::Line => '\n',
        };
        self.output
            .write_all(format!("{message}{end}").as_bytes())?;
        self.output.flush()?;
        self.unanswered = Some(Instant::now());
        Ok(())
    }

    /// Takes note of a message that came at a time and shows that the partner has read ours.
    pub(super) fn note_answer(&mut self, at: Instant) {
        self.unanswered = self.unanswered.filter(|&last| last >= at);
    }

    /// Puts back what was read last and cannot be served now; it comes again next.
    pub(super) fn put_back(&mut self, at: Instant, incoming: Incoming) {
        self.deferred.push_front((at, incoming));
    }

    /// The next event, or nothing if `until` comes first. A closed link says so each time.
    pub(super) fn next(&mut self, until: Option<Instant>) -> Option<Event> {
        if let Some((at, incoming)) = self.deferred.pop_front() {
            return Some(Event::Heard(at, incoming));
        }
        if self.is_closed {
            return Some(Event::Heard(Instant::now(), Incoming::Closed));
        }
        self.receive(until)
    }

    /// Waits for the end of the search, or for `until`; what comes meanwhile is put off. Says
    /// whether the search has ended.
    pub(super) fn wait_for_search(&mut self, until: Option<Instant>) -> bool {
        loop {
            match self.receive(until) {
                Some(Event::Finished) => return true,
                Some(Event::Heard(_, Incoming::Closed)) => {}
                Some(Event::Heard(at, incoming)) => self.deferred.push_back((at, incoming)),
                None => return false,
            }
        }
    }

    fn receive(&mut self, until: Option<Instant>) -> Option<Event> {
        let event = match until {
            None => self.inbox.recv().ok(),
            Some(until) => {
                let left = until.saturating_duration_since(Instant::now());
                self.inbox.recv_timeout(left).ok()
            }
        };
        match &event {
            Some(Event::Heard(_, Incoming::Message(bytes))) => {
                let text = String::from_utf8_lossy(bytes);
                self.record(format_args!("> {}", text.trim_ascii_end()));
            }
            Some(Event::Heard(_, Incoming::Overlong(length))) => {
                self.record(format_args!("# a message of {length} bytes came in"));
            }
            Some(Event::Heard(_, Incoming::Closed)) => self.is_closed = true,
            Some(Event::Finished) | None => {}
        }
        event
    }

    /// Says that nothing more will come from us, and gives the partner a moment to leave first,
    /// so that our last words are not lost.
    pub(super) fn close(mut self) {
        let Some((stream, _)) = &self.socket else {
            return;
        };
        if stream.shutdown(Shutdown::Write).is_err() {
            return;
        }
        self.deferred.clear();
        let until = Instant::now() + CLOSE_PATIENCE;
        while !self.is_closed && Instant::now() < until {
            self.receive(Some(until));
        }
    }

    /// Writes a line to the transcript. A full disk ends the transcript, not the game.
    fn record(&mut self, line: fmt::Arguments<'_>) {
        if let Some(transcript) = &mut self.transcript
            && writeln!(transcript, "{line}").is_err()
        {
            self.transcript = None;
        }
    }
}

/// Ends the thread that listens to a socket.
impl Drop for Link {
    fn drop(&mut self) {
        let Some((stream, listener)) = self.socket.take() else {
            return;
        };
        // Fails if the partner has closed already, which is what is wanted.
        let _ = stream.shutdown(Shutdown::Both);
        // A thread that waits to post is freed by the end of the inbox.
        self.inbox = mpsc::sync_channel(0).1;
        let _ = listener.join();
    }
}
