//! Iterative deepening: one iteration after the other, each ordered by the one before.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::params;
use super::report::{Answer, Observer, Report};
use super::score::Score;
use super::tree::{Task, lost_at};
use super::worker::{Node, Shared, Worker};
use crate::position::Move;

/// The deepest iteration.
pub(super) const MAX_DEPTH: u32 = 120;
/// How often a search that must not end by itself looks whether it may.
const WAITING_STEP: Duration = Duration::from_millis(1);

/// A legal move of the root with the line that was found behind it, and its value.
#[derive(Clone, Debug)]
struct RootMove {
    line: Vec<Move>,
    score: Score,
}

/// What a worker has found: the best move is the first.
pub(super) struct Root {
    moves: Vec<RootMove>,
    /// Iterations since the best move last changed.
    steady: u32,
    /// How much the value has fallen in the last iteration, in hundredths of a man.
    fallen: i32,
}

impl Root {
    pub(super) fn new(moves: &[Move]) -> Self {
        let moves = moves.iter().map(|&mv| RootMove {
            line: vec![mv],
            score: Score::DRAW,
        });
        Self {
            moves: moves.collect(),
            steady: 0,
            fallen: 0,
        }
    }

    /// The result, with the number of nodes that it took.
    pub(super) fn answer(&self, shared: &Shared) -> Answer {
        let first = self.moves.first();
        let line = first.map_or(&[][..], |first| &first.line);
        Answer {
            best: line.first().copied(),
            expected: line.get(1).copied(),
            score: first.map_or(lost_at(shared.variant, 0), |first| first.score),
            nodes: shared.nodes.load(Ordering::Relaxed),
            ending: None,
        }
    }

    /// How much of the usual time the move deserves, in percent: less the longer the best move
    /// has stayed the same, more when the position turns out worse than thought.
    fn effort(&self) -> u32 {
        let steady = match self.steady {
            0 => 140,
            1..=2 => 110,
            3..=5 => 90,
            _ => 65,
        };
        steady + 2 * self.fallen.clamp(0, 40) as u32
    }

    fn best(&self) -> (Move, Score) {
        (self.moves[0].line[0], self.moves[0].score)
    }
}

impl Worker {
    /// Deepens until a limit is reached. The worker that keeps the time reports each iteration
    /// and each better move.
    pub(super) fn deepen(
        &mut self,
        shared: &Shared,
        node: &Node,
        root: &mut Root,
        mut observer: Option<&mut dyn Observer>,
    ) {
        let limits = shared.limits;
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let is_forced = root.moves.len() == 1 && limits.is_game;
        for depth in 1..=deepest {
            let before = root.best();
            self.iterate(shared, node, root, depth, &mut observer);
            if self.is_stopped {
                break;
            }
            let (best, score) = root.best();
            root.steady = if best == before.0 { root.steady + 1 } else { 0 };
            root.fallen = i32::from(before.1.hundredths()) - i32::from(score.hundredths());
            let ends = score.plies_to_end().is_some_and(|n| u32::from(n) <= depth);
            let is_settled = limits.is_game && (is_forced || ends);
            if is_settled && !may_not_end(shared) || self.is_late(shared.signals, root.effort()) {
                break;
            }
        }
        if observer.is_some() {
            while may_not_end(shared) && !shared.signals.is_stopped() {
                std::thread::sleep(WAITING_STEP);
            }
            shared.is_over.store(true, Ordering::Relaxed);
        }
        self.publish_nodes(shared);
    }

    /// One iteration: the best move, and as many of the next best as are asked for.
    fn iterate(
        &mut self,
        shared: &Shared,
        node: &Node,
        root: &mut Root,
        depth: u32,
        observer: &mut Option<&mut dyn Observer>,
    ) {
        let lines = shared.limits.lines.max(1).min(root.moves.len());
        for rank in 0..lines {
            self.aspire(shared, node, root, depth, rank, observer);
            if self.is_stopped {
                return;
            }
            self.tell(shared, root, depth, rank, observer);
        }
        // A move that was thought worse than another may turn out better when its value is asked for.
        let found = &mut root.moves[..lines];
        if !found.is_sorted_by(|one, two| one.score >= two.score) {
            found.sort_by_key(|mv| Reverse(mv.score));
            for rank in 0..lines {
                self.tell(shared, root, depth, rank, observer);
            }
        }
    }

    /// Searches the moves from `rank` on within a window around the value of the last iteration,
    /// which is widened until it holds the value (aspiration).
    fn aspire(
        &mut self,
        shared: &Shared,
        node: &Node,
        root: &mut Root,
        depth: u32,
        rank: usize,
        observer: &mut Option<&mut dyn Observer>,
    ) {
        let expected = root.moves[rank].score;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut margin = params::ASPIRATION;
        if depth >= params::ASPIRATION_DEPTH && !expected.is_decisive() {
            (alpha, beta) = (expected.plus(-margin), expected.plus(margin));
        }
        loop {
            let task = Task {
                alpha,
                beta,
                depth: depth as i32,
                ply: 0,
            };
            let score = self.search_root(shared, node, root, rank, task, observer);
            if self.is_stopped || score > alpha && score < beta {
                return;
            }
            margin *= 3;
            let is_wide = margin > params::WIDEST_ASPIRATION || score.is_decisive();
            if score <= alpha {
                alpha = if is_wide {
                    -Score::INFINITE
                } else {
                    score.plus(-margin)
                };
            } else {
                beta = if is_wide {
                    Score::INFINITE
                } else {
                    score.plus(margin)
                };
            }
        }
    }

    /// The value of the moves from `rank` on; the best of them is moved to `rank`. If the search
    /// is cut short, what it found before stays, provided that the first move was completed.
    fn search_root(
        &mut self,
        shared: &Shared,
        node: &Node,
        root: &mut Root,
        rank: usize,
        task: Task,
        observer: &mut Option<&mut dyn Observer>,
    ) -> Score {
        let Task {
            mut alpha, beta, ..
        } = task;
        let mut best = -Score::INFINITE;
        self.path.push(node.pos.key());
        for index in rank..root.moves.len() {
            let mv = root.moves[index].line[0];
            let child = node.after(shared, mv);
            let mut score = alpha;
            if index > rank {
                score = -self.search(shared, &child, task.doubt(alpha, 0));
            }
            if index == rank || score > alpha && !self.is_stopped {
                score = -self.search(shared, &child, task.trust(alpha));
            }
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                self.extend_line(0, mv);
                if score > alpha || index == rank {
                    let found = RootMove {
                        line: self.lines[0].clone(),
                        score,
                    };
                    root.moves[index] = found;
                    root.moves[rank..=index].rotate_right(1);
                }
                if score > alpha {
                    alpha = score;
                    if index > rank {
                        self.tell(shared, root, task.depth as u32, rank, observer);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.path.pop();
        best
    }

    fn tell(
        &mut self,
        shared: &Shared,
        root: &Root,
        depth: u32,
        rank: usize,
        observer: &mut Option<&mut dyn Observer>,
    ) {
        let nodes = self.publish_nodes(shared);
        let (Some(observer), Some(watch)) = (observer, self.watch()) else {
            return;
        };
        observer.report(&Report {
            depth,
            selective_depth: self.selective_depth.max(depth),
            rank: rank as u32 + 1,
            score: root.moves[rank].score,
            nodes,
            elapsed: watch.elapsed(),
            table_permille: shared.table.permille_filled(),
            ending_hits: shared.hits.load(Ordering::Relaxed),
            line: root.moves[rank].line.clone(),
        });
    }
}

/// Whether the search has to go on, or to wait, until it is told something.
fn may_not_end(shared: &Shared) -> bool {
    let is_limited = shared.limits.depth.is_some() || shared.limits.nodes.is_some();
    shared.limits.waits || shared.signals.is_pondering() && !is_limited
}
