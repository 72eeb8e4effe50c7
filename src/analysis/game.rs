//! The games of a run: which positions of them are searched, and what comes of it.

use std::collections::HashMap;
use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::analyst::{Analyst, Finding};
use super::crew::in_order;
use super::judgement::{Judgement, Marks, Summary, rounded};
use super::record::{self, Fault, GameHead, MoveRecord, men};
use crate::engine::Settings;
use crate::game::Game;
use crate::notation::{write_fen, write_line, write_move};
use crate::position::{Position, Side};
use crate::search::{Limits, Signals};

/// A game that is to be judged.
pub struct CaseGame<O> {
    /// What is written of it.
    pub head: GameHead,
    /// The game with all its moves.
    pub game: Game,
    /// What it was made from; it is only carried along.
    pub origin: O,
}

/// A game and its moves that have been judged.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedGame {
    /// What is written of it.
    pub head: GameHead,
    /// The moves, in order; some may be missing.
    pub moves: Vec<MoveRecord>,
}

impl JudgedGame {
    /// The moves added up.
    pub fn summary(&self) -> Summary {
        record::summary(&self.moves)
    }

    /// The judgement of a half-move, counted from 1.
    pub fn at(&self, ply: usize) -> Option<&MoveRecord> {
        let index = self.moves.binary_search_by_key(&ply, |mv| mv.ply).ok()?;
        self.moves.get(index)
    }
}

/// Numbers that are wanted: `1-5,8,20-`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranges(Vec<RangeInclusive<usize>>);

impl Ranges {
    /// Whether a number is among them.
    pub fn has(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

impl FromStr for Ranges {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected numbers and ranges such as 1-5,8,20-, found '{text}'");
        let number = |text: &str| {
            text.trim()
                .parse::<usize>()
                .ok()
                .filter(|&number| number > 0)
        };
        let range = |part: &str| match part.split_once('-') {
            None => number(part).map(|number| number..=number),
            Some((from, "")) => number(from).map(|from| from..=usize::MAX),
            Some((from, to)) => Some(number(from)?..=number(to)?),
        };
        let ranges = text.split(',').map(|part| range(part.trim()));
        let ranges: Vec<_> = ranges.collect::<Option<_>>().ok_or_else(expected)?;
        if ranges.iter().any(RangeInclusive::is_empty) {
            return Err(expected());
        }
        Ok(Self(ranges))
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, range) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            match (*range.start(), *range.end()) {
                (from, usize::MAX) => write!(f, "{comma}{from}-")?,
                (from, to) if from == to => write!(f, "{comma}{from}")?,
                (from, to) => write!(f, "{comma}{from}-{to}")?,
            }
        }
        Ok(())
    }
}

/// Which games and moves are judged; what is not said holds for all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Numbers of games in their input.
    pub games: Option<Ranges>,
    /// Half-moves, from 1.
    pub plies: Option<Ranges>,
    /// Whose moves.
    pub side: Option<Side>,
}

impl Selection {
    /// Whether a game is wanted.
    pub fn has_game(&self, number: usize) -> bool {
        self.games.as_ref().is_none_or(|games| games.has(number))
    }

    fn has_move(&self, ply: usize, side: Side) -> bool {
        self.plies.as_ref().is_none_or(|plies| plies.has(ply))
            && self.side.is_none_or(|wanted| wanted == side)
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(games) = &self.games {
            parts.push(format!("games {games}"));
        }
        if let Some(plies) = &self.plies {
            parts.push(format!("plies {plies}"));
        }
        if let Some(side) = self.side {
            parts.push(format!("side {}", record::side_name(side)));
        }
        f.write_str(&parts.join(" "))
    }
}

/// How games are judged.
#[derive(Clone, Debug)]
pub struct Bench {
    /// What each search may take.
    pub limits: Limits,
    /// The tables of each search: see [`Analyst::new`].
    pub settings: Settings,
    /// The folder in which ending tables are kept.
    pub cache: Option<PathBuf>,
    /// Positions searched at once.
    pub threads: usize,
    /// Which moves are judged.
    pub selection: Selection,
    /// The losses from which on moves are marked.
    pub marks: Marks,
}

/// The moves of games that were judged in an earlier run, by input and number of the game, in
/// their order.
pub type Known = HashMap<(String, usize), Vec<MoveRecord>>;

/// What happens in a run.
pub enum Event<'a, O> {
    /// A game begins.
    Open(&'a CaseGame<O>),
    /// A move has been judged.
    Move(&'a MoveRecord),
    /// A game ends: its moves, those of an earlier run included.
    Close(&'a CaseGame<O>, JudgedGame),
    /// Something could not be read.
    Fault(Fault),
}

/// What the reader gives to the workers, and they to the clerk.
enum Step<O, T> {
    Open(Arc<CaseGame<O>>),
    /// A position after so many half-moves.
    At(Arc<CaseGame<O>>, usize, T),
    Close(Arc<CaseGame<O>>),
    Fault(Fault),
}

/// Judges games in their order, until `take` breaks or `signals` say stop; then the game that was
/// begun is closed with the moves it has.
pub fn judge_games<O: Send + Sync + 'static>(
    bench: &Bench,
    games: impl Iterator<Item = Result<CaseGame<O>, Fault>> + Send + 'static,
    known: Known,
    signals: &Signals,
    mut take: impl FnMut(Event<'_, O>) -> ControlFlow<()>,
) {
    let selection = bench.selection.clone();
    let plies: HashMap<_, usize> = known
        .iter()
        .map(|(key, moves)| (key.clone(), moves.last().map_or(0, |mv| mv.ply)))
        .collect();
    let steps = games.flat_map(move |game| match game {
        Ok(game) => steps_of(Arc::new(game), &selection, &plies),
        Err(fault) => vec![Step::Fault(fault)],
    });
    let equip = || Analyst::new(bench.limits, bench.settings.clone(), bench.cache.clone());
    let work = |analyst: &mut Analyst, step: Step<O, ()>| match step {
        Step::Open(case) => Some(Step::Open(case)),
        Step::Close(case) => Some(Step::Close(case)),
        Step::Fault(fault) => Some(Step::Fault(fault)),
        Step::At(case, ply, ()) => {
            let game = up_to(&case.game, ply);
            let goes_on = ply < case.game.moves().len();
            let finding = analyst.find(&game, goes_on, signals);
            // What a broken search has found would not be found again.
            (!signals.is_stopped()).then_some(Step::At(case, ply, finding))
        }
    };
    let mut clerk = Clerk {
        marks: bench.marks,
        selection: &bench.selection,
        known,
        open: None,
        last: None,
    };
    in_order(bench.threads, steps, equip, work, |step| {
        match step.filter(|_| !signals.is_stopped()) {
            Some(step) => clerk.step(step, &mut take),
            None => ControlFlow::Break(()),
        }
    });
    if let Some((case, judged)) = clerk.open.take() {
        let _ = take(Event::Close(&case, judged));
    }
}

/// Opens a game, looks at the positions that its wanted moves need, and closes it.
fn steps_of<O>(
    case: Arc<CaseGame<O>>,
    selection: &Selection,
    known: &HashMap<(String, usize), usize>,
) -> Vec<Step<O, ()>> {
    let known = known.get(&key(&case.head)).copied().unwrap_or_default();
    let sides = case.game.positions().map(Position::side);
    let wanted: Vec<usize> = (1..=case.game.moves().len())
        .zip(sides)
        .filter(|&(ply, side)| ply > known && selection.has_move(ply, side))
        .map(|(ply, _)| ply)
        .collect();
    let mut steps = vec![Step::Open(Arc::clone(&case))];
    let mut next = 0;
    for ply in wanted {
        for place in [ply - 1, ply] {
            if place >= next {
                steps.push(Step::At(Arc::clone(&case), place, ()));
                next = place + 1;
            }
        }
    }
    steps.push(Step::Close(case));
    steps
}

fn key(head: &GameHead) -> (String, usize) {
    (head.input.clone(), head.game)
}

/// A game as it stood after so many half-moves.
fn up_to(game: &Game, plies: usize) -> Game {
    let mut shorter = game.clone();
    while shorter.moves().len() > plies {
        shorter.undo();
    }
    shorter
}

/// Puts findings together.
struct Clerk<'a, O> {
    marks: Marks,
    selection: &'a Selection,
    known: Known,
    open: Option<(Arc<CaseGame<O>>, JudgedGame)>,
    /// The position before, by the half-moves that led to it.
    last: Option<(usize, Finding)>,
}

impl<O> Clerk<'_, O> {
    fn step(
        &mut self,
        step: Step<O, Finding>,
        take: &mut impl FnMut(Event<'_, O>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match step {
            Step::Open(case) => {
                let moves = self.known.remove(&key(&case.head)).unwrap_or_default();
                let head = case.head.clone();
                let flow = take(Event::Open(&case));
                self.last = None;
                self.open = Some((case, JudgedGame { head, moves }));
                flow
            }
            Step::At(case, ply, finding) => {
                let before = self.last.take().filter(|(place, _)| place + 1 == ply);
                let side = !finding.side;
                let mut flow = ControlFlow::Continue(());
                if let Some((_, before)) = before
                    && self.selection.has_move(ply, side)
                    && let Some(mv) = judged(&case, ply, &before, &finding, &self.marks)
                    && let Some((_, game)) = &mut self.open
                {
                    flow = take(Event::Move(&mv));
                    game.moves.push(mv);
                }
                self.last = Some((ply, finding));
                flow
            }
            Step::Close(case) => match self.open.take() {
                Some((_, judged)) => take(Event::Close(&case, judged)),
                None => ControlFlow::Continue(()),
            },
            Step::Fault(fault) => take(Event::Fault(fault)),
        }
    }
}

/// The record of a move from what was found on both sides of it.
fn judged<O>(
    case: &CaseGame<O>,
    ply: usize,
    before: &Finding,
    after: &Finding,
    marks: &Marks,
) -> Option<MoveRecord> {
    let variant = case.game.variant();
    let mv = *case.game.moves().get(ply - 1)?;
    let pos = case.game.positions().nth(ply - 1)?;
    let judgement = Judgement::of(variant, mv, before, after, marks);
    Some(MoveRecord {
        input: case.head.input.clone(),
        game: case.head.game,
        ply,
        side: record::side_name(pos.side()).to_owned(),
        fen: write_fen(variant, pos),
        r#move: write_move(variant, pos, mv),
        choices: before.choices,
        best: before.best.map(|best| write_move(variant, pos, best)),
        line: write_line(variant, pos, before.line()),
        before: men(before.white_score()),
        after: men(after.white_score()),
        expected_before: rounded(judgement.expected_before, 1),
        expected_after: rounded(judgement.expected_after, 1),
        loss_men: rounded(judgement.loss_men, 2),
        loss_points: rounded(judgement.loss_points, 1),
        mark: judgement.mark,
        accuracy: judgement.accuracy.map(|accuracy| rounded(accuracy, 1)),
        turning_point: judgement.is_turning_point,
        depth: before.depth,
        nodes: before.nodes,
        time: before.elapsed.as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_written() {
        let ranges: Ranges = "1-5, 8,20-".parse().expect("ranges");
        assert_eq!(ranges.to_string(), "1-5,8,20-");
        let has: Vec<usize> = (1..25).filter(|&number| ranges.has(number)).collect();
        assert_eq!(has, [1, 2, 3, 4, 5, 8, 20, 21, 22, 23, 24]);
        for wrong in ["", "0", "5-3", "a", "1-2-3", "-4", "1,,2"] {
            assert!(wrong.parse::<Ranges>().is_err(), "{wrong}");
        }
    }
}
