//! The numbering of the positions of one material.
//!
//! A position is first *oriented*: the board is turned by 180 degrees and the sides are swapped,
//! if need be, so that White has the stronger army; of equal armies White has the men of higher
//! rank, and if those are equal, too, White is to move. Then an index is made of, from the outside
//! to the inside:
//!
//! 1. the side to move,
//! 2. the rank of White's men among the squares on which men can stand,
//! 3. the rank of Black's men, seen from Black's chair,
//! 4. the rank of White's kings among the squares without men,
//! 5. the rank of Black's kings among the squares still free.
//!
//! The entries with the same men and side to move lie together; they are a *slice* of
//! [`Layout::slice_len`] entries. Men of both sides are ranked independently of each other, so
//! that some slices (about 4 % of the entries) stand for no position at all, since two men would
//! share a square; every other entry is exactly one position, and equally many as there are
//! positions with White to move.

use super::material::{Army, MAX_PIECES, Material};
use super::rank::{choose, rank, unrank};
use crate::board::{Bitboard, Geometry, Square};
use crate::position::{Position, Side};

/// The squares of a board in a row: what ranks are made of.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    /// All squares, top left first.
    pub(super) squares: Vec<Square>,
    /// The place of each square among them.
    of: [u8; Square::COUNT],
    /// Squares of one rank of the board: those on which White has no men.
    row: usize,
}

impl Slots {
    fn new(geometry: Geometry) -> Self {
        let squares: Vec<Square> = geometry.squares().into_iter().collect();
        let mut of = [0; Square::COUNT];
        for (slot, square) in squares.iter().enumerate() {
            of[square.index()] = slot as u8;
        }
        Self {
            row: squares.len() / usize::from(geometry.size()),
            squares,
            of,
        }
    }

    /// Number of squares on which a man of one side can stand.
    pub(super) fn for_men(&self) -> usize {
        self.squares.len() - self.row
    }

    /// Rank of a set of white men.
    fn rank_of_men(&self, men: Bitboard) -> usize {
        rank(men.into_iter().map(|square| self.slot(square) - self.row))
    }

    /// The white men of a rank.
    pub(super) fn men(&self, rank: usize, count: u8) -> Bitboard {
        let mut slots = [0; MAX_PIECES];
        unrank(rank, count.into(), &mut slots);
        let slots = &slots[..usize::from(count)];
        slots
            .iter()
            .map(|&slot| self.squares[usize::from(slot) + self.row])
            .collect()
    }

    /// Rank of a set of squares among those that are not `taken`.
    fn rank_among_free(&self, set: Bitboard, taken: Bitboard) -> usize {
        rank(set.into_iter().map(|square| {
            let below = taken.bits() & ((1 << square.index()) - 1);
            self.slot(square) - below.count_ones() as usize
        }))
    }

    /// The set of a rank among the squares that are not `taken`.
    fn free_set(&self, rank: usize, count: u8, taken: Bitboard) -> Bitboard {
        let mut slots = [0; MAX_PIECES];
        unrank(rank, count.into(), &mut slots);
        let mut free = self.squares.iter().filter(|&&square| !taken.has(square));
        let mut at = 0;
        let mut set = Bitboard::EMPTY;
        for &slot in &slots[..usize::from(count)] {
            let skipped = usize::from(slot) - at;
            set |= free
                .nth(skipped)
                .copied()
                .map_or(Bitboard::EMPTY, Bitboard::of);
            at = usize::from(slot) + 1;
        }
        set
    }

    fn slot(&self, square: Square) -> usize {
        self.of[square.index()].into()
    }
}

/// A position as the index sees it: White has the stronger army. Arrays are `[White, Black]`.
#[derive(Clone, Copy, Debug)]
struct Oriented {
    men: [Bitboard; 2],
    kings: [Bitboard; 2],
    side: Side,
}

impl Oriented {
    fn turned(self, geometry: Geometry) -> Self {
        let [white, black] = self.men.map(|set| geometry.turned(set));
        let [white_kings, black_kings] = self.kings.map(|set| geometry.turned(set));
        Self {
            men: [black, white],
            kings: [black_kings, white_kings],
            side: !self.side,
        }
    }
}

/// The numbering of the positions of one material on one board.
#[derive(Clone, Debug)]
pub struct Layout {
    geometry: Geometry,
    material: Material,
    pub(super) slots: Slots,
    /// Sets of men of White and of Black.
    pub(super) men_ways: [usize; 2],
    /// Sets of kings of White and, once those are placed, of Black.
    pub(super) king_ways: [usize; 2],
}

impl Layout {
    /// The numbering for a material.
    pub fn new(geometry: Geometry, material: Material) -> Self {
        let slots = Slots::new(geometry);
        let (strong, weak) = (material.strong(), material.weak());
        let ways = |army: Army| choose(slots.for_men(), army.men.into());
        let free = slots.squares.len() - material.men();
        let left = free - usize::from(strong.kings);
        Self {
            geometry,
            material,
            men_ways: [ways(strong), ways(weak)],
            king_ways: [
                choose(free, strong.kings.into()),
                choose(left, weak.kings.into()),
            ],
            slots,
        }
    }

    /// The board.
    pub const fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The material.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// Entries with the same men and the same side to move.
    pub const fn slice_len(&self) -> usize {
        self.king_ways[0] * self.king_ways[1]
    }

    /// Number of slices, those that stand for no position included.
    pub fn slices(&self) -> usize {
        let [white, black] = self.men_ways;
        if self.material.is_even() {
            white * white
        } else {
            2 * white * black
        }
    }

    /// Number of entries, those that stand for no position included.
    pub fn entries(&self) -> usize {
        self.slices() * self.slice_len()
    }

    /// The slice with men of these ranks and `side` to move. Of equal armies the first rank must
    /// be the higher one, or the ranks equal and White to move.
    pub(super) fn slice(&self, men: [usize; 2], side: Side) -> usize {
        let [white, black] = men;
        if !self.material.is_even() {
            return (side as usize * self.men_ways[0] + white) * self.men_ways[1] + black;
        }
        match side {
            Side::White => white * (white + 1) / 2 + black,
            // Without those of equal men, which come turned.
            Side::Black => {
                let with_white = self.men_ways[0] * (self.men_ways[0] + 1) / 2;
                with_white + white * white.saturating_sub(1) / 2 + black
            }
        }
    }

    /// The ranks of the men of a slice and the side to move: the inverse of [`Layout::slice`].
    pub(super) fn men_of_slice(&self, slice: usize) -> ([usize; 2], Side) {
        let [ways, black_ways] = self.men_ways;
        if !self.material.is_even() {
            let (rest, black) = (slice / black_ways, slice % black_ways);
            let side = if rest < ways {
                Side::White
            } else {
                Side::Black
            };
            return ([rest % ways, black], side);
        }
        let with_white = ways * (ways + 1) / 2;
        if slice < with_white {
            let row = triangle_row(slice);
            ([row, slice - row * (row + 1) / 2], Side::White)
        } else {
            let slice = slice - with_white;
            let row = triangle_row(slice);
            ([row + 1, slice - row * (row + 1) / 2], Side::Black)
        }
    }

    /// The entry of a position of this material.
    pub fn index(&self, pos: &Position) -> usize {
        debug_assert_eq!(
            Material::of(pos),
            Some(self.material),
            "the material of the table"
        );
        let of = |side| (pos.men(side), pos.kings_of(side));
        let [(white, white_kings), (black, black_kings)] = Side::BOTH.map(of);
        let mut at = Oriented {
            men: [white, black],
            kings: [white_kings, black_kings],
            side: pos.side(),
        };
        let (strong, count) = (self.material.strong(), |set: Bitboard| set.len() as u8);
        if count(white) != strong.men || count(white_kings) != strong.kings {
            at = at.turned(self.geometry);
        }
        let ranks = |at: &Oriented| {
            let turned = self.geometry.turned(at.men[1]);
            [at.men[0], turned].map(|men| self.slots.rank_of_men(men))
        };
        let mut men = ranks(&at);
        if self.material.is_even() {
            let is_same = men[0] == men[1];
            if men[0] < men[1] || is_same && at.side == Side::Black {
                at = at.turned(self.geometry);
                men = [men[1], men[0]];
            }
        }
        let taken = at.men[0] | at.men[1];
        let [white, black] = [
            self.slots.rank_among_free(at.kings[0], taken),
            self.slots.rank_among_free(at.kings[1], taken | at.kings[0]),
        ];
        self.slice(men, at.side) * self.slice_len() + white * self.king_ways[1] + black
    }

    /// The position of an entry, with White as the stronger side; nothing if the entry stands for
    /// none.
    ///
    /// # Panics
    /// If the index is not below [`Layout::entries`].
    pub fn position(&self, index: usize) -> Option<Position> {
        assert!(index < self.entries(), "an entry of the table");
        let (men, side) = self.men_of_slice(index / self.slice_len());
        let [white, black] = self.men(men)?;
        let (strong, weak) = (self.material.strong(), self.material.weak());
        let rest = index % self.slice_len();
        let (high, low) = (rest / self.king_ways[1], rest % self.king_ways[1]);
        let taken = white | black;
        let white_kings = self.slots.free_set(high, strong.kings, taken);
        let black_kings = self.slots.free_set(low, weak.kings, taken | white_kings);
        let sides = [white | white_kings, black | black_kings];
        Some(Position::of_sets(sides, white_kings | black_kings, side))
    }

    /// The men with these ranks as they stand on the board; nothing if they collide.
    pub(super) fn men(&self, ranks: [usize; 2]) -> Option<[Bitboard; 2]> {
        let (strong, weak) = (self.material.strong(), self.material.weak());
        let white = self.slots.men(ranks[0], strong.men);
        let black = self.geometry.turned(self.slots.men(ranks[1], weak.men));
        (!white.meets(black)).then_some([white, black])
    }
}

/// The row of a triangle of rows of 1, 2, 3 ... that a number lies in.
fn triangle_row(number: usize) -> usize {
    let mut row = ((2.0 * number as f64 + 0.25).sqrt() - 0.5) as usize;
    // The root is exact enough to be off by one at most.
    while row * (row + 1) / 2 > number {
        row -= 1;
    }
    while (row + 1) * (row + 2) / 2 <= number {
        row += 1;
    }
    row
}

impl Material {
    /// The material of a position; nothing if a side has no piece or there are too many pieces.
    pub fn of(pos: &Position) -> Option<Self> {
        Self::new(Army::of(pos, Side::White), Army::of(pos, Side::Black))
    }
}
