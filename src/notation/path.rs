//! The pieces that a written route takes: the squares on which a capture pauses, one after the
//! other.
//!
//! Between two pauses a piece goes straight on and takes what it jumps, so a complete list of
//! pauses tells the captured set by itself. Following it costs one walk over the board, however
//! many routes the capture has, and any empty square on a line serves as a pause. Whether the
//! mover may jump like that is not asked: the set is compared with those of the legal moves.

use crate::board::{Bitboard, Direction, Square};
use crate::position::Position;
use crate::rules::{Removal, Rules};

/// What a piece of the side to move takes on its way over `pauses`, the first of which is its
/// start and the last its end; nothing if that is no way. Each leg must take at least one piece.
pub(super) fn captured_on(rules: &Rules, pos: &Position, pauses: &[Square]) -> Option<Bitboard> {
    let mut walk = Walk {
        rules,
        squares: rules.geometry.squares(),
        targets: pos.pieces(!pos.side()),
        empty: (rules.geometry.squares() - pos.occupied()) | (*pauses.first()?).into(),
        taken: Bitboard::EMPTY,
    };
    for leg in pauses.windows(2) {
        let &[from, to] = leg else { return None };
        let taken = Direction::ALL
            .into_iter()
            .find_map(|way| walk.leg(from, to, way))?;
        walk.take(taken);
    }
    Some(walk.taken)
}

struct Walk<'a> {
    rules: &'a Rules,
    squares: Bitboard,
    /// Pieces that have not been taken yet.
    targets: Bitboard,
    empty: Bitboard,
    taken: Bitboard,
}

impl Walk<'_> {
    /// What is taken between two squares in one direction, if the one is reached from the other.
    fn leg(&self, from: Square, to: Square, way: Direction) -> Option<Bitboard> {
        if !self.rules.orthogonal_captures && !Direction::DIAGONALS.contains(&way) {
            return None;
        }
        let mut taken = Bitboard::EMPTY;
        let mut at = Bitboard::of(from);
        loop {
            let behind_piece = taken.meets(at);
            at = at.step(way) & self.squares;
            if (at & self.empty) == at {
                // Off the board the set is empty, and so is the end of the way.
                let place = at.first()?;
                if place == to {
                    return (!taken.is_empty()).then_some(taken);
                }
            } else if at.meets(self.targets) && !behind_piece {
                taken |= at;
            } else {
                return None;
            }
        }
    }

    fn take(&mut self, taken: Bitboard) {
        self.targets -= taken;
        self.taken |= taken;
        if self.rules.removal == Removal::AtOnce {
            self.empty |= taken;
        }
    }
}
