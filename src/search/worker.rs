//! What one thread of the search owns, and what the threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::clock::{Budget, Watch};
use super::limits::{Limits, Signals};
use super::order::{History, Killers};
use super::params;
use super::score::Score;
use super::table::Table;
use crate::egdb::Tables;
use crate::eval::{Accumulators, Evaluator};
use crate::game::Clocks;
use crate::position::{Key, Move, Position};
use crate::rng::Rng;
use crate::rules::{DrawRules, Variant};

/// Plies that a line can have: deeper nodes are evaluated as they are.
pub(super) const MAX_PLY: u16 = 200;
/// Nodes between two looks at the clock and at the signals.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) evaluator: &'a Evaluator,
    pub(super) endings: Option<&'a Tables>,
    pub(super) variant: Variant,
    pub(super) draws: &'a DrawRules,
    pub(super) limits: &'a Limits,
    pub(super) signals: &'a Signals,
    /// Raised by the first worker when the search is over. Nothing else is published through it,
    /// so relaxed ordering is enough.
    pub(super) is_over: AtomicBool,
    /// Nodes of all workers, brought up to date at each check; only a sum, hence relaxed.
    pub(super) nodes: AtomicU64,
    /// Positions of all workers that the ending tables knew, as for the nodes.
    pub(super) hits: AtomicU64,
}

/// A position in the tree with what the draw rules need to know of the way to it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) pos: Position,
    pub(super) clocks: Clocks,
    /// The part of the evaluation that moves change a little, from White.
    balance: i32,
}

impl Node {
    pub(super) fn new(evaluator: &Evaluator, pos: Position, clocks: Clocks) -> Self {
        Self {
            balance: evaluator.balance(&pos),
            pos,
            clocks,
        }
    }

    /// The node after a move.
    pub(super) fn after(&self, shared: &Shared, mv: Move) -> Self {
        self.with(shared, mv, self.pos.after(mv))
    }

    /// The node after a move that leads to `pos`.
    pub(super) fn with(&self, shared: &Shared, mv: Move, pos: Position) -> Self {
        let balance = self.balance + shared.evaluator.change(&self.pos, mv);
        Self {
            clocks: self.clocks.after(&self.pos, mv, &pos),
            balance,
            pos,
        }
    }

    /// The plies after which a counter may make a draw, [`u32::MAX`] if none runs.
    pub(super) fn plies_left(&self, draws: &DrawRules) -> u32 {
        let left = draws.plies_left(&self.clocks, &self.pos);
        left.unwrap_or(u32::MAX)
    }

    /// The key under which the table knows the node. Near the end of a counter the value of a
    /// position depends on the plies that are left, and so does its key.
    pub(super) fn key(&self, plies_left: u32) -> Key {
        let key = self.pos.key();
        if plies_left <= params::COUNTED_PLIES {
            key.at_count(plies_left)
        } else {
            key
        }
    }
}

/// A draw by lot among positions that come one by one: each is as likely as any other.
#[derive(Clone, Debug)]
pub(super) struct Lot {
    rng: Rng,
    seen: usize,
    drawn: Option<Position>,
}

impl Lot {
    pub(super) const fn new(rng: Rng) -> Self {
        Self {
            rng,
            seen: 0,
            drawn: None,
        }
    }

    pub(super) fn offer(&mut self, pos: &Position) {
        self.seen += 1;
        if self.rng.below(self.seen) == 0 {
            self.drawn = Some(*pos);
        }
    }

    pub(super) const fn drawn(&self) -> Option<Position> {
        self.drawn
    }
}

/// What one thread owns. The history outlives a search, the rest is made anew for each.
///
/// Aligned so that two workers never write to one line of the processor's cache.
#[repr(align(128))]
pub(super) struct Worker {
    pub(super) history: History,
    pub(super) killers: Killers,
    accumulators: Accumulators,
    /// Where a leaf is drawn by lot, if one is wanted.
    pub(super) lot: Option<Lot>,
    /// Keys of the positions before the current one that could be repeated, the game's first.
    pub(super) path: Vec<Key>,
    /// The best line found from each ply: `[ply][move]`.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) selective_depth: u32,
    /// Nodes of this worker, and how many of them are in the shared count.
    nodes: u64,
    counted: u64,
    next_check: u64,
    /// Positions that the ending tables knew and that are not in the shared count yet.
    pub(super) hits: u64,
    pub(super) is_stopped: bool,
    /// Whether a shallow search is running that decides whether a node is worth a deep one.
    pub(super) is_probing: bool,
    /// The watch and the times to keep, for the worker that looks at the clock.
    timer: Option<(Watch, Budget)>,
}

impl Worker {
    pub(super) fn new() -> Self {
        Self {
            history: History::default(),
            killers: Killers::default(),
            accumulators: Accumulators::default(),
            lot: None,
            path: Vec::new(),
            lines: vec![Vec::new(); usize::from(MAX_PLY) + 2],
            selective_depth: 0,
            nodes: 0,
            counted: 0,
            next_check: 0,
            hits: 0,
            is_stopped: false,
            is_probing: false,
            timer: None,
        }
    }

    /// Gets ready for a search; the worker with a timer ends it.
    pub(super) fn begin(&mut self, path: &[Key], timer: Option<(Watch, Budget)>) {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.selective_depth = 0;
        self.killers = Killers::default();
        (self.nodes, self.counted, self.next_check) = (0, 0, 0);
        self.hits = 0;
        self.is_stopped = false;
        self.is_probing = false;
        self.timer = timer;
    }

    /// The evaluation of the position of a node as it stands, `ply` plies from the root.
    pub(super) fn evaluate(&mut self, shared: &Shared, node: &Node, ply: u16) -> Score {
        let (memory, ply) = (&mut self.accumulators, usize::from(ply));
        let evaluator = shared.evaluator;
        Score::evaluation(evaluator.value(&node.pos, node.balance, ply, memory))
    }

    pub(super) fn watch(&self) -> Option<&Watch> {
        self.timer.as_ref().map(|(watch, _)| watch)
    }

    /// Whether no further iteration should begin, if the move deserves `effort` percent of the
    /// usual time.
    pub(super) fn is_late(&mut self, signals: &Signals, effort: u32) -> bool {
        let Some((watch, budget)) = &mut self.timer else {
            return false;
        };
        if !signals.is_pondering() {
            watch.start_clock();
        }
        let soft = budget.soft.map(|soft| soft.saturating_mul(effort) / 100);
        watch.is_past(soft) || watch.is_past(budget.hard)
    }

    /// Counts a node; raises `is_stopped` when the search has to end.
    pub(super) fn count_node(&mut self, shared: &Shared) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check(shared);
        }
    }

    /// Adds this worker's nodes to the shared count, which it returns.
    pub(super) fn publish_nodes(&mut self, shared: &Shared) -> u64 {
        let fresh = self.nodes - self.counted;
        self.counted = self.nodes;
        let hits = std::mem::take(&mut self.hits);
        shared.hits.fetch_add(hits, Ordering::Relaxed);
        shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh
    }

    fn check(&mut self, shared: &Shared) {
        let total = self.publish_nodes(shared);
        let left = shared
            .limits
            .nodes
            .map_or(u64::MAX, |limit| limit.saturating_sub(total));
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS.min(left.max(1));
        if let Some((watch, budget)) = &mut self.timer {
            if !shared.signals.is_pondering() {
                watch.start_clock();
            }
            if shared.signals.is_stopped() || left == 0 || watch.is_past(budget.hard) {
                shared.is_over.store(true, Ordering::Relaxed);
            }
        }
        self.is_stopped |= shared.is_over.load(Ordering::Relaxed);
    }
}
