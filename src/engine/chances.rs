//! What a score means for the result of a game.
//!
//! An estimate for people to look at; no search uses it, and it was fitted to no games. With the
//! score x in men, a game is won with the chance 1 / (1 + exp((a - x) / b)) and lost with that of
//! -x; what is left is the chance of a draw. A lead of `a` = 1.2 men wins every other game, and
//! `b` = 0.4 men says how quickly that changes. Where no game can be drawn, in breakthrough, `a`
//! is zero. A decided game is won or lost for certain.
//!
//! The expected score is the chance to win and half the chance to draw.

use crate::rules::Variant;
use crate::search::Score;

/// The lead, in men, with which every other game is won.
const HALF_WON: f64 = 1.2;
/// The change of the lead, in men, that changes the odds by a factor of e.
const SPREAD: f64 = 0.4;

/// The chances of the side to move, in percent; their sum is 100.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chances {
    /// To win.
    pub win: u8,
    /// To draw.
    pub draw: u8,
    /// To lose.
    pub loss: u8,
}

impl Chances {
    /// What a score promises: the better it is, the more wins and the fewer losses.
    pub fn of(variant: Variant, score: Score) -> Self {
        let (win, no_loss) = chances(variant, score);
        // Both are between 0 and 1, and rounding keeps their order.
        let (win, no_loss) = ((100.0 * win).round() as u8, (100.0 * no_loss).round() as u8);
        Self {
            win,
            draw: no_loss - win,
            loss: 100 - no_loss,
        }
    }

    /// The expected score of the side to move, from 0, a sure loss, to 1, without rounding.
    pub fn expected(variant: Variant, score: Score) -> f64 {
        let (win, no_loss) = chances(variant, score);
        f64::midpoint(win, no_loss)
    }
}

/// The chances to win and not to lose, from 0 to 1.
fn chances(variant: Variant, score: Score) -> (f64, f64) {
    let half_won = if variant.ends_with_king() {
        0.0
    } else {
        HALF_WON
    };
    let men = f64::from(score.hundredths()) / 100.0;
    let above = |lead: f64| {
        if score.is_decisive() {
            f64::from(men > 0.0)
        } else {
            1.0 / (1.0 + ((lead - men) / SPREAD).exp())
        }
    };
    (above(half_won), above(-half_won))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Base;

    #[test]
    fn better_scores_promise_more() {
        for base in [Base::International, Base::Breakthrough] {
            let of = |hundredths| Chances::of(base.into(), Score::from_hundredths(hundredths));
            let all: Vec<Chances> = (-10_000..=10_000).map(of).collect();
            for pair in all.windows(2) {
                assert!(pair[0].win <= pair[1].win && pair[0].loss >= pair[1].loss);
            }
            for chances in &all {
                assert_eq!(chances.win + chances.draw + chances.loss, 100);
            }
            for (bad, good) in all.iter().zip(all.iter().rev()) {
                assert!(bad.win.abs_diff(good.loss) <= 1);
            }
            assert_eq!((of(9_950).win, of(-8_900).loss), (100, 100));
        }
    }

    #[test]
    fn chances_are_those_of_the_formula() {
        let of = |base: Base, hundredths| {
            let chances = Chances::of(base.into(), Score::from_hundredths(hundredths));
            (chances.win, chances.draw, chances.loss)
        };
        assert_eq!(of(Base::International, 0), (5, 90, 5));
        assert_eq!(of(Base::Russian, 120), (50, 50, 0));
        assert_eq!(of(Base::Breakthrough, 0), (50, 0, 50));
        let expected = |hundredths| {
            Chances::expected(Base::Russian.into(), Score::from_hundredths(hundredths))
        };
        assert!((expected(0) - 0.5).abs() < 1e-9);
        assert!((expected(120) - 0.75).abs() < 0.002);
        assert!((expected(-9_990)).abs() < 1e-9);
    }
}
