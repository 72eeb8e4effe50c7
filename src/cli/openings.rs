//! `damocles openings`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::arena::{Flavour, Recipe, write_list};
use crate::rules::Variant;

#[derive(Args, Debug)]
#[command(after_help = "Example:
  damocles openings build --variant russian --kind sharp --count 500 --out sharp.txt")]
pub(super) struct OpeningsArgs {
    #[command(subcommand)]
    command: OpeningsCommand,
}

#[derive(Subcommand, Debug)]
enum OpeningsCommand {
    /// Judge the positions of the first plies with the search and write those that are wanted
    Build(BuildArgs),
}

#[derive(Args, Debug)]
#[command(
    after_help = "The openings are moves from the start position, one opening a line. Dots in
front stand for the moves shared with the line before, as `damocles match --openings` reads them.

Examples:
  damocles openings build --variant thai --kind balanced --count 200 --out thai.txt
  damocles openings build --kind sharp --plies 8 --nodes 100000 --seed 7"
)]
struct BuildArgs {
    /// Rules to play by
    #[arg(long, default_value_t = Variant::default())]
    variant: Variant,
    /// balanced: within 0.3 of a man; sharp: between 0.3 and 0.7
    #[arg(long, default_value_t = Flavour::Balanced)]
    kind: Flavour,
    /// Openings wanted
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Plies of each opening
    #[arg(long, default_value_t = 6)]
    plies: usize,
    /// Positions that the search looks at to judge one opening
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Which of the possible openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write them, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &OpeningsArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        OpeningsCommand::Build(args) => build(args),
    }
}

fn build(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    let &BuildArgs {
        variant,
        kind,
        count,
        plies,
        nodes,
        seed,
        ref out,
    } = args;
    let recipe = Recipe {
        variant,
        flavour: kind,
        count,
        plies,
        nodes,
        seed,
    };
    let is_terminal = io::stderr().is_terminal();
    let openings = recipe.make(&mut |judged, found| {
        if is_terminal {
            eprint!("\r{judged} judged, {found} of {count} found ");
        }
    });
    if is_terminal {
        eprintln!();
    }
    let text = format!(
        "# damocles openings build --variant {variant} --kind {kind} --count {count} \
         --plies {plies} --nodes {nodes} --seed {seed}\n{}",
        write_list(variant, &openings)
    );
    match out {
        Some(path) => {
            // Written beside it first, so that there is never half a file.
            let draft = path.with_extension("part");
            let context = || format!("cannot write '{}'", path.display());
            std::fs::write(&draft, text).with_context(context)?;
            std::fs::rename(&draft, path).with_context(context)?;
        }
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    if openings.len() < count {
        eprintln!(
            "damocles: only {} of {count} openings found: try more plies",
            openings.len()
        );
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}
