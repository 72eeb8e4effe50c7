//! What the values before and after a move say about it, and the moves about a game. The head of
//! the [room](super) says how.

use serde::{Deserialize, Serialize};

use super::analyst::Finding;
use crate::engine::Chances;
use crate::position::{Move, Side};
use crate::rules::Variant;
use crate::search::Score;

/// Scores beyond this, in men, count as this when a loss is told in men.
const MOST_MEN: f64 = 10.0;
/// Expected scores of White, in percent, from which on it stands better and up to which Black does.
const BETTER: (f64, f64) = (60.0, 40.0);

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// The sign behind a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The number of the sign in game files.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// The losses, in points, from which on moves are marked; each at least as high as the one before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Marks {
    /// From which on a move is an inaccuracy.
    pub inaccuracy: f64,
    /// From which on it is a mistake.
    pub mistake: f64,
    /// From which on it is a blunder.
    pub blunder: f64,
}

impl Default for Marks {
    fn default() -> Self {
        Self {
            inaccuracy: 5.0,
            mistake: 10.0,
            blunder: 15.0,
        }
    }
}

impl Marks {
    /// The mark of a loss in points.
    pub fn of(&self, points: f64) -> Option<Mark> {
        let steps = [
            (self.blunder, Mark::Blunder),
            (self.mistake, Mark::Mistake),
            (self.inaccuracy, Mark::Inaccuracy),
        ];
        steps
            .into_iter()
            .find_map(|(from, mark)| (points >= from && points > 0.0).then_some(mark))
    }
}

/// What a move was worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// White's expected score before the move, in percent.
    pub expected_before: f64,
    /// White's expected score after it, in percent.
    pub expected_after: f64,
    /// What the mover has lost, in men, from 0 to 20.
    pub loss_men: f64,
    /// What the mover has lost, in points, from 0 to 100.
    pub loss_points: f64,
    /// The mark, if the loss is large enough.
    pub mark: Option<Mark>,
    /// From 0 to 100; nothing for a move without alternative.
    pub accuracy: Option<f64>,
    /// Whether somebody else stands better after it.
    pub is_turning_point: bool,
}

impl Judgement {
    /// Judges a move from what was found before and after it.
    pub fn of(
        variant: Variant,
        mv: Move,
        before: &Finding,
        after: &Finding,
        marks: &Marks,
    ) -> Self {
        let expected = |score: Score| 100.0 * Chances::expected(variant, score);
        let men = |score: Score| {
            let men = f64::from(score.hundredths()) / 100.0;
            men.clamp(-MOST_MEN, MOST_MEN)
        };
        let is_only = before.choices == 1;
        let is_faultless = is_only || before.best == Some(mv);
        // From the side that moved.
        let (had, has) = (before.score, -after.score);
        let lost = |had: f64, has: f64| {
            if is_faultless {
                0.0
            } else {
                (had - has).max(0.0)
            }
        };
        let loss_points = lost(expected(had), expected(has));
        let mark = marks.of(loss_points);
        let expected_before = expected(before.white_score());
        let expected_after = expected(after.white_score());
        Self {
            expected_before,
            expected_after,
            loss_men: lost(men(had), men(has)),
            loss_points,
            mark,
            accuracy: (!is_only).then(|| accuracy(loss_points)),
            is_turning_point: mark >= Some(Mark::Mistake)
                && better(expected_before) != better(expected_after),
        }
    }
}

/// The accuracy of a loss in points: the formula of Lichess.
fn accuracy(points: f64) -> f64 {
    // Rounded, since the constants leave a ten-thousandth of no loss.
    let percent = 103.1668 * (-0.04354 * points).exp() - 3.1669;
    (percent.clamp(0.0, 100.0) * 1000.0).round() / 1000.0
}

/// Who stands better.
fn better(expected: f64) -> Option<Side> {
    match expected {
        _ if expected >= BETTER.0 => Some(Side::White),
        _ if expected <= BETTER.1 => Some(Side::Black),
        _ => None,
    }
}

/// The moves of one side in a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Moves that were judged.
    pub moves: usize,
    /// Mean over the moves that had an alternative; nothing if none had.
    pub accuracy: Option<f64>,
    /// Mean loss in men over the same moves.
    pub mean_loss_men: Option<f64>,
    /// Moves with that mark.
    pub inaccuracies: usize,
    /// Moves with that mark.
    pub mistakes: usize,
    /// Moves with that mark.
    pub blunders: usize,
}

/// The moves of a game added up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// White's moves.
    pub white: Tally,
    /// Black's moves.
    pub black: Tally,
    /// The plies of the turning points, from 1.
    pub turning_points: Vec<usize>,
}

/// What is added up of a move: side, ply, accuracy, loss in men, mark, turning point.
pub(super) struct Counted {
    pub(super) side: Side,
    pub(super) ply: usize,
    pub(super) accuracy: Option<f64>,
    pub(super) loss_men: f64,
    pub(super) mark: Option<Mark>,
    pub(super) is_turning_point: bool,
}

impl Summary {
    pub(super) fn of(moves: impl Iterator<Item = Counted>) -> Self {
        let mut summary = Self::default();
        let mut sums = [(0, 0.0, 0.0); 2];
        for counted in moves {
            let tally = match counted.side {
                Side::White => &mut summary.white,
                Side::Black => &mut summary.black,
            };
            tally.moves += 1;
            match counted.mark {
                Some(Mark::Inaccuracy) => tally.inaccuracies += 1,
                Some(Mark::Mistake) => tally.mistakes += 1,
                Some(Mark::Blunder) => tally.blunders += 1,
                None => {}
            }
            if let Some(accuracy) = counted.accuracy {
                let (count, sum, men) = &mut sums[counted.side as usize];
                *count += 1;
                *sum += accuracy;
                *men += counted.loss_men;
            }
            if counted.is_turning_point {
                summary.turning_points.push(counted.ply);
            }
        }
        for (tally, (count, sum, men)) in [&mut summary.white, &mut summary.black]
            .into_iter()
            .zip(sums)
        {
            let mean =
                |sum: f64, digits| (count > 0).then(|| rounded(sum / f64::from(count), digits));
            tally.accuracy = mean(sum, 1);
            tally.mean_loss_men = mean(men, 3);
        }
        summary
    }
}

/// A number with so many decimals.
pub(super) fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    // Zero without a sign.
    (value * scale).round() / scale + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::position::{MoveList, Position};
    use std::time::Duration;

    fn finding(side: Side, score: i32, best: Option<Move>) -> Finding {
        Finding {
            side,
            score: Score::evaluation(score),
            best,
            expected: None,
            ending: None,
            outcome: None,
            choices: 5,
            lines: Vec::new(),
            depth: 1,
            nodes: 1,
            elapsed: Duration::ZERO,
        }
    }

    fn moves() -> MoveList {
        let variant = Variant::default();
        let mut moves = MoveList::new();
        legal_moves(variant, &Position::start(variant), &mut moves);
        moves
    }

    #[test]
    fn losses_are_those_of_the_mover() {
        let (best, played) = (moves()[0], moves()[1]);
        let judge = |side: Side, had: i32, has: i32, best| {
            let (before, after) = (finding(side, had, Some(best)), finding(!side, -has, None));
            Judgement::of(
                Variant::default(),
                played,
                &before,
                &after,
                &Marks::default(),
            )
        };
        for side in Side::BOTH {
            let blunder = judge(side, 0, -120, best);
            assert!((blunder.loss_men - 1.2).abs() < 1e-9);
            assert!((blunder.loss_points - 25.0).abs() < 0.5, "{blunder:?}");
            assert_eq!(blunder.mark, Some(Mark::Blunder));
            assert!(blunder.is_turning_point);
            // The same loss, but the search would have played so, too; and a gain.
            let same = judge(side, 0, -120, played);
            assert_eq!(
                (same.loss_points, same.mark, same.accuracy),
                (0.0, None, Some(100.0))
            );
            let gain = judge(side, -50, 80, best);
            assert_eq!((gain.loss_men, gain.mark), (0.0, None));
        }
        // A won game stays won: many men, no points.
        let careless = judge(Side::White, 900, 500, best);
        assert!(
            careless.loss_men > 3.9 && careless.mark.is_none(),
            "{careless:?}"
        );
        let white = judge(Side::White, 0, -120, best);
        let black = judge(Side::Black, 0, -120, best);
        assert!(white.expected_after < 30.0 && black.expected_after > 70.0);
    }

    #[test]
    fn moves_without_alternative_are_not_judged() {
        let (best, played) = (moves()[0], moves()[1]);
        let mut before = finding(Side::White, 0, Some(best));
        before.choices = 1;
        let after = finding(Side::Black, 500, None);
        let only = Judgement::of(
            Variant::default(),
            played,
            &before,
            &after,
            &Marks::default(),
        );
        assert_eq!(
            (only.loss_points, only.mark, only.accuracy),
            (0.0, None, None)
        );
    }

    #[test]
    fn accuracy_is_that_of_the_formula() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.01);
        assert!((accuracy(10.0) - 63.58).abs() < 0.1, "{}", accuracy(10.0));
        assert!((accuracy(100.0)).abs() < 1e-9);
    }

    #[test]
    fn a_game_is_added_up_by_side() {
        let counted = |side, ply, accuracy, mark: Option<Mark>| Counted {
            side,
            ply,
            accuracy,
            loss_men: 0.5,
            mark,
            is_turning_point: mark == Some(Mark::Blunder),
        };
        let summary = Summary::of(
            [
                counted(Side::White, 1, Some(100.0), None),
                counted(Side::Black, 2, None, None),
                counted(Side::White, 3, Some(50.0), Some(Mark::Blunder)),
                counted(Side::White, 5, None, None),
            ]
            .into_iter(),
        );
        assert_eq!(
            (summary.white.moves, summary.white.accuracy),
            (3, Some(75.0))
        );
        assert_eq!(
            (summary.white.blunders, summary.white.mean_loss_men),
            (1, Some(0.5))
        );
        assert_eq!((summary.black.moves, summary.black.accuracy), (1, None));
        assert_eq!(summary.turning_points, [3]);
    }
}
