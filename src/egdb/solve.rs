//! Solving a slice: all placements of kings around fixed men, with either side to move.
//!
//! Men's moves, crownings and captures lead out of the slice to positions that have been solved
//! before: men only go forward. So what is left to solve together are the quiet moves of kings,
//! and a slice with its kings is small enough to stay in the processor's cache.
//!
//! First every position is looked at once, with the generator of the engine. It may be settled by
//! the moves that lead out; otherwise the number of its king moves is kept, or the mark that it
//! has a way out to a draw. Then news spreads backwards, ply by ply (retrograde analysis, as in
//! K. Thompson 1986): a new loss makes all positions before it won, a new win takes one from the
//! hopes of each position before it, and one without hope is lost. What is never reached is drawn.
//! Since plies are spread in order, a position is settled in the ply that is its distance to the
//! next move of a man or capture with best play.

use std::sync::atomic::{AtomicBool, Ordering};

use super::layout::Layout;
use super::library::decided;
use super::slice::{KingSets, Slice};
use super::value::Value;
use crate::board::Bitboard;
use crate::movegen::legal_moves;
use crate::position::{MoveList, Position, Side};
use crate::rules::{CaptureDuty, Variant};
/// What is known of a position, in a byte: a number up to `MOST_HOPES` of king moves that are not
/// known to be bad, or one of the marks below.
type State = u8;
const MOST_HOPES: State = 240;
/// At least a draw.
const SAFE: State = 241;
const LOST: State = 242;
const WON: State = 243;
/// The value of a position in which the side to move has no choice but to capture, or whose game
/// is over: added to the code of the value.
const FORCED: State = 250;

/// The value that a state comes to when there is no more news.
const fn value(state: State) -> Value {
    match state {
        LOST => Value::Loss,
        WON => Value::Win,
        FORCED.. => Value::from_code((state - FORCED) as u64),
        _ => Value::Draw,
    }
}

/// A value that captures decide.
const fn forced(value: Value) -> State {
    FORCED + value as State
}

/// Where the values of positions come from that have been solved before.
pub(super) trait Source: Sync {
    /// The rules.
    fn variant(&self) -> Variant;

    /// The value of a position that men's moves and captures of the slice lead to.
    fn value_of(&self, pos: &Position) -> Value;
}

/// The memory that a thread uses again for every slice.
#[derive(Default)]
pub(super) struct Scratch {
    /// By side to move and rank of the placement.
    states: [Vec<State>; 2],
    /// Plies to the next move of a man or capture, the same way; kept only if they are wanted.
    plies: [Vec<u8>; 2],
    /// Settled positions whose news has not spread: those of this ply, and of the next.
    news: Vec<u32>,
    next: Vec<u32>,
    moves: MoveList,
}

impl Scratch {
    /// Bytes for slices of so many entries, at most.
    pub(super) const fn bytes(slice_len: usize) -> usize {
        // Of both sides a byte of state, and four bytes in one of the two lists.
        2 * slice_len * (1 + 4)
    }

    /// Values of the slice solved last with `side` to move, and whether captures decide them.
    pub(super) fn values(&self, side: Side) -> impl Iterator<Item = (Value, bool)> {
        let states = self.states[side as usize].iter();
        states.map(|&state| (value(state), state >= FORCED))
    }

    /// Takes the plies of the slice solved last, by side to move; 255 for positions that are drawn.
    pub(super) fn take_plies(&mut self) -> [Vec<u8>; 2] {
        std::mem::take(&mut self.plies)
    }
}

/// The distance of a position that is drawn, or not yet settled.
pub(super) const NEVER: u8 = u8::MAX;

/// What is needed to solve the slices of a material.
pub(super) struct Solver<'a, S> {
    pub(super) source: &'a S,
    pub(super) layout: &'a Layout,
    pub(super) sets: &'a KingSets,
    /// Whether plies are wanted.
    pub(super) keeps_plies: bool,
    /// Raised when nobody wants the slice any more. Nothing else is published through it, so
    /// relaxed ordering is enough.
    pub(super) is_dropped: &'a AtomicBool,
}

impl<S: Source> Solver<'_, S> {
    /// Solves the slices with these men of White and of Black, whoever is to move. Everything that
    /// men's moves and captures lead to must have been solved. What it leaves means nothing if it
    /// was dropped meanwhile.
    pub(super) fn solve(&self, men: [Bitboard; 2], scratch: &mut Scratch) {
        let slice = Slice::new(self.layout, self.sets, men);
        self.look_at_all(&slice, men, scratch);
        let has_kings = self.layout.slice_len() > 1;
        if has_kings && !self.source.variant().ends_with_king() {
            self.spread(&slice, scratch);
        }
    }

    fn is_dropped(&self) -> bool {
        self.is_dropped.load(Ordering::Relaxed)
    }

    /// Settles what the moves that lead out of the slice settle.
    fn look_at_all(&self, slice: &Slice, men: [Bitboard; 2], scratch: &mut Scratch) {
        let Scratch {
            states,
            plies,
            news,
            next,
            moves,
        } = scratch;
        states.iter_mut().for_each(Vec::clear);
        plies.iter_mut().for_each(Vec::clear);
        news.clear();
        next.clear();
        let men = men[0] | men[1];
        slice.for_each(|rank, kings| {
            if self.is_dropped() {
                return;
            }
            for side in Side::BOTH {
                let pos = slice.position(kings, side);
                let (state, distance) = self.look_at(&pos, men, moves);
                states[side as usize].push(state);
                let is_settled = value(state) != Value::Draw;
                if self.keeps_plies {
                    plies[side as usize].push(if is_settled { distance } else { NEVER });
                }
                if is_settled {
                    let list = if distance == 0 {
                        &mut *news
                    } else {
                        &mut *next
                    };
                    list.push((rank << 1 | side as usize) as u32);
                }
            }
        });
    }

    /// The state of a position as far as the moves out of the slice tell, and its distance if it
    /// is settled.
    fn look_at(&self, pos: &Position, men: Bitboard, moves: &mut MoveList) -> (State, u8) {
        let variant = self.source.variant();
        legal_moves(variant, pos, moves);
        let Some(first) = moves.first() else {
            let state = match decided(variant, pos) {
                value if variant.ends_with_king() && !pos.kings().is_empty() => forced(value),
                Value::Loss => LOST,
                Value::Draw => SAFE,
                Value::Win => WON,
            };
            return (state, 0);
        };
        let must_capture = first.is_capture() && variant.capture_duty() == CaptureDuty::Compulsory;
        let (mut best, mut hopes) = (Value::Loss, 0);
        for &mv in moves.iter() {
            if !mv.is_capture() && !men.has(mv.from()) {
                hopes += 1;
                continue;
            }
            best = best.max(self.source.value_of(&pos.after(mv)).opposite());
            if best == Value::Win {
                break;
            }
        }
        debug_assert!(hopes <= MOST_HOPES, "a king has few moves");
        let state = match best {
            _ if must_capture => forced(best),
            Value::Win => WON,
            Value::Draw => SAFE,
            Value::Loss if hopes == 0 => LOST,
            Value::Loss => hopes,
        };
        (state, 1)
    }

    /// Spreads the news through the moves of kings until there is none.
    fn spread(&self, slice: &Slice, scratch: &mut Scratch) {
        let Scratch {
            states,
            plies,
            news,
            next,
            ..
        } = scratch;
        let are_flying = self.source.variant().rules().flying_kings;
        let mut ply = 0_u8;
        while !(news.is_empty() && next.is_empty() || self.is_dropped()) {
            ply = (ply + 1).min(NEVER - 1);
            for &entry in news.iter() {
                let (rank, side) = (entry as usize >> 1, Side::BOTH[entry as usize & 1]);
                let is_loss = value(states[side as usize][rank]) == Value::Loss;
                let mover = !side;
                let states = &mut states[mover as usize];
                slice.for_each_before(slice.placement(rank), mover, are_flying, |before| {
                    let state = &mut states[before];
                    if is_loss && *state <= SAFE {
                        *state = WON;
                    } else if !is_loss && *state <= MOST_HOPES {
                        *state -= 1;
                        if *state > 0 {
                            return;
                        }
                        *state = LOST;
                    } else {
                        return;
                    }
                    if let Some(distance) = plies[mover as usize].get_mut(before) {
                        *distance = ply;
                    }
                    next.push((before << 1 | mover as usize) as u32);
                });
            }
            news.clear();
            std::mem::swap(news, next);
        }
    }
}
