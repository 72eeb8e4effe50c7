//! Solving a whole material: its slices in an order in which each finds solved what it needs.
//!
//! A man's move brings one man one rank forward. So slices are solved in layers, those first whose
//! men have gone farthest; slices of a layer do not depend on each other and are shared out among
//! the threads by the rank of White's men.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::codec::BLOCK;
use super::error::EgdbError;
use super::file::{Counts, TableFile};
use super::layout::Layout;
use super::library::{Library, Table};
use super::material::Material;
use super::packed::{Flags, Values};
use super::slice::{KingSets, Slice};
use super::solve::{Scratch, Solver};
use super::value::Value;
use crate::board::Geometry;
use crate::position::{MoveList, Side};

/// Positions between two reports of progress.
const TOLD_AFTER: u64 = 1 << 16;

/// What solving a material has found besides the values, which are in the library.
pub(super) struct Solved {
    /// Entries that need not be stored, since captures decide them.
    pub(super) forced: Flags,
    /// Positions by value.
    pub(super) counts: Counts,
}

/// The threads of a build: their memory, and whom they tell how far they are.
pub(super) struct Crew<'a> {
    scratch: Vec<Mutex<Scratch>>,
    /// Positions solved; a mere sum, hence relaxed.
    done: AtomicU64,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Crew<'a> {
    /// A crew for the rayon pool in which this is called. `progress` is told of positions solved.
    pub(super) fn new(progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self {
            scratch: (0..rayon::current_num_threads())
                .map(|_| Mutex::default())
                .collect(),
            done: AtomicU64::new(0),
            progress,
        }
    }

    /// Counts positions that have been solved, and tells now and then.
    fn add_done(&self, positions: u64) {
        let before = self.done.fetch_add(positions, Ordering::Relaxed);
        let done = before + positions;
        if before / TOLD_AFTER != done / TOLD_AFTER {
            (self.progress)(done);
        }
    }

    /// Calls `work` with memory that no other thread uses at the moment.
    fn with_scratch<R>(&self, work: impl FnOnce(&mut Scratch) -> R) -> R {
        let thread = rayon::current_thread_index().unwrap_or(0) % self.scratch.len();
        // Scratch has no invariant that a panic could break.
        let mut scratch = self.scratch[thread]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        work(&mut scratch)
    }
}

/// Sets of men by how many ranks they have gone forward together: `[ranks][set]`.
fn by_advance(layout: &Layout, side: usize) -> Vec<Vec<usize>> {
    let material = layout.material();
    let count = [material.strong(), material.weak()][side].men;
    let size = layout.geometry().size();
    let mut lists = vec![Vec::new(); usize::from(count) * usize::from(size) + 1];
    for rank in 0..layout.men_ways[side] {
        let men = layout.slots.men(rank, count);
        let gone = men.into_iter().map(|square| size - 1 - square.rank());
        lists[gone.map(usize::from).sum::<usize>()].push(rank);
    }
    lists
}

/// Solves a material into the library, which must hold all that its captures and crownings lead
/// to.
pub(super) fn solve_material(
    library: &Library,
    geometry: Geometry,
    material: Material,
    crew: &Crew,
) -> Solved {
    let layout = Layout::new(geometry, material);
    let sets = KingSets::new(&layout);
    let table = library.add(Table::new(layout));
    let entries = table.values.len();
    let forced = Flags::new(entries);
    let mut counts = Counts::default();
    let layout = &table.layout;
    let solver = Solver {
        source: library,
        layout,
        sets: &sets,
        keeps_plies: false,
        is_dropped: &AtomicBool::new(false),
    };
    let solve_men = |ranks: [usize; 2], scratch: &mut Scratch| {
        let Some(men) = layout.men(ranks) else {
            return Counts::default();
        };
        solver.solve(men, scratch);
        write(table, &forced, ranks, scratch)
    };
    let (whites, blacks) = (by_advance(layout, 0), by_advance(layout, 1));
    for gone in (0..whites.len() + blacks.len() - 1).rev() {
        let white_sets = whites.iter().enumerate().filter_map(|(white_gone, sets)| {
            let blacks = blacks.get(gone.checked_sub(white_gone)?)?;
            Some(sets.iter().map(move |&white| (white, blacks)))
        });
        let jobs: Vec<(usize, &Vec<usize>)> = white_sets.flatten().collect();
        let solve = |(white, blacks): (usize, &Vec<usize>)| {
            let found = crew.with_scratch(|scratch| {
                // Of equal armies White has the men of higher rank.
                let is_listed = |black: &&usize| !material.is_even() || **black <= white;
                let blacks = blacks.iter().filter(is_listed);
                sum(blacks.map(|&black| solve_men([white, black], scratch)))
            });
            crew.add_done(found.positions());
            found
        };
        let found: Vec<Counts> = jobs.into_par_iter().map(solve).collect();
        counts.add(&sum(found));
    }
    Solved { forced, counts }
}

/// Writes the slices that have been solved last, with men of these ranks, and counts them.
fn write(table: &Table, forced: &Flags, men: [usize; 2], scratch: &Scratch) -> Counts {
    let layout = &table.layout;
    let is_own_image = layout.material().is_even() && men[0] == men[1];
    // Turned, a position with equal men and Black to move is another of the same slice.
    let sides = if is_own_image {
        &Side::BOTH[..1]
    } else {
        &Side::BOTH
    };
    let mut counts = Counts::default();
    for &side in sides {
        let start = layout.slice(men, side) * layout.slice_len();
        let values = || scratch.values(side);
        table.values.fill(start, values().map(|(value, _)| value));
        forced.fill(start, values().map(|(_, forced)| forced));
        values().for_each(|(value, forced)| counts.count(value, forced));
    }
    counts
}

fn sum(all: impl IntoIterator<Item = Counts>) -> Counts {
    all.into_iter().fold(Counts::default(), |mut sum, counts| {
        sum.add(&counts);
        sum
    })
}

/// Reads a table into the library and finds again what its file leaves out: the values of
/// positions in which captures decide. The library must hold all tables of fewer pieces.
///
/// # Errors
/// A block that cannot be read.
pub(super) fn restore(
    library: &Library,
    layout: &Layout,
    file: &TableFile,
) -> Result<(), EgdbError> {
    let stored = Values::new(layout.entries());
    (0..file.blocks()).into_par_iter().try_for_each(|block| {
        let codes = file.read(block)?;
        let values = codes.iter().map(|&code| Value::from_code(code.into()));
        stored.fill(block * BLOCK, values);
        Ok(())
    })?;
    let table = library.add(Table::new(layout.clone()));
    let sets = KingSets::new(layout);
    (0..layout.slices())
        .into_par_iter()
        .for_each_init(MoveList::new, |moves, slice| {
            let (ranks, side) = layout.men_of_slice(slice);
            let Some(men) = layout.men(ranks) else {
                return;
            };
            let start = slice * layout.slice_len();
            let mut values = Vec::with_capacity(layout.slice_len());
            let slice = Slice::new(layout, &sets, men);
            slice.for_each(|rank, kings| {
                let pos = slice.position(kings, side);
                let forced = library.forced_value(&pos, moves);
                values.push(forced.unwrap_or_else(|| stored.value(start + rank)));
            });
            table.values.fill(start, values.into_iter());
        });
    Ok(())
}
