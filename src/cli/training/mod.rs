//! `damocles selfplay`, `damocles train` and `damocles weights`.

mod selfplay;
mod train;
mod weights;

pub(super) use selfplay::{SelfPlayArgs, run as self_play};
pub(super) use train::{TrainArgs, run as train};
pub(super) use weights::{WeightsArgs, run as weights};

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arena::Stop;

/// Time between two lines of progress where there is no terminal.
const LINES_APART: Duration = Duration::from_secs(10);

/// How far a long run has come, on standard error: a bar on a terminal, a line now and then
/// elsewhere.
struct Display {
    begin: Instant,
    last_line: Instant,
    bar: ProgressBar,
}

impl Display {
    fn new() -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(4);
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self {
            begin: Instant::now(),
            last_line: Instant::now(),
            bar,
        }
    }

    /// `done` of `total` steps are done, `fresh` of them in this run; `message` says more.
    fn tell(&mut self, (done, fresh, total): (u64, u64, u64), message: &str) {
        let rest = total.saturating_sub(done) as f64 / fresh.max(1) as f64;
        let left = HumanDuration(self.begin.elapsed().mul_f64(rest));
        let message = format!("{message}, about {left} left");
        if io::stderr().is_terminal() {
            self.bar.set_length(total);
            self.bar.set_position(done);
            self.bar.set_message(message);
        } else if self.last_line.elapsed() >= LINES_APART {
            self.last_line = Instant::now();
            eprintln!("{message}");
        }
    }

    /// Takes the bar away and returns the seconds that have passed.
    fn end(&self) -> f64 {
        self.bar.finish_and_clear();
        self.begin.elapsed().as_secs_f64()
    }
}

/// A switch that Ctrl-C throws.
fn stop_on_interrupt() -> Stop {
    let stop = Stop::default();
    let switch = stop.clone();
    // Without a handler an interrupt still ends the run, only less neatly.
    let _ = ctrlc::set_handler(move || switch.raise());
    stop
}

/// A pool of threads; as many as the machine has if no number is given.
fn pool(threads: Option<u16>) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .stack_size(16 << 20)
        .build()
        .context("cannot start the threads")
}
