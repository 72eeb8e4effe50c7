//! What results say about strength.
//!
//! A match is played in pairs of games from one opening with colours exchanged. The two games of a
//! pair are not independent, so everything here is computed from the *pentanomial* counts of
//! pairs: 0, 1, 2, 3 or 4 half points of the four. Games without their partner count only in wins,
//! draws and losses.
//!
//! With the mean `m` and the variance `v` of the score of a pair (both on the scale 0 to 1) over
//! `N` pairs:
//! * Elo is `400 log10(m / (1 - m))`, its 95 % interval that of `m ± 1.96 sqrt(v/N)`;
//! * normalised Elo is `(m - 1/2) / sqrt(2v)` times `800 / ln 10`, which does not depend on how
//!   many games are drawn (M. Van den Bergh, *Normalized Elo*, 2020);
//! * the likelihood of superiority is the normal probability of `(m - 1/2) / sqrt(v/N)`.

use std::ops::AddAssign;

/// Normalised Elo of one unit of `(m - 1/2) / sigma`.
pub(super) const NORMALISED_UNIT: f64 = 347.435_585_522_601_46;
/// Standard deviations of a 95 % interval.
const SIGMAS: f64 = 1.959_963_984_540_054;

/// Wins, draws and losses, and pairs by half points, from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs with 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Tally {
    /// Games played.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, from 0 to 1; one half if nothing was played.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (2 * self.wins + self.draws) as f64 / (2 * games) as f64,
        }
    }

    /// Counts a game by its half points.
    pub fn add_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The same from the other side.
    pub fn reversed(self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self {
            wins: self.losses,
            losses: self.wins,
            pairs,
            ..self
        }
    }

    /// Mean and variance of the score of a pair, if there is one.
    fn moments(&self) -> Option<(f64, f64)> {
        let count = self.pairs.iter().sum::<u64>() as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let values =
                self.pairs.iter().zip(0..).map(|(&pairs, half_points)| {
                    pairs as f64 * value(f64::from(half_points) / 4.0)
                });
            values.sum::<f64>() / count
        };
        let mean = mean_of(&|score| score);
        (count > 0.0).then(|| (mean, mean_of(&|score| (score - mean).powi(2))))
    }

    /// The standard error of the mean score of a pair.
    fn error(&self, variance: f64) -> f64 {
        (variance / self.pairs.iter().sum::<u64>() as f64).sqrt()
    }

    /// The difference in Elo.
    pub fn elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let error = SIGMAS * self.error(variance);
        Some(Estimate {
            value: elo_of(mean),
            low: elo_of(mean - error),
            high: elo_of(mean + error),
        })
    }

    /// The difference in normalised Elo; nothing while all pairs have ended alike.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments().filter(|&(_, variance)| variance > 0.0)?;
        let of = |score: f64| (score - 0.5) / (2.0 * variance).sqrt() * NORMALISED_UNIT;
        let error = SIGMAS * self.error(variance);
        Some(Estimate {
            value: of(mean),
            low: of(mean - error),
            high: of(mean + error),
        })
    }

    /// The likelihood that this side is the stronger one.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        let lead = mean - 0.5;
        if variance == 0.0 {
            return Some(if lead == 0.0 {
                0.5
            } else {
                f64::from(u8::from(lead > 0.0))
            });
        }
        Some(normal_probability(lead / self.error(variance)))
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (pairs, more) in self.pairs.iter_mut().zip(other.pairs) {
            *pairs += more;
        }
    }
}

/// The difference in Elo that leads to a score; infinite at and beyond the ends.
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score to which a difference in Elo leads.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The probability that a normal variable is below `x`, by the approximation 7.1.26 of Abramowitz
/// and Stegun, right to seven places.
fn normal_probability(x: f64) -> f64 {
    const TERMS: [f64; 5] = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let tail = TERMS.iter().fold(0.0, |sum, term| (sum + term) * t) * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally {
            pairs,
            ..Tally::default()
        }
    }

    /// Value, half width of the interval, normalised value and half width, superiority in percent:
    /// the numbers that fastchess (D. Disservin) has in its tests for the same tables.
    #[test]
    fn estimates_are_those_of_other_programs() {
        let cases = [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 100.00),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 5.05),
            (
                [7895, 8757, 5685, 568, 9999],
                -21.04,
                2.95,
                -19.01,
                2.65,
                0.0,
            ),
        ];
        for (pairs, elo, error, normalised, normalised_error, superiority) in cases {
            let tally = tally(pairs);
            let near = |found: f64, expected: f64| {
                assert!(
                    (found - expected).abs() < 0.006,
                    "{pairs:?}: {found}, not {expected}"
                );
            };
            let half = |estimate: Estimate| (estimate.high - estimate.low) / 2.0;
            let found = tally.elo().expect("pairs");
            near(found.value, elo);
            near(half(found), error);
            let found = tally.normalised_elo().expect("pairs");
            near(found.value, normalised);
            near(half(found), normalised_error);
            near(tally.superiority().expect("pairs") * 100.0, superiority);
        }
    }

    #[test]
    fn an_even_match_says_nothing_and_a_clean_sweep_all() {
        let even = tally([1, 0, 5, 0, 1]);
        assert_eq!(even.elo().map(|elo| elo.value), Some(0.0));
        assert!((even.superiority().expect("pairs") - 0.5).abs() < 1e-6);
        let sweep = tally([0, 0, 0, 0, 9]);
        assert_eq!(sweep.elo().map(|elo| elo.value), Some(f64::INFINITY));
        assert_eq!(
            (sweep.normalised_elo(), sweep.superiority()),
            (None, Some(1.0))
        );
        assert_eq!((tally([0; 5]).elo(), tally([0; 5]).score()), (None, 0.5));
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // The table of A. Elo: 200 points are a score of 0.76.
        assert!((score_of(200.0) - 0.7597).abs() < 1e-4);
        for elo in [-300.0, -1.0, 0.0, 42.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn results_turned_round_have_the_opposite_sign() {
        let tally = Tally {
            wins: 5,
            draws: 2,
            losses: 1,
            pairs: [0, 1, 0, 1, 2],
        };
        assert_eq!(tally.reversed().pairs, [2, 1, 0, 1, 0]);
        assert_eq!((tally.reversed().wins, tally.reversed().losses), (1, 5));
        let sum = tally.elo().expect("pairs").value + tally.reversed().elo().expect("pairs").value;
        assert!(sum.abs() < 1e-9);
    }
}
