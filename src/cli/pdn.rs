//! `damocles pdn`: files of games, checked and rewritten.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use rayon::prelude::*;
use serde_json::json;

use crate::notation::{PdnChunks, ReadGame, write_record};
use crate::rules::Variant;

/// How many pieces of a file are read at a time.
const AT_A_TIME: usize = 32;

#[derive(Args, Debug)]
#[command(after_help = "Example:
  damocles pdn check games.pdn")]
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
        /// Print one JSON object a line and game
        #[arg(long)]
        json: bool,
    },
    /// Write the games in standard form; what cannot be read becomes a comment
    #[command(after_help = "Example:
  damocles pdn fix old.pdn > new.pdn")]
    Fix(Files),
}

#[derive(Args, Debug)]
struct Files {
    /// Rules of all games; otherwise each game tells its own
    #[arg(long)]
    variant: Option<Variant>,
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    names: Vec<String>,
}

pub(super) fn run(args: &PdnArgs) -> ExitCode {
    let (files, check) = match &args.command {
        Command::Check { files, json } => (files, Some(*json)),
        Command::Fix(files) => (files, None),
    };
    let mut out = io::stdout().lock();
    let (mut is_sound, mut all_read) = (true, true);
    for name in &files.names {
        let put = |game: &ReadGame, out: &mut dyn Write| match check {
            Some(json) => report(name, game, json, out),
            None => out.write_all(write_record(&game.record).as_bytes()),
        };
        let done = open(name).and_then(|input| each_game(input, files.variant, &mut out, put));
        match done {
            Ok(sound) => is_sound &= sound || check.is_none(),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => {
                eprintln!("damocles: {name}: {error}");
                all_read = false;
            }
        }
    }
    match (all_read, is_sound) {
        (false, _) => ExitCode::from(2),
        (true, false) => ExitCode::from(1),
        (true, true) => ExitCode::SUCCESS,
    }
}

fn open(name: &str) -> io::Result<Box<dyn BufRead>> {
    Ok(match name {
        "-" => Box::new(BufReader::new(io::stdin())),
        _ => Box::new(BufReader::new(File::open(name)?)),
    })
}

/// Reads pieces of a stream on all cores and puts their games in order; whether all are sound.
fn each_game(
    input: impl BufRead,
    variant: Option<Variant>,
    out: &mut dyn Write,
    put: impl Fn(&ReadGame, &mut dyn Write) -> io::Result<()>,
) -> io::Result<bool> {
    let mut chunks = PdnChunks::new(input);
    let (mut count, mut is_sound) = (0, true);
    loop {
        let some: Vec<_> = chunks.by_ref().take(AT_A_TIME).collect::<io::Result<_>>()?;
        if some.is_empty() {
            out.flush()?;
            return Ok(is_sound);
        }
        let read: Vec<_> = some.par_iter().map(|chunk| chunk.read(variant)).collect();
        for games in read {
            let before = count;
            for mut game in games {
                game.count_from(before);
                count = game.number;
                is_sound &= game.faults.is_empty();
                put(&game, out)?;
            }
        }
    }
}

/// Says of one game whether it is sound, and otherwise what is wrong.
fn report(name: &str, game: &ReadGame, json: bool, out: &mut dyn Write) -> io::Result<()> {
    let (record, number) = (&game.record, game.number);
    if json {
        let faults: Vec<_> = game
            .faults
            .iter()
            .map(|fault| {
                json!({"line": fault.line, "column": fault.column,
                    "half_move": fault.half_move, "message": fault.fault.to_string()})
            })
            .collect();
        let line = json!({"version": 1, "file": name, "game": number, "line": game.line,
            "variant": record.variant.to_string(), "half_moves": record.moves.len(),
            "result": record.result, "faults": faults});
        return writeln!(out, "{line}");
    }
    if game.faults.is_empty() {
        let (variant, half_moves) = (record.variant, record.moves.len());
        return writeln!(
            out,
            "{name}: game {number}: {variant}, {half_moves} half-moves"
        );
    }
    for fault in &game.faults {
        writeln!(out, "{name}: {fault}")?;
    }
    Ok(())
}
