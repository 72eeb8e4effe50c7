//! The ending tables of the engine: found or made in the background.
//!
//! Tables are looked for when a position comes near them: [`NEAR`] pieces more than they have.
//! Tables of few pieces are made then if they are missing (4 pieces on boards of 8x8, 3 on 10x10; a
//! second or two of one processor) and kept for the next time, if that is allowed; larger ones are
//! used if they have been built. A search on time does not wait for tables and has them from the
//! next move on; a search of so many nodes or plies and no time waits, so that its result does not
//! depend on how fast they come. Farther away no search has tables. The thread that makes them gives
//! way to the search, which may have to share a processor with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use super::Settings;
use crate::egdb::{Plan, Tables, make_way, small_pieces, spawn};
use crate::position::Position;
use crate::rules::Variant;
use crate::search::{Limits, Signals};

/// Memory that making the small tables may take; it takes a few mebibytes.
const MEMORY: u64 = 256 << 20;

/// Pieces on the board beyond those of the tables from which on tables are of no use yet.
const NEAR: usize = 12;
/// How often it is asked whether a search that waits for tables has been stopped.
const WAITING_STEP: Duration = Duration::from_millis(5);

/// The tables that the options ask for.
#[derive(Clone, PartialEq)]
struct Wanted {
    variant: Variant,
    pieces: usize,
    folder: Option<PathBuf>,
    may_write: bool,
}

/// What came of looking for tables: tables to use, if there are any, and what was wrong.
type Found = (Option<Arc<Tables>>, Option<String>);

/// The ending tables that options ask for, or those on their way.
#[derive(Default)]
pub struct Endings {
    /// The folder in the user's cache, if it may be used.
    cache: Option<PathBuf>,
    wanted: Option<Wanted>,
    coming: Option<mpsc::Receiver<Found>>,
    tables: Option<Arc<Tables>>,
    complaint: Option<String>,
}

impl Wanted {
    fn of(settings: &Settings, variant: Variant, cache: Option<&Path>) -> Self {
        Self {
            variant,
            pieces: settings.table_pieces(),
            folder: settings.table_path().or_else(|| cache.map(Path::to_owned)),
            may_write: settings.table_cache(),
        }
    }

    /// Pieces of the tables that are made if they are missing.
    fn made(&self) -> usize {
        small_pieces(self.variant).min(self.pieces)
    }

    /// The tables from the folder, with the small ones made if need be.
    fn find(&self) -> Found {
        let Some(folder) = &self.folder else {
            return (Some(self.build()), None);
        };
        let (variant, made) = (self.variant, self.made());
        let open = || Tables::open(folder, variant, self.pieces);
        let found = open().and_then(|tables| {
            if tables.pieces() >= made || !self.may_write {
                return Ok(tables);
            }
            let plan = Plan {
                variant,
                pieces: made,
                folder: folder.clone(),
                memory: MEMORY,
            };
            plan.run(&())?;
            open()
        });
        match found {
            Ok(tables) if tables.pieces() >= made => {
                // Small as they are, no search should have to read them.
                tables.read_all(made);
                (Some(Arc::new(tables)), None)
            }
            Ok(_) => (Some(self.build()), None),
            // Small tables are there all the same.
            Err(error) => (Some(self.build()), Some(error.to_string())),
        }
    }

    fn build(&self) -> Arc<Tables> {
        Arc::new(Tables::build(self.variant, self.made()))
    }
}

impl Endings {
    /// Looks for tables and keeps them in this folder where the options name none.
    pub fn keep_in(&mut self, cache: Option<PathBuf>) {
        self.cache = cache;
    }

    /// The tables for a search of `pos` within `limits`, as the options ask for them; nothing if
    /// there are none, or none yet.
    pub fn tables(
        &mut self,
        settings: &Settings,
        variant: Variant,
        pos: &Position,
        limits: &Limits,
        signals: &Signals,
    ) -> Option<Arc<Tables>> {
        let pieces = settings.table_pieces();
        if pieces < 2 || pos.occupied().len() as usize > pieces + NEAR {
            return None;
        }
        self.look_for(Wanted::of(settings, variant, self.cache.as_deref()));
        let is_counted = limits.depth.is_some() || limits.nodes.is_some();
        let has_clock = limits.move_time.is_some() || limits.clock.is_some();
        let may_wait = is_counted && !has_clock;
        if let Some(coming) = &self.coming {
            let mut found = coming.try_recv();
            while may_wait && matches!(found, Err(TryRecvError::Empty)) && !signals.is_stopped() {
                found = coming
                    .recv_timeout(WAITING_STEP)
                    .map_err(|error| match error {
                        RecvTimeoutError::Timeout => TryRecvError::Empty,
                        RecvTimeoutError::Disconnected => TryRecvError::Disconnected,
                    });
            }
            if let Ok((tables, complaint)) = found {
                self.coming = None;
                (self.tables, self.complaint) = (tables, complaint);
            }
        }
        self.tables.clone()
    }

    /// Starts to look for tables, unless that has been done.
    fn look_for(&mut self, wanted: Wanted) {
        if self.wanted.as_ref() == Some(&wanted) {
            return;
        }
        self.wanted = Some(wanted.clone());
        (self.coming, self.tables) = (None, None);
        let (post, coming) = mpsc::channel();
        let search = move || {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(1)
                .start_handler(|_| make_way())
                .build();
            let found = pool.map_or((None, None), |pool| pool.install(|| wanted.find()));
            // Whoever asked may want something else by now.
            let _ = post.send(found);
        };
        // Without the thread there are no tables.
        if spawn(search).is_ok() {
            self.coming = Some(coming);
        }
    }

    /// What was wrong with the tables, told once.
    pub fn complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }
}
