//! The placements of kings around fixed men: the positions of one slice and their neighbours.

use super::layout::Layout;
use super::rank::{advance, choose};
use crate::board::{Bitboard, Direction, Square};
use crate::position::{Position, Side};

/// The sets of kings of a material, as bits of slots: the same for all its slices.
#[derive(Debug)]
pub(super) struct KingSets {
    /// Those of White among the free squares, by rank.
    white: Vec<u64>,
    /// Those of Black among the squares that White's kings leave, by rank.
    black: Vec<u64>,
}

impl KingSets {
    pub(super) fn new(layout: &Layout) -> Self {
        let (strong, weak) = (layout.material().strong(), layout.material().weak());
        let free = layout.slots.squares.len() - layout.material().men();
        Self {
            white: sets(free, strong.kings.into()),
            black: sets(free - usize::from(strong.kings), weak.kings.into()),
        }
    }
}

/// All sets of `size` among `slots`, by rank.
fn sets(slots: usize, size: usize) -> Vec<u64> {
    let mut set = [0, 1, 2, 3, 4, 5, 6, 7];
    let set = &mut set[..size];
    let mut list = Vec::with_capacity(choose(slots, size));
    for _ in 0..choose(slots, size) {
        list.push(set.iter().fold(0, |bits, &slot| bits | 1 << slot));
        advance(set);
    }
    list
}

/// Kings of White and of Black.
type Kings = [Bitboard; 2];

/// Fixed men, with all placements of the kings around them.
pub(super) struct Slice<'a> {
    sets: &'a KingSets,
    men: [Bitboard; 2],
    /// The squares without men.
    free: Bitboard,
    squares: [Square; Square::COUNT],
    /// The place of each free square among them.
    slots: [u8; Square::COUNT],
}

impl<'a> Slice<'a> {
    pub(super) fn new(layout: &Layout, sets: &'a KingSets, men: [Bitboard; 2]) -> Self {
        let free = layout.geometry().squares() - (men[0] | men[1]);
        let mut squares = [Square::default(); Square::COUNT];
        let mut slots = [0; Square::COUNT];
        for (slot, square) in free.into_iter().enumerate() {
            squares[slot] = square;
            slots[square.index()] = slot as u8;
        }
        Self {
            sets,
            men,
            free,
            squares,
            slots,
        }
    }

    /// The position with these kings.
    pub(super) fn position(&self, kings: Kings, side: Side) -> Position {
        let sides = [self.men[0] | kings[0], self.men[1] | kings[1]];
        Position::of_sets(sides, kings[0] | kings[1], side)
    }

    /// Calls `visit` with each placement and its rank, in the order of ranks.
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize, Kings)) {
        let mut rank = 0;
        for &white in &self.sets.white {
            for &black in &self.sets.black {
                visit(rank, self.kings(white, black));
                rank += 1;
            }
        }
    }

    /// The placement of a rank.
    pub(super) fn placement(&self, rank: usize) -> Kings {
        let ways = self.sets.black.len();
        self.kings(self.sets.white[rank / ways], self.sets.black[rank % ways])
    }

    /// The kings on slots: those of Black count the slots that White leaves.
    fn kings(&self, white: u64, black: u64) -> Kings {
        let mut kings = [Bitboard::EMPTY; 2];
        for slot in slots(white) {
            kings[0] |= self.squares[slot].into();
        }
        for slot in slots(black) {
            let mut slot = slot;
            for taken in slots(white) {
                slot += usize::from(taken <= slot);
            }
            kings[1] |= self.squares[slot & 63].into();
        }
        kings
    }

    /// The rank of a placement: the inverse of [`Slice::placement`].
    pub(super) fn rank(&self, kings: Kings) -> usize {
        let mut white = 0;
        for (index, square) in kings[0].into_iter().enumerate() {
            white += choose(self.slots[square.index()].into(), index + 1);
        }
        let mut black = 0;
        for (index, square) in kings[1].into_iter().enumerate() {
            let mut slot = self.slots[square.index()];
            for taken in kings[0] {
                slot -= u8::from(taken < square);
            }
            black += choose(slot.into(), index + 1);
        }
        white * self.sets.black.len() + black
    }

    /// Calls `visit` with the rank of each placement from which a quiet move of a king of `side`
    /// leads to `kings`. Kings go back as they came.
    #[inline]
    pub(super) fn for_each_before(
        &self,
        kings: Kings,
        side: Side,
        are_flying: bool,
        mut visit: impl FnMut(usize),
    ) {
        let empty = self.free - (kings[0] | kings[1]);
        for to in kings[side as usize] {
            let others = kings[side as usize] - to.into();
            for direction in Direction::DIAGONALS {
                let starts = if are_flying {
                    to.slide(direction, empty).0
                } else {
                    Bitboard::of(to).step(direction) & empty
                };
                for from in starts {
                    let mut before = kings;
                    before[side as usize] = others | from.into();
                    visit(self.rank(before));
                }
            }
        }
    }
}

/// The bits of a set, lowest first.
fn slots(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            slot
        })
    })
}
