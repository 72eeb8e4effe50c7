//! `damocles egdb build`.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::{Which, per_byte};
use crate::cli::pool;
use crate::egdb::{Built, Counts, Follower, Plan};

/// Time between two lines of progress where there is no terminal.
const LINES_APART: Duration = Duration::from_secs(10);

#[derive(Args, Debug)]
#[command(
    after_help = "Tables that are there already are kept and used, so a build that was broken off
goes on when the same command is given again.

Examples:
  damocles egdb build --variant english --pieces 5 --threads 2
  damocles egdb build --variant international --pieces 4 --dir tables --json"
)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    which: Which,
    /// Pieces of both sides together, up to which all tables are built
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pieces: u8,
    /// Threads; as many as the machine has if left out
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory that may be used, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 4.0, value_parser = gibibytes)]
    ram: f64,
    /// Print one JSON object for each table and one for all instead of text
    #[arg(long)]
    json: bool,
}

fn gibibytes(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok();
    let value = value.filter(|value| (0.001..=1e6).contains(value));
    value.ok_or_else(|| "expected a number of GiB, such as 4 or 0.5".to_owned())
}

/// One table, as `--json` prints it.
#[derive(Serialize)]
struct TableLine<'a> {
    material: &'a str,
    entries: u64,
    #[serde(flatten)]
    counts: Counts,
    bytes: u64,
    checksum: String,
    was_there: bool,
}

/// All tables, as `--json` prints them.
#[derive(Serialize)]
struct AllLine {
    variant: String,
    pieces: u8,
    tables: usize,
    positions: u64,
    bytes: u64,
    positions_per_byte: f64,
    checksum: String,
    seconds: f64,
}

/// Shows how far a build is: a bar on a terminal, a line now and then elsewhere.
struct Display {
    begin: Instant,
    bar: ProgressBar,
    last_line: Mutex<Instant>,
    json: bool,
}

impl Display {
    fn new(json: bool) -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(4);
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = "{bar:30} {percent:>3} %  {human_pos} of {human_len} positions  {msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self {
            begin: Instant::now(),
            bar,
            last_line: Mutex::new(Instant::now()),
            json,
        }
    }

    /// The time left if the rest goes as fast as what is done, which counts from the start of this
    /// run.
    fn left(&self, done: u64, total: u64) -> HumanDuration {
        let rest = total.saturating_sub(done) as f64 / done.max(1) as f64;
        HumanDuration(self.begin.elapsed().mul_f64(rest))
    }
}

impl Follower for Display {
    fn progress(&self, done: u64, total: u64) {
        if io::stderr().is_terminal() {
            self.bar.set_length(total);
            self.bar.set_position(done);
            self.bar
                .set_message(format!("about {} left", self.left(done, total)));
            return;
        }
        let Ok(mut last_line) = self.last_line.try_lock() else {
            return;
        };
        if last_line.elapsed() >= LINES_APART {
            *last_line = Instant::now();
            let left = self.left(done, total);
            eprintln!("{done} of {total} positions, about {left} left");
        }
    }

    fn built(&self, table: &Built) {
        let header = &table.header;
        let (counts, checksum) = (header.counts, format!("{:08x}", table.checksum));
        let line = if self.json {
            let line = TableLine {
                material: &header.material,
                entries: header.entries,
                counts,
                bytes: table.bytes,
                checksum,
                was_there: table.was_there,
            };
            serde_json::to_string(&line).unwrap_or_default()
        } else {
            format!(
                "{:<10} {:>13} positions {:>12} bytes  {checksum}{}",
                header.material,
                counts.positions(),
                table.bytes,
                if table.was_there { "  (was there)" } else { "" }
            )
        };
        self.bar.suspend(|| {
            // A closed pipe must not break the build off.
            let _ = writeln!(io::stdout().lock(), "{line}");
        });
    }
}

pub(super) fn run(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    let plan = Plan {
        variant: args.which.variant,
        pieces: args.pieces.into(),
        folder: args.which.folder()?,
        memory: (args.ram * (1_u64 << 30) as f64) as u64,
    };
    let display = Display::new(args.json);
    let mut built = pool(args.threads)?.install(|| plan.run(&display))?;
    display.bar.finish_and_clear();
    // Tables solved side by side are complete in any order.
    built.sort_by(|one, other| one.header.material.cmp(&other.header.material));
    let mut checksum = crc32fast::Hasher::new();
    let (mut positions, mut bytes) = (0, 0);
    for table in &built {
        checksum.update(&table.checksum.to_le_bytes());
        positions += table.header.counts.positions();
        bytes += table.bytes;
    }
    let all = AllLine {
        variant: plan.variant.to_string(),
        pieces: args.pieces,
        tables: built.len(),
        positions,
        bytes,
        positions_per_byte: per_byte(positions, bytes),
        checksum: format!("{:08x}", checksum.finalize()),
        seconds: display.begin.elapsed().as_secs_f64(),
    };
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &all)?;
        writeln!(out)?;
    } else {
        writeln!(
            out,
            "{} up to {} pieces: {} tables, {} positions in {} bytes ({:.1} a byte), checksum {}, \
             {:.1} s",
            all.variant,
            all.pieces,
            all.tables,
            all.positions,
            all.bytes,
            all.positions_per_byte,
            all.checksum,
            all.seconds
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
