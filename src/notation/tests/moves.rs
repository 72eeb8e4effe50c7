//! Moves of books and of the Hub protocol.

use super::*;
use crate::rules::CaptureDuty;

const PYDRAUGHTS: HubNumbering = HubNumbering::Pydraughts;

/// Reads a book move and writes it again, or the error.
fn book(base: Base, position: &str, text: &str) -> String {
    let pos = fen(base, position);
    match parse_move(base.into(), &pos, text) {
        Ok(mv) => write_move(base.into(), &pos, mv),
        Err(error) => error.to_string(),
    }
}

/// Reads a Hub move and writes it again, or the error.
fn hub(base: Base, position: &str, text: &str) -> String {
    let pos = fen(base, position);
    match parse_hub_move(base.into(), TOP_LEFT, &pos, text) {
        Ok(mv) => write_hub_move(base.into(), TOP_LEFT, mv),
        Err(error) => error.to_string(),
    }
}

#[test]
fn h34_h35_h53_lines_of_hub_moves_are_read() {
    let cases = [
        (Base::International, "32-28 19-23 28x19x23 14x23x19"),
        (
            Base::International,
            "32-28 17-22 28x17x22 11x22x17 37-32 06-11",
        ),
        (Base::Russian, "22-18 9-13"),
    ];
    for (base, line) in cases {
        let mut pos = Position::start(base.into());
        for text in line.split(' ') {
            let mv = parse_hub_move(base.into(), TOP_LEFT, &pos, text).unwrap();
            pos = pos.after(mv);
        }
    }
}

#[test]
fn h36_to_h42_hub_captures_in_any_form_are_written_as_scan_does() {
    let h36 = "W:W38,48:B32,22,13,1";
    let h42 = "W:WK30:B8,10,13,20,24,27,31,34";
    let cases = [
        (h36, "38x9x32x22x13", "38x9x13x22x32"),
        (h36, "38x09x13x22x32", "38x9x13x22x32"),
        (h36, "38-9-22-13-32", "38x9x13x22x32"),
        (h36, "38x9", "38x9x13x22x32"),
        (h36, "38x9x22", "38x9x13x22x32"),
        (h36, "38x27x18x9", "38x9x13x22x32"),
        ("W:W28:B23", "28-19", "28x19x23"),
        ("W:W28,47,48:B23,13,42", "28x8x13x23", "28x8x13x23"),
        (
            "W:W29:B33,34,43,44",
            "29x29x33x34x43x44",
            "29x29x33x34x43x44",
        ),
        ("W:W29:B33,34,43,44", "29x29", "29x29x33x34x43x44"),
        ("W:W29:B33,34,43,44", "29x40x49x38x29", "29x29x33x34x43x44"),
        (
            "W:WK14:B8,9,20,26,29,33,34,45",
            "14x14x34x33x20x9x8",
            "14x14x8x9x20x33x34",
        ),
        (h42, "30x25x8x20x27x34", "30x25x8x20x27x34"),
        (h42, "30x25x8x20x31x34", "30x25x8x20x31x34"),
        (
            h42,
            "30x25x8x20",
            "ambiguous move '30x25x8x20': it could be 30x25x8x20x27x34 or 30x25x8x20x31x34",
        ),
        (
            h36,
            "99-0",
            "square 99 at column 1 of move '99-0': this board has squares 1 to 50",
        ),
        (
            h36,
            "1-50",
            "illegal move '1-50' at column 1: White has no piece there",
        ),
        (
            h36,
            "48-43",
            "illegal move '48-43' at column 4: White must capture",
        ),
        (
            h36,
            "48x43",
            "illegal move '48x43' at column 4: the piece has no such move",
        ),
        (
            h36,
            "38x9x32x32",
            "illegal move '38x9x32x32' at column 4: the piece has no such move",
        ),
        (
            "W:W:B1",
            "48x43",
            "illegal move '48x43' at column 1: White has no legal move",
        ),
    ];
    for (position, text, expected) in cases {
        assert_eq!(
            hub(Base::International, position, text),
            expected,
            "{position} {text}"
        );
    }
    let error = hub(Base::International, h36, "31-99999999999999999999");
    assert!(error.starts_with("square 99 at column 4"), "{error}");
}

#[test]
fn pydraughts_numbers_letters_from_a1_and_turns_english_positions() {
    let start = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    let cases = [
        (Base::Russian, PYDRAUGHTS, "9-13", "a3-b4"),
        (Base::Russian, TOP_LEFT, "21-17", "a3-b4"),
        (Base::Brazilian, PYDRAUGHTS, "10-13", "c3-b4"),
        (Base::Czech, PYDRAUGHTS, "10-13", "c3-b4"),
        (Base::English, PYDRAUGHTS, "12-16", "12-16"),
        (Base::Italian, PYDRAUGHTS, "21-17", "21-17"),
        (Base::Thai, TOP_LEFT, "21-17", "21-17"),
    ];
    for (base, numbering, text, expected) in cases {
        let variant = Variant::from(base);
        let pos = parse_hub_position(variant, numbering, start).unwrap();
        assert_eq!(write_hub_position(variant, numbering, &pos), start);
        if base != Base::Thai {
            assert_eq!(pos, Position::start(variant), "{variant}");
        }
        let mv = parse_hub_move(variant, numbering, &pos, text).unwrap();
        assert_eq!(write_move(variant, &pos, mv), expected);
        assert_eq!(write_hub_move(variant, numbering, mv), text);
    }
    let wrong = Position::start(Base::Russian.into());
    assert!(parse_hub_move(Base::Russian.into(), PYDRAUGHTS, &wrong, "21-17").is_err());
}

#[test]
fn p07_p08_p09_p13_book_moves() {
    let p08 = "W:WK47:B14,19,29,31,42";
    let cases = [
        (Base::Russian, "W:Wb6:Bc7,e7,g5", "b6:h4", "b6:h4"),
        (Base::International, p08, "47x38x24x13x36", "47x38x24x13x36"),
        (Base::International, p08, "47x33x24x13x36", "47x38x24x13x36"),
        (Base::International, p08, "47x24x13x36", "47x38x24x13x36"),
        (Base::International, p08, "47x38x20x9x36", "47x38x20x9x36"),
        // Scan's text mode, and a Hub move.
        (Base::International, p08, "47x36x14", "47x38x20x9x36"),
        (
            Base::International,
            p08,
            "47x36x42x31x29x19",
            "47x38x24x13x36",
        ),
        (
            Base::International,
            p08,
            "47x36",
            "ambiguous move '47x36': it could be 47x38x20x9x36 or 47x38x24x13x36",
        ),
        (
            Base::International,
            p08,
            "47x36x29",
            "ambiguous move '47x36x29': it could be 47x38x20x9x36 or 47x38x24x13x36",
        ),
    ];
    for (base, position, text, expected) in cases {
        assert_eq!(book(base, position, text), expected, "{position} {text}");
    }
}

#[test]
fn p13_signs_marks_and_faults_of_book_moves() {
    let cases = [
        (Base::International, "start", "3228", "32-28"),
        (Base::International, "start", " 32 - 28 ", "32-28"),
        (
            Base::International,
            "start",
            "032-28",
            "'0' at column 1 of move '032-28': expected a square of one or two digits",
        ),
        (
            Base::International,
            "start",
            "32x28",
            "sign at column 3 of move '32x28': expected '-', since nothing is captured",
        ),
        (
            Base::International,
            "start",
            "32x23",
            "illegal move '32x23' at column 4: the piece has no such move",
        ),
        (Base::International, "B:W30:B1", "01-07!?", "1-7"),
        (Base::International, "start", "32\u{2013}28*", "32-28"),
        (Base::International, "start", "32-28 (?)", "32-28"),
        (Base::International, "W:W28:B23", "28-19", "28x19"),
        (Base::International, "W:W28:B23", "28×19", "28x19"),
        (Base::International, "W:W28:B23", "2819", "28x19"),
        (Base::Russian, "start", "c3d4", "c3-d4"),
        (Base::Russian, "start", "C3-D4", "c3-d4"),
        (Base::Russian, "start", "22-18", "c3-d4"),
        (Base::Russian, "W:Wd4:Be5", "d4xf6", "d4:f6"),
        (Base::Brazilian, "W:Wd4:Be5", "d4:f6", "d4xf6"),
        (Base::Thai, "W:W22:B18", "22:15", "22x15"),
        (Base::English, "start", "1116", "11-16"),
        (
            Base::English,
            "start",
            "1-118",
            "'1' at column 3 of move '1-118': expected a square of one or two digits",
        ),
        (Base::Spanish, "start", "10-14", "10-14"),
        (
            Base::International,
            "start",
            "",
            "end of text at column 1 of move '': expected a square of one or two digits",
        ),
        (
            Base::International,
            "start",
            "hello",
            "'h' at column 1 of move 'hello': expected a square",
        ),
        (
            Base::International,
            "start",
            "32",
            "end of text at column 3 of move '32': expected '-', 'x' or another square",
        ),
        (
            Base::International,
            "start",
            "32-28 19-23",
            "illegal move '32-28 19-23' at column 4: the piece has no such move",
        ),
        (
            Base::International,
            "start",
            "32-28+",
            "'+' at column 6 of move '32-28+': expected the end of the move",
        ),
        (
            Base::International,
            "start",
            "a3-b4",
            "square a3 at column 1 of move 'a3-b4': this board has squares 1 to 50",
        ),
    ];
    for (base, position, text, expected) in cases {
        assert_eq!(book(base, position, text), expected, "{position} {text}");
    }
}

#[test]
fn a_single_jump_is_told_from_longer_captures_with_the_same_ends() {
    let position = "W:WKc5:Bb6,g5,f2,g7,Kg1,e7";
    let pos = fen(Base::Russian, position);
    let long = parse_hub_move(Base::Russian.into(), TOP_LEFT, &pos, "14x5x9x7x8x16").unwrap();
    let long = write_move(Base::Russian.into(), &pos, long);
    assert_eq!(book(Base::Russian, position, "c5:a7"), "c5:a7");
    assert!(long.len() > "c5:a7".len());
    assert_eq!(book(Base::Russian, position, &long), long);
    assert_eq!(
        hub(Base::Russian, position, "14x5"),
        "ambiguous move '14x5': it could be 14x5x7x8x9x16 or 14x5x9"
    );
}

#[test]
fn a_sign_chooses_between_a_quiet_move_and_a_capture() {
    let variant = Variant::from(Base::International).with_capture_duty(CaptureDuty::Optional);
    let pos = parse_fen(variant, "W:WK28:B12,13,22").unwrap();
    let book = |text: &str| match parse_move(variant, &pos, text) {
        Ok(mv) => write_hub_move(variant, TOP_LEFT, mv),
        Err(error) => error.to_string(),
    };
    let hub = |text: &str| match parse_hub_move(variant, TOP_LEFT, &pos, text) {
        Ok(mv) => write_move(variant, &pos, mv),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        (book("28-19").as_str(), book("28x19").as_str()),
        ("28-19", "28x19x12x13x22")
    );
    assert_eq!(
        (hub("28-19").as_str(), hub("28x19").as_str()),
        ("28-19", "28x19")
    );
    assert_eq!(
        book("2819"),
        "ambiguous move '2819': it could be 28-19 or 28x19"
    );
    assert_eq!(
        hub("2819"),
        "ambiguous move '2819': it could be 28-19 or 28x19x12x13x22"
    );
}
