//! Arrays of two bits or one bit an entry that several threads may fill at once.

use std::sync::atomic::{AtomicU64, Ordering};

use super::value::Value;

/// Entries of two bits in a word.
const VALUES_A_WORD: usize = 32;

/// Values of two bits each. An entry is written at most once and is a loss before.
///
/// Threads fill entries of their own, but entries of several threads may share a word, so words
/// are atomic and bits are added. Relaxed ordering is enough: what one layer of the build has
/// written is read only after the threads have met.
#[derive(Debug)]
pub(super) struct Values {
    words: Box<[AtomicU64]>,
    len: usize,
}

impl Values {
    /// So many losses.
    pub(super) fn new(len: usize) -> Self {
        Self {
            words: zeros(len.div_ceil(VALUES_A_WORD)),
            len,
        }
    }

    /// Number of entries.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The value of an entry.
    #[inline]
    pub(super) fn value(&self, index: usize) -> Value {
        let word = self.words[index / VALUES_A_WORD].load(Ordering::Relaxed);
        Value::from_code(word >> (2 * (index % VALUES_A_WORD)))
    }

    /// All values in blocks of so many entries, a multiple of 32, at 32 values a word.
    pub(super) fn blocks(&self, entries: usize) -> impl Iterator<Item = Box<[u64]>> {
        let words = self.words.chunks(entries / VALUES_A_WORD);
        words.map(|words| {
            words
                .iter()
                .map(|word| word.load(Ordering::Relaxed))
                .collect()
        })
    }

    /// Writes the entries from `start` on, which have not been written before.
    pub(super) fn fill(&self, start: usize, values: impl Iterator<Item = Value>) {
        add_bits::<2>(&self.words, start, values.map(Value::code));
    }
}

/// One bit an entry, not set at first; shared as [`Values`] are.
#[derive(Debug)]
pub(super) struct Flags(Box<[AtomicU64]>);

impl Flags {
    /// So many flags that are not set.
    pub(super) fn new(len: usize) -> Self {
        Self(zeros(len.div_ceil(64)))
    }

    /// Whether a flag is set.
    pub(super) fn is_set(&self, index: usize) -> bool {
        self.0[index / 64].load(Ordering::Relaxed) >> (index % 64) & 1 != 0
    }

    /// Sets those of the flags from `start` on that are true.
    pub(super) fn fill(&self, start: usize, flags: impl Iterator<Item = bool>) {
        add_bits::<1>(&self.0, start, flags.map(u64::from));
    }
}

fn zeros(words: usize) -> Box<[AtomicU64]> {
    (0..words).map(|_| AtomicU64::new(0)).collect()
}

/// Adds items of `BITS` bits each, the first being the `start`-th, a word at a time.
fn add_bits<const BITS: usize>(
    words: &[AtomicU64],
    start: usize,
    items: impl Iterator<Item = u64>,
) {
    let (mut word, mut shift) = (start * BITS / 64, start * BITS % 64);
    let mut bits = 0;
    for item in items {
        if shift == 64 {
            words[word].fetch_or(bits, Ordering::Relaxed);
            (word, shift, bits) = (word + 1, 0, 0);
        }
        bits |= item << shift;
        shift += BITS;
    }
    if bits != 0 {
        words[word].fetch_or(bits, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_pieces_is_read_back() {
        let value = |index: usize| Value::from_code((index * index / 7 % 3) as u64);
        let (values, flags) = (Values::new(1000), Flags::new(1000));
        for (start, end) in [(0, 1), (1, 37), (37, 64), (128, 1000), (64, 128)] {
            values.fill(start, (start..end).map(value));
            flags.fill(start, (start..end).map(|index| index % 3 == 0));
        }
        for index in 0..values.len() {
            assert_eq!(values.value(index), value(index));
            assert_eq!(flags.is_set(index), index % 3 == 0);
        }
    }
}
