//! What is not searched, since the evaluation says enough.
//!
//! A calm node that stands far enough above the window is not searched at all: a side that is not
//! threatened seldom has to give up so much (reverse futility pruning).
//!
//! Near the leaves, quiet moves that cannot be expected to help are left out, for two reasons: the
//! position is so far below the window that a quiet move will not make up for it (futility pruning,
//! J. Schaeffer 1986), or many moves that were thought better have failed (late move pruning). A
//! move that lets the opponent capture is always searched: in draughts it may be the sacrifice that
//! begins a combination.

use super::params;
use super::score::Score;
use super::tree::{Task, is_threatened};
use super::worker::{Node, Shared, Worker};
use crate::movegen::can_capture;
use crate::position::{Move, Position};
use crate::rules::{CaptureDuty, Variant};

impl Worker {
    /// The value of a calm node as it stands. Nothing where a side must or threatens to capture,
    /// on the principal variation, where the game is decided, or where the search still to come is
    /// too deep to be replaced by an evaluation.
    pub(super) fn calm_value(
        &mut self,
        shared: &Shared,
        node: &Node,
        task: Task,
        moves: &[Move],
    ) -> Option<Score> {
        let deepest = if is_settled(shared.variant) {
            params::CALM_DEPTH
        } else {
            params::PRUNED_DEPTH
        };
        let is_calm = (1..=deepest).contains(&task.depth)
            && !task.is_open()
            && !task.alpha.is_decisive()
            && !task.beta.is_decisive()
            && !moves[0].is_capture()
            && !is_threatened(shared, node);
        is_calm.then(|| self.evaluate(shared, node, task.ply))
    }
}

/// Whether a calm value is settled enough to cut a node. Not where captures are free: there it lost,
/// in optional-russian 41 Elo (15 to 67; 300 games at 10,000 nodes), and 29 (4 to 54) without the
/// nodes that the opponent attacks.
fn is_settled(variant: Variant) -> bool {
    variant.capture_duty() == CaptureDuty::Compulsory
}

/// Whether a calm node of this value will stay above the window.
pub(super) fn is_safe(variant: Variant, value: Score, task: Task) -> bool {
    is_settled(variant) && value >= params::safe_bound(task.beta, task.depth)
}

/// Which moves of a node may be left out.
pub(super) struct Pruning {
    /// Moves that are searched in any case.
    searched: usize,
    /// The value that a quiet move can be expected to reach.
    hope: Score,
}

impl Pruning {
    /// What may be left out of a calm node of this value.
    pub(super) fn new(value: Score, depth: i32) -> Option<Self> {
        (depth <= params::PRUNED_DEPTH).then(|| Self {
            searched: params::searched_moves(depth),
            hope: value.plus(params::hope(depth)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calm_nodes_are_cut_from_a_margin_on_where_captures_are_compulsory() {
        let beta = Score::evaluation(40);
        let task = Task {
            alpha: beta.plus(-1),
            beta,
            depth: 3,
            ply: 2,
        };
        for (name, is_settled) in [("russian", true), ("optional-russian", false)] {
            let variant: Variant = name.parse().expect("a variant");
            let bound = params::safe_bound(beta, 3);
            assert_eq!(is_safe(variant, bound, task), is_settled, "{name}");
            assert!(!is_safe(variant, bound.plus(-1), task), "{name}");
        }
    }

    #[test]
    fn moves_are_left_out_near_the_leaves_only() {
        let value = Score::evaluation(0);
        assert!(Pruning::new(value, params::PRUNED_DEPTH).is_some());
        assert!(Pruning::new(value, params::PRUNED_DEPTH + 1).is_none());
    }
}
