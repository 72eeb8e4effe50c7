//! What the search makes of ending tables.
//!
//! In the tree and in quiescence a quiet position that the tables know is not searched on if that
//! decides it: a draw is a draw; a win is at least the value of a win by tables, and the search
//! goes on where more is asked. Positions with a capture pending are not asked for, since their
//! captures lead to positions that are. Tables know nothing of draw rules: near the end of a
//! counter only the search decides, and elsewhere a win by tables may still turn out a draw.
//!
//! At the root only moves are searched that keep the value, and of those that win or lose the ones
//! on the shortest or longest way to the next capture or man's move ([`Guide`]): so a won ending is
//! won, whatever the search sees.

use std::sync::{Arc, Mutex, PoisonError};

use super::params;
use super::score::Score;
use super::tree::Task;
use super::worker::{Node, Shared, Worker};
use crate::egdb::{Guide, Tables, Value, is_exact};
use crate::position::{Move, Position};
use crate::rules::CaptureDuty;

/// The tables with the guide that was needed last.
pub(super) struct Endings {
    tables: Arc<Tables>,
    /// Only the root asks for it, before the threads start.
    guide: Mutex<Option<Guide>>,
}

impl Endings {
    pub(super) const fn new(tables: Arc<Tables>) -> Self {
        Self {
            tables,
            guide: Mutex::new(None),
        }
    }

    pub(super) const fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Leaves only the best of the legal moves of a position that the tables know.
    pub(super) fn keep_best(&self, pos: &Position, moves: &mut Vec<Move>) {
        let tables = &*self.tables;
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
        let ways: Vec<(Move, Option<u8>)> = moves
            .iter()
            .map(|&mv| (mv, self.plies_by(pos, mv)))
            .collect();
        let plies = || ways.iter().filter_map(|&(_, plies)| plies);
        let best = match value {
            Value::Win => plies().min(),
            Value::Draw => None,
            // Where not every way is known the longest cannot be told.
            Value::Loss if ways.iter().any(|(_, plies)| plies.is_none()) => None,
            Value::Loss => plies().max(),
        };
        if best.is_some() {
            let kept = ways.into_iter().filter(|&(_, plies)| plies == best);
            *moves = kept.map(|(mv, _)| mv).collect();
        }
    }

    /// Plies to the next capture or man's move by way of a move that wins or loses, if known.
    fn plies_by(&self, pos: &Position, mv: Move) -> Option<u8> {
        if mv.is_capture() || !pos.kings().has(mv.from()) {
            return Some(1);
        }
        let after = pos.after(mv);
        let mut guide = self.guide.lock().unwrap_or_else(PoisonError::into_inner);
        let known = guide.as_ref().and_then(|guide| guide.plies(&after));
        let plies = known.or_else(|| {
            *guide = Guide::new(&self.tables, &after);
            guide.as_ref()?.plies(&after)
        });
        Some(plies?.saturating_add(1))
    }
}

/// The value of a node by the tables, if they know it and it can be relied on. `moves` are its
/// captures, or its legal moves.
fn probe(shared: &Shared, node: &Node, moves: &[Move]) -> Option<Value> {
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
        .then(|| tables.probe_quiet(pos))
        .flatten()
}

impl Worker {
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
        let value = probe(shared, node, moves)?;
        self.hits += 1;
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
        let value = probe(shared, node, captures)?;
        self.hits += 1;
        Some(match value {
            Value::Draw => Score::DRAW,
            Value::Win => Score::bitbase_win(ply, self.evaluate(shared, node, ply)),
            Value::Loss => -Score::bitbase_win(ply, -self.evaluate(shared, node, ply)),
        })
    }
}
