//! Moves without capture.

use super::rules;
use crate::board::{Bitboard, Direction};
use crate::position::{Move, MoveList, Position, Side};

/// The two directions in which men of `side` move.
pub(super) const fn forward(side: Side) -> [Direction; 2] {
    match side {
        Side::White => [Direction::NorthWest, Direction::NorthEast],
        Side::Black => [Direction::SouthWest, Direction::SouthEast],
    }
}

/// Adds the quiet moves of the side to move, which are legal if nothing must be captured.
pub(super) fn generate<const V: usize>(pos: &Position, moves: &mut MoveList) {
    let rules = const { rules::<V, false>() };
    let us = pos.side();
    let empty = rules.geometry.squares() - pos.occupied();
    let king_row = rules.geometry.last_rank(us == Side::White);
    step_men(pos, empty, king_row, moves);
    let counts = rules.king_move_limit.is_some() && !pos.men(us).is_empty();
    for from in movable_kings::<V>(pos) {
        for direction in Direction::DIAGONALS {
            let targets = if rules.flying_kings {
                from.slide(direction, empty).0
            } else {
                Bitboard::of(from).step(direction) & empty
            };
            for to in targets {
                let mv = Move::quiet(from, to, false);
                moves.push(if counts { mv.counted() } else { mv });
            }
        }
    }
}

/// Adds the quiet moves that crown a man.
pub(super) fn crownings<const V: usize>(pos: &Position, moves: &mut MoveList) {
    let geometry = const { rules::<V, false>() }.geometry;
    let king_row = geometry.last_rank(pos.side() == Side::White);
    step_men(pos, king_row - pos.occupied(), king_row, moves);
}

/// Whether a man of `side` could be crowned by a quiet move if it were to move.
pub(super) fn can_crown<const V: usize>(pos: &Position, side: Side) -> bool {
    let king_row = const { rules::<V, false>() }
        .geometry
        .last_rank(side == Side::White);
    let (men, targets) = (pos.men(side), king_row - pos.occupied());
    forward(side)
        .into_iter()
        .any(|direction| !(men.step(direction) & targets).is_empty())
}

/// Adds the steps of men to `targets`, which are empty.
fn step_men(pos: &Position, targets: Bitboard, king_row: Bitboard, moves: &mut MoveList) {
    let men = pos.men(pos.side());
    for direction in forward(pos.side()) {
        let back = direction.opposite();
        for to in men.step(direction) & targets {
            let from = Bitboard::of(to).step(back).first().unwrap_or(to);
            moves.push(Move::quiet(from, to, king_row.has(to)));
        }
    }
}

/// Whether [`generate`] adds any move.
#[inline(always)]
pub(super) fn exist<const V: usize>(pos: &Position) -> bool {
    let geometry = const { rules::<V, false>() }.geometry;
    let (men, empty) = (pos.men(pos.side()), geometry.squares() - pos.occupied());
    let [left, right] = forward(pos.side()).map(|direction| men.step(direction));
    (left | right).meets(empty) || count::<V>(pos) > 0
}

/// Number of the moves that [`generate`] adds.
pub(super) fn count<const V: usize>(pos: &Position) -> u64 {
    let rules = const { rules::<V, false>() };
    let us = pos.side();
    let empty = rules.geometry.squares() - pos.occupied();
    let men = pos.men(us);
    let mut count: u32 = forward(us)
        .map(|direction| (men.step(direction) & empty).len())
        .iter()
        .sum();
    let kings = movable_kings::<V>(pos);
    if rules.flying_kings {
        for from in kings {
            for direction in Direction::DIAGONALS {
                count += from.slide(direction, empty).0.len();
            }
        }
    } else if !kings.is_empty() {
        for direction in Direction::DIAGONALS {
            count += (kings.step(direction) & empty).len();
        }
    }
    u64::from(count)
}

/// The kings that no limit of moves in a row stops.
fn movable_kings<const V: usize>(pos: &Position) -> Bitboard {
    let kings = pos.kings_of(pos.side());
    match (
        const { rules::<V, false>() }.king_move_limit,
        pos.king_run(pos.side()),
    ) {
        (Some(limit), Some(run)) if run.moves >= limit => kings - run.square.into(),
        _ => kings,
    }
}
