//! `damocles egdb verify`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::Which;
use crate::cli::pool;
use crate::egdb::{Checked, MAX_PIECES, Plan, Tables};
use crate::notation::write_fen;

#[derive(Args, Debug)]
#[command(
    after_help = "Every block is read and its checksum compared; then the value of every
position (or of one in N with --every N) is compared with the values that its moves lead to. The
exit code is 1 if a value is wrong, 2 if a file is damaged or missing.

Examples:
  damocles egdb verify --variant english --pieces 4
  damocles egdb verify --variant international --dir tables --every 100 --json"
)]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    which: Which,
    /// Pieces up to which to check; all that are there if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
    pieces: Option<u8>,
    /// Check one position in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Threads; as many as the machine has if left out
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory that may be used, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 4.0)]
    ram: f64,
    /// Print one JSON object for each table instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    material: String,
    positions: u64,
    wrong: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Example>,
}

#[derive(Serialize)]
struct Example {
    fen: String,
    stored: String,
    right: String,
}

pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let (variant, folder) = (args.which.variant, args.which.folder()?);
    let pieces = match args.pieces {
        Some(pieces) => pieces.into(),
        None => Tables::open(&folder, variant, MAX_PIECES)?.pieces(),
    };
    if pieces == 0 {
        anyhow::bail!(
            "{}: no tables of {variant}; build some first",
            folder.display()
        );
    }
    let plan = Plan {
        variant,
        pieces,
        folder,
        memory: (args.ram * (1_u64 << 30) as f64) as u64,
    };
    let mut wrong = 0;
    let mut printed = Ok(());
    let mut show = |checked: &Checked| {
        wrong += checked.wrong;
        if printed.is_ok() {
            printed = print(args, checked);
        }
    };
    // The report is written by the thread that reads it, the checking is shared out.
    pool(args.threads)?.install(|| plan.verify(args.every as usize, &mut show))?;
    printed?;
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

fn print(args: &VerifyArgs, checked: &Checked) -> anyhow::Result<()> {
    let example = checked.example.map(|(pos, stored, right)| Example {
        fen: write_fen(args.which.variant, &pos),
        stored: stored.to_string(),
        right: right.to_string(),
    });
    let line = Line {
        material: checked.material.to_string(),
        positions: checked.positions,
        wrong: checked.wrong,
        example,
    };
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &line)?;
        writeln!(out)?;
        return Ok(());
    }
    let verdict = match &line.example {
        None => "all consistent".to_owned(),
        Some(example) => format!(
            "{} WRONG, such as {}: stored {}, should be {}",
            line.wrong, example.fen, example.stored, example.right
        ),
    };
    writeln!(
        out,
        "{:<10} {:>13} positions checked, {verdict}",
        line.material, line.positions
    )?;
    Ok(())
}
