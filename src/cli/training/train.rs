//! `damocles train`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;

use super::super::progress::Progress;
use super::{stop_on_interrupt, time_left};
use crate::cli::pool;
use crate::rules::Variant;
use crate::training::{Epoch, Fit};

#[derive(Args, Debug)]
#[command(
    after_help = "A label is the result of the game where the position was played, blended with the
value of its search. A network of lower loss is not always stronger: let a match
decide.

Examples:
  damocles train --variant russian --data russian-1.games --out russian.net
  damocles match self:eval-file=russian.net self:eval-file=none --variant russian --level nodes=1000"
)]
pub(in crate::cli) struct TrainArgs {
    /// The variant of the samples
    #[arg(long)]
    variant: Variant,
    /// Files of samples
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The file of weights; replaced when the new one is complete
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Hidden values of each view; 64 on 8x8 boards and 128 on 10x10 if left out
    #[arg(long, value_name = "N", value_parser = PossibleValuesParser::new(["32", "64", "128", "256"]))]
    hidden: Option<String>,
    /// Times that each sample is used
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Share of the result of the game in the labels, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    result_share: f64,
    /// Seed of the first weights and of the order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; as many as the machine has if left out
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object for each epoch and one for the weights instead of text
    #[arg(long)]
    json: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok();
    let value = value.filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "expected a share from 0 to 1".to_owned())
}

/// An epoch, as `--json` prints it.
#[derive(Serialize)]
struct EpochLine {
    epoch: u32,
    loss: f64,
    samples_a_second: f64,
}

pub(in crate::cli) fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    let size = args.variant.rules().geometry.size();
    let hidden = args.hidden.as_ref().and_then(|text| text.parse().ok());
    let plan = Fit {
        variant: args.variant,
        hidden: hidden.unwrap_or(if size > 8 { 128 } else { 64 }),
        epochs: args.epochs,
        result_share: args.result_share,
        seed: args.seed,
        data: args.data.clone(),
    };
    let (begin, mut progress) = (Instant::now(), Progress::new());
    let stop = stop_on_interrupt();
    let fitted = pool(args.threads)?.install(|| {
        plan.run(&stop, |epoch| {
            let rate = epoch.samples as f64 / begin.elapsed().as_secs_f64();
            report(args, epoch, rate);
            let (done, all) = (u64::from(epoch.number), u64::from(args.epochs));
            let left = time_left(begin, done, all - done);
            progress.tell(|| format!("epoch {done} of {all}, about {left} left"));
        })
    })?;
    progress.end();
    if fitted.is_stopped && fitted.weights.pedigree.loss.is_nan() {
        anyhow::bail!("broken off in the first epoch: nothing is written");
    }
    write_whole(&args.out, &fitted.weights.to_bytes())?;
    super::weights::print(&fitted.weights, args.json)?;
    Ok(ExitCode::from(u8::from(fitted.is_stopped)))
}

fn report(args: &TrainArgs, epoch: &Epoch, rate: f64) {
    let line = if args.json {
        let line = EpochLine {
            epoch: epoch.number,
            loss: epoch.loss,
            samples_a_second: rate,
        };
        serde_json::to_string(&line).unwrap_or_default()
    } else {
        format!(
            "epoch {:>3}  loss {:.5}  {:.2} million samples a second",
            epoch.number,
            epoch.loss,
            rate / 1e6
        )
    };
    // A closed pipe must not break the training off.
    let _ = writeln!(io::stdout().lock(), "{line}");
}

/// Writes a file under another name and renames it, so that under its own it is always whole.
fn write_whole(path: &PathBuf, bytes: &[u8]) -> anyhow::Result<()> {
    let mut draft = path.clone().into_os_string();
    draft.push(".part");
    fs::write(&draft, bytes)
        .and_then(|()| fs::rename(&draft, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
