//! `damocles render`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::thinking::position;
use crate::board::Bitboard;
use crate::notation::{MoveText, Picture, svg_diagram};
use crate::position::Side;
use crate::rules::Variant;

#[derive(Args, Debug)]
#[command(
    after_help = "The picture goes to standard output. It is made of shapes and text alone and refers to nothing
else, so it can stand in a page or in a file. Numbers and letters are those of the variant.

Examples:
  damocles render 'W:WK5,28,38,39:BK2,13,18,23' > board.svg
  damocles render --variant russian 'W:Wc3,e3:Bd4' --last-move c5-d4 --flip > board.svg"
)]
pub(super) struct RenderArgs {
    /// The position (FEN or Hub string)
    #[arg(value_name = "FEN", default_value = "start")]
    position: String,
    /// Whose board and numbers are drawn
    #[arg(long, default_value_t = Variant::default())]
    variant: Variant,
    /// Mark the squares of a move that has led to the position
    #[arg(long, value_name = "MOVE")]
    last_move: Option<String>,
    /// Put Black at the bottom
    #[arg(long)]
    flip: bool,
}

pub(super) fn run(args: &RenderArgs) -> anyhow::Result<ExitCode> {
    let pos = position(args.variant, args.position.trim())?;
    let mut marked = Bitboard::EMPTY;
    if let Some(text) = &args.last_move {
        let squares = MoveText::parse(text).and_then(|mv| mv.named_squares(args.variant));
        for square in squares.context("--last-move")? {
            marked |= Bitboard::of(square);
        }
    }
    let bottom = if args.flip { Side::Black } else { Side::White };
    let picture = svg_diagram(args.variant, &pos, Picture { bottom, marked });
    io::stdout()
        .lock()
        .write_all(picture.as_bytes())
        .context("cannot write the picture")?;
    Ok(ExitCode::SUCCESS)
}
