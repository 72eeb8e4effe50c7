//! `damocles play`, as built, over pipes.

use std::fs;

use crate::cli::{err, out, run};

/// What is shown when these lines are typed.
fn play(arguments: &[&str], input: &str) -> String {
    let usual = ["play", "--tt-size=12", "--nodes=300"];
    let output = run(&[&usual, arguments].concat(), input.as_bytes());
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    assert_eq!(err(&output), "", "{arguments:?}");
    out(&output)
}

/// How many boards are drawn.
fn boards(text: &str) -> usize {
    text.matches("-+\n").count() / 2
}

#[test]
fn a_move_is_answered_and_taken_back() {
    let text = play(&[], "moves\n32-28\nundo\nfen\nundo\nquit\nmoves\n");
    assert!(text.starts_with("international, draw rules: "), "{text}");
    assert!(text.contains("You play White.\n"), "{text}");
    let moves = "31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30\n";
    assert_eq!(text.matches(moves).count(), 1, "{text}");
    assert!(text.contains("\nDamocles plays "), "{text}");
    assert!(text.contains("\nW:W31,32,"), "{text}");
    assert!(
        text.ends_with("There is no move of yours to take back.\n"),
        "{text}"
    );
    // At the start, after each of the two moves, and after `undo`.
    assert_eq!(boards(&text), 4, "{text}");
}

#[test]
fn the_engine_begins_where_it_has_the_first_move() {
    let text = play(&["--side", "black", "--variant", "russian"], "undo\nflip\n");
    assert!(text.contains("You play Black."), "{text}");
    // Black sits at the bottom until the board is turned.
    assert!(text.contains("\n1 |   w   w   w   w |\n"), "{text}");
    assert!(text.contains("\n8 |   b   b   b   b |\n"), "{text}");
    assert_eq!(text.matches("Damocles plays ").count(), 1, "{text}");
    assert!(text.contains("no move of yours"), "{text}");
    let text = play(&["--variant", "english", "--level", "easy"], "");
    assert_eq!(text.matches("Damocles plays ").count(), 1, "{text}");
}

#[test]
fn wrong_lines_are_told_in_one_line_each() {
    let text = play(&[], "32-29\nwhat\n\n32-28-\n\u{e9}\nsave\nfen\n");
    let told: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("32-29"))
        .collect();
    assert_eq!(told.len(), 6, "{text}");
    assert!(told[0].starts_with("illegal move '32-29'"), "{text}");
    assert!(told[1].contains("try 'help'"), "{text}");
    assert_eq!(told[4], "expected a file: save FILE");
    assert!(told[5].starts_with("W:W31,32,"), "{text}");
    let help = play(&[], "help\n");
    for word in [
        "moves",
        "undo",
        "hint",
        "flip",
        "fen",
        "save FILE",
        "resign",
        "quit",
    ] {
        assert!(help.contains(&format!("\n{word} ")), "{word}: {help}");
    }
}

#[test]
fn the_end_is_announced_and_can_be_undone() {
    let text = play(
        &["--fen", "W:W28:B23"],
        "hint\n28x19\nhint\n28x19\nundo\n28x19\n",
    );
    assert!(
        text.contains("28x19 (win in 1 move (1 ply) for White)\n"),
        "{text}"
    );
    let over = "The game is over. White wins: Black has no pieces left\n";
    assert_eq!(text.matches(over).count(), 2, "{text}");
    assert!(text.contains("\nThe game is over: try 'undo'"), "{text}");
    let text = play(&[], "resign\nresign\nundo\n");
    assert!(
        text.contains("The game is over. Black wins: White resigns\n"),
        "{text}"
    );
    assert!(text.ends_with("You play on.\n"), "{text}");
}

#[test]
fn draws_are_announced_with_their_reason() {
    // The lidraughts rules let two kings against one have five moves each.
    let fen = "W:WK5,K46:BK50";
    let steps = "46-41\n41-46\n".repeat(8);
    let text = play(&["--fen", fen, "--draw-rules", "lidraughts"], &steps);
    assert!(text.contains("The game is over. draw: "), "{text}");
    let text = play(&["--fen", fen, "--draw-rules", "none"], "46-41\n");
    assert!(!text.contains("The game is over"), "{text}");
}

#[test]
fn games_are_saved_one_behind_the_other() {
    let file = std::env::temp_dir().join(format!("damocles-play-{}.pdn", std::process::id()));
    let name = file.to_str().expect("a name in UTF-8");
    let input = format!("28x19\nsave {name}\nundo\nsave {name}\nsave /no/such/folder\n");
    let text = play(&["--fen", "W:W28:B23"], &input);
    let saved = fs::read_to_string(&file).expect("a file");
    fs::remove_file(&file).expect("it can be removed");
    assert_eq!(
        saved
            .matches("[White \"Person\"]\n[Black \"Damocles\"]\n")
            .count(),
        2
    );
    assert!(saved.contains("[Result \"2-0\"]\n"), "{saved}");
    assert!(saved.contains("\n1. 28x19 2-0\n"), "{saved}");
    assert!(saved.ends_with("\n*\n\n"), "{saved}");
    assert!(text.contains("cannot write '/no/such/folder': "), "{text}");
}

#[test]
fn a_seed_decides_the_side() {
    let side = |seed: &str| {
        let text = play(&["--side", "random", "--seed", seed], "");
        text.contains("You play White")
    };
    assert_eq!(side("1"), side("1"));
    let sides: Vec<bool> = ["1", "2", "3", "4", "5"].map(side).to_vec();
    assert!(sides.contains(&true) && sides.contains(&false), "{sides:?}");
}

#[test]
fn what_cannot_be_used_is_told() {
    let cases: [(&[&str], &str); 4] = [
        (&["--level", "0"], "parameter level-of-play: expected"),
        (&["--fen", "W:W99:B1"], "square 99 at column 4"),
        (
            &["--draw-rules", "some"],
            "parameter draw-rules: expected one of official",
        ),
        (&["--side", "red"], "red"),
    ];
    for (arguments, expected) in cases {
        let output = run(&[&["play"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(expected), "{}", err(&output));
    }
}
