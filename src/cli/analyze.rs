//! `damocles analyze`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use super::thinking::{EngineArgs, LimitArgs, position};
use super::words::{self, line, name, opinion};
use crate::egdb::{Value, is_exact};
use crate::engine::{Chances, Engine};
use crate::game::{Game, Outcome};
use crate::notation::{diagram, write_fen, write_move};
use crate::position::Side;
use crate::search::{Answer, Report, Score, Signals};

/// Version of the JSON lines; it changes when a field changes its meaning or goes away.
const SCHEMA: u32 = 1;

#[derive(Args, Debug)]
#[command(
    after_help = "Without a limit it thinks until Ctrl-C, or until there is nothing more to find. Scores are in men,
from the side to move; `win in 5` counts plies.

With --json each line is an object. While it thinks, one for each report:
  {\"schema\": 1, \"type\": \"report\", \"depth\": 9, \"max_depth\": 14, \"rank\": 1, \"score\": 0.12,
   \"plies_to_end\": null, \"nodes\": 5120, \"time\": 0.012, \"table_permille\": 1,
   \"line\": [\"32-28\", \"19-23\"]}
and at the end one with the type \"result\" and `variant`, `fen`, `side` (to move), `outcome` and
`winner` (null unless the game is over), `best`, `expected`, `score`, `plies_to_end` (null unless
proven), `evaluation` (in words), `tables` (win,
draw or loss by the ending tables, or null), `win`, `draw`, `loss` (percent), `nodes`, `time`, and `lines`: the
last report of each rank.

Examples:
  damocles analyze --time 5
  damocles analyze 'W:WK5,28,38,39:BK2,13,18,23' --multi-pv 3 --depth 15
  damocles analyze --variant russian 'W:Wc3,e3,g3:Bd6,f6,h6' --nodes 1000000 --json"
)]
pub(super) struct AnalyzeArgs {
    /// The position (FEN or Hub string)
    #[arg(value_name = "FEN", default_value = "start")]
    position: String,
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
    /// Draw the board with letters
    #[arg(long)]
    ascii: bool,
}

pub(super) fn run(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    let mut settings = args.engine.settings()?;
    if let Some(lines) = args.multi_pv {
        settings.set("multi-pv", &lines.to_string())?;
    }
    let mut limits = args.limits.limits();
    limits.lines = settings.lines();
    let start = position(settings.variant(), args.position.trim())?;
    let mut engine = Engine::new(settings);
    engine.set_position(start);
    let mut analysis = Analysis {
        game: engine.game().clone(),
        json: args.json,
        has_ranks: limits.lines > 1,
        lines: Vec::new(),
        out: io::stdout().lock(),
    };
    if let Some(outcome) = analysis.game.outcome() {
        if !args.json {
            analysis.show_board(args.ascii)?;
        }
        analysis.show_outcome(outcome)?;
        return Ok(ExitCode::SUCCESS);
    }
    if !args.json {
        analysis.show_board(args.ascii)?;
        analysis.show_head()?;
    }
    let signals = Arc::new(Signals::new(false));
    let interrupted = Arc::clone(&signals);
    ctrlc::set_handler(move || interrupted.stop()).context("cannot listen for Ctrl-C")?;
    let began = Instant::now();
    let mut written = Ok(());
    let answer = engine.think(&limits, &signals, &mut |report: &Report| {
        if written.is_ok() {
            written = analysis.show_report(report);
        }
        if written.is_err() {
            signals.stop();
        }
    });
    written?;
    analysis.show_answer(&answer, began.elapsed())?;
    Ok(ExitCode::SUCCESS)
}

/// A position, and what has been found out about it.
struct Analysis<W> {
    game: Game,
    json: bool,
    /// Whether the rank of a line is shown.
    has_ranks: bool,
    /// The last report of each rank.
    lines: Vec<Report>,
    out: W,
}

/// What a search has found for one rank.
#[derive(Serialize)]
struct Found {
    depth: u32,
    max_depth: u32,
    rank: u32,
    /// In men, from the side to move.
    score: f64,
    plies_to_end: Option<u16>,
    nodes: u64,
    /// In seconds.
    time: f64,
    table_permille: u32,
    line: Vec<String>,
}

/// The end of an analysis.
#[derive(Serialize)]
struct Verdict {
    variant: String,
    fen: String,
    side: String,
    outcome: Option<String>,
    winner: Option<String>,
    best: Option<String>,
    expected: Option<String>,
    score: f64,
    plies_to_end: Option<u16>,
    evaluation: String,
    tables: Option<Value>,
    #[serde(flatten)]
    chances: Percent,
    nodes: u64,
    /// In seconds.
    time: f64,
    lines: Vec<Found>,
}

#[derive(Serialize)]
struct Percent {
    win: u8,
    draw: u8,
    loss: u8,
}

/// One line of JSON.
#[derive(Serialize)]
struct Tagged<'a, T> {
    schema: u32,
    r#type: &'a str,
    #[serde(flatten)]
    content: T,
}

impl<W: Write> Analysis<W> {
    fn side(&self) -> Side {
        self.game.position().side()
    }

    fn show_board(&mut self, ascii: bool) -> io::Result<()> {
        let (variant, pos) = (self.game.variant(), *self.game.position());
        let board = diagram(variant, &pos, words::signs(ascii), Side::White);
        let side = name(pos.side());
        writeln!(self.out, "{variant}, {side} to move\n\n{board}")?;
        writeln!(self.out, "{}", words::material(&pos))?;
        writeln!(self.out, "{}\n", write_fen(variant, &pos))
    }

    fn show_head(&mut self) -> io::Result<()> {
        let rank = if self.has_ranks { "rank " } else { "" };
        let head = "depth       score        nodes     time";
        writeln!(self.out, "{rank}{head}  line for {}", name(self.side()))?;
        self.out.flush()
    }

    fn show_report(&mut self, report: &Report) -> io::Result<()> {
        // A move that has changed its rank is not kept twice.
        let first = report.line.first();
        self.lines
            .retain(|other| other.rank != report.rank && other.line.first() != first);
        self.lines.push(report.clone());
        self.lines.sort_by_key(|report| report.rank);
        if self.json {
            let found = self.found(report);
            self.write_json("report", found)
        } else {
            self.show_line(report)
        }
    }

    fn show_line(&mut self, report: &Report) -> io::Result<()> {
        if self.has_ranks {
            write!(self.out, "{:>4} ", report.rank)?;
        }
        writeln!(
            self.out,
            "{:>2}/{:<3} {:>10} {:>12} {:>7.2}s  {}",
            report.depth,
            report.selective_depth,
            words::score(report.score),
            report.nodes,
            report.elapsed.as_secs_f64(),
            line(self.game.variant(), self.game.position(), &report.line).join(" ")
        )?;
        self.out.flush()
    }

    fn show_outcome(&mut self, outcome: Outcome) -> io::Result<()> {
        if !self.json {
            return writeln!(self.out, "the game is over: {outcome}");
        }
        let score = match outcome.winner() {
            Some(winner) if winner == self.side() => Score::WIN,
            Some(_) => Score::loss_in(0),
            None => Score::DRAW,
        };
        let answer = Answer {
            best: None,
            expected: None,
            score,
            nodes: 0,
            ending: None,
        };
        let mut verdict = self.verdict(&answer, Duration::ZERO);
        verdict.outcome = Some(outcome.to_string());
        verdict.winner = Some(outcome.winner().map_or("nobody".to_owned(), small_name));
        verdict.evaluation = verdict.outcome.clone().unwrap_or_default();
        if outcome.winner().is_none() {
            verdict.chances = Percent {
                win: 0,
                draw: 100,
                loss: 0,
            };
        }
        self.write_json("result", verdict)
    }

    fn show_answer(&mut self, answer: &Answer, elapsed: Duration) -> io::Result<()> {
        let verdict = self.verdict(answer, elapsed);
        if self.json {
            return self.write_json("result", verdict);
        }
        if self.has_ranks {
            writeln!(self.out)?;
            for report in std::mem::take(&mut self.lines) {
                self.show_line(&report)?;
            }
        }
        let best = verdict.best.unwrap_or_default();
        write!(self.out, "\nbest move   {best}")?;
        if let Some(expected) = verdict.expected {
            write!(self.out, ", expecting {expected}")?;
        }
        let Percent { win, draw, loss } = verdict.chances;
        let (side, score) = (name(self.side()), words::score(answer.score));
        writeln!(self.out, "\nevaluation  {score}: {}", verdict.evaluation)?;
        if let Some(value) = answer.ending {
            let known = self.game.position();
            let caution = if is_exact(self.game.variant(), known) {
                "draw rules left out"
            } else {
                "draw rules and the limit of king moves left out"
            };
            writeln!(self.out, "tables      {value} for {side} ({caution})")?;
        }
        writeln!(
            self.out,
            "of 100 games {side} wins {win}, draws {draw}, loses {loss}"
        )
    }

    fn found(&self, report: &Report) -> Found {
        Found {
            depth: report.depth,
            max_depth: report.selective_depth,
            rank: report.rank,
            score: men(report.score),
            plies_to_end: report.score.plies_to_end(),
            nodes: report.nodes,
            time: report.elapsed.as_secs_f64(),
            table_permille: report.table_permille,
            line: line(self.game.variant(), self.game.position(), &report.line),
        }
    }

    fn verdict(&self, answer: &Answer, elapsed: Duration) -> Verdict {
        let (variant, pos) = (self.game.variant(), *self.game.position());
        let best = answer.best.map(|mv| write_move(variant, &pos, mv));
        let after = answer.best.map(|mv| pos.after(mv));
        let expected = after.zip(answer.expected);
        let Chances { win, draw, loss } = Chances::of(variant, answer.score);
        Verdict {
            variant: variant.to_string(),
            fen: write_fen(variant, &pos),
            side: small_name(pos.side()),
            outcome: None,
            winner: None,
            best,
            expected: expected.map(|(after, mv)| write_move(variant, &after, mv)),
            score: men(answer.score),
            plies_to_end: answer.score.plies_to_end(),
            evaluation: opinion(answer.score, pos.side()),
            tables: answer.ending,
            chances: Percent { win, draw, loss },
            nodes: answer.nodes,
            time: elapsed.as_secs_f64(),
            lines: self.lines.iter().map(|line| self.found(line)).collect(),
        }
    }

    fn write_json(&mut self, kind: &str, content: impl Serialize) -> io::Result<()> {
        let tagged = Tagged {
            schema: SCHEMA,
            r#type: kind,
            content,
        };
        serde_json::to_writer(&mut self.out, &tagged)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

fn men(score: Score) -> f64 {
    f64::from(score.hundredths()) / 100.0
}

fn small_name(side: Side) -> String {
    name(side).to_lowercase()
}
