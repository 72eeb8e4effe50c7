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

use super::file::Counts;
use super::layout::Layout;
use super::library::{Library, decided};
use super::packed::Flags;
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

/// The memory that a thread uses again for every slice.
#[derive(Default)]
pub(super) struct Scratch {
    /// By side to move and rank of the placement.
    states: [Vec<State>; 2],
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
}

/// Where the results of a material go.
pub(super) struct Solver<'a> {
    pub(super) library: &'a Library,
    pub(super) layout: &'a Layout,
    pub(super) sets: &'a KingSets,
    /// Entries that need not be stored, since captures decide them.
    pub(super) forced: &'a Flags,
}

impl Solver<'_> {
    const fn variant(&self) -> Variant {
        self.library.variant
    }

    /// Solves the slices with men of these ranks, whoever is to move, and counts their positions.
    /// Everything that men's moves and captures lead to must have been solved.
    pub(super) fn solve(&self, men: [usize; 2], scratch: &mut Scratch) -> Counts {
        let Some(sets) = self.layout.men(men) else {
            return Counts::default();
        };
        let slice = Slice::new(self.layout, self.sets, sets);
        self.look_at_all(&slice, sets, scratch);
        let has_kings = self.layout.slice_len() > 1;
        if has_kings && !self.variant().ends_with_king() {
            self.spread(&slice, scratch);
        }
        self.write(men, scratch)
    }

    /// Settles what the moves that lead out of the slice settle.
    fn look_at_all(&self, slice: &Slice, men: [Bitboard; 2], scratch: &mut Scratch) {
        let Scratch {
            states,
            news,
            next,
            moves,
        } = scratch;
        states.iter_mut().for_each(Vec::clear);
        news.clear();
        next.clear();
        let men = men[0] | men[1];
        slice.for_each(|rank, kings| {
            for side in Side::BOTH {
                let pos = slice.position(kings, side);
                let (state, distance) = self.look_at(&pos, men, moves);
                states[side as usize].push(state);
                if value(state) != Value::Draw {
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
        let variant = self.variant();
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
            best = best.max(self.library.value(&pos.after(mv)).opposite());
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
            states, news, next, ..
        } = scratch;
        let are_flying = self.variant().rules().flying_kings;
        while !(news.is_empty() && next.is_empty()) {
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
                    next.push((before << 1 | mover as usize) as u32);
                });
            }
            news.clear();
            std::mem::swap(news, next);
        }
    }

    /// Writes the slices to the table.
    fn write(&self, men: [usize; 2], scratch: &Scratch) -> Counts {
        let is_own_image = self.layout.material().is_even() && men[0] == men[1];
        // Turned, a position with equal men and Black to move is another of the same slice.
        let sides = if is_own_image {
            &Side::BOTH[..1]
        } else {
            &Side::BOTH
        };
        let table = self.library.table(self.layout.material());
        let values = &table.expect("the table that is being solved").values;
        let mut counts = Counts::default();
        for &side in sides {
            let states = &scratch.states[side as usize];
            let start = self.layout.slice(men, side) * self.layout.slice_len();
            values.fill(start, states.iter().map(|&state| value(state)));
            self.forced
                .fill(start, states.iter().map(|&state| state >= FORCED));
            for &state in states {
                counts.count(value(state), state >= FORCED);
            }
        }
        counts
    }
}
