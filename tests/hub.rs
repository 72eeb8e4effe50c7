//! The Hub session in process: transcripts, the properties of its lines, and input that no file
//! can hold.
//!
//! A transcript (`tests/hub/*.transcript`) is a conversation:
//!
//! ```text
//! # a comment
//! > sent to the session; lines that follow each other go in one write
//! < expected next, `*` standing for anything
//! <* expected any number of times, also never
//! ```
//!
//! Every line of the session must be expected, and it must end well when its input does. With
//! `UPDATE=1` in the environment, blocks of expectations that do not hold are replaced by what
//! was really said.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use damocles::engine::{Engine, Kind, Setting};
use damocles::notation::{HubNumbering, parse_hub_move};
use damocles::position::Position;
use damocles::protocol::hub::{Command, Line, MAX_LINE, Reply, Session, SessionError};
use damocles::rules::Variant;
use proptest::prelude::*;

/// The start position of the 10x10 boards.
pub(crate) const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// How long a line that must come may take; only a failure waits so long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The lines of a stream, as they come; the channel closes with the stream.
pub(crate) fn lines_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (post, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { return };
            if post.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// A host of a session that runs in this process.
struct Host {
    input: Option<io::PipeWriter>,
    lines: Receiver<String>,
    session: JoinHandle<Result<(), SessionError>>,
}

impl Host {
    fn new() -> Self {
        let (heard, input) = io::pipe().expect("a pipe");
        let (output, said) = io::pipe().expect("a pipe");
        let session = Session::new(Engine::default(), said);
        let session = thread::spawn(move || session.run(BufReader::new(heard)));
        Self {
            input: Some(input),
            lines: lines_of(output),
            session,
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        // A session that has ended listens no more; what it said tells the rest.
        let _ = input.write_all(bytes);
    }

    fn next(&self) -> Result<String, String> {
        self.lines
            .recv_timeout(PATIENCE)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => "silence".to_owned(),
                RecvTimeoutError::Disconnected => "the end".to_owned(),
            })
    }

    /// Sends a `ping` and returns what is said up to its answer.
    fn until_pong(&mut self) -> Vec<String> {
        self.send(b"ping\n");
        let mut said = Vec::new();
        loop {
            match self.next() {
                Ok(line) if line == "pong" => return said,
                Ok(line) => said.push(line),
                Err(error) => panic!("expected pong, found {error} after {said:?}"),
            }
        }
    }

    /// Returns what is said up to and with the next `done`.
    fn until_done(&self) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            said.push(
                self.next()
                    .unwrap_or_else(|error| panic!("{error} after {said:?}")),
            );
            if said.last().is_some_and(|line| line.starts_with("done")) {
                return said;
            }
        }
    }

    /// Closes the input and returns what was still said.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.lines.iter().collect();
        self.session.join().expect("no panic").expect("a good end");
        rest
    }
}

/// A part of a transcript: lines that are sent in one write, and what is expected then.
#[derive(Default)]
struct Block {
    /// As it stands in the file, comments included.
    head: String,
    sent: String,
    expected: Vec<(bool, String)>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = vec![Block::default()];
    for line in text.lines() {
        let expected = line.strip_prefix("<* ").map(|pattern| (true, pattern));
        let expected = expected.or_else(|| line.strip_prefix("< ").map(|pattern| (false, pattern)));
        if blocks
            .last()
            .is_some_and(|block| expected.is_none() && !block.expected.is_empty())
        {
            blocks.push(Block::default());
        }
        let block = blocks.last_mut().expect("there is one");
        if let Some((many, pattern)) = expected {
            block.expected.push((many, pattern.to_owned()));
            continue;
        }
        block.head.extend([line, "\n"]);
        if let Some(sent) = line.strip_prefix('>') {
            block
                .sent
                .extend([sent.strip_prefix(' ').unwrap_or(sent), "\n"]);
        } else {
            assert!(
                line.is_empty() || line.starts_with('#'),
                "no transcript: {line}"
            );
        }
    }
    blocks
}

/// Whether `text` fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else {
        return pattern == text;
    };
    text.strip_prefix(head).is_some_and(|rest| {
        (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|end| fits(tail, end)))
    })
}

/// What is wrong with a conversation, if anything.
fn check(blocks: &[Block]) -> Result<(), String> {
    let mut host = Host::new();
    let mut ahead = None;
    for block in blocks {
        host.send(block.sent.as_bytes());
        for (many, pattern) in &block.expected {
            loop {
                let line = ahead.take().map_or_else(|| host.next(), Ok);
                let line = line.map_err(|error| format!("expected {pattern}, found {error}"))?;
                if !fits(pattern, &line) {
                    if !many {
                        return Err(format!("expected {pattern}, found {line}"));
                    }
                    ahead = Some(line);
                    break;
                }
                if !many {
                    break;
                }
            }
        }
    }
    let rest: Vec<String> = ahead.into_iter().chain(host.end()).collect();
    if rest.is_empty() {
        Ok(())
    } else {
        Err(format!("expected the end, found {rest:?}"))
    }
}

/// What is wrong with a transcript, if anything.
pub(crate) fn check_transcript(text: &str) -> Result<(), String> {
    check(&blocks(text))
}

/// The transcript with its expectations as they are now.
fn updated(blocks: &[Block]) -> String {
    const SILENCE: Duration = Duration::from_millis(500);
    let mut host = Host::new();
    let mut text = String::new();
    for (index, block) in blocks.iter().enumerate() {
        host.send(block.sent.as_bytes());
        let is_last = index + 1 == blocks.len();
        let mut said: Vec<String> = Vec::new();
        while let Ok(line) = host.lines.recv_timeout(SILENCE) {
            let line = if line.starts_with("info ") {
                "* info *".to_owned()
            } else {
                format!(" {line}")
            };
            if line != "* info *" || said.last() != Some(&line) {
                said.push(line);
            }
        }
        text += &block.head;
        for line in &said {
            writeln!(text, "<{line}").expect("a string takes all");
        }
        if is_last {
            break;
        }
    }
    host.end();
    text
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hub");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "transcript")
    });
    files.sort();
    assert!(files.len() > 20, "the transcripts are there");
    let mut failures = Vec::new();
    for file in files {
        let blocks = blocks(&fs::read_to_string(&file).expect("text"));
        let Err(error) = check(&blocks) else { continue };
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, updated(&blocks)).expect("a file");
        } else {
            failures.push(format!("{}: {error}", file.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_declared_variant_plays() {
    let mut host = Host::new();
    let words = Setting::ALL
        .into_iter()
        .find_map(|setting| match setting.kind {
            Kind::Variant(words) => Some(words),
            _ => None,
        });
    for word in words.expect("there is one") {
        host.send(format!("set-param name=variant value={word}\ninit\n").as_bytes());
        assert_eq!(host.next().as_deref(), Ok("ready"), "{word}");
        host.send(b"level depth=3\ngo think\n");
        let said = host.until_done();
        assert!(said.len() > 1, "{word}: there is an info");
        let variant: Variant = word.parse().expect("a variant");
        check_answer(variant, &Position::start(variant), &said);
    }
    assert!(host.end().is_empty());
}

/// Checks what a search said: legal lines, a legal move, a legal expected reply.
fn check_answer(variant: Variant, start: &Position, said: &[String]) {
    let play = |pos: &Position, text: &str| {
        let mv = parse_hub_move(variant, HubNumbering::TopLeft, pos, text);
        pos.after(mv.unwrap_or_else(|error| panic!("{variant}: {text}: {error}")))
    };
    for line in said {
        match Reply::parse(line.as_bytes()) {
            Ok(Reply::Info(info)) => {
                let has_all = info.depth.and(info.score).and(info.nodes).and(info.time);
                assert!(has_all.is_some(), "{line}");
                info.pv.iter().fold(*start, |pos, text| play(&pos, text));
            }
            Ok(Reply::Done { best, ponder }) => {
                let after = play(start, &best.expect("a move"));
                ponder.iter().fold(after, |pos, text| play(&pos, text));
            }
            reply => panic!("unexpected {reply:?}"),
        }
    }
}

#[test]
fn of_several_lines_the_best_comes_last() {
    let mut host = Host::new();
    host.send(b"set-param name=multi-pv value=4\nlevel depth=9\ngo analyze\n");
    let said = host.until_done();
    let variant = Variant::default();
    check_answer(variant, &Position::start(variant), &said);
    let mut latest: [Option<(u32, String)>; 5] = Default::default();
    let mut rank_before = 1;
    for line in &said {
        let Ok(Reply::Info(info)) = Reply::parse(line.as_bytes()) else {
            break;
        };
        let rank = info.rank.expect("a rank");
        assert!((1..=4).contains(&rank), "{line}");
        assert!(rank < rank_before || rank_before == 1, "{said:?}");
        rank_before = rank;
        latest[rank as usize] = info.depth.zip(info.pv.first().cloned());
    }
    assert_eq!(rank_before, 1, "{said:?}");
    let [None, lines @ ..] = latest else {
        panic!("there is no rank 0")
    };
    let mut firsts: Vec<String> = lines
        .into_iter()
        .map(|line| line.expect("a line of each rank"))
        .map(|(depth, first)| {
            assert_eq!(depth, 9);
            first
        })
        .collect();
    let best = format!("done move={}", firsts[0]);
    assert!(said.last().is_some_and(|done| done.starts_with(&best)));
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4, "{said:?}");
    assert!(host.end().is_empty());
}

#[test]
fn bytes_of_any_kind_are_survived() {
    let mut host = Host::new();
    let long = vec![b'x'; 10_000_000];
    let mut moves = b"pos moves=\"".to_vec();
    moves.extend(b"32-28 ".repeat(1_000_000));
    let words = b"a ".repeat(1_000_000);
    let cases: [&[u8]; 9] = [
        b"\xff\xfe\0",
        b"pos pos=\xff\xfe",
        b"\0\0\0",
        b"ping\0",
        b"pos pos=\"W",
        b"=",
        &long,
        &moves,
        &words,
    ];
    for case in cases {
        host.send(case);
        host.send(b"\n");
        let said = host.until_pong();
        let head = String::from_utf8_lossy(&case[..case.len().min(20)]).into_owned();
        assert!(said.len() <= 1, "{head}: {said:?}");
        assert!(
            said.iter().all(|line| line.starts_with("error message=")),
            "{head}: {said:?}"
        );
    }
    host.send(b"   ping  \r\n\r\n \t\n");
    assert_eq!(host.next().as_deref(), Ok("pong"));
    host.send(b"level depth=1\r\ngo think\r\n");
    assert_eq!(host.until_done().len(), 2);
    host.send(b"ping");
    assert_eq!(host.end(), ["pong"], "the last line lacks its end");
}

#[test]
fn a_line_that_is_too_long_is_reported_and_dropped() {
    let mut host = Host::new();
    host.send(&vec![b'y'; MAX_LINE + 1]);
    host.send(b"\n");
    let expected = format!(
        "error message=\"line of {} bytes: expected at most {MAX_LINE}\"",
        MAX_LINE + 1
    );
    assert_eq!(host.until_pong(), [expected]);
    assert!(host.end().is_empty());
}

#[test]
fn a_transcript_is_written_in_the_form_of_these_tests() {
    let (mut copy, transcript) = io::pipe().expect("a pipe");
    let session = Session::new(Engine::default(), io::sink()).with_transcript(Box::new(transcript));
    session
        .run(&b"ping\r\ninit\nfoo\n"[..])
        .expect("a good end");
    let mut text = String::new();
    copy.read_to_string(&mut text).expect("text");
    let error = "error message=\"unknown command 'foo'\"";
    assert_eq!(
        text,
        format!("> ping\n< pong\n> init\n< ready\n> foo\n< {error}\n")
    );
    assert_eq!(check_transcript(&text), Ok(()));
}

#[test]
fn a_host_that_reads_no_more_ends_the_session() {
    let (heard, mut input) = io::pipe().expect("a pipe");
    let (output, said) = io::pipe().expect("a pipe");
    drop(output);
    let session = Session::new(Engine::default(), said);
    let session = thread::spawn(move || session.run(BufReader::new(heard)));
    input
        .write_all(b"go analyze\nping\n")
        .expect("the session listens");
    assert!(matches!(
        session.join().expect("no panic"),
        Err(SessionError::Io(_))
    ));
}

proptest! {
    // A failure is printed; a file of failures at the top of the repository would be one too many.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        let _ = Command::parse(&bytes);
        let _ = Reply::parse(&bytes);
        if let Ok(line) = Line::parse(&bytes) {
            let again = Line::parse(line.to_string().as_bytes());
            prop_assert_eq!(again.map(|line| line.to_string()), Ok(line.to_string()));
        }
    }

    #[test]
    fn a_changed_byte_is_survived(
        line in prop::sample::select(LINES.to_vec()),
        place in any::<prop::sample::Index>(),
        byte in any::<u8>().prop_filter("a line has no end inside", |&byte| byte != b'\n'),
    ) {
        let mut bytes = line.as_bytes().to_vec();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        let _ = Reply::parse(&bytes);
        if let Ok(command) = Command::parse(&bytes) {
            prop_assert_eq!(Command::parse(command.to_string().as_bytes()), Ok(command));
        }
    }

    #[test]
    fn lines_are_read_back(
        name in "[a-z-]{1,9}",
        arguments in prop::collection::vec(("[!#-<>-~é]{1,9}", prop::option::of("[ !#-~é]{0,20}")), 0..6),
    ) {
        let mut line = Line::new(&name);
        for (name, value) in &arguments {
            line = match value {
                Some(value) => line.with(name, value),
                None => line.with_flag(name),
            };
        }
        prop_assert_eq!(Line::parse(line.to_string().as_bytes()), Ok(line));
    }
}

const LINES: [&str; 8] = [
    "hub",
    "set-param name=tt-size value=23",
    "pos pos=W:W31-50:B1-20 moves=\"32-28 19-23\" wolf=\"W33=2\"",
    "level moves=40 time=291,5 inc=0.25",
    "level depth=12 nodes=1000000 move-time=1000",
    "go analyze",
    "info depth=9 mean-depth=9.0 score=-0.07 nodes=12345 time=0.012 nps=1.03 pv=\"32-28 19-23\"",
    "param name=variant value=normal type=enum values=\"normal bt\"",
];
