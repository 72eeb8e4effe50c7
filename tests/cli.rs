//! The built program from the shell: help, errors and exit codes of every subcommand.

use std::io::Write;
use std::process::{Output, Stdio};

/// Runs the program with arguments and a standard input.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = crate::program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that does not read its input may have closed it.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The subcommands that `--help` lists.
fn subcommands() -> Vec<String> {
    let help = out(&run(&["--help"], b""));
    let list = help
        .split("Commands:")
        .nth(1)
        .expect("a list of subcommands");
    let lines = list
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with("  "));
    lines
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn help_lists_every_subcommand_and_each_shows_an_example() {
    let names = subcommands();
    for name in [
        "hub", "dxp", "perft", "moves", "analyze", "render", "play", "match", "openings", "bench",
        "selfplay", "train", "weights",
    ] {
        assert!(
            names.iter().any(|listed| listed == name),
            "{name} is missing: {names:?}"
        );
    }
    for name in names.iter().filter(|name| *name != "help") {
        let output = run(&[name, "--help"], b"");
        assert!(output.status.success(), "{name}");
        let help = out(&output);
        assert!(help.contains("Example"), "{name}:\n{help}");
        assert!(
            help.contains(&format!("damocles {name}")),
            "{name}:\n{help}"
        );
    }
}

#[test]
fn wrong_arguments_are_told_and_end_with_2() {
    let cases: [(&[&str], &str); 7] = [
        (&["frobnicate"], "frobnicate"),
        (&["perft"], "DEPTH"),
        (&["perft", "chess", "3"], "unknown variant 'chess'"),
        (&["perft", "three"], "expected a number of plies"),
        (
            &["perft", "3", "--fen", "W:W99:B1"],
            "square 99 at column 4",
        ),
        (&["perft", "3", "--threads", "0"], "--threads"),
        (&["moves", "--variant", "go"], "unknown variant 'go'"),
    ];
    for (arguments, expected) in cases {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            err(&output).contains(expected),
            "{arguments:?}: {}",
            err(&output)
        );
        assert_eq!(out(&output), "", "{arguments:?}");
    }
}

#[test]
fn perft_counts_and_divides_in_a_stable_order() {
    let count = |arguments: &[&str]| out(&run(arguments, b""));
    assert!(count(&["perft", "6"]).starts_with("international depth 6: 167140 leaves"));
    assert!(count(&["perft", "russian", "0"]).contains(": 1 leaves"));
    let divided = count(&["perft", "russian", "7", "--divide", "--threads", "2"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 8);
    assert!(lines[0].starts_with("a3-b4 "), "{divided}");
    assert!(
        lines[7].starts_with("russian depth 7: 190146 leaves"),
        "{divided}"
    );
    let numbers = lines[..7]
        .iter()
        .map(|line| line.split(' ').nth(1).expect("a count"));
    let sum: u64 = numbers
        .map(|number| number.parse::<u64>().expect("a number"))
        .sum();
    assert_eq!(sum, 190_146);
    let fen = [
        "perft",
        "frisian",
        "1",
        "--json",
        "--fen",
        "W:WK28,47,36:BK4,15:+0+328",
    ];
    let json: serde_json::Value = serde_json::from_str(&count(&fen)).expect("JSON");
    assert_eq!(json["leaves"], 3);
    assert_eq!(json["variant"], "frisian");
}

#[test]
fn moves_are_listed_for_scripts() {
    let output = run(&["moves", "--json", "W:W32:B27"], b"");
    let json: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
    let expected = serde_json::json!({
        "fen": "W:W32:B27",
        "variant": "international",
        "moves": [
            {"move": "32x21", "from": "32", "to": "21", "captured": ["27"], "crowns": false}
        ]
    });
    assert_eq!(json, expected);
    assert_eq!(
        out(&run(
            &["moves", "--variant", "russian", "W:Wb6:Bc7,e7,g5"],
            b""
        )),
        "b6:h4\n"
    );
}

#[test]
fn moves_of_many_positions_survive_bad_lines() {
    let input = b"W:W28:B23\n\nW:W99:B1\r\n\xff\xfe\x00\nB:W28:B23";
    let output = run(&["moves", "--json", "-"], input);
    assert_eq!(output.status.code(), Some(1), "one position was refused");
    let lines: Vec<serde_json::Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0]["moves"].is_array() && lines[3]["moves"].is_array());
    let error = lines[1]["error"].as_str().expect("an error");
    assert!(error.contains("square 99 at column 4"), "{error}");
    assert!(lines[2]["error"].is_string());
}

#[test]
fn moves_know_the_counts_of_frisian_kings() {
    let fen = "W:WK28,47,36:BK4,15:+0+328";
    let listed = out(&run(&["moves", "--variant", "frisian", fen], b""));
    assert_eq!(listed, "36-31 47-41 47-42\n");
}

#[test]
fn without_a_subcommand_it_speaks_hub() {
    for arguments in [
        &[][..],
        &["hub"],
        &["hub", "--tt-size=12", "--no-such=1", "word"],
    ] {
        let output = run(arguments, b"hub\ninit\nquit\n");
        let text = out(&output);
        assert!(output.status.success(), "{arguments:?}");
        assert!(text.starts_with("id name="), "{arguments:?}: {text}");
        assert!(
            text.contains("\nwait\n") && text.ends_with("ready\n"),
            "{arguments:?}: {text}"
        );
        assert_eq!(err(&output), "", "{arguments:?}");
    }
}

#[test]
fn output_that_nobody_reads_is_no_fault() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = crate::program()
        .args(["weights", "info", "--variant", "russian"])
        .stdout(writer)
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
}
