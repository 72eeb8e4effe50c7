//! Reading games with all that stands beside their moves.
//!
//! Beyond what [`parse_move`](super::parse_move) reads, a sign of capture may stand in a quiet move
//! (`10x14`), the jumps of one capture may be written as moves of their own (`1-10 10-19`), and the
//! side that is not the first of its variant may begin without a word. A parenthesis that holds no
//! moves is a comment.
//!
//! A tag that cannot be read costs nothing but itself. Moves behind a position that cannot be read
//! are read from the start position if all of them are legal there, and otherwise not at all.
//!
//! The rules are those asked for, otherwise those that the tags `Variant` and `GameType` name, then
//! those whose name is the tag `Event`, and otherwise they are guessed (`record_guess`). Numbers on a board with letters count from the top left, or from a1 if more of
//! the moves are legal then.

use super::pdn::{MovesBehind, PdnError, PdnFault, number_of, own_number, tag};
use super::pdn_lexer::{Lexer, Place, Word};
use super::record::{GameRecord, ReadGame, RecordedMove};
use super::record_guess::{guess, looks};
use super::record_move::{Dialect, continued, in_one_line, turned, variation};
use super::{MoveError, parse_fen};
use crate::position::Position;
use crate::rules::{Base, Variant};

/// How deep variations may lie in one another; deeper ones are kept as comments.
const DEEPEST: usize = 16;

/// A word where it stands, and what is left behind it.
type Token<'a> = (Place, Word, &'a str);

/// Reads all games of a text. `variant` overrules what they say of their rules, `line` is the number
/// of the first line of the text.
///
/// # Examples
/// ```
/// use damocles::notation::{read_records, write_record};
///
/// let text = "1. 32-28 {usual} 19-23! (1... 18-22) 2. 28-19 14x23 1-1";
/// let games = read_records(None, text, 1);
/// assert!(games[0].faults.is_empty());
/// assert_eq!(games[0].record.moves.len(), 4);
/// let written = write_record(&games[0].record);
/// assert!(written.ends_with("\n1. 32-28 {usual} 19-23 $1 (1... 18-22) 2. 28x19 14x23 1-1\n\n"));
/// ```
pub fn read_records(variant: Option<Variant>, text: &str, line: usize) -> Vec<ReadGame> {
    read_records_at(variant, text, Place { line, column: 1 })
}

/// Reads all games of a text that begins at a place of a longer one.
pub(super) fn read_records_at(variant: Option<Variant>, text: &str, place: Place) -> Vec<ReadGame> {
    let mut lexer = Lexer::new(text, place);
    let mut games = Vec::new();
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut before = lexer.rest();
    let mut finish = |tokens: &mut Vec<Token<'_>>, end: &str| {
        if tokens.iter().any(|(_, word, _)| is_of_game(word)) {
            games.push(game(variant, tokens, end, games.len() + 1));
        }
        tokens.clear();
    };
    let mut shape = Shape::default();
    while let Some((place, word)) = lexer.word() {
        if shape.ends_before(&word) {
            finish(&mut tokens, before);
            shape = Shape::default();
        }
        let is_result = matches!(word, Word::Result(_));
        shape.add(&word);
        tokens.push((place, word, before));
        if is_result {
            finish(&mut tokens, before);
            shape = Shape::default();
        }
        before = lexer.rest();
    }
    finish(&mut tokens, before);
    games
}

/// Whether a word alone makes a game; results and numbers do not.
const fn is_of_game(word: &Word) -> bool {
    matches!(
        word,
        Word::Tag(..) | Word::FaultyTag(_) | Word::Move(_) | Word::Fault(_) | Word::SetUp(..)
    )
}

/// What a game consists of so far, to know its end.
#[derive(Default)]
struct Shape {
    names: Vec<String>,
    half_moves: usize,
    is_behind_tags: bool,
}

impl Shape {
    fn ends_before(&self, word: &Word) -> bool {
        match word {
            Word::Tag(name, ..) => {
                self.is_behind_tags
                    || self.names.first() == Some(name)
                    || name == "FEN" && self.names.contains(name)
            }
            Word::FaultyTag(_) => self.is_behind_tags,
            Word::Number(Some(1)) => self.half_moves >= 2,
            _ => false,
        }
    }

    fn add(&mut self, word: &Word) {
        match word {
            Word::Tag(name, ..) => self.names.push(name.clone()),
            Word::Move(_) => {
                self.half_moves += 1;
                self.is_behind_tags = true;
            }
            Word::Comment(_) | Word::FaultyTag(_) | Word::Number(_) => {}
            _ => self.is_behind_tags = true,
        }
    }
}

/// Reads one game by the rules that are its own. `end` is the text behind it or before its result.
fn game(variant: Option<Variant>, tokens: &[Token<'_>], end: &str, number: usize) -> ReadGame {
    let tags: Vec<(String, String)> = tokens
        .iter()
        .filter_map(|(_, word, _)| match word {
            Word::Tag(name, value, _) => Some((name.clone(), value.clone())),
            _ => None,
        })
        .collect();
    let place = tokens.first().map(|&(place, ..)| place);
    let place = place.unwrap_or(Place { line: 1, column: 1 });
    let read_as = |variant, counts_from_a1| {
        let dialect = Dialect {
            variant,
            counts_from_a1,
        };
        let mut reader = Reader::new(dialect, number);
        reader.record.tags.clone_from(&tags);
        reader.begin(tokens);
        reader.all(tokens, end);
        reader.finish(place)
    };
    let first_move_begins_with = |is_wanted: fn(char) -> bool| {
        let mut words = tokens.iter().map(|(_, word, _)| word);
        let first = words.find_map(|word| match word {
            Word::Move(text) => Some(text),
            _ => None,
        });
        first.is_some_and(|text| text.starts_with(is_wanted))
    };
    let read = |variant| {
        let usual = read_as(variant, false);
        if usual.faults.is_empty()
            || !Dialect::is_ambiguous(variant)
            || !first_move_begins_with(|next| next.is_ascii_digit())
        {
            return usual;
        }
        let other = read_as(variant, true);
        let moves = |game: &ReadGame| game.record.moves.len();
        if moves(&other) > moves(&usual) {
            other
        } else {
            usual
        }
    };
    if let Some(variant) = variant.or_else(|| variant_of(&tags)) {
        return read(variant);
    }
    let has_letters = first_move_begins_with(|next| next.is_ascii_alphabetic());
    guess(looks(has_letters, tag(&tags, "FEN")), read)
}

/// The rules that tags name.
fn variant_of(tags: &[(String, String)]) -> Option<Variant> {
    let named = |name| {
        let value = tag(tags, name)?.trim().to_ascii_lowercase();
        value.split('/').rev().find_map(|part| part.parse().ok())
    };
    let by_number = || {
        let number = number_of(tag(tags, "GameType")?)?;
        let losing = Variant::from(Base::International).with_losing(true);
        Base::ALL
            .into_iter()
            .map(Variant::from)
            .chain([losing])
            .find(|&known| own_number(known) == Some(number))
    };
    named("Variant")
        .or_else(by_number)
        .or_else(|| named("Event"))
}

/// A game as it grows.
struct Reader {
    dialect: Dialect,
    record: GameRecord,
    number: usize,
    pos: Position,
    /// The position before the last move.
    before: Position,
    /// Whether the main line has a fault, behind which nothing is read.
    is_stopped: bool,
    /// Whether the position that the moves should begin from could not be read.
    is_start_lost: bool,
    /// How many faults and comments come from tags.
    of_tags: (usize, usize),
    /// Moves that begin a capture written in parts, and where they stand.
    legs: Option<(Place, String, MoveError)>,
    faults: Vec<PdnError>,
}

impl Reader {
    fn new(dialect: Dialect, number: usize) -> Self {
        let record = GameRecord::new(dialect.variant);
        Self {
            dialect,
            pos: record.start,
            before: record.start,
            record,
            number,
            is_stopped: false,
            is_start_lost: false,
            of_tags: (0, 0),
            legs: None,
            faults: Vec::new(),
        }
    }

    /// Sets up the position that the tags give, and says which of them are faulty.
    fn begin(&mut self, tokens: &[Token<'_>]) {
        for (place, word, text) in tokens {
            match word {
                Word::Tag(name, value, at) if name == "FEN" && !value.trim().is_empty() => {
                    self.set_up(*at, value);
                }
                Word::FaultyTag(fault) => {
                    self.tell(*place, fault.clone());
                    let line = text.trim_start().split(['\n', '\r']).next();
                    let line = line.unwrap_or_default().trim_end();
                    self.record.comments.push(in_one_line(line));
                }
                _ => {}
            }
        }
        self.of_tags = (self.faults.len(), self.record.comments.len());
    }

    fn set_up(&mut self, place: Place, fen: &str) {
        match parse_fen(self.record.variant, fen) {
            Ok(start) => {
                self.record.start = start;
                self.pos = start;
                self.before = start;
                self.is_start_lost = false;
            }
            Err(error) => {
                let behind = MovesBehind::None;
                self.tell(place, PdnFault::Position { error, behind });
                let kept = format!("[FEN \"{fen}\"]");
                self.record.comments.push(in_one_line(&kept));
                self.is_start_lost = true;
            }
        }
    }

    /// Reads the words up to the first fault of the main line; the rest is kept as it was written.
    fn all(&mut self, tokens: &[Token<'_>], end: &str) {
        let mut unread = None;
        let mut movetext = None;
        for (place, word, text) in tokens {
            if let Word::Result(result) = word {
                self.record.result = Some(result.clone());
                continue;
            }
            if self.is_stopped {
                continue;
            }
            if !matches!(word, Word::Tag(..) | Word::FaultyTag(_)) {
                movetext.get_or_insert(*text);
            }
            if self.legs.is_none() {
                unread = Some(*text);
            }
            if !matches!(word, Word::Move(_) | Word::Number(_)) {
                self.give_up_legs();
            }
            if !self.is_stopped {
                self.add(*place, word);
            }
        }
        self.give_up_legs();
        if self.is_start_lost && self.settle_lost_start() {
            unread = movetext;
        }
        if self.is_stopped
            && let Some(text) = unread
        {
            let length = text.len().saturating_sub(end.len());
            let text = text.get(..length).unwrap_or_default().trim();
            self.record.unread = Some(text.to_owned());
        }
    }

    /// Says what has become of moves without their position; whether they are given up.
    fn settle_lost_start(&mut self) -> bool {
        let is_given_up = self.is_stopped;
        let fate = match self.record.moves.is_empty() {
            _ if is_given_up => MovesBehind::Unread,
            true => MovesBehind::None,
            false => MovesBehind::Start,
        };
        if is_given_up {
            // All that stands among the moves is part of what is not read.
            let (faults, comments) = self.of_tags;
            self.record.moves.clear();
            self.record.comments.truncate(comments);
            self.record.start = Position::start(self.record.variant);
            let behind = self.faults.split_off(faults);
            let is_position = |fault: &PdnError| matches!(fault.fault, PdnFault::Position { .. });
            self.faults.extend(behind.into_iter().filter(is_position));
        }
        for fault in &mut self.faults {
            if let PdnFault::Position { behind, .. } = &mut fault.fault {
                *behind = fate;
            }
        }
        is_given_up
    }

    /// Takes the beginning of a capture in parts for a move that is not legal.
    fn give_up_legs(&mut self) {
        if let Some((place, _, error)) = self.legs.take() {
            self.fail(place, error.into());
        }
    }

    fn add(&mut self, place: Place, word: &Word) {
        match word {
            Word::Move(text) => self.add_move(place, text),
            Word::Comment(text) => self.comment(text),
            Word::Annotation(number) => {
                if let Some(last) = self.record.moves.last_mut() {
                    last.annotations.push(*number);
                }
            }
            Word::Variation(text, inside) => self.add_variation(*inside, text),
            Word::SetUp(fen, at) if self.record.moves.is_empty() => self.set_up(*at, fen),
            Word::SetUp(..) => {
                let (found, expected) = ("a position".to_owned(), "it before the first move");
                self.fail(place, PdnFault::Expected { found, expected });
            }
            Word::Fault(fault) => self.fail(place, fault.clone()),
            Word::Tag(..) | Word::FaultyTag(_) | Word::Number(_) | Word::Result(_) => {}
        }
    }

    /// Keeps a comment, whose line ends say nothing.
    fn comment(&mut self, text: &str) {
        let text = in_one_line(text);
        if text.is_empty() {
            return;
        }
        match self.record.moves.last_mut() {
            Some(last) => last.comments.push(text),
            None => self.record.comments.push(text),
        }
    }

    fn add_move(&mut self, place: Place, text: &str) {
        if let Some((begin, legs, error)) = self.legs.take() {
            match continued(&legs, text) {
                Some(whole) => self.try_move(begin, &whole),
                None => self.fail(begin, error.into()),
            }
        } else {
            self.try_move(place, text);
        }
    }

    fn try_move(&mut self, place: Place, text: &str) {
        let variant = self.record.variant;
        let found = self.dialect.legal(&self.pos, text).or_else(|error| {
            let turned = turned(variant, &self.pos);
            // The other side begins only where nothing says who does.
            let is_begin =
                self.record.moves.is_empty() && self.record.start == Position::start(variant);
            let mv = is_begin
                .then(|| self.dialect.legal(&turned?, text).ok())
                .flatten();
            let mv = mv.ok_or(error)?;
            self.record.start = turned.unwrap_or(self.pos);
            self.pos = self.record.start;
            Ok(mv)
        });
        match found {
            Ok(mv) => {
                self.before = self.pos;
                self.pos = self.pos.after(mv);
                self.record.moves.push(RecordedMove::new(mv));
            }
            Err(error @ MoveError::Illegal { .. }) if text.len() < 64 => {
                self.legs = Some((place, text.to_owned(), error));
            }
            Err(error) => self.fail(place, error.into()),
        }
    }

    fn add_variation(&mut self, place: Place, text: &str) {
        let read = variation(self.dialect, self.before, text, place, DEEPEST);
        match (read, self.record.moves.last_mut()) {
            (Ok(moves), Some(last)) if !moves.is_empty() => last.variations.push(moves),
            (Err(Some((at, fault))), Some(_)) => {
                self.tell_of(self.record.moves.len(), at, fault);
                self.comment(&format!("({text})"));
            }
            _ => self.comment(&format!("({text})")),
        }
    }

    /// Tells a fault of the main line, behind which nothing is read.
    fn fail(&mut self, place: Place, fault: PdnFault) {
        self.tell(place, fault);
        self.is_stopped = true;
    }

    /// Tells a fault of what stands in front of the next move.
    fn tell(&mut self, place: Place, fault: PdnFault) {
        self.tell_of(self.record.moves.len() + 1, place, fault);
    }

    fn tell_of(&mut self, half_move: usize, place: Place, fault: PdnFault) {
        self.faults.push(PdnError {
            game: self.number,
            line: place.line,
            column: place.column,
            half_move,
            fault,
        });
    }

    fn finish(mut self, place: Place) -> ReadGame {
        if self.record.result.is_none() {
            self.record.result = self.record.tag("Result").map(str::to_owned);
        }
        ReadGame {
            number: self.number,
            line: place.line,
            column: place.column,
            record: self.record,
            faults: self.faults,
        }
    }
}
