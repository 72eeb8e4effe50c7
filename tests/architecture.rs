//! The order of the rooms, and the size of files: read from the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// Rooms by level: a room may use rooms of lower levels only. The one exception is that
/// `notation` may use `game`.
const LEVELS: &[&[&str]] = &[
    &["board", "rng"],
    &["rules"],
    &["position"],
    &["movegen"],
    &["game", "notation"],
    &["eval", "egdb"],
    &["search"],
    &["engine"],
    &["protocol", "bench"],
    &["arena", "analysis", "collection"],
    &["training"],
    &["cli", "main", "lib"],
];

/// Lines that a source file may have.
const LONGEST_FILE: usize = 500;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry of that folder").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

fn level(room: &str) -> usize {
    LEVELS
        .iter()
        .position(|rooms| rooms.contains(&room))
        .unwrap_or_else(|| panic!("room '{room}' has no level: add it to the list"))
}

/// The room that a source file belongs to: the first part of its path under `src`.
fn room_of(path: &Path) -> String {
    let inside = path
        .strip_prefix(root().join("src"))
        .expect("a file under src");
    let first = inside.components().next().expect("a file name").as_os_str();
    first.to_string_lossy().trim_end_matches(".rs").to_owned()
}

/// The rooms named by `crate::room` in code, `use` groups such as `use crate::{a, b::c}` included.
fn rooms_used(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut rooms = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let word = |text: &str| -> String {
            text.chars()
                .take_while(|&c| c.is_alphanumeric() || c == '_')
                .collect()
        };
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut start = true;
            for (index, c) in group.char_indices() {
                match c {
                    '}' if depth == 0 => break,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => start = true,
                    c if start && !c.is_whitespace() => {
                        rooms.push(word(&group[index..]));
                        start = false;
                    }
                    _ => {}
                }
            }
        } else {
            rooms.push(word(rest));
        }
    }
    rooms.retain(|room| !room.is_empty() && room.chars().next().is_some_and(char::is_lowercase));
    rooms
}

#[test]
fn rooms_use_only_rooms_below_them() {
    let mut faults = Vec::new();
    for path in sources(&root().join("src")) {
        let room = room_of(&path);
        let text = fs::read_to_string(&path).expect("a source file");
        for used in rooms_used(&text) {
            let is_exception = room == "notation" && used == "game";
            if used != room && !is_exception && level(&used) >= level(&room) {
                faults.push(format!("{} uses '{used}'", path.display()));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "rooms that look up:\n{}",
        faults.join("\n")
    );
}

#[test]
fn the_reader_of_uses_sees_every_form() {
    let code =
        "use crate::{board::Square, rules::{Base, Variant},\n game};\nlet a = crate::eval::x();";
    assert_eq!(rooms_used(code), ["board", "rules", "game", "eval"]);
    assert_eq!(
        rooms_used("// crate::search\nuse crate::Macro;"),
        Vec::<String>::new()
    );
}

#[test]
fn no_file_is_too_long() {
    let folders = ["src", "tests", "benches"];
    let files = folders
        .iter()
        .flat_map(|folder| sources(&root().join(folder)));
    let long: Vec<String> = files
        .filter_map(|path| {
            let lines = fs::read_to_string(&path)
                .expect("a source file")
                .lines()
                .count();
            (lines > LONGEST_FILE).then(|| format!("{} has {lines} lines", path.display()))
        })
        .collect();
    assert!(
        long.is_empty(),
        "files above {LONGEST_FILE} lines:\n{}",
        long.join("\n")
    );
}

#[test]
fn the_top_level_holds_what_it_should() {
    let expected = [
        ".ci",
        ".git",
        ".gitignore",
        ".rustfmt.toml",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE",
        "README.md",
        "benches",
        "protocol.md",
        "src",
        "target",
        "tests",
    ];
    let mut strangers: Vec<String> = fs::read_dir(root())
        .expect("the repository")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| !expected.contains(&name.as_str()))
        .collect();
    // Corpora of the property tests appear when one fails.
    strangers.retain(|name| name != "proptest-regressions");
    assert!(strangers.is_empty(), "not at the top level: {strangers:?}");
}

#[test]
fn tests_leave_the_cache_of_the_user_alone() {
    // Programs that they start are told another folder by `program` in main.rs; the README's are
    // found by their path.
    let starts = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a source");
        text.contains(concat!("new(env!(\"", "CARGO_BIN_EXE")) && !path.ends_with("readme.rs")
    };
    let found: Vec<PathBuf> = sources(&root().join("tests"))
        .into_iter()
        .filter(starts)
        .collect();
    assert_eq!(found, [root().join("tests/main.rs")]);
}
