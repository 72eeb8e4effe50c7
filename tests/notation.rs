//! Laws of the room `notation` on random positions, and the reports about positions and moves
//! (`tests/reports/reports.tsv`).

use damocles::movegen::legal_moves;
use damocles::notation::{
    HubNumbering, MoveError, parse_fen, parse_hub_move, parse_hub_position, parse_king_counts,
    parse_move, parse_position, write_fen, write_hub_move, write_hub_position, write_move,
};
use damocles::position::{MoveList, Position, Side};
use damocles::rules::{Base, Variant};
use proptest::prelude::*;

use crate::tables::rows;
use crate::walk::{Dice, any_variant};

const NUMBERINGS: [HubNumbering; 2] = [HubNumbering::TopLeft, HubNumbering::Pydraughts];

/// A position from a walk, or one of scattered pieces, in which ends are often ambiguous.
fn any_position(variant: Variant, seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let pieces = variant.rules().geometry.square_count() / 2;
    if dice.below(2) == 0 {
        dice.walked(variant, 120)
    } else {
        dice.scattered(variant, pieces)
    }
}

fn moves_of(variant: Variant, pos: &Position) -> MoveList {
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    moves
}

/// The position without its counts of king moves, for which a Hub string has no place.
fn without_counts(variant: Variant, pos: &Position) -> Position {
    let text = write_fen(variant, pos);
    let text = text.split(":+").next().expect("a text has a first part");
    parse_fen(variant, text).expect("a FEN without its counts")
}

/// The counts of king moves as the lidraughts site sends them.
fn wolf(variant: Variant, pos: &Position) -> String {
    let runs = Side::BOTH.map(|side| pos.king_run(side));
    let texts = ["W", "B"].into_iter().zip(runs).filter_map(|(side, run)| {
        let run = run?;
        let rules = variant.rules();
        Some(format!(
            "{side}{}={}",
            rules.geometry.name(run.square, rules.numbering),
            run.moves
        ))
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// A written line with one character changed.
fn damaged(text: &str, at: usize, by: char) -> String {
    let count = text.chars().count().max(1);
    text.chars()
        .enumerate()
        .map(|(i, c)| if i == at % count { by } else { c })
        .collect()
}

/// Lets every reader see a text; only panics matter.
fn read_all(variant: Variant, pos: &Position, text: &str) {
    let _ = parse_position(variant, text);
    let _ = parse_fen(variant, text);
    let _ = parse_king_counts(variant, pos, text);
    let _ = parse_move(variant, pos, text);
    for numbering in NUMBERINGS {
        let _ = parse_hub_position(variant, numbering, text);
        let _ = parse_hub_move(variant, numbering, pos, text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_positions_are_read_back(variant in any_variant(), seed in any::<u64>()) {
        let pos = any_position(variant, seed);
        let fen = write_fen(variant, &pos);
        prop_assert!(parse_fen(variant, &fen) == Ok(pos), "{variant} {fen}");
        prop_assert!(parse_position(variant, &fen) == Ok(pos), "{variant} {fen}");
        let bare = without_counts(variant, &pos);
        for numbering in NUMBERINGS {
            let text = write_hub_position(variant, numbering, &pos);
            prop_assert!(parse_hub_position(variant, numbering, &text) == Ok(bare), "{text}");
        }
        let counts = wolf(variant, &pos);
        prop_assert!(parse_king_counts(variant, &bare, &counts) == Ok(pos), "{fen} {counts}");
    }

    #[test]
    fn written_moves_are_read_back(variant in any_variant(), seed in any::<u64>()) {
        let pos = any_position(variant, seed);
        let fen = write_fen(variant, &pos);
        for mv in moves_of(variant, &pos) {
            let text = write_move(variant, &pos, mv);
            prop_assert!(parse_move(variant, &pos, &text) == Ok(mv), "{variant} {fen} {text}");
            for numbering in NUMBERINGS {
                let text = write_hub_move(variant, numbering, mv);
                let read = parse_hub_move(variant, numbering, &pos, &text);
                prop_assert!(read == Ok(mv), "{variant} {fen} {text}");
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        variant in any_variant(),
        seed in any::<u64>(),
        text in prop_oneof![any::<String>(), "[WBKGPHF0-9a-hx:,.+ \"?-]{0,60}"],
    ) {
        read_all(variant, &any_position(variant, seed), &text);
    }

    #[test]
    fn no_damage_to_a_line_makes_a_reader_panic(
        variant in any_variant(),
        seed in any::<u64>(),
        at in any::<usize>(),
        by in any::<char>(),
    ) {
        let pos = any_position(variant, seed);
        let mut lines = vec![write_fen(variant, &pos), wolf(variant, &pos)];
        for numbering in NUMBERINGS {
            lines.push(write_hub_position(variant, numbering, &pos));
        }
        if let Some(&mv) = moves_of(variant, &pos).last() {
            lines.push(write_move(variant, &pos, mv));
            lines.push(write_hub_move(variant, HubNumbering::TopLeft, mv));
        }
        for line in lines {
            read_all(variant, &pos, &damaged(&line, at, by));
        }
    }
}

#[test]
fn reported_positions_are_read_or_refused() {
    let start = Position::start(Base::International.into());
    let mut checked = 0;
    for row in rows("reports/reports.tsv") {
        let (id, kind, input) = (&row[0], &row[1], &row[3]);
        let variant: Variant = match row[2].parse() {
            Ok(variant) => variant,
            Err(_) => continue,
        };
        match (kind.as_str(), parse_position(variant, input)) {
            ("fen-accept", read) => {
                let pos = read.unwrap_or_else(|error| panic!("{id}: {error}"));
                let (is_start, count) = if id == "D17" { (false, 0) } else { (true, 9) };
                assert_eq!(pos == start, is_start, "{id}");
                assert_eq!(moves_of(variant, &pos).len(), count, "{id}");
            }
            // D20 may be read as kings.
            ("fen-reject", Ok(pos)) => {
                assert_eq!(
                    (id.as_str(), write_fen(variant, &pos).as_str()),
                    ("D20", "W:WK4:BK49")
                );
            }
            ("fen-reject", Err(error)) => {
                let columns: Vec<usize> = error.faults.iter().map(|fault| fault.column).collect();
                assert_eq!(
                    (id.as_str(), &*columns),
                    ("D19", &[7, 11, 15][..]),
                    "{error}"
                );
            }
            _ => continue,
        }
        checked += 1;
    }
    assert_eq!(checked, 4);
}

#[test]
fn reported_illegal_moves_are_refused() {
    let mut checked = 0;
    for row in rows("reports/reports.tsv")
        .iter()
        .filter(|row| row[1] == "apply-reject")
    {
        let variant: Variant = row[2].parse().expect("a variant");
        let (fen, moves) = row[3].split_once(" moves ").expect("moves");
        let mut pos = parse_position(variant, fen).expect("a position");
        let (before, last) = moves.rsplit_once(' ').expect("two moves");
        for text in before.split(' ') {
            pos = pos.after(parse_move(variant, &pos, text).expect("a legal move"));
        }
        let error = parse_move(variant, &pos, last).expect_err("the last move is illegal");
        assert!(
            matches!(error, MoveError::Illegal { .. }),
            "{}: {error}",
            row[0]
        );
        assert_eq!(write_fen(variant, &pos), "B:WK2,20:B14,15,16", "{}", row[0]);
        checked += 1;
    }
    assert_eq!(checked, 1);
}

/// D01, D04 and D29: the ends alone are refused where they fit two moves, the route is not.
#[test]
fn reported_ambiguous_moves_are_not_guessed() {
    let cases = [
        (
            Base::International,
            "W:WK4:B13,20,32,37",
            "4x15",
            ["4x27x38x15", "4x31x42x15"],
        ),
        (
            Base::English,
            "B:W23,22,15,14:B11,10.",
            "10x26",
            ["10x17x26", "10x19x26"],
        ),
    ];
    for (base, fen, ends, routes) in cases {
        let variant = Variant::from(base);
        let pos = parse_position(variant, fen).expect("a position");
        let error = parse_move(variant, &pos, ends).expect_err(ends);
        let listed = routes.map(str::to_owned).to_vec();
        assert_eq!(
            error,
            MoveError::Ambiguous {
                text: ends.to_owned(),
                moves: listed
            }
        );
        let read = routes.map(|text| parse_move(variant, &pos, text).expect(text));
        assert_ne!(read[0], read[1]);
    }
    let variant = Variant::default();
    let text = "WeeeWeeeeeeeebeeeeeebeeeeeeeeeeebeeeebeeeeeeeeeeeee";
    let pos = parse_position(variant, text).expect("the position of D29");
    let mv = parse_hub_move(variant, HubNumbering::TopLeft, &pos, "4x15x37x20x13").expect("D29");
    assert_eq!(parse_move(variant, &pos, "4x31x42x15"), Ok(mv));
    assert_eq!(write_fen(variant, &pos.after(mv)), "B:WK15:B32");
}
