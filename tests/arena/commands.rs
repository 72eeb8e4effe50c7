//! `damocles match` and `damocles openings` from the shell: shards, resumed matches, interrupts.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use damocles::arena::{Event, GameRecord};

use super::fake;

/// An empty folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damocles-{}-{name}", std::process::id()));
        // What an earlier run has left.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays is in the folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = crate::program();
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program ends")
}

fn out(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The games of a file, without their times.
fn games(path: &str) -> Vec<GameRecord> {
    let text = std::fs::read_to_string(path).expect("a file");
    let events = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("an event"));
    let mut games: Vec<GameRecord> = events
        .filter_map(|event| match event {
            Event::Game(game) => Some(game),
            Event::Match(_) => None,
        })
        .collect();
    for note in games.iter_mut().flat_map(|game| &mut game.notes) {
        note.t = 0.0;
    }
    games.sort_by_key(|game| game.game);
    games
}

/// A match of this engine at two strengths, with the arguments that all such matches share.
fn with_strengths<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec![
        "match",
        "self:tt-size=12",
        "self:name=weak,level.nodes=60,tt-size=12",
    ];
    arguments.extend([
        "--variant",
        "russian",
        "--level",
        "nodes=250",
        "--openings",
        "random:6",
    ]);
    arguments.extend(["--max-plies", "120", "--seed", "5"]);
    arguments.extend(more);
    arguments
}

#[test]
fn parts_are_joined_to_the_whole() {
    let folder = Folder::new("parts");
    let [whole, one, two, joined] = ["w", "1", "2", "j"].map(|name| folder.file(name));
    let pdn = folder.file("games.pdn");
    let played = out(&with_strengths(&[
        "--pairs",
        "6",
        "--out",
        &whole,
        "--concurrency",
        "2",
    ]));
    for (shard, file) in [("1/2", &one), ("2/2", &two)] {
        out(&with_strengths(&[
            "--pairs", "6", "--shard", shard, "--out", file,
        ]));
    }
    let merge = [
        "match", "merge", &two, &one, "--out", &joined, "--pdn", &pdn,
    ];
    assert_eq!(out(&merge), played);
    assert_eq!((games(&joined), games(&one).len()), (games(&whole), 6));
    assert!(played.contains("games        12: +"), "{played}");
    let text = std::fs::read_to_string(&pdn).expect("a file");
    assert_eq!(text.matches("[Event ").count(), 12);
    assert!(
        text.contains("[Level \"nodes=250 / nodes=60\"]") && text.contains("s} "),
        "{text}"
    );
    // A part that was played twice counts once, another match not at all.
    assert_eq!(out(&["match", "merge", &one, &two, &one]), played);
    let other = folder.file("other");
    out(&with_strengths(&["--pairs", "5", "--out", &other]));
    let refused = run(&["match", "merge", &one, &other]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another match"));
}

/// Waits until the file has so many lines.
fn wait_for_lines(path: &str, count: usize) {
    let end = Instant::now() + Duration::from_secs(30);
    while std::fs::read_to_string(path).map_or(0, |text| text.lines().count()) < count {
        assert!(Instant::now() < end, "no {count} lines in {path}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("a shell tool").success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_is_resumed() {
    let folder = Folder::new("resumed");
    let [whole, broken] = ["whole", "broken"].map(|name| folder.file(name));
    let pairs = ["--pairs", "30", "--out"];
    let child = command(&with_strengths(&[&pairs[..], &[&broken]].concat())).spawn();
    let child = child.expect("the program starts");
    wait_for_lines(&broken, 4);
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(
        text.contains("broken off") && text.contains("Elo"),
        "{text}"
    );
    let before = games(&broken).len();
    assert!(before < 60, "the match was over before the interrupt");
    // A line that was cut off is played again.
    let mut text = std::fs::read_to_string(&broken).expect("a file");
    text.truncate(text.len() - 20);
    std::fs::write(&broken, text).expect("a file");
    let refused = run(&with_strengths(&[&pairs[..], &[&broken]].concat()));
    assert_eq!(refused.status.code(), Some(2));
    let resumed = out(&with_strengths(
        &[&pairs[..], &[&broken, "--resume"]].concat(),
    ));
    let played = out(&with_strengths(&[&pairs[..], &[&whole]].concat()));
    assert_eq!(resumed, played);
    assert_eq!(games(&broken), games(&whole));
}

#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_a_match() {
    let folder = Folder::new("outlives");
    let (log, pid) = (folder.file("log"), folder.file("pid"));
    let engine = fake::engine(&format!("pid:{pid}"));
    let is_alive = || {
        let pid = std::fs::read_to_string(&pid).expect("a file");
        Path::new("/proc").join(pid).exists()
    };
    let arguments = [
        "match",
        &engine,
        "self",
        "--level",
        "move-time=0.05",
        "--pairs",
        "50",
    ];
    let arguments = [&arguments[..], &["--openings", "start", "--out", &log]].concat();
    let child = command(&arguments).spawn().expect("the program starts");
    wait_for_lines(&log, 1);
    let end = Instant::now() + Duration::from_secs(10);
    while !Path::new(&pid).exists() {
        assert!(Instant::now() < end, "the engine was not started");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    assert!(is_alive());
    let start = Instant::now();
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(!is_alive());
    // Nor one that ends by itself.
    let pairs = [
        "match", &engine, "self", "--level", "depth=1", "--pairs", "1",
    ];
    out(&[&pairs[..], &["--openings", "start", "--max-plies", "10"]].concat());
    assert!(!is_alive());
}

#[test]
fn a_test_stops_the_match_and_tells_the_answer() {
    let arguments = with_strengths(&[
        "--pairs",
        "500",
        "--json",
        "--sprt",
        "0,50",
        "--concurrency",
        "2",
    ]);
    let text = out(&arguments);
    let last: serde_json::Value =
        serde_json::from_str(text.lines().last().expect("a line")).expect("an object");
    assert_eq!(last["sprt"]["answer"], "elo1", "{last}");
    assert!(
        last["games"].as_u64() < Some(500) && last["broken_off"] == false,
        "{last}"
    );
    let games = text
        .lines()
        .filter(|line| line.contains("\"event\":\"game\""))
        .count();
    assert_eq!(last["games"].as_u64(), Some(games as u64));
    let mut arguments = with_strengths(&["--pairs", "500", "--sprt", "0,50"]);
    arguments.swap(1, 2);
    assert_eq!(run(&arguments).status.code(), Some(1));
}

#[test]
fn decks_are_made_and_played() {
    let folder = Folder::new("decks");
    let deck = folder.file("deck.txt");
    let recipe = [
        "--variant",
        "english",
        "--count",
        "20",
        "--nodes",
        "200",
        "--plies",
        "4",
    ];
    let build = [&["openings", "build"], &recipe[..]].concat();
    let text = out(&build);
    assert_eq!(text, out(&build));
    out(&[&build[..], &["--out", &deck]].concat());
    assert_eq!(std::fs::read_to_string(&deck).expect("a file"), text);
    assert_eq!(text.lines().count(), 21);
    let arguments = [
        "match",
        "self",
        "self",
        "--variant",
        "english",
        "--level",
        "depth=1",
    ];
    let more = ["--openings", &deck, "--pairs", "20", "--max-plies", "12"];
    let played = out(&[&arguments[..], &more].concat());
    assert!(played.contains("games        40: +"), "{played}");
}

#[test]
fn openings_come_from_files_of_any_form() {
    let folder = Folder::new("openings");
    let file = folder.file("openings");
    let play = |text: &str| {
        std::fs::write(&file, text).expect("a file");
        let arguments = [
            "match", "self", "self", "--level", "depth=1", "--pairs", "2",
        ];
        run(&[&arguments[..], &["--openings", &file, "--max-plies", "8"]].concat())
    };
    let tag = "[White \"A \\\"]\\\" B\"]\r\n\r\n";
    let good = format!("{tag}1.32-28 {{x}} 19-23 (1... 18-22) 2.28x19 1-1\r\n");
    let faulty = "[Event \"x\"]\n1. 32-26 *\n[GameType \"25\"]\n1. c3-d4 *\n";
    let fen = "[FEN \"B:W31-50:B1-20\"]\n*\n";
    let cases = [
        "32-28 19-23\n... 28x19\n".to_owned(),
        "# two\nW:W31-50:B1-20\nW:W31-50:B1-20 | 32-28\n".to_owned(),
        "1. 32-28 19-23 2. 28x19\n1. 33-28\n".to_owned(),
        format!("{good}{faulty}{fen}"),
    ];
    for text in cases {
        let output = play(&text);
        let errors = String::from_utf8_lossy(&output.stderr);
        let played = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}: {errors}");
        assert!(played.contains("games        4: +"), "{text}: {played}");
        assert!(!errors.contains("are repeated"), "{text}: {errors}");
        let left_out = errors.matches("opening left out: game ").count();
        let expected = if text.contains(faulty) { 2 } else { 0 };
        assert_eq!(left_out, expected, "{text}: {errors}");
    }
    let output = play(faulty);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("game 1, line 2, column 4, half-move 1: illegal move"));
    assert!(errors.contains("there are no openings in"), "{errors}");
}

#[test]
fn wrong_matches_are_refused_before_they_begin() {
    let cases: [(&[&str], &str); 8] = [
        (&["self"], "2 values required"),
        (&["self", "self:threads=x"], "parameter threads"),
        (&["self", "self:colour=red"], "unknown parameter 'colour'"),
        (
            &["self", "hub1:x", "--level", "nodes=5"],
            "Hub 1 knows no limit of nodes",
        ),
        (
            &["self", "self", "--level", "ndes=5"],
            "expected parts named",
        ),
        (&["self", "self", "--shard", "3/2"], "expected K/N"),
        (
            &["self", "self", "--openings", "/no/such"],
            "cannot read the openings",
        ),
        (&["self", "self", "--resume"], "--out"),
    ];
    for (arguments, expected) in cases {
        let output = run(&[&["match"], arguments].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
}
