//! Writing games with all that stands beside their moves.
//!
//! The seven usual tags come first, then those that tell rules and position, then all others in
//! their order. Comments lose braces and line ends; marks become numbers. What could not be read
//! becomes a comment behind the last move. What is written is read back to a game that is written
//! the same way.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::pdn_write::{first_side, game_type, needs_name};
use super::record::{GameRecord, RecordedMove};
use super::record_move::in_one_line;
use super::{write_fen, write_move};
use crate::position::Position;
use crate::rules::Variant;

/// Most characters in a line of moves.
pub(super) const WIDTH: usize = 80;

/// Writes a game in the standard form of PDN 3.0, with an empty line between tags and moves and
/// one at the end.
pub fn write_record(game: &GameRecord) -> String {
    let mut text = String::new();
    // Neither side has won a game that both forfeit, and no other text says so.
    let result = match game.result.as_deref() {
        Some("0-0") => "0-0",
        _ => game.winner().text(game.variant, game.start.side()),
    };
    write_tags(&mut text, game, result);
    text.push('\n');
    let mut words = Words::default();
    game.comments
        .iter()
        .for_each(|comment| words.comment(comment));
    // A name stands for one value: what a tag says beside the first of its name is a remark.
    let mut names = BTreeSet::new();
    for (name, value) in &game.tags {
        if !names.insert(name) {
            words.comment(&format!("[{name} \"{value}\"]"));
        }
    }
    // What could not be read goes with the last move, where a reader will find it.
    let unread = game.unread.as_deref().unwrap_or_default();
    words.line(game.variant, (game.start, 1), &game.moves, unread);
    words.list.push(result.to_owned());
    wrap(&mut text, &words.list);
    text.push_str("\n\n");
    text
}

fn write_tags(text: &mut String, game: &GameRecord, result: &str) {
    const USUAL: [(&str, &str); 6] = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
    ];
    const OWN: [&str; 5] = ["Result", "GameType", "Variant", "SetUp", "FEN"];
    let mut put = |name: &str, value: &str| {
        let value = value.replace(char::is_control, " ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for (name, unknown) in USUAL {
        put(name, game.tag(name).unwrap_or(unknown));
    }
    put("Result", result);
    if let Some(game_type) = game_type(game.variant) {
        put("GameType", game_type);
    }
    if needs_name(game.variant) {
        put("Variant", &game.variant.to_string());
    }
    if game.start != Position::start(game.variant) {
        put("SetUp", "1");
        put("FEN", &write_fen(game.variant, &game.start));
    }
    let is_usual = |name: &str| USUAL.iter().any(|&(usual, _)| usual == name);
    let mut put_names = BTreeSet::new();
    for (name, value) in &game.tags {
        let is_first = put_names.insert(name);
        if is_first && !is_usual(name) && !OWN.contains(&name.as_str()) {
            put(name, value);
        }
    }
}

/// The words of the moves, comments and variations.
#[derive(Default)]
struct Words {
    list: Vec<String>,
}

impl Words {
    fn comment(&mut self, text: &str) {
        // A brace ends a comment, and nothing can be put before it to prevent that.
        let text = in_one_line(&text.replace(['{', '}'], ""));
        if !text.is_empty() {
            self.list.push(format!("{{{text}}}"));
        }
    }

    /// Adds moves that begin from a position with the number of its move, and a comment behind
    /// the last of them.
    fn line(
        &mut self,
        variant: Variant,
        start: (Position, u32),
        moves: &[RecordedMove],
        last: &str,
    ) {
        if moves.is_empty() {
            self.comment(last);
        }
        let first = first_side(variant);
        let ((mut pos, mut number), mut says_number) = (start, true);
        for (index, recorded) in moves.iter().enumerate() {
            if pos.side() == first {
                self.list.push(format!("{number}."));
            } else if std::mem::take(&mut says_number) {
                self.list.push(format!("{number}..."));
            }
            says_number = false;
            self.list.push(write_move(variant, &pos, recorded.mv));
            for annotation in &recorded.annotations {
                self.list.push(format!("${annotation}"));
            }
            recorded.comments.iter().for_each(|text| self.comment(text));
            if index + 1 == moves.len() {
                self.comment(last);
            }
            for variation in recorded.variations.iter().filter(|moves| !moves.is_empty()) {
                let begin = self.list.len();
                self.line(variant, (pos, number), variation, "");
                if let Some(word) = self.list.get_mut(begin) {
                    word.insert(0, '(');
                }
                if let Some(word) = self.list.last_mut() {
                    word.push(')');
                }
            }
            number += u32::from(pos.side() != first);
            pos = pos.after(recorded.mv);
        }
    }
}

/// Puts words into lines. A line is not broken before a bracket: it would look like a tag.
fn wrap(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH && !word.starts_with('[') {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
}
