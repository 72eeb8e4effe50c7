//! Judged games as PDN.
//!
//! ```text
//! 1. 32-28 {[%eval 0.05] depth 9} 19-23 $2 {[%eval 1.02] depth 9; mistake loses 0.97 men, 20.1 points}
//! (1... 18-23 2. 33-29 {0.05}) 2. 28x19 ...
//! ```
//!
//! Behind each move that was judged stands the value of the position after it, in men from White
//! (beyond 90 it is proven: 99.95 is a win of White in 5 plies), and the depth of the search. A move
//! that is marked has its number in game files, what it loses, and the better line with its value.
//! The tags are those of the game; `Annotator` is added, and what names the variant if nothing
//! does. Comments and variations of the game are not kept.

use std::fmt::Write as _;

use super::game::JudgedGame;
use super::record::MoveRecord;
use crate::game::Game;
use crate::notation::game_type;
use crate::position::Side;
use crate::rules::{FirstMove, Variant};

/// Most characters in a line of moves.
const WIDTH: usize = 80;
/// Most moves of a better line.
const LINE_MOVES: usize = 12;

/// A game as PDN, with its tags in their order and its result as it was written.
pub fn annotated(
    game: &Game,
    tags: &[(String, String)],
    result: Option<&str>,
    judged: &JudgedGame,
) -> String {
    let mut text = String::new();
    let result = result.unwrap_or("*");
    let has = |name: &str| tags.iter().any(|(found, _)| found == name);
    let mut put = |name: &str, value: &str| {
        let value = value.replace(char::is_control, " ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for (name, value) in tags.iter().filter(|(name, _)| name != "Annotator") {
        put(name, value);
    }
    if !has("Result") {
        put("Result", result);
    }
    let variant = game.variant();
    if !has("GameType") && !has("Variant") {
        let plain = variant == Variant::from(variant.base());
        match game_type(variant).filter(|_| plain) {
            Some(game_type) => put("GameType", game_type),
            None => put("Variant", &variant.to_string()),
        }
    }
    put("Annotator", concat!("damocles ", env!("CARGO_PKG_VERSION")));
    text.push('\n');
    let mut column = 0;
    for word in movetext(game, judged).iter().chain([&result.to_owned()]) {
        for word in word.split(' ') {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
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
    text.push_str("\n\n");
    text
}

/// The moves with their numbers, marks, comments and better lines.
fn movetext(game: &Game, judged: &JudgedGame) -> Vec<String> {
    let first = first_side(game.variant());
    let mut words = Vec::new();
    let mut number = 1;
    let mut needs_number = true;
    for ((index, mv), pos) in judged.head.moves.iter().enumerate().zip(game.positions()) {
        let is_first = pos.side() == first;
        let own_number = number_of(number, is_first);
        if is_first || needs_number {
            words.push(own_number.clone());
        }
        words.push(mv.clone());
        let note = judged.at(index + 1);
        needs_number = note.is_some_and(|note| note.mark.is_some());
        words.extend(
            note.into_iter()
                .flat_map(|note| remarks(note, &own_number, is_first, number)),
        );
        number += u32::from(!is_first);
    }
    words
}

fn number_of(number: u32, is_first: bool) -> String {
    let dots = if is_first { "." } else { "..." };
    format!("{number}{dots}")
}

/// What stands behind a move.
fn remarks(note: &MoveRecord, own_number: &str, is_first: bool, number: u32) -> Vec<String> {
    let mut words = Vec::new();
    let mut comment = format!("{{[%eval {:.2}] depth {}", note.after, note.depth);
    if let Some(mark) = note.mark {
        words.push(format!("${}", mark.nag()));
        let (men, points) = (note.loss_men, note.loss_points);
        let _ = write!(
            comment,
            "; {} loses {men:.2} men, {points:.1} points",
            mark.name()
        );
    }
    words.push(comment + "}");
    if note.mark.is_some() && !note.line.is_empty() {
        let mut line = format!("({own_number}");
        let (mut is_first, mut number) = (is_first, number);
        for (index, mv) in note.line.iter().take(LINE_MOVES).enumerate() {
            if index > 0 && is_first {
                let _ = write!(line, " {}", number_of(number, true));
            }
            let _ = write!(line, " {mv}");
            number += u32::from(!is_first);
            is_first = !is_first;
        }
        let _ = write!(line, " {{{:.2}}})", note.before);
        words.push(line);
    }
    words
}

fn first_side(variant: Variant) -> Side {
    match variant.rules().first_move {
        FirstMove::White => Side::White,
        FirstMove::Black => Side::Black,
    }
}
