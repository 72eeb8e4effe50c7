//! Node counts of `tests/perft/perft.tsv`: those of up to ten million leaves in the ordinary run,
//! deeper ones by `cargo test --release -- --ignored deep_perft`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use damocles::movegen::{legal_moves, perft_parallel, routes};
use damocles::notation::parse_position;
use damocles::position::{Move, MoveList, Position};
use damocles::rules::Variant;
use rayon::prelude::*;

use crate::tables::rows;

/// Leaves of the largest row of the ordinary run, and of the deep one.
const ORDINARY: u128 = 10_000_000;
const DEEP: u128 = 2_000_000_000;

/// Variants of the table that this engine does not play yet.
const NOT_PLAYED: [&str; 3] = ["turkish", "canadian", "srilankan"];

/// In how many orders of its pieces a move can be made.
pub(crate) fn orders(variant: Variant, pos: &Position, mv: Move) -> usize {
    if mv.captured().len() < 3 {
        return 1;
    }
    let mut orders = BTreeSet::new();
    let _ = routes(variant, pos, mv, &mut |jumps| {
        orders.insert(jumps.iter().map(|jump| jump.over).collect::<Vec<_>>());
        ControlFlow::<()>::Continue(())
    });
    orders.len()
}

/// Leaves when captures of one set in different orders are counted apart, as older tables do.
fn perft_of_paths(variant: Variant, pos: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    let behind = |mv: &Move| {
        let below = || perft_of_paths(variant, &pos.after(*mv), depth - 1);
        orders(variant, pos, *mv) as u64 * if depth == 1 { 1 } else { below() }
    };
    // Below this depth a task is too small to be worth handing over.
    if depth < 6 {
        moves.iter().map(behind).sum()
    } else {
        moves.par_iter().map(behind).sum()
    }
}

fn check(smallest: u128, largest: u128) {
    let mut checked = 0;
    let mut faults = Vec::new();
    for row in rows("perft/perft.tsv") {
        let [name, fen, depth, leaves, _, _, counting] = row.as_slice() else {
            panic!("seven columns expected: {row:?}");
        };
        let expected: u128 = leaves.parse().expect("a number of leaves");
        if NOT_PLAYED.contains(&name.as_str()) || expected < smallest || expected > largest {
            continue;
        }
        let variant: Variant = name.parse().expect("a variant");
        let pos = parse_position(variant, fen).unwrap_or_else(|e| panic!("{name} {fen}: {e}"));
        let depth = depth.parse().expect("a depth");
        let found = match counting.as_str() {
            "unique" => perft_parallel(variant, &pos, depth),
            "paths" => perft_of_paths(variant, &pos, depth),
            other => panic!("unknown way of counting '{other}'"),
        };
        if u128::from(found) != expected {
            faults.push(format!(
                "{name} {fen} {depth} {counting}: {found}, not {expected}"
            ));
        }
        checked += 1;
    }
    assert!(faults.is_empty(), "wrong counts:\n{}", faults.join("\n"));
    assert!(checked > 50, "only {checked} rows were read");
}

#[test]
fn counts_up_to_ten_million_leaves() {
    check(0, ORDINARY);
}

#[test]
#[ignore = "takes minutes: run it in release mode, as the README says"]
fn deep_perft_counts_up_to_two_billion_leaves() {
    check(ORDINARY + 1, DEEP);
}
