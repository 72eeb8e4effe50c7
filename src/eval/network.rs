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

use super::inputs::{Changes, Input, Inputs, View};
use super::weights::{BUCKETS, ONE, OUTPUT_ONE, Weights};
use crate::position::{Position, Side};

/// Hidden values that are worked on together.
const LANES: usize = 64;

/// Some hidden values of one view. Where there are fewer the rest is zero and stays so.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lanes([i16; LANES]);

impl Lanes {
    const ZERO: Self = Self([0; LANES]);

    /// Rows of `hidden` values each.
    fn rows(values: &[i16], hidden: usize) -> Vec<Self> {
        let chunks = values.chunks(hidden).flat_map(|row| row.chunks(LANES));
        let lanes = chunks.map(|chunk| {
            let mut lanes = Self::ZERO;
            lanes.0[..chunk.len()].copy_from_slice(chunk);
            lanes
        });
        lanes.collect()
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for (one, two) in self.0.iter_mut().zip(&other.0) {
            *one = one.wrapping_add(*two);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Self) {
        for (one, two) in self.0.iter_mut().zip(&other.0) {
            *one = one.wrapping_sub(*two);
        }
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
    /// Number of [`Lanes`] of one view.
    blocks: usize,
    views: [View; 2],
    /// `[input][block]`.
    rows: Vec<Lanes>,
    /// `[block]`.
    bias: Vec<Lanes>,
    /// `[bucket][own view or other][block]`.
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
    /// `[ply][view][block]`.
    lanes: Vec<Lanes>,
    /// Lists that are filled anew for each evaluation.
    added: Changes,
    removed: Changes,
}

impl Network {
    pub(super) fn new(weights: &Weights) -> Self {
        let geometry = weights.variant.rules().geometry;
        let wide: Vec<i16> = weights.output.iter().map(|&weight| weight.into()).collect();
        Self {
            blocks: weights.hidden.div_ceil(LANES),
            views: Side::BOTH.map(|side| View::new(geometry, side)),
            rows: Lanes::rows(&weights.rows, weights.hidden),
            bias: Lanes::rows(&weights.bias, weights.hidden),
            output: Lanes::rows(&wide, weights.hidden),
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
        let sum = self.arch.dispatch(Forward {
            network: self,
            pos,
            ply,
            bucket,
            memory,
        });
        self.output_bias[bucket] + in_hundredths(sum, self.scale)
    }

    /// Brings the accumulator of `ply` to `pos` and returns the output of the network.
    #[inline(always)]
    fn forward(&self, pos: &Position, ply: usize, bucket: usize, memory: &mut Accumulators) -> i32 {
        let inputs = Inputs::of(pos);
        if ply > 0
            && let Some(step) = memory.inputs[ply - 1].step_to(&inputs, !pos.side())
        {
            memory.inputs[ply] = inputs;
            return self.step(pos.side(), ply, bucket, step, &mut memory.lanes);
        }
        let (near, known) = memory.nearest(&inputs, ply);
        memory.added.between(&inputs, &known, self.views);
        memory.removed.between(&known, &inputs, self.views);
        memory.inputs[ply] = inputs;
        let blocks = self.blocks;
        let mut sum = 0_i32;
        for view in 0..2 {
            for (block, weights) in self.output_of(bucket, view, pos.side()).iter().enumerate() {
                let mut values = match near {
                    Some(near) => memory.lanes[(2 * near + view) * blocks + block],
                    None => self.bias[block],
                };
                for &row in memory.removed.rows(view) {
                    values.subtract(&self.rows[usize::from(row) * blocks + block]);
                }
                for &row in memory.added.rows(view) {
                    values.add(&self.rows[usize::from(row) * blocks + block]);
                }
                memory.lanes[(2 * ply + view) * blocks + block] = values;
                sum = sum.wrapping_add(values.weighted(weights));
            }
        }
        sum
    }

    /// The output after a single quiet move since the ply before, which is by far the most common
    /// case and so has no loop whose length is not known.
    #[inline(always)]
    fn step(
        &self,
        side: Side,
        ply: usize,
        bucket: usize,
        (removed, added): (Input, Input),
        lanes: &mut [Lanes],
    ) -> i32 {
        let blocks = self.blocks;
        let (before, after) = lanes.split_at_mut(2 * ply * blocks);
        let mut sum = 0_i32;
        for view in 0..2 {
            let row =
                |input: Input| &self.rows[input.in_view(self.views[view]) * blocks..][..blocks];
            let from = &before[(2 * (ply - 1) + view) * blocks..][..blocks];
            let to = &mut after[view * blocks..][..blocks];
            let output = self.output_of(bucket, view, side);
            let rows = row(removed).iter().zip(row(added));
            for ((from, to), ((removed, added), weights)) in
                from.iter().zip(to).zip(rows.zip(output))
            {
                for lane in 0..LANES {
                    let value = from.0[lane].wrapping_sub(removed.0[lane]);
                    to.0[lane] = value.wrapping_add(added.0[lane]);
                }
                sum = sum.wrapping_add(to.weighted(weights));
            }
        }
        sum
    }

    /// The output weights of a view, with `side` to move.
    #[inline(always)]
    fn output_of(&self, bucket: usize, view: usize, side: Side) -> &[Lanes] {
        let is_other = usize::from(view != side as usize);
        &self.output[(2 * bucket + is_other) * self.blocks..][..self.blocks]
    }
}

/// One evaluation, in the form that is compiled for each kind of vectors. A closure would not do:
/// it is not compiled into its caller, and so for the poorest processor only.
struct Forward<'a> {
    network: &'a Network,
    pos: &'a Position,
    ply: usize,
    bucket: usize,
    memory: &'a mut Accumulators,
}

impl pulp::WithSimd for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> i32 {
        let Self {
            network,
            pos,
            ply,
            bucket,
            memory,
        } = self;
        network.forward(pos, ply, bucket, memory)
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
            self.lanes.extend_from_slice(bias);
        }
    }

    /// Where to start from: a ply whose accumulator is nearest, or nothing, with its inputs.
    #[inline(always)]
    fn nearest(&self, inputs: &Inputs, ply: usize) -> (Option<usize>, Inputs) {
        let mut best = (None, Inputs::default());
        let mut least = inputs.distance(&best.1);
        for ply in [ply, ply.saturating_sub(1), ply.saturating_sub(2)] {
            let known = self.inputs[ply];
            let distance = inputs.distance(&known);
            if distance < least {
                best = (Some(ply), known);
                least = distance;
            }
        }
        best
    }
}
