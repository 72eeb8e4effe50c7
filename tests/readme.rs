//! The README against the program: its first command, its variants, its parameters.

use std::io::Write;
use std::process::Stdio;

use damocles::engine::Setting;
use damocles::rules::Base;

const README: &str = include_str!("../README.md");
const PROTOCOL: &str = include_str!("../protocol.md");

/// The part of the README under a heading.
fn section(heading: &str) -> &'static str {
    let (_, rest) = README
        .split_once(&format!("\n## {heading}\n"))
        .expect("the heading");
    rest.split_once("\n## ")
        .map_or(rest, |(section, _)| section)
}

/// The rows of a Markdown table whose first cell is one name between backticks.
fn rows<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.lines()
        .filter(|line| line.starts_with(&format!("| `{name}` |")))
        .collect()
}

#[test]
fn its_main_command_shows_info_and_done() {
    let line = README
        .lines()
        .find(|line| line.starts_with("printf 'hub"))
        .expect("the command");
    let input = line
        .split('\'')
        .nth(1)
        .expect("a quoted text")
        .replace("\\n", "\n");
    let mut child = crate::program()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes())
        .expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    for start in [
        "id name=",
        "param name=",
        "wait",
        "ready",
        "info depth=",
        "done move=",
    ] {
        assert!(
            text.lines().any(|line| line.starts_with(start)),
            "no '{start}' in\n{text}"
        );
    }
    assert!(!text.contains("error"), "{text}");
}

/// Runs an example of the README for scripts, with the program and the games of the tests at hand;
/// nothing if its interpreter is missing.
fn run_example(heading: &str, language: &str, interpreter: &str) -> Option<String> {
    let folder = crate::analysis::Folder::new(&heading.replace(' ', "-"));
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/analysis/games.pdn");
    std::fs::copy(games, folder.file("games.pdn")).expect("the games of the tests");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_damocles"));
    let own = program.parent().expect("a folder").to_path_buf();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let paths = [own].into_iter().chain(std::env::split_paths(&others));
    let (_, rest) = section(heading)
        .split_once(&format!("```{language}\n"))
        .expect("an example");
    let (code, _) = rest.split_once("```").expect("the end of the example");
    let output = std::process::Command::new(interpreter)
        .args(["-c", code])
        .current_dir(folder.file("."))
        .env("PATH", std::env::join_paths(paths).expect("plain paths"))
        .env("XDG_CACHE_HOME", crate::CACHE)
        .output();
    let Ok(output) = output else {
        println!("skipped: there is no {interpreter} here");
        return None;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn its_examples_for_analysis_work() {
    let heading = "Analysis of games and lists";
    if let Some(text) = run_example(heading, "python", "python3") {
        assert!(text.contains("1 15 35-30 blunder loses "), "{text}");
        assert!(text.lines().any(|line| line.starts_with("4 ")), "{text}");
    }
    if let Some(text) = run_example(heading, "bash", "bash") {
        let starts: Vec<bool> = text.lines().map(|line| line.contains(": ")).collect();
        assert_eq!(starts, [true, true], "{text}");
    }
}

#[test]
fn its_examples_for_files_of_games_work() {
    let heading = "Files of games";
    if let Some(text) = run_example(heading, "python", "python3") {
        assert_eq!(text, "32-28 1 1.0\n");
    }
    if let Some(text) = run_example(heading, "bash", "bash") {
        let has = |part: &str| text.lines().any(|line| line.contains(part));
        assert!(has("100 %         32-28 19-23"), "{text}");
        assert_eq!(text.lines().last(), Some("3"), "{text}");
    }
}

#[test]
fn every_variant_has_its_row_with_all_names() {
    for base in Base::ALL {
        let rows = rows(section("Variants"), base.name());
        let [row] = rows.as_slice() else {
            panic!("{}: one row expected", base.name())
        };
        for name in base.names() {
            assert!(row.contains(&format!("`{name}`")), "{name} is not in {row}");
        }
    }
}

#[test]
fn every_parameter_has_the_row_of_the_protocol() {
    for setting in &Setting::ALL {
        assert_eq!(
            rows(section("Parameters"), setting.name),
            rows(PROTOCOL, setting.name),
            "{}",
            setting.name
        );
        assert_eq!(
            rows(section("Parameters"), setting.name).len(),
            1,
            "{}",
            setting.name
        );
    }
}
