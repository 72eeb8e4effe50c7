//! The words of PDN: tags, numbers, moves and results, each with its place.
//!
//! Responsible for what can be told without a position, and for skipping what is no word: blanks,
//! dots, commas, and lines that begin with a percent sign. Not responsible for what the words mean.
//!
//! A comment or variation that is not closed ends before the next line that begins with a tag, so
//! that the games behind it can be read. Every character is looked at a fixed number of times.

use super::pdn::PdnFault;

/// Where something is in a text: line and column in characters, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// What a word is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// Name, value without escapes, and the place of the value.
    Tag(String, String, Place),
    /// A tag that cannot be read.
    FaultyTag(PdnFault),
    /// The number of a move that one dot follows; other numbers are `None`.
    Number(Option<u32>),
    /// A move without blanks and marks.
    Move(String),
    /// The result that ends a game.
    Result(String),
    /// What nothing of the above can be.
    Fault(PdnFault),
    /// A comment without its braces.
    Comment(String),
    /// The number of an annotation, also for marks such as `!?`.
    Annotation(u8),
    /// A variation without its parentheses, and the place of its text.
    Variation(String, Place),
    /// A position that the moves begin from, as `/FEN "W:W31:B1"/`.
    SetUp(String, Place),
}

/// The results that do not look like moves; none is the beginning of a later one.
const ODD_RESULTS: &[&str] = &["1/2-1/2", "½-½", "0.5-0.5", "1/2", "½", "*"];

/// Marks of moves and the numbers that PDN has for them.
const MARKS: &[(&str, u8)] = &[
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("(!)", 1),
    ("(?)", 2),
    ("!", 1),
    ("?", 2),
];

/// The results that look like moves.
const MOVE_LIKE_RESULTS: &[&str] = &["2-0", "1-1", "0-2", "1-0", "0-1", "0-0"];

/// The words of a text, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Lexer<'a> {
    /// The words of a text that begins at a place of a longer one.
    pub(super) const fn new(text: &'a str, place: Place) -> Self {
        Self { rest: text, place }
    }

    /// What has not been read yet.
    pub(super) const fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next word and where it begins; nothing at the end of the text.
    pub(super) fn word(&mut self) -> Option<(Place, Word)> {
        self.skip();
        let place = self.place;
        let next = self.peek()?;
        if let Some(word) = self.addition(next) {
            return Some(word);
        }
        if next == '[' && begins_tag(self.rest) {
            return Some(self.tag());
        }
        if let Some(result) = ODD_RESULTS
            .iter()
            .find(|result| self.rest.starts_with(**result))
        {
            self.bump_by(result);
            return Some((place, Word::Result((*result).to_owned())));
        }
        if next.is_ascii_digit() || next.is_ascii_alphabetic() {
            return Some((place, self.number_or_move()));
        }
        self.bump();
        let fault = expected(format!("'{next}'"), "a move, a result or a tag");
        Some((place, Word::Fault(fault)))
    }

    /// Reads what goes with the moves, if it begins here.
    fn addition(&mut self, next: char) -> Option<(Place, Word)> {
        let (place, before) = (self.place, self.rest);
        let number_of_mark = MARKS.iter().find(|(mark, _)| before.starts_with(mark));
        if let Some(&(mark, number)) = number_of_mark {
            self.bump_by(mark);
            return Some((place, Word::Annotation(number)));
        }
        let inner = |whole: &str| {
            let mut chars = whole.chars();
            chars.next();
            chars.next_back();
            chars.as_str().to_owned()
        };
        let read = match next {
            '$' => {
                self.bump();
                let number = self.take_while(|next| next.is_ascii_digit()).parse();
                return Some((place, Word::Annotation(number.unwrap_or(0))));
            }
            ';' => {
                let line = self.take_while(|next| !is_line_end(next));
                let text = line.trim_start_matches(';').trim().to_owned();
                return Some((place, Word::Comment(text)));
            }
            '/' => return self.set_up(),
            '{' => self.skip_comment(),
            '(' => self.skip_variation(),
            _ => return None,
        };
        if let Err((place, fault)) = read {
            return Some((place, Word::Fault(fault)));
        }
        let length = before.len() - self.rest.len();
        let text = inner(before.get(..length).unwrap_or_default());
        let inside = Place {
            column: place.column + 1,
            ..place
        };
        Some(match next {
            '{' => (place, Word::Comment(text)),
            _ => (place, Word::Variation(text, inside)),
        })
    }

    /// Reads a position between slashes.
    fn set_up(&mut self) -> Option<(Place, Word)> {
        const BEGIN: &str = "/FEN \"";
        let place = self.place;
        let inside = self.rest.strip_prefix(BEGIN)?;
        let (fen, _) = inside.split_once("\"/")?;
        if fen.contains(is_line_end) {
            return None;
        }
        self.bump_by(BEGIN);
        let fen_place = self.place;
        self.bump_by(fen);
        self.bump_by("\"/");
        Some((place, Word::SetUp(fen.to_owned(), fen_place)))
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next()?;
        self.rest = chars.as_str();
        if next == '\n' || next == '\r' && !self.rest.starts_with('\n') {
            self.place.line += 1;
            self.place.column = 1;
        } else if next != '\u{feff}' {
            self.place.column += 1;
        }
        Some(next)
    }

    fn bump_by(&mut self, text: &str) {
        for _ in text.chars() {
            self.bump();
        }
    }

    /// Reads the characters up to the first that is not `wanted`.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self
            .rest
            .find(|next| !wanted(next))
            .unwrap_or(self.rest.len());
        let taken = self.rest.get(..end).unwrap_or_default();
        self.bump_by(taken);
        taken
    }

    fn skip_blanks(&mut self) {
        self.take_while(is_blank);
    }

    /// Skips what is no word.
    fn skip(&mut self) {
        while let Some(next) = self.peek() {
            match next {
                '.' | ',' | '…' | '□' => {
                    self.bump();
                }
                '%' if self.place.column == 1 => {
                    self.take_while(|next| !is_line_end(next));
                }
                _ if is_blank(next) => self.skip_blanks(),
                _ => break,
            }
        }
    }

    /// Skips from a brace to the one that closes it.
    fn skip_comment(&mut self) -> Result<(), (Place, PdnFault)> {
        let place = self.place;
        while !self.is_at_tag_line() {
            match self.bump() {
                Some('}') => return Ok(()),
                Some(_) => {}
                None => break,
            }
        }
        Err((
            place,
            expected("'{'".to_owned(), "a comment that '}' closes"),
        ))
    }

    /// Skips from a parenthesis to the one that closes it, comments and variations inside included.
    fn skip_variation(&mut self) -> Result<(), (Place, PdnFault)> {
        let place = self.place;
        let mut depth = 0_usize;
        while !self.is_at_tag_line() {
            if self.peek() == Some('{') {
                self.skip_comment()?;
                continue;
            }
            match self.bump() {
                Some('(') => depth += 1,
                Some(')') if depth <= 1 => return Ok(()),
                Some(')') => depth -= 1,
                Some(_) => {}
                None => break,
            }
        }
        Err((
            place,
            expected("'('".to_owned(), "a variation that ')' closes"),
        ))
    }

    fn is_at_tag_line(&self) -> bool {
        self.place.column == 1 && begins_tag(self.rest)
    }

    /// Reads a tag that is known to begin here.
    fn tag(&mut self) -> (Place, Word) {
        let place = self.place;
        self.bump();
        self.skip_blanks_of_line();
        let name = self.take_while(is_name).to_owned();
        self.skip_blanks_of_line();
        self.bump();
        let value_place = self.place;
        match self.value() {
            Some(value) => (place, Word::Tag(name, value, value_place)),
            None => (
                value_place,
                Word::FaultyTag(expected(
                    format!("value of tag {name}"),
                    "the signs '\"]' behind it in its line",
                )),
            ),
        }
    }

    fn skip_blanks_of_line(&mut self) {
        self.take_while(|next| is_blank(next) && !is_line_end(next));
    }

    /// Reads the value of a tag up to the bracket behind it; nothing if the line ends before.
    ///
    /// A quotation mark ends the value only in front of the bracket. Programs that do not escape
    /// write `[Site "C:\games\"]`: if nothing else ends the value, the last such sign does.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let mut escaped_end = None;
        while let Some(next) = self.peek().filter(|&next| !is_line_end(next)) {
            self.bump();
            match (next, self.peek()) {
                ('\\', Some(escaped @ ('"' | '\\'))) => {
                    let length = value.len();
                    self.bump();
                    value.push(escaped);
                    if escaped == '"' {
                        let behind = self.clone();
                        if self.eat_bracket() {
                            escaped_end = Some((self.clone(), length));
                        }
                        *self = behind;
                    }
                }
                ('"', _) => {
                    let behind = self.clone();
                    if self.eat_bracket() {
                        return Some(value);
                    }
                    *self = behind;
                    value.push('"');
                }
                _ => value.push(next),
            }
        }
        let (end, length) = escaped_end?;
        *self = end;
        value.truncate(length);
        value.push('\\');
        Some(value)
    }

    /// Reads blanks and a closing bracket, if there is one.
    fn eat_bracket(&mut self) -> bool {
        self.skip_blanks_of_line();
        self.peek() == Some(']') && self.bump().is_some()
    }

    /// Reads a number with its dots, or squares with signs and perhaps blanks between them.
    fn number_or_move(&mut self) -> Word {
        let mut text = self.take_while(is_in_square).to_owned();
        if text.is_empty() {
            // A sign of capture where a square should be.
            self.bump();
            return Word::Fault(expected("'x'".to_owned(), "a move, a result or a tag"));
        }
        while let Some((sign, square)) = self.sign_and_square() {
            text.push(sign);
            text.push_str(square);
        }
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        // Squares may run on, as in `3228`.
        if is_number && (text.len() <= 3 || self.peek() == Some('.')) {
            let dots = self.take_while(|next| next == '.').len();
            return Word::Number(text.parse().ok().filter(|_| dots == 1));
        }
        self.take_while(|next| matches!(next, '*' | '□'));
        if MOVE_LIKE_RESULTS.contains(&text.as_str()) {
            return Word::Result(text);
        }
        Word::Move(text)
    }

    /// Reads a sign and the square behind it; blanks belong to the move only between squares.
    fn sign_and_square(&mut self) -> Option<(char, &'a str)> {
        let before = self.clone();
        self.skip_blanks();
        let is_glued = self.rest.len() == before.rest.len();
        if let Some(sign) = self.peek().filter(|&next| is_sign(next)) {
            self.bump();
            self.skip_blanks();
            let square = self.take_while(is_in_square);
            if is_glued || !square.is_empty() {
                return Some((sign, square));
            }
        }
        *self = before;
        None
    }
}

/// Whether a text begins with a bracket, a name and a quotation mark.
pub(super) fn begins_tag(text: &str) -> bool {
    let is_blank_of_line = |next| is_blank(next) && !is_line_end(next);
    let Some(rest) = text.strip_prefix('[') else {
        return false;
    };
    let name = rest.trim_start_matches(is_blank_of_line);
    let behind = name.trim_start_matches(is_name);
    behind.len() < name.len() && behind.trim_start_matches(is_blank_of_line).starts_with('"')
}

/// A fault that says what was found and what could stand there.
const fn expected(found: String, expected: &'static str) -> PdnFault {
    PdnFault::Expected { found, expected }
}

fn is_blank(next: char) -> bool {
    next.is_whitespace() || next == '\u{feff}'
}

const fn is_line_end(next: char) -> bool {
    matches!(next, '\n' | '\r')
}

const fn is_name(next: char) -> bool {
    next.is_ascii_alphanumeric() || next == '_'
}

/// Whether a square may have such a character; the sign of capture is none.
const fn is_in_square(next: char) -> bool {
    next.is_ascii_alphanumeric() && !matches!(next, 'x' | 'X')
}

const fn is_sign(next: char) -> bool {
    matches!(
        next,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | 'x' | 'X' | ':' | '×'
    )
}
