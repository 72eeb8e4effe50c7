//! Levels of play: from one that a beginner beats to full strength.
//!
//! Responsible for what makes a level weaker: few nodes, and a choice among the moves that a
//! player of that level would find plausible. Not responsible for the search itself. Weakness
//! never depends on time, so that a level is equally strong on every machine. Every line that is
//! chosen from has been searched with its captures to the end, so that a weak level misjudges
//! positions and misses long combinations, but does not walk into a plain recapture.

use std::fmt;
use std::str::FromStr;

use crate::board::Geometry;
use crate::game::Game;
use crate::rng::Rng;
use crate::rules::Variant;
use crate::search::{Answer, Limits, Observer, Report, Score, Search, Signals};

/// A level of play, from 1 to [`Level::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// A level that accepts smaller losses than this, in hundredths of a man, plays wins and losses
/// that it has seen to the end as well as it can.
const SEES_THE_END: i32 = 1_000;

/// How much more often the weakest level chooses a move that loses a lot than the best.
const GENEROUS: i32 = 3;

/// What a level may do. The numbers were found by matches between neighbouring levels; the README
/// has the gaps that came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weakness {
    /// Nodes a move.
    pub(super) nodes: u64,
    /// How many of the best moves are considered.
    pub(super) lines: usize,
    /// The loss, in hundredths of a man, that halves the chance of a move.
    pub(super) half_loss: i32,
    /// The largest loss that is accepted, in hundredths of a man.
    pub(super) most_loss: i32,
}

impl Level {
    /// Full strength: no limits but those of the game.
    pub const FULL: Self = Self(20);

    /// Levels with names, for programs that offer few of them.
    pub const PRESETS: [(&'static str, Self); 5] = [
        ("beginner", Self(8)),
        ("easy", Self(11)),
        ("medium", Self(14)),
        ("hard", Self(17)),
        ("master", Self::FULL),
    ];

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// The number, from 1 to 20.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What the level may do in a variant, or nothing for full strength.
    pub(super) fn weakness(self, variant: Variant) -> Option<Weakness> {
        Weakness::at(self.height(variant)).filter(|_| self < Self::FULL)
    }

    /// The place of the level on the [`LADDER`], in hundredths of a rung.
    ///
    /// The levels from `beginner` on stand closer together than those below it, and closer still
    /// on the larger board, where errors cost more: so their steps are of about the same size.
    fn height(self, variant: Variant) -> usize {
        let per_level = if variant.rules().geometry == Geometry::BOARD10 {
            60
        } else {
            80
        };
        let (number, beginner) = (usize::from(self.0), usize::from(Self::PRESETS[0].1.0));
        let from_top = |number: usize| 2000 - (20 - number) * per_level;
        if number >= beginner {
            from_top(number)
        } else {
            100 + (from_top(beginner) - 100) * (number - 1) / (beginner - 1)
        }
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = ();

    /// Reads a number from 1 to 20 or the name of a preset, in any case.
    fn from_str(text: &str) -> Result<Self, ()> {
        let name = text.trim().to_ascii_lowercase();
        if let Some((_, level)) = Self::PRESETS.iter().find(|(preset, _)| *preset == name) {
            return Ok(*level);
        }
        let number = name.parse().map_err(|_| ())?;
        if (1..=Self::FULL.0).contains(&number) {
            Ok(Self(number))
        } else {
            Err(())
        }
    }
}

/// Searches with the limits of a weaker level and chooses a move. Only the chosen line is told.
pub(super) fn think(
    weakness: Weakness,
    rng: &mut Rng,
    search: &mut Search,
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    observer: &mut dyn Observer,
) -> Answer {
    // A level plays the same whatever it remembers of earlier moves.
    search.clear();
    let nodes = Some(
        limits
            .nodes
            .map_or(weakness.nodes, |nodes| nodes.min(weakness.nodes)),
    );
    let limits = Limits {
        nodes,
        lines: weakness.lines,
        ..*limits
    };
    let mut candidates = Candidates::default();
    let answer = search.run(game, &limits, signals, &mut |report: &Report| {
        candidates.take(report);
    });
    let Some(chosen) = weakness.choose(candidates.complete(), rng) else {
        return answer;
    };
    observer.report(&Report {
        rank: 1,
        nodes: answer.nodes,
        ..chosen.clone()
    });
    Answer {
        best: chosen.line.first().copied().or(answer.best),
        expected: chosen.line.get(1).copied(),
        score: chosen.score,
        ..answer
    }
}

/// The lines of the iteration that runs, and those of the last one that was completed.
#[derive(Default)]
struct Candidates {
    current: Vec<Report>,
    last: Vec<Report>,
}

impl Candidates {
    fn take(&mut self, report: &Report) {
        if self
            .current
            .first()
            .is_some_and(|first| first.depth != report.depth)
        {
            self.last = std::mem::take(&mut self.current);
        }
        let rank = report.rank as usize - 1;
        self.current.truncate(rank);
        self.current.push(report.clone());
    }

    /// The lines of the deepest iteration that has as many as the one before.
    fn complete(&self) -> &[Report] {
        if self.current.len() < self.last.len() {
            &self.last
        } else {
            &self.current
        }
    }
}

/// The rungs of the ladder from the weakest on: nodes, lines, and the loss that halves the chance
/// of a move. Each rung has three quarters of the loss of the one below and, from the eighth on, a
/// third more nodes; fewer than 600 would not do for a look at every move. The first rung is blind.
const LADDER: [(u64, usize, i32); 20] = [
    (600, 40, 30_000),
    (620, 14, 400),
    (650, 13, 300),
    (700, 12, 225),
    (760, 11, 170),
    (840, 10, 127),
    (950, 9, 95),
    (1_100, 8, 71),
    (1_500, 8, 53),
    (2_000, 7, 40),
    (2_600, 7, 30),
    (3_500, 6, 23),
    (4_700, 5, 17),
    (6_200, 5, 13),
    (8_300, 4, 9),
    (11_000, 4, 7),
    (15_000, 3, 5),
    (20_000, 3, 4),
    (26_000, 2, 3),
    (35_000, 2, 2),
];

impl Weakness {
    /// The weakness at a height of the ladder, in hundredths of a rung from 100 on.
    fn at(height: usize) -> Option<Self> {
        let (rung, part) = (height / 100 - 1, height % 100);
        let low = LADDER.get(rung)?;
        let high = LADDER.get(rung + 1).unwrap_or(low);
        let between = |low: i64, high: i64| low + (high - low) * part as i64 / 100;
        let half_loss = between(low.2.into(), high.2.into()) as i32;
        Some(Self {
            nodes: between(low.0 as i64, high.0 as i64) as u64,
            lines: between(low.1 as i64, high.1 as i64) as usize,
            half_loss,
            most_loss: 2 * half_loss,
        })
    }

    /// Chooses among lines, the best of which comes first.
    fn choose<'a>(&self, lines: &'a [Report], rng: &mut Rng) -> Option<&'a Report> {
        let best = lines.first()?;
        let weight = |line: &Report| {
            let value = |score: Score| i32::from(score.hundredths());
            let loss = (value(best.score) - value(line.score)).max(0);
            if self.half_loss > SEES_THE_END {
                // Who sees nothing gives pieces away more often than a die would.
                return (1 + loss / 100).min(GENEROUS) as usize;
            }
            // A game that is decided is not played with, but by those who do not see it.
            let is_decided = self.most_loss < SEES_THE_END
                && (best.score.is_decisive() || line.score.is_decisive());
            if loss > self.most_loss || is_decided && loss > 0 {
                return 0;
            }
            let (halvings, rest) = (loss / self.half_loss, loss % self.half_loss);
            // Between two halvings the weight falls in a straight line.
            let whole = (1_i64 << 20) >> halvings.min(20);
            (whole - whole / 2 * i64::from(rest) / i64::from(self.half_loss)) as usize
        };
        let weights: Vec<usize> = lines.iter().map(weight).collect();
        let mut pick = rng.below(weights.iter().sum::<usize>().max(1));
        for (line, weight) in lines.iter().zip(weights) {
            if pick < weight {
                return Some(line);
            }
            pick -= weight;
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Base;

    fn lines(scores: &[i32]) -> Vec<Report> {
        let report = |&score| Report {
            score: Score::evaluation(score),
            ..Report::default()
        };
        scores.iter().map(report).collect()
    }

    #[test]
    fn levels_are_read_by_number_and_by_name() {
        assert_eq!("20".parse(), Ok(Level::FULL));
        assert_eq!("Master".parse(), Ok(Level::FULL));
        assert_eq!("easy".parse(), Ok(Level(11)));
        for wrong in ["0", "21", "", "-1", "strong", "1.5"] {
            assert_eq!(wrong.parse::<Level>(), Err(()), "{wrong}");
        }
    }

    #[test]
    fn levels_may_do_more_and_lose_less_the_higher_they_are() {
        for base in Base::ALL {
            let all: Vec<Weakness> = Level::all()
                .filter_map(|level| level.weakness(base.into()))
                .collect();
            assert_eq!(all.len(), 19);
            for pair in all.windows(2) {
                assert!(pair[0].nodes < pair[1].nodes);
                assert!(pair[0].lines >= pair[1].lines);
                assert!(pair[0].most_loss >= pair[1].most_loss);
                assert!(pair[0].half_loss >= pair[1].half_loss);
            }
            assert_eq!(Level::FULL.weakness(base.into()), None);
        }
    }

    #[test]
    fn better_moves_are_chosen_more_often_and_blunders_never() {
        let weakness = Weakness {
            nodes: 1,
            lines: 4,
            half_loss: 20,
            most_loss: 60,
        };
        let list = lines(&[10, 0, -30, -51]);
        let mut counts = [0; 4];
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let chosen = weakness.choose(&list, &mut rng).expect("a move");
            let index = list
                .iter()
                .position(|one| one == chosen)
                .expect("one of the list");
            counts[index] += 1;
        }
        assert!(
            counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 500,
            "{counts:?}"
        );
        assert_eq!(counts[3], 0);
    }

    #[test]
    fn an_iteration_that_was_cut_short_is_not_chosen_from() {
        let mut candidates = Candidates::default();
        for (depth, rank) in [(1, 1), (1, 2), (1, 1), (1, 2), (2, 1)] {
            candidates.take(&Report {
                depth,
                rank,
                ..Report::default()
            });
        }
        let depths = |lines: &[Report]| lines.iter().map(|line| line.depth).collect::<Vec<_>>();
        assert_eq!(depths(candidates.complete()), [1, 1]);
        candidates.take(&Report {
            depth: 2,
            rank: 2,
            ..Report::default()
        });
        assert_eq!(depths(candidates.complete()), [2, 2]);
    }

    #[test]
    fn decided_games_are_not_played_with() {
        let weakness = Weakness {
            nodes: 1,
            lines: 2,
            half_loss: 1000,
            most_loss: SEES_THE_END - 1,
        };
        let mut list = lines(&[0, -10]);
        list[0].score = Score::win_in(3);
        let mut rng = Rng::new(5);
        for _ in 0..100 {
            assert_eq!(weakness.choose(&list, &mut rng), list.first());
        }
    }
}
