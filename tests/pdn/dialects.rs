//! A small file for each feature of the dialects, and what must be read from it.

use std::path::Path;

use damocles::notation::{GameResult, ReadGame, read_records, write_fen, write_line};
use damocles::position::Side;

use super::{FOLDER, own_files, read};

/// A game as `variant: moves result winner`, with the first fault behind.
fn show(game: &ReadGame) -> String {
    let record = &game.record;
    let moves: Vec<_> = record.moves.iter().map(|recorded| recorded.mv).collect();
    let moves = write_line(record.variant, &record.start, &moves).join(" ");
    let result = record.result.as_deref().unwrap_or("-");
    let winner = match record.winner() {
        GameResult::Win(Side::White) => "White",
        GameResult::Win(Side::Black) => "Black",
        GameResult::Draw => "drawn",
        GameResult::Unknown => "open",
    };
    let fault = game.faults.first();
    let fault = fault.map_or_else(String::new, |fault| format!(" ! {fault}"));
    format!("{}: {moves} {result} {winner}{fault}", record.variant)
}

fn games(name: &str) -> Vec<ReadGame> {
    read(&Path::new(FOLDER).join(name))
}

/// Compares the games of a file with what is expected; a fault may be longer than expected.
fn expect(name: &str, expected: &[&str]) {
    let shown: Vec<String> = games(name).iter().map(show).collect();
    assert_eq!(shown.len(), expected.len(), "{name}: {shown:#?}");
    for (found, wanted) in shown.iter().zip(expected) {
        let fits = if wanted.contains('!') {
            found.starts_with(wanted)
        } else {
            found == wanted
        };
        assert!(fits, "{name}: {found}\nexpected {wanted}");
    }
}

const FOUR: &str = "international: 32-28 19-23 28x19 14x23";

#[test]
fn every_small_file_is_named_here() {
    let text = include_str!("dialects.rs");
    let others = [
        "split_legs_and_signs.pdn",
        "variations.pdn",
        "glued_crlf_bom.pdn",
    ];
    for path in own_files(FOLDER) {
        let name = path.file_name().expect("a name").to_string_lossy();
        let is_named = text.contains(&format!("\"{name}\"")) || others.contains(&&*name);
        assert!(is_named, "{name}");
    }
}

#[test]
fn tags_may_hold_brackets_and_quotation_marks() {
    expect(
        "tags.pdn",
        &[&format!("{FOUR} 2-0 White"), "international: 33-29 * open"],
    );
    let games = games("tags.pdn");
    let tag = |game: usize, name| games[game].record.tag(name);
    assert_eq!(tag(0, "Event"), Some("Final [A] (day 1)"));
    assert_eq!(tag(0, "Site"), Some(r"C:\games\"));
    assert_eq!(tag(0, "White"), Some(r#"A "B" \ C"#));
    assert_eq!(tag(0, "Black"), Some(r#"Jan "de" Wit"#));
    assert_eq!(tag(0, "Round"), Some("3"));
    assert_eq!(tag(1, "Event"), Some("]["));
}

#[test]
fn comments_stay_and_are_no_moves() {
    expect("comments.pdn", &[&format!("{FOUR} 1-1 drawn")]);
    let games = games("comments.pdn");
    let comments: Vec<usize> = games[0]
        .record
        .moves
        .iter()
        .map(|mv| mv.comments.len())
        .collect();
    assert_eq!(comments, [1, 1, 2, 0]);
}

#[test]
fn marks_are_annotations() {
    let moves = "32-28 19-23 28x19 14x23 37-32 10-14 41-37";
    expect(
        "annotations.pdn",
        &[&format!("international: {moves} - open")],
    );
    let games = games("annotations.pdn");
    let annotations: Vec<&[u8]> = games[0]
        .record
        .moves
        .iter()
        .map(|mv| &*mv.annotations)
        .collect();
    let expected: [&[u8]; 7] = [&[1, 1], &[4], &[1], &[5], &[6, 146], &[3], &[2, 7]];
    assert_eq!(annotations, expected);
}

#[test]
fn positions_may_have_ranges() {
    expect(
        "ranges.pdn",
        &[
            "international: 32-28 19-23 1-1 drawn",
            "international: 36-41 5x46 * open",
            "international: 40-34 2-8 0-0 open",
        ],
    );
    let fens: Vec<String> = games("ranges.pdn")
        .iter()
        .map(|game| write_fen(game.record.variant, &game.record.start))
        .collect();
    assert!(fens[0].starts_with("W:W31,32,33,"), "{}", fens[0]);
    assert_eq!(fens[1], "B:WK3,K4,K5:B36");
    assert_eq!(fens[2], "W:W40,41,42,43:BK2,10,11,12");
}

#[test]
fn results_of_every_form_end_a_game() {
    let ends = [
        ("2-0", "White"),
        ("1-1", "drawn"),
        ("0-2", "Black"),
        ("0-0", "open"),
        ("1-0", "White"),
        ("0-1", "Black"),
        ("1/2-1/2", "drawn"),
        ("½-½", "drawn"),
        ("0.5-0.5", "drawn"),
        ("*", "open"),
        ("0-2", "Black"),
    ];
    let mut expected: Vec<String> = ends
        .iter()
        .map(|(result, winner)| format!("international: 31-26 {result} {winner}"))
        .collect();
    expected.push("international: 1-18 50-44 1-1 drawn".to_owned());
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    expect("results.pdn", &expected);
}

#[test]
fn the_side_that_begins_has_the_first_points_in_english_files() {
    expect(
        "english_results.pdn",
        &[
            "english: 11-15 23-19 1-0 Black",
            "english: 11-15 23-19 0-1 White",
            "pool: 11-15 23-19 1/2-1/2 drawn",
            "english: 23-19 11-15 1-0 White",
            "english: 1-6 28-24 0-1 Black",
        ],
    );
}

#[test]
fn black_may_begin() {
    expect(
        "black_begins.pdn",
        &[
            "international: 19-23 32-28 23x32 * open",
            "international: 19-23 32-28 0-2 Black",
            "russian: d6-c5 c3-b4 * open",
        ],
    );
}

#[test]
fn blanks_may_stand_anywhere() {
    let moves = "33-29 17-21 39-33 21-26 44-39 11-17 50-44 6-11 32-28 1-6 28-22 17x28 33x22 18x27";
    expect(
        "padded.pdn",
        &[&format!("international: {moves} 1-1 drawn")],
    );
    expect("blanks.pdn", &[&format!("{FOUR} 1-1 drawn")]);
    assert_eq!(games("blanks.pdn")[0].record.tag("White"), Some("no-break"));
}

#[test]
fn signs_may_be_any() {
    expect(
        "signs.pdn",
        &[
            "international: 34-29 20-24 29x20 15x24 * open",
            "english: 11-15 23-19 8-11 * open",
            "international: 34-29 20-24 29x20 15x24 32-28 19-23 28x30 * open",
            &format!("{FOUR} * open"),
        ],
    );
}

#[test]
fn captures_may_be_short_and_are_never_guessed() {
    expect(
        "short_captures.pdn",
        &[
            "international: 28x8 2-0 White",
            "international: 28x8 2-0 White",
            "international: 47x38x20x9x36 * open",
            "international: 4x31x42x15 * open",
            "international:  * open ! game 5, line 24, column 4, half-move 1: ambiguous move '4x15'",
            "russian: b6:h4 1-0 White",
        ],
    );
}

#[test]
fn squares_have_letters_or_numbers() {
    let russian = "russian: c3-d4 b6-c5 d4:b6 a7:c5 * open";
    expect(
        "letters_and_numbers.pdn",
        &[
            russian,
            russian,
            russian,
            russian,
            "brazilian: c3-d4 b6-c5 d4xb6 a7xc5 * open",
            "english: 11-16 23-19 16x23 27x18 * open",
        ],
    );
    let games = games("letters_and_numbers.pdn");
    assert_eq!(games[3].record.moves[1].variations.len(), 1);
}

#[test]
fn boards_are_told_without_tags() {
    let cases = [
        (
            "1. e3-f4 d6-e5 2. f4:d6 c7:e5",
            "russian: e3-f4 d6-e5 f4:d6 c7:e5",
        ),
        (
            "1. e3-f4, d6-e5 2. f4xd6, c7xe5",
            "russian: e3-f4 d6-e5 f4:d6 c7:e5",
        ),
        ("1. 12-16 24-19", "english: 12-16 24-19"),
        ("[FEN \"B:W21-32:B1-12\"]\n1... 9-14", "english: 9-14"),
    ];
    for (text, expected) in cases {
        let games = read_records(None, text, 1);
        assert_eq!(show(&games[0]), format!("{expected} - open"));
    }
}

#[test]
fn moves_may_be_numbered_in_any_way_or_not() {
    expect("numbers.pdn", &[&*format!("{FOUR} * open"); 6]);
}

#[test]
fn games_need_neither_tags_nor_results() {
    expect(
        "no_tags_no_results.pdn",
        &[
            &format!("{FOUR} - open"),
            "international: 33-28 18-23 39-33 - open",
            "international: 31-26 19-23 - open",
            "international: 34-29 - open",
        ],
    );
}

#[test]
fn old_encodings_and_line_ends_are_read() {
    expect("latin_1.pdn", &["international: 32-28 19-23 ½-½ drawn"]);
    assert_eq!(
        games("latin_1.pdn")[0].record.tag("White"),
        Some("André été")
    );
    expect("windows_1252.pdn", &["international: 32-28 19-23 * open"]);
    let record = &games("windows_1252.pdn")[0].record;
    assert_eq!(record.tag("White"), Some("Curly"));
    assert_eq!(record.moves[0].comments, ["it’s usual"]);
    expect(
        "cr_only.pdn",
        &[
            &format!("{FOUR} * open"),
            "international: 31-26 * open ! game 2, line 8, column 10, half-move 2: square 99",
        ],
    );
}

#[test]
fn faults_cost_as_little_as_they_can() {
    expect(
        "faults.pdn",
        &[
            "international: 32-28 19-23 * open ! game 1, line 1, column 9, half-move 1: value of \
             tag Event: expected the signs '\"]' behind it in its line",
            "international: 32-28 19-23 * open ! game 2, line 8, column 7, half-move 1: FEN: \
             square 99 at column 4: this board has squares 1 to 50; the moves are read from the \
             start position, where all are legal",
            "international:  * open ! game 3, line 13, column 7, half-move 1: FEN: square 99 at \
             column 4: this board has squares 1 to 50; the moves are not read without it",
            &format!(
                "{FOUR} * open ! game 4, line 18, column 22, half-move 2: illegal move '19-29'"
            ),
            "international: 32-28 19-23 * open ! game 5, line 22, column 19, half-move 3: illegal",
            "international: 32-28 * open",
        ],
    );
    let games = games("faults.pdn");
    let comments = |game: usize| &games[game].record.comments;
    assert_eq!(games[0].record.tag("White"), Some("kept"));
    assert_eq!(*comments(0), ["[Event \"a tag that is not closed]"]);
    assert_eq!(*comments(1), ["[FEN \"W:W99:B1\"]"]);
    assert_eq!(*comments(2), ["[FEN \"W:W99:B1\"]"]);
    let unread = games[2].record.unread.as_deref();
    assert_eq!(unread, Some("{before} 1. 1-7 {one} 99-93"));
    assert_eq!(games[3].faults.len(), 2, "{:?}", games[3].faults);
}

/// What the dialects have is read in any of the usual line ends, and glued as well as apart.
#[test]
fn line_ends_make_no_difference() {
    let text = std::fs::read_to_string(Path::new(FOLDER).join("numbers.pdn")).expect("a file");
    let usual: Vec<String> = read_records(None, &text, 1).iter().map(show).collect();
    for end in ["\r\n", "\r", "\n\n", " \n"] {
        let text = text.replace('\n', end);
        let games: Vec<String> = read_records(None, &text, 1).iter().map(show).collect();
        assert_eq!(games, usual, "{end:?}");
    }
}
