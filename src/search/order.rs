//! In which order moves are tried: the move of the table, captures by what they take, then quiet
//! moves: those that refuted a sibling of the node, then by how often they were best.
//!
//! Tried and left out: judging the other moves only when the move of the table has failed brought
//! no speed.

use smallvec::SmallVec;

use super::worker::MAX_PLY;
use crate::board::Square;
use crate::position::{Move, MoveHint, Side};

/// What a move of the table is worth to the order: more than everything else.
const HASH_MOVE: i32 = i32::MAX;
/// What a captured piece is worth to the order.
const PER_CAPTURE: i32 = 1 << 20;
/// What a crowning is worth to the order.
const CROWNING: i32 = 1 << 19;
/// What the newest move that refuted a sibling is worth to the order; the older one a bit less.
const KILLER: i32 = 1 << 18;
/// Values of the history stay within this distance of zero.
const HISTORY_LIMIT: i32 = 1 << 14;

/// How often quiet moves were best, by `[side][from][to]` (the history heuristic, J. Schaeffer,
/// 1983), with values that fade as others come in.
#[derive(Clone, Debug)]
pub(super) struct History(Box<[[[i16; Square::COUNT]; Square::COUNT]; 2]>);

impl Default for History {
    fn default() -> Self {
        Self(Box::new([[[0; Square::COUNT]; Square::COUNT]; 2]))
    }
}

impl History {
    pub(super) fn of(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.0[side as usize][mv.from().index()][mv.to().index()])
    }

    fn add(&mut self, side: Side, mv: Move, bonus: i32) {
        let value = &mut self.0[side as usize][mv.from().index()][mv.to().index()];
        let old = i32::from(*value);
        // Both terms keep the sum within the limit, which fits the type.
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }

    /// Learns that `best` was best at `depth`, and that the moves tried before it were not.
    pub(super) fn learn(&mut self, side: Side, best: Move, before: &[Move], depth: i32) {
        let bonus = (depth * depth).min(1024);
        self.add(side, best, bonus);
        for &mv in before.iter().filter(|mv| !mv.is_capture()) {
            self.add(side, mv, -bonus);
        }
    }
}

/// The last two quiet moves that were too good for the opponent, by ply (killer heuristic,
/// B. Huberman, 1968): what refutes one move often refutes its siblings.
#[derive(Clone, Debug)]
pub(super) struct Killers(Vec<[Option<MoveHint>; 2]>);

impl Default for Killers {
    fn default() -> Self {
        Self(vec![[None; 2]; usize::from(MAX_PLY) + 1])
    }
}

impl Killers {
    pub(super) fn at(&self, ply: u16) -> [Option<MoveHint>; 2] {
        self.0[usize::from(ply)]
    }

    /// Learns that `mv` was too good at `ply`.
    pub(super) fn learn(&mut self, ply: u16, mv: Move) {
        let [newest, older] = &mut self.0[usize::from(ply)];
        if !newest.is_some_and(|hint| hint.fits(mv)) {
            *older = newest.replace(mv.hint());
        }
    }
}

/// The moves of a node with their worth, handed out best first.
pub(super) struct Ordered<'a> {
    moves: &'a mut [Move],
    worth: SmallVec<[i32; 64]>,
    next: usize,
    /// Where the next one stands, if that has been looked up.
    ahead: Option<usize>,
}

impl<'a> Ordered<'a> {
    pub(super) fn new(
        moves: &'a mut [Move],
        hint: Option<MoveHint>,
        killers: [Option<MoveHint>; 2],
        history: impl Fn(Move) -> i32,
    ) -> Self {
        let mut hash = hint;
        let worth = moves
            .iter()
            .map(|&mv| {
                if hash.is_some_and(|hint| hint.fits(mv)) {
                    hash = None;
                    return HASH_MOVE;
                }
                let taken = mv.captured().len() as i32;
                let crowning = i32::from(mv.crowns());
                let rank = killers
                    .iter()
                    .position(|killer| taken == 0 && killer.is_some_and(|hint| hint.fits(mv)));
                let killer = rank.map_or(0, |rank| KILLER >> rank);
                PER_CAPTURE * taken + CROWNING * crowning + killer + history(mv)
            })
            .collect();
        Self {
            moves,
            worth,
            next: 0,
            ahead: None,
        }
    }

    /// The best of the moves that have not been tried; equal ones in the order of the generator.
    pub(super) fn pick(&mut self) -> Option<Move> {
        let best = self.best_left()?;
        self.moves.swap(self.next, best);
        self.worth.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// The move that will be handed out next.
    pub(super) fn peek(&mut self) -> Option<Move> {
        let best = self.best_left()?;
        self.ahead = Some(best);
        Some(self.moves[best])
    }

    fn best_left(&mut self) -> Option<usize> {
        self.ahead.take().or_else(|| {
            let rest = self.worth.get(self.next..)?.iter().enumerate().rev();
            let (offset, _) = rest.max_by_key(|&(_, worth)| *worth)?;
            Some(self.next + offset)
        })
    }

    /// The moves handed out so far, the last one excluded.
    pub(super) fn before_last(&self) -> &[Move] {
        &self.moves[..self.next.saturating_sub(1)]
    }

    /// How many moves have been handed out.
    pub(super) fn tried(&self) -> usize {
        self.next
    }
}
