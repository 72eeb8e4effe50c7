//! Captures: finding who can jump, following chains, and the priority rules.

use super::rules;
use crate::board::{Bitboard, Direction, Square};
use crate::position::{Move, MoveList, Position, Side};
use crate::rules::{Crowning, Landing, Priority, Removal, Rules};

/// Directions in which kings of a variant capture.
const fn king_directions(rules: &Rules) -> &'static [Direction] {
    if rules.orthogonal_captures { &Direction::ALL } else { &Direction::DIAGONALS }
}

/// Directions in which men of `side` capture.
const fn man_directions(rules: &Rules, side: Side) -> &'static [Direction] {
    match (rules.men_capture_backwards, side) {
        (true, _) => king_directions(rules),
        (false, Side::White) => &[Direction::NorthWest, Direction::NorthEast],
        (false, Side::Black) => &[Direction::SouthWest, Direction::SouthEast],
    }
}

/// What men of `side` may capture.
fn targets_of_men(rules: &Rules, pos: &Position, side: Side) -> Bitboard {
    if rules.men_capture_kings { pos.pieces(!side) } else { pos.men(!side) }
}

/// The pieces among `pieces` that can jump one step over one of `targets`.
#[inline(always)]
fn jumpers(
    pieces: Bitboard,
    targets: Bitboard,
    empty: Bitboard,
    directions: &[Direction],
) -> Bitboard {
    directions.iter().fold(Bitboard::EMPTY, |found, &direction| {
        let back = direction.opposite();
        found | ((empty.step(back) & targets).step(back) & pieces)
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
    let men = pos.men(side);
    if !jumpers(men, targets, empty, man_directions(&rules, side)).is_empty() {
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
        !jumpers(kings, targets, empty, king_directions(&rules)).is_empty()
    }
}

/// Adds the captures of the side to move to `moves`, which must be empty.
pub(super) fn generate<const V: usize, const FREE: bool>(pos: &Position, moves: &mut MoveList) {
    let rules = const { rules::<V, FREE>() };
    let us = pos.side();
    let empty = rules.geometry.squares() - pos.occupied();
    let targets = targets_of_men(&rules, pos, us);
    let mut chains = Chains::<V, FREE> {
        moves,
        best: 0,
        start: Square::default(),
        is_king: true,
        empty,
        targets: pos.pieces(!us),
        kings: pos.kings(),
        king_row: rules.geometry.last_rank(us == Side::White),
    };
    for from in pos.kings_of(us) {
        chains.lift(from, empty);
        if rules.flying_kings {
            for &direction in king_directions(&rules) {
                chains.jump_flying(from, direction, Bitboard::EMPTY);
            }
        } else {
            chains.follow_short(from.into(), Bitboard::EMPTY, 0, king_directions(&rules));
        }
    }
    let men = jumpers(pos.men(us), targets, empty, man_directions(&rules, us));
    chains.is_king = false;
    chains.targets = targets;
    for from in men {
        chains.lift(from, empty);
        chains.follow_short(from.into(), Bitboard::EMPTY, 0, man_directions(&rules, us));
    }
}

/// The search for complete chains of one piece after the other.
struct Chains<'a, const V: usize, const FREE: bool> {
    moves: &'a mut MoveList,
    /// Rank of the moves in the list by the priority of the variant.
    best: u32,
    /// Where the piece started, which counts as empty.
    start: Square,
    /// Whether the piece was a king at the start.
    is_king: bool,
    empty: Bitboard,
    targets: Bitboard,
    kings: Bitboard,
    king_row: Bitboard,
}

impl<const V: usize, const FREE: bool> Chains<'_, V, FREE> {
    const RULES: Rules = rules::<V, FREE>();

    fn lift(&mut self, from: Square, empty: Bitboard) {
        self.start = from;
        self.empty = empty | from.into();
    }

    /// What a jump may land on, and what it may jump, after `captured` have been jumped.
    #[inline(always)]
    fn board_after(&self, captured: Bitboard) -> (Bitboard, Bitboard) {
        let empty = match Self::RULES.removal {
            Removal::AtEnd => self.empty,
            Removal::AtOnce => self.empty | captured,
        };
        (empty, self.targets - captured)
    }

    /// Goes on from `at` with a piece that jumps its neighbours: a man or a short king. `order`
    /// tells which of the pieces jumped were kings, the latest in the lowest bit.
    fn follow_short(
        &mut self,
        at: Bitboard,
        captured: Bitboard,
        order: u32,
        directions: &[Direction],
    ) {
        let (empty, targets) = self.board_after(captured);
        let mut ends = true;
        for &direction in directions {
            let over = at.step(direction) & targets;
            let land = over.step(direction) & empty;
            if land.is_empty() {
                continue;
            }
            ends = false;
            let (captured, order) = (captured | over, order << 1 | u32::from(self.kings.meets(over)));
            if Self::RULES.crowning == Crowning::InPassing && land.meets(self.king_row) {
                if let Some(square) = land.first() {
                    self.crown_and_follow(square, captured, direction);
                }
            } else {
                self.follow_short(land, captured, order, directions);
            }
        }
        if ends && !captured.is_empty() {
            if let Some(to) = at.first() {
                self.add(to, captured, order, !self.is_king && at.meets(self.king_row));
            }
        }
    }

    /// Goes on as a king that has just been crowned inside the capture.
    fn crown_and_follow(&mut self, at: Square, captured: Bitboard, came: Direction) {
        let mut went_on = false;
        for &direction in king_directions(&Self::RULES) {
            if direction != came.opposite() {
                went_on |= self.jump_flying(at, direction, captured);
            }
        }
        if !went_on {
            self.add(at, captured, 0, true);
        }
    }

    /// Jumps with a flying king from `at` in one direction; says whether it could.
    fn jump_flying(&mut self, at: Square, direction: Direction, captured: Bitboard) -> bool {
        let (empty, targets) = self.board_after(captured);
        let Some((over, behind)) = flying_jump(at, direction, targets, empty) else {
            return false;
        };
        self.land_flying(behind, direction, captured | over, over);
        true
    }

    /// Lands behind `over`, on `behind` or farther: the chain goes on from those squares where it
    /// can, and if it can from none of them it ends on each.
    fn land_flying(
        &mut self,
        behind: Square,
        direction: Direction,
        captured: Bitboard,
        over: Bitboard,
    ) {
        let mut landings = Bitboard::of(behind);
        if Self::RULES.landing != Landing::Behind {
            landings |= behind.slide(direction, self.board_after(captured).0).0;
        }
        // Straight on, all landing squares lead to the same next piece.
        let mut went_on = self.jump_flying(behind, direction, captured);
        for &turn in king_directions(&Self::RULES) {
            // The piece just jumped stands in the way back, unless it has been removed.
            let is_back = turn == direction.opposite() && Self::RULES.removal == Removal::AtEnd;
            if turn == direction || is_back {
                continue;
            }
            for at in landings {
                went_on |= self.jump_flying(at, turn, captured);
            }
        }
        if went_on {
            return;
        }
        let behind_only = match Self::RULES.landing {
            Landing::Any | Landing::Behind => false,
            Landing::BehindLastKing => self.kings.meets(over),
            Landing::BehindLastKingOfSeveral => self.kings.meets(over) && captured.has_several(),
        };
        for to in if behind_only { behind.into() } else { landings } {
            self.add(to, captured, 0, !self.is_king);
        }
    }

    /// Adds a complete capture, unless better ones are known or it is known already.
    fn add(&mut self, to: Square, captured: Bitboard, order: u32, crowns: bool) {
        let rank = self.rank(captured, order);
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.moves.clear();
        }
        let mv = Move::capture(self.start, to, captured, crowns);
        // Routes can only coincide from three captures on: two pairs of opposite sides of one
        // quadrilateral cannot both cross.
        if captured.len() >= 3 && self.moves.contains(&mv) {
            return;
        }
        self.moves.push(mv);
    }

    /// A number that is higher for captures which the priority of the variant puts before others.
    fn rank(&self, captured: Bitboard, order: u32) -> u32 {
        let pieces = captured.len();
        let kings = (captured & self.kings).len();
        let by_king = u32::from(self.is_king);
        match Self::RULES.priority {
            Priority::Free => 0,
            Priority::MostPieces => pieces,
            Priority::MostPiecesThenKings => pieces << 8 | kings,
            Priority::KingsFirst => by_king,
            // Men count one and kings two; of equal sums the one with fewer kings is worth more,
            // since a king is a little less than two men.
            Priority::FrisianValue => (pieces + kings) << 16 | pieces << 8 | by_king,
            // A short king on 8x8 cannot jump more than nine pieces, so 16 bits hold the order.
            Priority::ItalianLaws => pieces << 26 | by_king << 25 | kings << 16 | order,
        }
    }
}
