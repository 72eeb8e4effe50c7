//! Sets of a given size in a row: their number, and the place of a set among them.
//!
//! Sets of slots are ranked in colexicographic order: a set with slots `a < b < c` has the rank
//! `C(a, 1) + C(b, 2) + C(c, 3)`. The rank of a set does not depend on how many slots there are.

use super::material::MAX_PIECES;

/// Slots that a board can have.
const SLOTS: usize = 50;

/// Binomial coefficients by `[set size][slots]`.
static CHOOSE: [[u32; SLOTS + 1]; MAX_PIECES + 1] = {
    let mut table = [[0; SLOTS + 1]; MAX_PIECES + 1];
    let mut slots = 0;
    while slots <= SLOTS {
        table[0][slots] = 1;
        let mut size = 1;
        while size <= MAX_PIECES && slots > 0 {
            table[size][slots] = table[size][slots - 1] + table[size - 1][slots - 1];
            size += 1;
        }
        slots += 1;
    }
    table
};

/// Number of sets of `size` among `slots`.
pub(super) fn choose(slots: usize, size: usize) -> usize {
    CHOOSE[size][slots] as usize
}

/// Rank of a set whose slots come lowest first.
pub(super) fn rank(slots: impl Iterator<Item = usize>) -> usize {
    slots
        .enumerate()
        .map(|(index, slot)| choose(slot, index + 1))
        .sum()
}

/// The slots of the set of `size` with a rank, lowest first, written to the front of `slots`.
pub(super) fn unrank(mut rank: usize, size: usize, slots: &mut [u8; MAX_PIECES]) {
    for index in (0..size).rev() {
        let below = CHOOSE[index + 1].partition_point(|&sets| sets as usize <= rank);
        let slot = below - 1;
        slots[index] = slot as u8;
        rank -= choose(slot, index + 1);
    }
}

/// Makes the next set in the order of ranks; the caller knows when there is none.
pub(super) fn advance(slots: &mut [u8]) {
    let size = slots.len();
    for index in 0..size {
        if index + 1 == size || slots[index] + 1 < slots[index + 1] {
            slots[index] += 1;
            for (lower, slot) in slots[..index].iter_mut().enumerate() {
                *slot = lower as u8;
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_ranked_without_gap() {
        for size in 0..=4 {
            let mut slots = [0, 1, 2, 3, 0, 0, 0, 0];
            for expected in 0..choose(12, size) {
                let set = slots[..size].iter().map(|&slot| usize::from(slot));
                assert_eq!(rank(set), expected);
                let mut again = [0; MAX_PIECES];
                unrank(expected, size, &mut again);
                assert_eq!(again[..size], slots[..size]);
                assert!(slots[..size].iter().all(|&slot| slot < 12));
                advance(&mut slots[..size]);
            }
        }
        assert_eq!(choose(50, 5), 2_118_760);
        assert_eq!(choose(3, 4), 0);
    }
}
