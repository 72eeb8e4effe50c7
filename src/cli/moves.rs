//! `damocles moves`.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use crate::board::Square;
use crate::movegen::legal_moves;
use crate::notation::{parse_position, write_fen, write_move};
use crate::position::{MoveList, Position};
use crate::rules::Variant;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  damocles moves
  damocles moves --variant russian 'W:Wc3,e3:Bd4'
  printf 'W:W28:B23\\nB:W28:B23\\n' | damocles moves --json -

With --json each position is one line:
  {\"fen\": \"W:W32:B27\", \"variant\": \"international\", \"moves\": [{\"move\": \"32x21\",
   \"from\": \"32\", \"to\": \"21\", \"captured\": [\"27\"], \"crowns\": false}]}
or, if it cannot be read, {\"fen\": \"...\", \"error\": \"...\"}.")]
pub(super) struct MovesArgs {
    /// Rules to play by
    #[arg(long, default_value_t = Variant::default())]
    variant: Variant,
    /// Print one JSON object a line and position
    #[arg(long)]
    json: bool,
    /// The position (FEN or Hub string), or `-` for one a line on standard input
    #[arg(value_name = "FEN", default_value = "start")]
    position: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Listed<'a> {
    Moves {
        fen: &'a str,
        variant: String,
        moves: Vec<MoveText>,
    },
    Error {
        fen: &'a str,
        error: String,
    },
}

#[derive(Serialize)]
struct MoveText {
    r#move: String,
    from: String,
    to: String,
    captured: Vec<String>,
    crowns: bool,
}

pub(super) fn run(args: &MovesArgs) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut all_read = true;
    if args.position == "-" {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = input
                .read_until(b'\n', &mut line)
                .context("cannot read standard input")?;
            if length == 0 {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            if !text.trim().is_empty() {
                all_read &= list(args, text.trim(), &mut out)?;
            }
        }
    } else if args.position.trim() == "start" {
        let start = write_fen(args.variant, &Position::start(args.variant));
        all_read = list(args, &start, &mut out)?;
    } else {
        all_read = list(args, args.position.trim(), &mut out)?;
    }
    Ok(if all_read {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// Prints the moves of one position, or why it cannot be read; says whether it could.
fn list(args: &MovesArgs, fen: &str, out: &mut impl Write) -> anyhow::Result<bool> {
    let variant = args.variant;
    let listed = match parse_position(variant, fen) {
        Ok(pos) => Listed::Moves {
            fen,
            variant: variant.to_string(),
            moves: texts(variant, &pos),
        },
        Err(error) => Listed::Error {
            fen,
            error: error.to_string(),
        },
    };
    if args.json {
        serde_json::to_writer(&mut *out, &listed)?;
        writeln!(out)?;
    } else {
        match &listed {
            Listed::Moves { moves, .. } => {
                let names: Vec<&str> = moves.iter().map(|mv| mv.r#move.as_str()).collect();
                writeln!(out, "{}", names.join(" "))?;
            }
            Listed::Error { fen, error } => {
                // An empty line keeps the lines of output those of the input.
                writeln!(out)?;
                eprintln!("damocles: position '{fen}': {error}");
            }
        }
    }
    out.flush()?;
    Ok(matches!(listed, Listed::Moves { .. }))
}

/// The legal moves, sorted by start, end and captured pieces in the order of the numbering.
fn texts(variant: Variant, pos: &Position) -> Vec<MoveText> {
    let rules = variant.rules();
    let place = |square: Square| {
        let name = rules.geometry.name(square, rules.numbering).to_string();
        // Numbers sort by value, which is by length first; letters all have one length.
        (name.len(), name)
    };
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    let mut texts: Vec<_> = moves
        .iter()
        .map(|&mv| {
            let mut captured: Vec<_> = mv.captured().into_iter().map(place).collect();
            captured.sort();
            (place(mv.from()), place(mv.to()), captured, mv)
        })
        .collect();
    texts.sort_by(|a, b| (&a.0, &a.1, &a.2).cmp(&(&b.0, &b.1, &b.2)));
    texts
        .into_iter()
        .map(|(from, to, captured, mv)| MoveText {
            r#move: write_move(variant, pos, mv),
            from: from.1,
            to: to.1,
            captured: captured.into_iter().map(|(_, name)| name).collect(),
            crowns: mv.crowns(),
        })
        .collect()
}
