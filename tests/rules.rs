//! Rule by rule: the positions of `tests/rules/tricky.tsv` with their exact legal moves, and the
//! positions that users of other programs reported (`tests/reports/reports.tsv`).

use damocles::movegen::legal_moves;
use damocles::notation::{parse_move, parse_position, write_fen};
use damocles::position::{Move, MoveList, Position};
use damocles::rules::Variant;

use crate::tables::rows;

/// Variants of the table that this engine does not play yet.
const NOT_PLAYED: [&str; 3] = ["turkish", "turkish-king", "canadian"];

fn moves_of(variant: Variant, pos: &Position) -> MoveList {
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    moves
}

/// A move as the table writes it: `FROM TO CAPTURED`.
fn row_text(variant: Variant, mv: Move) -> String {
    let rules = variant.rules();
    let name = |square| rules.geometry.name(square, rules.numbering).to_string();
    let mut captured: Vec<String> = mv.captured().into_iter().map(name).collect();
    captured.sort_by_key(|name| (name.len(), name.clone()));
    let captured = if captured.is_empty() {
        "-".to_owned()
    } else {
        captured.join(",")
    };
    format!("{} {} {captured}", name(mv.from()), name(mv.to()))
}

#[test]
fn tricky_positions_have_exactly_their_moves() {
    let mut checked = 0;
    let mut faults = Vec::new();
    for row in rows("rules/tricky.tsv") {
        let (id, name, fen, expected) = (&row[0], &row[1], &row[2], &row[3]);
        if NOT_PLAYED.contains(&name.as_str()) {
            continue;
        }
        let variant: Variant = name.parse().unwrap_or_else(|e| panic!("{id}: {e}"));
        let pos = parse_position(variant, fen).unwrap_or_else(|e| panic!("{id}: {e}"));
        let mut found: Vec<String> = moves_of(variant, &pos)
            .iter()
            .map(|&mv| row_text(variant, mv))
            .collect();
        found.sort();
        let mut expected: Vec<&str> = expected.split(';').filter(|mv| *mv != "none").collect();
        expected.sort_unstable();
        if found != expected {
            faults.push(format!(
                "{id} {fen}\n  found    {found:?}\n  expected {expected:?}"
            ));
        }
        checked += 1;
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 200, "only {checked} rows were read");
}

#[test]
fn reported_positions_have_their_moves() {
    let mut checked = 0;
    for row in rows("reports/reports.tsv") {
        let (id, kind, name, input, expected) = (&row[0], &row[1], &row[2], &row[3], &row[4]);
        if kind != "legal-moves" {
            continue;
        }
        let variant: Variant = name.parse().unwrap_or_else(|e| panic!("{id}: {e}"));
        let pos = parse_position(variant, input).unwrap_or_else(|e| panic!("{id}: {e}"));
        let moves = moves_of(variant, &pos);
        let part = |key: &str| {
            let found = expected
                .split(" ; ")
                .find_map(|part| part.strip_prefix(key));
            found.unwrap_or_else(|| panic!("{id}: no {key}"))
        };
        let count: usize = part("count=").parse().expect("a count");
        assert_eq!(moves.len(), count, "{id}: {moves:?}");
        // Every listed move is read, and together they are all legal moves.
        let mut read: Vec<String> = part("legal=")
            .split('|')
            .map(|text| {
                let mv = parse_move(variant, &pos, text).unwrap_or_else(|e| panic!("{id}: {e}"));
                row_text(variant, mv)
            })
            .collect();
        read.sort();
        read.dedup();
        let mut found: Vec<String> = moves.iter().map(|&mv| row_text(variant, mv)).collect();
        found.sort();
        assert_eq!(read, found, "{id}");
        checked += 1;
    }
    assert!(checked >= 13, "only {checked} rows were read");
}

#[test]
fn reported_moves_lead_to_their_positions() {
    let mut checked = 0;
    for row in rows("reports/reports.tsv")
        .iter()
        .filter(|row| row[1] == "apply")
    {
        let variant: Variant = row[2].parse().expect("a variant");
        let (fen, moves) = row[3].split_once(" moves ").expect("moves");
        let mut pos = parse_position(variant, fen).expect("a position");
        for text in moves.split(' ') {
            let mv = parse_move(variant, &pos, text).unwrap_or_else(|e| panic!("{}: {e}", row[0]));
            pos = pos.after(mv);
        }
        let expected = row[4]
            .split(" ; ")
            .next()
            .and_then(|part| part.strip_prefix("fen="));
        assert_eq!(
            Some(write_fen(variant, &pos).as_str()),
            expected,
            "{}",
            row[0]
        );
        checked += 1;
    }
    assert_eq!(checked, 2);
}

#[test]
fn killer_light_frees_the_capture_of_a_single_king() {
    let fen = "W:WK46:BK37";
    let count = |name: &str| {
        let variant: Variant = name.parse().expect("a variant");
        moves_of(variant, &parse_position(variant, fen).expect("a position")).len()
    };
    assert_eq!(count("killer"), 1);
    assert_eq!(count("killer-light"), 7);
}
