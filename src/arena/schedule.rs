//! Who meets whom, where, and in which order.
//!
//! A schedule is a list of *pairs*: two games of two engines from one opening, with colours
//! exchanged. It follows from the number of engines and openings, the number of rounds and the
//! seed alone, so every shard of a match has the same one and plays its own part of it. In each
//! round all meetings have the same opening.

use crate::rng::Rng;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// Two games of two engines from one opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Its number in the whole schedule, from 0.
    pub number: usize,
    /// The engine that has White in the first game and Black in the second.
    pub first: usize,
    /// The other engine.
    pub second: usize,
    /// The number of the opening.
    pub opening: usize,
}

/// A part of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 1.
    pub part: usize,
    /// Of how many.
    pub parts: usize,
}

impl Shard {
    /// The whole schedule.
    pub const WHOLE: Self = Self { part: 1, parts: 1 };

    /// Whether a pair belongs to this part.
    pub const fn has(self, pair: &Pair) -> bool {
        pair.number % self.parts == self.part - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, parts)| {
            let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
            (1 <= part && part <= parts).then_some(Self { part, parts })
        });
        numbers.ok_or_else(|| format!("expected K/N with K from 1 to N, found '{text}'"))
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

/// The meetings of `engines` engines.
pub fn meetings(format: Format, engines: usize) -> Vec<(usize, usize)> {
    let firsts = match format {
        Format::RoundRobin => engines,
        Format::Gauntlet => engines.min(1),
    };
    (0..firsts)
        .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
        .collect()
}

/// The schedule: `rounds` openings, in an order that the seed chooses, for each meeting.
pub fn schedule(
    format: Format,
    engines: usize,
    rounds: usize,
    openings: usize,
    seed: u64,
) -> Vec<Pair> {
    let mut order: Vec<usize> = (0..openings).collect();
    Rng::stream(seed, 2).shuffle(&mut order);
    let meetings = meetings(format, engines);
    let rounds = (0..rounds).zip(order.iter().cycle());
    let pairs = rounds.flat_map(|(_, &opening)| {
        meetings
            .iter()
            .map(move |&(first, second)| (first, second, opening))
    });
    pairs
        .enumerate()
        .map(|(number, (first, second, opening))| Pair {
            number,
            first,
            second,
            opening,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_or_the_first_meets_all() {
        assert_eq!(meetings(Format::RoundRobin, 3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(meetings(Format::Gauntlet, 3), [(0, 1), (0, 2)]);
    }

    #[test]
    fn each_opening_is_used_as_often_as_the_others() {
        let pairs = schedule(Format::RoundRobin, 3, 10, 5, 7);
        assert_eq!(pairs.len(), 30);
        for opening in 0..5 {
            assert_eq!(
                pairs.iter().filter(|pair| pair.opening == opening).count(),
                6
            );
        }
        assert_eq!(pairs, schedule(Format::RoundRobin, 3, 10, 5, 7));
        assert_ne!(pairs, schedule(Format::RoundRobin, 3, 10, 5, 8));
    }

    #[test]
    fn shards_make_up_the_whole() {
        let pairs = schedule(Format::RoundRobin, 2, 10, 3, 1);
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"]
            .iter()
            .map(|text| text.parse().expect("a shard"))
            .collect();
        for pair in &pairs {
            assert_eq!(shards.iter().filter(|shard| shard.has(pair)).count(), 1);
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
