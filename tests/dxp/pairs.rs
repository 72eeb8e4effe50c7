//! The program against itself: whole games over a loopback socket, and what is told of them.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use damocles::game::Game;
use damocles::notation::{parse_fen, parse_move};
use damocles::rules::{DrawRules, Variant};

use super::partner::Program;

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("damocles-dxp-{}-{name}", std::process::id()))
}

/// Plays games between a follower that listens and an initiator that calls it.
fn match_of(follower: &[&str], initiator: &[&str]) -> [Vec<String>; 2] {
    let listener = Program::listening(follower);
    let address = format!("127.0.0.1:{}", listener.port);
    let caller = Program::start(&[&["--connect", &address, "--initiator"], initiator].concat());
    let results = |program: &Program| -> Vec<String> {
        let mut results = Vec::new();
        while let Ok(line) = program.results.recv_timeout(Duration::from_secs(60)) {
            results.push(line);
        }
        results
    };
    let played = [results(&caller), results(&listener)];
    assert_eq!(caller.end(), Some(0));
    assert_eq!(listener.end(), Some(0));
    played
}

#[test]
fn whole_games_against_itself() {
    let pdn = temporary("games.pdn");
    let arguments = [
        "--games",
        "2",
        "--time",
        "0",
        "--moves",
        "0",
        "--json",
        "--name",
        "Caller \"2\"",
    ];
    let openings = temporary("openings.txt");
    fs::write(&openings, "# endings\n\nW:WK28,33,34:B3,9\n").expect("a file");
    let files = [
        "--openings",
        openings.to_str().expect("a name"),
        "--pdn",
        pdn.to_str().expect("a name"),
    ];
    let [ours, theirs] = match_of(
        &["--games", "2", "--json"],
        &[&arguments[..], &files[..]].concat(),
    );
    let text = fs::read_to_string(&pdn).expect("games");
    for file in [&pdn, &openings] {
        fs::remove_file(file).expect("it can be removed");
    }
    assert_eq!((ours.len(), theirs.len()), (2, 2));
    let variant = Variant::default();
    for (index, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        let ours: serde_json::Value = serde_json::from_str(ours).expect("JSON");
        let theirs: serde_json::Value = serde_json::from_str(theirs).expect("JSON");
        for same in [
            "white", "black", "result", "moves", "reason", "start", "game",
        ] {
            assert_eq!(ours[same], theirs[same], "{same}");
        }
        assert_eq!(ours["us"], if index == 0 { "white" } else { "black" });
        assert_eq!(
            ours[if index == 0 { "white" } else { "black" }],
            "Caller \"2\""
        );
        assert_eq!(ours["start"], "W:WK28,33,34:B3,9");
        assert!(
            ["2-0", "1-1", "0-2"].contains(&ours["result"].as_str().expect("text")),
            "{ours}"
        );
        let start = parse_fen(variant, ours["start"].as_str().expect("text")).expect("a FEN");
        let mut game = Game::from_position(variant, DrawRules::official(variant), start);
        for mv in ours["moves"].as_array().expect("a list") {
            let mv = parse_move(variant, game.position(), mv.as_str().expect("text"));
            game.play(mv.expect("a move")).expect("a legal move");
        }
        assert!(game.outcome().is_some(), "the rules have ended it");
        assert_eq!(
            game.outcome().map(|end| end.to_string()).as_deref(),
            ours["reason"].as_str()
        );
    }
    assert_eq!(text.matches("[Event \"DXP game\"]").count(), 2);
    assert_eq!(text.matches("[FEN \"W:WK28,33,34:B3,9\"]").count(), 2);
    assert!(text.contains("[White \"Caller \\\"2\\\"\"]"), "{text}");
    assert!(
        text.contains("[Round \"2\"]") && text.ends_with("\n\n"),
        "{text}"
    );
}

#[test]
fn other_boards_against_itself() {
    let settings: [&[&str]; 3] = [
        &["--variant", "frysk"],
        &["--variant", "russian", "--numbering", "pydraughts"],
        &["--variant", "english"],
    ];
    for variant in settings {
        let terms = ["--games", "2", "--time", "0", "--moves", "5"];
        let [ours, theirs] = match_of(
            &[variant, &["--games", "2"]].concat(),
            &[variant, &terms].concat(),
        );
        assert_eq!((ours.len(), theirs.len()), (2, 2), "{ours:?} {theirs:?}");
        for result in ours.iter().chain(&theirs) {
            let is_good = result.contains("the moves agreed on") || result.contains(" wins: ");
            assert!(is_good, "{variant:?}: {result}");
        }
    }
}

#[test]
fn wrong_arguments_are_told() {
    let cases: [(&[&str], &str); 9] = [
        (&["--set", "threads=0"], "parameter threads"),
        (&["--set", "threads"], "expected NAME=VALUE"),
        (&["--variant", "go"], "parameter variant"),
        (
            &["--initiator", "--time", "1000"],
            "what three characters can tell",
        ),
        (
            &["--initiator", "--position", "W:W99:B1"],
            "square 99 at column 4",
        ),
        (
            &["--initiator", "--position", "W:W:B1"],
            "no game can begin there",
        ),
        (
            &["--initiator", "--openings", "/no/such/file"],
            "cannot read /no/such/file",
        ),
        (&["--name", " x"], "expected 1 to 32 ASCII characters"),
        (&["--time", "5"], "--initiator"),
    ];
    for (arguments, expected) in cases {
        let program = Program::start(&[arguments, &["--listen", "0"]].concat());
        program.until_note(expected);
        assert_eq!(program.end(), Some(2), "{arguments:?}");
    }
}
