//! Compression of values: each is predicted from its neighbours in the table.
//!
//! The prediction of an entry is the value before it; whether it holds is a decision whose
//! chance depends on five neighbours: the two entries before, the entry a *row* before and the
//! one behind that, and the entry a *slice* before. Entries of a row share the men and White's
//! kings, entries a slice apart have the same kings around other men, so most neighbours agree.
//! If the prediction fails, a second decision says which of the other two values it is. Decisions
//! go through an arithmetic coder ([`range_coder`](super::range_coder)).
//!
//! Values of positions in which captures decide are not needed: the encoder writes what is most
//! probable there. Blocks are independent of each other, so that each can be read alone; the
//! chances with which every block starts are counted once and stand in the file.

use super::layout::Layout;
use super::range_coder::{Chance, Decoder, Encoder};
use super::value::Value;

/// Entries of a block.
pub(super) const BLOCK: usize = 1 << 15;

/// Contexts: the values of five neighbours.
const CONTEXTS: usize = 243;

/// How far back the neighbours in the table are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strides {
    row: usize,
    slice: usize,
}

impl Strides {
    pub(super) fn of(layout: &Layout) -> Self {
        let row = layout.king_ways[1];
        let slice = layout.slice_len();
        let next = slice * layout.men_ways[1];
        if row > 1 && slice > row {
            Self { row, slice }
        } else if slice > 1 {
            Self {
                row: slice,
                slice: next,
            }
        } else {
            Self {
                row: next,
                slice: next,
            }
        }
    }
}

/// The values of a block as far as they are known, and the chances they give.
struct Model<'a> {
    strides: Strides,
    /// Codes of values by place in the block.
    values: &'a mut [u8],
    chances: Chances,
}

/// The chances of all contexts.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    /// Of the prediction to hold (no) or not (yes).
    fails: [Chance; CONTEXTS],
    /// Of the lower (no) or higher (yes) of the two other values.
    higher: [Chance; CONTEXTS],
}

/// What has been seen in contexts: noes and yeses.
struct Counts([[[u64; 2]; CONTEXTS]; 2]);

impl Chances {
    /// Bytes in a file.
    pub(super) const BYTES: usize = 2 * CONTEXTS;

    fn even() -> Self {
        Self {
            fails: [Chance::from_byte(240); CONTEXTS],
            higher: [Chance::from_byte(128); CONTEXTS],
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let all = self.fails.iter().chain(&self.higher);
        all.map(|chance| chance.to_byte()).collect()
    }

    pub(super) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let (fails, higher) = bytes.split_at(CONTEXTS);
        let chances = |bytes: &[u8]| std::array::from_fn(|index| Chance::from_byte(bytes[index]));
        Self {
            fails: chances(fails),
            higher: chances(higher),
        }
    }
}

/// The two values that are not `value`, the lower first.
const fn others(value: u8) -> [u8; 2] {
    match value {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}

const DRAW: u8 = Value::Draw as u8;

impl Model<'_> {
    fn back(&self, at: usize, distance: usize) -> u8 {
        at.checked_sub(distance)
            .map_or(DRAW, |index| self.values[index])
    }

    /// The prediction for an entry, and its context.
    fn predict(&self, at: usize) -> (u8, usize) {
        let Strides { row, slice } = self.strides;
        let before = self.back(at, 1);
        let neighbours = [
            self.back(at, 2),
            self.back(at, row),
            self.back(at, row.saturating_sub(1).max(1)),
            self.back(at, slice),
        ];
        let context = neighbours.iter().fold(before as usize, |context, &value| {
            3 * context + value as usize
        });
        (before, context)
    }
}

/// Compresses the entries of one block; those without a value may become any.
pub(super) fn encode(
    values: impl ExactSizeIterator<Item = Option<Value>>,
    strides: Strides,
    chances: &Chances,
) -> Vec<u8> {
    let mut encoder = Encoder::new();
    let mut block = vec![DRAW; values.len()];
    let mut model = Model {
        strides,
        values: &mut block,
        chances: chances.clone(),
    };
    for (at, value) in values.enumerate() {
        let (predicted, context) = model.predict(at);
        let fails = &mut model.chances.fails[context];
        let higher = &mut model.chances.higher[context];
        let others = others(predicted);
        let code = value.map_or_else(
            || match (fails.is_rather_no(), higher.is_rather_no()) {
                (true, _) => predicted,
                (false, is_lower) => others[usize::from(!is_lower)],
            },
            |value| value as u8,
        );
        encoder.put(fails, code != predicted);
        if code != predicted {
            encoder.put(higher, code == others[1]);
        }
        model.values[at] = code;
    }
    encoder.finish()
}

/// The entries of a block, as codes of values.
pub(super) fn decode(bytes: &[u8], len: usize, strides: Strides, chances: &Chances) -> Vec<u8> {
    let mut decoder = Decoder::new(bytes);
    let mut block = vec![DRAW; len];
    let mut model = Model {
        strides,
        values: &mut block,
        chances: chances.clone(),
    };
    for at in 0..len {
        let (predicted, context) = model.predict(at);
        let mut code = predicted;
        if decoder.take(&mut model.chances.fails[context]) {
            let is_higher = decoder.take(&mut model.chances.higher[context]);
            code = others(predicted)[usize::from(is_higher)];
        }
        model.values[at] = code;
    }
    block
}

/// Counts the chances of a sample of blocks, with which all blocks are to start.
pub(super) fn count_chances<I: ExactSizeIterator<Item = Option<Value>>>(
    blocks: impl Iterator<Item = I>,
    strides: Strides,
) -> Chances {
    let mut counts = Counts([[[0; 2]; CONTEXTS]; 2]);
    for values in blocks {
        let mut block = vec![DRAW; values.len()];
        let model = Model {
            strides,
            values: &mut block,
            chances: Chances::even(),
        };
        for (at, value) in values.enumerate() {
            let (predicted, context) = model.predict(at);
            let code = value.map_or(predicted, |value| value as u8);
            let fails = code != predicted;
            counts.0[0][context][usize::from(fails)] += 1;
            if fails {
                let is_higher = code == others(predicted)[1];
                counts.0[1][context][usize::from(is_higher)] += 1;
            }
            model.values[at] = code;
        }
    }
    let chances = |kind: usize| {
        std::array::from_fn(|context| {
            let [no, yes] = counts.0[kind][context];
            Chance::of_counts(no, yes)
        })
    };
    Chances {
        fails: chances(0),
        higher: chances(1),
    }
}
