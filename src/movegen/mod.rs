//! Legal moves, for one variant at a time.
//!
//! Responsible for which moves a position has, in every variant. Not responsible for when a game
//! is drawn (`game`) or how moves are written (`notation`).
//!
//! The generator is written once and compiled for each row of the table of rules: its functions
//! take the row as a constant index, so that a question the variant does not ask costs nothing.
//! The functions of this file are the *door*: one `match` per call leads to the code of the
//! variant. How to write such a generator was learned from the public descriptions of dctl (R.
//! Halbersma) and Scan (F. Letouzey); captures of men are found set-wise, those of kings by rays.
//!
//! A chain of jumps is searched depth first. The priority rule is applied while moves are added:
//! a better capture clears the list, a worse one is dropped. Equal moves by different routes can
//! only arise from three captured pieces on and are compared then.

mod capture;
mod perft;
mod quiet;
mod route;

pub use perft::{Divided, perft, perft_divided, perft_parallel};
pub use route::{Jump, routes};

use crate::position::{MoveList, Position, Side};
use crate::rules::{Aim, Base, CaptureDuty, Priority, Rules, Variant};

/// The rules of row `V`, with any priority among captures lifted if `FREE`.
const fn rules<const V: usize, const FREE: bool>() -> Rules {
    let rules = *Base::ALL[V].rules();
    if FREE {
        Rules {
            priority: Priority::Free,
            ..rules
        }
    } else {
        rules
    }
}

/// Calls a generic function for the row of a variant: the one place where rows become code.
macro_rules! for_row {
    ($variant:expr, $function:ident ( $($argument:expr),* )) => {
        for_row!(@ $variant, $function($($argument),*),
            International English Russian Brazilian Spanish Portuguese Italian Czech Pool Thai
            Frisian Frysk Killer KillerLight Breakthrough)
    };
    (@ $variant:expr, $function:ident $arguments:tt, $($row:ident)*) => {
        if $variant.capture_duty() == CaptureDuty::OptionalAny {
            match $variant.base() {
                $(Base::$row => $function::<{ Base::$row as usize }, true> $arguments,)*
            }
        } else {
            match $variant.base() {
                $(Base::$row => $function::<{ Base::$row as usize }, false> $arguments,)*
            }
        }
    };
}
use for_row;

/// Writes all legal moves of `pos` to `moves`, replacing what was there.
pub fn legal_moves(variant: Variant, pos: &Position, moves: &mut MoveList) {
    for_row!(variant, legal_moves_of(variant, pos, moves));
}

/// Writes the legal captures of `pos` to `moves`, replacing what was there.
pub fn captures(variant: Variant, pos: &Position, moves: &mut MoveList) {
    for_row!(variant, captures_of(pos, moves));
}

/// Adds the quiet moves of `pos` that crown a man to `moves`. They are legal where quiet moves are.
pub fn add_crownings(variant: Variant, pos: &Position, moves: &mut MoveList) {
    for_row!(variant, crownings_of(pos, moves));
}

/// Whether `side` could crown a man without capture if it were to move.
pub fn can_crown(variant: Variant, pos: &Position, side: Side) -> bool {
    for_row!(variant, can_crown_of(pos, side))
}

/// Whether `side` could capture something if it were to move.
pub fn can_capture(variant: Variant, pos: &Position, side: Side) -> bool {
    for_row!(variant, can_capture_of(pos, side))
}

/// Whether `pos` has a move that captures nothing. It is legal if nothing must be captured.
pub fn has_quiet_moves(variant: Variant, pos: &Position) -> bool {
    for_row!(variant, has_quiet_of(pos))
}

/// Whether the game is over whatever the moves would be: a king has appeared where that decides.
fn is_decided<const V: usize>(pos: &Position) -> bool {
    matches!(const { rules::<V, false>() }.aim, Aim::FirstKing) && !pos.kings().is_empty()
}

fn captures_of<const V: usize, const FREE: bool>(pos: &Position, moves: &mut MoveList) {
    moves.clear();
    if !is_decided::<V>(pos) {
        capture::generate::<V, FREE>(pos, moves);
    }
}

/// Whether quiet moves are legal beside a number of captures.
fn may_pass_over(variant: Variant, captures: usize) -> bool {
    captures == 0 || variant.capture_duty() != CaptureDuty::Compulsory
}

#[inline]
fn legal_moves_of<const V: usize, const FREE: bool>(
    variant: Variant,
    pos: &Position,
    moves: &mut MoveList,
) {
    captures_of::<V, FREE>(pos, moves);
    if may_pass_over(variant, moves.len()) && !is_decided::<V>(pos) {
        quiet::generate::<V>(pos, moves);
    }
}

fn crownings_of<const V: usize, const FREE: bool>(pos: &Position, moves: &mut MoveList) {
    if !is_decided::<V>(pos) {
        quiet::crownings::<V>(pos, moves);
    }
}

fn can_crown_of<const V: usize, const FREE: bool>(pos: &Position, side: Side) -> bool {
    !is_decided::<V>(pos) && quiet::can_crown::<V>(pos, side)
}

fn can_capture_of<const V: usize, const FREE: bool>(pos: &Position, side: Side) -> bool {
    !is_decided::<V>(pos) && capture::exists::<V>(pos, side)
}

fn has_quiet_of<const V: usize, const FREE: bool>(pos: &Position) -> bool {
    !is_decided::<V>(pos) && quiet::exist::<V>(pos)
}

#[inline]
fn count_of<const V: usize, const FREE: bool>(
    variant: Variant,
    pos: &Position,
    scratch: &mut MoveList,
) -> u64 {
    captures_of::<V, FREE>(pos, scratch);
    let captures = scratch.len();
    let quiet = may_pass_over(variant, captures) && !is_decided::<V>(pos);
    captures as u64 + if quiet { quiet::count::<V>(pos) } else { 0 }
}
