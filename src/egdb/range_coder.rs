//! An adaptive binary arithmetic coder: the range coder of LZMA (I. Pavlov, 1998), after G. Martin
//! 1979.
//!
//! A [`Chance`] is the probability that a decision is a no, in 4,096ths. It moves towards what is
//! seen by a sixteenth of the way. Sure decisions cost next to nothing.

/// Bits of precision of a chance.
const PRECISION: u32 = 12;
/// The part of the way that a chance moves, as a power of two.
const RATE: u32 = 4;
/// Ranges below this are widened by a byte.
const NARROW: u32 = 1 << 24;

/// The probability of a no, in 4,096ths, never sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chance(u16);

impl Chance {
    /// The chance seen in counts of noes and yeses, in steps of a 256th.
    pub(super) fn of_counts(no: u64, yes: u64) -> Self {
        let part = (no * 2 + 1) as f64 / ((no + yes) * 2 + 2) as f64;
        Self::from_byte((part * 256.0) as u8)
    }

    /// The chance that a byte of a file stands for; bytes at the ends would be too sure.
    pub(super) const fn from_byte(byte: u8) -> Self {
        let byte = if byte < 2 { 2 } else { byte };
        let byte = if byte > 253 { 253 } else { byte };
        Self(byte as u16 * 16 + 8)
    }

    /// The byte of a file that stands for this chance.
    pub(super) const fn to_byte(self) -> u8 {
        (self.0 / 16) as u8
    }

    /// Whether a no is more probable than a yes.
    pub(super) const fn is_rather_no(self) -> bool {
        self.0 >= 1 << (PRECISION - 1)
    }

    const fn bound(self, range: u32) -> u32 {
        (range >> PRECISION) * self.0 as u32
    }

    fn learn(&mut self, yes: bool) {
        if yes {
            self.0 -= self.0 >> RATE;
        } else {
            self.0 += ((1 << PRECISION) - self.0) >> RATE;
        }
    }
}

/// Writes decisions as bytes.
pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// A byte that a carry may still change, and the number of 0xFF bytes behind it.
    held: u8,
    held_ones: usize,
    has_held: bool,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) const fn new() -> Self {
        Self {
            low: 0,
            range: u32::MAX,
            held: 0,
            held_ones: 0,
            has_held: false,
            bytes: Vec::new(),
        }
    }

    /// Adds a decision.
    pub(super) fn put(&mut self, chance: &mut Chance, yes: bool) {
        let bound = chance.bound(self.range);
        if yes {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(yes);
        while self.range < NARROW {
            self.range <<= 8;
            self.shift_low();
        }
    }

    fn shift_low(&mut self) {
        let carry = (self.low >> 32) as u8;
        if carry != 0 || self.low < 0xFF00_0000 {
            if self.has_held {
                self.bytes.push(self.held.wrapping_add(carry));
            }
            for _ in 0..self.held_ones {
                self.bytes.push(0xFF_u8.wrapping_add(carry));
            }
            self.held_ones = 0;
            self.held = (self.low >> 24) as u8;
            self.has_held = true;
        } else {
            self.held_ones += 1;
        }
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }

    /// All bytes. The decoder takes bytes behind the end for zeros, so final ones are left out.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift_low();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads decisions back.
pub(super) struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self {
            code: 0,
            range: u32::MAX,
            bytes: bytes.iter(),
        };
        for _ in 0..4 {
            decoder.shift_in();
        }
        decoder
    }

    fn shift_in(&mut self) {
        let byte = self.bytes.next().copied().unwrap_or(0);
        self.code = self.code << 8 | u32::from(byte);
    }

    /// The next decision; `chance` must be what it was when the decision was written.
    pub(super) fn take(&mut self, chance: &mut Chance) -> bool {
        let bound = chance.bound(self.range);
        let yes = self.code >= bound;
        if yes {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(yes);
        while self.range < NARROW {
            self.range <<= 8;
            self.shift_in();
        }
        yes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_of_a_file_is_the_same_when_read_back() {
        for byte in 0..=u8::MAX {
            let chance = Chance::from_byte(byte);
            assert_eq!(Chance::from_byte(chance.to_byte()), chance);
        }
        for (no, yes) in [(0, 0), (0, 9), (9, 0), (1, 1_000_000), (7, 3)] {
            let chance = Chance::of_counts(no, yes);
            assert_eq!(Chance::from_byte(chance.to_byte()), chance);
        }
    }

    #[test]
    fn decisions_are_read_back_and_sure_ones_are_cheap() {
        for odds in [2, 3, 50, 5000] {
            let mut seed = 12345_u64;
            let mut decisions = Vec::new();
            for _ in 0..20_000 {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(odds);
                decisions.push((seed >> 33).is_multiple_of(odds));
            }
            let mut chances = [Chance::from_byte(128); 2];
            let mut encoder = Encoder::new();
            for (index, &yes) in decisions.iter().enumerate() {
                encoder.put(&mut chances[index % 2], yes);
            }
            let bytes = encoder.finish();
            assert!(odds < 5000 || bytes.len() < 200, "{}", bytes.len());
            let mut chances = [Chance::from_byte(128); 2];
            let mut decoder = Decoder::new(&bytes);
            for (index, &yes) in decisions.iter().enumerate() {
                assert_eq!(
                    decoder.take(&mut chances[index % 2]),
                    yes,
                    "decision {index}"
                );
            }
        }
    }
}
