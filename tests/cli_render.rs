//! `damocles render`, as built.

use crate::cli::{err, out, run};

#[test]
fn pictures_are_drawn_with_marks_from_either_side() {
    let output = run(&["render", "W:W27:B19", "--last-move", "32-27"], b"");
    assert!(output.status.success(), "{}", err(&output));
    let text = out(&output);
    assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    // Squares 32 and 27, and a piece on each of 27 and 19.
    let marks = "d=\"M120 240h40v40h-40zM80 200h40v40h-40z\"";
    let turned = "d=\"M240 120h40v40h-40zM280 160h40v40h-40z\"";
    for part in ["translate(102 222)", "translate(262 142)"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let is_marked = |text: &str, marks: &str| {
        let mark = text.lines().find(|line| line.contains("\"mark\""));
        let squares = |marks: &str| {
            let mut squares: Vec<&str> = marks.split('M').skip(1).collect();
            squares.sort_unstable();
            squares.join(" ").replace("\"/>", "").replace('"', "")
        };
        mark.map(|mark| squares(mark.split(" d=").nth(1).expect("a path"))) == Some(squares(marks))
    };
    assert!(is_marked(&text, marks), "{text}");
    let flipped = out(&run(
        &["render", "W:W27:B19", "--last-move=32-27", "--flip"],
        b"",
    ));
    assert!(is_marked(&flipped, turned), "{flipped}");
    let start = out(&run(&["render", "--variant", "italian"], b""));
    assert_eq!(start.matches("translate").count(), 24);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let cases: [(&[&str], &str); 3] = [
        (&["W:W99:B1"], "square 99 at column 4"),
        (&["--last-move", "32"], "--last-move"),
        (
            &["--last-move", "32-99"],
            "square 99 at column 4 of move '32-99'",
        ),
    ];
    for (arguments, expected) in cases {
        let output = run(&[&["render"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(expected), "{}", err(&output));
        assert_eq!(out(&output), "");
    }
}
