//! The items of a FEN: pieces on squares, ranges of them, and counts of king moves.

use super::cursor::excerpt;
use super::fault::FenFaultKind;
use super::fen_reader::{Count, Entry, FenReader};
use super::square_names;
use crate::board::Square;
use crate::position::{KingRun, Piece, Side};

/// A square that was read, and its number if it was named by one.
struct Named<'a> {
    text: &'a str,
    square: Square,
    number: Option<usize>,
}

/// What stands before the name of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Man,
    King,
    /// A captured piece, to be dropped.
    Captured,
}

impl<'a> FenReader<'a> {
    /// Reads a square or a range with its mark; skips the item at a fault.
    pub(super) fn read_item(&mut self, side: Side) {
        let column = self.cursor.column();
        let mark = self.read_mark();
        let Some(first) = self.read_square() else {
            return self.skip_item();
        };
        self.cursor.skip_blanks();
        if !self.cursor.eat('-') {
            return self.put(column, mark, side, &first);
        }
        self.cursor.skip_blanks();
        if mark == Mark::King {
            self.cursor.eat('K');
        }
        let Some(last) = self.read_square() else {
            return self.skip_item();
        };
        let range = || format!("range {}-{}", first.text, last.text);
        let (Some(low), Some(high)) = (first.number, last.number) else {
            return self
                .scan
                .faults
                .add(column, range, FenFaultKind::RangeOfLetters);
        };
        if low > high {
            return self
                .scan
                .faults
                .add(column, range, FenFaultKind::ReversedRange);
        }
        for number in low..=high {
            let square = self
                .rules
                .geometry
                .square_by_number(number, self.rules.numbering);
            if let Some(square) = square {
                self.put(column, mark, side, &Named { square, ..first });
            }
        }
    }

    fn read_mark(&mut self) -> Mark {
        let mark = match self.cursor.peek() {
            Some('K' | 'k') => Mark::King,
            Some('P' | 'p') => Mark::Captured,
            Some('G' | 'g') if self.is_captured_man() => Mark::Captured,
            _ => return Mark::Man,
        };
        self.cursor.bump();
        self.cursor.skip_blanks();
        mark
    }

    /// Whether the `G` at the cursor marks a captured man and is not a file.
    fn is_captured_man(&mut self) -> bool {
        if self.rules.geometry.size() > 8 {
            return true;
        }
        let mut ahead = self.cursor.clone();
        let is_upper = ahead.bump() == Some('G');
        let digits = ahead.digits().len();
        if digits != 1 {
            return digits != 0 || is_upper;
        }
        let drops = is_upper && !self.g_is_file;
        self.scan.has_dropped_g |= drops;
        drops
    }

    /// Reads the name of a square; a fault has been reported if there is none.
    fn read_square(&mut self) -> Option<Named<'a>> {
        let column = self.cursor.column();
        let whole = self.cursor.rest();
        let letter = self.cursor.take_while(|next| next.is_ascii_alphabetic());
        let digits = self.cursor.digits();
        if digits.is_empty() || letter.len() > 1 {
            let found = || {
                whole
                    .chars()
                    .next()
                    .map_or("end of text".into(), |c| format!("'{c}'"))
            };
            self.scan
                .faults
                .add(column, found, FenFaultKind::Expected("a square"));
            return None;
        }
        let text = whole.get(..letter.len() + digits.len()).unwrap_or_default();
        let geometry = self.rules.geometry;
        let number = digits.parse().ok().filter(|_| letter.is_empty());
        let square = match number {
            Some(number) => geometry.square_by_number(number, self.rules.numbering),
            None if geometry.size() == 8 => geometry.square_by_letters(text),
            None => None,
        };
        let Some(square) = square else {
            let kind = FenFaultKind::NoSuchSquare(square_names(self.rules));
            self.scan
                .faults
                .add(column, || format!("square {}", excerpt(text)), kind);
            return None;
        };
        self.scan.has_letters |= number.is_none();
        Some(Named {
            text,
            square,
            number,
        })
    }

    /// Keeps a piece, unless it has been captured or its square is taken.
    fn put(&mut self, column: usize, mark: Mark, side: Side, named: &Named<'_>) {
        if mark == Mark::Captured {
            return;
        }
        if self.taken.has(named.square) {
            let name = self.rules.geometry.name(named.square, self.rules.numbering);
            let found = || format!("square {name}");
            return self.scan.faults.add(column, found, FenFaultKind::UsedTwice);
        }
        self.taken |= named.square.into();
        let piece = Piece {
            side,
            is_king: mark == Mark::King,
        };
        let in_letters = named.number.is_none();
        self.scan.pieces.push(Entry {
            column,
            piece,
            square: named.square,
            in_letters,
        });
    }

    /// Reads the Frisian counts, Black's first.
    pub(super) fn read_counts(&mut self) -> bool {
        for side in [Side::Black, Side::White] {
            self.cursor.skip_blanks();
            if !self.cursor.eat('+') {
                return self.expected("'+' and the count of king moves of White");
            }
            self.cursor.skip_blanks();
            if !self.read_count(side) {
                return false;
            }
        }
        true
    }

    /// Reads one count: `0`, or a digit and the square of the king. Says whether it was one.
    fn read_count(&mut self, side: Side) -> bool {
        let column = self.cursor.column();
        let text = self.cursor.digits();
        let (moves, square) = text.split_at_checked(1).unwrap_or_default();
        let Ok(moves) = moves.parse::<u8>() else {
            return self.expected("a count of king moves");
        };
        if moves == 0 {
            return true;
        }
        let geometry = self.rules.geometry;
        let square = square.parse().unwrap_or(0);
        let square = geometry.square_by_number(square, self.rules.numbering);
        let kind = match (self.rules.king_move_limit, square) {
            (None, _) => FenFaultKind::NotCounted,
            (Some(limit), _) if moves > limit => FenFaultKind::CountTooHigh(limit),
            (_, None) => FenFaultKind::NoSuchSquare(square_names(self.rules)),
            (_, Some(square)) => {
                let run = KingRun { square, moves };
                self.scan.counts.retain(|count| count.side != side);
                self.scan.counts.push(Count {
                    column,
                    text,
                    side,
                    run,
                });
                return true;
            }
        };
        self.scan
            .faults
            .add(column, || format!("count {}", excerpt(text)), kind);
        true
    }
}
