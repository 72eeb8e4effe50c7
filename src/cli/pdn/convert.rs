//! `damocles pdn convert`: games as lists of positions and as JSON lines.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Mutex;

use clap::{Args, ValueEnum};

use super::files::Files;
use crate::collection::{GameRecord, Record};
use crate::notation::{ReadGame, write_fen};

#[derive(Args, Debug)]
#[command(
    after_help = "Positions are those of the main lines. Of a game with a fault the part that could be
read is written, and the fault is told on standard error. JSON lines are of the type `game`; see
`pdn schema`.

Examples:
  damocles pdn convert games.pdn --to fen | sort -u > positions.txt
  damocles pdn convert games.pdn --to fen --positions last
  damocles pdn convert *.pdn --to json | jq -r 'select(.winner == \"black\") | .tags.Black'"
)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    files: Files,
    /// What to write
    #[arg(long)]
    to: Form,
    /// Which positions of each game; only for lists of positions
    #[arg(long, default_value = "all")]
    positions: Positions,
}

/// What games are turned into.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// One position a line
    Fen,
    /// One JSON object a line and game
    Json,
}

/// Positions of a game.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Positions {
    /// Every one
    All,
    /// That before the first move
    First,
    /// That behind the last move
    Last,
}

impl ConvertArgs {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let variants = Mutex::new(BTreeSet::new());
        let end = self.files.each_game(|name, game| {
            for fault in &game.faults {
                eprintln!("damocles: {name}: {fault}");
            }
            match self.to {
                Form::Json => Record::Game(Box::new(GameRecord::new(name, game))).to_line() + "\n",
                Form::Fen => {
                    if let Ok(mut variants) = variants.lock() {
                        variants.insert(game.record.variant.to_string());
                    }
                    self.positions.of(game)
                }
            }
        })?;
        let variants = variants.into_inner().unwrap_or_default();
        if variants.len() > 1 {
            let names: Vec<String> = variants.into_iter().collect();
            eprintln!(
                "damocles: a position does not say its rules, and these are of {}",
                names.join(", ")
            );
        }
        Ok(end.exit_code(true))
    }
}

impl Positions {
    /// The positions of a game as lines.
    fn of(self, game: &ReadGame) -> String {
        let record = &game.record;
        let line = |pos| write_fen(record.variant, &pos) + "\n";
        let mut positions = record.positions();
        match self {
            Self::All => positions.map(line).collect(),
            Self::First => positions.next().map(line).unwrap_or_default(),
            Self::Last => positions.last().map(line).unwrap_or_default(),
        }
    }
}
