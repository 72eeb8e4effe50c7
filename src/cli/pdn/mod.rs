//! `damocles pdn`: files of games, checked, rewritten, counted and converted.

mod convert;
mod files;
mod stats;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::collection::{Heading, Record, SCHEMA_TEXT};
use crate::notation::{ReadGame, write_record};

use convert::ConvertArgs;
use files::Files;
use stats::StatsArgs;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  damocles pdn check games.pdn
  damocles pdn stats *.pdn")]
pub(super) struct PdnArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Say what is wrong with the games of files; exit status 1 if anything is
    #[command(after_help = "Examples:
  damocles pdn check games.pdn
  damocles pdn check --json old/*.pdn > report.jsonl")]
    Check {
        #[command(flatten)]
        files: Files,
        /// Print one JSON object a line and game, of the type `check`; see `pdn schema`
        #[arg(long)]
        json: bool,
    },
    /// Write the games in standard form; what cannot be read becomes a comment
    #[command(after_help = "Example:
  damocles pdn fix old.pdn > new.pdn")]
    Fix(Files),
    /// Count games, results, lengths and openings
    Stats(StatsArgs),
    /// Write the games as a list of positions or as JSON lines; exit status 1 if any has a fault
    Convert(ConvertArgs),
    /// Print the JSON Schema of what `check`, `stats` and `convert` write
    #[command(after_help = "Example:
  damocles pdn schema > schema.json")]
    Schema,
}

pub(super) fn run(args: &PdnArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Check { files, json } => {
            let end = files.each_game(|name, game| report(name, game, *json))?;
            Ok(end.exit_code(true))
        }
        Command::Fix(files) => {
            let end = files.each_game(|_, game| write_record(&game.record))?;
            Ok(end.exit_code(false))
        }
        Command::Stats(args) => args.run(),
        Command::Convert(args) => args.run(),
        Command::Schema => {
            print!("{SCHEMA_TEXT}");
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Says of one game whether it is sound, and otherwise what is wrong.
fn report(name: &str, game: &ReadGame, json: bool) -> String {
    if json {
        return Record::Check(Heading::new(name, game)).to_line() + "\n";
    }
    if game.faults.is_empty() {
        let (number, variant) = (game.number, game.record.variant);
        let half_moves = game.record.moves.len();
        return format!("{name}: game {number}: {variant}, {half_moves} half-moves\n");
    }
    let lines = game.faults.iter().map(|fault| format!("{name}: {fault}\n"));
    lines.collect()
}
