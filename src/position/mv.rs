//! Moves, lists of them, and hints that name a move without what it captures.

use smallvec::SmallVec;

use crate::board::{Bitboard, Square};

/// A legal move: where from, where to, which pieces are taken, and what becomes of the mover.
///
/// Two captures with equal ends may differ in what they take, so the captured set belongs to the
/// move; the route does not. A move says what it does, so that `Position::after` needs no rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    captured: Bitboard,
    from: Square,
    to: Square,
    crowns: bool,
    counts: bool,
}

/// The moves of a position. Up to 64 of them need no allocation; there is no upper limit, since
/// composed positions can have hundreds.
pub type MoveList = SmallVec<[Move; 64]>;

impl Move {
    /// A move without capture.
    pub(crate) const fn quiet(from: Square, to: Square, crowns: bool) -> Self {
        Self {
            captured: Bitboard::EMPTY,
            from,
            to,
            crowns,
            counts: false,
        }
    }

    /// A capture; `from` and `to` may be the same square.
    pub(crate) const fn capture(
        from: Square,
        to: Square,
        captured: Bitboard,
        crowns: bool,
    ) -> Self {
        Self {
            captured,
            from,
            to,
            crowns,
            counts: false,
        }
    }

    /// The same quiet move, counted towards the limit of king moves.
    pub(crate) const fn counted(self) -> Self {
        Self {
            counts: true,
            ..self
        }
    }

    /// Where the piece starts.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece ends.
    pub const fn to(self) -> Square {
        self.to
    }

    /// The pieces taken; empty for a quiet move.
    pub const fn captured(self) -> Bitboard {
        self.captured
    }

    /// Whether anything is taken.
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether a man becomes a king.
    pub const fn crowns(self) -> bool {
        self.crowns
    }

    /// Whether it counts towards the Frisian limit of moves with one king.
    pub const fn counts(self) -> bool {
        self.counts
    }

    /// The ends of the move.
    pub const fn hint(self) -> MoveHint {
        MoveHint {
            from: self.from,
            to: self.to,
        }
    }
}

/// The two ends of a move, for tables and statistics: to be looked up in a list of legal moves,
/// never played unchecked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveHint {
    /// Where the piece starts.
    pub from: Square,
    /// Where the piece ends.
    pub to: Square,
}

impl MoveHint {
    /// Whether `mv` has these ends.
    pub fn fits(self, mv: Move) -> bool {
        mv.hint() == self
    }
}
