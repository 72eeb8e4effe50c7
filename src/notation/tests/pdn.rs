//! Reading games. Names like P03 are cases of the protocol fact sheet.

use proptest::prelude::*;

use super::*;

/// Games as `tags|moves|result`, with `!` and the first error for faulty ones.
fn read(base: Base, text: &str) -> Vec<String> {
    let variant = Variant::from(base);
    let show = |game: ReadGame| {
        if let Some(fault) = game.faults.first() {
            return format!("!{fault}");
        }
        let record = game.record;
        let tags: Vec<String> = record
            .tags
            .iter()
            .map(|(n, v)| format!("{n}={v}"))
            .collect();
        let moves: Vec<_> = record.moves.iter().map(|recorded| recorded.mv).collect();
        let moves = write_line(variant, &record.start, &moves);
        let result = record.result.unwrap_or_default();
        format!("{}|{}|{result}", tags.join(","), moves.join(" "))
    };
    read_records(Some(variant), text, 1)
        .into_iter()
        .map(show)
        .collect()
}

fn international(text: &str) -> Vec<String> {
    read(Base::International, text)
}

#[test]
fn movetext_is_read_in_all_dialects() {
    let four = "|32-28 19-23 28x19 14x23|";
    let cases = [
        // P01, P02
        ("1. 32-28 19-23 2. 28x19 14x23 2-0", "2-0"),
        ("1.32-28 19-23 2.28x19 14x23 *", "*"),
        ("01.32-28 {0} 19-23 02.28x19 {-4} 14x23", ""),
        ("1 32-28 19-23 2 28x19 14x23 1-1", "1-1"),
        ("32-28 19-23 28x19 14x23 0-2", "0-2"),
        ("1. 32-28 1... 19-23 2 . 28-19 2. ... 14-23 ½-½", "½-½"),
        ("1. 32 - 28 19- 23 2. 28 x 19 14 :23 1 - 0", "1-0"),
        ("3228 1923 2819 1423 0.5-0.5", "0.5-0.5"),
        (
            "\u{feff}1. 32–28 19‑23\r\n2. 28×19 14X23\r\n1/2-1/2\r\n",
            "1/2-1/2",
        ),
        ("1. 32-28! $1 19-23?? 2. 28x19* (!) 14x23!? □ 0-1", "0-1"),
        (
            "% 2-0\n1. 32-28 ; 19-24 (\n19-23 {a\n; ( } 2. 28x19\r% {\r14x23 *",
            "*",
        ),
        (
            "1. 32-28 (1. 33-28 (a {)} b) 18-23) 19-23 (2. 2-0) 28x19 14x23",
            "",
        ),
        (
            "1. 32-28 19-23 {[%clk 0:01:00]\n[%eval 3]} 2. 28x19 14x23",
            "",
        ),
    ];
    for (text, result) in cases {
        assert_eq!(international(text), [format!("{four}{result}")], "{text}");
    }
    let russian = read(
        Base::Russian,
        "[GameType \"25\"] 1. c3-d4 b6c5 2. d4:b6 a7xc5 *",
    );
    assert_eq!(russian, ["GameType=25|c3-d4 b6-c5 d4:b6 a7:c5|*"]);
    let english = read(Base::English, "1. 1115 23-19 1-0");
    assert_eq!(english, ["|11-15 23-19|1-0"]);
}

#[test]
fn results_are_no_moves_and_moves_no_results() {
    // P04
    let text = "[FEN \"W:WK1:B50\"] 1. 1-18 50-44 1-1";
    assert_eq!(international(text), ["FEN=W:WK1:B50|1-18 50-44|1-1"]);
    for result in [
        "2-0", "1-1", "0-2", "1-0", "0-1", "0-0", "1/2-1/2", "½-½", "0.5-0.5", "*",
    ] {
        let text = format!("1. 31-26 {result}\n1. 32-28 {result} 1. 33-28\n{result}");
        let expected = ["31-26", "32-28", "33-28"].map(|mv| format!("|{mv}|{result}"));
        assert_eq!(international(&text), expected);
    }
}

#[test]
fn tags_are_read_with_their_escapes() {
    let cases = [
        (r#"[White "A \"B\" \\ C"] *"#, r#"White=A "B" \ C"#),
        (r#"[ White  "a ] b [c]" ] *"#, "White=a ] b [c]"),
        (r#"[White "a \"] b"] *"#, r#"White=a "] b"#),
        (r#"[White "Jan "de" Wit"] *"#, r#"White=Jan "de" Wit"#),
        (r#"[Site "C:\games\"] *"#, r"Site=C:\games\"),
        (r#"[A "1"][B "2"] [C ""] *"#, "A=1,B=2,C="),
    ];
    for (text, tags) in cases {
        assert_eq!(international(text), [format!("{tags}||*")], "{text}");
    }
    let text = "[White \"A\"]\n[Result \"1-1\"]\n\n1. 32-28";
    assert_eq!(international(text), ["White=A,Result=1-1|32-28|1-1"]);
}

#[test]
fn games_follow_one_another_in_any_way() {
    let cases: [(&str, &[&str]); 9] = [
        ("", &[]),
        ("  {nothing} ; at all\r\n", &[]),
        ("* 1-1 *", &[]),
        ("1. 32-28 * 1. 33-28", &["|32-28|*", "|33-28|"]),
        (
            "1. 32-28 19-23\n\n1. 33-28 *",
            &["|32-28 19-23|", "|33-28|*"],
        ),
        ("1. 32-28 1-1 *\n1. 33-28", &["|32-28|1-1", "|33-28|"]),
        (
            "[A \"1\"]\n1. 32-28 [A \"2\"] 1. 33-28 2-0[A \"3\"]*",
            &["A=1|32-28|", "A=2|33-28|2-0", "A=3||*"],
        ),
        (
            "[FEN \"W:W31:B1\"]\n[FEN \"B:W31:B1\"]\n1... 1-7 2. 31-26",
            &["FEN=W:W31:B1||", "FEN=B:W31:B1|1-7 31-26|"],
        ),
        ("[FEN \"\"] 1. 32-28", &["FEN=|32-28|"]),
    ];
    for (text, games) in cases {
        assert_eq!(international(text), games, "{text}");
    }
}

#[test]
fn faults_have_a_place_and_spare_the_neighbours() {
    let cases = [
        (
            "1. 32-28 19-24 2. 32-27 *",
            "line 4, column 19, half-move 3: illegal move '32-27'",
        ),
        (
            "1. 32-28\n  19x29 *",
            "line 5, column 3, half-move 2: illegal move '19x29'",
        ),
        (
            "1. 32-28 hello *",
            "line 4, column 10, half-move 2: 'h' at column 1 of move 'hello'",
        ),
        (
            "1. 32-28 } *",
            "line 4, column 10, half-move 2: '}': expected a move, a result",
        ),
        ("1. 32-28 - - *", "line 4, column 10, half-move 2: '-'"),
        (
            "1. 32-28 {é 19-23 *",
            "line 4, column 10, half-move 2: '{': expected a comment that",
        ),
        (
            "1. 32-28 ((a) 19-23 *",
            "line 4, column 10, half-move 2: '(': expected a variation",
        ),
        ("1. 32-28 (a {b) *", "line 4, column 13, half-move 2: '{'"),
        (
            "[FEN \"W:W51:B1\"] *",
            "line 4, column 7, half-move 1: FEN: square 51 at column 4",
        ),
        (
            "[White \"A]\n[Black \"B\"] *",
            "line 4, column 9, half-move 1: value of tag White",
        ),
        (
            "1. 99-1 *",
            "line 4, column 4, half-move 1: square 99 at column 1",
        ),
        (
            "1. 32-28 x19 *",
            "line 4, column 4, half-move 1: illegal move '32-28x19'",
        ),
    ];
    for (text, fault) in cases {
        let text = format!("[Event \"1\"]\n1. 33-28 *\n\n{text}\n[Event \"3\"]\n1. 31-26 1-1");
        let games = international(&text);
        assert_eq!(games.len(), 3, "{text}: {games:?}");
        assert_eq!(
            (&*games[0], &*games[2]),
            ("Event=1|33-28|*", "Event=3|31-26|1-1")
        );
        let expected = format!("!game 2, {fault}");
        assert!(games[1].starts_with(&expected), "{text}: {}", games[1]);
    }
}

#[test]
fn tags_tell_of_other_rules() {
    let cases = [
        ("english", "[GameType \"21,B,8,8,N1,0\"] *", None),
        ("optional-english", "[GameType \"21\"] *", None),
        ("killer", "[GameType \"20\"][Variant \"killer\"] *", None),
        (
            "international",
            "[GameType \"?\"][Variant \"rapid\"] *",
            None,
        ),
        ("killer", "[GameType \"20\"] *", Some("international")),
        ("losing", "[GameType \"20\"] *", Some("international")),
        ("international", "[GameType \"99\"] 1-2 *", Some("type 99")),
        ("international", "[Variant \"Frisian\"] *", Some("frisian")),
        (
            "russian",
            "[GameType \"25\"][Variant \"losing-russian\"] *",
            Some("losing-russian"),
        ),
    ];
    for (variant, text, expected) in cases {
        let variant: Variant = variant.parse().unwrap();
        let games = read_records(Some(variant), text, 1);
        let [game] = &*games else {
            panic!("one game expected in {text}")
        };
        let found = game.record.other_variant(variant);
        assert_eq!(found.as_deref(), expected, "{text}");
    }
}

#[test]
fn long_games_are_read_in_time() {
    for part in [
        "{",
        "(",
        "[A \"\\\"] ",
        "[A \"",
        "[",
        "1. ",
        "1-",
        "1x1",
        "32-28 ",
        "\"",
        "\\",
        "\n[A",
        "[A \"1\"]\n",
        "(\n[A \"\"]",
        "1 ",
        "1    ",
        "{(",
        "\u{feff}",
    ] {
        let text = part.repeat(1_000_000 / part.len());
        assert!(
            read_records(Some(Variant::default()), &text, 1).len() <= text.len(),
            "{part}"
        );
    }
}

/// Texts of what PDN is made of.
fn pieces_of_games() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        proptest::sample::select(vec![
            "32-28",
            "19-23",
            "1.",
            "1...",
            " ",
            "\n",
            "\r\n",
            "{",
            "}",
            "(",
            ")",
            "$1",
            "!",
            "*",
            "1-1",
            "2-0",
            "½",
            "[",
            "]",
            "\"",
            "\\",
            "FEN",
            "[FEN \"",
            "\"]\n",
            "W:W31:B1",
            ";",
            "%",
            "x",
            "-",
            "[A \"b\"]",
            "\u{feff}",
            "c3",
            ".",
            "\u{a0}",
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        let _ = read_records(None, &text, 1);
    }

    #[test]
    fn faults_are_inside_the_text_and_games_are_numbered(text in pieces_of_games()) {
        for base in [Base::International, Base::Russian] {
            for (index, game) in read_records(Some(base.into()), &text, 1).iter().enumerate() {
                for error in &game.faults {
                    prop_assert_eq!(error.game, index + 1);
                    let lines = text.split(['\n', '\r']).count();
                    prop_assert!(1 <= error.line && error.line <= lines);
                    prop_assert!(1 <= error.column && error.column <= text.chars().count() + 1);
                }
            }
        }
    }

    #[test]
    fn no_game_is_lost_behind_a_faulty_one(text in pieces_of_games()) {
        let text = format!("{text}\n*\n[Event \"last\"]\n1. 32-28 19-23 *");
        let games = read_records(None, &text, 1);
        let last = games.last().expect("a game");
        prop_assert!(last.faults.is_empty());
        prop_assert_eq!(last.record.tag("Event"), Some("last"));
        prop_assert_eq!(last.record.moves.len(), 2);
    }
}
