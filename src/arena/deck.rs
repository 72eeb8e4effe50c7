//! Decks: openings of which the search has judged how even they are.
//!
//! A deck is made from the positions that can be reached in a few plies, all of them or, where they
//! are too many, a sample that the seed chooses. Of those in which nothing can be captured the
//! search judges one after the other, in an order that the seed chooses, until there are enough.
//! The same recipe makes the same deck, on any number of threads.
//!
//! The built-in decks were made so by `damocles openings build`; the first line of each says how.
//! Variants that are modified have the decks of their row of the table: the openings are legal
//! there too, but their balance was not judged.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rayon::prelude::*;

use super::openings::Opening;
use crate::game::Game;
use crate::movegen::can_capture;
use crate::position::{Position, Side};
use crate::rng::Rng;
use crate::rules::{Base, DrawRules, Variant};
use crate::search::{Limits, Search, Signals};

/// Most positions that are kept after each ply.
const MOST_POSITIONS: usize = 30_000;
/// Positions that are judged between two looks at how many there are.
const CHUNK: usize = 64;
/// Entries of the table of each search, as a logarithm.
const TABLE_LOG2: u8 = 14;

/// How even the openings of a deck are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// Within 0.3 of a man.
    Balanced,
    /// Between 0.3 and 0.7 of a man, for variants with many draws. Further from even both of two
    /// strong engines win with the same side: in English (nets of two generations, 20,000 nodes) 51
    /// of 100 pairs were shared from 0.3 to 0.6, 68 from 0.5 to 1, 42 from random plies.
    Sharp,
}

impl Flavour {
    /// The scores that are wanted, in hundredths of a man, whichever side is ahead.
    const fn band(self) -> RangeInclusive<i16> {
        match self {
            Self::Balanced => 0..=30,
            Self::Sharp => 30..=70,
        }
    }
}

impl fmt::Display for Flavour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Balanced => "balanced",
            Self::Sharp => "sharp",
        })
    }
}

impl FromStr for Flavour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "balanced" => Ok(Self::Balanced),
            "sharp" => Ok(Self::Sharp),
            _ => Err(format!("expected balanced or sharp, found '{text}'")),
        }
    }
}

/// How a deck is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The rules.
    pub variant: Variant,
    /// How even the openings are.
    pub flavour: Flavour,
    /// How many are wanted.
    pub count: usize,
    /// Plies of each.
    pub plies: usize,
    /// Positions that the search may look at to judge one.
    pub nodes: u64,
    /// Which of the possible ones.
    pub seed: u64,
}

impl Recipe {
    /// Makes the deck, sorted; `progress` is told how many openings have been judged and found.
    /// There are fewer than wanted if no more can be found.
    pub fn make(&self, progress: &mut dyn FnMut(usize, usize)) -> Vec<Opening> {
        let mut rng = Rng::new(self.seed);
        let mut candidates = self.reachable(&mut rng);
        candidates.retain(|game| self.is_quiet(game));
        rng.shuffle(&mut candidates);
        let mut found: Vec<Game> = Vec::new();
        for (number, chunk) in candidates.chunks(CHUNK).enumerate() {
            let good: Vec<bool> = chunk.par_iter().map(|game| self.is_wanted(game)).collect();
            let good = chunk
                .iter()
                .zip(good)
                .filter_map(|(game, good)| good.then_some(game));
            found.extend(good.cloned());
            progress(number * CHUNK + chunk.len(), found.len().min(self.count));
            if found.len() >= self.count {
                break;
            }
        }
        found.truncate(self.count);
        let openings = found.iter().map(|game| Opening {
            start: *game.start(),
            moves: game.moves().to_vec(),
        });
        let mut openings: Vec<Opening> = openings.collect();
        // Neighbours share their first moves, which makes the text short.
        openings.sort_by_cached_key(|opening| opening.line(self.variant));
        openings
    }

    /// Games of so many plies that lead to different positions.
    fn reachable(&self, rng: &mut Rng) -> Vec<Game> {
        let draw_rules = DrawRules::official(self.variant);
        let start = Position::start(self.variant);
        let mut layer = vec![Game::from_position(self.variant, draw_rules, start)];
        for _ in 0..self.plies {
            let mut seen = ahash::HashSet::default();
            let mut next = Vec::new();
            for (parent, game) in layer.iter().enumerate() {
                for mv in game.legal_moves() {
                    if seen.insert(game.position().after(mv).key()) {
                        next.push((parent, mv));
                    }
                }
            }
            rng.shuffle(&mut next);
            next.truncate(MOST_POSITIONS);
            let played = next.into_iter().filter_map(|(parent, mv)| {
                let mut game = layer[parent].clone();
                game.play(mv).ok().map(|()| game)
            });
            layer = played.collect();
        }
        layer
    }

    fn is_quiet(&self, game: &Game) -> bool {
        let can_capture = |&side: &Side| can_capture(self.variant, game.position(), side);
        game.outcome().is_none() && !Side::BOTH.iter().any(can_capture)
    }

    fn is_wanted(&self, game: &Game) -> bool {
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let mut search = Search::new(self.variant, TABLE_LOG2, 1);
        let answer = search.run(game, &limits, &Signals::default(), &mut |_: &_| {});
        self.flavour
            .band()
            .contains(&answer.score.hundredths().abs())
    }
}

/// The texts of a row of the table: balanced, sharp.
macro_rules! texts {
    ($name:literal) => {
        [
            include_str!(concat!("decks/", $name, "-balanced.txt")),
            include_str!(concat!("decks/", $name, "-sharp.txt")),
        ]
    };
}

/// The text of a built-in deck.
pub(super) fn built_in(variant: Variant, flavour: Flavour) -> &'static str {
    let texts = match variant.base() {
        Base::International if variant.is_losing() => texts!("losing"),
        Base::International => texts!("international"),
        Base::English => texts!("english"),
        Base::Russian => texts!("russian"),
        Base::Brazilian => texts!("brazilian"),
        Base::Spanish => texts!("spanish"),
        Base::Portuguese => texts!("portuguese"),
        Base::Italian => texts!("italian"),
        Base::Czech => texts!("czech"),
        Base::Pool => texts!("pool"),
        Base::Thai => texts!("thai"),
        Base::Frisian => texts!("frisian"),
        Base::Frysk => texts!("frysk"),
        Base::Killer => texts!("killer"),
        Base::KillerLight => texts!("killer-light"),
        Base::Breakthrough => texts!("breakthrough"),
    };
    texts[flavour as usize]
}
