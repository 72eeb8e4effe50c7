//! The recursive search: principal variation search (A. Reinefeld, 1983) in numbered steps.

use super::order::Ordered;
use super::score::Score;
use super::table::{Bound, Entry};
use super::worker::{MAX_PLY, Node, Shared, Worker};
use crate::movegen::legal_moves;
use crate::position::{Move, MoveList};
use crate::rules::Variant;

/// The value of a position without a legal move, `ply` plies from the root.
pub(super) const fn lost_at(variant: Variant, ply: u16) -> Score {
    if variant.is_losing() { Score::win_in(ply) } else { Score::loss_in(ply) }
}

impl Worker {
    /// The value of a node to a depth in plies, within a window; `ply` is its distance from the
    /// root, at least 1. Leaves the best line in `self.lines[ply]` if the window is open.
    pub(super) fn search(
        &mut self,
        shared: &Shared,
        node: &Node,
        window: (Score, Score),
        depth: i32,
        ply: u16,
    ) -> Score {
        let (mut alpha, beta) = window;
        debug_assert!(alpha < beta && ply > 0);
        self.lines[usize::from(ply)].clear();

        // 1. A position that was on the board before is a draw: whoever could do better now could
        //    have done so then.
        if self.is_repetition(node) {
            return Score::DRAW;
        }

        // 2. Leaves.
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(shared, node, alpha, beta, ply);
        }
        self.count_node(shared);
        if self.is_stopped {
            return Score::DRAW;
        }

        // 3. What the table knows.
        let is_open = alpha.plus(1) < beta;
        let known = shared.table.probe(node.pos.key());
        if let Some(entry) = known.filter(|entry| !is_open && i32::from(entry.depth) >= depth) {
            let score = entry.score.from_table(ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decides {
                return score;
            }
        }

        // 4. The end of the game. A side without a move has lost even if the same move completed
        //    a count for a draw.
        let mut moves = MoveList::new();
        legal_moves(shared.variant, &node.pos, &mut moves);
        if moves.is_empty() {
            return lost_at(shared.variant, ply);
        }
        if shared.draws.draw_by_counter(&node.clocks, &node.pos).is_some() {
            return Score::DRAW;
        }

        // 5. The moves: the first with the whole window, the others with an empty one, and again
        //    with the whole one if they surprise.
        let side = node.pos.side();
        let hint = known.and_then(|entry| entry.hint);
        let mut ordered = Ordered::new(&mut moves, hint, side, &self.history);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let first_alpha = alpha;
        self.path.push(node.pos.key());
        while let Some(mv) = ordered.pick() {
            let child = node.after(mv);
            let mut score = alpha;
            if ordered.tried() > 1 {
                score = -self.search(shared, &child, (-alpha.plus(1), -alpha), depth - 1, ply + 1);
            }
            if ordered.tried() == 1 || score > alpha && is_open {
                score = -self.search(shared, &child, (-beta, -alpha), depth - 1, ply + 1);
            }
            if self.is_stopped {
                self.path.pop();
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                    if alpha >= beta {
                        if !mv.is_capture() {
                            self.history.learn(side, mv, ordered.before_last(), depth);
                        }
                        break;
                    }
                }
            }
        }
        self.path.pop();

        // 6. Remember.
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > first_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let hint = best_move.map(Move::hint).or(hint);
        let entry = Entry { score: best.to_table(ply), bound, depth: depth.min(127) as u8, hint };
        shared.table.store(node.pos.key(), entry);
        best
    }

    /// Whether the position stands on the path already, since the last move that cannot be taken
    /// back.
    fn is_repetition(&self, node: &Node) -> bool {
        let reversible = node.clocks.since_conversion() as usize;
        let path = &self.path[self.path.len().saturating_sub(reversible)..];
        // The same side is to move two plies ago, but a position needs four plies to come back.
        path.iter().rev().skip(3).step_by(2).any(|&key| key == node.pos.key())
    }

    /// Makes `mv` and the best line behind it the best line at `ply`.
    pub(super) fn extend_line(&mut self, ply: u16, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(usize::from(ply) + 1);
        let line = &mut head[usize::from(ply)];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }
}
