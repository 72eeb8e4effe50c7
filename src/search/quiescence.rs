//! Captures to the end: positions are evaluated only where nothing has to be captured. A side that
//! may move quietly may also crown a man, which no evaluation foresees well.

use super::score::Score;
use super::tree::lost_at;
use super::worker::{MAX_PLY, Node, Shared, Worker};
use crate::movegen::{add_crownings, captures, has_quiet_moves};
use crate::position::MoveList;
use crate::rules::CaptureDuty;

impl Worker {
    /// The value of a node when only captures are searched on.
    pub(super) fn quiescence(
        &mut self,
        shared: &Shared,
        node: &Node,
        window: (Score, Score),
        ply: u16,
    ) -> Score {
        let (mut alpha, beta) = window;
        self.count_node(shared);
        self.selective_depth = self.selective_depth.max(u32::from(ply));
        if self.is_stopped || ply >= MAX_PLY {
            return self.evaluate(shared, node, ply);
        }
        let variant = shared.variant;
        let must = variant.capture_duty() == CaptureDuty::Compulsory;
        let mut moves = MoveList::new();
        let mut best = -Score::INFINITE;
        captures(variant, &node.pos, &mut moves);
        if moves.is_empty() && !has_quiet_moves(variant, &node.pos) {
            return lost_at(variant, ply);
        }
        if let Some(score) = self.ending_value(shared, node, ply, &moves) {
            return score;
        }
        // A side that must capture has no other choice; one that need not can leave it.
        if moves.is_empty() || !must {
            best = self.evaluate(shared, node, ply);
            if let Some(lot) = &mut self.lot {
                lot.offer(&node.pos);
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            add_crownings(variant, &node.pos, &mut moves);
        }
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.captured().len()));
        for &mv in &moves {
            let window = (-beta, -alpha);
            let score = -self.quiescence(shared, &node.after(shared, mv), window, ply + 1);
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
