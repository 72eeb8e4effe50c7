//! Iterative deepening: one iteration after the other, each ordered by the one before.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::report::{Answer, Observer, Report};
use super::score::Score;
use super::tree::lost_at;
use super::worker::{Node, Shared, Worker};
use crate::position::Move;

/// The deepest iteration.
pub(super) const MAX_DEPTH: u32 = 120;
/// How often a search that must not end by itself looks whether it may.
const WAITING_STEP: Duration = Duration::from_millis(1);

/// A legal move of the root with the line that was found behind it.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    line: Vec<Move>,
}

/// What a worker has found: the best move is the first.
pub(super) struct Root {
    moves: Vec<RootMove>,
    score: Score,
}

impl Root {
    pub(super) fn new(moves: &[Move]) -> Self {
        let moves = moves.iter().map(|&mv| RootMove { mv, line: vec![mv] }).collect();
        Self { moves, score: Score::DRAW }
    }

    /// The result, with the number of nodes that it took.
    pub(super) fn answer(&self, shared: &Shared) -> Answer {
        let line = self.moves.first().map_or(&[][..], |first| &first.line);
        Answer {
            best: line.first().copied(),
            expected: line.get(1).copied(),
            score: if line.is_empty() { lost_at(shared.variant, 0) } else { self.score },
            nodes: shared.nodes.load(Ordering::Relaxed),
        }
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
        observer: Option<&mut dyn Observer>,
    ) {
        let mut observer = observer;
        let limits = shared.limits;
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let is_forced = root.moves.len() == 1 && limits.is_game;
        for depth in 1..=deepest {
            self.iterate(shared, node, root, depth, &mut observer);
            if self.is_stopped {
                break;
            }
            self.tell(shared, root, depth, &mut observer);
            let ends = |score: Score| score.plies_to_end().is_some_and(|n| u32::from(n) <= depth);
            let is_settled = is_forced || limits.is_game && ends(root.score);
            if is_settled && !may_not_end(shared) || self.is_late(shared.signals) {
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

    /// One iteration over the moves of the root. If it is cut short, what it found before stays,
    /// provided that its first move was completed.
    fn iterate(
        &mut self,
        shared: &Shared,
        node: &Node,
        root: &mut Root,
        depth: u32,
        observer: &mut Option<&mut dyn Observer>,
    ) {
        let (mut alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        self.path.push(node.pos.key());
        for index in 0..root.moves.len() {
            let mv = root.moves[index].mv;
            let (child, below) = (node.after(mv), depth as i32 - 1);
            let mut score = alpha;
            if index > 0 {
                score = -self.search(shared, &child, (-alpha.plus(1), -alpha), below, 1);
            }
            if index == 0 || score > alpha && !self.is_stopped {
                score = -self.search(shared, &child, (-beta, -alpha), below, 1);
            }
            if self.is_stopped {
                break;
            }
            if score > alpha {
                alpha = score;
                root.score = score;
                self.extend_line(0, mv);
                root.moves[index].line.clone_from(&self.lines[0]);
                root.moves[..=index].rotate_right(1);
                if index > 0 {
                    self.tell(shared, root, depth, observer);
                }
            }
        }
        self.path.pop();
    }

    fn tell(
        &mut self,
        shared: &Shared,
        root: &Root,
        depth: u32,
        observer: &mut Option<&mut dyn Observer>,
    ) {
        let nodes = self.publish_nodes(shared);
        let (Some(observer), Some(watch)) = (observer, self.watch()) else { return };
        observer.report(&Report {
            depth,
            selective_depth: self.selective_depth.max(depth),
            score: root.score,
            nodes,
            elapsed: watch.elapsed(),
            line: root.moves[0].line.clone(),
        });
    }
}

/// Whether the search has to go on, or to wait, until it is told something.
fn may_not_end(shared: &Shared) -> bool {
    let is_limited = shared.limits.depth.is_some() || shared.limits.nodes.is_some();
    shared.limits.waits || shared.signals.is_pondering() && !is_limited
}
