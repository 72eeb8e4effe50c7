//! Matches in this process: what happens to engines that fail, and what must come out the same.

mod commands;
mod fake;
mod partner;
mod referee;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use damocles::arena::{
    Conduct, ConductError, Contestant, Format, GameRecord, HouseRules, Reason, Setting, Source,
    Standing, Stop, Winner, schedule,
};
use damocles::rules::{DrawSet, Variant};

/// A match of some engines, at a level.
fn conduct(engines: &[String], variant: &str, level: &str) -> Conduct {
    let variant: Variant = variant.parse().expect("a variant");
    let contestants = engines
        .iter()
        .map(|text| Contestant::parse(text).expect("an engine"));
    Conduct {
        contestants: contestants.collect(),
        control: level.parse().expect("a level"),
        setting: Setting {
            variant,
            draw_set: DrawSet::Official,
            start_time: Duration::from_secs(20),
            table_folder: None,
            stop: Stop::default(),
        },
        house: HouseRules {
            grace: Duration::from_millis(500),
            patience: Duration::from_secs(20),
            max_plies: 40,
            win: None,
            draw: None,
            tables: None,
        },
        openings: Source::Random(4)
            .load(variant, 4, 1, &mut |_| ())
            .expect("openings"),
        concurrency: 1,
    }
}

/// Plays so many pairs; the games in the order of the schedule.
fn play(conduct: &Conduct, pairs: usize) -> Result<Vec<GameRecord>, ConductError> {
    let engines = conduct.contestants.len();
    let pairs = schedule(
        Format::RoundRobin,
        engines,
        pairs,
        conduct.openings.len(),
        1,
    );
    let mut games = Vec::new();
    conduct.play(&pairs, &|_| true, &mut |game| {
        games.push(game.clone());
        ControlFlow::Continue(())
    })?;
    games.sort_by_key(|game| game.game);
    Ok(games)
}

fn own() -> String {
    "self:tt-size=12".to_owned()
}

/// A match of a fake engine against this one, a pair long.
fn against_fake(mode: &str, level: &str, patience: Duration) -> Vec<GameRecord> {
    let mut conduct = conduct(&[fake::engine(mode), own()], "international", level);
    conduct.house.patience = patience;
    play(&conduct, 1).expect("a match")
}

#[test]
fn an_engine_that_fails_loses_that_game_and_is_started_again() {
    let cases = [
        (
            "dies",
            "depth=1",
            Reason::Crash,
            "exit status: 7), saying: out of luck",
        ),
        ("stalls", "depth=1", Reason::Stall, "no answer within 0.4 s"),
        (
            "babbles",
            "depth=1",
            Reason::Stall,
            "no answer within 0.4 s",
        ),
        (
            "late",
            "move-time=0.05",
            Reason::Time,
            "no move within 0.550 s",
        ),
        ("illegal", "depth=1", Reason::Illegal, "illegal move '1-50'"),
        ("unreadable", "depth=1", Reason::Illegal, "move 'hello'"),
        (
            "empty",
            "depth=1",
            Reason::Unreadable,
            "done without a move",
        ),
    ];
    for (mode, level, reason, text) in cases {
        let games = against_fake(mode, level, Duration::from_millis(400));
        assert_eq!(games.len(), 2, "{mode}");
        for game in &games {
            assert_eq!(
                (game.reason, game.loser()),
                (reason, Some(0)),
                "{mode}: {}",
                game.text
            );
            assert!(game.text.contains(text), "{mode}: {}", game.text);
        }
        // Two moves were played before, by a fresh engine in each game if it had to be killed.
        let moves = |game: &GameRecord| game.notes.len() - usize::from(game.black == 0);
        assert_eq!(moves(&games[0]), 4, "{mode}");
        let mut standing = Standing::new(2);
        for game in &games {
            standing.add(game);
        }
        assert_eq!(
            (standing.faults()[0].total(), standing.faults()[1].total()),
            (2, 0)
        );
        assert_eq!(standing.meeting(1, 0).pairs, [0, 0, 0, 0, 1]);
    }
}

#[test]
fn what_does_not_matter_changes_nothing() {
    let patience = Duration::from_secs(20);
    let expected: Vec<String> = against_fake("plain", "depth=1", patience)
        .into_iter()
        .map(|game| {
            assert!(game.reason.fault().is_none(), "{}", game.text);
            game.moves
        })
        .collect();
    for mode in ["noisy", "twice", "floods", "deaf"] {
        let games = against_fake(mode, "depth=1", patience);
        let moves: Vec<&String> = games.iter().map(|game| &game.moves).collect();
        assert_eq!(
            moves,
            expected.iter().collect::<Vec<_>>(),
            "{mode}: {}",
            games[0].text
        );
    }
    let conduct = conduct(&[fake::old_engine(), own()], "international", "depth=1");
    let games = play(&conduct, 1).expect("a match");
    assert_eq!(games[0].moves, expected[0], "{}", games[0].text);
    let notes = &games[0].notes[usize::from(games[0].notes[0].n != Some(7))];
    assert_eq!((notes.s, notes.d, notes.n), (Some(0.25), Some(1), Some(7)));
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match() {
    for engine in [fake::engine("no-start"), "hub:/no/such/program".to_owned()] {
        let conduct = conduct(&[engine, own()], "international", "depth=1");
        let error = play(&conduct, 5).expect_err("no match");
        assert!(error.to_string().contains("cannot be started"), "{error}");
    }
}

#[test]
fn engines_are_refused_that_cannot_play_the_match() {
    let refused = |engine: &str, variant: &str, level: &str| {
        let conduct = conduct(&[engine.to_owned(), own()], variant, level);
        conduct.objection(&conduct.contestants[0])
    };
    assert_eq!(refused("hub1:scan", "international", "depth=3"), None);
    assert!(refused("hub1:scan", "russian", "depth=3").is_some());
    assert!(refused("hub1:scan", "international", "nodes=3").is_some());
    assert_eq!(refused("dxp:localhost", "frisian", "time=90"), None);
    assert!(refused("dxp:localhost", "frisian", "move-time=1").is_some());
    assert!(refused("dxp:localhost", "frisian", "time=90,inc=1").is_some());
    assert_eq!(
        refused("dxp:level.time=60 localhost", "frisian", "nodes=10"),
        None
    );
}

#[test]
fn the_same_seed_and_nodes_give_the_same_games() {
    let mut conduct = conduct(&[own(), own()], "brazilian", "nodes=300");
    conduct.house.max_plies = 200;
    let first = play(&conduct, 3).expect("a match");
    conduct.setting.stop = Stop::default();
    conduct.concurrency = 2;
    let second = play(&conduct, 3).expect("a match");
    let moves = |games: &[GameRecord]| -> Vec<(String, Winner)> {
        games
            .iter()
            .map(|game| (game.moves.clone(), game.winner))
            .collect()
    };
    assert_eq!(first.len(), 6);
    assert_eq!(moves(&first), moves(&second));
}

#[test]
fn a_switch_breaks_off_games_at_once() {
    let conduct = conduct(
        &[own(), fake::engine("stalls")],
        "international",
        "move-time=60",
    );
    let stop = conduct.setting.stop.clone();
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            stop.raise();
        });
        let games = play(&conduct, 5).expect("no error");
        assert!(games.is_empty(), "{}", games.len());
    });
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// The long run: four variants, eighty games each.
#[test]
#[ignore = "takes minutes: run it in release mode, as the README says"]
fn hundreds_of_games_without_a_fault() {
    for variant in ["international", "russian", "frisian", "english"] {
        let mut conduct = conduct(&[own(), own()], variant, "move-time=0.005");
        conduct.house.max_plies = 300;
        conduct.concurrency = 2;
        for game in play(&conduct, 40).expect("a match") {
            assert!(game.reason.fault().is_none(), "{variant}: {}", game.text);
        }
    }
}
