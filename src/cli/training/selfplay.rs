//! `damocles selfplay`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::super::progress::Progress;
use super::{stop_on_interrupt, time_left};
use crate::arena::Shard;
use crate::cli::pool;
use crate::egdb::{Tables, small_pieces};
use crate::eval::Evaluator;
use crate::rules::Variant;
use crate::training::{Header, Recipe, SelfPlay};

#[derive(Args, Debug)]
#[command(
    after_help = "Games begin with random moves to an even position, and in most games some more
are put in later. Kept are quiet positions of the games and, for each, a random
leaf of its search. A run that was broken off goes on when the same command is
given again.

Examples:
  damocles selfplay --variant russian --games 50000 --nodes 400 --out russian-1.games
  damocles selfplay --variant frisian --games 9000 --nodes 800 --eval-file frisian.net --out f2.games"
)]
pub(in crate::cli) struct SelfPlayArgs {
    /// The variant that is played
    #[arg(long)]
    variant: Variant,
    /// Games of all shards together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of samples
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play only the K-th of N parts of the games
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// The evaluation that plays: a file of weights, or `none` for that by hand; the built-in one
    /// if left out
    #[arg(long, value_name = "FILE", default_value = "")]
    eval_file: String,
    /// Pieces up to which games are ended by tables, made at the start; 4 on 8x8 boards and 3 on
    /// 10x10 if left out, 0 for none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    tables: Option<u8>,
    /// Threads; as many as the machine has if left out
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// What a run has brought, as `--json` prints it.
#[derive(Serialize)]
struct Line {
    variant: String,
    games: u32,
    samples: u64,
    seconds: f64,
    samples_a_second: f64,
    complete: bool,
}

pub(in crate::cli) fn run(args: &SelfPlayArgs) -> anyhow::Result<ExitCode> {
    let pool = pool(args.threads)?;
    let plan = pool.install(|| args.plan())?;
    let (begin, mut progress) = (Instant::now(), Progress::new());
    let stop = stop_on_interrupt();
    let mut before = None;
    let played = pool.install(|| {
        plan.run(&stop, |now| {
            let before = *before.get_or_insert(now.games);
            progress.tell(|| {
                let (done, rest) = (now.games - before, now.all_games - now.games);
                let left = time_left(begin, done.into(), rest.into());
                format!(
                    "{} of {} games, {} samples, about {left} left",
                    now.games, now.all_games, now.samples
                )
            });
        })
    })?;
    progress.end();
    let (now, seconds) = (played.progress, begin.elapsed().as_secs_f64());
    let fresh = now.samples - now.samples_before;
    let line = Line {
        variant: args.variant.to_string(),
        games: now.games,
        samples: now.samples,
        seconds,
        samples_a_second: fresh as f64 / seconds.max(1e-9),
        complete: !played.is_stopped,
    };
    line.print(args.json)?;
    Ok(ExitCode::from(u8::from(played.is_stopped)))
}

impl SelfPlayArgs {
    /// What is to be played, with the tables made on the threads of this pool.
    fn plan(&self) -> anyhow::Result<SelfPlay> {
        let variant = self.variant;
        let (evaluator, weights) =
            Evaluator::named(variant, &self.eval_file).map_err(anyhow::Error::msg)?;
        let pieces = self
            .tables
            .map_or_else(|| small_pieces(variant), usize::from);
        let evaluation = weights.as_ref().map_or_else(
            || "none".to_owned(),
            |weights| format!("{:08x}", crc32fast::hash(&weights.to_bytes())),
        );
        let tables = (pieces >= 2).then(|| Tables::build(variant, pieces));
        Ok(SelfPlay {
            recipe: Recipe {
                variant,
                nodes: self.nodes,
                tables: tables.map(Arc::new),
            },
            evaluator,
            header: Header {
                variant: variant.to_string(),
                nodes: self.nodes,
                seed: self.seed,
                games: self.games,
                shard: (self.shard.part as u32, self.shard.parts as u32),
                tables: pieces,
                evaluation,
                generation: weights.map_or(0, |weights| weights.pedigree.generation),
            },
            out: self.out.clone(),
        })
    }
}

impl Line {
    fn print(&self, json: bool) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        if json {
            writeln!(out, "{}", serde_json::to_string(self)?)?;
            return Ok(());
        }
        writeln!(
            out,
            "{}: {} games, {} samples, {:.1} s, {:.0} samples a second{}",
            self.variant,
            self.games,
            self.samples,
            self.seconds,
            self.samples_a_second,
            if self.complete { "" } else { "; broken off" }
        )?;
        Ok(())
    }
}
