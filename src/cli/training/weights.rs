//! `damocles weights`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};

use crate::eval::{BUCKETS, Header, Weights, built_in};
use crate::rules::Variant;

#[derive(Args, Debug)]
#[command(after_help = "Example:
  damocles weights info --variant russian")]
pub(in crate::cli) struct WeightsArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Show what weights are and where they come from
    #[command(after_help = "Examples:
  damocles weights info russian.net
  damocles weights info --variant russian --json")]
    Info {
        /// A file of weights; the built-in ones if left out
        #[arg(value_name = "FILE", required_unless_present = "variant")]
        file: Option<PathBuf>,
        /// The variant whose built-in weights are shown, or that the file must be for
        #[arg(long)]
        variant: Option<Variant>,
        /// Print one JSON object instead of text
        #[arg(long)]
        json: bool,
    },
}

pub(in crate::cli) fn run(args: &WeightsArgs) -> anyhow::Result<ExitCode> {
    let Command::Info {
        file,
        variant,
        json,
    } = &args.command;
    let weights = match (file, variant) {
        (Some(path), variant) => {
            let bytes = std::fs::read(path);
            let bytes = bytes.with_context(|| format!("cannot read {}", path.display()))?;
            let weights = match variant {
                Some(variant) => Weights::parse_for(*variant, &bytes),
                None => Weights::parse(&bytes),
            };
            weights.with_context(|| path.display().to_string())?
        }
        (None, Some(variant)) => match built_in(*variant) {
            Some(weights) => weights,
            None => bail!("no weights come with the engine for {variant}: it is evaluated by hand"),
        },
        (None, None) => bail!("expected a file or a variant"),
    };
    print(&weights, *json)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints what weights say of themselves.
pub(super) fn print(weights: &Weights, json: bool) -> anyhow::Result<()> {
    let pedigree = &weights.pedigree;
    let mut out = io::stdout().lock();
    if json {
        let header = Header {
            variant: weights.variant.to_string(),
            hidden: weights.hidden,
            buckets: BUCKETS,
            scale: weights.scale,
            pedigree: pedigree.clone(),
        };
        writeln!(out, "{}", serde_json::to_string(&header)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "{}: generation {}, {} hidden values, {} buckets, scale {}, {} bytes
{} positions of {} games at {} nodes, result share {}
{} epochs of batches of {}, rate from {:.4}, seed {}
loss {:.5}, rounding {:.2} hundredths of a man",
        weights.variant,
        pedigree.generation,
        weights.hidden,
        BUCKETS,
        weights.scale,
        weights.to_bytes().len(),
        pedigree.positions,
        pedigree.games,
        pedigree.nodes,
        pedigree.result_share,
        pedigree.epochs,
        pedigree.batch,
        pedigree.rate,
        pedigree.seed,
        pedigree.loss,
        pedigree.rounding
    )?;
    for data in &pedigree.data {
        writeln!(out, "samples {data}")?;
    }
    Ok(())
}
