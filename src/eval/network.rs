//! The hidden layer: what a network adds to the sum over the pieces.
//!
//! Shape: the inputs of either view, weighted and added up, make its hidden values (the
//! accumulator, scale [`ONE`]); each is cut to 0..1 and squared, weighted by the output row of the
//! number of pieces, that of the side to move first, and summed up. This is the efficiently
//! updatable network of Y. Nasu (2018) with squared activation.
//!
//! Accumulators are updated when an evaluation is asked for, and from whichever is near: each ply
//! of the search keeps the accumulator of the position last evaluated there with its inputs. A new
//! position is reached from its own ply, from those before, or from nothing, by what differs; so
//! nothing has to be told to the accumulators, and nothing can get out of step with the position.
//!
//! The arithmetic is on 16-bit integers that the compiler turns into vectors, of the width that
//! the processor has (`pulp` compiles it several times and chooses). [`Weights::sum_of`] does the
//! same in the plain way; both agree to the bit, since integers do not care for the order of sums.
//!
//! [`Weights::sum_of`]: super::Weights::sum_of

use super::inputs::{Changes, INPUTS, Inputs, View};
use super::weights::{BUCKETS, ONE, OUTPUT_ONE, Weights};
use crate::position::{Position, Side};

/// Hidden values that are worked on together.
const LANES: usize = 64;

/// Some hidden values of one view. Where there are fewer the rest is zero and stays so.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lanes([i16; LANES]);

impl Lanes {
    /// The values of one view.
    fn row(values: &[i16]) -> Vec<Self> {
        let lanes = values.chunks(LANES).map(|chunk| {
            let mut lanes = Self([0; LANES]);
            lanes.0[..chunk.len()].copy_from_slice(chunk);
            lanes
        });
        lanes.collect()
    }

    #[inline(always)]
    fn plus(mut self, other: &Self) -> Self {
        for (one, two) in self.0.iter_mut().zip(&other.0) {
            *one = one.wrapping_add(*two);
        }
        self
    }

    #[inline(always)]
    fn minus(mut self, other: &Self) -> Self {
        for (one, two) in self.0.iter_mut().zip(&other.0) {
            *one = one.wrapping_sub(*two);
        }
        self
    }

    /// The weighted sum of the squares of the values cut to 0..1.
    #[inline(always)]
    fn weighted(&self, weights: &Self) -> i32 {
        let mut sum = 0_i32;
        for (&value, &weight) in self.0.iter().zip(&weights.0) {
            let cut = value.clamp(0, ONE);
            // At most 255 times 127, so 16 bits hold it.
            let once = cut.wrapping_mul(weight);
            sum = sum.wrapping_add(i32::from(once) * i32::from(cut));
        }
        sum
    }
}

/// A network, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct Network {
    /// Number of [`Lanes`] of an accumulator: those of White's view, then those of Black's.
    blocks: usize,
    /// `[input][block]`: what an input adds to an accumulator.
    rows: Vec<Lanes>,
    /// `[block]`: the accumulator of an empty board.
    bias: Vec<Lanes>,
    /// `[bucket][side to move][block]`.
    output: Vec<Lanes>,
    output_bias: [i32; BUCKETS],
    /// Hundredths of a man that an output of 1 is worth.
    scale: i64,
    /// Pieces at the start of the game, which decide the bucket.
    most_pieces: usize,
    arch: pulp::Arch,
}

/// The accumulators of one search thread, by ply.
#[derive(Clone, Debug, Default)]
pub struct Accumulators {
    /// What each ply's accumulator stands for.
    inputs: Vec<Inputs>,
    /// `[ply][block]`.
    lanes: Vec<Lanes>,
    /// A list that is filled anew for each evaluation.
    changes: Changes,
}

impl Network {
    pub(super) fn new(weights: &Weights) -> Self {
        let hidden = weights.hidden;
        let views = Side::BOTH.map(|side| View::new(weights.variant.rules().geometry, side));
        let row = |input| {
            let of = |view: View| {
                let at = view.of_white(input) * hidden;
                Lanes::row(&weights.rows[at..][..hidden])
            };
            views.map(of).concat()
        };
        let wide: Vec<i16> = weights.output.iter().map(|&weight| weight.into()).collect();
        let output = |bucket: usize, side: Side| {
            let of = |view: Side| {
                let at = (2 * bucket + usize::from(view != side)) * hidden;
                Lanes::row(&wide[at..][..hidden])
            };
            Side::BOTH.map(of).concat()
        };
        let outputs = |bucket| Side::BOTH.map(|side| output(bucket, side)).concat();
        Self {
            blocks: 2 * hidden.div_ceil(LANES),
            rows: (0..INPUTS).flat_map(row).collect(),
            bias: Lanes::row(&weights.bias).repeat(2),
            output: (0..BUCKETS).flat_map(outputs).collect(),
            output_bias: weights.output_bias.map(i32::from),
            scale: weights.scale.into(),
            most_pieces: super::most_pieces(weights.variant),
            arch: pulp::Arch::new(),
        }
    }

    /// What the network adds to the value of `pos` for the side to move, in hundredths of a man.
    pub(super) fn value(&self, pos: &Position, ply: usize, memory: &mut Accumulators) -> i32 {
        memory.reach(ply, &self.bias);
        let bucket = super::bucket(pos.occupied().len() as usize, self.most_pieces);
        let row = (2 * bucket + pos.side() as usize) * self.blocks;
        let sum = self.arch.dispatch(Forward {
            network: self,
            inputs: Inputs::of(pos),
            ply,
            output: &self.output[row..][..self.blocks],
            memory,
        });
        self.output_bias[bucket] + in_hundredths(sum, self.scale)
    }

    #[inline(always)]
    fn row(&self, input: u16) -> &[Lanes] {
        &self.rows[usize::from(input) * self.blocks..][..self.blocks]
    }
}

/// One evaluation, in the form that is compiled for each kind of vectors. A closure would not do:
/// it is not compiled into its caller, and so for the poorest processor only.
struct Forward<'a> {
    network: &'a Network,
    inputs: Inputs,
    ply: usize,
    /// `[block]`: the output weights of the bucket.
    output: &'a [Lanes],
    memory: &'a mut Accumulators,
}

impl pulp::WithSimd for Forward<'_> {
    type Output = i32;

    /// Brings the accumulator of the ply up to date and returns the output of the network.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> i32 {
        let Self {
            network,
            inputs,
            ply,
            output,
            memory,
        } = self;
        let near = memory.nearest(&inputs, ply);
        let known = near.map_or_else(Inputs::default, |near| memory.inputs[near]);
        memory.inputs[ply] = inputs;
        let blocks = network.blocks;
        let from = near.map_or(0, |near| near * blocks);
        let to = ply * blocks;
        let mut sum = 0_i32;
        if let Some((gone, come)) = known.step_to(&inputs) {
            // A single quiet move, which is by far the most common case and so has no loop whose
            // length is not known. It never leads from an empty board.
            let rows = network.row(gone).iter().zip(network.row(come));
            for (block, ((gone, come), output)) in rows.zip(output).enumerate() {
                let values = memory.lanes[from + block].minus(gone).plus(come);
                memory.lanes[to + block] = values;
                sum = sum.wrapping_add(values.weighted(output));
            }
            return sum;
        }
        memory.changes.between(&known, &inputs);
        for (block, output) in output.iter().enumerate() {
            let mut values = match near {
                Some(_) => memory.lanes[from + block],
                None => network.bias[block],
            };
            for &row in memory.changes.gone() {
                values = values.minus(&network.row(row)[block]);
            }
            for &row in memory.changes.come() {
                values = values.plus(&network.row(row)[block]);
            }
            memory.lanes[to + block] = values;
            sum = sum.wrapping_add(values.weighted(output));
        }
        sum
    }
}

/// A sum of weighted squares in hundredths of a man, if an output of 1 is worth `scale`.
pub(super) fn in_hundredths(sum: i32, scale: i64) -> i32 {
    let one = i64::from(ONE) * i64::from(ONE) * i64::from(OUTPUT_ONE);
    // A sum of 32 bits times a scale of 16 bits fits, and so does the quotient.
    (i64::from(sum) * scale / one) as i32
}

impl Accumulators {
    /// Makes room up to `ply`.
    fn reach(&mut self, ply: usize, bias: &[Lanes]) {
        while self.inputs.len() <= ply {
            self.inputs.push(Inputs::default());
            self.lanes.extend_from_slice(bias);
        }
    }

    /// The ply of the accumulator to start from, of those whose positions are likely to be near:
    /// the position before, a sibling of this one, one before both. Nothing if an empty board is
    /// nearer.
    #[inline(always)]
    fn nearest(&self, inputs: &Inputs, ply: usize) -> Option<usize> {
        let before = ply.saturating_sub(1);
        let mut least = inputs.distance(&self.inputs[before]);
        if least <= Self::NEAR {
            return Some(before);
        }
        let mut best = Some(before);
        for ply in [ply, ply.saturating_sub(2)] {
            let distance = inputs.distance(&self.inputs[ply]);
            if distance < least {
                (best, least) = (Some(ply), distance);
            }
        }
        best.filter(|_| least < inputs.distance(&Inputs::default()))
    }

    /// Squares that may differ for a position to count as near, so that no nearer one is looked
    /// for: those of a move that takes one piece.
    const NEAR: u32 = 3;
}
