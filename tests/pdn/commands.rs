//! `damocles pdn` as built: statistics, lists, records, schema.

use serde_json::Value;

use super::DIALECTS;
use crate::analysis::check_records;
use crate::cli::{err, out, run};
use crate::json_schema::Schema;

const GAMES: &[u8] = b"[Event \"1\"]\n[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\
    [Event \"2\"]\n[GameType \"20\"]\n{first} 1. 32-28 {a} 19-23! (1... 18-22 $5) 2. 28x19 1-1\n\
    [Event \"3\"]\n[GameType \"21\"]\n1. 11-15 23-19 1-0\n\
    [Event \"4\"]\n[GameType \"20\"]\n1. 31-26 99-1 0-2\n\
    [Event \"5\"]\n[GameType \"20\"]\n[FEN \"W:W31:B20\"]\n1. 31-27 *\n";

fn records(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("JSON lines")
}

#[test]
fn games_are_counted() {
    let output = run(&["pdn", "stats", "-", "--plies=2"], GAMES);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    let has = |words: &[&str]| {
        let is_so = |line: &str| line.split_whitespace().eq(words.iter().copied());
        assert!(text.lines().any(is_so), "{words:?}\n{text}");
    };
    has(&[
        "english", "1", "0", "0", "1", "0", "0", "0", "2.0", "(2", "to", "2)",
    ]);
    has(&[
        "international",
        "4",
        "1",
        "1",
        "1",
        "1",
        "1",
        "1",
        "2.2",
        "(1",
        "to",
        "4)",
    ]);
    has(&[
        "all", "5", "1", "1", "2", "1", "1", "1", "2.2", "(1", "to", "4)",
    ]);
    has(&["2", "1", "1", "0", "75", "%", "32-28", "19-23"]);
    has(&["1", "0", "0", "1", "0", "%", "31-26"]);
    let top = run(&["pdn", "stats", "-", "--plies=2", "--top=1"], GAMES);
    assert!(!out(&top).contains("31-26"), "{}", out(&top));
    let none = run(&["pdn", "stats", "-", "--plies=0"], GAMES);
    assert!(!out(&none).contains("openings"), "{}", out(&none));
}

#[test]
fn counts_are_the_sums_of_the_files() {
    let stats = |names: &[&str]| {
        let output = run(&[&["pdn", "stats", "--json"], names].concat(), GAMES);
        records(&out(&output)).remove(0)
    };
    let (one, other, both) = (stats(&["-"]), stats(&[DIALECTS]), stats(&["-", DIALECTS]));
    let sum = |record: &Value, field: &str| {
        let variants = record["variants"].as_array().expect("a list");
        let counts = variants.iter().map(|variant| variant[field].as_u64());
        counts.map(|count| count.expect("a number")).sum::<u64>()
    };
    for field in [
        "games",
        "white",
        "draws",
        "black",
        "unknown",
        "faulty",
        "set_up",
        "half_moves",
    ] {
        assert_eq!(
            sum(&one, field) + sum(&other, field),
            sum(&both, field),
            "{field}"
        );
    }
    assert_eq!(sum(&one, "half_moves"), 11);
    let openings = one["openings"].as_array().expect("a list");
    let games: u64 = openings
        .iter()
        .filter_map(|opening| opening["games"].as_u64())
        .sum();
    assert_eq!(games, 4, "one of five games is from a position of its own");
}

#[test]
fn games_become_positions() {
    let convert = |more: &[&str]| {
        let output = run(
            &[&["pdn", "convert", "-", "--to=fen"], more].concat(),
            GAMES,
        );
        assert_eq!(output.status.code(), Some(1), "a game has a fault");
        assert!(err(&output).contains("-: game 4, line 12, column 10, half-move 2"));
        assert!(err(&output).contains("these are of english, international"));
        out(&output)
    };
    let all = convert(&[]);
    assert_eq!(all.lines().count(), 5 + 4 + 3 + 2 + 2);
    assert!(all.ends_with("W:W31:B20\nB:W27:B20\n"), "{all}");
    let last = convert(&["--positions=last"]);
    assert_eq!(last.lines().last(), Some("B:W27:B20"));
    assert_eq!(last.lines().count(), 5);
    let first = convert(&["--positions=first"]);
    assert_eq!(first.lines().last(), Some("W:W31:B20"));
    // The list is what other commands read.
    let moves = run(&["moves", "-"], b"W:W31:B20\nB:W27:B20\n");
    assert_eq!(moves.status.code(), Some(0), "{}", err(&moves));
}

#[test]
fn games_become_records() {
    let output = run(&["pdn", "convert", "-", "--to=json"], GAMES);
    assert_eq!(output.status.code(), Some(1));
    let records = records(&out(&output));
    assert_eq!(records.len(), 5);
    let second = &records[1];
    assert_eq!(
        second["moves"],
        serde_json::json!(["32-28", "19-23", "28x19"])
    );
    assert_eq!(second["comments"][0], "first");
    assert_eq!(second["winner"], "nobody");
    assert_eq!(second["tags"]["Event"], "2");
    assert_eq!(
        second["notes"][0],
        serde_json::json!(
            {"ply": 1, "annotations": [], "comments": ["a"], "variations": []}
        )
    );
    assert_eq!(second["notes"][1]["annotations"][0], 1);
    let variation = &second["notes"][1]["variations"][0];
    assert_eq!(variation["moves"], serde_json::json!(["18-22"]));
    assert_eq!(variation["notes"][0]["annotations"][0], 5);
    assert_eq!(records[2]["winner"], "black");
    assert_eq!(records[3]["unread"], "99-1");
    assert_eq!(records[3]["faults"][0]["column"], 10);
    assert_eq!(records[4]["fen"], "W:W31:B20");
}

#[test]
fn records_keep_to_their_schema() {
    let schema = Schema::new(&out(&run(&["pdn", "schema"], b"")));
    let commands: [&[&str]; 3] = [
        &["check", "--json"],
        &["convert", "--to=json"],
        &["stats", "--json"],
    ];
    for command in commands {
        let output = run(&[&["pdn"], command, &["-", DIALECTS]].concat(), GAMES);
        let records = records(&out(&output));
        assert!(!records.is_empty());
        check_records(&schema, &records);
    }
}

#[test]
fn standard_input_is_read_once() {
    for command in ["check", "fix", "stats"] {
        let output = run(&["pdn", command, "-", "-"], GAMES);
        assert_eq!((output.status.code(), &*out(&output)), (Some(2), ""));
        assert!(
            err(&output).contains("only once: expected one '-', found 2"),
            "{}",
            err(&output)
        );
    }
}
