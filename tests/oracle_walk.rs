//! The fast generator against the slow oracle, on random walks through all variants and modifiers.

use std::sync::atomic::{AtomicUsize, Ordering};

use damocles::movegen::{can_capture, captures, has_quiet_moves, legal_moves};
use damocles::notation::{parse_position, write_fen};
use damocles::position::{Move, MoveList, Position};
use damocles::rules::{Base, Variant};
use rayon::prelude::*;

use crate::oracle::{OracleBoard, OracleMove, OracleRules};
use crate::perft::orders;
use crate::walk::Dice;

/// Positions to compare, over all variants together.
const POSITIONS: usize = 100_000;
/// Plies of one walk.
const LONGEST_WALK: usize = 120;

/// The name of a variant as the oracle knows it, with the duty to capture spelled out in front.
fn names() -> Vec<String> {
    let bases = Base::ALL.iter().map(|base| base.name());
    bases
        .flat_map(|base| {
            [
                "",
                "optional-",
                "optional-any-",
                "losing-",
                "optional-losing-",
            ]
            .map(|prefix| format!("{prefix}{base}"))
        })
        .collect()
}

fn fields(variant: Variant, mv: Move) -> (String, String, Vec<String>, bool) {
    let rules = variant.rules();
    let name = |square| rules.geometry.name(square, rules.numbering).to_string();
    let mut captured: Vec<String> = mv.captured().into_iter().map(name).collect();
    captured.sort_by_key(|name| (name.len(), name.clone()));
    (name(mv.from()), name(mv.to()), captured, mv.crowns())
}

fn oracle_fields(mv: &OracleMove) -> (String, String, Vec<String>, bool) {
    (
        mv.from.clone(),
        mv.to.clone(),
        mv.captured.clone(),
        mv.crowns,
    )
}

/// Compares one position; returns the moves of both in the same order.
fn compare(variant: Variant, pos: &Position, board: &OracleBoard) -> Vec<(Move, OracleMove)> {
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    let ours = moves.len();
    let mut pairs: Vec<(Move, OracleMove)> = Vec::new();
    let slow = board.legal_moves();
    let context = || format!("{variant} {}", board.to_fen());
    for mv in &moves {
        let fields = fields(variant, *mv);
        let twin = slow.iter().find(|slow| oracle_fields(slow) == fields);
        let twin = twin.unwrap_or_else(|| panic!("{}: {fields:?} is not legal", context()));
        assert_eq!(
            orders(variant, pos, *mv),
            twin.routes,
            "{}: {fields:?}",
            context()
        );
        pairs.push((*mv, twin.clone()));
    }
    assert_eq!(ours, slow.len(), "{}: {moves:?} but {slow:?}", context());
    captures(variant, pos, &mut moves);
    let takes = slow.iter().filter(|mv| !mv.captured.is_empty()).count();
    assert_eq!(moves.len(), takes, "{}", context());
    assert_eq!(
        can_capture(variant, pos, pos.side()),
        takes > 0,
        "{}",
        context()
    );
    if ours > takes || takes == 0 {
        let has_quiet = has_quiet_moves(variant, pos);
        assert_eq!(has_quiet, ours > takes, "{}", context());
    }
    pairs
}

/// Walks one game; returns the number of positions compared.
fn walk(name: &str, seed: u64) -> usize {
    let variant: Variant = name.parse().expect("a variant");
    let rules = OracleRules::parse(name).expect("a variant of the oracle");
    let mut dice = Dice::new(seed);
    let mut pos = Position::start(variant);
    let mut board = OracleBoard::from_fen(&rules, "start").expect("the start");
    for ply in 0..LONGEST_WALK {
        let pairs = compare(variant, &pos, &board);
        if pairs.is_empty() {
            return ply + 1;
        }
        let (mv, slow) = &pairs[dice.below(pairs.len())];
        pos = pos.after(*mv);
        board = board.after(slow);
        let fen = write_fen(variant, &pos);
        let same = parse_position(variant, &board.to_fen()).expect("the oracle's position");
        assert_eq!(pos, same, "{name}: {fen} after {slow:?}");
    }
    LONGEST_WALK
}

#[test]
fn the_generator_agrees_with_the_oracle() {
    let names = names();
    let compared = AtomicUsize::new(0);
    let share = POSITIONS.div_ceil(names.len());
    names.par_iter().enumerate().for_each(|(index, name)| {
        let mut seen = 0;
        for game in 0.. {
            if seen >= share {
                break;
            }
            seen += walk(name, (index as u64) << 32 | game);
        }
        compared.fetch_add(seen, Ordering::Relaxed);
    });
    assert!(compared.load(Ordering::Relaxed) >= POSITIONS);
}

/// Boards with a few pieces of both kinds thrown at random: far from games, rich in kings.
#[test]
fn the_generator_agrees_with_the_oracle_on_scattered_pieces() {
    names().par_iter().enumerate().for_each(|(index, name)| {
        let variant: Variant = name.parse().expect("a variant");
        let rules = OracleRules::parse(name).expect("a variant of the oracle");
        let mut dice = Dice::new(7_000 + index as u64);
        for _ in 0..150 {
            let pos = dice.scattered(variant, 12);
            let fen = write_fen(variant, &pos);
            let board = OracleBoard::from_fen(&rules, &fen).expect("a position");
            for (mv, slow) in compare(variant, &pos, &board) {
                let next = board.after(&slow).to_fen();
                let same = parse_position(variant, &next).expect("the oracle's position");
                assert_eq!(pos.after(mv), same, "{name} {fen} {slow:?}");
            }
        }
    });
}
