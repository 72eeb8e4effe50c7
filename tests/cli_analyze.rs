//! `damocles analyze`, as built: boards, lines, JSON, and how it ends.

use serde_json::Value;

use crate::cli::{err, out, run};

/// A table that is quickly made.
const SMALL: &str = "--tt-size=12";

fn analyze(arguments: &[&str]) -> String {
    let arguments = [&["analyze", SMALL], arguments].concat();
    let output = run(&arguments, b"");
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    assert_eq!(err(&output), "", "{arguments:?}");
    out(&output)
}

fn json(arguments: &[&str]) -> Vec<Value> {
    let text = analyze(&[arguments, &["--json"]].concat());
    let lines = text.lines().map(serde_json::from_str);
    lines
        .collect::<Result<_, _>>()
        .expect("every line is an object")
}

#[test]
fn board_and_lines_are_shown_for_people() {
    let text = analyze(&["--variant", "russian", "--depth", "5"]);
    for part in [
        "russian, White to move\n",
        "\n8 |   b   b   b   b |\n",
        "\n    a b c d e f g h\n",
        "\nWhite 12 men; Black 12 men\n",
        "  line for White\n",
        "\n 5/",
        "\nbest move   ",
        ", expecting ",
        "\nevaluation  ",
        "\nof 100 games White wins ",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    // A pipe is no terminal, so there are no pictures.
    assert!(text.is_ascii(), "{text}");
}

#[test]
fn boards_have_the_numbers_of_their_variant() {
    let cases = [
        ("international", "\n  1-5 |   b   b   b   b   b |\n"),
        ("english", "\n  1-4 |   b   b   b   b |\n"),
        ("italian", "\n  1-4 | b   b   b   b   |\n"),
        ("spanish", "\n32-29 | b   b   b   b   |\n"),
    ];
    for (variant, row) in cases {
        let text = analyze(&["--variant", variant, "--nodes", "10"]);
        assert!(text.contains(row), "{text}");
    }
    let text = analyze(&["--variant=english", "--depth=2"]);
    assert!(text.contains("english, Black to move"), "{text}");
    assert!(text.contains("line for Black"), "{text}");
}

#[test]
fn proven_wins_are_told_in_words() {
    let text = analyze(&["W:W28:B23", "--depth", "4"]);
    assert!(text.contains(" win in 1 "), "{text}");
    assert!(text.contains("best move   28x19\n"), "{text}");
    let evaluation = "evaluation  win in 1: win in 1 move (1 ply) for White\n";
    assert!(text.contains(evaluation), "{text}");
    assert!(text.contains("wins 100, draws 0, loses 0\n"), "{text}");
}

#[test]
fn several_lines_are_ranked() {
    let text = analyze(&["--multi-pv=3", "--depth=4"]);
    let last: Vec<&str> = text
        .lines()
        .rev()
        .skip(4)
        .take_while(|line| !line.is_empty())
        .collect();
    let ranks: Vec<_> = last
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(ranks, ["3", "2", "1"], "{text}");
}

#[test]
fn scripts_get_objects() {
    let lines = json(&["--multi-pv", "2", "--depth", "4"]);
    let (result, reports) = lines.split_last().expect("a result");
    assert!(reports.len() >= 8, "{reports:?}");
    for line in &lines {
        assert_eq!(line["schema"], 1);
    }
    for report in reports {
        assert_eq!(report["type"], "report");
        assert!(report["line"][0].is_string() && report["score"].is_number());
        assert!(report["rank"].as_u64().is_some_and(|rank| rank <= 2));
        assert_eq!(report["plies_to_end"], Value::Null);
    }
    assert_eq!(result["type"], "result");
    assert_eq!(result["variant"], "international");
    let fen = result["fen"].as_str().expect("a FEN");
    assert!(fen.starts_with("W:W31,32,"), "{fen}");
    assert_eq!(
        (&result["side"], &result["outcome"]),
        (&"white".into(), &Value::Null)
    );
    assert_eq!(result["lines"][0]["line"][0], result["best"]);
    assert_eq!(result["lines"][1]["rank"], 2);
    let chances = ["win", "draw", "loss"].map(|name| result[name].as_u64().expect("a number"));
    assert_eq!(chances.iter().sum::<u64>(), 100);
    let won = json(&["W:W28:B23", "--depth=2"]);
    let result = won.last().expect("a result");
    assert_eq!(
        (&result["plies_to_end"], &result["score"]),
        (&1.into(), &99.99.into())
    );
    assert_eq!(result["evaluation"], "win in 1 move (1 ply) for White");
}

#[cfg(unix)]
#[test]
fn without_a_limit_it_ends_with_ctrl_c() {
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};

    use crate::hub::{PATIENCE, lines_of};

    let mut child = crate::program()
        .args(["analyze", SMALL, "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = lines_of(child.stdout.take().expect("a pipe"));
    lines.recv_timeout(PATIENCE).expect("a report");
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    let mut last = String::new();
    while let Ok(line) = lines.recv_timeout(PATIENCE) {
        last = line;
    }
    assert!(last.contains("\"type\":\"result\""), "{last}");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn with_a_limit_of_nodes_it_finds_the_same_twice() {
    let once = || {
        let lines = json(&["--nodes=3000", "--variant=frisian"]);
        let result = lines.last().expect("a result");
        ["nodes", "best", "score"].map(|name| result[name].clone())
    };
    assert_eq!(once(), once());
}

#[test]
fn a_game_that_is_over_is_not_analyzed() {
    let text = analyze(&["W:W36:B27,31"]);
    let end = "the game is over: Black wins: White has no legal move\n";
    assert!(text.ends_with(end), "{text}");
    let [result] = &json(&["W:W36:B27,31"])[..] else {
        panic!("one line is expected")
    };
    assert_eq!(result["outcome"], "Black wins: White has no legal move");
    assert_eq!(
        (&result["winner"], &result["best"]),
        (&"black".into(), &Value::Null)
    );
    assert_eq!(
        (&result["score"], &result["loss"]),
        (&(-100.0).into(), &100.into())
    );
    let turned = json(&["W:W36:B27,31", "--set", "losing=true"]);
    assert_eq!(turned[0]["winner"], "white");
}

#[test]
fn what_cannot_be_used_is_told() {
    let cases: [(&[&str], &str); 8] = [
        (&["W:W99,28:B1,28"], "square 99 at column 4"),
        (
            &["W:W99,28:B1,28"],
            "square 28 at column 13: it is used twice",
        ),
        (
            &["--multi-pv", "65"],
            "parameter multi-pv: expected a whole number from 1 to 64",
        ),
        (&["--threads", "0"], "parameter threads: expected"),
        (&["--set", "book"], "expected NAME=VALUE"),
        (&["--set", "book=x"], "unknown parameter 'book'"),
        (&["--time", "0"], "expected a number of seconds above 0"),
        (&["--depth", "0"], "--depth"),
    ];
    for (arguments, expected) in cases {
        let output = run(&[&["analyze"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(expected), "{}", err(&output));
        assert_eq!(out(&output), "", "{arguments:?}");
    }
}
