//! `damocles egdb probe`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use super::Which;
use crate::egdb::{MAX_PIECES, Tables, Value, is_exact};
use crate::movegen::legal_moves;
use crate::notation::{parse_position, write_fen, write_move};
use crate::position::{MoveList, Side};

#[derive(Args, Debug)]
#[command(
    after_help = "Values are those of best play without draw rules, for the side to move
before each move. The exit code is 1 if the position is not in the tables.

Examples:
  damocles egdb probe --variant english 'W:WK14:BK32'
  damocles egdb probe --variant russian --dir tables 'W:Wc3,Kg1:Ba5,Kh8' --json"
)]
pub(super) struct ProbeArgs {
    #[command(flatten)]
    which: Which,
    /// The position, as a FEN or a Hub string
    #[arg(value_name = "FEN")]
    position: String,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    /// Nothing if the position is not in the tables.
    value: Option<Value>,
    /// Whether the value heeds every rule but draw rules.
    exact: bool,
    moves: Vec<MoveValue>,
}

#[derive(Serialize)]
struct MoveValue {
    r#move: String,
    value: Option<Value>,
}

pub(super) fn run(args: &ProbeArgs) -> anyhow::Result<ExitCode> {
    let variant = args.which.variant;
    let pos = parse_position(variant, &args.position)
        .with_context(|| format!("position '{}'", args.position))?;
    let folder = args.which.folder()?;
    let tables = Tables::open(&folder, variant, MAX_PIECES)?;
    let mut moves = MoveList::new();
    legal_moves(variant, &pos, &mut moves);
    let mut list: Vec<MoveValue> = moves
        .iter()
        .map(|&mv| MoveValue {
            r#move: write_move(variant, &pos, mv),
            value: tables.probe(&pos.after(mv)).map(Value::opposite),
        })
        .collect();
    // Best first.
    list.sort_by(|one, other| {
        other
            .value
            .cmp(&one.value)
            .then(one.r#move.cmp(&other.r#move))
    });
    let report = Report {
        fen: write_fen(variant, &pos),
        value: tables.probe(&pos),
        exact: is_exact(variant, &pos),
        moves: list,
    };
    let side = match pos.side() {
        Side::White => "White",
        Side::Black => "Black",
    };
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else if let Some(value) = report.value {
        let caution = if report.exact {
            ""
        } else {
            " (the limit of king moves left out)"
        };
        writeln!(out, "{}: {value} for {side}{caution}", report.fen)?;
        for one in &report.moves {
            let value = one
                .value
                .map_or("unknown".to_owned(), |value| value.to_string());
            writeln!(out, "  {:<8} {value}", one.r#move)?;
        }
    } else {
        let (pieces, dir) = (tables.pieces(), folder.display());
        writeln!(
            out,
            "{}: unknown; {dir} has {variant} up to {pieces} pieces",
            report.fen
        )?;
    }
    Ok(ExitCode::from(u8::from(report.value.is_none())))
}
