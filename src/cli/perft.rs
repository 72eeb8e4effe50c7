//! `damocles perft`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;

use crate::movegen::{perft, perft_divided, perft_parallel};
use crate::notation::{parse_position, write_fen, write_move};
use crate::position::Position;
use crate::rules::Variant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  damocles perft 8
  damocles perft russian 9 --divide
  damocles perft frisian 7 --fen 'W:WK28,47,36:BK4,15:+0+328' --threads 2")]
pub(super) struct PerftArgs {
    /// The variant (international if left out), then the number of plies
    #[arg(num_args = 1..=2, required = true, value_names = ["VARIANT", "DEPTH"])]
    what: Vec<String>,
    /// Start from this position (FEN or Hub string) instead of the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Print the count behind each legal move, in the order of their names
    #[arg(long)]
    divide: bool,
    /// Count with this many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Counted {
    fen: String,
    variant: String,
    depth: u32,
    leaves: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveCount>>,
}

#[derive(Serialize)]
struct MoveCount {
    r#move: String,
    leaves: u64,
}

pub(super) fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let (variant, depth) = match args.what.as_slice() {
        [depth] => (Variant::default(), depth),
        [variant, depth] => (variant.parse()?, depth),
        _ => bail!("expected a variant and a depth"),
    };
    let Ok(depth) = depth.parse::<u32>() else {
        bail!("depth '{depth}': expected a number of plies, such as 8");
    };
    let fen = args.fen.as_deref().unwrap_or("start");
    let pos = parse_position(variant, fen).with_context(|| format!("position '{fen}'"))?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.into())
        .build()
        .context("cannot start the threads")?;
    let begin = Instant::now();
    let counted = pool.install(|| count(args, variant, &pos, depth));
    let counted = Counted {
        seconds: begin.elapsed().as_secs_f64(),
        ..counted
    };
    print(args.json, &counted)?;
    Ok(ExitCode::SUCCESS)
}

fn count(args: &PerftArgs, variant: Variant, pos: &Position, depth: u32) -> Counted {
    let (fen, name) = (write_fen(variant, pos), variant.to_string());
    let mut counted = Counted {
        fen,
        variant: name,
        depth,
        leaves: 0,
        seconds: 0.0,
        moves: None,
    };
    if args.divide && depth > 0 {
        let mut moves: Vec<MoveCount> = perft_divided(variant, pos, depth)
            .into_iter()
            .map(|(mv, leaves)| MoveCount {
                r#move: write_move(variant, pos, mv),
                leaves,
            })
            .collect();
        moves.sort_by(|a, b| a.r#move.cmp(&b.r#move));
        counted.leaves = moves.iter().map(|count| count.leaves).sum();
        counted.moves = Some(moves);
    } else if args.threads > 1 {
        counted.leaves = perft_parallel(variant, pos, depth);
    } else {
        counted.leaves = perft(variant, pos, depth);
    }
    counted
}

fn print(json: bool, counted: &Counted) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer(&mut out, counted)?;
        writeln!(out)?;
        return Ok(());
    }
    for count in counted.moves.iter().flatten() {
        writeln!(out, "{} {}", count.r#move, count.leaves)?;
    }
    let Counted {
        variant,
        depth,
        leaves,
        seconds,
        ..
    } = counted;
    let rate = *leaves as f64 / seconds.max(1e-9) / 1e6;
    writeln!(
        out,
        "{variant} depth {depth}: {leaves} leaves in {seconds:.3} s, {rate:.1} million/s"
    )?;
    Ok(())
}
