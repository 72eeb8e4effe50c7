//! The network in real numbers, with its slope: what training changes.

use super::sample::Sample;
use crate::board::Square;
use crate::eval::{
    BUCKETS, Evaluator, INPUTS, ONE, OUTPUT_ONE, View, Weights, bucket, most_pieces,
};
use crate::position::{Piece, Setup, Side};
use crate::rng::Rng;
use crate::rules::Variant;

/// Bound of all weights but the worth of pieces, so that integers hold sums of them.
const MOST: f32 = 127.0 / OUTPUT_ONE as f32;
/// Hidden values that are summed up at once.
const REGISTERS: usize = 32;
/// Inputs that can be on together: a piece on each square, a counter of each side.
const MOST_INPUTS: usize = 64;

/// The numbers of a network with `H` hidden values of a view, one after the other: rows of the
/// inputs, bias of the hidden values, output rows, bias of the outputs, worth of man and king on
/// each square. The unit of the output is the logarithm of the odds to win.
#[derive(Clone, Debug)]
pub(super) struct Model<const H: usize> {
    pub(super) values: Vec<f32>,
    views: [View; 2],
    most_pieces: usize,
}

/// The inputs of a sample that are on, in both views.
struct Active {
    bucket: usize,
    count: usize,
    rows: [[u16; MOST_INPUTS]; 2],
}

impl<const H: usize> Model<H> {
    const BIAS: usize = INPUTS * H;
    const OUTPUT: usize = Self::BIAS + H;
    const OUTPUT_BIAS: usize = Self::OUTPUT + BUCKETS * 2 * H;
    const WORTH: usize = Self::OUTPUT_BIAS + BUCKETS;
    /// How many numbers there are.
    pub(super) const LEN: usize = Self::WORTH + 2 * Square::COUNT;

    /// A network that knows what pieces are worth by hand (`scale` hundredths of a man to the unit)
    /// and is random otherwise.
    pub(super) fn new(variant: Variant, scale: f32, seed: u64) -> Self {
        let mut rng = Rng::stream(seed, 1);
        let mut values = vec![0.0; Self::LEN];
        let mut fill = |from: usize, to: usize, most: f32| {
            for value in &mut values[from..to] {
                let unit = (rng.draw() >> 40) as f32 / (1_u64 << 24) as f32;
                *value = (2.0 * unit - 1.0) * most;
            }
        };
        fill(0, Self::BIAS, 0.15);
        fill(Self::OUTPUT, Self::OUTPUT_BIAS, 0.1);
        values[Self::BIAS..Self::OUTPUT].fill(0.2);
        let geometry = variant.rules().geometry;
        let by_hand = Evaluator::material(variant);
        for square in geometry.squares() {
            for is_king in [false, true] {
                let mut setup = Setup::new(geometry, Side::White);
                // A man cannot stand on its king row; nothing is worth nothing.
                let _ = setup.place(Piece::new(Side::White, is_king), square);
                let worth = by_hand.balance(&setup.finish()) as f32 / scale;
                values[Self::WORTH + usize::from(is_king) * Square::COUNT + square.index()] = worth;
            }
        }
        Self {
            values,
            views: Side::BOTH.map(|side| View::new(geometry, side)),
            most_pieces: most_pieces(variant),
        }
    }

    /// The output for a sample.
    pub(super) fn output(&self, sample: &Sample) -> f32 {
        self.forward(&self.active(sample), &mut [[0.0; H]; 2])
    }

    /// Adds the slope of the loss for a sample to `slope`. The loss is the cross entropy of the label
    /// and of the chance to win.
    #[inline(always)]
    pub(super) fn learn(&self, sample: &Sample, label: f32, slope: &mut [f32]) {
        let active = self.active(sample);
        let mut hidden = [[0.0; H]; 2];
        let error = logistic(self.forward(&active, &mut hidden)) - label;
        self.backward(&active, &mut hidden, error, slope);
    }

    #[inline(always)]
    fn active(&self, sample: &Sample) -> Active {
        let mut active = Active {
            bucket: bucket(sample.pieces(), self.most_pieces),
            count: 0,
            rows: [[0; MOST_INPUTS]; 2],
        };
        sample.inputs(self.views, |own, other| {
            active.rows[0][active.count & (MOST_INPUTS - 1)] = own as u16;
            active.rows[1][active.count & (MOST_INPUTS - 1)] = other as u16;
            active.count += 1;
        });
        active.count = active.count.min(MOST_INPUTS);
        active
    }

    /// The output, with the hidden values of both views.
    #[inline(always)]
    fn forward(&self, active: &Active, hidden: &mut [[f32; H]; 2]) -> f32 {
        let mut output = self.values[Self::OUTPUT_BIAS + active.bucket];
        for (view, hidden) in hidden.iter_mut().enumerate() {
            let rows = &active.rows[view][..active.count];
            let (chunks, _) = hidden.as_chunks_mut::<REGISTERS>();
            for (number, chunk) in chunks.iter_mut().enumerate() {
                *chunk = self.summed(rows, number * REGISTERS);
            }
            let weights = &self.values[Self::output_row(active.bucket, view)..][..H];
            output += dot(hidden, weights);
        }
        for (own, other) in Self::worths(active) {
            output += own.map_or(0.0, |at| self.values[at]);
            output -= other.map_or(0.0, |at| self.values[at]);
        }
        output
    }

    /// Some hidden values, from number `first` on: few enough to stay in registers.
    #[inline(always)]
    fn summed(&self, rows: &[u16], first: usize) -> [f32; REGISTERS] {
        let part = |at: usize| {
            let values = self.values[at + first..].first_chunk::<REGISTERS>();
            values.expect("a row has all hidden values")
        };
        let mut sums = *part(Self::BIAS);
        for &row in rows {
            let weights = part(usize::from(row) * H);
            sums = std::array::from_fn(|at| sums[at] + weights[at]);
        }
        sums
    }

    /// Adds the slope to `slope`, from the hidden values and the slope at the output.
    #[inline(always)]
    fn backward(&self, active: &Active, hidden: &mut [[f32; H]; 2], error: f32, slope: &mut [f32]) {
        slope[Self::OUTPUT_BIAS + active.bucket] += error;
        for (own, other) in Self::worths(active) {
            if let Some(at) = own {
                slope[at] += error;
            }
            if let Some(at) = other {
                slope[at] -= error;
            }
        }
        for (view, hidden) in hidden.iter_mut().enumerate() {
            let at = Self::output_row(active.bucket, view);
            let weights = &self.values[at..][..H];
            let weight_slopes = &mut slope[at..][..H];
            for ((value, weight), slope) in hidden.iter_mut().zip(weights).zip(weight_slopes) {
                let cut = value.clamp(0.0, 1.0);
                *slope += error * cut * cut;
                // The slope of the square where it is not cut.
                let inside = if (0.0..1.0).contains(&*value) {
                    cut
                } else {
                    0.0
                };
                *value = 2.0 * error * weight * inside;
            }
            for (sum, value) in slope[Self::BIAS..][..H].iter_mut().zip(&*hidden) {
                *sum += value;
            }
            for &row in &active.rows[view][..active.count] {
                let row = &mut slope[usize::from(row) * H..][..H];
                for (sum, value) in row.iter_mut().zip(&*hidden) {
                    *sum += value;
                }
            }
        }
    }

    const fn output_row(bucket: usize, view: usize) -> usize {
        Self::OUTPUT + (2 * bucket + view) * H
    }

    /// Where the worth of each piece stands: of the side to move, or of the other.
    fn worths(active: &Active) -> impl Iterator<Item = (Option<usize>, Option<usize>)> {
        const OWN: usize = 2 * Square::COUNT;
        let worth = |input: u16| {
            let input = usize::from(input);
            (input < OWN).then_some(Self::WORTH + input)
        };
        // A piece of the other side is one of its own in its view, and there the worth stands.
        let [own, other] = &active.rows;
        let pairs = own[..active.count].iter().zip(&other[..active.count]);
        pairs.map(move |(&own, &other)| (worth(own), worth(other)))
    }

    /// Keeps the weights within what integers hold.
    pub(super) fn cut(&mut self) {
        for value in &mut self.values[..Self::OUTPUT_BIAS] {
            *value = value.clamp(-MOST, MOST);
        }
    }

    /// The network in integers: `scale` hundredths of a man to the unit.
    pub(super) fn rounded(&self, variant: Variant, scale: u16) -> Weights {
        let mut weights = Weights::zero(variant, H, scale);
        let short = |value: f32| value.round().clamp(-32_000.0, 32_000.0) as i16;
        let hidden = |value: &f32| short(value * f32::from(ONE));
        let hundredths = |value: &f32| short(value * f32::from(scale));
        weights.rows = self.values[..Self::BIAS].iter().map(hidden).collect();
        weights.bias = self.values[Self::BIAS..Self::OUTPUT]
            .iter()
            .map(hidden)
            .collect();
        let output = &self.values[Self::OUTPUT..Self::OUTPUT_BIAS];
        let byte = |value: &f32| (value * f32::from(OUTPUT_ONE)).round().clamp(-127.0, 127.0) as i8;
        weights.output = output.iter().map(byte).collect();
        for (bucket, bias) in weights.output_bias.iter_mut().enumerate() {
            *bias = hundredths(&self.values[Self::OUTPUT_BIAS + bucket]);
        }
        let worth = weights.worth.iter_mut().flatten();
        for (integer, value) in worth.zip(&self.values[Self::WORTH..]) {
            *integer = hundredths(value);
        }
        weights
    }
}

/// The weighted sum of the squares of the values cut to 0..1, in lanes that do not wait for each
/// other.
#[inline(always)]
fn dot<const H: usize>(hidden: &[f32; H], weights: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0_f32; LANES];
    let (hidden, _) = hidden.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    for (hidden, weights) in hidden.iter().zip(weights) {
        for lane in 0..LANES {
            let cut = hidden[lane].clamp(0.0, 1.0);
            sums[lane] += cut * cut * weights[lane];
        }
    }
    sums.iter().sum()
}

/// The chance to win that an output means.
pub(super) fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}
