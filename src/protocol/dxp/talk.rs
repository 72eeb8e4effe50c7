//! Words with a partner, whatever the state of the game.
//!
//! Responsible for what is the same at all times: chat is noted and never answered, what means
//! nothing is noted and ignored until it is too much, a closed link is the end. Not responsible
//! for the meaning of messages in a game (`bout`) or between games (`session`).

use std::fmt;
use std::time::{Duration, Instant};

use super::field::{MessageError, printable};
use super::frame::{Event, Incoming};
use super::link::Link;
use super::message::Message;
use super::record::{Parting, Played};

/// Messages without meaning in a row, after which a partner is left.
const MOST_FAULTS: u32 = 20;

/// Characters of a bad message that are shown.
const SHOWN: usize = 60;

/// Where a patience of the options is for a side whose clock runs, one that no clock drives gets
/// so many times as much.
const WITHOUT_CLOCK: u32 = 10;

/// Who wants to know what happens.
pub trait Observer {
    /// Something happened that a person at the screen may want to know.
    fn note(&mut self, note: &dyn fmt::Display);

    /// A game is over.
    fn played(&mut self, game: &Played);
}

/// How a conversation is led.
#[derive(Clone, Debug)]
pub struct Options {
    /// Our name, of which 32 characters are told.
    pub name: String,
    /// How long a partner may be silent beyond its time on the clock; ten times as long where it
    /// has no clock, and between games.
    pub patience: Duration,
    /// How long we wait for the confirmation of the end of a game, which some programs never
    /// send.
    pub confirmation: Duration,
    /// Whether we end a game that is drawn by the rules when we are on move.
    pub claims_draws: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: concat!("Damocles ", env!("CARGO_PKG_VERSION")).to_owned(),
            patience: Duration::from_secs(60),
            confirmation: Duration::from_secs(5),
            claims_draws: true,
        }
    }
}

impl Options {
    /// The patience with a partner whom no clock drives.
    pub(super) fn long_patience(&self) -> Duration {
        self.patience.saturating_mul(WITHOUT_CLOCK)
    }
}

/// What was heard.
pub(super) enum Heard {
    /// A message.
    Message(Message),
    /// A request, a move or a wish to take back that cannot be read, but should be answered.
    Malformed(MessageError, Vec<u8>),
    /// The search has ended.
    SearchEnded,
}

pub(super) struct Talk<'a> {
    pub(super) link: Link,
    pub(super) options: &'a Options,
    observer: &'a mut dyn Observer,
    /// Messages without meaning since the last that had one.
    faults: u32,
}

impl<'a> Talk<'a> {
    pub(super) fn new(link: Link, options: &'a Options, observer: &'a mut dyn Observer) -> Self {
        Self {
            link,
            options,
            observer,
            faults: 0,
        }
    }

    pub(super) fn note(&mut self, note: fmt::Arguments<'_>) {
        self.observer.note(&note);
    }

    pub(super) fn played(&mut self, game: &Played) {
        self.observer.played(game);
    }

    pub(super) fn say(&mut self, message: &Message) -> Result<(), Parting> {
        self.link.say(message).map_err(Parting::Broken)
    }

    /// What is heard next and when it came, or nothing if `until` comes first.
    pub(super) fn hear(
        &mut self,
        until: Option<Instant>,
    ) -> Result<Option<(Instant, Heard)>, Parting> {
        loop {
            match self.link.next(until) {
                None => return Ok(None),
                Some(Event::Finished) => {
                    return Ok(Some((Instant::now(), Heard::SearchEnded)));
                }
                Some(Event::Heard(at, incoming)) => {
                    if let Some(heard) = self.understand(at, incoming)? {
                        return Ok(Some((at, heard)));
                    }
                }
            }
            // A partner that chats without end is none that moves.
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok(None);
            }
        }
    }

    fn understand(&mut self, at: Instant, incoming: Incoming) -> Result<Option<Heard>, Parting> {
        let bytes = match incoming {
            Incoming::Closed => return Err(Parting::Closed),
            Incoming::Overlong(length) => {
                self.observer
                    .note(&format_args!("ignored a message of {length} bytes"));
                return self.count_fault();
            }
            Incoming::Message(bytes) => bytes,
        };
        match Message::parse(&bytes) {
            Ok(Message::Chat(text)) => {
                self.observer
                    .note(&format_args!("the partner says: {text}"));
                Ok(None)
            }
            Ok(message) => {
                self.faults = 0;
                self.link.note_answer(at);
                Ok(Some(Heard::Message(message)))
            }
            Err(error) => {
                let shown = printable(bytes.get(..SHOWN).unwrap_or(&bytes));
                self.observer
                    .note(&format_args!("cannot use '{shown}': {error}"));
                self.count_fault()?;
                let wants_answer = matches!(bytes.first(), Some(b'R' | b'M' | b'B'));
                Ok(wants_answer.then_some(Heard::Malformed(error, bytes)))
            }
        }
    }

    fn count_fault(&mut self) -> Result<Option<Heard>, Parting> {
        self.faults += 1;
        if self.faults >= MOST_FAULTS {
            return Err(Parting::Garbage(self.faults));
        }
        Ok(None)
    }
}
