//! One position, shown as the search goes on.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;

use super::super::thinking::position;
use super::super::words::{self, name, opinion};
use super::AnalyzeArgs;
use crate::analysis::{Finding, Record, SearchedLine, Verdict, keep};
use crate::egdb::{default_folder, is_exact};
use crate::engine::{Chances, Engine};
use crate::game::Game;
use crate::notation::{diagram, write_fen, write_line};
use crate::position::Side;
use crate::search::{Report, Signals};

pub(super) fn run(args: &AnalyzeArgs, text: &str) -> anyhow::Result<ExitCode> {
    let (settings, limits) = args.settings(args.engine.settings()?)?;
    let start = position(settings.variant(), text.trim())?;
    let mut engine = Engine::new(settings);
    engine.keep_tables_in(default_folder());
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
        analysis.show_end(&Finding::over(&analysis.game, outcome))?;
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
    let lines = analysis.lines.clone();
    let finding = Finding::new(&analysis.game, &answer, lines, began.elapsed());
    analysis.show_end(&finding)?;
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
        keep(&mut self.lines, report);
        if self.json {
            let line = SearchedLine::of(&self.game, report);
            self.write_json(&Record::Report(line))
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
            write_line(self.game.variant(), self.game.position(), &report.line).join(" ")
        )?;
        self.out.flush()
    }

    fn show_end(&mut self, finding: &Finding) -> io::Result<()> {
        let words = opinion(finding.score, self.side());
        let verdict = Verdict::of(&self.game, finding, words);
        if self.json {
            return self.write_json(&Record::Result(Box::new(verdict)));
        }
        if let Some(outcome) = verdict.outcome {
            return writeln!(self.out, "the game is over: {outcome}");
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
        let Chances { win, draw, loss } = Chances::of(self.game.variant(), finding.score);
        let (side, score) = (name(self.side()), words::score(finding.score));
        writeln!(self.out, "\nevaluation  {score}: {}", verdict.evaluation)?;
        if let Some(value) = finding.ending {
            let caution = if is_exact(self.game.variant(), self.game.position()) {
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

    fn write_json(&mut self, record: &Record) -> io::Result<()> {
        writeln!(self.out, "{}", record.to_line())?;
        self.out.flush()
    }
}
