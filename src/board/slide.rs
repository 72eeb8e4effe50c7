//! Slides of flying kings: how far the way is free, and what stands at its end.
//!
//! Each ray is a constant mask that ends with the first ghost, so that "not empty" always finds
//! an end, be it a piece or an edge, on every board.

use super::bitboard::Bitboard;
use super::square::{Direction, Square};

/// Rays by direction and square: `[direction][square]`, the first ghost included.
const RAYS: [[u64; Square::COUNT]; 8] = rays();

const fn is_ghost(index: i32) -> bool {
    let rest = index % 13;
    index == 63 || rest == 5 || rest == 11 || rest == 12
}

const fn rays() -> [[u64; Square::COUNT]; 8] {
    let mut rays = [[0; Square::COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let offset = Direction::ALL[direction].offset() as i32;
        let mut from = 0;
        while from < Square::COUNT as i32 {
            let mut index = from + offset;
            while index >= 0 && index < 64 {
                rays[direction][from as usize] |= 1 << index;
                if is_ghost(index) {
                    break;
                }
                index += offset;
            }
            from += 1;
        }
        direction += 1;
    }
    rays
}

impl Square {
    /// The squares reached by sliding from here over `empty` squares, and the set of the one bit
    /// that ends the slide: a piece, a ghost, or nothing where the layout itself ends.
    #[inline(always)]
    pub fn slide(self, direction: Direction, empty: Bitboard) -> (Bitboard, Bitboard) {
        let ray = RAYS[direction as usize][self.index()];
        let blockers = ray & !empty.bits();
        let (free, end) = if direction.offset() > 0 {
            let end = blockers & blockers.wrapping_neg();
            (ray & end.wrapping_sub(1), end)
        } else {
            // No ray to the north holds bit 63, so there is at least one leading zero.
            let above = u64::MAX << (64 - blockers.leading_zeros());
            (ray & above, blockers & above >> 1)
        };
        (Bitboard::from_bits(free), Bitboard::from_bits(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;

    /// The definition, one step after the other.
    fn walk(from: Square, direction: Direction, empty: Bitboard) -> (Bitboard, Bitboard) {
        let mut free = Bitboard::EMPTY;
        let mut next = Bitboard::of(from).step(direction);
        while (next & empty) == next && !next.is_empty() {
            free |= next;
            next = next.step(direction);
        }
        (free, next)
    }

    #[test]
    fn slides_are_repeated_steps() {
        let mut pattern = 0x9E37_79B9_7F4A_7C15_u64;
        for geometry in [Geometry::BOARD10, Geometry::BOARD8] {
            for square in geometry.squares() {
                for direction in Direction::ALL {
                    for _ in 0..20 {
                        pattern = pattern.rotate_left(7).wrapping_mul(0x2545_F491_4F6C_DD1D);
                        let empty =
                            geometry.squares() & Bitboard::from_bits(pattern | pattern >> 9);
                        let (free, end) = square.slide(direction, empty);
                        assert_eq!((free, end), walk(square, direction, empty));
                    }
                }
            }
        }
    }
}
