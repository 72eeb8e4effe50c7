//! The way to a win: how far it is to the next move that cannot be taken back.
//!
//! Tables know who wins, but not how. A side that always keeps its win can go round in circles, so
//! it needs to know how far each position is from the next capture or man's move (distance to
//! conversion). Those cannot go on for ever, so that a side that always takes the shortest way wins
//! in the end; and the shortest way gives the least to counters of king moves.
//!
//! Distances are not stored. They are those of one slice, the placements of kings around the men
//! on the board, which is solved again from the tables when a game gets there: a tenth of a second
//! for the largest slice that is taken, once for all moves until a man moves.

use super::layout::Layout;
use super::material::{Army, Material};
use super::slice::{KingSets, Slice};
use super::solve::{NEVER, Scratch, Solver, Source};
use super::tables::Tables;
use super::value::Value;
use crate::board::Bitboard;
use crate::position::{Position, Side};
use crate::rules::Variant;

/// Entries of the largest slice that is solved in a game.
const LARGEST_SLICE: usize = 300_000;

/// Plies to the next capture or man's move from all positions with the same men.
pub struct Guide {
    layout: Layout,
    sets: KingSets,
    men: [Bitboard; 2],
    /// By side to move and placement of kings.
    plies: [Vec<u8>; 2],
}

impl Source for Tables {
    fn variant(&self) -> Variant {
        self.variant()
    }

    fn value_of(&self, pos: &Position) -> Value {
        // A table that has become unreadable makes the guide worse, not the program.
        self.probe(pos).unwrap_or(Value::Draw)
    }
}

impl Guide {
    /// The guide for the men of a position that the tables know; nothing if they do not, or if
    /// there are too many placements of its kings.
    pub fn new(tables: &Tables, pos: &Position) -> Option<Self> {
        let material = Material::of(pos).filter(|all| all.pieces() <= tables.pieces())?;
        let layout = Layout::new(tables.variant().rules().geometry, material);
        if layout.slice_len() > LARGEST_SLICE {
            return None;
        }
        let sets = KingSets::new(&layout);
        let pos = oriented(&layout, pos);
        let men = Side::BOTH.map(|side| pos.men(side));
        let mut scratch = Scratch::default();
        let solver = Solver {
            source: tables,
            layout: &layout,
            sets: &sets,
            keeps_plies: true,
        };
        solver.solve(men, &mut scratch);
        Some(Self {
            plies: scratch.take_plies(),
            layout,
            sets,
            men,
        })
    }

    /// Plies to the next capture or man's move if both sides play for a win as short and a loss as
    /// long as they can; nothing if the position is drawn or has other men.
    pub fn plies(&self, pos: &Position) -> Option<u8> {
        if Material::of(pos) != Some(self.layout.material()) {
            return None;
        }
        let pos = oriented(&self.layout, pos);
        if Side::BOTH.map(|side| pos.men(side)) != self.men {
            return None;
        }
        let kings = Side::BOTH.map(|side| pos.kings_of(side));
        let rank = Slice::new(&self.layout, &self.sets, self.men).rank(kings);
        let plies = self.plies[pos.side() as usize][rank];
        (plies != NEVER).then_some(plies)
    }
}

/// The position with White as the stronger side.
fn oriented(layout: &Layout, pos: &Position) -> Position {
    if Army::of(pos, Side::White) == layout.material().strong() {
        *pos
    } else {
        pos.turned(layout.geometry())
    }
}
