//! The sequential probability ratio test: whether a match may stop, and with which answer.
//!
//! Two hypotheses about the difference in strength, `elo0` and `elo1`, are compared by the
//! *generalised* log likelihood ratio of the pentanomial counts: under each hypothesis the most
//! likely distribution of pairs that has the given strength is found, and the ratio of the two
//! likelihoods is taken (M. Van den Bergh, *The generalized maximum likelihood ratio for the
//! expectation value of a distribution*, and *Normalized Elo in practice*, section 4.1). Outcomes
//! that have not occurred count as a thousandth of a pair, so that the ratio stays finite. The test
//! ends when the ratio leaves the interval of A. Wald: `ln(beta / (1 - alpha))` to
//! `ln((1 - beta) / alpha)`.

use std::fmt;
use std::str::FromStr;

use super::statistics::{NORMALISED_UNIT, Tally, score_of};

/// What stands for an outcome that has not occurred, in pairs.
const PRIOR: f64 = 1e-3;
/// Steps of the bisection: each halves the interval, so all digits are found.
const STEPS: usize = 80;
/// Rounds of the search for a distribution with a given ratio of mean to deviation.
const ROUNDS: usize = 20;

/// A test with its bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference to be refuted.
    pub elo0: f64,
    /// The difference to be found.
    pub elo1: f64,
    /// The probability of finding `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The probability of finding `elo0` where `elo1` is true.
    pub beta: f64,
    /// What the differences mean.
    pub model: Model,
}

/// The scale of differences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Elo.
    #[default]
    Logistic,
    /// Normalised Elo, which does not depend on how many games are drawn.
    Normalised,
}

/// The answer of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// `elo0` is accepted: there is no such gain.
    Elo0,
    /// `elo1` is accepted: there is a gain.
    Elo1,
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `elo0,elo1[,alpha,beta]`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|part| part.trim().parse().ok())
            .collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Some(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
            Some(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
            _ => return Err(format!("expected ELO0,ELO1[,ALPHA,BETA], found '{text}'")),
        };
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        if elo0 < elo1 && is_risk(alpha) && is_risk(beta) && elo0.is_finite() && elo1.is_finite() {
            Ok(Self {
                elo0,
                elo1,
                alpha,
                beta,
                model: Model::Logistic,
            })
        } else {
            Err(format!(
                "expected ELO0 below ELO1 and risks between 0 and 0.5, found '{text}'"
            ))
        }
    }
}

/// The text that is read back, without the model.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{},{},{},{}",
            self.elo0, self.elo1, self.alpha, self.beta
        )
    }
}

impl Sprt {
    /// The ratios at which the test ends: for `elo0` and for `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log likelihood ratio of what was played.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        if tally.pairs.iter().all(|&pairs| pairs == 0) {
            return 0.0;
        }
        let counts = tally
            .pairs
            .map(|pairs| if pairs == 0 { PRIOR } else { pairs as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let hypothesis = |elo: f64| match self.model {
            Model::Logistic => with_mean(&shares, score_of(elo)),
            Model::Normalised => {
                let per_game = elo / NORMALISED_UNIT;
                with_ratio(&shares, per_game * std::f64::consts::SQRT_2)
            }
        };
        let (zero, one) = (hypothesis(self.elo0), hypothesis(self.elo1));
        let terms = counts.iter().zip(zero.iter().zip(one));
        terms
            .map(|(count, (zero, one))| count * (one / zero).ln())
            .sum()
    }

    /// The answer, if the test has ended.
    pub fn answer(&self, tally: &Tally) -> Option<Answer> {
        let (low, high) = self.bounds();
        match self.ratio(tally) {
            ratio if ratio <= low => Some(Answer::Elo0),
            ratio if ratio >= high => Some(Answer::Elo1),
            _ => None,
        }
    }
}

/// The scores of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The most likely distribution with mean `mean`, given the observed one.
fn with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    balanced(shares, &SCORES.map(|score| score - mean))
}

/// The most likely distribution in which the lead over one half is `ratio` deviations.
fn with_ratio(shares: &[f64; 5], ratio: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..ROUNDS {
        let mean: f64 = found
            .iter()
            .zip(SCORES)
            .map(|(share, score)| share * score)
            .sum();
        let deviation = found
            .iter()
            .zip(SCORES)
            .map(|(share, score)| share * (score - mean).powi(2))
            .sum::<f64>()
            .sqrt();
        let values = SCORES.map(|score| {
            let distance = (mean - score) / deviation;
            score - 0.5 - ratio * deviation * (1.0 + distance * distance) / 2.0
        });
        found = balanced(shares, &values);
    }
    found
}

/// The most likely distribution under which the mean of `values` is zero: each share divided by
/// `1 + x value`, with the one `x` that makes it so.
fn balanced(shares: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..STEPS {
        let x = low.midpoint(high);
        let terms = shares.iter().zip(values);
        let excess: f64 = terms
            .map(|(share, value)| share * value / (1.0 + x * value))
            .sum();
        // The sum falls as x grows.
        if excess > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = low.midpoint(high);
    let mut index = 0;
    shares.map(|share| {
        let value = values[index];
        index += 1;
        share / (1.0 + x * value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str, model: Model) -> Sprt {
        Sprt {
            model,
            ..text.parse().expect("bounds")
        }
    }

    /// The ratios that fastchess (D. Disservin) has in its tests for the same tables; they are
    /// those of the site Fishtest.
    #[test]
    fn ratios_are_those_of_other_programs() {
        let cases = [
            (
                "0,2",
                Model::Normalised,
                [365, 16_618, 36_229, 16_974, 390],
                2.25,
            ),
            (
                "-1.75,0.25",
                Model::Normalised,
                [127, 4883, 10_712, 5150, 104],
                3.01,
            ),
            (
                "0.5,2.5",
                Model::Logistic,
                [223, 9863, 21_279, 10_037, 246],
                -3.07,
            ),
            (
                "0,2",
                Model::Logistic,
                [871, 26_175, 55_983, 26_678, 821],
                -4.98,
            ),
        ];
        for (bounds, model, pairs, expected) in cases {
            let found = sprt(bounds, model).ratio(&Tally {
                pairs,
                ..Tally::default()
            });
            assert!(
                (found - expected).abs() < 0.02,
                "{pairs:?}: {found}, not {expected}"
            );
        }
    }

    /// If all pairs are won, the most likely distributions have the two ends only: with share `p`
    /// of wins, `(p - 1/2) / sqrt(p (1 - p))` is the ratio that the hypothesis names.
    #[test]
    fn a_clean_sweep_has_the_ratio_that_follows_by_hand() {
        let found = sprt("0,5", Model::Normalised).ratio(&Tally {
            pairs: [0, 0, 0, 0, 104],
            ..Tally::default()
        });
        let t = 5.0 / NORMALISED_UNIT * std::f64::consts::SQRT_2;
        let p = 0.5 + t / 2.0 / (1.0 + t * t).sqrt();
        assert!((found - 104.0 * (p / 0.5).ln()).abs() < 0.01, "{found}");
        let found = sprt("0,5", Model::Logistic).ratio(&Tally {
            pairs: [0, 0, 0, 0, 104],
            ..Tally::default()
        });
        assert!(
            (found - 104.0 * (score_of(5.0) / 0.5).ln()).abs() < 0.01,
            "{found}"
        );
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let (low, high) = sprt("0,5", Model::Logistic).bounds();
        assert!((low + 19f64.ln()).abs() < 1e-12 && (high - 19f64.ln()).abs() < 1e-12);
        let (low, high) = sprt("0,5,0.1,0.05", Model::Logistic).bounds();
        assert!((low - (0.05 / 0.9_f64).ln()).abs() < 1e-12);
        assert!((high - (0.95 / 0.1_f64).ln()).abs() < 1e-12);
    }

    #[test]
    fn the_test_ends_on_either_side() {
        let sprt = sprt("0,10", Model::Logistic);
        let answer = |pairs| {
            sprt.answer(&Tally {
                pairs,
                ..Tally::default()
            })
        };
        assert_eq!(answer([0; 5]), None);
        assert_eq!(answer([10, 20, 30, 20, 10]), None);
        assert_eq!(answer([100, 200, 400, 500, 300]), Some(Answer::Elo1));
        assert_eq!(answer([300, 500, 400, 200, 100]), Some(Answer::Elo0));
    }

    #[test]
    fn bounds_are_checked() {
        assert_eq!(sprt("0, 10", Model::Logistic).to_string(), "0,10,0.05,0.05");
        for wrong in [
            "",
            "1",
            "5,0",
            "0,5,0.05",
            "0,5,0,0.05",
            "0,5,0.05,0.6",
            "a,b",
            "nan,1",
        ] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
