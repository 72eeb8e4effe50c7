//! Gradient descent: from samples to weights.
//!
//! Adam (D. Kingma, J. Ba 2015) on batches, with a rate that falls to zero in a straight line. Each
//! batch is worked on in a fixed number of parts, so that the result does not depend on the number
//! of threads.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use super::model::{Model, logistic};
use super::sample::{Sample, Samples};
use crate::arena::Stop;
use crate::eval::{Pedigree, Weights};
use crate::rng::Rng;
use crate::rules::Variant;

/// Samples between two changes of the weights. With four times as many the network was 31 Elo weaker
/// (13 to 49; English, 800 games at 1,000 nodes).
const BATCH: usize = 4_096;
/// Parts of a batch that are worked on side by side.
const PARTS: usize = 8;
/// The rate of the first batch.
const RATE: f64 = 0.0015;
/// Adam: how long the mean and the mean square of the slope remember.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// One game of so many is kept back to measure the loss.
const KEPT_BACK: u64 = 40;
/// Fewest samples that a training makes sense with.
const FEWEST: usize = 1_000;
/// Scales that are tried to turn scores into chances, in hundredths of a man.
const SCALES: std::ops::RangeInclusive<u16> = 40..=600;

/// How a network is to be fitted.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The variant of the samples.
    pub variant: Variant,
    /// Hidden values of a view: one of [`crate::eval::HIDDEN`].
    pub hidden: usize,
    /// Times that each sample is used.
    pub epochs: u32,
    /// Share of the result of the game in a label, 0 to 1; the rest is the value of the search.
    pub result_share: f64,
    /// Seed of the first weights and of the order of samples.
    pub seed: u64,
    /// Files of samples.
    pub data: Vec<PathBuf>,
}

/// What an epoch has brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// Mean loss on games that are not trained on (cross entropy, in nats).
    pub loss: f64,
    /// Samples used so far, repeated ones counted again.
    pub samples: u64,
}

/// The result of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights, with their pedigree.
    pub weights: Weights,
    /// Whether it was broken off: the weights are then those of the last whole epoch.
    pub is_stopped: bool,
}

/// A sample with the chance to win that is to be learned.
#[derive(Clone, Copy)]
struct Lesson {
    sample: Sample,
    label: f32,
}

/// What is learned from, and by what it is measured.
struct Lessons {
    learned: Vec<Lesson>,
    kept_back: Vec<Lesson>,
    /// Hundredths of a man that make the odds to win grow by e.
    scale: u16,
    pedigree: Pedigree,
}

impl Fit {
    /// Trains on the threads of the rayon pool in which this is called.
    ///
    /// # Errors
    /// Samples that cannot be read, are of another variant or too few.
    pub fn run(&self, stop: &Stop, tell: impl FnMut(&Epoch)) -> anyhow::Result<Fitted> {
        let lessons = self.lessons()?;
        Ok(match self.hidden {
            32 => self.descend::<32>(lessons, stop, tell),
            64 => self.descend::<64>(lessons, stop, tell),
            128 => self.descend::<128>(lessons, stop, tell),
            _ => self.descend::<256>(lessons, stop, tell),
        })
    }

    fn lessons(&self) -> anyhow::Result<Lessons> {
        let mut pedigree = Pedigree {
            epochs: self.epochs,
            batch: BATCH as u64,
            rate: RATE,
            seed: self.seed,
            result_share: self.result_share,
            ..Pedigree::default()
        };
        let (mut learned, mut kept_back) = (Vec::new(), Vec::new());
        for (number, path) in self.data.iter().enumerate() {
            let mut file = Samples::open(path)?;
            let header = file.header.clone();
            ensure!(
                header.variant == self.variant.to_string(),
                "{}: samples of {}, expected {}",
                path.display(),
                header.variant,
                self.variant
            );
            let mut samples = Vec::new();
            file.read_all(&mut samples)?;
            pedigree.nodes = header.nodes;
            pedigree.generation = pedigree.generation.max(header.generation + 1);
            pedigree.games += games_of(&samples);
            pedigree.positions += samples.len() as u64;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            pedigree
                .data
                .push(format!("{name} {:08x}", checksum(path)?));
            for sample in samples {
                let mut lot = Rng::stream(number as u64, sample.game.into());
                if lot.draw().is_multiple_of(KEPT_BACK) {
                    kept_back.push(sample);
                } else {
                    learned.push(sample);
                }
            }
        }
        ensure!(
            learned.len() >= FEWEST && !kept_back.is_empty(),
            "{} samples of {} games are too few to learn from",
            pedigree.positions,
            pedigree.games
        );
        let scale = scale_of(&learned);
        let label = |sample: Sample| Lesson {
            sample,
            label: self.label(&sample, scale),
        };
        let mut learned: Vec<Lesson> = learned.into_iter().map(label).collect();
        Rng::stream(self.seed, 2).shuffle(&mut learned);
        Ok(Lessons {
            learned,
            kept_back: kept_back.into_iter().map(label).collect(),
            scale,
            pedigree,
        })
    }

    /// The chance to win that a sample teaches.
    fn label(&self, sample: &Sample, scale: u16) -> f32 {
        let searched = logistic(f32::from(sample.score) / f32::from(scale));
        if sample.result == Sample::OPEN {
            return searched;
        }
        let share = self.result_share as f32;
        let result = f32::midpoint(1.0, f32::from(sample.result));
        share * result + (1.0 - share) * searched
    }

    fn descend<const H: usize>(
        &self,
        lessons: Lessons,
        stop: &Stop,
        mut tell: impl FnMut(&Epoch),
    ) -> Fitted {
        let mut descent = Descent::new(Model::<H>::new(
            self.variant,
            lessons.scale.into(),
            self.seed,
        ));
        let batches: Vec<&[Lesson]> = lessons.learned.chunks(BATCH).collect();
        let steps = batches.len() * self.epochs as usize;
        let mut order: Vec<usize> = (0..batches.len()).collect();
        let mut rng = Rng::stream(self.seed, 3);
        let (mut best, mut loss, mut is_stopped) = (descent.model.clone(), f64::NAN, false);
        for number in 1..=self.epochs {
            rng.shuffle(&mut order);
            for &batch in &order {
                let done = descent.steps as f32 / steps as f32;
                descent.step(batches[batch], RATE as f32 * (1.0 - done));
                is_stopped = stop.is_raised();
                if is_stopped {
                    break;
                }
            }
            if is_stopped {
                break;
            }
            best.clone_from(&descent.model);
            loss = mean_loss(&best, &lessons.kept_back);
            tell(&Epoch {
                number,
                loss,
                samples: u64::from(number) * lessons.learned.len() as u64,
            });
        }
        let mut weights = best.rounded(self.variant, lessons.scale);
        weights.pedigree = Pedigree {
            loss,
            rounding: rounding(&best, &weights, &lessons.kept_back),
            ..lessons.pedigree
        };
        Fitted {
            weights,
            is_stopped,
        }
    }
}

/// The state of the descent.
struct Descent<const H: usize> {
    model: Model<H>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The slope of each part of a batch.
    slopes: Vec<Vec<f32>>,
    steps: usize,
}

impl<const H: usize> Descent<H> {
    fn new(model: Model<H>) -> Self {
        let zero = vec![0.0; Model::<H>::LEN];
        Self {
            model,
            mean: zero.clone(),
            square: zero.clone(),
            slopes: vec![zero; PARTS],
            steps: 0,
        }
    }

    fn step(&mut self, batch: &[Lesson], rate: f32) {
        let (model, arch) = (&self.model, pulp::Arch::new());
        let parts = batch.par_chunks(BATCH.div_ceil(PARTS));
        let slopes = self.slopes.par_iter_mut();
        slopes.zip(parts).for_each(|(slope, part)| {
            arch.dispatch(Slope {
                model,
                part,
                sum: slope,
            });
        });
        self.steps += 1;
        let used = batch.len().div_ceil(BATCH.div_ceil(PARTS));
        arch.dispatch(Follow {
            descent: self,
            used,
            samples: batch.len(),
            rate,
        });
        self.model.cut();
    }

    /// Changes the weights along the slope of the first `used` parts.
    #[inline(always)]
    fn follow(&mut self, used: usize, samples: usize, rate: f32) {
        let (first, others) = self.slopes.split_at_mut(1);
        let slope = &mut first[0][..];
        for other in &others[..used - 1] {
            for (sum, value) in slope.iter_mut().zip(other) {
                *sum += value;
            }
        }
        let [slow, slower] = MEMORY;
        let past = self.steps as i32;
        let rate = rate * (1.0 - slower.powi(past)).sqrt() / (1.0 - slow.powi(past));
        let share = 1.0 / samples as f32;
        let states = self.mean.iter_mut().zip(&mut self.square);
        for ((value, slope), (mean, square)) in self.model.values.iter_mut().zip(slope).zip(states)
        {
            let slope = *slope * share;
            *mean += (1.0 - slow) * (slope - *mean);
            *square += (1.0 - slower) * (slope * slope - *square);
            *value -= rate * *mean / (square.sqrt() + 1e-8);
        }
    }
}

/// The slope of a part of a batch, in the form that is compiled for each kind of vectors.
struct Slope<'a, const H: usize> {
    model: &'a Model<H>,
    part: &'a [Lesson],
    sum: &'a mut [f32],
}

impl<const H: usize> pulp::WithSimd for Slope<'_, H> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        self.sum.fill(0.0);
        for lesson in self.part {
            (self.model).learn(&lesson.sample, lesson.label, self.sum);
        }
    }
}

/// A step of the descent, in the same form.
struct Follow<'a, const H: usize> {
    descent: &'a mut Descent<H>,
    used: usize,
    samples: usize,
    rate: f32,
}

impl<const H: usize> pulp::WithSimd for Follow<'_, H> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        self.descent.follow(self.used, self.samples, self.rate);
    }
}

fn mean_loss<const H: usize>(model: &Model<H>, lessons: &[Lesson]) -> f64 {
    let loss = |lesson: &Lesson| {
        let chance = logistic(model.output(&lesson.sample)).clamp(1e-6, 1.0 - 1e-6);
        let label = lesson.label;
        f64::from(-label * chance.ln() - (1.0 - label) * (1.0 - chance).ln())
    };
    lessons.iter().map(loss).sum::<f64>() / lessons.len() as f64
}

/// Mean difference between the network and its integers, in hundredths of a man.
fn rounding<const H: usize>(model: &Model<H>, weights: &Weights, lessons: &[Lesson]) -> f64 {
    // A position made from a sample has no counts of king moves.
    let plain = lessons.iter().filter(|lesson| lesson.sample.counters == 0);
    let some: Vec<&Lesson> = plain.take(10_000).collect();
    let differences = some.iter().map(|lesson| {
        let pos = lesson.sample.to_position(weights.variant);
        let exact = model.output(&lesson.sample) * f32::from(weights.scale);
        f64::from((exact - weights.evaluate(&pos) as f32).abs())
    });
    differences.sum::<f64>() / some.len().max(1) as f64
}

/// The scale by which scores tell results best: the one of least cross entropy.
fn scale_of(samples: &[Sample]) -> u16 {
    let played = |sample: &&Sample| sample.result != Sample::OPEN;
    let some: Vec<(f32, f32)> = samples
        .iter()
        .filter(played)
        .take(200_000)
        .map(|sample| {
            (
                f32::from(sample.score),
                f32::midpoint(1.0, f32::from(sample.result)),
            )
        })
        .collect();
    let loss = |scale: u16| {
        let one = |&(score, result): &(f32, f32)| {
            let chance = logistic(score / f32::from(scale)).clamp(1e-6, 1.0 - 1e-6);
            f64::from(-result * chance.ln() - (1.0 - result) * (1.0 - chance).ln())
        };
        some.iter().map(one).sum::<f64>()
    };
    let scales = SCALES.step_by(20);
    let best = scales.min_by(|&one, &two| loss(one).total_cmp(&loss(two)));
    best.unwrap_or(*SCALES.start())
}

fn games_of(samples: &[Sample]) -> u64 {
    samples.chunk_by(|one, two| one.game == two.game).count() as u64
}

fn checksum(path: &PathBuf) -> anyhow::Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    let mut file = std::fs::File::open(path).with_context(|| path.display().to_string())?;
    let mut chunk = vec![0; 1 << 20];
    loop {
        let count = std::io::Read::read(&mut file, &mut chunk)
            .with_context(|| path.display().to_string())?;
        if count == 0 {
            return Ok(hasher.finalize());
        }
        hasher.update(&chunk[..count]);
    }
}
