//! The routes of a capture: in which order its pieces can be jumped, and over which squares.
//!
//! A [`Move`] names the captured set, not the way. Game files write the way where the ends leave
//! a choice, and older perft tables count it. This is cold code: it reads the rules at run time
//! and follows only the pieces that the move takes.

use std::ops::ControlFlow;

use crate::board::{Bitboard, Direction, Square};
use crate::position::{Move, Position, Side};
use crate::rules::{Crowning, Landing, Priority, Removal, Rules, Variant};

/// One jump of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jump {
    /// The piece jumped.
    pub over: Square,
    /// Where the piece lands: where it turns; right behind `over` if it goes straight on; the end
    /// of the move for the last jump.
    pub land: Square,
    /// All squares that may be named for this landing without changing the route.
    pub may_land: Bitboard,
}

/// Calls `visit` with each legal route of the capture `mv` of `pos`, until it breaks.
///
/// Routes that differ only in where the piece pauses on a straight line are one route.
pub fn routes<B>(
    variant: Variant,
    pos: &Position,
    mv: Move,
    visit: &mut dyn FnMut(&[Jump]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let rules = variant.rules();
    if rules.priority != Priority::ItalianLaws || !variant.has_priority() {
        return walk_all(rules, pos, mv, visit);
    }
    // Of the routes of one set the fourth Italian law allows those that meet kings earliest.
    let order = |jumps: &[Jump]| -> Vec<bool> {
        jumps
            .iter()
            .map(|jump| pos.kings().has(jump.over))
            .collect()
    };
    let mut best = Vec::new();
    let _ = walk_all(rules, pos, mv, &mut |jumps| {
        best = order(jumps).max(std::mem::take(&mut best));
        ControlFlow::<()>::Continue(())
    });
    walk_all(rules, pos, mv, &mut |jumps| {
        if order(jumps) == best {
            visit(jumps)
        } else {
            ControlFlow::Continue(())
        }
    })
}

fn walk_all<B>(
    rules: &'static Rules,
    pos: &Position,
    mv: Move,
    visit: &mut dyn FnMut(&[Jump]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut walk = Walk {
        rules,
        mv,
        empty: (rules.geometry.squares() - pos.occupied()) | mv.from().into(),
        kings: pos.kings(),
        spared: pos.other() - mv.captured(),
        side: pos.side(),
        jumps: Vec::new(),
        visit,
    };
    let is_king = pos.kings().has(mv.from());
    for direction in Direction::ALL {
        walk.jump(mv.from(), direction, is_king, mv.captured())?;
    }
    ControlFlow::Continue(())
}

struct Walk<'a, B> {
    rules: &'static Rules,
    mv: Move,
    /// Empty squares, the start among them.
    empty: Bitboard,
    kings: Bitboard,
    /// Pieces of the opponent that the move does not take.
    spared: Bitboard,
    side: Side,
    jumps: Vec<Jump>,
    visit: &'a mut dyn FnMut(&[Jump]) -> ControlFlow<B>,
}

impl<B> Walk<'_, B> {
    fn empty_with(&self, left: Bitboard) -> Bitboard {
        match self.rules.removal {
            Removal::AtEnd => self.empty,
            Removal::AtOnce => self.empty | (self.mv.captured() - left),
        }
    }

    fn captures_in(&self, direction: Direction, is_king: bool) -> bool {
        let forward = match self.side {
            Side::White => [Direction::NorthWest, Direction::NorthEast],
            Side::Black => [Direction::SouthWest, Direction::SouthEast],
        };
        let diagonal = Direction::DIAGONALS.contains(&direction);
        (diagonal || self.rules.orthogonal_captures)
            && (is_king || self.rules.men_capture_backwards || forward.contains(&direction))
    }

    /// Jumps from `at` over a piece of `left` in `direction`, if one can be jumped there.
    fn jump(
        &mut self,
        at: Square,
        direction: Direction,
        is_king: bool,
        left: Bitboard,
    ) -> ControlFlow<B> {
        let flies = is_king && self.rules.flying_kings;
        let empty = self.empty_with(left);
        let over = if flies {
            at.slide(direction, empty).1
        } else {
            Bitboard::of(at).step(direction)
        };
        let behind = (over & left).step(direction) & empty;
        let (Some(over), Some(behind)) = ((over & left).first(), behind.first()) else {
            return ControlFlow::Continue(());
        };
        if !self.captures_in(direction, is_king) {
            return ControlFlow::Continue(());
        }
        let left = left - over.into();
        let mut landings = Bitboard::of(behind);
        if flies && self.rules.landing != Landing::Behind {
            landings |= behind.slide(direction, self.empty_with(left)).0;
        }
        self.jumps.push(Jump {
            over,
            land: behind,
            may_land: landings,
        });
        let flow = self.land(landings, direction, is_king, left);
        self.jumps.pop();
        flow
    }

    /// Goes on from the squares on which the last jump can end.
    fn land(
        &mut self,
        landings: Bitboard,
        direction: Direction,
        is_king: bool,
        left: Bitboard,
    ) -> ControlFlow<B> {
        let last = self.jumps.len() - 1;
        let jump = self.jumps[last];
        if left.is_empty() {
            if landings.has(self.mv.to()) && self.may_end(jump, landings, is_king) {
                let land = self.mv.to();
                self.jumps[last] = Jump {
                    land,
                    may_land: land.into(),
                    ..jump
                };
                return (self.visit)(&self.jumps);
            }
            return ControlFlow::Continue(());
        }
        let king_row = self.rules.geometry.last_rank(self.side == Side::White);
        let passes = self.rules.crowning == Crowning::InPassing && king_row.meets(landings);
        let is_king = is_king || passes;
        self.jump(jump.land, direction, is_king, left)?;
        for land in landings {
            self.jumps[last] = Jump {
                land,
                may_land: land.into(),
                ..jump
            };
            for turn in Direction::ALL {
                if turn != direction {
                    self.jump(land, turn, is_king, left)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the move may end after its last jump, which can land on `landings`.
    fn may_end(&self, jump: Jump, landings: Bitboard, is_king: bool) -> bool {
        let is_stopped = match self.rules.landing {
            Landing::Any | Landing::Behind => false,
            Landing::BehindLastKing => self.kings.has(jump.over),
            Landing::BehindLastKingOfSeveral => {
                self.kings.has(jump.over) && self.mv.captured().has_several()
            }
        };
        if is_stopped && self.mv.to() != jump.land {
            return false;
        }
        // A flying king must land where it can go on; a man could not have ended here at all.
        let empty = self.empty_with(Bitboard::EMPTY);
        let goes_on = |from: Square| {
            Direction::ALL.into_iter().any(|direction| {
                let over = from.slide(direction, empty).1 & self.spared;
                self.captures_in(direction, true)
                    && (over.step(direction) & empty) != Bitboard::EMPTY
            })
        };
        !(is_king && self.rules.flying_kings && landings.into_iter().any(goes_on))
    }
}
