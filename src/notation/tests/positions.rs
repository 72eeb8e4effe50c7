//! FENs and Hub positions.

use super::*;
use crate::position::KingRun;

const S0: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// The faults of a FEN in one line.
fn faults(base: Base, text: &str) -> String {
    match parse_fen(base.into(), text) {
        Ok(pos) => panic!("{text} was read as {pos:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn f01_f02_all_dialects_of_the_start_position_are_read() {
    let dialects = [
        "W:W31-50:B1-20",
        "W:B1-20:W31-50",
        "W:W31-50:B1-20.",
        "W:W31-50:B1-20:H0:F1",
        "[FEN \"W:W31-50:B1-20\"]",
        " [ fen \"W:W31-50:B1-20.\" ] ",
        "\"W:W31-50:B1-20\"",
        "w:w31-50:b1-20",
        "W_:_W 31 - 40 , 41-50 : B 01-09,\t10-20 . ",
        "start",
        " START\r\n",
        "W:W31-50,G30,P29-28:B1-20",
    ];
    for text in &dialects[..dialects.len() - 1] {
        let pos = fen(Base::International, text);
        assert_eq!(pos, Position::start(Base::International.into()), "{text}");
        let hub = write_hub_position(Base::International.into(), TOP_LEFT, &pos);
        assert_eq!(hub, S0);
    }
    let reversed = faults(Base::International, dialects[dialects.len() - 1]);
    assert_eq!(
        reversed,
        "range 29-28 at column 14: expected the lower square first"
    );
}

#[test]
fn f03_to_f08_positions_and_their_hub_strings() {
    let cases = [
        (
            Base::International,
            "W:WK3,25:B38,K47",
            "WeeWeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeeeebeeeeeeeeBeee",
        ),
        (
            Base::International,
            "B:W28,K33:BK5,12",
            "BeeeeBeeeeeebeeeeeeeeeeeeeeeweeeeWeeeeeeeeeeeeeeeee",
        ),
        (
            Base::International,
            "W:WK3,K4,K5:B40",
            "WeeWWWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeeeeee",
        ),
        (
            Base::International,
            "W:W:B1",
            "Wbeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
        ),
        (
            Base::International,
            "W:W31:B",
            "Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeweeeeeeeeeeeeeeeeeee",
        ),
        (
            Base::Russian,
            "W:Wa1,c1,Ke5:Bb8",
            "WbeeeeeeeeeeeeeWeeeeeeeeeeeeewwee",
        ),
        (
            Base::Italian,
            "W:WK1,21:B5",
            "WWeeebeeeeeeeeeeeeeeeweeeeeeeeeee",
        ),
        (
            Base::Spanish,
            "W:WK32,1:B28",
            "WWeeebeeeeeeeeeeeeeeeeeeeeeeeeeew",
        ),
    ];
    for (base, text, string) in cases {
        let (variant, pos) = (Variant::from(base), fen(base, text));
        assert_eq!(
            write_hub_position(variant, TOP_LEFT, &pos),
            string,
            "{text}"
        );
        assert_eq!(parse_position(variant, string), Ok(pos), "{string}");
    }
    for text in ["W:WK3-5:B40", "W:WK3-K5:B40", "W:WK03,K005,K4:B40"] {
        assert_eq!(
            fen(Base::International, text),
            fen(Base::International, cases[2].1),
            "{text}"
        );
    }
}

#[test]
fn f07_frisian_counts_are_black_first_and_read_back() {
    let run = |square: usize, moves| {
        let geometry = crate::board::Geometry::BOARD10;
        let square = geometry.square_by_number(square, Numbering::TopLeft);
        square.map(|square| KingRun { square, moves })
    };
    let pos = fen(Base::Frisian, "W:W31:B5:H0:F1:+0+0");
    assert_eq!(
        (pos.king_run(Side::White), pos.king_run(Side::Black)),
        (None, None)
    );
    assert_eq!(write_fen(Base::Frisian.into(), &pos), "W:W31:B5");
    let cases = [
        (
            "W:WK28,31:BK4,15:+0+328",
            None,
            run(28, 3),
            "W:W K28,31:BK4,15:+0+328",
        ),
        (
            "W:WK28,31:BK4,15:+204+128",
            run(4, 2),
            run(28, 1),
            "W:WK28,31:BK4,15:+204+128",
        ),
        (
            "W:WK28,31:BK4,15:+204+0:H2:F9",
            run(4, 2),
            None,
            "W:WK28,31:BK4,15:+204+0",
        ),
        (
            "W:W31,K28:+ 204 + 0:BK4,15.",
            run(4, 2),
            None,
            "W:WK28,31:BK4,15:+204+0",
        ),
        (
            "W:WK28:BK4,15:+204+128",
            run(4, 2),
            None,
            "W:WK28:BK4,15:+204+0",
        ),
    ];
    for (text, black, white, written) in cases {
        let pos = fen(Base::Frisian, text);
        assert_eq!(pos.king_run(Side::Black), black, "{text}");
        assert_eq!(pos.king_run(Side::White), white, "{text}");
        assert_eq!(
            write_fen(Base::Frisian.into(), &pos),
            written.replace(' ', ""),
            "{text}"
        );
    }
    // Counts that say nothing are read everywhere.
    fen(Base::International, "W:W31:B5:+0+0");
}

#[test]
fn f09_every_fault_is_named_with_its_column() {
    let cases = [
        (
            "",
            "end of text at column 1: expected a position such as W:W31-50:B1-20",
        ),
        (
            "  ",
            "end of text at column 3: expected a position such as W:W31-50:B1-20",
        ),
        (
            "W",
            "end of text at column 2: expected the pieces of White, which may be none; \
             end of text at column 2: expected the pieces of Black, which may be none",
        ),
        (
            "hello",
            "'h' at column 1: expected the side to move, W or B; 'e' at column 2: expected ':'",
        ),
        (
            "W:W51:B1",
            "square 51 at column 4: this board has squares 1 to 50",
        ),
        (
            "W:W0",
            "square 0 at column 4: this board has squares 1 to 50; \
             end of text at column 5: expected the pieces of Black, which may be none",
        ),
        (
            "X:W31:B1",
            "'X' at column 1: expected the side to move, W or B",
        ),
        (
            "?:W31:B1",
            "unknown side to move '?' at column 1: expected W or B",
        ),
        (
            "W:W3,3:B3",
            "square 3 at column 6: it is used twice; square 3 at column 9: it is used twice",
        ),
        (
            "W:WK4,WK5,55:B4",
            "'W' at column 7: expected a square; \
             square 55 at column 11: this board has squares 1 to 50; \
             square 4 at column 15: it is used twice",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(faults(Base::International, text), expected, "{text}");
    }
}

#[test]
fn f09_broken_grammar_is_named_with_its_column() {
    let cases = [
        ("W:W31,:B1", "':' at column 7: expected a square"),
        ("W:W31 32:B1", "'3' at column 7: expected ',' or ':'"),
        (
            "W:W31:B1.x",
            "'x' at column 10: expected the end of the text",
        ),
        ("W:W31:B1:H", "end of text at column 11: expected a number"),
        ("W:W31:B1:H0x:F1", "'x' at column 12: expected ':'"),
        (
            "W:W31:B1:W32",
            "'W' at column 10: the pieces of White are listed twice",
        ),
        ("W:W31:B1:Q", "'Q' at column 10: expected W, B, H, F or +"),
        (
            "W:W40-31:B1",
            "range 40-31 at column 4: expected the lower square first",
        ),
        (
            "W:Wa1:B1",
            "square a1 at column 4: this board has squares 1 to 50",
        ),
        (
            "W:W31-99999999999999999999999:B1",
            "square 99999999999999999999999 at column 7: this board has squares 1 to 50",
        ),
        (
            "[FEN \"W:W31:B1]",
            "']' at column 15: expected ',' or ':'; end of text at column 16: expected '\"'; \
             end of text at column 16: expected ']'",
        ),
        (
            "[FEN \"W:W31:B1\"",
            "end of text at column 16: expected ']'",
        ),
        (
            "[Site \"W:W31:B1\"]",
            "tag 'Site' at column 2: expected the tag FEN",
        ),
        (
            "W:W31:B1:+0+128",
            "count 128 at column 13: this variant does not count king moves",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(faults(Base::International, text), expected, "{text}");
    }
    let cases = [
        (
            "W:WK28,31:BK4:+0+428",
            "count 428 at column 18: at most 3 king moves in a row are allowed",
        ),
        (
            "W:WK28,31:BK4:+0+127",
            "count 127 at column 18: White has no king on that square",
        ),
        (
            "W:WK28,31:BK4:+0+1",
            "count 1 at column 18: this board has squares 1 to 50",
        ),
        (
            "W:WK28,31:BK4:+0",
            "end of text at column 17: expected '+' and the count of king moves of White",
        ),
        (
            "W:WK28,31:BK4:+x+0",
            "'x' at column 16: expected a count of king moves",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(faults(Base::Frisian, text), expected, "{text}");
    }
}

#[test]
fn f10_the_start_position_is_written_plainly() {
    let written = |base: Base| write_fen(base.into(), &Position::start(base.into()));
    let list = |range: std::ops::RangeInclusive<usize>| {
        range
            .map(|number| number.to_string())
            .collect::<Vec<_>>()
            .join(",")
    };
    assert_eq!(
        written(Base::International),
        format!("W:W{}:B{}", list(31..=50), list(1..=20))
    );
    assert_eq!(
        written(Base::English),
        format!("B:W{}:B{}", list(21..=32), list(1..=12))
    );
    assert_eq!(
        written(Base::Spanish),
        format!("W:W{}:B{}", list(1..=12), list(21..=32))
    );
    assert_eq!(
        written(Base::Russian),
        "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
    );
}

#[test]
fn captured_pieces_of_lidraughts_are_dropped() {
    let cases = [
        (Base::International, "W:W31,G32:B1,P2,G3-4", "W:W31:B1"),
        (Base::Russian, "W:W21:B1,G18,P5", "W:Wa3:Bb8"),
        // One digit: a captured man on square 5, unless the text is in letters.
        (Base::Russian, "W:W21:B1,G5", "W:Wa3:Bb8"),
        (Base::Russian, "W:WA3:BB8,G5", "W:Wa3:Bb8,g5"),
        (Base::Russian, "W:Wa3:BB8,Kg5", "W:Wa3:Bb8,Kg5"),
        (Base::English, "w:wa3:bb8,kg5", "W:W21:B1,K16"),
    ];
    for (base, text, expected) in cases {
        assert_eq!(write_fen(base.into(), &fen(base, text)), expected, "{text}");
    }
}

#[test]
fn numbers_on_boards_with_letters_count_from_the_top_left_or_from_a1() {
    let start = Position::start(Base::Russian.into());
    for text in ["W:W21-32:B1-12", "W:W1-12:B21-32"] {
        assert_eq!(fen(Base::Russian, text), start, "{text}");
    }
    let cases = [
        // A middle game in numbers from a1: the usual reading would be impossible, or turned.
        ("W:W3,11:B20,25", "W:We1,e3:Ba7,g5"),
        ("W:W9,10,13,14:B18,19,23,24", "W:Wa3,b4,c3,d4:Bc5,e5,f6,h6"),
        // Few men that have passed each other may be so.
        ("W:W9,10:B22,23", "W:Wb6,d6:Bc3,e3"),
        // Kings tell nothing.
        ("W:WK1:BK32", "W:WKb8:BKg1"),
    ];
    for (text, expected) in cases {
        assert_eq!(
            write_fen(Base::Russian.into(), &fen(Base::Russian, text)),
            expected,
            "{text}"
        );
    }
    // Impossible both ways: the usual reading counts.
    let pos = fen(Base::Russian, "W:W1,32:B5");
    assert_eq!(write_fen(Base::Russian.into(), &pos), "W:WKb8,g1:Ba7");
    assert!(faults(Base::English, "W:W1-12:B21-32").contains("a man of White"));
}

#[test]
fn one_man_of_a_side_on_its_king_row_is_read_as_a_king() {
    let pos = fen(Base::International, "W:W4:B49");
    assert_eq!(write_fen(Base::International.into(), &pos), "W:WK4:BK49");
    assert_eq!(
        faults(Base::International, "W:W4,5,31:B49"),
        "square 4 at column 4: a man of White would be a king there; \
         square 5 at column 6: a man of White would be a king there"
    );
}

#[test]
fn faults_are_counted_beyond_the_first_twenty() {
    let text = format!("W:W{}:B1", vec!["99"; 50].join(","));
    let error = parse_fen(Base::International.into(), &text).unwrap_err();
    assert_eq!((error.faults.len(), error.omitted), (20, 30));
    assert!(error.to_string().ends_with("; and 30 more"));
}

#[test]
fn hub_positions_report_all_faults() {
    let read = |base: Base, text: &str| match parse_hub_position(base.into(), TOP_LEFT, text) {
        Ok(pos) => write_hub_position(base.into(), TOP_LEFT, &pos),
        Err(error) => error.to_string(),
    };
    let board = "e".repeat(32);
    assert_eq!(
        read(Base::English, &format!(" w{board} ")),
        format!("W{board}")
    );
    let cases = [
        ("", "end of text at column 1: expected the side to move, W or B; board of 0 letters at column 1: expected 32 letters, one for each square".to_owned()),
        ("Wbbb", "board of 3 letters at column 2: expected 32 letters, one for each square".to_owned()),
        (&format!("X{board}"), "'X' at column 1: expected the side to move, W or B".to_owned()),
        (&format!("W{board}").replacen('e', "x", 1), "'x' at column 2: expected w, b, W, B or e".to_owned()),
        (&format!("W{board}").replacen('e', "w", 1), "square 1 at column 2: a man of White would be a king there".to_owned()),
        (&format!("W{board} e"), "'e' at column 35: expected the end of the text".to_owned()),
    ];
    for (text, expected) in cases {
        assert_eq!(read(Base::English, text), expected, "{text}");
    }
}

#[test]
fn counts_of_the_lidraughts_site_are_read() {
    let variant = Variant::from(Base::Frisian);
    let pos = fen(Base::Frisian, "W:WK33,31:BK12,4:+112+0");
    let read = |text: &str| match parse_king_counts(variant, &pos, text) {
        Ok(pos) => write_fen(variant, &pos),
        Err(error) => error.to_string(),
    };
    let cases = [
        ("", "W:W31,K33:B4,K12:+112+0"),
        ("W33=2 B12=1", "W:W31,K33:B4,K12:+112+233"),
        (" B12=0,w33=3 ", "W:W31,K33:B4,K12:+0+333"),
        (
            "W34=2 B12=4 hello X1=1 W99=1",
            "count W34=2 at column 1: White has no king on that square; \
             count B12=4 at column 7: at most 3 king moves in a row are allowed; \
             count hello at column 13: expected a count such as W33=2; \
             count X1=1 at column 19: expected a count such as W33=2; \
             count W99=1 at column 24: this board has squares 1 to 50",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), expected, "{text}");
    }
}
