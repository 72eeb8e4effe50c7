//! What a position is worth: three bands in one number, from the side to move.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move, in hundredths of a man.
///
/// Three bands, which never meet:
/// * evaluations, within [`Score::MAX_EVALUATION`] (80 men) of zero;
/// * wins known from a bitbase, [`Score::LEAST_BITBASE_WIN`] to [`Score::BITBASE_WIN`] (86 to 90
///   men) less the plies from the root;
/// * proven wins, 100 men less the plies to the end: the scale of Hub, where 99.95 is a win in 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i16);

impl Score {
    /// An even position, and the value of a draw.
    pub const DRAW: Self = Self(0);
    /// A win that has just been achieved.
    pub const WIN: Self = Self(10_000);
    /// Above every score that a position can have.
    pub const INFINITE: Self = Self(10_001);
    /// A win by bitbase with no ply in between.
    pub const BITBASE_WIN: Self = Self(9_000);
    /// The least that a win known from a table is worth, before the plies from the root.
    pub const LEAST_BITBASE_WIN: Self = Self(8_600);
    /// The largest evaluation.
    pub const MAX_EVALUATION: Self = Self(8_000);
    /// The longest distance to the end that a proven win can state, in plies.
    pub const MAX_PLIES: u16 = 500;

    /// An evaluation; values beyond the band are cut to its edge.
    pub const fn evaluation(hundredths: i32) -> Self {
        let max = Self::MAX_EVALUATION.0 as i32;
        let cut = if hundredths > max {
            max
        } else if hundredths < -max {
            -max
        } else {
            hundredths
        };
        Self(cut as i16)
    }

    /// A win for the side to move that a table knows, `plies` from the root. With a better
    /// evaluation of the position it is worth more, within its band, so that a search makes headway
    /// where no table says how far the win is.
    pub const fn bitbase_win(plies: u16, evaluation: Self) -> Self {
        let best = Self::BITBASE_WIN.0;
        let least = Self::LEAST_BITBASE_WIN.0;
        let headway = best.midpoint(least) + evaluation.0 / 20;
        let headway = if headway > best { best } else { headway };
        let headway = if headway < least { least } else { headway };
        Self(headway - plies as i16)
    }

    /// A win for the side to move at the end of `plies` more moves.
    pub const fn win_in(plies: u16) -> Self {
        Self(Self::WIN.0 - plies as i16)
    }

    /// A loss for the side to move at the end of `plies` more moves.
    pub const fn loss_in(plies: u16) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The plain number: hundredths of a man, wins and losses on the scale of Hub.
    pub const fn hundredths(self) -> i16 {
        self.0
    }

    /// A score from its plain number, as a table keeps it; cut to what scores can be.
    pub const fn from_hundredths(value: i16) -> Self {
        let limit = Self::INFINITE.0;
        if value > limit {
            Self(limit)
        } else if value < -limit {
            Self(-limit)
        } else {
            Self(value)
        }
    }

    /// The plies to the end if the game is proven to be won or lost.
    pub const fn plies_to_end(self) -> Option<u16> {
        let plies = Self::WIN.0 - self.0.abs();
        if plies >= 0 && plies <= Self::MAX_PLIES as i16 {
            Some(plies as u16)
        } else {
            None
        }
    }

    /// Whether the game is proven to be won or lost, by search.
    pub const fn is_proven(self) -> bool {
        self.plies_to_end().is_some()
    }

    /// Whether the game is decided, by search or by a bitbase: beyond all evaluations.
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > Self::MAX_EVALUATION.0
    }

    /// This score plus a margin, for windows; kept inside the largest window.
    pub const fn plus(self, margin: i32) -> Self {
        let limit = Self::INFINITE.0 as i32;
        let sum = self.0 as i32 + margin;
        Self(if sum > limit {
            limit
        } else if sum < -limit {
            -limit
        } else {
            sum
        } as i16)
    }

    /// The score as a table keeps it, counted from the position itself instead of the root.
    pub const fn to_table(self, ply: u16) -> Self {
        self.shifted(ply as i16)
    }

    /// The score of a table entry, counted from the root again.
    pub const fn from_table(self, ply: u16) -> Self {
        self.shifted(-(ply as i16))
    }

    /// Moves scores beyond the evaluations away from zero by `plies`.
    const fn shifted(self, plies: i16) -> Self {
        let edge = Self::MAX_EVALUATION.0;
        if self.0 > edge {
            Self(self.0 + plies)
        } else if self.0 < -edge {
            Self(self.0 - plies)
        } else {
            self
        }
    }
}

/// The score from the other side.
impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Men with two decimals, as Hub writes scores.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_survive_the_table_at_any_ply() {
        for ply in [0, 1, 17, 200] {
            for score in [
                Score::DRAW,
                Score::evaluation(-7_999),
                Score::win_in(ply + 3),
                Score::loss_in(ply + 3),
            ] {
                assert_eq!(score.to_table(ply).from_table(ply), score);
            }
        }
        // Found 4 plies from the root, the end is 3 plies away; met again 10 plies from the root.
        assert_eq!(
            Score::win_in(7).to_table(4).from_table(10),
            Score::win_in(13)
        );
    }

    #[test]
    fn wins_by_tables_stay_in_their_band() {
        for evaluation in [-8_000, -300, 0, 300, 8_000].map(Score::evaluation) {
            for plies in [0, 200] {
                let score = Score::bitbase_win(plies, evaluation);
                assert!(score > Score::MAX_EVALUATION && score <= Score::BITBASE_WIN);
                assert!(score.is_decisive() && !score.is_proven());
            }
        }
        let better = Score::bitbase_win(9, Score::evaluation(300));
        assert!(better > Score::bitbase_win(9, Score::evaluation(100)));
    }

    #[test]
    fn scores_print_as_men() {
        assert_eq!(Score::win_in(5).to_string(), "99.95");
        assert_eq!(Score::loss_in(12).to_string(), "-99.88");
        assert_eq!(Score::evaluation(-7).to_string(), "-0.07");
        assert_eq!(Score::evaluation(1_000_000).to_string(), "80.00");
        assert_eq!(Score::win_in(5).plies_to_end(), Some(5));
        assert_eq!(Score::evaluation(100_000).plies_to_end(), None);
    }
}
