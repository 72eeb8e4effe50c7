//! The best move.
//!
//! Responsible for choosing a move within limits, exact about the end of the game and about
//! draws. Not responsible for protocols, options and files: it takes a [`Game`], [`Limits`] and
//! [`Signals`], tells an [`Observer`] what it finds, and returns an [`Answer`].
//!
//! # How it works
//!
//! * **Iterative deepening** (`root.rs`): one ply deeper each time, the moves ordered by what the
//!   iteration before has found; any time a good move is ready. Each iteration starts with a
//!   narrow window around the last value (aspiration).
//! * **Principal variation search** (`tree.rs`): alpha-beta in which all moves but the first are
//!   only asked whether they are better. In draughts few moves are, since captures are forced.
//! * **Transposition table** (`table.rs`): slow manoeuvres reach the same positions in many
//!   orders.
//! * **Ordering** (`order.rs`): the move of the table, captures by size, killers, then the moves
//!   that were best elsewhere (history heuristic).
//! * **Extension** of replies without choice: most captures are, so exchanges cost no depth.
//! * **Late move reductions**: quiet moves that come late in the order are searched less deeply.
//! * **Pruning** (`prune.rs`): a calm node that stands above the window is cut; near the leaves,
//!   quiet moves that cannot reach the window or come late are left out, unless they offer a piece.
//! * **Shallow probes**: a node far above the window at two fifths of the depth stays there.
//! * **Quiescence** (`quiescence.rs`): captures are forced, so a position is evaluated only where
//!   there are none; if the opponent threatens to capture, or to crown where kings fly, one more ply is
//!   searched. Where captures are free, a side may leave them. Crownings are tried.
//! * **Repetition** counts as a draw the first time, which saves the search from going round.
//! * **Counters** for draws are known at every node: a win that comes too late is none, and near
//!   the end of a counter positions with different counts are different positions to the table.
//! * **Threads** search the same root and meet in the table (lazy parallel search).
//!
//! # What the ideas were worth
//!
//! Elo with 95 % bounds against the version before, in games of the engine with itself, openings
//! played with both colours.
//!
//! | idea | nodes, games | international | russian | english | others |
//! |---|---|---|---|---|---|
//! | extension | 3,000, 200 | -0+-48 | +31+-39 | +7+-37 | |
//! | reductions | 3,000, 200 | +14+-42 | +28+-32 | +4+-35 | |
//! | threats | 3,000, 600 | +6+-23 | -1+-21 | -11+-19 | |
//! | probes | 3,000, 200 | +16+-32 | +5+-35 | -10+-31 | |
//! | killers | 4,000, 400 | +28+-28 | +4+-23 | +16+-23 | |
//! | killers and pruning | 3,000, 400 | +52+-29 | +25+-23 | +30+-20 | brazilian +40+-26, italian +7+-24, frisian +38+-28, losing +33+-31, breakthrough +31+-34 |
//! | crownings | 3,000, 300 | +42+-24 | +38+-23 | +19+-21 | breakthrough +104+-34, losing +8+-34 |
//! | threat to crown | 3,000, 300 | +28+-28 | +14+-22 | left out: -6+-22 | brazilian +32+-28, frisian +16+-28, breakthrough +37+-30 |
//! | calm nodes cut | 10,000, 300 | +53+-24 | +28+-18 | +22+-21 | (these three at 20,000) italian +42+-21, brazilian +22+-17, frisian +59+-27, killer +67+-34, frysk +51+-24, losing +51+-39, breakthrough +44+-37 |
//!
//! Tried with the networks and left out (international, russian, english; 10,000 nodes, 400 games):
//! * calm nodes far below the window cut, 60 hundredths a ply to depth 4: -45+-22, -2+-18, +3+-20,
//!   and if quiescence agreed -53+-24, -24+-18, -7+-20;
//! * shallow probes below the window too: +8+-19, -10+-16, +29+-17; only for nodes above it by
//!   their evaluation (4,000 nodes, 500 games): -3+-19, +9+-15, +8+-16;
//! * other reductions: fifths replaced by 4.5 +4+-19, +6+-17, +4+-18; by 4 (4,000 nodes, 500 games)
//!   -36+-22, -11+-18, +10+-19; by 6.5 +6+-20, +15+-18, -17+-18;
//! * a ply less without a move of the table from depth 4: -5+-20, +3+-16, +7+-19.
//!
//! Tried with the evaluation by hand and left out (international, russian, english):
//! * threats answered at every quiet node of quiescence: -42+-43, -45+-37, +19+-35;
//! * singular extension with multi-cut, from depth 6: +5+-30, -7+-26, -5+-24 at 3,000 nodes, and
//!   -19+-31, -16+-24 at 20,000;
//! * extension of captures on the principal variation: -18+-29, -1+-24;
//! * history of replies to the move before: -16+-29, -5+-24, -30+-23;
//! * pruning after fewer moves (three and the square of the depth): -19+-34, -33+-27.

mod clock;
mod endings;
mod huge_pages;
mod limits;
mod order;
mod params;
mod prune;
mod quiescence;
mod report;
mod root;
mod score;
mod table;
mod tree;
mod worker;

pub use limits::{Clock, Limits, Signals};
pub use report::{Answer, Observer, Report};
pub use score::Score;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::egdb::Tables;
use crate::eval::Evaluator;
use crate::game::Game;
use crate::position::{Move, Position};
use crate::rng::Rng;
use crate::rules::Variant;
use clock::{Budget, Watch};
use endings::{Endings, Patience};
use root::Root;
use table::Table;
use worker::{Lot, Node, Shared, Worker};

/// Stack of a worker: the tree is at most a few hundred plies of about 2 KiB deep.
const STACK_BYTES: usize = 16 << 20;

/// A search engine: the transposition table and the workers that share it.
pub struct Search {
    table: Table,
    workers: Vec<Worker>,
    evaluator: Evaluator,
    endings: Option<Endings>,
    variant: Variant,
}

impl Search {
    /// A search for a variant with a table of 2 to the power `table_log2` entries of 16 bytes (of
    /// fewer if there is not enough memory) and a number of threads, at least one.
    pub fn new(variant: Variant, table_log2: u8, threads: usize) -> Self {
        Self::with_evaluator(variant, Evaluator::new(variant), table_log2, threads)
    }

    /// The same with another evaluation of the variant than the one that comes with the engine.
    pub fn with_evaluator(
        variant: Variant,
        evaluator: Evaluator,
        table_log2: u8,
        threads: usize,
    ) -> Self {
        let workers = (0..threads.max(1)).map(|_| Worker::new()).collect();
        Self {
            table: Table::new(table_log2),
            workers,
            evaluator,
            endings: None,
            variant,
        }
    }

    /// Has the next searches of the first thread draw one of the quiet positions by lot in which a
    /// line was ended, each with the same chance; [`Search::drawn_leaf`] tells which.
    pub fn draw_leaf(&mut self, rng: Rng) {
        self.workers[0].lot = Some(Lot::new(rng));
    }

    /// The leaf that was drawn since [`Search::draw_leaf`], if there was any; none is drawn after.
    pub fn drawn_leaf(&mut self) -> Option<Position> {
        self.workers[0].lot.take()?.drawn()
    }

    /// Gives the search ending tables of its variant to ask, or takes them away.
    pub fn set_endings(&mut self, tables: Option<Arc<Tables>>) {
        let is_same = |endings: &Endings| {
            let same = |tables| Arc::ptr_eq(tables, endings.tables());
            tables.as_ref().is_some_and(same)
        };
        if !self.endings.as_ref().is_some_and(is_same) {
            self.endings = tables.map(Endings::new);
        }
    }

    /// Searches the current position of `game` until a limit is reached or `signals` say stop.
    ///
    /// With one thread and without limits of time the result depends only on the game, the limits,
    /// the ending tables and what the table has kept from earlier searches.
    ///
    /// # Panics
    /// If the game is of another variant than the search.
    pub fn run(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) -> Answer {
        assert_eq!(
            game.variant(),
            self.variant,
            "a search is made for one variant"
        );
        let watch = Watch::start(signals.is_pondering());
        self.table.grow_older();
        let mut moves: Vec<Move> = game.legal_moves().into_iter().collect();
        if let Some(endings) = self.endings.as_mut().filter(|_| limits.lines <= 1) {
            let patience = Patience::new(limits, signals, &watch);
            endings.keep_best(game.position(), &mut moves, &patience);
        }
        let shared = Shared {
            table: &self.table,
            evaluator: &self.evaluator,
            endings: self.endings.as_ref().map(|endings| &**endings.tables()),
            variant: self.variant,
            draws: game.draw_rules(),
            limits,
            signals,
            is_over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            hits: AtomicU64::new(0),
        };
        let node = Node::new(&self.evaluator, *game.position(), game.clocks());
        let (_, path) = game.keys().split_last().unwrap_or((&node.pos.key(), &[]));
        let mut root = Root::new(&moves);
        let Some((first, others)) = self.workers.split_first_mut().filter(|_| !moves.is_empty())
        else {
            return root.answer(&shared);
        };
        first.begin(path, Some((watch, Budget::new(limits))));
        std::thread::scope(|scope| {
            let (shared, node, moves) = (&shared, &node, &moves);
            for worker in others {
                worker.begin(path, None);
                let helper = std::thread::Builder::new().stack_size(STACK_BYTES);
                // A helper that cannot be started is only missed, not needed.
                let _ = helper.spawn_scoped(scope, move || {
                    worker.deepen(shared, node, &mut Root::new(moves), None);
                });
            }
            first.deepen(shared, node, &mut root, Some(observer));
        });
        let ending = shared.endings.and_then(|tables| tables.probe(&node.pos));
        Answer {
            ending,
            ..root.answer(&shared)
        }
    }

    /// Forgets everything: the next game starts fresh.
    pub fn clear(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            *worker = Worker::new();
        }
    }
}
