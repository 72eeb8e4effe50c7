//! The way to a win: how far it is to the next move that cannot be taken back.
//!
//! Tables know who wins, but not how. A side that always keeps its win can go round in circles, so
//! it needs to know how far each position is from the next capture or man's move (distance to
//! conversion). Those cannot go on for ever, so that a side that always takes the shortest way wins
//! in the end; and the shortest way gives the least to counters of king moves.
//!
//! Distances are not stored. They are those of one slice, the placements of kings around the men
//! on the board, which is solved again from the tables when a game gets there. That takes a tenth
//! of a second where four pieces are left and up to two for the largest slice that is taken, more
//! than a move may have: so [`Guides`] solve it in a thread of its own, once for all moves until a
//! man moves, and a search has the guide when it is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::beside;
use super::layout::Layout;
use super::material::{Army, Material};
use super::slice::{KingSets, Slice};
use super::solve::{NEVER, Scratch, Solver, Source};
use super::tables::Tables;
use super::value::Value;
use crate::board::Bitboard;
use crate::position::{Position, Side};
use crate::rules::Variant;

/// Entries of the largest slice that is solved in a game.
const LARGEST_SLICE: usize = 2_500_000;
/// How often it is asked whether a guide is still waited for.
const WAITING_STEP: Duration = Duration::from_millis(1);

/// The men of a position, around which its kings are placed.
struct Men {
    layout: Layout,
    squares: [Bitboard; 2],
}

/// Plies to the next capture or man's move from all positions with the same men.
pub struct Guide {
    men: Men,
    sets: KingSets,
    /// By side to move and placement of kings.
    plies: [Vec<u8>; 2],
}

/// The guide that was needed last, and the one that is on its way.
pub struct Guides {
    tables: Arc<Tables>,
    ready: Option<Guide>,
    coming: Option<Coming>,
}

/// A guide that a thread is working at, until this is dropped.
struct Coming {
    /// Those it is for, as far as they tell it from others.
    material: Material,
    squares: [Bitboard; 2],
    guide: Receiver<Guide>,
    is_dropped: Arc<AtomicBool>,
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}

impl Source for Tables {
    fn variant(&self) -> Variant {
        self.variant()
    }

    fn value_of(&self, pos: &Position) -> Value {
        // A table that has become unreadable makes the guide worse, not the program.
        self.probe(pos).unwrap_or(Value::Draw)
    }
}

impl Men {
    /// The men of a position that the tables know; nothing if they do not, or if there are too many
    /// placements of its kings.
    fn of(tables: &Tables, pos: &Position) -> Option<Self> {
        let material = Material::of(pos).filter(|all| all.pieces() <= tables.pieces())?;
        let layout = Layout::new(tables.variant().rules().geometry, material);
        let pos = oriented(&layout, pos);
        let squares = Side::BOTH.map(|side| pos.men(side));
        (layout.slice_len() <= LARGEST_SLICE).then_some(Self { layout, squares })
    }

    /// The position with White as the stronger side, if it has these men.
    fn with_kings(&self, pos: &Position) -> Option<Position> {
        if Material::of(pos) != Some(self.layout.material()) {
            return None;
        }
        let pos = oriented(&self.layout, pos);
        (Side::BOTH.map(|side| pos.men(side)) == self.squares).then_some(pos)
    }
}

impl Guide {
    /// The guide for the men of a position that the tables know; nothing if they do not, or if
    /// there are too many placements of its kings.
    pub fn new(tables: &Tables, pos: &Position) -> Option<Self> {
        Self::solve(tables, Men::of(tables, pos)?, &AtomicBool::new(false))
    }

    /// The guide for these men; nothing if it is dropped meanwhile.
    fn solve(tables: &Tables, men: Men, is_dropped: &AtomicBool) -> Option<Self> {
        let sets = KingSets::new(&men.layout);
        let mut scratch = Scratch::default();
        let solver = Solver {
            source: tables,
            layout: &men.layout,
            sets: &sets,
            keeps_plies: true,
            is_dropped,
        };
        solver.solve(men.squares, &mut scratch);
        (!is_dropped.load(Ordering::Relaxed)).then(|| Self {
            plies: scratch.take_plies(),
            men,
            sets,
        })
    }

    /// Plies to the next capture or man's move if both sides play for a win as short and a loss as
    /// long as they can; nothing if the position is drawn or has other men.
    pub fn plies(&self, pos: &Position) -> Option<u8> {
        let pos = self.men.with_kings(pos)?;
        let kings = Side::BOTH.map(|side| pos.kings_of(side));
        let slice = Slice::new(&self.men.layout, &self.sets, self.men.squares);
        let plies = self.plies[pos.side() as usize][slice.rank(kings)];
        (plies != NEVER).then_some(plies)
    }
}

impl Guides {
    /// No guides yet, from these tables.
    pub const fn new(tables: Arc<Tables>) -> Self {
        Self {
            tables,
            ready: None,
            coming: None,
        }
    }

    /// The tables.
    pub const fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The guide for the men of a position, if there is one: it is begun if it is not on its way,
    /// and waited for as long as `may_wait` says. One that does not come in time may be there the
    /// next time.
    pub fn guide(&mut self, pos: &Position, may_wait: impl Fn() -> bool) -> Option<&Guide> {
        let is_ready = |guide: &Guide| guide.men.with_kings(pos).is_some();
        if !self.ready.as_ref().is_some_and(is_ready) {
            self.ready = None;
            self.begin(pos);
            self.ready = self.wait(may_wait);
        }
        self.ready.as_ref()
    }

    /// Begins the guide for the men of a position, unless it is on its way.
    fn begin(&mut self, pos: &Position) {
        let Some(men) = Men::of(&self.tables, pos) else {
            self.coming = None;
            return;
        };
        let (material, squares) = (men.layout.material(), men.squares);
        let is_same = |coming: &Coming| coming.material == material && coming.squares == squares;
        if self.coming.as_ref().is_some_and(is_same) {
            return;
        }
        // The one before is dropped first.
        self.coming = None;
        let (post, guide) = channel();
        let is_dropped = Arc::new(AtomicBool::new(false));
        let (tables, signal) = (Arc::clone(&self.tables), Arc::clone(&is_dropped));
        let solve = move || {
            if let Some(guide) = Guide::solve(&tables, men, &signal) {
                // Whoever asked may have gone on.
                let _ = post.send(guide);
            }
        };
        // Without the thread there is no guide.
        if beside::spawn(solve).is_ok() {
            self.coming = Some(Coming {
                material,
                squares,
                guide,
                is_dropped,
            });
        }
    }

    fn wait(&mut self, may_wait: impl Fn() -> bool) -> Option<Guide> {
        let coming = self.coming.as_ref()?;
        let mut step = Duration::ZERO;
        let found = loop {
            match coming.guide.recv_timeout(step) {
                Err(RecvTimeoutError::Timeout) if may_wait() => step = WAITING_STEP,
                Err(RecvTimeoutError::Timeout) => return None,
                found => break found.ok(),
            }
        };
        self.coming = None;
        found
    }
}

/// The position with White as the stronger side.
fn oriented(layout: &Layout, pos: &Position) -> Position {
    if Army::of(pos, Side::White) == layout.material().strong() {
        *pos
    } else {
        pos.turned(layout.geometry())
    }
}
