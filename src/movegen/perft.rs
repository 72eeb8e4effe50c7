//! Counting the leaves of the move tree (*perft*), to check and to time the generator.
//!
//! Moves that differ in their ends or in what they take are counted apart, routes are not. No
//! draw rule ends a line. The last ply is counted without listing its quiet moves.

use rayon::prelude::*;

use super::{count_of, for_row, legal_moves, legal_moves_of};
use crate::position::{Move, MoveList, Position};
use crate::rules::{Base, CaptureDuty, Variant};

/// A move of the root and the number of leaves behind it.
pub type Divided = (Move, u64);

/// Number of move sequences of `depth` plies from `pos`.
pub fn perft(variant: Variant, pos: &Position, depth: u32) -> u64 {
    for_row!(variant, perft_of(variant, pos, depth))
}

fn perft_of<const V: usize, const FREE: bool>(variant: Variant, pos: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    match depth {
        0 => 1,
        1 => count_of::<V, FREE>(variant, pos, &mut moves),
        _ => {
            legal_moves_of::<V, FREE>(variant, pos, &mut moves);
            moves
                .iter()
                .map(|&mv| perft_of::<V, FREE>(variant, &pos.after(mv), depth - 1))
                .sum()
        }
    }
}

/// The same count for each legal move of `pos`, in the order of the generator, on the threads of
/// the current rayon pool. `depth` counts the root move, so it is at least 1.
pub fn perft_divided(variant: Variant, pos: &Position, depth: u32) -> Vec<Divided> {
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    let moves: Vec<Move> = moves.into_iter().collect();
    let below = depth.saturating_sub(1);
    moves
        .par_iter()
        .map(|&mv| (mv, perft_parallel(variant, &pos.after(mv), below)))
        .collect()
}

/// [`perft`] on the threads of the current rayon pool.
pub fn perft_parallel(variant: Variant, pos: &Position, depth: u32) -> u64 {
    // Below this depth a task is too small to be worth handing over.
    if depth < 6 {
        return perft(variant, pos, depth);
    }
    perft_divided(variant, pos, depth)
        .into_iter()
        .map(|(_, leaves)| leaves)
        .sum()
}
