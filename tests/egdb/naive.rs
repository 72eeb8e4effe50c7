//! Tables against values found from nothing: all positions in a map, judged again and again from
//! their successors until nothing changes.

use std::collections::HashMap;

use damocles::board::Square;
use damocles::egdb::{Tables, Value};
use damocles::game::Outcome;
use damocles::movegen::legal_moves;
use damocles::notation::write_fen;
use damocles::position::{MoveList, Piece, Position, Setup, Side};
use damocles::rules::{Base, Variant};

use super::{Folder, variants};

/// What makes positions equal for tables: pieces and side to move.
type Key = (u64, u64, u64, Side);

fn key(pos: &Position) -> Key {
    let [white, black] = Side::BOTH.map(|side| pos.pieces(side).bits());
    (white, black, pos.kings().bits(), pos.side())
}

/// Adds all positions with one more piece than `setup`, on squares behind `from`.
fn extend(setup: &Setup, squares: &[Square], left: usize, list: &mut Vec<Position>) {
    list.push(setup.clone().finish());
    if left == 0 {
        return;
    }
    for (index, &square) in squares.iter().enumerate() {
        for piece in Piece::ALL {
            let mut next = setup.clone();
            if next.place(piece, square).is_ok() {
                extend(&next, &squares[index + 1..], left - 1, list);
            }
        }
    }
}

/// The values of all positions of up to `pieces` pieces.
fn values(variant: Variant, pieces: usize) -> HashMap<Key, (Position, Value)> {
    let geometry = variant.rules().geometry;
    let squares: Vec<Square> = geometry.squares().into_iter().collect();
    let mut list = Vec::new();
    for side in Side::BOTH {
        extend(&Setup::new(geometry, side), &squares, pieces, &mut list);
    }
    // First draws everywhere: a win or loss is believed only when it is seen.
    let mut known: HashMap<Key, (Position, Value)> = list
        .iter()
        .map(|pos| (key(pos), (*pos, Value::Draw)))
        .collect();
    let mut moves = MoveList::new();
    loop {
        let mut changes = 0;
        for pos in &list {
            // What has been seen to be won or lost stays so.
            if known[&key(pos)].1 != Value::Draw {
                continue;
            }
            legal_moves(variant, pos, &mut moves);
            let after = moves
                .iter()
                .map(|&mv| known[&key(&pos.after(mv))].1.opposite());
            let value = after.max().unwrap_or_else(|| {
                let winner = Outcome::decided(variant, pos, &[]).and_then(Outcome::winner);
                if winner == Some(pos.side()) {
                    Value::Win
                } else {
                    Value::Loss
                }
            });
            changes += usize::from(known.insert(key(pos), (*pos, value)) != Some((*pos, value)));
        }
        if changes == 0 {
            return known;
        }
    }
}

fn agree(folder: &Folder, variant: Variant, pieces: usize) {
    folder
        .plan(variant, pieces)
        .run(&())
        .expect("the tables are built");
    let tables = Tables::open(&folder.0, variant, pieces).expect("the tables are read");
    let mut compared = 0;
    for (pos, value) in values(variant, pieces).values() {
        // A side without pieces that is not to move cannot be: it has lost before.
        if pos.pieces(!pos.side()).is_empty() {
            continue;
        }
        let fen = || write_fen(variant, pos);
        assert_eq!(tables.probe(pos), Some(*value), "{variant} {}", fen());
        compared += 1;
    }
    assert!(compared > 3_000, "{compared} positions");
}

#[test]
fn tables_of_two_pieces_are_what_they_should_be_in_every_variant() {
    let folder = Folder::new("naive-two");
    for variant in variants() {
        agree(&folder, variant, 2);
    }
}

#[test]
fn tables_of_three_pieces_are_what_they_should_be() {
    let folder = Folder::new("naive-three");
    agree(&folder, Base::Thai.into(), 3);
    agree(&folder, "losing-russian".parse().expect("a variant"), 3);
}
