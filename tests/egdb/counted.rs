//! Won endings are won within the draw rules, wherever that can be done: the search with its tables
//! against the longest defence, and where it is not won an oracle that tries everything.

use std::collections::HashMap;
use std::sync::Arc;

use damocles::board::Bitboard;
use damocles::egdb::{Guide, Layout, Material, Tables, Value, is_exact};
use damocles::game::{Clocks, Game, Outcome};
use damocles::movegen::legal_moves;
use damocles::notation::write_fen;
use damocles::position::{Move, MoveList, Position, Side};
use damocles::rules::{DrawRules, Restart, Variant};
use damocles::search::{Limits, Search, Signals};

use super::Folder;
use super::play::best_defence;
use crate::walk::Dice;

/// What makes nodes equal for the oracle: pieces, side to move, and what the counters have run.
type Key = ([u64; 3], Side, [u32; 4]);

/// Says whether a won position can be won before a counter runs out, by trying everything.
struct Oracle<'a> {
    tables: &'a Tables,
    draws: &'static DrawRules,
    winner: Side,
    known: HashMap<Key, bool>,
    guides: Vec<Guide>,
}

impl Oracle<'_> {
    fn moves(&self, pos: &Position) -> Vec<Move> {
        let mut moves = MoveList::new();
        legal_moves(self.tables.variant(), pos, &mut moves);
        moves.into_iter().collect()
    }

    /// Plies to the next capture or man's move, from a position that is won or lost.
    fn distance(&mut self, pos: &Position) -> u32 {
        if self.moves(pos).iter().any(|mv| mv.is_capture()) || pos.own().is_empty() {
            return 1;
        }
        let known = self.guides.iter().find_map(|guide| guide.plies(pos));
        let plies = known.or_else(|| {
            let guide = Guide::new(self.tables, pos)?;
            let plies = guide.plies(pos);
            self.guides.push(guide);
            plies
        });
        plies.map_or(1, u32::from)
    }

    /// Plies that may still pass without capture and man's move.
    fn king_moves_left(&self, clocks: &Clocks) -> u32 {
        let counters = self.draws.counters.iter();
        let length = counters
            .filter(|counter| counter.restart == Restart::CaptureOrManMove)
            .map(|counter| counter.length.plies())
            .min();
        length.map_or(u32::MAX, |plies| {
            plies.saturating_sub(clocks.since_conversion())
        })
    }

    fn can_win(&mut self, pos: &Position, clocks: &Clocks) -> bool {
        let moves = self.moves(pos);
        if moves.is_empty() {
            return self.tables.probe(pos)
                == Some(if pos.side() == self.winner {
                    Value::Win
                } else {
                    Value::Loss
                });
        }
        if self.draws.draw_by_counter(clocks, pos).is_some() {
            return false;
        }
        let key = key(self.draws, pos, clocks);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut can_win = false;
        if self.distance(pos) <= self.king_moves_left(clocks) {
            let is_ours = pos.side() == self.winner;
            let mut ways: Vec<(u32, Position, Clocks)> = Vec::new();
            for mv in moves {
                let after = pos.after(mv);
                let wanted = if is_ours { Value::Loss } else { Value::Win };
                if self.tables.probe(&after) == Some(wanted) {
                    let far = self.distance(&after);
                    ways.push((far, after, clocks.after(pos, mv, &after)));
                }
            }
            ways.sort_by_key(|&(far, ..)| if is_ours { far } else { u32::MAX - far });
            let mut ways = ways.iter();
            can_win = if is_ours {
                ways.any(|(_, after, clocks)| self.can_win(after, clocks))
            } else {
                ways.all(|(_, after, clocks)| self.can_win(after, clocks))
            };
        }
        self.known.insert(key, can_win);
        can_win
    }
}

fn key(draws: &DrawRules, pos: &Position, clocks: &Clocks) -> Key {
    let sets = [
        pos.pieces(Side::White),
        pos.pieces(Side::Black),
        pos.kings(),
    ];
    let counts = [
        clocks.plies(),
        clocks.since_conversion(),
        clocks.since_crowning(),
        draws.plies_left(clocks, pos).unwrap_or(u32::MAX),
    ];
    (sets.map(Bitboard::bits), pos.side(), counts)
}

/// Plays a won position out by the official rules; says who has won.
fn play(search: &mut Search, tables: &Tables, start: Position) -> Option<Side> {
    let variant = tables.variant();
    let mut game = Game::from_position(variant, DrawRules::official(variant), start);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    search.clear();
    while game.outcome().is_none() && game.moves().len() < 400 {
        let mv = if game.position().side() == start.side() {
            let answer = search.run(&game, &limits, &Signals::default(), &mut |_: &_| {});
            answer.best.expect("a move")
        } else {
            best_defence(tables, game.position())
        };
        game.play(mv).expect("a legal move");
    }
    game.outcome().and_then(Outcome::winner)
}

/// Plays `each` positions of each material with so many pieces; every one that is won by the tables
/// is won on the board, or nobody could win it in time.
fn win_in_time(variant: Variant, pieces: usize, each: usize) {
    let folder = Folder::new(&format!("counted-{variant}"));
    let tables = folder.tables(variant, pieces);
    let mut search = Search::new(variant, 14, 1);
    search.set_endings(Some(Arc::clone(&tables)));
    let mut dice = Dice::new(11);
    let (mut won, mut too_late, mut missed) = (0, 0, Vec::new());
    for material in Material::of_pieces(pieces) {
        let layout = Layout::new(variant.rules().geometry, material);
        for _ in 0..each {
            let Some(pos) = layout.position(dice.below(layout.entries())) else {
                continue;
            };
            if tables.probe(&pos) != Some(Value::Win) || !is_exact(variant, &pos) {
                continue;
            }
            if play(&mut search, &tables, pos) == Some(pos.side()) {
                won += 1;
                continue;
            }
            let mut oracle = Oracle {
                tables: &tables,
                draws: DrawRules::official(variant),
                winner: pos.side(),
                known: HashMap::new(),
                guides: Vec::new(),
            };
            if oracle.can_win(&pos, &Clocks::default()) {
                missed.push(write_fen(variant, &pos));
            } else {
                too_late += 1;
            }
        }
    }
    println!(
        "{variant}, {pieces} pieces: {won} won, {too_late} cannot be won in time, missed {}",
        missed.len()
    );
    assert!(missed.is_empty(), "{variant}: {missed:?}");
    assert!(won > each, "{won} positions");
}

#[test]
fn won_positions_are_won_before_a_counter_runs_out() {
    for (name, each) in [
        ("english", 30),
        ("russian", 60),
        ("international", 30),
        ("brazilian", 30),
        ("italian", 20),
        ("pool", 30),
        ("frisian", 20),
    ] {
        win_in_time(name.parse().expect("a variant"), 3, each);
    }
}

#[test]
#[ignore = "minutes: four pieces"]
fn won_positions_of_four_pieces_are_won_before_a_counter_runs_out() {
    for name in [
        "english",
        "russian",
        "brazilian",
        "italian",
        "pool",
        "international",
    ] {
        win_in_time(name.parse().expect("a variant"), 4, 60);
    }
}
