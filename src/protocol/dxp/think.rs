//! Thinking about our move while the partner may speak.
//!
//! The search runs on a thread of its own and borrows the engine; its end arrives in the same
//! inbox as the partner's messages. What ends the game or takes back moves stops the search, and
//! what comes after that waits. Every way out raises the stop flag and takes the end of the
//! search out of the inbox.

use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use super::bout::{Answer, Bout, End};
use super::frame::Event;
use super::record::Parting;
use super::talk::Heard;
use crate::engine::Engine;
use crate::position::Move;
use crate::search::{Report, Signals};

/// For the deepest lines of play; far more than a search needs.
const STACK: usize = 32 << 20;

/// How long a search may go on when the input has ended but the answer may still be read.
const GRACE: Duration = Duration::from_millis(800);

impl Bout<'_, '_> {
    /// Our move; nothing if moves were taken back instead.
    pub(super) fn think(&mut self, engine: &mut Engine) -> Result<Option<Move>, End> {
        let overhead = engine.settings().overhead() + self.talk.link.pause_left();
        let moves = u32::from(self.terms.moves);
        let moves_left = (moves > 0).then(|| moves.saturating_sub(self.own_moves()).max(1));
        engine.set_position(*self.game.start());
        for &mv in self.game.moves() {
            engine
                .play(mv)
                .map_err(|_| self.lost(Parting::SearchFailed))?;
        }
        let limits = self.own.limits(self.since.elapsed(), overhead, moves_left);
        let signals = Signals::new(false);
        let post = self.talk.link.post();
        let (told, answer) = thread::scope(|scope| {
            let signals = &signals;
            let thinker = thread::Builder::new()
                .name("search".to_owned())
                .stack_size(STACK);
            let thinker = thinker.spawn_scoped(scope, move || {
                let _farewell = Farewell(post);
                engine.think(&limits, signals, &mut |_: &Report| {})
            });
            match thinker {
                Ok(thinker) => {
                    let told = self.watch(signals);
                    (told, thinker.join().map_err(|_| Parting::SearchFailed))
                }
                Err(error) => (None, Err(Parting::Broken(error))),
            }
        });
        match (told, answer) {
            (Some(Told::End(end)), _) => Err(end),
            (Some(Told::Back(plies)), _) => {
                self.take_back(plies);
                Ok(None)
            }
            (None, Ok(answer)) => match answer.best {
                Some(mv) => Ok(Some(mv)),
                None => Err(self.lost(Parting::SearchFailed)),
            },
            (None, Err(parting)) => Err(self.lost(parting)),
        }
    }

    /// Listens until the search has ended; returns what has made it pointless.
    fn watch(&mut self, signals: &Signals) -> Option<Told> {
        let told = loop {
            match self.talk.hear(None) {
                Ok(Some((_, Heard::SearchEnded))) => return None,
                Ok(Some((at, heard))) => match self.judge(at, heard) {
                    Ok(Answer::Back(plies)) => break Told::Back(plies),
                    Ok(Answer::Nothing | Answer::Played(_)) => {}
                    Err(end) => break Told::End(end),
                },
                Ok(None) => {}
                Err(Parting::Closed) if self.talk.link.outlives_input() => {
                    if !self.talk.link.wait_for_search(Some(Instant::now() + GRACE)) {
                        signals.stop();
                        self.talk.link.wait_for_search(None);
                    }
                    return None;
                }
                Err(parting) => break Told::End(self.lost(parting)),
            }
        };
        signals.stop();
        self.talk.link.wait_for_search(None);
        Some(told)
    }
}

/// What makes a search pointless.
enum Told {
    End(End),
    Back(usize),
}

/// Posts the end of a search when it goes out of scope, in whatever way.
struct Farewell(SyncSender<Event>);

impl Drop for Farewell {
    fn drop(&mut self) {
        // Somebody waits for it, whatever has happened.
        let _ = self.0.send(Event::Finished);
    }
}
