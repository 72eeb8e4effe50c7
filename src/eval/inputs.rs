//! What a network looks at: which piece stands where, seen from either side.
//!
//! An input is on or off. There is one for each man and king of either side on each square of the
//! padded layout (those of squares that do not exist are never on), and in variants that limit the
//! moves of a king three for each side: its count of such moves is 1, 2, or 3 and more.
//!
//! Seen from Black the board is turned by 180 degrees and the sides change names, so that both
//! sides look at their positions with the same weights.

use crate::board::{Geometry, Square};
use crate::position::{Position, Side};

/// Inputs of one view, those of squares that do not exist included.
pub const INPUTS: usize = 4 * Square::COUNT + COUNTER_BLOCK;
/// Counts of king moves that are told apart: 1, 2, and 3 or more.
pub const COUNTED: usize = 3;
/// Room for the counters of both sides; those of Black begin in the middle.
const COUNTER_BLOCK: usize = 16;

/// The inputs that are on, as sets by colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Inputs {
    /// White men, white kings, black men, black kings, counters.
    sets: [u64; 5],
}

/// One input, by colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Input {
    set: usize,
    bit: u32,
}

impl Input {
    /// Its number in a view.
    #[inline(always)]
    pub(super) fn in_view(self, view: View) -> usize {
        view.input(self.set, self.bit)
    }
}

/// How a view of the board finds its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    side: Side,
    /// Indices of a square and of its turned twin sum to this.
    last: usize,
}

impl View {
    /// The board as `side` sees it.
    pub fn new(geometry: Geometry, side: Side) -> Self {
        let squares = geometry.squares();
        let last = squares.into_iter().map(Square::index).max();
        Self {
            side,
            last: last.unwrap_or(0),
        }
    }

    /// The input of a piece: whose it is, whether it is a king, where it stands.
    pub fn piece(self, side: Side, is_king: bool, square: Square) -> usize {
        self.input(
            2 * side as usize + usize::from(is_king),
            square.index() as u32,
        )
    }

    /// The input of the count of king moves of `side`, from 1.
    pub fn counter(self, side: Side, moves: u8) -> usize {
        self.input(4, counter_bit(side, moves))
    }

    #[inline(always)]
    fn input(self, set: usize, bit: u32) -> usize {
        let bit = bit as usize;
        match (self.side, set) {
            (Side::White, _) => Square::COUNT * set + bit,
            (Side::Black, 4) => Square::COUNT * 4 + (bit ^ (COUNTER_BLOCK / 2)),
            (Side::Black, _) => Square::COUNT * (set ^ 2) + self.last - bit,
        }
    }
}

fn counter_bit(side: Side, moves: u8) -> u32 {
    let block = if side == Side::White {
        0
    } else {
        COUNTER_BLOCK / 2
    };
    (block + usize::from(moves).clamp(1, COUNTED) - 1) as u32
}

impl Inputs {
    #[inline(always)]
    pub(super) fn of(pos: &Position) -> Self {
        let mut sets = [0; 5];
        for side in Side::BOTH {
            sets[2 * side as usize] = pos.men(side).bits();
            sets[2 * side as usize + 1] = pos.kings_of(side).bits();
            if let Some(run) = pos.king_run(side) {
                sets[4] |= 1 << counter_bit(side, run.moves);
            }
        }
        Self { sets }
    }

    /// How many inputs differ.
    #[inline(always)]
    pub(super) fn distance(&self, other: &Self) -> u32 {
        let pairs = self.sets.iter().zip(&other.sets);
        pairs.map(|(one, two)| (one ^ two).count_ones()).sum()
    }

    /// The inputs that go and come if `side` made a quiet move from here to `next` and nothing else
    /// differs.
    #[inline(always)]
    pub(super) fn step_to(&self, next: &Self, side: Side) -> Option<(Input, Input)> {
        if self.distance(next) != 2 {
            return None;
        }
        let men = 2 * side as usize;
        let gone = [0, 1].map(|kind| self.sets[men + kind] & !next.sets[men + kind]);
        let come = [0, 1].map(|kind| next.sets[men + kind] & !self.sets[men + kind]);
        let input = |[man, king]: [u64; 2]| {
            let input = Input {
                set: men + usize::from(king != 0),
                bit: (man | king).trailing_zeros() & 63,
            };
            ((man | king) != 0).then_some(input)
        };
        Some((input(gone)?, input(come)?))
    }

    /// Calls `visit` for each input that is on here and not in `other`: its set and its bit.
    #[inline(always)]
    fn beyond(&self, other: &Self, mut visit: impl FnMut(usize, u32)) {
        for (set, (one, two)) in self.sets.iter().zip(&other.sets).enumerate() {
            let mut bits = one & !two;
            while bits != 0 {
                visit(set, bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}

/// The inputs that are on, in the order of a view, for training.
pub fn inputs_of(pos: &Position, view: View, mut visit: impl FnMut(usize)) {
    Inputs::of(pos).beyond(&Inputs::default(), |set, bit| visit(view.input(set, bit)));
}

/// Inputs that a step from one position to another changes, in both views.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    /// `[view][number]`.
    rows: [[u16; Self::MOST]; 2],
    count: usize,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            rows: [[0; Self::MOST]; 2],
            count: 0,
        }
    }
}

impl Changes {
    /// More inputs than are ever on together, so that every position can be built from nothing.
    pub(super) const MOST: usize = 80;

    /// The inputs that are on in `one` and not in `other`.
    #[inline(always)]
    pub(super) fn between(&mut self, one: &Inputs, other: &Inputs, views: [View; 2]) {
        self.count = 0;
        one.beyond(other, |set, bit| {
            for (rows, view) in self.rows.iter_mut().zip(views) {
                rows[self.count] = view.input(set, bit) as u16;
            }
            self.count += 1;
        });
    }

    #[inline(always)]
    pub(super) fn rows(&self, view: usize) -> &[u16] {
        &self.rows[view][..self.count]
    }
}
