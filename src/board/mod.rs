//! Where things can stand: squares, directions, sets of squares, and the shapes of boards.
//!
//! Responsible for the one layout that all boards share, for steps and slides on it, and for the
//! names of squares. Not responsible for pieces, sides or rules.
//!
//! # The layout
//!
//! Only the dark squares exist. They lie on a padded half-board: ranks of alternately 6 and 7
//! bits, 13 bits for two ranks, rank 0 at the top (the side of Black). A diagonal step is a shift
//! by 6 or 7, a step along a rank or file (two squares of the full board) a shift by 1 or 13. A
//! step over the edge lands on a *ghost* bit, which belongs to no board, so that no masks for the
//! edges are needed: intersect with a set of existing squares and it is gone.
//!
//! ```text
//! rank 0     0   1   2   3   4  (5)          the numbers in brackets
//! rank 1   6   7   8   9  10  (11)(12)       are ghosts
//! rank 2    13  14  15  16  17  (18)
//! rank 3  19  20  21  22  23  (24)(25)
//! ```
//!
//! The board of 8x8 is the first eight ranks and the first four squares of each. Boards that
//! tradition mirrors (Italian, Spanish) use the same squares under other names. The layout is
//! that of Fabien Letouzey's Scan and of Rein Halbersma's dctl, described by both in public.
//!
//! A wider word, or masks for the edges, would be needed for 12x12 and for boards with 64 playing
//! squares; all shifts are in [`Bitboard::step`] and `slide`, all masks in [`Geometry`].

mod bitboard;
mod geometry;
mod slide;
mod square;

pub use bitboard::Bitboard;
pub use geometry::{Geometry, Numbering};
pub use square::{Direction, Square};
