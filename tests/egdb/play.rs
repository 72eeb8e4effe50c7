//! Won endings are won: the search with its tables against the longest defence.

use std::sync::Arc;

use damocles::egdb::{Guide, Layout, Material, Tables, Value};
use damocles::engine::Engine;
use damocles::game::Game;
use damocles::movegen::legal_moves;
use damocles::notation::{parse_position, write_fen};
use damocles::position::{Move, MoveList, Position};
use damocles::rules::{Base, DrawSet, Variant};
use damocles::search::{Limits, Search, Signals};

use super::Folder;
use crate::walk::Dice;

/// The move of the losing side that puts off the next capture or man's move the longest.
pub(super) fn best_defence(tables: &Tables, pos: &Position) -> Move {
    let mut moves = MoveList::new();
    legal_moves(tables.variant(), pos, &mut moves);
    let mut guide: Option<Guide> = None;
    let mut length = |mv: &Move| {
        let after = pos.after(*mv);
        let is_king_move = pos.kings().has(mv.from()) && !mv.is_capture();
        if tables.probe(&after) != Some(Value::Win) {
            return u16::MAX;
        }
        if !is_king_move {
            return 1;
        }
        if guide
            .as_ref()
            .is_none_or(|guide| guide.plies(&after).is_none())
        {
            guide = Guide::new(tables, &after);
        }
        let plies = guide.as_ref().and_then(|guide| guide.plies(&after));
        u16::from(plies.expect("a won position has a distance"))
    };
    moves
        .into_iter()
        .max_by_key(|mv| length(mv))
        .expect("a move")
}

/// Plays a won position out; says after how many plies it is won.
fn win(search: &mut Search, tables: &Tables, start: Position) -> usize {
    let variant = tables.variant();
    // No counter and no repetition: whether the search makes headway is its own affair.
    let draws = DrawSet::by_name("none").expect("a set").rules(variant);
    let mut game = Game::from_position(variant, draws, start);
    let winner = start.side();
    let limits = Limits {
        depth: Some(2),
        ..Limits::default()
    };
    while game.outcome().is_none() {
        let plies = game.moves().len();
        let fen = || write_fen(variant, &start);
        assert!(plies < 400, "{variant} {} is not won in 400 plies", fen());
        let mv = if game.position().side() == winner {
            let answer = search.run(&game, &limits, &Signals::default(), &mut |_: &_| {});
            assert_eq!(answer.ending, Some(Value::Win), "{variant} {}", fen());
            answer.best.expect("a move")
        } else {
            best_defence(tables, game.position())
        };
        game.play(mv).expect("a legal move");
    }
    let outcome = game.outcome().expect("the game is over");
    assert_eq!(
        outcome.winner(),
        Some(winner),
        "{variant} {}",
        write_fen(variant, &start)
    );
    game.moves().len()
}

fn win_a_sample(variant: Variant, pieces: usize, each: usize) {
    let folder = Folder::new(&format!("play-{variant}"));
    let tables = folder.tables(variant, pieces);
    let mut search = Search::new(variant, 12, 1);
    search.set_endings(Some(Arc::clone(&tables)));
    let mut dice = Dice::new(7);
    let mut won = 0;
    for material in Material::of_pieces(pieces) {
        let layout = Layout::new(variant.rules().geometry, material);
        for _ in 0..each {
            let found = layout.position(dice.below(layout.entries()));
            if let Some(pos) = found.filter(|pos| tables.probe(pos) == Some(Value::Win)) {
                win(&mut search, &tables, pos);
                won += 1;
            }
        }
    }
    assert!(won > each, "{won} positions");
}

#[test]
fn won_positions_are_won_against_the_longest_defence() {
    win_a_sample(Base::English.into(), 3, 20);
    win_a_sample(Base::Russian.into(), 3, 20);
    win_a_sample(Base::International.into(), 3, 10);
    win_a_sample("losing-thai".parse().expect("a variant"), 3, 10);
}

#[test]
#[ignore = "minutes: four pieces"]
fn won_positions_of_four_pieces_are_won_too() {
    for base in [Base::English, Base::Russian, Base::Italian] {
        win_a_sample(base.into(), 4, 40);
    }
}

#[test]
fn an_engine_has_the_same_result_whenever_its_tables_come() {
    let variant: Variant = Base::English.into();
    let pos = parse_position(variant, "W:WK14,K18,22:BK29,11").expect("a position");
    let limits = Limits {
        nodes: Some(3_000),
        ..Limits::default()
    };
    let think = |size: &str| {
        let mut engine = Engine::default();
        for (name, value) in [
            ("variant", "english"),
            ("bb-size", size),
            ("bb-cache", "false"),
            ("bb-path", "no-such-folder"),
        ] {
            engine.set(name, value).expect("a value");
        }
        engine.set_position(pos);
        let mut hits = 0;
        let observer = &mut |report: &damocles::search::Report| hits = report.ending_hits;
        let answer = engine.think(&limits, &Signals::new(false), observer);
        assert_eq!(engine.complaint(), None);
        (answer.nodes, answer.best, answer.score, hits)
    };
    let with = think("3");
    assert!(with.3 > 0, "positions of three pieces are met");
    assert_eq!(with, think("3"));
    assert_eq!(think("0").3, 0);
}

#[test]
fn a_damaged_table_is_a_complaint_and_play_goes_on() {
    let folder = Folder::new("complaint");
    std::fs::create_dir_all(folder.0.join("english")).expect("a folder");
    std::fs::write(folder.0.join("english/KvK.egdb"), "rubbish").expect("a file");
    std::fs::write(folder.0.join("english/KvM.egdb"), "rubbish").expect("a file");
    std::fs::write(folder.0.join("english/MvM.egdb"), "rubbish").expect("a file");
    let mut engine = Engine::default();
    let path = folder.0.to_str().expect("a plain path");
    for (name, value) in [("variant", "english"), ("bb-size", "2"), ("bb-path", path)] {
        engine.set(name, value).expect("a value");
    }
    let variant: Variant = Base::English.into();
    engine.set_position(parse_position(variant, "W:WK14:BK32").expect("a position"));
    let limits = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let answer = engine.think(&limits, &Signals::new(false), &mut |_: &_| {});
    assert!(answer.best.is_some());
    assert_eq!(
        answer.ending,
        Some(Value::Draw),
        "small tables are made in memory"
    );
    let complaint = engine.complaint().expect("a complaint");
    assert!(complaint.contains("KvK.egdb"), "{complaint}");
    assert_eq!(engine.complaint(), None);
}
