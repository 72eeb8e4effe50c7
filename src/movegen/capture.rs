//! Captures: finding who can jump, following chains, and the priority rules.

use ahash::AHashSet;

use super::quiet::forward;
use super::rules;
use crate::board::{Bitboard, Direction, Square};
use crate::position::{Move, MoveList, Position, Side};
use crate::rules::{Crowning, Landing, Priority, Removal, Rules};

/// Pieces from which on a chain remembers where it has been.
const LONG_CHAIN: u32 = 6;

/// Directions in which kings of a variant capture.
const fn king_directions(rules: &Rules) -> &'static [Direction] {
    if rules.orthogonal_captures {
        &Direction::ALL
    } else {
        &Direction::DIAGONALS
    }
}

/// Calls `$function` with the directions in which men of `side` capture behind its other
/// arguments, so that each call sees constant directions.
macro_rules! with_man_directions {
    ($rules:expr, $side:expr, $function:ident($($argument:expr),*)) => {
        match ($rules.men_capture_backwards, $side) {
            (true, _) => $function($($argument,)* king_directions(&$rules)),
            (false, Side::White) => $function($($argument,)* &forward(Side::White)),
            (false, Side::Black) => $function($($argument,)* &forward(Side::Black)),
        }
    };
}

/// What men of `side` may capture.
fn targets_of_men(rules: &Rules, pos: &Position, side: Side) -> Bitboard {
    if rules.men_capture_kings {
        pos.pieces(!side)
    } else {
        pos.men(!side)
    }
}

/// The squares from which a piece could jump one step over one of `targets`.
#[inline(always)]
fn jump_starts(targets: Bitboard, empty: Bitboard, directions: &[Direction]) -> Bitboard {
    directions
        .iter()
        .fold(Bitboard::EMPTY, |found, &direction| {
            let back = direction.opposite();
            found | (empty.step(back) & targets).step(back)
        })
}

/// The squares on which a piece at `at` can land by jumping a neighbour.
#[inline(always)]
fn landings(
    at: Bitboard,
    targets: Bitboard,
    empty: Bitboard,
    directions: &[Direction],
) -> Bitboard {
    directions
        .iter()
        .fold(Bitboard::EMPTY, |found, &direction| {
            found | ((at.step(direction) & targets).step(direction) & empty)
        })
}

/// The first jump of a flying king in one direction: the piece jumped and the square behind it.
#[inline(always)]
fn flying_jump(
    from: Square,
    direction: Direction,
    targets: Bitboard,
    empty: Bitboard,
) -> Option<(Bitboard, Square)> {
    let over = from.slide(direction, empty).1 & targets;
    let behind = (over.step(direction) & empty).first()?;
    Some((over, behind))
}

/// Whether `side` could capture if it were to move.
#[inline(always)]
pub(super) fn exists<const V: usize>(pos: &Position, side: Side) -> bool {
    let rules = const { rules::<V, false>() };
    let empty = rules.geometry.squares() - pos.occupied();
    let targets = targets_of_men(&rules, pos, side);
    let starts = with_man_directions!(rules, side, jump_starts(targets, empty));
    if pos.men(side).meets(starts) {
        return true;
    }
    let kings = pos.kings_of(side);
    let targets = pos.pieces(!side);
    if rules.flying_kings {
        kings.into_iter().any(|from| {
            king_directions(&rules)
                .iter()
                .any(|&direction| flying_jump(from, direction, targets, empty).is_some())
        })
    } else {
        kings.meets(jump_starts(targets, empty, king_directions(&rules)))
    }
}

/// Adds the captures of the side to move to `moves`, which must be empty.
#[inline(always)]
pub(super) fn generate<const V: usize, const FREE: bool>(pos: &Position, moves: &mut MoveList) {
    let rules = const { rules::<V, FREE>() };
    let us = pos.side();
    let empty = rules.geometry.squares() - pos.occupied();
    let targets = targets_of_men(&rules, pos, us);
    let starts = with_man_directions!(rules, us, jump_starts(targets, empty));
    if pos.men(us).meets(starts) || !pos.kings_of(us).is_empty() {
        follow_all::<V, FREE>(pos, starts, moves);
    }
}

/// Adds the captures of the kings, and of the men on `starts`, which can jump.
fn follow_all<const V: usize, const FREE: bool>(
    pos: &Position,
    starts: Bitboard,
    moves: &mut MoveList,
) {
    let rules = const { rules::<V, FREE>() };
    let us = pos.side();
    let empty = rules.geometry.squares() - pos.occupied();
    let kings = pos.kings_of(us);
    let mut chains = Chains::<V, FREE> {
        moves,
        best: 0,
        start: Square::default(),
        is_king: true,
        empty,
        targets: pos.other(),
        kings: pos.kings(),
        king_row: rules.geometry.last_rank(us == Side::White),
        side: us,
        starts: Bitboard::EMPTY,
        seen: None,
    };
    if !rules.flying_kings && !kings.is_empty() {
        chains.starts = jump_starts(pos.other(), empty, king_directions(&rules));
    }
    for from in kings {
        chains.lift(from, empty);
        let taken = chains.nothing_taken();
        if rules.flying_kings {
            for &direction in king_directions(&rules) {
                chains.jump_flying(from, direction, taken);
            }
        } else {
            chains.follow_short(from, taken, chains.landings(from, taken.set));
        }
    }
    chains.is_king = false;
    chains.targets = targets_of_men(&rules, pos, us);
    chains.starts = starts;
    for from in pos.men(us) & starts {
        chains.lift(from, empty);
        let taken = chains.nothing_taken();
        chains.follow_short(from, taken, chains.landings(from, taken.set));
    }
}

/// The pieces that a chain has jumped so far.
#[derive(Clone, Copy)]
struct Taken {
    set: Bitboard,
    /// How the chain compares with others by the priority of the variant: higher goes first.
    rank: u32,
}

/// The search for complete chains of one piece after the other.
struct Chains<'a, const V: usize, const FREE: bool> {
    moves: &'a mut MoveList,
    /// Rank of the moves in the list.
    best: u32,
    /// Where the piece started, which counts as empty.
    start: Square,
    /// Whether the piece was a king at the start.
    is_king: bool,
    empty: Bitboard,
    targets: Bitboard,
    kings: Bitboard,
    king_row: Bitboard,
    side: Side,
    /// Squares from which such a piece could jump when nothing has been taken yet.
    starts: Bitboard,
    /// Where long chains of this piece have been: the square, what came before, the pieces taken.
    seen: Option<AHashSet<(Square, Direction, Bitboard)>>,
}

impl<const V: usize, const FREE: bool> Chains<'_, V, FREE> {
    const RULES: Rules = rules::<V, FREE>();

    fn lift(&mut self, from: Square, empty: Bitboard) {
        self.start = from;
        if let Some(seen) = &mut self.seen {
            seen.clear();
        }
        self.empty = empty | from.into();
    }

    /// The beginning of a chain of the lifted piece.
    fn nothing_taken(&self) -> Taken {
        let by_king = u32::from(self.is_king);
        let rank = match Self::RULES.priority {
            Priority::Free | Priority::MostPieces | Priority::MostPiecesThenKings => 0,
            Priority::KingsFirst | Priority::FrisianValue => by_king,
            Priority::ItalianLaws => by_king << 25,
        };
        Taken {
            set: Bitboard::EMPTY,
            rank,
        }
    }

    /// The chain with one more piece.
    #[inline(always)]
    fn taking(&self, taken: Taken, over: Bitboard) -> Taken {
        let king = u32::from(self.kings.meets(over));
        let more = match Self::RULES.priority {
            Priority::Free | Priority::KingsFirst => 0,
            Priority::MostPieces => 1,
            Priority::MostPiecesThenKings => 1 << 8 | king,
            // Men count one and kings two; of equal sums the one with more pieces is worth more,
            // since a king is a little less than two men.
            Priority::FrisianValue => (1 + king) << 16 | 1 << 8,
            // From the top: pieces, by a king, kings taken, and a bit for each place in the order
            // at which a king is taken. A short king on 8x8 jumps nine pieces at most.
            Priority::ItalianLaws => 1 << 26 | king << 16 | king << (15 - (taken.rank >> 26)),
        };
        Taken {
            set: taken.set | over,
            rank: taken.rank + more,
        }
    }

    /// Whether a long chain has come this way with the same pieces in another order: what follows
    /// is known then. In composed positions, Frisian ones above all, orders are so many that a
    /// chain could not be searched otherwise; in games chains hardly ever get that long.
    fn was_here(&mut self, at: Square, direction: Direction, taken: Bitboard) -> bool {
        Self::RULES.priority != Priority::ItalianLaws
            && taken.has_three()
            && taken.len() >= LONG_CHAIN
            && !self
                .seen
                .get_or_insert_default()
                .insert((at, direction, taken))
    }

    /// What a jump may land on, and what it may jump, after `taken` have been jumped.
    #[inline(always)]
    fn board_after(&self, taken: Bitboard) -> (Bitboard, Bitboard) {
        let empty = match Self::RULES.removal {
            Removal::AtEnd => self.empty,
            Removal::AtOnce => self.empty | taken,
        };
        (empty, self.targets - taken)
    }

    /// Where a man or short king can land by a jump from `at`.
    #[inline(always)]
    fn landings(&self, at: Square, taken: Bitboard) -> Bitboard {
        let (empty, targets) = self.board_after(taken);
        let at = at.into();
        if self.is_king {
            landings(at, targets, empty, king_directions(&Self::RULES))
        } else {
            with_man_directions!(Self::RULES, self.side, landings(at, targets, empty))
        }
    }

    /// Jumps with a man or short king from `at` to each of `lands`, and goes on from there.
    fn follow_short(&mut self, at: Square, taken: Taken, lands: Bitboard) {
        let is_first = taken.set.is_empty();
        for land in lands {
            let taken = self.taking(taken, at.midpoint(land).into());
            // With four directions the steps of a man soon leave no way to go on.
            let may_be_long = Self::RULES.orthogonal_captures && taken.set.has_three();
            if may_be_long && self.was_here(land, Direction::North, taken.set) {
                continue;
            }
            if Self::RULES.crowning == Crowning::InPassing && self.king_row.has(land) {
                self.crown_and_follow(land, taken);
                continue;
            }
            // After one jump nothing is possible that was not before: the start, which is empty
            // now, lies behind the piece just taken.
            let is_over = is_first && !self.starts.has(land);
            let next = if is_over {
                Bitboard::EMPTY
            } else {
                self.landings(land, taken.set)
            };
            if next.is_empty() {
                self.add(land, taken, !self.is_king && self.king_row.has(land));
            } else {
                self.follow_short(land, taken, next);
            }
        }
    }

    /// Goes on as a king that has just been crowned inside the capture.
    fn crown_and_follow(&mut self, at: Square, taken: Taken) {
        let mut went_on = false;
        for &direction in king_directions(&Self::RULES) {
            went_on |= self.jump_flying(at, direction, taken);
        }
        if !went_on {
            self.add(at, taken, true);
        }
    }

    /// Jumps with a flying king from `at` in one direction; says whether it could.
    fn jump_flying(&mut self, at: Square, direction: Direction, taken: Taken) -> bool {
        let (empty, targets) = self.board_after(taken.set);
        let Some((over, behind)) = flying_jump(at, direction, targets, empty) else {
            return false;
        };
        let taken = self.taking(taken, over);
        if !self.was_here(behind, direction, taken.set) {
            self.land_flying(behind, direction, taken, over);
        }
        true
    }

    /// Lands behind `over`, on `behind` or farther: the chain goes on from those squares where it
    /// can, and if it can from none of them it ends on each.
    fn land_flying(&mut self, behind: Square, direction: Direction, taken: Taken, over: Bitboard) {
        let mut landings = Bitboard::of(behind);
        if Self::RULES.landing != Landing::Behind {
            landings |= behind.slide(direction, self.board_after(taken.set).0).0;
        }
        // Straight on, all landing squares lead to the same next piece.
        let mut went_on = self.jump_flying(behind, direction, taken);
        for &turn in king_directions(&Self::RULES) {
            // The piece just jumped stands in the way back, unless it has been removed.
            let is_back = turn == direction.opposite() && Self::RULES.removal == Removal::AtEnd;
            if turn == direction || is_back {
                continue;
            }
            for at in landings {
                went_on |= self.jump_flying(at, turn, taken);
            }
        }
        if went_on {
            return;
        }
        let behind_only = match Self::RULES.landing {
            Landing::Any | Landing::Behind => false,
            Landing::BehindLastKing => self.kings.meets(over),
            Landing::BehindLastKingOfSeveral => self.kings.meets(over) && taken.set.has_several(),
        };
        for to in if behind_only { behind.into() } else { landings } {
            self.add(to, taken, !self.is_king);
        }
    }

    /// Adds a complete capture, unless better ones are known or it is known already.
    #[inline]
    fn add(&mut self, to: Square, taken: Taken, crowns: bool) {
        if taken.rank < self.best {
            return;
        }
        if taken.rank > self.best {
            self.best = taken.rank;
            self.moves.clear();
        }
        let mv = Move::capture(self.start, to, taken.set, crowns);
        // Routes can only coincide from three captures on: two pairs of opposite sides of one
        // quadrilateral cannot both cross.
        if taken.set.has_three() && self.moves.contains(&mv) {
            return;
        }
        self.moves.push(mv);
    }
}
