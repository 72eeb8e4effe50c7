//! Captures to the end: positions are evaluated only where nothing has to be captured.

use super::score::Score;
use super::tree::lost_at;
use super::worker::{MAX_PLY, Node, Shared, Worker};
use crate::movegen::{captures, count_moves};
use crate::position::MoveList;
use crate::rules::CaptureDuty;

impl Worker {
    /// The value of a node when only captures are searched on.
    pub(super) fn quiescence(
        &mut self,
        shared: &Shared,
        node: &Node,
        mut alpha: Score,
        beta: Score,
        ply: u16,
    ) -> Score {
        self.count_node(shared);
        self.selective_depth = self.selective_depth.max(u32::from(ply));
        if self.is_stopped || ply >= MAX_PLY {
            return Score::evaluation(self.evaluator.evaluate(&node.pos));
        }
        let mut moves = MoveList::new();
        captures(shared.variant, &node.pos, &mut moves);
        let mut best = -Score::INFINITE;
        if moves.is_empty() && count_moves(shared.variant, &node.pos, &mut moves) == 0 {
            return lost_at(shared.variant, ply);
        }
        // A side that must capture has no other choice; one that need not can leave it.
        if moves.is_empty() || shared.variant.capture_duty() != CaptureDuty::Compulsory {
            best = Score::evaluation(self.evaluator.evaluate(&node.pos));
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.captured().len()));
        for &mv in &moves {
            let score = -self.quiescence(shared, &node.after(mv), -beta, -alpha, ply + 1);
            if self.is_stopped {
                return best.max(score);
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
