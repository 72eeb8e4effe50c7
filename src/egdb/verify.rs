//! Checking tables: every value against the values of the positions that its moves lead to.
//!
//! The check goes forwards, over positions made from indices, with all legal moves; it shares
//! nothing with the way in which slices are solved but the generator and the index.

use rayon::prelude::*;

use super::build::Plan;
use super::error::EgdbError;
use super::library::{Library, Table, decided};
use super::material::Material;
use super::value::Value;
use crate::movegen::legal_moves;
use crate::position::{MoveList, Position};

/// Entries that a thread checks at a time.
const SHARE: usize = 1 << 12;

/// A table that has been checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Its material.
    pub material: Material,
    /// Positions checked.
    pub positions: u64,
    /// Positions whose value does not follow from their successors.
    pub wrong: u64,
    /// The first of those, with the value it has and the one it should have.
    pub example: Option<(Position, Value, Value)>,
}

impl Checked {
    const fn none(material: Material) -> Self {
        Self {
            material,
            positions: 0,
            wrong: 0,
            example: None,
        }
    }

    fn with(self, other: Self) -> Self {
        Self {
            material: self.material,
            positions: self.positions + other.positions,
            wrong: self.wrong + other.wrong,
            example: self.example.or(other.example),
        }
    }
}

impl Plan {
    /// Reads all tables of the plan with their checksums and checks one position in `every` (at
    /// least 1) against its successors; calls `each` after each table.
    ///
    /// # Errors
    /// [`EgdbError`]: a table is missing or not sound, or there is too little memory. A value that
    /// is not consistent is no error; the report has it.
    pub fn verify(&self, every: usize, mut each: impl FnMut(&Checked)) -> Result<(), EgdbError> {
        self.check()?;
        let library = self.load()?;
        for material in (2..=self.pieces).flat_map(Material::of_pieces) {
            if let Some(table) = library.table(material) {
                each(&check(&library, table, every.max(1)));
            }
        }
        Ok(())
    }
}

fn check(library: &Library, table: &Table, every: usize) -> Checked {
    let material = table.layout.material();
    let share = SHARE * every;
    let shares = table.layout.entries().div_ceil(share);
    let check_share = |number: usize| {
        let mut moves = MoveList::new();
        let end = table.layout.entries().min((number + 1) * share);
        let mut checked = Checked::none(material);
        for index in (number * share..end).step_by(every) {
            let Some(pos) = table.layout.position(index) else {
                continue;
            };
            checked.positions += 1;
            let (found, right) = (table.values.value(index), best(library, &pos, &mut moves));
            // An index that is not read back would hide behind values that happen to be equal.
            if found != right || table.layout.index(&pos) != index {
                checked.wrong += 1;
                checked.example = checked.example.or(Some((pos, found, right)));
            }
        }
        checked
    };
    let none = || Checked::none(material);
    (0..shares)
        .into_par_iter()
        .map(check_share)
        .reduce(none, Checked::with)
}

/// The value that follows from the successors of a position.
fn best(library: &Library, pos: &Position, moves: &mut MoveList) -> Value {
    legal_moves(library.variant, pos, moves);
    let after = moves
        .iter()
        .map(|&mv| library.value(&pos.after(mv)).opposite());
    after.max().unwrap_or_else(|| decided(library.variant, pos))
}
