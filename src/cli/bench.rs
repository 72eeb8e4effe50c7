//! `damocles bench`: the signature run, and how much faster more threads are.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use crate::bench::{self, Effort, Measured};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  damocles bench                                  the signature
  damocles bench --deeper 6 --table 20            longer searches, for times that mean something
  damocles bench --deeper 6 --table 20 --threads 2")]
pub(super) struct BenchArgs {
    /// Threads that search together; the nodes are a signature with one only
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Plies beyond the usual depth of each position
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=60))]
    deeper: u32,
    /// Entries of the table, as a power of two of 16 bytes each
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u8).range(10..=30))]
    table: u8,
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let effort = Effort {
        threads: usize::from(args.threads),
        deeper: args.deeper,
        table_log2: args.table,
    };
    let total = bench::run(effort, |one| {
        let Measured {
            variant,
            position,
            depth,
            nodes,
            elapsed,
        } = *one;
        // A closed pipe must not keep the run from its result code.
        let _ = writeln!(
            out,
            "{variant:<20} depth {depth:>2} {nodes:>10} nodes {:>8.3} s  {position}",
            elapsed.as_secs_f64()
        );
    })?;
    let seconds = total.elapsed.as_secs_f64();
    let rate = total.nodes as f64 / seconds.max(1e-9);
    writeln!(out, "{seconds:.3} seconds")?;
    writeln!(out, "{} nodes {rate:.0} nps", total.nodes)?;
    Ok(ExitCode::SUCCESS)
}
