//! Near the leaves, quiet moves that cannot be expected to help are not searched at all.
//!
//! Two reasons: the position is so far below the window that a quiet move will not make up for it
//! (futility pruning, J. Schaeffer 1986), or many moves that were thought better have failed (late
//! move pruning). A move that lets the opponent capture is always searched: in draughts it may be
//! the sacrifice that begins a combination.

use super::params;
use super::score::Score;
use super::tree::{Task, is_threatened};
use super::worker::{Node, Shared, Worker};
use crate::movegen::can_capture;
use crate::position::{Move, Position};

/// Which moves of a node may be left out.
pub(super) struct Pruning {
    /// Moves that are searched in any case.
    searched: usize,
    /// The value that a quiet move can be expected to reach.
    hope: Score,
}

impl Pruning {
    /// What may be left out of a node without captures. Nothing where the opponent could capture,
    /// on the principal variation, or where the game is decided.
    pub(super) fn new(
        worker: &mut Worker,
        shared: &Shared,
        node: &Node,
        task: Task,
    ) -> Option<Self> {
        let is_calm = task.depth <= params::PRUNED_DEPTH
            && !task.is_open()
            && !task.alpha.is_decisive()
            && !task.beta.is_decisive()
            && !is_threatened(shared, node);
        is_calm.then(|| Self {
            searched: params::searched_moves(task.depth),
            hope: worker
                .evaluate(shared, node, task.ply)
                .plus(params::hope(task.depth)),
        })
    }

    /// What the `tried`-th move of the node, which leads to `after`, is thought to reach at most, if
    /// it need not be searched. A move that is left out only because it comes late tells nothing.
    pub(super) fn guess(
        &self,
        shared: &Shared,
        mv: Move,
        after: &Position,
        tried: usize,
        alpha: Score,
    ) -> Option<Score> {
        let is_hopeless = self.hope <= alpha;
        if mv.is_capture() || mv.crowns() || !is_hopeless && tried <= self.searched {
            return None;
        }
        let is_offer = can_capture(shared.variant, after, after.side());
        let guess = if is_hopeless {
            self.hope
        } else {
            -Score::INFINITE
        };
        (!is_offer).then_some(guess)
    }
}
