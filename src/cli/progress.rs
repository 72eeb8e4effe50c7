//! How far a run has come, on standard error.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Least time between two lines of progress where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// A spinner on a terminal, a line now and then elsewhere.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Progress {
    pub(super) fn new() -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed}  {msg}");
            ProgressBar::new_spinner()
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        Self {
            bar,
            last_line: Instant::now(),
        }
    }

    /// Tells what has been done.
    pub(super) fn tell(&mut self, done: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(done());
            bar.tick();
        } else if self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            eprintln!("{}", done());
        }
    }

    /// A line that stays.
    pub(super) fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    /// Takes the spinner away.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
