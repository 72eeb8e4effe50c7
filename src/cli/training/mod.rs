//! `damocles selfplay`, `damocles train` and `damocles weights`.

mod selfplay;
mod train;
mod weights;

pub(super) use selfplay::{SelfPlayArgs, run as self_play};
pub(super) use train::{TrainArgs, run as train};
pub(super) use weights::{WeightsArgs, run as weights};

use std::time::Instant;

use indicatif::HumanDuration;

use crate::arena::Stop;

/// The time that `rest` steps will take if they go as fast as the `done` ones since `begin`.
fn time_left(begin: Instant, done: u64, rest: u64) -> HumanDuration {
    HumanDuration(begin.elapsed().mul_f64(rest as f64 / done.max(1) as f64))
}

/// A switch that Ctrl-C throws.
fn stop_on_interrupt() -> Stop {
    let stop = Stop::default();
    let switch = stop.clone();
    // Without a handler an interrupt still ends the run, only less neatly.
    let _ = ctrlc::set_handler(move || switch.raise());
    stop
}
