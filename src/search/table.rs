//! The transposition table: what the search knows of positions that it has met.
//!
//! Shared by all workers without locks. An entry is two words, the data and the key xor the data
//! (R. Hyatt and T. Mann, 2002): a pair torn by two writers does not fit its key and is a miss.
//! Relaxed loads and stores are enough, since a lost or late entry costs only time.

use std::sync::atomic::{AtomicU64, Ordering};

use super::huge_pages;
use super::score::Score;
use crate::board::Square;
use crate::position::{Key, MoveHint};

/// Entries that are tried for one key.
const BUCKET: usize = 4;
/// The smallest and the largest size that a table can be asked for, as logarithms of entries.
pub(super) const SIZES: std::ops::RangeInclusive<u8> = 10..=32;

/// What a score says about the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The score is the value.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Value from the side to move, counted from this position.
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// Plies that were searched below the position, 0 to 127.
    pub(super) depth: u8,
    /// The best move, if one is known.
    pub(super) hint: Option<MoveHint>,
}

const fn pack(entry: &Entry, age: u8) -> u64 {
    let hint = match entry.hint {
        Some(hint) => 1 << 12 | (hint.from.index() as u64) << 6 | hint.to.index() as u64,
        None => 0,
    };
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    hint | bound << 13
        | (entry.depth as u64) << 15
        | (age as u64 & AGE_MASK) << 22
        | (entry.score.hundredths() as u16 as u64) << 32
}

const AGE_MASK: u64 = 63;

const fn age_of(data: u64) -> u8 {
    (data >> 22 & AGE_MASK) as u8
}

const fn depth_of(data: u64) -> u8 {
    (data >> 15 & 127) as u8
}

const fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 13 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let hint = if data >> 12 & 1 == 1 {
        let (from, to) = (
            Square::at_index((data >> 6) as u8),
            Square::at_index(data as u8),
        );
        Some(MoveHint { from, to })
    } else {
        None
    };
    let score = Score::from_hundredths((data >> 32) as u16 as i16);
    Some(Entry {
        score,
        bound,
        depth: depth_of(data),
        hint,
    })
}

#[derive(Debug, Default)]
struct Slot {
    /// Key xor data.
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// The entries that are tried for one key: one line of the processor's cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The table itself.
#[derive(Debug)]
pub(super) struct Table {
    /// As many as a power of two.
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of `2^log2` entries of 16 bytes, or of fewer if there is not enough memory.
    pub(super) fn new(log2: u8) -> Self {
        let mut log2 = log2.clamp(*SIZES.start(), *SIZES.end());
        let count = |log2: u8| (1 << log2) / BUCKET;
        let mut buckets: Vec<Bucket> = Vec::new();
        while buckets.try_reserve_exact(count(log2)).is_err() && log2 > *SIZES.start() {
            log2 -= 1;
        }
        huge_pages::ask_for(buckets.spare_capacity_mut());
        buckets.resize_with(count(log2), Bucket::default);
        Self { buckets, age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// Starts a new search: older entries give way first.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1) & AGE_MASK as u8;
    }

    /// How much of the table this search has filled, in thousandths, from a sample.
    pub(super) fn permille_filled(&self) -> u32 {
        let sample = &self.buckets[..250.min(self.buckets.len())];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let full = slots.filter(|slot| {
            let data = slot.load().1;
            data != 0 && age_of(data) == self.age
        });
        (full.count() * 1000 / (sample.len() * BUCKET)) as u32
    }

    const fn index(&self, key: Key) -> usize {
        key.bits() as usize & (self.buckets.len() - 1)
    }

    fn bucket(&self, key: Key) -> &[Slot; BUCKET] {
        &self.buckets[self.index(key)].0
    }

    /// Asks the processor to have the entries of a key at hand soon: a third of the time of a
    /// search was waiting for them.
    pub(super) fn prefetch(&self, key: Key) {
        prefetch_index::prefetch_index(&self.buckets, self.index(key));
    }

    /// What is known of the position with this key.
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        let bucket = self.bucket(key);
        let key = key.bits();
        bucket.iter().find_map(|slot| {
            let (stored, data) = slot.load();
            if stored == key && data != 0 {
                unpack(data)
            } else {
                None
            }
        })
    }

    /// Remembers an entry: in the place of the same position, or else of the entry of the bucket
    /// that is worth least, old and shallow ones first.
    pub(super) fn store(&self, key: Key, entry: Entry) {
        let bucket = self.bucket(key);
        let key = key.bits();
        let worth = |slot: &Slot| {
            let (stored, data) = slot.load();
            if stored == key || data == 0 {
                return i32::MIN;
            }
            let years = i32::from(self.age.wrapping_sub(age_of(data)) & AGE_MASK as u8);
            i32::from(depth_of(data)) - 8 * years
        };
        if let Some(slot) = bucket.iter().min_by_key(|slot| worth(slot)) {
            slot.store(key, pack(&entry, self.age));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::position::{MoveList, Position};
    use crate::rules::Variant;

    #[test]
    fn entries_are_read_back() {
        let variant = Variant::default();
        let mut moves = MoveList::new();
        legal_moves(variant, &Position::start(variant), &mut moves);
        let hints = moves.iter().map(|mv| Some(mv.hint())).chain([None]);
        for (depth, hint) in (0..128).zip(hints.cycle()) {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for score in [-10_000, -7_531, -1, 0, 1, 9_993] {
                    let score = Score::from_hundredths(score);
                    let entry = Entry {
                        score,
                        bound,
                        depth,
                        hint,
                    };
                    assert_eq!(unpack(pack(&entry, 63)), Some(entry));
                    assert_eq!(age_of(pack(&entry, 63)), 63);
                }
            }
        }
        assert_eq!(unpack(0), None);
    }

    #[test]
    fn a_table_gives_what_it_was_given_until_it_is_cleared() {
        let variant = Variant::default();
        let key = Position::start(variant).key();
        let mut table = Table::new(10);
        assert_eq!(table.buckets.len(), 256);
        let entry = Entry {
            score: Score::DRAW,
            bound: Bound::Exact,
            depth: 3,
            hint: None,
        };
        assert_eq!(table.probe(key), None);
        table.store(key, entry);
        table.store(key, Entry { depth: 4, ..entry });
        assert_eq!(table.probe(key), Some(Entry { depth: 4, ..entry }));
        table.clear();
        assert_eq!(table.probe(key), None);
    }
}
