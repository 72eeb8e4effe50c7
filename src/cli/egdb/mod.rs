//! `damocles egdb`: endgame tables.

mod build;
mod probe;
mod stats;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::egdb;
use crate::rules::Variant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  damocles egdb build --variant english --pieces 5 --threads 2
  damocles egdb probe --variant english 'W:WK14:BK32'
  damocles egdb stats --variant english
  damocles egdb verify --variant english --pieces 4")]
pub(super) struct EgdbArgs {
    #[command(subcommand)]
    command: EgdbCommand,
}

#[derive(Subcommand, Debug)]
enum EgdbCommand {
    /// Build the tables that are missing
    Build(build::BuildArgs),
    /// Check checksums and every value against its successors
    Verify(verify::VerifyArgs),
    /// Look up a position and what its moves lead to
    Probe(probe::ProbeArgs),
    /// Count wins, losses and draws by material
    Stats(stats::StatsArgs),
}

/// Which tables are meant.
#[derive(Args, Debug)]
struct Which {
    /// Rules of the tables
    #[arg(long, default_value_t = Variant::default())]
    variant: Variant,
    /// Folder of the tables, instead of the one in the user's cache
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Which {
    fn folder(&self) -> anyhow::Result<PathBuf> {
        self.dir
            .clone()
            .or_else(egdb::default_folder)
            .context("the user has no folder for caches: name one with --dir")
    }
}

pub(super) fn run(args: &EgdbArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        EgdbCommand::Build(args) => build::run(args),
        EgdbCommand::Verify(args) => verify::run(args),
        EgdbCommand::Probe(args) => probe::run(args),
        EgdbCommand::Stats(args) => stats::run(args),
    }
}

/// Entries a byte, for reports.
fn per_byte(positions: u64, bytes: u64) -> f64 {
    positions as f64 / bytes.max(1) as f64
}
