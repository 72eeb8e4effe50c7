//! The recursive search: principal variation search (A. Reinefeld, 1983) in numbered steps.

use super::order::Ordered;
use super::params;
use super::prune::{Pruning, is_safe};
use super::score::Score;
use super::table::{Bound, Entry};
use super::worker::{MAX_PLY, Node, Shared, Worker};
use crate::movegen::{can_capture, can_crown, legal_moves};
use crate::position::{Key, Move, MoveHint, MoveList};
use crate::rules::{CaptureDuty, Variant};

/// The value of a position without a legal move, `ply` plies from the root.
pub(super) const fn lost_at(variant: Variant, ply: u16) -> Score {
    if variant.is_losing() {
        Score::win_in(ply)
    } else {
        Score::loss_in(ply)
    }
}

/// What is asked of a node: its value within a window, to a depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Values up to this one need not be exact.
    pub(super) alpha: Score,
    /// Values from this one on need not be exact.
    pub(super) beta: Score,
    /// Plies to search, not counting captures and extensions.
    pub(super) depth: i32,
    /// Distance from the root.
    pub(super) ply: u16,
}

impl Task {
    /// Whether an exact value is asked for, as on the principal variation.
    pub(super) fn is_open(&self) -> bool {
        self.alpha.plus(1) < self.beta
    }

    /// The task of a child that is only asked whether it is better than `alpha`, searched
    /// `reduction` plies less deeply.
    pub(super) fn doubt(&self, alpha: Score, reduction: i32) -> Self {
        let depth = self.depth - 1 - reduction;
        Self {
            alpha: -alpha.plus(1),
            beta: -alpha,
            depth,
            ply: self.ply + 1,
        }
    }

    /// The task of a child whose exact value is asked for.
    pub(super) fn trust(&self, alpha: Score) -> Self {
        Self {
            alpha: -self.beta,
            beta: -alpha,
            depth: self.depth - 1,
            ply: self.ply + 1,
        }
    }
}

/// Whether a quiet position cannot be evaluated as it is, since the opponent could capture, or get
/// a king that flies.
pub(super) fn is_threatened(shared: &Shared, node: &Node) -> bool {
    let (variant, pos) = (shared.variant, &node.pos);
    if variant.rules().flying_kings && can_crown(variant, pos, !pos.side()) {
        return true;
    }
    variant.capture_duty() == CaptureDuty::Compulsory
        && can_capture(variant, pos, !pos.side())
        && !can_capture(variant, pos, pos.side())
}

/// The value that the table knows for a node, if it is enough for the task. On the principal
/// variation nothing is enough, so that lines are complete. A win that takes longer than the
/// plies left until a counter makes a draw may be none.
fn known_value(entry: Entry, task: Task, plies_left: u32) -> Option<Score> {
    let score = entry.score.from_table(task.ply);
    let plies = entry.score.plies_to_end().map_or(0, u32::from);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= task.beta,
        Bound::Upper => score <= task.alpha,
    };
    let is_deep = i32::from(entry.depth) >= task.depth;
    (decides && is_deep && !task.is_open() && plies < plies_left).then_some(score)
}

/// Asks for the entry of the next move while the last one is searched. Most nodes are cut by their
/// first move, so it is not done for the second; after a deep search it would be gone again.
fn fetch_next(shared: &Shared, node: &Node, task: Task, ordered: &mut Ordered) {
    let is_soon = (2..=params::FETCHED_DEPTH).contains(&task.depth) && ordered.tried() > 1;
    if is_soon
        && let Some(next) = ordered.peek()
        && !next.is_capture()
    {
        let key = node.pos.key_after_quiet(next);
        shared.table.prefetch(key);
    }
}

impl Worker {
    /// The value of a node below the root. Leaves the best line in `self.lines[ply]` if the
    /// window is open.
    pub(super) fn search(&mut self, shared: &Shared, node: &Node, task: Task) -> Score {
        debug_assert!(task.alpha < task.beta && task.ply > 0);
        self.lines[usize::from(task.ply)].clear();
        if self.is_stopped {
            return Score::DRAW;
        }

        // 1. A position that was on the board before is a draw: whoever could do better now could
        //    have done so then.
        if self.is_repetition(node) {
            return Score::DRAW;
        }

        // 2. Leaves.
        let Task { depth, ply, .. } = task;
        if depth < 0 || ply >= MAX_PLY || depth == 0 && !is_threatened(shared, node) {
            return self.quiescence(shared, node, (task.alpha, task.beta), ply);
        }
        self.count_node(shared);
        if self.is_stopped {
            return Score::DRAW;
        }

        // 3. What the table knows. The moves are listed first, since its entry is still on its way.
        let left = node.plies_left(shared.draws);
        let key = node.key(left);
        let mut moves = MoveList::new();
        legal_moves(shared.variant, &node.pos, &mut moves);
        let known = shared.table.probe(key);
        if let Some(score) = known.and_then(|entry| known_value(entry, task, left)) {
            return score;
        }

        // 4. The end of the game. A side without a move has lost even if the same move completed
        //    a count for a draw.
        if moves.is_empty() {
            return lost_at(shared.variant, ply);
        }
        let (clocks, pos) = (&node.clocks, &node.pos);
        if left <= 1 && shared.draws.draw_by_counter(clocks, pos).is_some() {
            return Score::DRAW;
        }

        // 5. An ending that the tables know.
        if let Some(score) = self.known_ending(shared, node, task, &moves, left) {
            return score;
        }

        // 6. A node that stands far above the window.
        let calm = self.calm_value(shared, node, task, &moves);
        if let Some(value) = calm.filter(|&value| is_safe(shared.variant, value, task)) {
            return value;
        }

        // 7. A node that a shallow search puts far above the window.
        if let Some(score) = self.probe_shallow(shared, node, task) {
            return score;
        }

        // 8. The moves. A reply without choice costs no depth.
        let depth = if moves.len() == 1 { depth + 1 } else { depth };
        let hint = known.and_then(|entry| entry.hint);
        let task = Task { depth, ..task };
        let pruning = calm.and_then(|value| Pruning::new(value, depth));
        self.search_moves(
            shared,
            node,
            task,
            &mut moves,
            pruning.as_ref(),
            (key, hint),
        )
    }

    /// Cuts a node that a much shallower search puts far above the window: it will stay above it
    /// (`ProbCut`, M. Buro 1995, in the form of Scan). A null move would be unsound here: to have
    /// to move is often what loses in draughts.
    fn probe_shallow(&mut self, shared: &Shared, node: &Node, task: Task) -> Option<Score> {
        let is_deep = task.depth >= params::PROBE_DEPTH && !self.is_probing;
        if !is_deep || task.is_open() || task.beta.is_decisive() {
            return None;
        }
        let bound = params::probe_bound(task.beta, task.depth);
        let depth = params::probe_depth(task.depth);
        self.is_probing = true;
        let probe = Task {
            alpha: bound.plus(-1),
            beta: bound,
            depth,
            ply: task.ply,
        };
        let score = self.search(shared, node, probe);
        self.is_probing = false;
        (score >= bound && !self.is_stopped).then_some(score)
    }

    /// The best value of the moves of a node, which is remembered in the table under `key`.
    fn search_moves(
        &mut self,
        shared: &Shared,
        node: &Node,
        task: Task,
        moves: &mut [Move],
        pruning: Option<&Pruning>,
        (key, hint): (Key, Option<MoveHint>),
    ) -> Score {
        let side = node.pos.side();
        let mut alpha = task.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let killers = self.killers.at(task.ply);
        let mut ordered = Ordered::new(moves, hint, killers, |mv| self.history.of(side, mv));
        self.path.push(node.pos.key());
        while let Some(mv) = ordered.pick() {
            let tried = ordered.tried();
            let after = node.pos.after(mv);
            if let Some(pruning) = pruning
                && tried > 1
                && !best.is_decisive()
                && let Some(guess) = pruning.guess(shared, mv, &after, tried, alpha)
            {
                best = best.max(guess);
                continue;
            }
            if task.depth > 1 {
                // Leaves are not looked up.
                shared.table.prefetch(after.key());
            }
            let child = node.with(shared, mv, after);
            fetch_next(shared, node, task, &mut ordered);
            let score = self.search_move(shared, &child, task, alpha, mv, tried);
            if self.is_stopped {
                self.path.pop();
                return Score::DRAW;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                self.extend_line(task.ply, mv);
            }
            if score >= task.beta {
                if !mv.is_capture() {
                    self.killers.learn(task.ply, mv);
                    self.history
                        .learn(side, mv, ordered.before_last(), task.depth);
                }
                break;
            }
        }
        self.path.pop();
        let bound = match best {
            _ if best >= task.beta => Bound::Lower,
            _ if best > task.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let hint = best_move.map(Move::hint).or(hint);
        let (score, depth) = (best.to_table(task.ply), task.depth.clamp(0, 127) as u8);
        shared.table.store(
            key,
            Entry {
                score,
                bound,
                depth,
                hint,
            },
        );
        best
    }

    /// The value of the `tried`-th move of a node, which leads to `child`. The first is searched with the whole window;
    /// the others with an empty one, less deeply the later they come, and again if they surprise.
    fn search_move(
        &mut self,
        shared: &Shared,
        child: &Node,
        task: Task,
        alpha: Score,
        mv: Move,
        tried: usize,
    ) -> Score {
        if tried == 1 {
            return -self.search(shared, child, task.trust(alpha));
        }
        let is_late = task.depth >= params::REDUCTION_DEPTH
            && !mv.is_capture()
            && !mv.crowns()
            && tried > params::UNREDUCED[usize::from(!task.is_open())];
        let less = if is_late {
            params::reduction(task.depth, tried, task.is_open())
        } else {
            0
        };
        let mut score = -self.search(shared, child, task.doubt(alpha, less));
        if less > 0 && score > alpha {
            score = -self.search(shared, child, task.doubt(alpha, 0));
        }
        if score > alpha && task.is_open() {
            score = -self.search(shared, child, task.trust(alpha));
        }
        score
    }

    /// Whether the position stands on the path already, since the last move that cannot be taken
    /// back.
    fn is_repetition(&self, node: &Node) -> bool {
        let reversible = node.clocks.since_conversion() as usize;
        let path = &self.path[self.path.len().saturating_sub(reversible)..];
        // The same side is to move two plies ago, but a position needs four plies to come back.
        path.iter()
            .rev()
            .skip(3)
            .step_by(2)
            .any(|&key| key == node.pos.key())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::game::Game;
    use crate::notation::{parse_move, parse_position};
    use crate::rules::DrawRules;

    #[test]
    fn a_win_of_the_table_counts_if_it_comes_before_the_counter_ends() {
        let entry = Entry {
            score: Score::win_in(19),
            bound: Bound::Lower,
            depth: 30,
            hint: None,
        };
        let task = Task {
            alpha: Score::DRAW,
            beta: Score::DRAW.plus(1),
            depth: 6,
            ply: 4,
        };
        // Found 19 plies before the end, met 4 plies from the root.
        assert_eq!(known_value(entry, task, 20), Some(Score::win_in(23)));
        assert_eq!(known_value(entry, task, 19), None);
        let lead = Entry {
            score: Score::evaluation(300),
            ..entry
        };
        assert_eq!(known_value(lead, task, 1), Some(lead.score));
    }

    #[test]
    fn positions_near_the_end_of_a_counter_are_told_apart_by_it() {
        let variant: Variant = "english".parse().expect("a variant");
        let pos = parse_position(variant, "W:WK15,K18:BK32").expect("a position");
        let mut game = Game::from_position(variant, DrawRules::official(variant), pos);
        let evaluator = Evaluator::new(variant);
        let mut keys = Vec::new();
        for text in ["15-11", "32-28", "11-15", "28-32"].iter().cycle().take(76) {
            let mv = parse_move(variant, game.position(), text).expect("a move");
            game.play(mv).expect("legal");
            let node = Node::new(&evaluator, *game.position(), game.clocks());
            if node.pos == pos {
                keys.push(node.key(node.plies_left(game.draw_rules())));
            }
        }
        let (others, last) = keys.split_last_chunk::<3>().expect("many rounds");
        assert!(others.iter().all(|&key| key == pos.key()), "{keys:?}");
        assert!(last.iter().all(|&key| key != pos.key()), "{keys:?}");
        assert!(last[0] != last[1] && last[1] != last[2] && last[0] != last[2]);
    }
}
