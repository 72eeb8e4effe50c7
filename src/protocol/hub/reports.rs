//! Which reports of a search are told, and when.
//!
//! Responsible for telling no more than a host can read, and for the order of several lines of
//! play. Reports are told in bursts, at least [`INTERVAL`] apart: of what has come in since the
//! last burst, the latest report of each rank. Many hosts take the last `info` for the truth, so a
//! burst goes from the lesser lines to the best, which ends every burst even if it has been told
//! before.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::search::Report;

/// Least time between two bursts, and from the start of the search to the first.
const INTERVAL: Duration = Duration::from_millis(50);

/// What a search has reported.
pub(super) struct Reports {
    /// The latest report of the best line.
    best: Option<Report>,
    /// What has not been told, by rank.
    untold: BTreeMap<u32, Report>,
    /// When the next burst may be told.
    due: Instant,
}

impl Reports {
    /// Those of a search that has started then.
    pub(super) fn since(started: Instant) -> Self {
        Self {
            best: None,
            untold: BTreeMap::new(),
            due: started + INTERVAL,
        }
    }

    pub(super) fn add(&mut self, report: Report) {
        // A move that has changed its rank would be told twice.
        let first = report.line.first();
        self.untold.retain(|_, other| other.line.first() != first);
        if report.rank == 1 {
            self.best = Some(report.clone());
        }
        self.untold.insert(report.rank, report);
    }

    /// Whether there was nothing to report at all.
    pub(super) fn is_empty(&self) -> bool {
        self.best.is_none()
    }

    /// When the next burst is to be told, if there is one.
    pub(super) fn due(&self) -> Option<Instant> {
        (!self.untold.is_empty()).then_some(self.due)
    }

    /// The next burst, in the order in which it is to be told; call [`Reports::rest`] after it.
    pub(super) fn burst(&mut self) -> Vec<Report> {
        let untold = std::mem::take(&mut self.untold);
        let mut burst: Vec<Report> = untold.into_values().rev().collect();
        if burst.last().is_some_and(|last| last.rank > 1) {
            burst.extend(self.best.clone());
        }
        burst
    }

    /// Says that a burst has been told just now.
    pub(super) fn rest(&mut self) {
        self.due = Instant::now() + INTERVAL;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::position::{Move, MoveList, Position};
    use crate::rules::Variant;

    fn moves() -> MoveList {
        let variant = Variant::default();
        let mut moves = MoveList::new();
        legal_moves(variant, &Position::start(variant), &mut moves);
        moves
    }

    fn told(reports: &mut Reports) -> Vec<(u32, u32)> {
        let burst = reports.burst();
        burst
            .iter()
            .map(|report| (report.rank, report.depth))
            .collect()
    }

    #[test]
    fn the_best_line_comes_last() {
        let moves = moves();
        let report = |rank, depth, mv: Move| Report {
            rank,
            depth,
            line: vec![mv],
            ..Report::default()
        };
        let mut reports = Reports::since(Instant::now());
        assert!(reports.is_empty() && reports.due().is_none() && told(&mut reports).is_empty());
        for (rank, depth) in [(1, 4), (2, 4), (3, 4), (1, 5), (2, 5)] {
            reports.add(report(rank, depth, moves[rank as usize]));
        }
        assert!(!reports.is_empty() && reports.due().is_some());
        assert_eq!(told(&mut reports), [(3, 4), (2, 5), (1, 5)]);
        // What has been told is not told again, but for the best.
        reports.add(report(3, 5, moves[3]));
        assert_eq!(told(&mut reports), [(3, 5), (1, 5)]);
        // The second line has become the first: its old report is dropped.
        reports.add(report(2, 6, moves[2]));
        reports.add(report(1, 7, moves[2]));
        assert_eq!(told(&mut reports), [(1, 7)]);
    }
}
