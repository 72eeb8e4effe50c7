//! Games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;

use super::AnalyzeArgs;
use super::output::Output;
use super::source::Input;
use crate::analysis::{
    Bench, CaseGame, Event, Fault, GameHead, GameSummary, JudgedGame, Record, annotated,
    judge_games, page,
};
use crate::egdb::default_folder;
use crate::engine::Id;
use crate::game::Game;
use crate::notation::{GameRecord, RecordStream, write_fen, write_line};
use crate::rules::{DrawSet, Variant};
use crate::search::Signals;

pub(super) fn run(args: &AnalyzeArgs, inputs: Vec<Input>) -> anyhow::Result<ExitCode> {
    let (settings, limits) = args.run_settings()?;
    let header = args.header(&settings, &limits);
    let (mut output, mut done) = Output::open(args, header.clone())?;
    let signals = Arc::new(Signals::new(false));
    let interrupted = Arc::clone(&signals);
    ctrlc::set_handler(move || interrupted.stop()).context("cannot listen for Ctrl-C")?;
    let bench = Bench {
        limits,
        settings: settings.clone(),
        cache: default_folder(),
        threads: settings.threads(),
        selection: args.run.selection(),
        marks: args.run.marks,
    };
    let variant = args.engine.has_variant().then(|| settings.variant());
    let draws = settings.value(Id::DrawRules);
    let draws = DrawSet::by_name(&draws).with_context(|| format!("draw rules '{draws}'"))?;
    let selection = bench.selection.clone();
    let closed = std::mem::take(&mut done.closed);
    let games = inputs
        .into_iter()
        .flat_map(move |input| cases(input, variant, draws));
    let games = games.filter(move |game| match game {
        Ok(case) => {
            let number = case.head.game;
            selection.has_game(number) && !closed.contains(&(case.head.input.clone(), number))
        }
        Err(fault) => fault.game.is_none_or(|number| selection.has_game(number)),
    });
    let mut judged = std::mem::take(&mut done.judged);
    let mut written = Ok(());
    let (mut moves, mut finished) = (0, judged.len());
    let known = std::mem::take(&mut done.open);
    let begun: Vec<_> = known.keys().cloned().collect();
    judge_games(&bench, games, known, &signals, |event| {
        if matches!(event, Event::Move(_)) {
            moves += 1;
        }
        let is_interrupted = signals.is_stopped();
        written = take(&mut output, event, &begun, is_interrupted, |game| {
            finished += 1;
            if args.run.report.is_some() {
                judged.push(game);
            }
        });
        output
            .progress
            .tell(|| format!("{finished} games, {moves} moves judged"));
        if written.is_err() {
            signals.stop();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    output.progress.end();
    written?;
    if let Some(path) = &args.run.report {
        let text = page(&header, &judged)?;
        std::fs::write(path, text).with_context(|| format!("cannot write '{}'", path.display()))?;
    }
    Ok(output.exit_code(signals.is_stopped()))
}

/// Writes down what happens.
fn take(
    output: &mut Output,
    event: Event<'_, GameRecord>,
    begun: &[(String, usize)],
    is_interrupted: bool,
    mut closed: impl FnMut(JudgedGame),
) -> anyhow::Result<()> {
    match event {
        Event::Open(case) => {
            let key = (case.head.input.clone(), case.head.game);
            if begun.contains(&key) {
                return Ok(());
            }
            output.record(|| Record::Game(Box::new(case.head.clone())))
        }
        Event::Move(mv) => output.record(|| Record::Move(Box::new(mv.clone()))),
        Event::Close(case, game) => {
            output.text(|| annotated(&case.origin, &game))?;
            // A game that was broken off is not summed up, so that it can be resumed.
            if !is_interrupted {
                output.record(|| {
                    Record::Summary(GameSummary {
                        input: game.head.input.clone(),
                        game: game.head.game,
                        summary: game.summary(),
                    })
                })?;
            }
            closed(game);
            Ok(())
        }
        Event::Fault(fault) => output.fault(fault),
    }
}

/// The games of an input as they are read; a faulty game is told by its first fault.
fn cases(
    input: Input,
    variant: Option<Variant>,
    draws: DrawSet,
) -> impl Iterator<Item = Result<CaseGame<GameRecord>, Fault>> {
    let Input { name, reader } = input;
    RecordStream::new(reader, variant).map(move |game| match game {
        Ok(game) => match game.faults.first() {
            None => Ok(case(&name, game.number, game.record, draws)),
            Some(error) => Err(Fault {
                input: name.clone(),
                line: error.line,
                column: Some(error.column),
                game: Some(error.game),
                message: format!("half-move {}: {}", error.half_move, error.fault),
            }),
        },
        Err(error) => Err(Fault {
            input: name.clone(),
            line: 1,
            column: None,
            game: None,
            message: format!("cannot read: {error}"),
        }),
    })
}

fn case(input: &str, number: usize, origin: GameRecord, draws: DrawSet) -> CaseGame<GameRecord> {
    let variant = origin.variant;
    let mut game = Game::from_position(variant, draws.rules(variant), origin.start);
    for recorded in &origin.moves {
        if game.play(recorded.mv).is_err() {
            break;
        }
    }
    let mut tags = BTreeMap::new();
    for (name, value) in &origin.tags {
        tags.entry(name.clone()).or_insert_with(|| value.clone());
    }
    let head = GameHead {
        input: input.to_owned(),
        game: number,
        variant: variant.to_string(),
        tags,
        fen: write_fen(variant, game.start()),
        moves: write_line(variant, game.start(), game.moves()),
        result: origin.result.clone(),
    };
    CaseGame { head, game, origin }
}
