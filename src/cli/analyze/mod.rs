//! `damocles analyze`.

mod games;
mod list;
mod output;
mod single;
mod source;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::thinking::{EngineArgs, LimitArgs};
use crate::analysis::{LimitsRecord, Marks, Ranges, Run, Selection};
use crate::engine::{Id, Settings};
use crate::position::Side;
use crate::search::Limits;
use source::{Kind, Source};

/// The exit code of a run that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;
/// What each position of a list or game gets if nothing else is said.
const RUN_TIME: Duration = Duration::from_secs(1);

#[derive(Args, Debug)]
#[command(
    after_help = "An INPUT is a position, a file, or `-` for standard input. A file holds games (PDN) or a list of
positions, one a line, with comments behind `#`; which, is seen from how it begins.

One position is searched until a limit is reached, until Ctrl-C, or until there is nothing more to
find. Each position of lists and games is searched alone (1 second unless a limit is given), as many
at once as --threads says, each by one thread with an empty table of its own. So with --nodes or
--depth the result does not depend on the number of threads, nor on where a run was resumed.
Ctrl-C keeps what is done.

Games come out as PDN, with the evaluation of each move from White, `?!`, `?` and `??` ($6, $2, $4)
for losses from 5, 10 and 15 points on, and the better line. Points are percent of the expected
score, the chance to win and half the chance to draw.

With --json each line is an object with `schema` (1) and `type`. One position: `report` for each
line found and `result` at the end. Lists: `run`, then `position` or `fault` for each line. Games:
`run`, then `game`, its `move`s and its `summary`. Scores are in men, of moves from White, otherwise
from the side to move; 99.95 is a win in 5 plies. All fields: --json-schema.

Examples:
  damocles analyze --time 5
  damocles analyze 'W:WK5,28,38,39:BK2,13,18,23' --multi-pv 3 --depth 15
  damocles analyze games.pdn --nodes 200000 --threads 4 --report games.html > judged.pdn
  damocles analyze positions.txt --depth 12 --json --out judged.jsonl --resume
  grep '^W:' positions.txt | damocles analyze - --variant russian --nodes 50000 --json"
)]
pub(super) struct AnalyzeArgs {
    /// Positions (FEN or Hub string), files of positions or games, or `-`
    #[arg(value_name = "INPUT", default_value = "start")]
    inputs: Vec<String>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// How many of the best lines to show, from 1 to 64
    #[arg(long, value_name = "N")]
    multi_pv: Option<u8>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Print the JSON Schema of these objects
    #[arg(long)]
    json_schema: bool,
    /// Draw the board with letters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// What concerns lists and games alone.
#[derive(Args, Debug)]
#[command(next_help_heading = "Lists and games")]
struct RunArgs {
    /// What the inputs hold
    #[arg(long = "as", value_name = "KIND", value_enum, default_value_t = Kind::Auto)]
    kind: Kind,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on behind the last complete line of the file of --out
    #[arg(long, requires_all = ["out", "json"])]
    resume: bool,
    /// Write a page about the games of this run, for people
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Only games with these numbers in their file: 1-5,8,20-
    #[arg(long, value_name = "RANGES")]
    games: Option<Ranges>,
    /// Only these half-moves of games
    #[arg(long, value_name = "RANGES")]
    plies: Option<Ranges>,
    /// Only moves of this side
    #[arg(long, value_enum)]
    side: Option<SideArg>,
    /// Losses in points from which on a move is an inaccuracy, a mistake, a blunder
    #[arg(long, value_name = "A,B,C", value_parser = marks, default_value = "5,10,15")]
    marks: Marks,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum SideArg {
    White,
    Black,
}

fn marks(text: &str) -> Result<Marks, String> {
    let numbers = text.split(',').map(|part| part.trim().parse().ok());
    let numbers: Option<Vec<f64>> = numbers.collect();
    match numbers.as_deref() {
        Some(&[inaccuracy, mistake, blunder])
            if 0.0 <= inaccuracy && inaccuracy <= mistake && mistake <= blunder =>
        {
            Ok(Marks {
                inaccuracy,
                mistake,
                blunder,
            })
        }
        _ => Err(format!(
            "expected three numbers of points that rise, such as 5,10,15, found '{text}'"
        )),
    }
}

pub(super) fn run(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    if args.json_schema {
        print!("{}", crate::analysis::SCHEMA_TEXT);
        return Ok(ExitCode::SUCCESS);
    }
    match Source::of(&args.inputs, args.run.kind)? {
        Source::Single(text) => {
            args.run.refuse_for_one()?;
            single::run(args, &text)
        }
        Source::List(inputs) => list::run(args, inputs),
        Source::Games(inputs) => games::run(args, inputs),
    }
}

impl AnalyzeArgs {
    fn settings(&self, settings: Settings) -> anyhow::Result<(Settings, Limits)> {
        let mut settings = settings;
        if let Some(lines) = self.multi_pv {
            settings.set("multi-pv", &lines.to_string())?;
        }
        let mut limits = self.limits.limits();
        limits.lines = settings.lines();
        Ok((settings, limits))
    }

    /// The options of a run, and the limits of each of its searches.
    fn run_settings(&self) -> anyhow::Result<(Settings, Limits)> {
        let (settings, mut limits) = self.settings(self.engine.run_settings()?)?;
        if limits.is_infinite() {
            limits.move_time = Some(RUN_TIME);
        }
        Ok((settings, limits))
    }

    /// What is written down of a run.
    fn header(&self, settings: &Settings, limits: &Limits) -> Run {
        let Marks {
            inaccuracy,
            mistake,
            blunder,
        } = self.run.marks;
        Run {
            program: concat!("damocles ", env!("CARGO_PKG_VERSION")).to_owned(),
            inputs: self.inputs.clone(),
            variant: settings.variant().to_string(),
            draw_rules: settings.value(Id::DrawRules),
            limits: LimitsRecord {
                depth: limits.depth,
                nodes: limits.nodes,
                time: limits.move_time.map(|time| time.as_secs_f64()),
            },
            multi_pv: limits.lines,
            tt_size: settings.table_log2(),
            selection: self.run.selection().to_string(),
            marks: [inaccuracy, mistake, blunder],
        }
    }
}

impl RunArgs {
    fn selection(&self) -> Selection {
        Selection {
            games: self.games.clone(),
            plies: self.plies.clone(),
            side: self.side.map(|side| match side {
                SideArg::White => Side::White,
                SideArg::Black => Side::Black,
            }),
        }
    }

    /// One position is shown and not kept.
    fn refuse_for_one(&self) -> anyhow::Result<()> {
        let given = [
            ("--out", self.out.is_some()),
            ("--report", self.report.is_some()),
        ];
        for (name, is_given) in given {
            anyhow::ensure!(!is_given, "{name} expects a file of positions or games");
        }
        Ok(())
    }
}
