//! Squares and positions of messages, for one variant and numbering.
//!
//! Responsible for what the letters of a position and the numbers of a move mean. The protocol
//! was made for 50 squares; 8x8 boards have 32 letters and numbers from the top left, in the
//! order of the letters. [`HubNumbering::Pydraughts`] reads and writes what pydraughts does
//! instead: moves counted from a1 where books have letters, and English positions turned, with
//! the colours of the *pieces* swapped but not that of the side to move.

use super::message::{MoveMessage, PositionText};
use crate::notation::{
    FenError, HubNumbering, parse_hub_position, write_hub_move, write_hub_position,
};
use crate::position::{Move, Position, Side};
use crate::rules::{Base, Variant};

#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub(super) variant: Variant,
    pub(super) numbering: HubNumbering,
}

impl Board {
    /// The position that a message tells.
    pub(super) fn position(self, text: &PositionText) -> Result<Position, FenError> {
        let side = if self.turns_positions() {
            !text.side
        } else {
            text.side
        };
        let mut hub = String::from(letter(side));
        hub.extend(text.squares.chars().map(|letter| match letter {
            'z' => 'b',
            'Z' => 'B',
            // Letters of Hub are none of this protocol.
            'b' | 'B' => '?',
            letter => letter,
        }));
        parse_hub_position(self.variant, self.numbering, &hub)
    }

    /// The position as a message tells it. Frisian counts of king moves have no place in it.
    pub(super) fn text(self, pos: &Position) -> PositionText {
        let hub = write_hub_position(self.variant, self.numbering, pos);
        let squares = hub.chars().skip(1).map(|letter| match letter {
            'b' => 'z',
            'B' => 'Z',
            letter => letter,
        });
        PositionText {
            side: pos.side(),
            squares: squares.collect(),
        }
    }

    /// The message for a move, its captured squares ascending.
    pub(super) fn message(self, mv: Move, seconds: u16) -> MoveMessage {
        let text = write_hub_move(self.variant, self.numbering, mv);
        let mut numbers = text
            .split(['-', 'x'])
            .filter_map(|number| number.parse().ok());
        MoveMessage {
            seconds,
            from: numbers.next().unwrap_or_default(),
            to: numbers.next().unwrap_or_default(),
            captured: numbers.collect(),
        }
    }

    /// The move of `legal` that a message means: that with these ends which captures these
    /// pieces, in whatever order they are listed. If none is listed it is the only capture with
    /// these ends, since some programs look at the ends alone.
    pub(super) fn find(self, legal: &[Move], message: &MoveMessage) -> Option<Move> {
        let mut captured = message.captured.clone();
        captured.sort_unstable();
        let with_ends: Vec<(Move, Vec<u8>)> = legal
            .iter()
            .map(|&mv| (mv, self.message(mv, 0)))
            .filter(|(_, own)| (own.from, own.to) == (message.from, message.to))
            .map(|(mv, own)| (mv, own.captured))
            .collect();
        let same = with_ends.iter().find(|(_, own)| *own == captured);
        match (same, &*with_ends) {
            (Some((mv, _)), _) => Some(*mv),
            (None, [(mv, _)]) if captured.is_empty() => Some(*mv),
            _ => None,
        }
    }

    fn turns_positions(self) -> bool {
        self.numbering == HubNumbering::Pydraughts && self.variant.base() == Base::English
    }
}

/// The letter of a side in Hub positions.
const fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}
