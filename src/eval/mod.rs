//! How good a quiet position is, in hundredths of a man.
//!
//! Responsible for a number from the side to move for positions in which nothing has to be
//! captured. Not responsible for captures, threats and the end of the game, which the search sees
//! to.
//!
//! An evaluation is a sum over the pieces, which each move changes a little, and behind it, for
//! variants that have [`Weights`], a small network that sees how they stand together. Without a
//! network the sum is a sound start by hand. A position and its turned twin have the same value.

mod inputs;
mod material;
mod network;
mod terms;
mod weights;

pub use inputs::{COUNTED, INPUTS, View, inputs_of};
pub use network::Accumulators;
pub use weights::{
    BUCKETS, HIDDEN, Header, ONE, OUTPUT_ONE, Pedigree, Weights, WeightsError, built_in,
};

use crate::position::{Move, Position, Side};
use crate::rules::{Aim, Landing, Variant};
use network::Network;
use terms::Terms;

/// What remains of the value of a position that will hardly be won: one part of so many.
const DRAWISH_PART: i32 = 8;

/// The evaluation of one variant.
#[derive(Clone, Debug)]
pub struct Evaluator {
    terms: Terms,
    network: Option<Network>,
    /// Pieces up to which a side seldom wins against a king; 0 if it often does.
    seldom_wins: u32,
}

impl Evaluator {
    /// The evaluation of a variant by the weights that come with the engine; by hand where there
    /// are none.
    pub fn new(variant: Variant) -> Self {
        built_in(variant).map_or_else(|| Self::material(variant), |w| Self::with_weights(&w))
    }

    /// The evaluation of a variant by hand.
    pub fn material(variant: Variant) -> Self {
        Self {
            terms: material::terms(variant),
            network: None,
            seldom_wins: seldom_wins(variant),
        }
    }

    /// The evaluation by these weights.
    pub fn with_weights(weights: &Weights) -> Self {
        Self {
            terms: weights.terms(),
            network: Some(Network::new(weights)),
            seldom_wins: seldom_wins(weights.variant),
        }
    }

    /// The evaluation that an option names: a file of weights, `none` for that by hand, or nothing
    /// for the one that comes with the engine; with the weights, if it has any.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn named(variant: Variant, name: &str) -> Result<(Self, Option<Weights>), String> {
        let weights = match name {
            "" => built_in(variant),
            "none" => None,
            path => {
                let read = std::fs::read(path).map_err(|error| error.to_string());
                let parsed = read.and_then(|bytes| {
                    let weights = Weights::parse_for(variant, &bytes);
                    weights.map_err(|error| error.to_string())
                });
                Some(parsed.map_err(|error| format!("eval-file {path}: {error}"))?)
            }
        };
        let evaluator = match &weights {
            Some(weights) => Self::with_weights(weights),
            None => Self::material(variant),
        };
        Ok((evaluator, weights))
    }

    /// The sum over the pieces of `pos`, from White, in hundredths of a man. A search keeps it up
    /// to date with [`Evaluator::change`].
    pub fn balance(&self, pos: &Position) -> i32 {
        self.terms.balance(pos)
    }

    /// What `mv` changes in the balance of `pos`, from White.
    pub fn change(&self, pos: &Position, mv: Move) -> i32 {
        self.terms.change(pos, mv)
    }

    /// The value of `pos` for the side to move, in hundredths of a man. `balance` is that of the
    /// position; it stands `ply` plies from the root of the search whose `memory` this is.
    pub fn value(
        &self,
        pos: &Position,
        balance: i32,
        ply: usize,
        memory: &mut Accumulators,
    ) -> i32 {
        let more = self
            .network
            .as_ref()
            .map_or(0, |network| network.value(pos, ply, memory));
        let value = from_side(balance, pos.side()) + more;
        if self.is_drawish(pos) {
            value / DRAWISH_PART
        } else {
            value
        }
    }

    /// Whether the stronger side has so few pieces that it can hardly win against the king of the
    /// other.
    fn is_drawish(&self, pos: &Position) -> bool {
        let (own, other, kings) = (pos.own(), pos.other(), pos.kings());
        if kings.is_empty() || self.seldom_wins == 0 {
            return false;
        }
        let weaker = if own.len() < other.len() { own } else { other };
        own.len().max(other.len()) <= self.seldom_wins && weaker.meets(kings)
    }

    /// The value of a position that belongs to no search, for the side to move, in hundredths of a
    /// man.
    pub fn evaluate(&self, pos: &Position) -> i32 {
        self.value(pos, self.balance(pos), 0, &mut Accumulators::default())
    }
}

/// A flying king holds the draw against so many pieces of any kind: three on 10x10 boards (the
/// ending of FMJD 6.3, and Scan's rule, F. Letouzey 2015), two on 8x8. Where a king must land
/// right behind what it takes last, or few moves of a king are allowed, kings are caught.
fn seldom_wins(variant: Variant) -> u32 {
    let rules = variant.rules();
    let is_free = rules.landing == Landing::Any && rules.king_move_limit.is_none();
    let is_plain = !variant.is_losing() && rules.aim == Aim::Blockade;
    match rules.geometry.size() {
        _ if !(rules.flying_kings && is_free && is_plain) => 0,
        10 => 3,
        _ => 2,
    }
}

/// A value from White, seen from `side`.
pub const fn from_side(balance: i32, side: Side) -> i32 {
    match side {
        Side::White => balance,
        Side::Black => -balance,
    }
}

/// Pieces on the board at the start of the game.
pub fn most_pieces(variant: Variant) -> usize {
    Position::start(variant).occupied().len() as usize
}

/// The output row for a number of pieces: the first for few, the last for as many as at the start.
pub fn bucket(pieces: usize, most_pieces: usize) -> usize {
    (pieces.saturating_sub(1) * BUCKETS / most_pieces).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests;
