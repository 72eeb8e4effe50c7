//! The grammar of a FEN: from characters to pieces and counts, with every fault on the way.
//!
//! The reader goes on after a fault at the next comma, colon or full stop, so that one reading
//! finds all faults. A square that is named twice is kept once, so that the lists stay as short
//! as the board is small, however long the text.

use super::cursor::{Cursor, excerpt};
use super::fault::{Faults, FenFaultKind};
use crate::board::{Bitboard, Square};
use crate::position::{KingRun, Piece, Side};
use crate::rules::Rules;

/// A piece as it was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Where the text names it.
    pub(super) column: usize,
    pub(super) piece: Piece,
    pub(super) square: Square,
    /// Whether the square was named by letters.
    pub(super) in_letters: bool,
}

/// A count of king moves as it was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count<'a> {
    pub(super) column: usize,
    pub(super) text: &'a str,
    pub(super) side: Side,
    pub(super) run: KingRun,
}

/// Everything that a text says.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    pub(super) side: Side,
    pub(super) pieces: Vec<Entry>,
    pub(super) counts: Vec<Count<'a>>,
    pub(super) faults: Faults,
    /// Whether some square was named by letters.
    pub(super) has_letters: bool,
    /// Whether a `G` before one digit was dropped that might have been a file.
    pub(super) has_dropped_g: bool,
}

/// Reads a text from left to right.
pub(super) struct FenReader<'a> {
    pub(super) rules: &'a Rules,
    pub(super) cursor: Cursor<'a>,
    /// Whether `G` before one digit is a file.
    pub(super) g_is_file: bool,
    pub(super) taken: Bitboard,
    listed: [bool; 2],
    pub(super) scan: Scan<'a>,
}

impl<'a> FenReader<'a> {
    pub(super) fn new(rules: &'a Rules, text: &'a str, g_is_file: bool) -> Self {
        let scan = Scan {
            side: Side::White,
            pieces: Vec::new(),
            counts: Vec::new(),
            faults: Faults::default(),
            has_letters: false,
            has_dropped_g: false,
        };
        let cursor = Cursor::new(text);
        Self {
            rules,
            cursor,
            g_is_file,
            taken: Bitboard::EMPTY,
            listed: [false; 2],
            scan,
        }
    }

    /// Reads the whole text.
    pub(super) fn read(mut self) -> Scan<'a> {
        self.cursor.skip_blanks();
        let in_tag = self.cursor.eat('[');
        if in_tag {
            self.open_tag();
        }
        let in_quotes = self.cursor.eat('"');
        self.read_fields();
        if in_quotes && !self.cursor.eat('"') {
            self.expected("'\"'");
        }
        self.cursor.skip_blanks();
        if in_tag && !self.cursor.eat(']') {
            self.expected("']'");
        }
        self.cursor.skip_blanks();
        if self.cursor.peek().is_some() {
            self.expected("the end of the text");
        }
        self.scan
    }

    /// Reads the name of a tag, behind its bracket.
    fn open_tag(&mut self) {
        self.cursor.skip_blanks();
        let column = self.cursor.column();
        let name = self.cursor.take_while(char::is_alphanumeric);
        if !name.eq_ignore_ascii_case("fen") {
            let found = || format!("tag '{}'", excerpt(name));
            self.scan
                .faults
                .add(column, found, FenFaultKind::Expected("the tag FEN"));
        }
        self.cursor.skip_blanks();
        if self.cursor.peek() != Some('"') {
            self.expected("'\"'");
        }
    }

    /// Reads the side to move and all fields, up to the end of the text or a quote.
    fn read_fields(&mut self) {
        self.cursor.skip_blanks();
        if self.at_end() {
            self.expected("a position such as W:W31-50:B1-20");
            return;
        }
        self.read_side();
        let has_fields = self.at_colon();
        let has_side = self.scan.faults.is_empty();
        while self.at_colon() {
            self.cursor.bump();
            self.read_field();
        }
        if self.cursor.eat('.') {
            self.cursor.skip_blanks();
        }
        // A text that is no FEN at all is told so once.
        if has_fields || has_side {
            for side in Side::BOTH {
                if !self.has_listed(side) {
                    self.expected_kind(FenFaultKind::SideMissing(side));
                }
            }
        }
    }

    fn read_side(&mut self) {
        match self.cursor.peek() {
            Some('W' | 'w') => self.scan.side = Side::White,
            Some('B' | 'b') => self.scan.side = Side::Black,
            Some('?') => {
                let found = || "unknown side to move '?'".to_owned();
                let kind = FenFaultKind::Expected("W or B");
                self.scan.faults.add(self.cursor.column(), found, kind);
            }
            _ => {
                self.expected("the side to move, W or B");
            }
        }
        // A colon is not part of the side; anything else has been read or refused.
        if self.cursor.peek() != Some(':') {
            self.cursor.bump();
        }
        self.cursor.skip_blanks();
        if !self.at_colon() && !self.at_end() {
            self.expected("':'");
            self.skip_to_field();
        }
    }

    /// Reads what follows a colon.
    fn read_field(&mut self) {
        self.cursor.skip_blanks();
        let went_well = match self.cursor.peek().map(|letter| letter.to_ascii_uppercase()) {
            Some('W') => self.read_list(Side::White),
            Some('B') => self.read_list(Side::Black),
            Some('+') => self.read_counts(),
            Some('H' | 'F') => self.read_clock(),
            _ => self.expected("W, B, H, F or +"),
        };
        self.cursor.skip_blanks();
        if !self.at_field_end() {
            if went_well {
                self.expected("':'");
            }
            self.skip_to_field();
        }
    }

    /// Reads a clock of lidraughts, which says nothing about the position.
    fn read_clock(&mut self) -> bool {
        self.cursor.bump();
        self.cursor.skip_blanks();
        !self.cursor.digits().is_empty() || self.expected("a number")
    }

    /// Reads the pieces of a side up to the end of the field.
    fn read_list(&mut self, side: Side) -> bool {
        if self.has_listed(side) {
            self.expected_kind(FenFaultKind::SideTwice(side));
        }
        match side {
            Side::White => self.listed[0] = true,
            Side::Black => self.listed[1] = true,
        }
        self.cursor.bump();
        self.cursor.skip_blanks();
        if self.at_field_end() {
            return true;
        }
        loop {
            self.read_item(side);
            self.cursor.skip_blanks();
            if self.cursor.peek() != Some(',') && !self.at_field_end() {
                self.expected("',' or ':'");
                self.skip_item();
            }
            if !self.cursor.eat(',') {
                return true;
            }
            self.cursor.skip_blanks();
        }
    }

    fn has_listed(&self, side: Side) -> bool {
        let [white, black] = self.listed;
        if side == Side::White { white } else { black }
    }

    /// Reports that something else should come next; always false.
    pub(super) fn expected(&mut self, what: &'static str) -> bool {
        self.expected_kind(FenFaultKind::Expected(what));
        false
    }

    fn expected_kind(&mut self, kind: FenFaultKind) {
        let cursor = &self.cursor;
        self.scan
            .faults
            .add(cursor.column(), || cursor.found(), kind);
    }

    fn at_colon(&self) -> bool {
        self.cursor.peek() == Some(':')
    }

    fn at_end(&self) -> bool {
        matches!(self.cursor.peek(), None | Some('"'))
    }

    fn at_field_end(&self) -> bool {
        self.at_end() || matches!(self.cursor.peek(), Some(':' | '.'))
    }

    pub(super) fn skip_item(&mut self) {
        self.cursor
            .take_while(|next| !matches!(next, ',' | ':' | '.' | '"'));
    }

    fn skip_to_field(&mut self) {
        self.cursor
            .take_while(|next| !matches!(next, ':' | '.' | '"'));
    }
}
