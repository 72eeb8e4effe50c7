//! `protocol.md` against the program, in both directions: its tables name all commands, replies
//! and parameters and no others, and its conversations come out as they are printed there.

use std::collections::BTreeSet;

use damocles::engine::{Kind, Setting};
use damocles::protocol::hub::{Command, Reply};

use crate::hub::check_transcript;

const TEXT: &str = include_str!("../protocol.md");

/// The section behind a heading, up to the next.
fn section(heading: &str) -> &'static str {
    let (_, rest) = TEXT
        .split_once(&format!("\n### {heading}\n"))
        .expect("the heading is there");
    rest.split_once("\n### ")
        .map_or(rest, |(section, _)| section)
}

/// The rows of the first table of a section, without its head.
fn rows(heading: &str) -> Vec<&'static str> {
    let lines = section(heading)
        .lines()
        .skip_while(|line| !line.starts_with('|'));
    lines
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .collect()
}

/// What stands between backticks in the first cell of a row.
fn forms(row: &str) -> Vec<String> {
    let cell = row.split('|').nth(1).expect("a cell");
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn first_words(heading: &str) -> BTreeSet<String> {
    let rows = rows(heading);
    let words: Vec<String> = rows
        .iter()
        .map(|row| forms(row)[0].split(' ').next().expect("a word").to_owned())
        .collect();
    let set: BTreeSet<String> = words.iter().cloned().collect();
    assert_eq!(set.len(), words.len(), "{heading}: one row each");
    set
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn its_commands_are_those_of_the_program() {
    assert_eq!(first_words("Commands"), set(&Command::NAMES));
    for form in rows("Commands").iter().flat_map(|row| forms(row)) {
        // The letters stand for numbers, except in texts.
        let text = form.replace("=N", "=1").replace("=S", "=1");
        let command = Command::parse(text.as_bytes());
        let again = command.as_ref().map(ToString::to_string);
        let words = |text: &str| {
            let words = text
                .split([' ', '='])
                .filter(|word| word.len() > 2 && !word.contains('"'));
            words.map(str::to_owned).collect::<BTreeSet<_>>()
        };
        let again = again.unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(words(&again), words(&text), "every argument is understood");
    }
}

#[test]
fn its_replies_are_those_of_the_program() {
    assert_eq!(first_words("Replies"), set(&Reply::NAMES));
}

#[test]
fn its_parameters_are_those_of_the_program() {
    let row = |setting: &Setting| {
        let kind = match setting.kind {
            Kind::Bool => "bool".to_owned(),
            Kind::Int { min, max } => format!("int, {min} to {max}"),
            Kind::Real { min, max } => format!("real, {min} to {max}"),
            Kind::Text => "string".to_owned(),
            Kind::Enum(words) | Kind::Variant(words) => format!("enum: {}", words.join(" ")),
        };
        let Setting {
            name,
            default,
            help,
            ..
        } = setting;
        format!("| `{name}` | {kind} | `{default}` | {help} |")
    };
    let expected: Vec<String> = Setting::ALL.iter().map(row).collect();
    assert_eq!(
        rows("Parameters"),
        expected,
        "expected:\n{}",
        expected.join("\n")
    );
}

#[test]
fn its_limits_are_those_of_level() {
    for form in rows("Limits").iter().flat_map(|row| forms(row)) {
        let text = format!("level {}", form.replace("=N", "=1").replace("=S", "=1"));
        let command = Command::parse(text.as_bytes()).expect("a command");
        assert_eq!(command.to_string(), text, "{form} is understood");
    }
}

#[test]
fn its_conversations_come_out_like_that() {
    let conversations = TEXT.split("```hub\n").skip(1);
    let mut count = 0;
    for conversation in conversations {
        let (text, _) = conversation.split_once("```").expect("it is closed");
        assert_eq!(check_transcript(text), Ok(()), "{text}");
        count += 1;
    }
    assert!(count >= 8);
}
