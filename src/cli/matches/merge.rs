//! `damocles match merge`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;

use super::journal::{self, Journal};
use super::show::Show;
use super::{OutputArgs, Played};
use crate::arena::{Shard, Sprt, Standing};

#[derive(Args, Debug)]
#[command(after_help = "Example:
  damocles match merge part1.jsonl part2.jsonl --out whole.jsonl --pdn whole.pdn")]
pub(super) struct MergeArgs {
    /// Files written with --out
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Say where the test stands: ELO0,ELO1[,ALPHA,BETA]
    #[arg(long, value_name = "BOUNDS")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let (mut header, mut games, _) = journal::read(first_of(&args.files)?)?;
    for path in &args.files[1..] {
        let (other, more, _) = journal::read(path)?;
        if !other.is_same_match(&header) {
            bail!(
                "'{}' is of another match than '{}'",
                path.display(),
                args.files[0].display()
            );
        }
        join(&mut games, more).with_context(|| format!("'{}'", path.display()))?;
    }
    header.shard = Shard::WHOLE.to_string();
    let (mut journal, _) = Journal::open(args.output.out.as_deref(), &header, false)?;
    let mut standing = Standing::new(header.engines.len());
    let mut show = Show::new(header, args.sprt, &args.output, games.len())?;
    show.begin()?;
    for game in games.values() {
        journal.write(game)?;
        standing.add(game);
        show.listed(game)?;
    }
    show.end(&standing, false)?;
    Ok(ExitCode::SUCCESS)
}

fn first_of(files: &[PathBuf]) -> anyhow::Result<&PathBuf> {
    files.first().context("no files")
}

/// Adds games; a game that is there already must be the same.
fn join(games: &mut Played, more: Played) -> anyhow::Result<()> {
    for (number, game) in more {
        match games.get(&number) {
            Some(known) if *known != game => bail!("game {number} was played twice"),
            _ => games.insert(number, game),
        };
    }
    Ok(())
}
