//! `damocles analyze` over lists and games, as built: records against their schema, resuming,
//! threads, interrupts, annotated games, and the page.

mod browser;
mod page;

use std::fs;
use std::path::PathBuf;

use damocles::notation::{GameRecord, read_records};
use serde_json::Value;

use crate::cli::{err, out, run};
use crate::json_schema::Schema;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/analysis/games.pdn");
const LIST: &[u8] =
    b"W:W28,32,37:B17,18,19  # a comment\n\nW:W99:B1\r\nW:W36:B27,31\nB:W31-35:B16-20\n";

/// A folder that is gone at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damocles-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn records(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines
        .collect::<Result<_, _>>()
        .expect("every line is an object")
}

/// Checks records against the schema that the program prints.
fn validate(records: &[Value]) {
    let schema = out(&run(&["analyze", "--json-schema"], b""));
    check_records(&Schema::new(&schema), records);
}

/// Checks records against a schema, which must say something.
pub(crate) fn check_records(schema: &Schema, records: &[Value]) {
    for record in records {
        assert_eq!(schema.check(record), Ok(()));
    }
    let mut broken = records.last().expect("a record").clone();
    broken["schema"] = 2.into();
    assert!(schema.check(&broken).is_err(), "the schema says something");
}

/// The records without what differs from run to run.
fn timeless(text: &str) -> Vec<Value> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if fields.get("type") != Some(&"run".into()) {
                    fields.remove("time");
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut records = records(text);
    records.iter_mut().for_each(strip);
    records
}

fn of_type<'a>(records: &'a [Value], name: &str) -> Vec<&'a Value> {
    records
        .iter()
        .filter(|record| record["type"] == name)
        .collect()
}

#[test]
fn a_single_position_keeps_to_the_schema() {
    for fen in ["start", "W:W28:B23", "W:W36:B27,31"] {
        let text = out(&run(
            &["analyze", fen, "--json", "--depth=3", "--tt-size=12"],
            b"",
        ));
        validate(&records(&text));
    }
}

#[test]
fn lists_go_on_after_bad_lines() {
    let arguments = [
        "analyze",
        "-",
        "--json",
        "--depth=4",
        "--tt-size=12",
        "--multi-pv=2",
    ];
    let output = run(&arguments, LIST);
    assert_eq!(output.status.code(), Some(1), "a line was refused");
    let told = err(&output);
    assert!(
        told.contains("standard input, line 3: position 'W:W99:B1': square 99"),
        "{told}"
    );
    let records = records(&out(&output));
    validate(&records);
    let types: Vec<&str> = records
        .iter()
        .filter_map(|record| record["type"].as_str())
        .collect();
    assert_eq!(types, ["run", "position", "fault", "position", "position"]);
    let lines: Vec<_> = records[1..]
        .iter()
        .map(|record| record["line"].as_u64())
        .collect();
    assert_eq!(lines, [Some(1), Some(3), Some(4), Some(5)]);
    assert_eq!(records[3]["winner"], "black");
    assert_eq!(records[1]["lines"].as_array().map(Vec::len), Some(2));
    let people = run(&["analyze", "-", "--depth=4", "--tt-size=12"], LIST);
    let text = out(&people);
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(
        text.contains("     4   loss in 0  W:W36:B27,31  Black wins"),
        "{text}"
    );
}

#[test]
fn threads_change_nothing() {
    let judged = |threads: &str, arguments: &[&str]| {
        let options = ["analyze", "--json", "--nodes=500", "--tt-size=12", threads];
        timeless(&out(&run(&[&options, arguments].concat(), LIST)))
    };
    for arguments in [&["-"], &[GAMES]] {
        let once = judged("--threads=1", arguments);
        assert!(once.len() > 4, "{once:?}");
        assert_eq!(once, judged("--threads=3", arguments));
    }
}

#[test]
fn a_run_that_was_cut_off_is_resumed() {
    let folder = Folder::new("resume");
    let (list, path) = (folder.file("list.txt"), folder.file("out.jsonl"));
    fs::write(&list, LIST).expect("a file");
    for input in [GAMES, &list] {
        let arguments = [
            "analyze",
            input,
            "--json",
            "--nodes=300",
            "--tt-size=12",
            "--out",
            &path,
            "--resume",
        ];
        assert_eq!(run(&arguments, b"").status.code(), Some(1));
        let whole = fs::read_to_string(&path).expect("the output");
        let lengths = (0..=whole.len()).step_by(whole.len() / 9);
        for length in lengths {
            fs::write(&path, &whole[..length]).expect("a file");
            let output = run(&arguments, b"");
            assert_eq!(output.status.code(), Some(1), "{}", err(&output));
            let resumed = fs::read_to_string(&path).expect("the output");
            assert_eq!(timeless(&resumed), timeless(&whole), "cut at {length}");
        }
        let other = [&arguments[..3], &["--nodes=301"], &arguments[4..]].concat();
        let output = run(&other, b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(
            err(&output).contains("is of another run"),
            "{}",
            err(&output)
        );
        let fresh = run(&arguments[..arguments.len() - 1], b"");
        assert!(
            err(&fresh).contains("exists: add --resume"),
            "{}",
            err(&fresh)
        );
        fs::remove_file(&path).expect("it was there");
    }
}

#[test]
fn games_become_records() {
    let output = run(
        &["analyze", GAMES, "--json", "--depth=4", "--tt-size=14"],
        b"",
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("line 16, column 10, game 3"),
        "{}",
        err(&output)
    );
    let records = records(&out(&output));
    validate(&records);
    let games = of_type(&records, "game");
    assert_eq!(games.len(), 3);
    assert_eq!(games[0]["tags"]["Black"], "Bob & Co");
    assert_eq!(
        (&games[1]["variant"], &games[2]["game"]),
        (&"russian".into(), &4.into())
    );
    let moves = of_type(&records, "move");
    assert_eq!(moves.len(), 16 + 5 + 3);
    for mv in &moves {
        let (before, after) = (
            mv["expected_before"].as_f64(),
            mv["expected_after"].as_f64(),
        );
        let lost = before.expect("a number") - after.expect("a number");
        let lost = if mv["side"] == "white" { lost } else { -lost };
        let points = mv["loss_points"].as_f64().expect("a number");
        assert!(points == 0.0 || (points - lost).abs() < 0.11, "{mv}");
        assert!(mv["mark"].is_null() || points >= 5.0, "{mv}");
    }
    assert_eq!(moves[2]["choices"], 1, "2. 28x19 is the only move");
    assert!(moves[2]["accuracy"].is_null());
    let summaries = of_type(&records, "summary");
    assert_eq!(summaries[0]["white"]["moves"], 8);
    assert!(summaries[0]["black"]["accuracy"].is_number());
}

#[test]
fn only_what_is_selected_is_judged() {
    let arguments = [
        "analyze",
        GAMES,
        "--json",
        "--depth=2",
        "--tt-size=12",
        "--games=1",
        "--plies=3-6",
        "--side=black",
    ];
    let output = run(&arguments, b"");
    assert!(output.status.success(), "{}", err(&output));
    let records = records(&out(&output));
    let plies: Vec<_> = of_type(&records, "move")
        .iter()
        .map(|mv| mv["ply"].as_u64())
        .collect();
    assert_eq!(plies, [Some(4), Some(6)]);
    assert_eq!(of_type(&records, "game").len(), 1);
}

#[test]
fn annotated_games_read_back() {
    let output = run(
        &["analyze", GAMES, "--depth=6", "--tt-size=14", "--games=1,4"],
        b"",
    );
    let text = out(&output);
    let games = read_records(None, &text, 1);
    assert_eq!(games.len(), 2, "{text}");
    let original = fs::read_to_string(GAMES).expect("the games");
    let original = read_records(None, &original, 1);
    for (written, read) in games.iter().zip([&original[0], &original[3]]) {
        assert!(written.faults.is_empty() && read.faults.is_empty());
        let (written, read) = (&written.record, &read.record);
        let moves = |record: &GameRecord| record.moves.iter().map(|mv| mv.mv).collect::<Vec<_>>();
        assert_eq!((moves(written), written.start), (moves(read), read.start));
        // Standard form says of what is not known that it is not.
        assert_eq!(written.tag("Event"), read.tag("Event").or(Some("?")));
        assert!(
            written
                .tag("Annotator")
                .is_some_and(|name| name.starts_with("damocles "))
        );
    }
    assert!(text.contains("{[%eval "), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
    // 35-30 gives a man away: a blunder, with the better line.
    let flat = text.replace('\n', " ");
    assert!(
        flat.contains(" $4 {[%eval ") && flat.contains("; blunder loses "),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process};

    let folder = Folder::new("interrupt");
    let path = folder.file("out.jsonl");
    let arguments = [
        "analyze",
        GAMES,
        "--json",
        "--time=0.3",
        "--tt-size=12",
        "--out",
        &path,
    ];
    let mut child = crate::program()
        .args(arguments)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    let judged = || {
        fs::read_to_string(&path)
            .unwrap_or_default()
            .matches("\"move\"")
            .count()
    };
    while judged() < 4 && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let text = fs::read_to_string(&path).expect("the output");
    assert!(text.ends_with("}\n"), "{text}");
    let records = records(&text);
    validate(&records);
    assert!(
        of_type(&records, "summary").is_empty(),
        "the game was not finished"
    );
}

#[test]
fn what_cannot_be_used_is_told() {
    let cases: [(&[&str], &str); 7] = [
        (&["no-such.pdn"], "cannot read 'no-such.pdn'"),
        (&["start", "--report=x.html"], "--report expects a file"),
        (&["-", "--resume"], "--out"),
        (&[GAMES, "--games=5-3"], "expected numbers and ranges"),
        (
            &[GAMES, "--marks=5,3,1"],
            "three numbers of points that rise",
        ),
        (&[GAMES, "W:W28:B23"], "found the position 'W:W28:B23'"),
        (&["-", "--report=x.html"], "--report expects games"),
    ];
    for (arguments, expected) in cases {
        let output = run(&[&["analyze"], arguments].concat(), b"start\n");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(expected), "{}", err(&output));
        assert_eq!(out(&output), "", "{arguments:?}");
    }
}
