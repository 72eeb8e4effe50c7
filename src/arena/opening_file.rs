//! Files of openings in any of their forms.
//!
//! Responsible for telling PDN from lists with one opening a line, and for the openings of games.
//! Not responsible for the lines of lists (`openings`) or for reading games (`notation`).
//!
//! PDN is a text that has a line with a tag (unless all tags are of the name `FEN` and a line has
//! more than that), or whose moves are numbered and have something that only games have: a comment,
//! a variation, a result, or a line that goes on without `1.` in front. In a list a fault is an
//! error, because somebody wrote it for us; in PDN, games that are no openings are left out.

use std::fmt::Display;

use super::openings::{Opening, OpeningError, parse_list};
use crate::game::Game;
use crate::notation::{PdnError, PdnFault, ReadGame, begins_with_tag, read_records};
use crate::rules::{DrawRules, Variant};

/// The openings of a file; `skipped` is told why a game is left out, and where it is.
pub(super) fn read(
    variant: Variant,
    bytes: Vec<u8>,
    skipped: &mut dyn FnMut(&str),
) -> Result<Vec<Opening>, OpeningError> {
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        // Old files are in Latin-1, whose bytes are the first characters of Unicode.
        error.as_bytes().iter().copied().map(char::from).collect()
    });
    let text = text.trim_start_matches('\u{feff}');
    if !is_pdn(text) {
        return parse_list(variant, text);
    }
    let mut openings = Vec::new();
    for game in read_records(Some(variant), text, 1) {
        match of_game(variant, &game) {
            Ok(opening) => openings.push(opening),
            Err(fault) => skipped(&fault),
        }
    }
    Ok(openings)
}

/// The beginning and all moves of a game, if it can be played on from there.
fn of_game(variant: Variant, read: &ReadGame) -> Result<Opening, String> {
    let (number, record) = (read.number, &read.record);
    if let Some(found) = record.other_variant(variant) {
        let error = PdnError {
            game: number,
            line: read.line,
            column: read.column,
            half_move: 1,
            fault: PdnFault::OtherVariant {
                found,
                expected: variant,
            },
        };
        return Err(error.to_string());
    }
    if let Some(fault) = read.faults.first() {
        return Err(fault.to_string());
    }
    let at = |half_move: usize, what: &dyn Display| {
        format!(
            "game {number}, line {}, half-move {half_move}: {what}",
            read.line
        )
    };
    let moves: Vec<_> = record.moves.iter().map(|recorded| recorded.mv).collect();
    let mut game = Game::from_position(variant, DrawRules::official(variant), record.start);
    for (ply, &mv) in moves.iter().enumerate() {
        game.play(mv).map_err(|error| at(ply + 1, &error))?;
    }
    if let Some(outcome) = game.outcome() {
        let is_over = format!("the game is over: {outcome}");
        return Err(at(moves.len() + 1, &is_over));
    }
    Ok(Opening {
        start: record.start,
        moves,
    })
}

/// Whether a text is PDN and no list; see the head of this file.
fn is_pdn(text: &str) -> bool {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines().next() else {
        return false;
    };
    if first.starts_with('#') {
        return false;
    }
    let is_position = |line: &str| line.starts_with("[FEN") && begins_with_tag(line);
    if lines().any(|line| begins_with_tag(line) && !is_position(line)) {
        return true;
    }
    let goes_on = |line: &str| line.rsplit(']').next().is_some_and(|end| end.contains('|'));
    if is_position(first) {
        return !lines().any(goes_on);
    }
    let is_numbered = |line: &str| line.starts_with("1.");
    match first.chars().next() {
        Some('%' | '{' | ';') => true,
        _ if !is_numbered(first) => false,
        _ if lines().any(|line| line.starts_with(['#', '.']) || goes_on(line)) => false,
        _ => lines().any(|line| !is_numbered(line) || has_sign_of_game(line)),
    }
}

/// Whether a line of moves has what lists do not: a comment, a variation or a result.
fn has_sign_of_game(line: &str) -> bool {
    const RESULTS: &[&str] = &[
        "*", "2-0", "1-1", "0-2", "1-0", "0-1", "0-0", "1/2-1/2", "½-½", "0.5-0.5",
    ];
    line.contains(['{', ';', '(', '$']) || line.split_whitespace().any(|w| RESULTS.contains(&w))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The openings of a text as lines, and what was left out.
    fn read_text(variant: &str, text: &str) -> (Vec<String>, Vec<String>) {
        let variant: Variant = variant.parse().expect("a variant");
        let mut left_out = Vec::new();
        let mut skipped = |fault: &str| left_out.push(fault.to_owned());
        let openings = read(variant, text.as_bytes().to_vec(), &mut skipped);
        let openings = openings.unwrap_or_else(|error| panic!("{text}: {error}"));
        let lines = openings.iter().map(|opening| opening.line(variant));
        (lines.collect(), left_out)
    }

    #[test]
    fn forms_are_told_apart() {
        let games = [
            "[Event \"a | b\"]\n\n1. 32-28 *",
            "\r\n[FEN \"W:W31-50:B1-20\"]\r\n1.32-28 19-23\r\n",
            "[FEN \"W:W31:B1\"]\n[FEN \"W:W32:B1\"]\n",
            "1.32-28 19-23 1-1",
            "1. 32-28 {first} 19-23",
            "1. 32-28 19-23\n2. 28x19 14x23",
            "% games\n32-28 *",
            "32-28 *\n[Event \"x\"]\n*",
        ];
        for text in games {
            assert!(is_pdn(text), "{text}");
        }
        let lists = [
            "",
            "1. 32-28 19-23\n1. 33-28\n1.31-26",
            "32-28 19-23\n... 28x19",
            "1. 32-28\n# more\n1. 33-28",
            "W:W31-50:B1-20\n1. 32-28",
            "[FEN \"W:W31-50:B1-20\"] | 32-28",
            "# positions\n[FEN \"W:W31-50:B1-20\"]",
            "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        ];
        for text in lists {
            assert!(!is_pdn(text), "{text}");
        }
    }

    #[test]
    fn games_are_openings_and_others_are_left_out() {
        let text = "\u{feff}[Event \"one\"]\r\n\r\n1. 32-28 19-23 2-0\r\n\r\n\
            [Event \"two\"]\r\n[FEN \"W:WK3,25:B38,K47\"]\r\n*\r\n\
            [Event \"three\"]\r\n[GameType \"25\"]\r\n1. c3-d4 *\r\n\
            [Event \"four\"]\r\n1. 32-26 *\r\n\
            [Event \"five\"]\r\n[FEN \"W:W6:B1\"]\r\n1. 6x1\r\n\
            [Event \"six\"]\r\n[FEN \"B:W6:B1\"]\r\n1... 1-7 2. 6-1 7-12\r\n";
        let (openings, left_out) = read_text("international", text);
        let expected = ["32-28 19-23", "W:WK3,25:B38,K47", "B:W6:B1 | 1-7 6-1 7-12"];
        assert_eq!(openings, expected);
        let faults = [
            "game 3, line 8, column 1, half-move 1: game of russian",
            "game 4, line 12, column 4, half-move 1: illegal move '32-26'",
            "game 5, line 15, column 4, half-move 1: ",
        ];
        assert_eq!(left_out.len(), faults.len(), "{left_out:?}");
        for (found, fault) in left_out.iter().zip(faults) {
            assert!(found.starts_with(fault), "{found}");
        }
    }

    #[test]
    fn games_that_are_over_are_left_out() {
        let text = "[FEN \"W:W28:B23\"]\n1. 28x19 2-0\n[FEN \"W:W28:B22\"]\n*";
        let (openings, left_out) = read_text("international", text);
        assert_eq!(openings, ["W:W28:B22"]);
        assert_eq!(left_out.len(), 1);
        assert!(left_out[0].starts_with("game 1, line 1, half-move 2: the game is over"));
    }

    #[test]
    fn latin_1_is_read() {
        let mut bytes = b"[White \"Andr\xe9\"]\n1. 32-28 \xbd-\xbd".to_vec();
        bytes.extend(b"\n[White \"B\"]\n1. 33-28 *");
        let mut left_out = 0;
        let openings = read(Variant::default(), bytes, &mut |_| left_out += 1);
        assert_eq!((openings.expect("openings").len(), left_out), (2, 0));
    }
}
