//! DXP: transcripts of conversations with the program, and the text of messages. Conversations
//! over a network are in `network`, with a partner that leaves in `kills`, those of the program
//! with itself in `pairs`.
//!
//! A transcript (`tests/dxp/*.transcript`) is a conversation with `damocles dxp --stdio`:
//!
//! ```text
//! ! --initiator         further arguments of the program
//! # a comment
//! > sent; lines that follow each other go in one write
//! < expected next, `*` standing for anything
//! = expected among the results of games, in order
//! ```
//!
//! In lines that are sent `{N}` is a name of 32 characters and `{P FEN}` the side to move and the
//! squares of a position of international draughts. Names like D05 are cases of the protocol fact
//! sheet.

mod confirm;
mod kills;
mod network;
mod pairs;
mod partner;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::Receiver;
use std::thread;

use damocles::notation::{HubNumbering, parse_fen, write_hub_position};
use damocles::position::Side;
use damocles::protocol::dxp::{
    AcceptCode, BackCode, BackRequest, EndReason, GameAccept, GameEnd, GameRequest, MAX_MESSAGE,
    Message, Minutes, MoveMessage, NextGame, PositionText,
};
use damocles::rules::Variant;
use proptest::prelude::*;

use crate::hub::{PATIENCE, lines_of};

/// Ours in these tests.
const NAME: &str = "Partner 1.0                     ";

/// A position as a message tells it.
fn position(fen: &str) -> String {
    let variant = Variant::default();
    let pos = parse_fen(variant, fen).expect("a position");
    let hub = write_hub_position(variant, HubNumbering::TopLeft, &pos);
    hub.replace('b', "z").replace('B', "Z")
}

/// A line that is sent, its abbreviations written out.
fn written_out(line: &str) -> String {
    let line = line.replace("{N}", NAME);
    match line.split_once("{P ") {
        None => line,
        Some((head, tail)) => {
            let (fen, tail) = tail.split_once('}').expect("it is closed");
            format!("{head}{}{tail}", position(fen))
        }
    }
}

/// Whether `text` fits a pattern in which `*` stands for anything and `\*` for itself.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else {
        return pattern == text;
    };
    if let Some(head) = head.strip_suffix('\\') {
        let rest = text
            .strip_prefix(head)
            .and_then(|rest| rest.strip_prefix('*'));
        return rest.is_some_and(|rest| fits(tail, rest));
    }
    text.strip_prefix(head).is_some_and(|rest| {
        (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|end| fits(tail, end)))
    })
}

/// What is wrong with a conversation, if anything.
fn check(text: &str) -> Result<(), String> {
    let of = |mark: &'static str| text.lines().filter_map(move |line| line.strip_prefix(mark));
    let mut program = crate::program()
        .args(["dxp", "--stdio", "--set", "tt-size=12"])
        .args(of("! ").flat_map(str::split_whitespace))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = program.stdin.take().expect("a pipe");
    let lines = lines_of(program.stdout.take().expect("a pipe"));
    let errors = program.stderr.take().expect("a pipe");
    let said = converse(text, input, &lines);
    let rest: Vec<String> = lines.iter().collect();
    let told = io::read_to_string(errors).expect("text");
    let status = program.wait().expect("a status");
    said?;
    let mut results = told.lines().filter(|line| line.starts_with("game "));
    for pattern in of("= ") {
        if !results.any(|line| fits(pattern, line)) {
            return Err(format!("expected the result {pattern}, found\n{told}"));
        }
    }
    if rest.is_empty() && status.code().is_some_and(|code| code < 2) {
        Ok(())
    } else {
        Err(format!(
            "expected a good end, found {rest:?} and {status}\n{told}"
        ))
    }
}

/// Sends what a transcript has to send and compares what is said up to the last expectation.
fn converse(text: &str, mut input: ChildStdin, lines: &Receiver<String>) -> Result<(), String> {
    let mut unsent = String::new();
    let mut send = |unsent: &mut String| {
        // A program that has left does not listen; what it said tells the rest.
        let _ = input.write_all(unsent.as_bytes());
        unsent.clear();
    };
    for line in text.lines() {
        if let Some(pattern) = line.strip_prefix("< ") {
            send(&mut unsent);
            let found = lines.recv_timeout(PATIENCE);
            let found = found.map_err(|error| format!("expected {pattern}, found {error}"))?;
            if !fits(pattern, &found) {
                return Err(format!("expected {pattern}, found {found}"));
            }
        } else if let Some(line) = line.strip_prefix('>') {
            unsent += &written_out(line.strip_prefix(' ').unwrap_or(line));
            unsent.push('\n');
        } else {
            assert!(
                line.is_empty() || line.starts_with(['#', '!', '=']),
                "no transcript: {line}"
            );
        }
    }
    send(&mut unsent);
    Ok(())
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dxp");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("one").path())
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "transcript")
    });
    files.sort();
    assert!(files.len() > 15, "the transcripts are there");
    // Most of their time they wait for pauses of the protocol, so they run together.
    let failures: Vec<String> = thread::scope(|scope| {
        let checks: Vec<_> = files
            .iter()
            .map(|file| {
                let text = fs::read_to_string(file).expect("text");
                (file, scope.spawn(move || check(&text)))
            })
            .collect();
        let results = checks
            .into_iter()
            .map(|(file, check)| (file, check.join().expect("no panic")));
        results
            .filter_map(|(file, result)| {
                result
                    .err()
                    .map(|error| format!("{}: {error}", file.display()))
            })
            .collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn conversations_of_the_document_come_out_like_that() {
    let document = include_str!("../protocol.md");
    let conversations: Vec<&str> = document
        .split("```dxp\n")
        .skip(1)
        .map(|text| text.split_once("```").expect("it is closed").0)
        .collect();
    assert!(conversations.len() >= 4);
    for conversation in conversations {
        assert_eq!(check(conversation), Ok(()), "{conversation}");
    }
}

#[test]
fn messages_are_those_of_the_text() {
    let request = |setup| GameRequest {
        name: "Wendigo 0.3".to_owned(),
        follower: Side::White,
        time: "15".parse().expect("minutes"),
        moves: 80,
        setup,
    };
    let squares = &position("B:W28,K47:B3,K12")[1..];
    let setup = PositionText {
        side: Side::Black,
        squares: squares.to_owned(),
    };
    let accept = GameAccept {
        name: "Wendigo 0.3".to_owned(),
        code: AcceptCode::Accepted,
    };
    let mv = |seconds, from, to, captured: &[u8]| {
        Message::Move(MoveMessage {
            seconds,
            from,
            to,
            captured: captured.to_vec(),
        })
    };
    let end = |reason, next| Message::GameEnd(GameEnd { reason, next });
    let name = "Wendigo 0.3                     ";
    let cases = [
        (
            Message::GameRequest(request(None)),
            format!("R01{name}W015080A"),
        ),
        (
            Message::GameRequest(request(Some(setup))),
            format!("R01{name}W015080BZeezeeeeeeeeZeeeeeeeeeeeeeeeweeeeeeeeeeeeeeeeeeWeee"),
        ),
        (Message::GameAccept(accept), format!("A{name}0")),
        (mv(123, 47, 41, &[]), "M0123474100".to_owned()),
        (mv(7, 38, 9, &[32, 22, 13]), "M0007380903322213".to_owned()),
        (end(EndReason::Draw, NextGame::Welcome), "E20".to_owned()),
        (end(EndReason::ILose, NextGame::NoMore), "E11".to_owned()),
        (Message::BackAccept(BackCode::Done), "K0".to_owned()),
        (
            Message::BackRequest(BackRequest {
                number: 12,
                side: Side::White,
            }),
            "B012W".to_owned(),
        ),
        (Message::Chat("Hello".to_owned()), "CHello".to_owned()),
    ];
    for (message, text) in cases {
        assert_eq!(message.to_string(), text);
        assert_eq!(Message::parse(text.as_bytes()), Ok(message.clone()));
        assert_eq!(
            Message::parse(format!("{text}\r\n").as_bytes()),
            Ok(message)
        );
    }
}

#[test]
fn faults_are_named_with_their_column() {
    let cases = [
        ("", "empty message"),
        ("X", "unknown message 'X'"),
        ("R02", "version '02': expected '01'"),
        (
            "M00013228",
            "message M ends at column 10: expected its number of captured pieces",
        ),
        (
            "M00013x2800",
            "square at column 6 of message M: expected a number, found '3x'",
        ),
        (
            "M000132280133x",
            "number of captured pieces at column 14 of message M: expected as many squares as it \
             says, found 'x'",
        ),
        (
            "E70",
            "code at column 2 of message E: expected a known code, found '7'",
        ),
        (
            "B012B",
            "colour at column 5 of message B: expected W or Z, found 'B'",
        ),
    ];
    for (text, expected) in cases {
        let error = Message::parse(text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn minutes_are_told_in_three_characters() {
    let cases = [
        ("5", "005", 300.0),
        ("999", "999", 59_940.0),
        ("0.5", "0.5", 30.0),
        (".05", ".05", 3.0),
        ("1.5", "1.5", 90.0),
        ("0,25", ".25", 15.0),
        ("0", "000", 0.0),
    ];
    for (text, field, seconds) in cases {
        let minutes: Minutes = text.parse().expect(text);
        assert_eq!(minutes.to_string(), field);
        assert!((minutes.time().unwrap_or_default().as_secs_f64() - seconds).abs() < 1e-9);
    }
    for text in [
        "", "-1", "1000", "1.25", "10.5", "1e1", "inf", "five", ".005",
    ] {
        assert!(text.parse::<Minutes>().is_err(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..140)) {
        if let Ok(message) = Message::parse(&bytes) {
            let again = Message::parse(message.to_string().as_bytes());
            prop_assert_eq!(again, Ok(message));
        }
    }

    #[test]
    fn a_changed_byte_is_survived(
        letter in prop::sample::select(vec!["R", "A", "M", "E", "B", "K"]),
        place in 0..100_usize,
        byte in any::<u8>(),
    ) {
        let name = NAME;
        let text = match letter {
            "R" => format!("R01{name}Z005075B{}", position("W:W31-50:B1-20")),
            "A" => format!("A{name}0"),
            "M" => "M0007380903322213".to_owned(),
            "E" => "E00".to_owned(),
            "B" => "B012W".to_owned(),
            _ => "K0".to_owned(),
        };
        let mut bytes = text.into_bytes();
        let place = place % bytes.len();
        bytes[place] = byte;
        if let Ok(message) = Message::parse(&bytes) {
            prop_assert_eq!(Message::parse(message.to_string().as_bytes()), Ok(message));
        }
    }

    #[test]
    fn moves_and_chats_are_read_back(
        seconds in 0..10_000_u16,
        ends in (1..=50_u8, 1..=50_u8),
        captured in prop::collection::vec(1..=50_u8, 0..20),
        words in "[ -~]{0,200}",
    ) {
        let mv = MoveMessage { seconds, from: ends.0, to: ends.1, captured };
        let message = Message::Move(mv);
        prop_assert_eq!(Message::parse(message.to_string().as_bytes()), Ok(message));
        let chat = Message::chat(&words);
        prop_assert!(chat.to_string().len() <= MAX_MESSAGE);
        let again = Message::parse(chat.to_string().as_bytes());
        prop_assert_eq!(again.map(|chat| chat.to_string().trim_end().to_owned()),
            Ok(chat.to_string().trim_end().to_owned()));
    }
}
