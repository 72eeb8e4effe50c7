//! The search: values against full enumeration, limits, lines, draws, and compositions with one
//! solution (`tests/search/compositions.tsv`).

use std::time::{Duration, Instant};

use damocles::eval::Evaluator;
use damocles::game::Game;
use damocles::movegen::legal_moves;
use damocles::notation::{parse_move, parse_position, write_fen, write_move};
use damocles::position::{MoveList, Position, Side};
use damocles::rules::{Base, CaptureDuty, DrawRules, Variant};
use damocles::search::{Answer, Clock, Limits, Report, Score, Search, Signals};

use crate::tables::rows;
use crate::walk::Dice;

fn game(variant: Variant, pos: Position) -> Game {
    Game::from_position(variant, DrawRules::official(variant), pos)
}

fn think(game: &Game, limits: &Limits, threads: usize) -> (Answer, Vec<Report>) {
    let mut search = Search::new(game.variant(), 14, threads);
    let mut reports = Vec::new();
    let observer = &mut |report: &Report| reports.push(report.clone());
    let answer = search.run(game, limits, &Signals::default(), observer);
    (answer, reports)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// What full enumeration to a number of plies finds for the side to move: the plies to a forced
/// win (`Ok`) or loss (`Err`), or nothing. No draw rules.
fn enumerate(variant: Variant, pos: &Position, plies: u16) -> Option<Result<u16, u16>> {
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    if moves.is_empty() {
        return Some(if variant.is_losing() { Ok(0) } else { Err(0) });
    }
    if plies == 0 {
        return None;
    }
    let values: Vec<_> = moves
        .iter()
        .map(|&mv| enumerate(variant, &pos.after(mv), plies - 1))
        .collect();
    let wins = values
        .iter()
        .filter_map(|value| value.and_then(Result::err));
    if let Some(fastest) = wins.min() {
        return Some(Ok(fastest + 1));
    }
    let losses: Option<Vec<u16>> = values
        .iter()
        .map(|value| value.and_then(Result::ok))
        .collect();
    losses
        .and_then(|losses| losses.into_iter().max())
        .map(|slowest| Err(slowest + 1))
}

/// All variants with the modifiers that change what a position is worth.
fn variants() -> Vec<Variant> {
    let duties = [
        CaptureDuty::Compulsory,
        CaptureDuty::Optional,
        CaptureDuty::OptionalAny,
    ];
    let all = Base::ALL.into_iter().flat_map(|base| {
        duties.into_iter().flat_map(move |duty| {
            [false, true].map(|losing| {
                Variant::from(base)
                    .with_capture_duty(duty)
                    .with_losing(losing)
            })
        })
    });
    all.collect()
}

#[test]
fn values_are_those_of_full_enumeration() {
    const PLIES: u16 = 4;
    let mut decided = 0;
    for (index, variant) in variants().into_iter().enumerate() {
        let mut dice = Dice::new(300 + index as u64);
        for _ in 0..25 {
            let pos = dice.scattered(variant, 4);
            let truth = enumerate(variant, &pos, PLIES);
            let no_draws = DrawRules::by_name("none", variant).expect("a set");
            let game = Game::from_position(variant, no_draws, pos);
            let (answer, _) = think(&game, &depth(8), 1);
            let found = answer.score.plies_to_end();
            let is_win = answer.score > Score::DRAW;
            let context = || {
                format!(
                    "{variant} {} {truth:?} {answer:?}",
                    write_fen(variant, &pos)
                )
            };
            match truth {
                Some(Ok(plies)) => {
                    assert!(
                        is_win && found.is_some_and(|found| found >= plies),
                        "{}",
                        context()
                    );
                }
                Some(Err(plies)) => {
                    assert!(
                        !is_win && found.is_some_and(|found| found <= plies),
                        "{}",
                        context()
                    );
                }
                None => assert!(found.is_none_or(|found| found > PLIES), "{}", context()),
            }
            decided += usize::from(truth.is_some());
        }
    }
    assert!(decided > 300, "only {decided} positions were decided");
}

#[test]
fn the_same_search_takes_the_same_nodes() {
    for base in Base::ALL {
        let variant = Variant::from(base);
        let game = game(variant, Position::start(variant));
        for limits in [
            depth(6),
            Limits {
                nodes: Some(3_000),
                ..Limits::default()
            },
        ] {
            let (first, second) = (think(&game, &limits, 1).0, think(&game, &limits, 1).0);
            assert_eq!(first, second, "{variant}");
            assert!(
                limits.nodes.is_none_or(|nodes| first.nodes <= nodes),
                "{variant} {first:?}"
            );
        }
    }
}

#[test]
fn lines_are_legal_to_the_end_with_any_number_of_threads() {
    for (index, variant) in variants().into_iter().enumerate() {
        let mut dice = Dice::new(index as u64);
        let pos = dice.walked(variant, 40);
        let game = game(variant, pos);
        for threads in [1, 2] {
            let limits = Limits {
                lines: 3,
                ..depth(4)
            };
            let (answer, reports) = think(&game, &limits, threads);
            assert_eq!(
                answer.best.is_none(),
                game.legal_moves().is_empty(),
                "{variant}"
            );
            for report in reports {
                let mut replay = game.clone();
                for &mv in &report.line {
                    let name = write_move(variant, replay.position(), mv);
                    replay
                        .play(mv)
                        .unwrap_or_else(|e| panic!("{variant}: {name}: {e}"));
                }
            }
        }
    }
}

#[test]
fn several_lines_are_ranked_and_differ() {
    let variant = Variant::default();
    for text in ["W:W31-50:B1-20", "B:W32,35,36,37,42,47:B2,3,5,16,21,23,24"] {
        let pos = parse_position(variant, text).expect("a position");
        let game = game(variant, pos);
        for plies in 4..=9 {
            let limits = Limits {
                lines: 4,
                ..depth(plies)
            };
            let (answer, reports) = think(&game, &limits, 1);
            let last = |rank| reports.iter().rev().find(|report| report.rank == rank);
            let last: Vec<&Report> = (1..=4).filter_map(last).collect();
            assert_eq!(last.len(), 4, "each rank is told");
            for pair in last.windows(2) {
                assert_eq!((pair[0].depth, pair[1].depth), (plies, plies));
                assert!(pair[0].score >= pair[1].score, "better lines come first");
                assert_ne!(pair[0].line[0], pair[1].line[0]);
            }
            assert_eq!(Some(last[0].line[0]), answer.best);
        }
    }
}

#[test]
fn a_counter_that_runs_out_makes_no_win() {
    // Two kings against one are ahead, but after 39 moves each of shuffling only a win in two
    // plies would come before the fortieth.
    let variant: Variant = "english".parse().expect("a variant");
    let pos = parse_position(variant, "W:WK15,K18:BK32").expect("a position");
    let none = DrawRules::by_name("none", variant).expect("a set");
    let uncounted = Game::from_position(variant, none, pos);
    assert!(think(&uncounted, &depth(8), 1).0.score > Score::evaluation(100));
    let mut counted = Game::from_position(variant, DrawRules::official(variant), pos);
    for text in ["15-11", "32-28", "11-15", "28-32"].iter().cycle().take(78) {
        let mv = parse_move(variant, counted.position(), text).expect("a move");
        counted.play(mv).expect("legal");
    }
    assert_eq!(think(&counted, &depth(8), 1).0.score, Score::DRAW);
}

#[test]
fn a_win_that_the_table_remembers_is_none_when_it_comes_too_late() {
    let variant: Variant = "english".parse().expect("a variant");
    let pos = parse_position(variant, "W:WK15,K18:BK32").expect("a position");
    let official = DrawRules::official(variant);
    // By hand, so that how soon the win is found does not change with every new network.
    let by_hand = Evaluator::material(variant);
    let mut search = Search::with_evaluator(variant, by_hand, 16, 1);
    let mut solve = |game: &Game| {
        let ignore = &mut |_: &Report| {};
        search
            .run(game, &depth(40), &Signals::default(), ignore)
            .score
    };
    let fresh = Game::from_position(variant, official, pos);
    let win = solve(&fresh).plies_to_end().expect("a win");
    let mut game = fresh;
    let shuffle = ["15-11", "32-28", "11-15", "28-32"];
    let (mut late, mut in_time) = (0, 0);
    for (ply, text) in shuffle.iter().cycle().take(79).enumerate() {
        let mv = parse_move(variant, game.position(), text).expect("a move");
        game.play(mv).expect("legal");
        let left = 80 - (ply as u16 + 1);
        if left > 2 * win || game.position().side() != pos.side() || *game.position() != pos {
            continue;
        }
        let score = solve(&game);
        match score.plies_to_end() {
            Some(plies) => assert!(plies <= left, "{score} with {left} plies left"),
            None => assert!(score < Score::BITBASE_WIN),
        }
        late += usize::from(left < win && !score.is_proven());
        in_time += usize::from(left > win + 2 && score.is_proven());
    }
    assert!(late > 0 && in_time > 0, "{late} {in_time}, a win in {win}");
}

#[test]
fn one_legal_move_is_answered_at_once_in_a_game() {
    let variant = Variant::default();
    let pos = parse_position(variant, "W:W28,48,50:B23,1,2,3").expect("a position");
    let clock = Clock {
        left: Duration::from_secs(300),
        increment: Duration::ZERO,
        moves: None,
    };
    let limits = Limits {
        clock: Some(clock),
        is_game: true,
        ..Limits::default()
    };
    let begin = Instant::now();
    let (answer, _) = think(&game(variant, pos), &limits, 1);
    assert!(answer.best.is_some() && begin.elapsed() < Duration::from_secs(1));
    assert!(answer.nodes < 1_000, "{answer:?}");
}

#[test]
fn a_stop_ends_a_search_of_all_threads_soon() {
    let variant = Variant::default();
    let game = game(variant, Position::start(variant));
    let signals = Signals::default();
    let mut search = Search::new(variant, 14, 2);
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let limits = Limits {
                waits: true,
                ..Limits::default()
            };
            search.run(&game, &limits, &signals, &mut |_: &Report| {})
        });
        std::thread::sleep(Duration::from_millis(100));
        let begin = Instant::now();
        signals.stop();
        let answer = searching.join().expect("no panic");
        assert!(answer.best.is_some());
        // Twenty milliseconds are promised on a quiet machine; tests run on busy ones.
        assert!(begin.elapsed() < Duration::from_millis(500));
    });
}

#[test]
fn the_first_king_decides_breakthrough() {
    for (name, expected) in [("breakthrough", true), ("losing-breakthrough", false)] {
        let variant: Variant = name.parse().expect("a variant");
        let pos = parse_position(variant, "W:W7:B24").expect("a position");
        let (answer, _) = think(&game(variant, pos), &depth(3), 1);
        let is_win = answer.score > Score::DRAW;
        assert_eq!(is_win, expected, "{name}: {answer:?}");
        assert!(answer.score.is_proven());
        assert_eq!(game(variant, pos).position().side(), Side::White);
    }
}

#[test]
fn compositions_are_solved_within_their_nodes() {
    let mut solved = 0;
    for row in rows("search/compositions.tsv") {
        let [name, fen, solution, nodes, _] = row.as_slice() else {
            panic!("five columns expected: {row:?}");
        };
        let variant: Variant = name.parse().expect("a variant");
        let pos = parse_position(variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let expected = parse_move(variant, &pos, solution).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let nodes = nodes.parse().expect("a number of nodes");
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let (answer, _) = think(&game(variant, pos), &limits, 1);
        assert_eq!(answer.best, Some(expected), "{name} {fen}: {answer:?}");
        solved += 1;
    }
    assert!(solved >= 40, "only {solved} compositions");
}
