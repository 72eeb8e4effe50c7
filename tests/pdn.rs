//! Games of PDN files: the collections beside the project, small files of each dialect, and
//! whether what is written is read back.

mod commands;
mod dialects;
mod fuzz;
mod memory;
mod reports;
mod round_trip;

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use damocles::notation::{ReadGame, RecordStream, read_records, write_record};

use crate::cli::{err, out, run};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pdn");
const DIALECTS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/pdn/split_legs_and_signs.pdn"
);

/// The files of games in a folder, in the order of their names.
fn own_files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of small files");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let is_games = |path: &PathBuf| path.extension().is_some_and(|name| name == "pdn");
    let mut files: Vec<PathBuf> = paths.filter(is_games).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn read(path: &Path) -> Vec<ReadGame> {
    let file = File::open(path).expect("a file to read");
    RecordStream::new(BufReader::new(file), None)
        .map(|game| game.expect("a stream without errors"))
        .collect()
}

/// Files of other people's games, which are not part of the project.
fn collection(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data/pdn")
        .join(name);
    if !path.exists() {
        eprintln!("skipped: {name} is not beside the project");
        return None;
    }
    Some(path)
}

#[test]
fn the_collections_are_read() {
    let cases = [
        ("int10_wc2003.pdn", 190, 0),
        ("int10_dutch1996.pdn", 194, 0),
        ("int10_engine_match_crlf.pdn", 65, 0),
        ("int10_dialect_hyphen_captures_latin1.pdn", 3, 0),
        ("int10_dialect_glued_evals.pdn", 6, 0),
        ("online_8_variants.pdn", 145, 0),
        ("eng8_dialect_split_legs.pdn", 6, 0),
    ];
    for (name, games, faulty) in cases {
        let Some(path) = collection(name) else {
            continue;
        };
        let read = read(&path);
        let faults: Vec<_> = read.iter().filter_map(|game| game.faults.first()).collect();
        assert_eq!(
            (read.len(), faults.len()),
            (games, faulty),
            "{name}: {faults:?}"
        );
    }
    if let Some(path) = collection("eng8_collection_560.pdn") {
        let read = read(&path);
        let faults: Vec<_> = read.iter().flat_map(|game| &game.faults).collect();
        // This game is followed by moves without tags of their own.
        let games: Vec<usize> = faults.iter().map(|fault| fault.game).collect();
        assert_eq!((read.len(), &*games), (560, &[541][..]), "{faults:?}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let others = [
        "int10_wc2003.pdn",
        "online_8_variants.pdn",
        "eng8_dialect_split_legs.pdn",
    ];
    for path in own_files(FOLDER)
        .into_iter()
        .chain(others.into_iter().filter_map(collection))
    {
        for game in read(&path) {
            let text = write_record(&game.record);
            let again = read_records(None, &text, 1);
            let [again] = &*again else {
                panic!("{}: {} games from\n{text}", path.display(), again.len())
            };
            assert!(
                again.faults.is_empty(),
                "{}: {:?}\n{text}",
                path.display(),
                again.faults
            );
            assert_eq!(again.record.moves.len(), game.record.moves.len(), "{text}");
            assert_eq!(write_record(&again.record), text, "{}", path.display());
        }
    }
}

#[test]
fn what_cannot_be_read_is_kept_as_a_comment() {
    let cases = [
        (
            "1. 32-28 19-24 2. 32-27 {a} hello *\n1. 33-28 *",
            "1. 32-28 19-24 {32-27 a hello} *",
        ),
        (
            "1. 32-28 19-24 2. 99 - 1 20- 24\n[Event \"2\"] 1. 33-28 *",
            "1. 32-28 19-24 {99 - 1 20- 24} *",
        ),
        (
            "1. 32-28 19-24 2. 32-27 1-1\n1. 33-28 *",
            "1. 32-28 19-24 {32-27} 1-1",
        ),
    ];
    for (text, expected) in cases {
        let games = read_records(None, text, 1);
        let [faulty, sound] = &*games else {
            panic!("{} games from {text}", games.len())
        };
        assert_eq!((faulty.faults.len(), faulty.faults[0].half_move), (1, 3));
        let written = write_record(&faulty.record);
        assert_eq!(written.trim_end().lines().last(), Some(expected));
        assert!(sound.faults.is_empty() && sound.record.moves.len() == 1);
    }
}

#[test]
fn streams_are_cut_between_games_only() {
    // Each game is glued to the result of the one before, or stands in one line.
    let glued = "[Event \"a\"]\n[White \"b\"]\n[Black \"c\"]\n\n1. 32-28 19-23 2-0";
    let line = "[FEN \"W:W31:B1\"] *\n";
    let untagged = "1. 32-28 19-23 2. 28x19 14x23 2-0\n";
    for game in [glued, line, untagged] {
        for end in ["\n", "\r", "\r\n"] {
            let text = game.repeat(20_000).replace('\n', end);
            let games: Vec<_> = RecordStream::new(text.as_bytes(), None)
                .map(|game| game.expect("a stream without errors"))
                .collect();
            assert_eq!(games.len(), 20_000);
            assert_eq!(games.last().map(|game| game.number), Some(20_000));
            assert!(games.iter().all(|game| game.faults.is_empty()));
            let line = text.matches(end).count() - game.matches('\n').count() + 1;
            assert_eq!(games.last().map(|game| game.line), Some(line));
        }
    }
    // Also inside a line that does not end.
    let text = "1. 32-28 19-23 2. 28x19 14x23 2-0 ".repeat(50_000);
    let games: Vec<_> = RecordStream::new(text.as_bytes(), None)
        .map(|game| game.expect("a stream without errors"))
        .collect();
    let last = games.last().expect("games");
    assert_eq!((games.len(), last.line), (50_000, 1));
    assert_eq!(
        last.column,
        text.len() - "1. 32-28 19-23 2. 28x19 14x23 2-0 ".len() + 1
    );
    assert!(games.iter().all(|game| game.faults.is_empty()));
}

#[test]
fn files_are_checked_and_fixed() {
    let sound = run(&["pdn", "check", DIALECTS], b"");
    assert_eq!(sound.status.code(), Some(0), "{}", out(&sound));
    assert_eq!(out(&sound).lines().count(), 4);
    // A file that is missing is told and costs no other; a fault has its place.
    let mixed = run(&["pdn", "check", "no-such.pdn", "-"], b"1. 32-28 32-27 *");
    assert_eq!(mixed.status.code(), Some(2));
    assert!(err(&mixed).contains("no-such.pdn"), "{}", err(&mixed));
    assert!(
        out(&mixed).starts_with("-: game 1, line 1, column 10, half-move 2"),
        "{}",
        out(&mixed)
    );
    let faulty = run(&["pdn", "check", "--json", "-"], b"1. 32-28 32-27 *");
    assert_eq!(faulty.status.code(), Some(1));
    let line: serde_json::Value = serde_json::from_str(&out(&faulty)).expect("an object");
    assert_eq!(
        (&line["half_moves"], &line["faults"][0]["column"]),
        (&1.into(), &10.into())
    );
    let fixed = run(&["pdn", "fix", DIALECTS], b"");
    let games = read_records(None, &out(&fixed), 1);
    let moves: Vec<_> = games.iter().map(|game| game.record.moves.len()).collect();
    assert_eq!(moves, [1, 3, 4, 2], "{}", out(&fixed));
}

#[test]
fn games_of_every_dialect_are_analyzed() {
    let depth = ["--depth=1", "--tt-size=12"];
    let output = run(&["analyze", DIALECTS, depth[0], depth[1], "--json"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    assert_eq!(text.matches(r#""type":"summary""#).count(), 4, "{text}");
    // What people wrote beside the moves stays.
    let source = b"1. 32-28 {first} 19-23 (1... 18-22 {other}) 2. 28x19 $1 14x23 *";
    let output = run(&["analyze", "-", "--as=games", depth[0], depth[1]], source);
    let text = out(&output);
    let games = read_records(None, &text, 1);
    let [game] = &*games else {
        panic!("one game expected: {text}")
    };
    let moves = &game.record.moves;
    assert!(
        moves[0].comments.iter().any(|text| text == "first"),
        "{text}"
    );
    let variations = &moves[1].variations;
    assert!(
        variations.iter().any(|line| line[0].comments == ["other"]),
        "{text}"
    );
    assert!(
        moves.iter().all(|mv| mv.comments[0].starts_with("[%eval ")),
        "{text}"
    );
}

#[test]
fn tags_that_have_no_place_become_comments() {
    let text = "[A \"1\"]\n[B \"2\"]\n[B \"3\"]\n[C \"4]\n[FEN \"W:W\"]\n1. 32-28 *";
    let games = read_records(None, text, 1);
    let [game] = &*games else {
        panic!("one game expected, found {}", games.len())
    };
    assert_eq!(game.faults.len(), 2, "{:?}", game.faults);
    let written = write_record(&game.record);
    let comments = r#"{[C "4]} {[FEN "W:W"]} {[B "3"]} 1. 32-28 *"#;
    assert!(written.contains(comments), "{written}");
    assert!(written.contains("[B \"2\"]\n") && !written.contains("[B \"3\"]\n"));
}
