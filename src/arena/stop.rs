//! The end of a match before its time: raised once, seen by everybody.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::search::Signals;

/// Tells all games of a match to break off. Clones are the same switch.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    shared: Arc<Shared>,
}

#[derive(Default, Debug)]
struct Shared {
    /// Raised once and only read otherwise; nothing else is published through it, so relaxed
    /// ordering is enough.
    raised: AtomicBool,
    /// The searches that run in this process.
    searches: Mutex<Vec<Weak<Signals>>>,
}

impl Stop {
    /// Breaks off all games, those that will be begun included.
    pub fn raise(&self) {
        self.shared.raised.store(true, Ordering::Relaxed);
        let searches = self
            .shared
            .searches
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for signals in searches.iter().filter_map(Weak::upgrade) {
            signals.stop();
        }
    }

    /// Whether games are to be broken off.
    pub fn is_raised(&self) -> bool {
        self.shared.raised.load(Ordering::Relaxed)
    }

    /// Signals for searches in this process, which the switch stops.
    pub(super) fn signals(&self) -> Arc<Signals> {
        let signals = Arc::new(Signals::new(false));
        let mut searches = self
            .shared
            .searches
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        searches.retain(|known| known.strong_count() > 0);
        searches.push(Arc::downgrade(&signals));
        if self.is_raised() {
            signals.stop();
        }
        signals
    }
}
