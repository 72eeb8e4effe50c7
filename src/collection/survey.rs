//! What can be said of many games together.

use std::collections::BTreeMap;

use crate::notation::{GameResult, ReadGame, write_line};
use crate::position::{Position, Side};
use crate::rules::Variant;

/// Most openings that are counted one by one, so that no file needs more memory; games with others
/// are counted together.
pub const MOST_OPENINGS: usize = 100_000;

/// How games have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// Without a result, or with one that nobody has won or drawn.
    pub unknown: u64,
}

impl Results {
    const fn add(&mut self, result: GameResult) {
        let count = match result {
            GameResult::Win(Side::White) => &mut self.white,
            GameResult::Win(Side::Black) => &mut self.black,
            GameResult::Draw => &mut self.draws,
            GameResult::Unknown => &mut self.unknown,
        };
        *count += 1;
    }

    const fn join(&mut self, other: Self) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unknown += other.unknown;
    }

    /// All of them.
    pub const fn games(self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }

    /// The share of the points that White has won in the games with a result, from 0 to 1.
    pub fn white_score(self) -> Option<f64> {
        let known = self.games() - self.unknown;
        let points = self.white as f64 + self.draws as f64 / 2.0;
        (known > 0).then(|| points / known as f64)
    }
}

/// How long games are, in half-moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lengths {
    /// Of all together.
    pub total: u64,
    /// Of the shortest.
    pub shortest: usize,
    /// Of the longest.
    pub longest: usize,
}

/// The games of one variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VariantCount {
    /// How they have ended.
    pub results: Results,
    /// How many have a fault.
    pub faulty: u64,
    /// How many begin from a position of their own.
    pub set_up: u64,
    /// How long they are, as far as they could be read.
    pub lengths: Lengths,
}

impl VariantCount {
    fn join(&mut self, other: &Self) {
        let (ours, theirs) = (&mut self.lengths, other.lengths);
        if other.results.games() > 0 {
            let is_first = self.results.games() == 0;
            ours.shortest = if is_first {
                theirs.shortest
            } else {
                ours.shortest.min(theirs.shortest)
            };
            ours.longest = ours.longest.max(theirs.longest);
        }
        ours.total += theirs.total;
        self.results.join(other.results);
        self.faulty += other.faulty;
        self.set_up += other.set_up;
    }
}

/// The first moves of games from the start position of a variant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Opening {
    /// The variant's name.
    pub variant: String,
    /// The moves, fewer than asked for if the game is shorter.
    pub moves: Vec<String>,
}

/// An opening and the games that have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningCount {
    /// The first moves.
    pub opening: Opening,
    /// How the games have ended.
    pub results: Results,
}

/// Counts of games.
///
/// # Examples
/// ```
/// use damocles::collection::Survey;
/// use damocles::notation::read_records;
///
/// let mut survey = Survey::new(1);
/// let text = "1. 32-28 19-23 2-0 1. 32-28 1-1 1. 33-28 0-2";
/// read_records(None, text, 1).iter().for_each(|game| survey.add(game));
/// let openings = survey.openings(9);
/// assert_eq!((openings.len(), openings[0].results.games()), (2, 2));
/// assert_eq!(openings[0].results.white_score(), Some(0.75));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    plies: usize,
    variants: BTreeMap<String, VariantCount>,
    openings: BTreeMap<Opening, Results>,
    others: Results,
}

impl Survey {
    /// No games; openings will have this many half-moves.
    pub const fn new(plies: usize) -> Self {
        Self {
            plies,
            variants: BTreeMap::new(),
            openings: BTreeMap::new(),
            others: Results {
                white: 0,
                draws: 0,
                black: 0,
                unknown: 0,
            },
        }
    }

    /// Counts a game, as far as it could be read.
    pub fn add(&mut self, game: &ReadGame) {
        let record = &game.record;
        let (winner, length) = (record.winner(), record.moves.len());
        let is_set_up = !is_start(record.variant, &record.start);
        let mut results = Results::default();
        results.add(winner);
        let count = VariantCount {
            results,
            faulty: u64::from(!game.faults.is_empty()),
            set_up: u64::from(is_set_up),
            lengths: Lengths {
                total: length as u64,
                shortest: length,
                longest: length,
            },
        };
        let variant = record.variant.to_string();
        self.variants
            .entry(variant.clone())
            .or_default()
            .join(&count);
        if is_set_up || self.plies == 0 {
            return;
        }
        let moves = record.moves.iter().take(self.plies);
        let moves: Vec<_> = moves.map(|recorded| recorded.mv).collect();
        let moves = write_line(record.variant, &record.start, &moves);
        self.add_opening(Opening { variant, moves }, results);
    }

    fn add_opening(&mut self, opening: Opening, results: Results) {
        let has_room = self.openings.len() < MOST_OPENINGS;
        if let Some(known) = self.openings.get_mut(&opening) {
            known.join(results);
        } else if has_room {
            self.openings.insert(opening, results);
        } else {
            self.others.join(results);
        }
    }

    /// Adds the counts of other games.
    pub fn join(&mut self, other: Self) {
        for (variant, count) in other.variants {
            self.variants.entry(variant).or_default().join(&count);
        }
        for (opening, results) in other.openings {
            self.add_opening(opening, results);
        }
        self.others.join(other.others);
    }

    /// The variants by name, with their games.
    pub fn variants(&self) -> impl Iterator<Item = (&str, &VariantCount)> {
        self.variants
            .iter()
            .map(|(name, count)| (name.as_str(), count))
    }

    /// All games together.
    pub fn total(&self) -> VariantCount {
        let mut total = VariantCount::default();
        self.variants.values().for_each(|count| total.join(count));
        total
    }

    /// How many half-moves openings have.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// The openings, by variant, the most played first, at most `top` of each variant.
    pub fn openings(&self, top: usize) -> Vec<OpeningCount> {
        let mut openings: Vec<_> = self
            .openings
            .iter()
            .map(|(opening, &results)| OpeningCount {
                opening: opening.clone(),
                results,
            })
            .collect();
        openings.sort_by(|a, b| {
            let key = |count: &OpeningCount| std::cmp::Reverse(count.results.games());
            let variants = a.opening.variant.cmp(&b.opening.variant);
            variants.then_with(|| key(a).cmp(&key(b)))
        });
        let (mut variant, mut kept) = (String::new(), 0);
        openings.retain(|count| {
            if count.opening.variant != variant {
                variant.clone_from(&count.opening.variant);
                kept = 0;
            }
            kept += 1;
            kept <= top
        });
        openings
    }

    /// Games whose opening was not counted one by one; see [`MOST_OPENINGS`].
    pub const fn others(&self) -> Results {
        self.others
    }
}

/// Whether a game begins as its variant does, whichever side moves first.
fn is_start(variant: Variant, start: &Position) -> bool {
    let usual = Position::start(variant);
    Side::BOTH
        .into_iter()
        .all(|side| usual.men(side) == start.men(side) && start.kings_of(side).is_empty())
}
