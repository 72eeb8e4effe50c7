//! Lists of positions, one a line.

use std::io::Read;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;

use super::super::words::{opinion, score};
use super::AnalyzeArgs;
use super::output::Output;
use super::source::Input;
use crate::analysis::{Analyst, Fault, PositionRecord, Record, Verdict, in_order};
use crate::egdb::default_folder;
use crate::game::Game;
use crate::notation::parse_position;
use crate::rules::{DrawRules, Variant};
use crate::search::{Score, Signals};

/// The longest line that is read; no position is as long.
const LONGEST_LINE: u64 = 1 << 16;

pub(super) fn run(args: &AnalyzeArgs, inputs: Vec<Input>) -> anyhow::Result<ExitCode> {
    let (settings, limits) = args.run_settings()?;
    anyhow::ensure!(args.run.report.is_none(), "--report expects games");
    let (mut output, done) = Output::open(args, args.header(&settings, &limits))?;
    let signals = Arc::new(Signals::new(false));
    let interrupted = Arc::clone(&signals);
    ctrlc::set_handler(move || interrupted.stop()).context("cannot listen for Ctrl-C")?;
    let lines = inputs.into_iter().flat_map(Lines::of);
    let lines = lines.filter(move |line| !done.positions.contains(&line.place()));
    let (variant, draws) = (settings.variant(), settings.draw_rules());
    let equip = || Analyst::new(limits, settings.clone(), default_folder());
    let work = |analyst: &mut Analyst, line: Line| {
        let result = judged(analyst, &line, variant, draws, &signals);
        (!signals.is_stopped()).then_some(result)
    };
    let mut written = Ok(());
    let mut count = 0;
    in_order(settings.threads(), lines, equip, work, |result| {
        let Some(result) = result.filter(|_| !signals.is_stopped()) else {
            return ControlFlow::Break(());
        };
        written = match result {
            Ok((value, record)) => write(&mut output, value, record),
            Err(fault) => output.fault(fault),
        };
        count += 1;
        output.progress.tell(|| format!("{count} positions"));
        if written.is_err() {
            // Searches that still run are not wanted any more.
            signals.stop();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    output.progress.end();
    written?;
    Ok(output.exit_code(signals.is_stopped()))
}

fn judged(
    analyst: &mut Analyst,
    line: &Line,
    variant: Variant,
    draws: &'static DrawRules,
    signals: &Signals,
) -> Result<(Score, PositionRecord), Fault> {
    let read = line.text.as_ref().map_err(Clone::clone);
    let start = read.and_then(|text| {
        parse_position(variant, text).map_err(|error| format!("position '{text}': {error}"))
    });
    let start = start.map_err(|message| Fault {
        input: line.input.to_string(),
        line: line.number,
        column: None,
        game: None,
        message,
    })?;
    let game = Game::from_position(variant, draws, start);
    let finding = analyst.find(&game, false, signals);
    let words = opinion(finding.score, finding.side);
    let record = PositionRecord {
        input: line.input.to_string(),
        line: line.number,
        verdict: Verdict::of(&game, &finding, words),
    };
    Ok((finding.score, record))
}

fn write(output: &mut Output, value: Score, record: PositionRecord) -> anyhow::Result<()> {
    output.text(|| {
        let verdict = &record.verdict;
        let moves = verdict.lines.first().map(|line| line.line.join(" "));
        let found = moves.or_else(|| verdict.outcome.clone());
        let found = found.unwrap_or_default();
        let line = record.line;
        format!("{line:>6} {:>11}  {}  {found}\n", score(value), verdict.fen)
    })?;
    output.record(|| Record::Position(Box::new(record)))
}

/// A line that is not empty.
struct Line {
    input: Arc<str>,
    number: usize,
    text: Result<String, String>,
}

impl Line {
    fn place(&self) -> (String, usize) {
        (self.input.to_string(), self.number)
    }
}

/// The lines of an input.
struct Lines {
    name: Arc<str>,
    input: Input,
    number: usize,
    /// Whether there is no more to be read.
    is_over: bool,
}

impl Lines {
    fn of(input: Input) -> Self {
        Self {
            name: input.name.as_str().into(),
            input,
            number: 0,
            is_over: false,
        }
    }

    /// Reads a line: whether there was one, and its bytes, cut if there are too many.
    fn read(&mut self) -> std::io::Result<Option<(Vec<u8>, bool)>> {
        let mut line = Vec::new();
        let mut rest = Vec::new();
        let reader = &mut self.input.reader;
        read_until_end(&mut reader.take(LONGEST_LINE), &mut line)?;
        let is_cut = line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
        while is_cut && rest.last() != Some(&b'\n') {
            rest.clear();
            if read_until_end(&mut reader.take(LONGEST_LINE), &mut rest)? == 0 {
                break;
            }
        }
        Ok((!line.is_empty()).then_some((line, is_cut)))
    }
}

fn read_until_end(
    reader: &mut impl std::io::BufRead,
    line: &mut Vec<u8>,
) -> std::io::Result<usize> {
    reader.read_until(b'\n', line)
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        while !self.is_over {
            self.number += 1;
            let read = self.read();
            self.is_over = !matches!(read, Ok(Some(_)));
            let line = |text| Line {
                input: Arc::clone(&self.name),
                number: self.number,
                text,
            };
            match read {
                Ok(None) => return None,
                Ok(Some((_, true))) => {
                    let fault =
                        format!("expected a position, found more than {LONGEST_LINE} bytes");
                    return Some(line(Err(fault)));
                }
                Ok(Some((bytes, false))) => {
                    let text = String::from_utf8_lossy(&bytes);
                    let text = position_of(&text);
                    if !text.is_empty() {
                        return Some(line(Ok(text.to_owned())));
                    }
                }
                Err(error) => return Some(line(Err(format!("cannot read on: {error}")))),
            }
        }
        None
    }
}

/// The position of a line: without a comment, and without the tag that some lists put around it.
fn position_of(line: &str) -> &str {
    let text = line.split('#').next().unwrap_or_default();
    let text = text.trim_start_matches('\u{feff}').trim();
    let inside = text
        .strip_prefix("[FEN \"")
        .and_then(|rest| rest.split('"').next());
    inside.unwrap_or(text)
}
