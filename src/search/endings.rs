//! What the search makes of ending tables.
//!
//! In the tree and in quiescence a quiet position that the tables know is not searched on if that
//! decides it: a draw is a draw; a win is at least the value of a win by tables, and the search
//! goes on where more is asked. Positions with a capture pending are not asked for, since their
//! captures lead to positions that are. Tables know nothing of draw rules: near the end of a
//! counter only the search decides, and elsewhere a win by tables may still turn out a draw.
//!
//! At the root only moves are searched that keep the value, and of those that win or lose the ones
//! on the shortest or longest way to the next capture or man's move (a [`Guide`](crate::egdb::Guide)):
//! so a won ending is won, whatever the search sees. The guide is solved beside the game and may come a
//! few moves late; until then the search chooses among the moves that keep the value.
//!
//! No move is waited for that the clock does not allow. The root waits for a guide for a quarter of
//! its time at most. Blocks of large tables are read when they have been asked for some times, or by a
//! node of some depth, and each reading is followed by a look at the clock.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::clock::{Budget, Watch};
use super::limits::{Limits, Signals};
use super::params;
use super::score::Score;
use super::tree::Task;
use super::worker::{Node, Shared, Worker};
use crate::egdb::{Found, Guides, Tables, Value, is_exact};
use crate::position::{Move, Position};
use crate::rules::CaptureDuty;

/// The part of the time for a move that is spent waiting for a guide, at most: a quarter.
const WAITING_SHARE: u32 = 4;

/// Plies below a node from which on it is worth reading a block for its value.
const DEEP: i32 = 5;

/// The tables with the guides that they make.
pub(super) struct Endings {
    guides: Guides,
}

/// How long the root may wait: until it is stopped, or while it has time.
pub(super) struct Patience<'a> {
    signals: &'a Signals,
    watch: &'a Watch,
    time: Option<Duration>,
}

impl<'a> Patience<'a> {
    pub(super) fn new(limits: &Limits, signals: &'a Signals, watch: &'a Watch) -> Self {
        let budget = Budget::new(limits);
        let time = budget.soft.or(budget.hard);
        Self {
            signals,
            watch,
            time: time.map(|time| time / WAITING_SHARE),
        }
    }

    fn is_left(&self) -> bool {
        let has_time = self.time.is_none_or(|time| self.watch.elapsed() < time);
        has_time && !self.signals.is_stopped()
    }
}

impl Endings {
    pub(super) const fn new(tables: Arc<Tables>) -> Self {
        Self {
            guides: Guides::new(tables),
        }
    }

    pub(super) const fn tables(&self) -> &Arc<Tables> {
        self.guides.tables()
    }

    /// Leaves only the best of the legal moves of a position that the tables know.
    pub(super) fn keep_best(&mut self, pos: &Position, moves: &mut Vec<Move>, patience: &Patience) {
        let tables = self.tables();
        let is_known = pos.occupied().len() as usize <= tables.pieces();
        if moves.len() < 2 || !is_known || !is_exact(tables.variant(), pos) {
            return;
        }
        let Some(value) = tables.probe(pos) else {
            return;
        };
        let keeps = |mv: &Move| tables.probe(&pos.after(*mv)) == Some(value.opposite());
        if !moves.iter().any(keeps) {
            return;
        }
        moves.retain(keeps);
        if value == Value::Draw || moves.len() < 2 {
            return;
        }
        let ways: Vec<(Move, Option<u8>)> = self.ways(pos, moves, patience);
        let plies = || ways.iter().filter_map(|&(_, plies)| plies);
        let best = match value {
            Value::Win => plies().min(),
            // Where not every way is known the longest cannot be told.
            _ if ways.iter().any(|(_, plies)| plies.is_none()) => None,
            _ => plies().max(),
        };
        if best.is_some() {
            let kept = ways.into_iter().filter(|&(_, plies)| plies == best);
            *moves = kept.map(|(mv, _)| mv).collect();
        }
    }

    /// Moves that win or lose, with the plies to the next capture or man's move by way of each, as
    /// far as they are known.
    fn ways(
        &mut self,
        pos: &Position,
        moves: &[Move],
        patience: &Patience,
    ) -> Vec<(Move, Option<u8>)> {
        let is_king_move = |mv: Move| !mv.is_capture() && pos.kings().has(mv.from());
        let needs_guide = moves.iter().any(|&mv| is_king_move(mv));
        let guide = needs_guide
            .then(|| self.guides.guide(pos, || patience.is_left()))
            .flatten();
        let plies = |mv: Move| {
            if !is_king_move(mv) {
                return Some(1);
            }
            Some(guide?.plies(&pos.after(mv))?.saturating_add(1))
        };
        moves.iter().map(|&mv| (mv, plies(mv))).collect()
    }
}

/// The value of a node by the tables, if they know it and it can be relied on. `moves` are its
/// captures, or its legal moves. Only where it `is_worth` it is a block read at once.
fn look_up(shared: &Shared, node: &Node, moves: &[Move], is_worth: bool) -> Option<Found> {
    let tables = shared.endings?;
    let (variant, pos) = (shared.variant, &node.pos);
    if pos.occupied().len() as usize > tables.pieces() {
        return None;
    }
    let is_quiet = match variant.capture_duty() {
        CaptureDuty::Compulsory => moves.first().is_none_or(|mv| !mv.is_capture()),
        CaptureDuty::Optional | CaptureDuty::OptionalAny => true,
    };

    (is_quiet && is_exact(variant, pos))
        .then(|| tables.look_up(pos, is_worth))
        .flatten()
}

impl Worker {
    /// The value of a node by the tables, counted as a hit.
    fn probe(
        &mut self,
        shared: &Shared,
        node: &Node,
        moves: &[Move],
        is_worth: bool,
    ) -> Option<Value> {
        let found = look_up(shared, node, moves, is_worth)?;
        self.hits += 1;
        if found.was_read {
            self.look_at_clock(shared);
        }
        Some(found.value)
    }

    /// Stops if there is no time left. Between the usual looks, a thousand nodes apart, there may
    /// be a thousand blocks to read.
    fn look_at_clock(&mut self, shared: &Shared) {
        let hard = Budget::new(shared.limits).hard;
        let is_late = self.watch().is_some_and(|watch| watch.is_past(hard));
        if is_late || shared.signals.is_stopped() {
            shared.is_over.store(true, Ordering::Relaxed);
        }
        self.is_stopped |= shared.is_over.load(Ordering::Relaxed);
    }

    /// The value of a node that the tables know, if it is enough for the task; the counters leave
    /// `plies_left` plies.
    pub(super) fn known_ending(
        &mut self,
        shared: &Shared,
        node: &Node,
        task: Task,
        moves: &[Move],
        plies_left: u32,
    ) -> Option<Score> {
        let value = self.probe(shared, node, moves, task.depth >= DEEP)?;
        if value != Value::Draw && plies_left <= params::COUNTED_PLIES {
            return None;
        }
        let least = Score::LEAST_BITBASE_WIN.plus(-i32::from(task.ply));
        match value {
            Value::Draw => Some(Score::DRAW),
            Value::Win => (least >= task.beta).then_some(least),
            Value::Loss => (-least <= task.alpha).then_some(-least),
        }
    }

    /// The value of a leaf that the tables know.
    pub(super) fn ending_value(
        &mut self,
        shared: &Shared,
        node: &Node,
        ply: u16,
        captures: &[Move],
    ) -> Option<Score> {
        let value = self.probe(shared, node, captures, false)?;
        Some(match value {
            Value::Draw => Score::DRAW,
            Value::Win => Score::bitbase_win(ply, self.evaluate(shared, node, ply)),
            Value::Loss => -Score::bitbase_win(ply, -self.evaluate(shared, node, ply)),
        })
    }
}
