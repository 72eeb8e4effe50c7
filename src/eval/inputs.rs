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
/// The set of the counters.
const COUNTERS: usize = 4;
/// Room for the counters of both sides; those of Black begin in the middle.
const COUNTER_BLOCK: usize = 16;

/// The inputs that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Inputs {
    /// Squares of white pieces, of black ones, and of the kings among both.
    white: u64,
    black: u64,
    kings: u64,
    /// Counts of king moves, by [`counter_bit`].
    counters: u64,
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
        let set = 2 * side as usize + usize::from(is_king);
        self.of_white(number(set, square.index() as u32))
    }

    /// The input of the count of king moves of `side`, from 1.
    pub fn counter(self, side: Side, moves: u8) -> usize {
        self.of_white(number(COUNTERS, counter_bit(side, moves)))
    }

    /// The input that is on in this view when `input` is on in that of White. Those of squares that
    /// do not exist are exchanged as well, somehow.
    pub(super) const fn of_white(self, input: usize) -> usize {
        let (set, bit) = (input / Square::COUNT, input % Square::COUNT);
        match (self.side, set) {
            (Side::White, _) => input,
            (Side::Black, COUNTERS) => number(set, bit as u32 ^ (COUNTER_BLOCK / 2) as u32),
            (Side::Black, _) => {
                let turned = (self.last + Square::COUNT - bit) % Square::COUNT;
                number(set ^ 2, turned as u32)
            }
        }
    }
}

/// The number of an input in White's view, by its set: white men, white kings, black men, black
/// kings, counters.
#[inline(always)]
const fn number(set: usize, bit: u32) -> usize {
    Square::COUNT * set + bit as usize
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
        let mut counters = 0;
        for side in Side::BOTH {
            if let Some(run) = pos.king_run(side) {
                counters |= 1 << counter_bit(side, run.moves);
            }
        }
        Self {
            white: pos.pieces(Side::White).bits(),
            black: pos.pieces(Side::Black).bits(),
            kings: pos.kings().bits(),
            counters,
        }
    }

    /// The squares on which something else stands here than in `other`, and the counters that are
    /// not the same.
    #[inline(always)]
    fn changes(&self, other: &Self) -> [u64; 2] {
        let pieces = (self.white ^ other.white) | (self.black ^ other.black);
        let squares = pieces | (self.kings ^ other.kings);
        [squares, self.counters ^ other.counters]
    }

    /// How far apart two positions are: squares and counters that differ.
    #[inline(always)]
    pub(super) fn distance(&self, other: &Self) -> u32 {
        let [squares, counters] = self.changes(other);
        squares.count_ones() + counters.count_ones()
    }

    /// The number of the piece on a square that is not empty.
    #[inline(always)]
    fn piece(&self, square: u32) -> u16 {
        let set = (self.black >> square & 1) << 1 | (self.kings >> square & 1);
        number(set as usize, square) as u16
    }

    /// The inputs that go and come, if a quiet move by either side leads from here to `next` and
    /// nothing else differs.
    #[inline(always)]
    pub(super) fn step_to(&self, next: &Self) -> Option<(u16, u16)> {
        let [squares, counters] = self.changes(next);
        let from = squares & (self.white | self.black);
        let to = squares & (next.white | next.black);
        let is_step = from.is_power_of_two() && to.is_power_of_two() && counters == 0;
        is_step.then(|| {
            let (gone, come) = (from.trailing_zeros(), to.trailing_zeros());
            (self.piece(gone), next.piece(come))
        })
    }

    /// Calls `visit` with the number of each input that is on here and not in `other`.
    #[inline(always)]
    fn beyond(&self, other: &Self, mut visit: impl FnMut(u16)) {
        let [squares, counters] = self.changes(other);
        let mut squares = squares & (self.white | self.black);
        while squares != 0 {
            visit(self.piece(squares.trailing_zeros()));
            squares &= squares - 1;
        }
        let mut counters = counters & self.counters;
        while counters != 0 {
            visit(number(COUNTERS, counters.trailing_zeros()) as u16);
            counters &= counters - 1;
        }
    }
}

/// The inputs that are on, in the order of a view, for training.
pub fn inputs_of(pos: &Position, view: View, mut visit: impl FnMut(usize)) {
    let inputs = Inputs::of(pos);
    inputs.beyond(&Inputs::default(), |number| {
        visit(view.of_white(number.into()));
    });
}

/// Inputs by which two positions differ, by their numbers in White's view.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    list: [u16; Self::MOST],
    /// How many go; the others of the list come.
    gone: usize,
    all: usize,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            list: [0; Self::MOST],
            gone: 0,
            all: 0,
        }
    }
}

impl Changes {
    /// More inputs than two positions have, as a power of two.
    const MOST: usize = 128;

    /// What goes and comes from one position to the other.
    #[inline(always)]
    pub(super) fn between(&mut self, one: &Inputs, other: &Inputs) {
        self.all = 0;
        one.beyond(other, |number| self.add(number));
        self.gone = self.all;
        other.beyond(one, |number| self.add(number));
    }

    #[inline(always)]
    fn add(&mut self, number: u16) {
        self.list[self.all % Self::MOST] = number;
        self.all += 1;
    }

    #[inline(always)]
    pub(super) fn gone(&self) -> &[u16] {
        &self.list[..self.gone]
    }

    #[inline(always)]
    pub(super) fn come(&self) -> &[u16] {
        &self.list[self.gone..self.all]
    }
}
