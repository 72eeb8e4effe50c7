//! The tables in memory while others are built from them or checked against them.

use std::sync::OnceLock;

use super::layout::Layout;
use super::material::Material;
use super::packed::Values;
use super::solve::Source;
use super::value::Value;
use crate::game::Outcome;
use crate::movegen::captures;
use crate::position::{MoveList, Position};
use crate::rules::{CaptureDuty, Variant};

/// All values of one material, those of positions with a capture pending included.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) layout: Layout,
    pub(super) values: Values,
}

impl Table {
    /// A table in which nothing is written yet.
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            values: Values::new(layout.entries()),
            layout,
        }
    }
}

/// Tables by material, all of one variant.
#[derive(Debug)]
pub(super) struct Library {
    pub(super) variant: Variant,
    tables: Vec<OnceLock<Table>>,
}

impl Library {
    /// A library without tables.
    pub(super) fn new(variant: Variant) -> Self {
        Self {
            variant,
            tables: (0..Material::ORDINALS).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Puts a table on its shelf, where it can be filled still, and returns it.
    pub(super) fn add(&self, table: Table) -> &Table {
        let shelf = &self.tables[table.layout.material().ordinal()];
        shelf.get_or_init(|| table)
    }

    /// The table of a material, if it is here.
    pub(super) fn table(&self, material: Material) -> Option<&Table> {
        self.tables[material.ordinal()].get()
    }

    /// Takes a table away.
    pub(super) fn remove(&mut self, material: Material) {
        self.tables[material.ordinal()].take();
    }

    /// The value of a position: by the rules if the side to move has no piece left, or else from
    /// its table.
    ///
    /// # Panics
    /// If the table is not here.
    #[inline]
    pub(super) fn value(&self, pos: &Position) -> Value {
        match Material::of(pos).map(|material| &self.tables[material.ordinal()]) {
            Some(shelf) => {
                let table = shelf
                    .get()
                    .expect("tables are solved before they are needed");
                table.values.value(table.layout.index(pos))
            }
            None => decided(self.variant, pos),
        }
    }
}

impl Source for Library {
    fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    fn value_of(&self, pos: &Position) -> Value {
        self.value(pos)
    }
}

impl Library {
    /// The value of a position whose file entry may be anything: one in which the side to move has
    /// no choice but to capture, or whose game is over with a king.
    ///
    /// # Panics
    /// If a table is not here that the captures lead to.
    pub(super) fn forced_value(&self, pos: &Position, moves: &mut MoveList) -> Option<Value> {
        let variant = self.variant;
        if variant.ends_with_king() && !pos.kings().is_empty() {
            return Some(decided(variant, pos));
        }
        if variant.capture_duty() != CaptureDuty::Compulsory {
            return None;
        }
        captures(variant, pos, moves);
        let after = moves
            .iter()
            .map(|&mv| self.value(&pos.after(mv)).opposite());
        after.max()
    }
}

/// The value of a position that has no legal move.
pub(super) fn decided(variant: Variant, pos: &Position) -> Value {
    match Outcome::decided(variant, pos, &[]).and_then(Outcome::winner) {
        Some(winner) if winner == pos.side() => Value::Win,
        Some(_) => Value::Loss,
        None => Value::Draw,
    }
}
