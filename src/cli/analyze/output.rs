//! Where the results of a run go, and what an earlier run has left there.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};

use super::super::progress::Progress;
use super::{AnalyzeArgs, INTERRUPTED};
use crate::analysis::{Fault, JudgedGame, Known, Record, Run};

/// The results of a run.
pub(super) struct Output {
    sink: Box<dyn Write>,
    json: bool,
    /// How far the run has come.
    pub(super) progress: Progress,
    /// Faults that an earlier run has written down.
    told: HashSet<(String, usize, Option<usize>)>,
    /// Whether there were faults, then or now.
    has_faults: bool,
}

/// What an earlier run has done.
#[derive(Default)]
pub(super) struct Done {
    /// Lines of lists, by input.
    pub(super) positions: HashSet<(String, usize)>,
    /// Games that were judged to their end; without their moves unless they are wanted.
    pub(super) closed: HashSet<(String, usize)>,
    /// The moves of the others.
    pub(super) open: Known,
    /// The games that were judged to their end, in order, if they are wanted.
    pub(super) judged: Vec<JudgedGame>,
    faults: HashSet<(String, usize, Option<usize>)>,
    /// The game that the last lines are about.
    game: Option<JudgedGame>,
}

impl Output {
    /// Opens the file of `--out`, or standard output, and writes what is run; or reads what is
    /// there to resume it.
    pub(super) fn open(args: &AnalyzeArgs, run: Run) -> anyhow::Result<(Self, Done)> {
        let mut done = Done::default();
        let out = args.run.out.as_deref();
        let is_resumed = args.run.resume && out.is_some_and(Path::exists);
        let sink: Box<dyn Write> = match out {
            None => Box::new(io::stdout()),
            Some(path) if is_resumed => {
                let keeps_moves = args.run.report.is_some();
                let (file, found) = resume(path, &run, keeps_moves)?;
                done = found;
                Box::new(file)
            }
            Some(path) => {
                let name = path.display();
                let advice = if args.json {
                    "add --resume to go on with it, or "
                } else {
                    ""
                };
                ensure!(!path.exists(), "'{name}' exists: {advice}remove it");
                Box::new(File::create(path).with_context(|| format!("cannot write '{name}'"))?)
            }
        };
        let mut output = Self {
            sink,
            json: args.json,
            progress: Progress::new(),
            has_faults: !done.faults.is_empty(),
            told: std::mem::take(&mut done.faults),
        };
        if !is_resumed {
            output.record(|| Record::Run(run))?;
        }
        Ok((output, done))
    }

    /// Writes a record, if records are written.
    pub(super) fn record(&mut self, record: impl FnOnce() -> Record) -> anyhow::Result<()> {
        if self.json {
            self.write(&(record().to_line() + "\n"))?;
        }
        Ok(())
    }

    /// Writes a text, if texts are written.
    pub(super) fn text(&mut self, text: impl FnOnce() -> String) -> anyhow::Result<()> {
        if !self.json {
            self.write(&text())?;
        }
        Ok(())
    }

    /// Writes a fault and tells it, unless an earlier run has.
    pub(super) fn fault(&mut self, fault: Fault) -> anyhow::Result<()> {
        self.has_faults = true;
        if self.told.contains(&place(&fault)) {
            return Ok(());
        }
        self.progress.say(&format!("damocles: {}", words(&fault)));
        self.record(|| Record::Fault(fault))
    }

    /// One call a record, so that each is whole unless the disk is full.
    /// What the run ends with.
    pub(super) fn exit_code(&self, is_interrupted: bool) -> ExitCode {
        match (is_interrupted, self.has_faults) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, true) => ExitCode::from(1),
            (false, false) => ExitCode::SUCCESS,
        }
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.sink
            .write_all(text.as_bytes())
            .and_then(|()| self.sink.flush())
            .context("cannot write the results")
    }
}

/// A fault as people are told it.
fn words(fault: &Fault) -> String {
    let Fault {
        input,
        line,
        column,
        game,
        message,
    } = fault;
    let name = if input == "-" {
        "standard input"
    } else {
        input
    };
    let column = column.map_or(String::new(), |column| format!(", column {column}"));
    let game = game.map_or(String::new(), |game| format!(", game {game}"));
    format!("{name}, line {line}{column}{game}: {message}")
}

fn place(fault: &Fault) -> (String, usize, Option<usize>) {
    (fault.input.clone(), fault.line, fault.column)
}

/// Reads what an earlier run has written, cuts off what is not whole, and goes to the end.
fn resume(path: &Path, run: &Run, keeps_moves: bool) -> anyhow::Result<(File, Done)> {
    let name = path.display();
    let context = || format!("cannot go on with '{name}'");
    let file = OpenOptions::new().read(true).write(true).open(path);
    let mut reader = BufReader::new(file.with_context(context)?);
    let mut done = Done::default();
    let (mut length, mut line, mut number) = (0, Vec::new(), 0);
    loop {
        line.clear();
        reader.read_until(b'\n', &mut line).with_context(context)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        number += 1;
        length += line.len() as u64;
        let text = String::from_utf8_lossy(&line);
        let record = Record::parse(text.trim_end())
            .with_context(|| format!("line {number} of '{name}': expected a record"))?;
        match record {
            Record::Run(found) if number == 1 => ensure!(
                found == *run,
                "'{name}' is of another run: its first line differs in inputs, limits or options"
            ),
            _ if number == 1 => bail!("'{name}' does not begin with a run"),
            record => done.add(record, keeps_moves),
        }
    }
    if let Some(game) = done.game.take() {
        done.put_aside(game);
    }
    let mut file = reader.into_inner();
    file.set_len(length).with_context(context)?;
    file.seek(SeekFrom::End(0)).with_context(context)?;
    if number == 0 {
        let line = Record::Run(run.clone()).to_line() + "\n";
        file.write_all(line.as_bytes()).with_context(context)?;
    }
    Ok((file, done))
}

impl Done {
    fn add(&mut self, record: Record, keeps_moves: bool) {
        match record {
            Record::Position(position) => {
                self.positions.insert((position.input, position.line));
            }
            Record::Game(head) => {
                if let Some(game) = self.game.take() {
                    self.put_aside(game);
                }
                self.game = Some(JudgedGame {
                    head: *head,
                    moves: Vec::new(),
                });
            }
            Record::Move(mv) => {
                if let Some(game) = &mut self.game {
                    game.moves.push(*mv);
                }
            }
            Record::Summary(summary) => {
                self.closed.insert((summary.input, summary.game));
                self.judged.extend(self.game.take().filter(|_| keeps_moves));
            }
            Record::Fault(fault) => {
                self.faults.insert(place(&fault));
            }
            Record::Run(_) | Record::Report(_) | Record::Result(_) => {}
        }
    }

    /// Keeps the moves of a game that was not judged to its end.
    fn put_aside(&mut self, game: JudgedGame) {
        let key = (game.head.input, game.head.game);
        self.open.insert(key, game.moves);
    }
}
