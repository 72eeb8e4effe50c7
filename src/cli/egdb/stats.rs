//! `damocles egdb stats`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::{Which, per_byte};
use crate::egdb::{Counts, MAX_PIECES, Tables};

#[derive(Args, Debug)]
#[command(
    after_help = "Values are those of the side to move; 'captures' are the positions among
them that are not stored, since captures decide them.

Examples:
  damocles egdb stats --variant english
  damocles egdb stats --variant russian --dir tables --json"
)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    which: Which,
    /// Print one JSON object for each table instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    material: &'a str,
    positions: u64,
    #[serde(flatten)]
    counts: Counts,
    bytes: u64,
}

pub(super) fn run(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    let folder = args.which.folder()?;
    let tables = Tables::open(&folder, args.which.variant, MAX_PIECES)?;
    let mut out = io::stdout().lock();
    if tables.pieces() == 0 {
        let variant = args.which.variant;
        anyhow::bail!(
            "{}: no tables of {variant}; build some first",
            folder.display()
        );
    }
    let (mut sum, mut sum_bytes) = (Counts::default(), 0);
    if !args.json {
        heading(&mut out)?;
    }
    for (header, bytes, _) in tables.headers() {
        sum.add(&header.counts);
        sum_bytes += bytes;
        print(&mut out, args.json, &header.material, header.counts, bytes)?;
    }
    print(&mut out, args.json, "all", sum, sum_bytes)?;
    Ok(ExitCode::SUCCESS)
}

fn heading(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<10} {:>13} {:>13} {:>13} {:>13} {:>13} {:>12} {:>7}",
        "material", "positions", "wins", "losses", "draws", "captures", "bytes", "a byte"
    )
}

fn print(
    out: &mut impl Write,
    json: bool,
    material: &str,
    counts: Counts,
    bytes: u64,
) -> anyhow::Result<()> {
    let positions = counts.positions();
    if json {
        let line = Line {
            material,
            positions,
            counts,
            bytes,
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    } else {
        let Counts {
            wins,
            losses,
            draws,
            captures,
        } = counts;
        let rate = per_byte(positions, bytes);
        writeln!(
            out,
            "{material:<10} {positions:>13} {wins:>13} {losses:>13} {draws:>13} {captures:>13} \
             {bytes:>12} {rate:>7.1}"
        )?;
    }
    Ok(())
}
