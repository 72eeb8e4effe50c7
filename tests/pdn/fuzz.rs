//! The reader of games against damaged files: seeded, with cargo alone.
//!
//! The small files of this folder are cut, joined and damaged; whatever comes of it must be read
//! without a panic and in time, every fault must lie inside the text, what is written must be read
//! back to the same text, and a sound game behind it must not be lost. A slice of it always runs;
//! `DAMOCLES_FUZZ_SECONDS` and `DAMOCLES_FUZZ_SEED` say how long and from where the long run goes.

use std::fs;
use std::panic::{self, catch_unwind};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use damocles::notation::{ReadGame, RecordStream, read_records, write_record};

use super::{FOLDER, own_files};
use crate::walk::Dice;

/// Longest time of a processor for one case, far above what any takes.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Most bytes of a case.
const LONGEST: usize = 1 << 14;

/// What PDN is made of, and what stands in files that should have been PDN.
const WORDS: &[&str] = &[
    "1. ",
    "1... ",
    "12. ",
    "1-1",
    "2-0",
    "0-1",
    "1/2-1/2",
    "*",
    "32-28",
    "19x23",
    "28x19x23",
    "c3-d4",
    "a1:c3:e5",
    "1118",
    "- -",
    "x",
    ":",
    "[",
    "]",
    "\"",
    "\\\"",
    "\\",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "$",
    "$300",
    "!?",
    "(?)",
    "/FEN \"W:W31:B20\"/",
    "[FEN \"W:W31,K32:B1-20\"]\n",
    "[FEN \"B:Wa1:Bh8\"]",
    "[FEN \"W:W99:B1\"]\n",
    "[Result \"1-0\"]",
    "[GameType \"21\"]\n",
    "[GameType \"25,W,8,8,A0,0\"]",
    "[Variant \"killer\"]",
    "[Event \"x\"]\n",
    "[Event \"x\n",
    "\u{feff}",
    "\u{a0}",
    "\u{2013}",
    "“",
    "½-½",
    "\r",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "é",
];

fn corpus() -> Vec<Vec<u8>> {
    let files = own_files(FOLDER);
    files
        .iter()
        .map(|path| fs::read(path).expect("a file of the corpus"))
        .collect()
}

/// A part of a text, most often a short one.
fn part<'a>(dice: &mut Dice, text: &'a [u8]) -> &'a [u8] {
    let begin = dice.below(text.len() + 1);
    let most = [8, 80, 800][dice.below(3)];
    let length = dice.below(most.min(text.len() - begin) + 1);
    &text[begin..begin + length]
}

/// A text made of the corpus with some damage.
fn case(corpus: &[Vec<u8>], seed: u64) -> Vec<u8> {
    let dice = &mut Dice::new(seed);
    let file = |dice: &mut Dice| &corpus[dice.below(corpus.len())];
    let mut text = file(dice).clone();
    if dice.below(2) == 0 {
        text = part(dice, &text).to_vec();
    }
    for _ in 0..=dice.below(8) {
        let at = dice.below(text.len() + 1);
        let end = at + dice.below(20.min(text.len() - at) + 1);
        match dice.below(9) {
            0 => text.insert(at, dice.below(256) as u8),
            1 => drop(text.drain(at..end)),
            2 | 3 => {
                let word = WORDS[dice.below(WORDS.len())];
                text.splice(at..end.min(at + dice.below(3)), word.bytes());
            }
            4 => {
                let other = file(dice);
                let other = part(dice, other).to_vec();
                text.splice(at..at, other);
            }
            5 => {
                let repeated = part(dice, &text).repeat(1 + dice.below(12));
                text.splice(at..at, repeated);
            }
            6 => text.truncate(text.len().max(40) * 3 / 4),
            7 => {
                let sign = [b"\r".as_slice(), b"\r\n", b" ", b""][dice.below(4)];
                let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
                text = lines.join(sign);
            }
            _ => {
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
        }
        text.truncate(LONGEST);
    }
    text
}

/// The games of a text, each with its place checked.
fn read(bytes: &[u8]) -> Vec<ReadGame> {
    let lines = 1 + bytes.iter().filter(|byte| b"\r\n".contains(byte)).count();
    let stream = RecordStream::new(bytes, None);
    let games: Vec<_> = stream.map(|game| game.expect("bytes in memory")).collect();
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.number, index + 1);
        assert!((1..=lines).contains(&game.line), "line {}", game.line);
        for fault in &game.faults {
            assert_eq!(fault.game, game.number);
            assert!((game.line..=lines).contains(&fault.line), "{fault}");
            assert!((1..=bytes.len() + 1).contains(&fault.column), "{fault}");
            assert!(
                (1..=game.record.moves.len() + 1).contains(&fault.half_move),
                "{fault}"
            );
        }
    }
    games
}

/// Fails if anything does not hold for a text.
fn examine(bytes: &[u8]) {
    let begin = time_spent();
    for game in read(bytes) {
        let text = write_record(&game.record);
        let again = read_records(None, &text, 1);
        let [again] = &*again else {
            panic!("{} games from\n{text}", again.len())
        };
        assert!(again.faults.is_empty(), "{:?}\n{text}", again.faults);
        let (read, back) = (&game.record, &again.record);
        assert_eq!(
            (back.variant, back.start),
            (read.variant, read.start),
            "{text}"
        );
        assert_eq!(back.winner(), read.winner(), "{text}");
        assert!(
            read.moves
                .iter()
                .map(|mv| mv.mv)
                .eq(back.moves.iter().map(|mv| mv.mv))
        );
        assert_eq!(write_record(back), text);
    }
    let mut text = bytes.to_vec();
    text.extend(b"\n*\n\n[Event \"last\"]\n[GameType \"20\"]\n1. 32-28 19-23 *\n");
    let games = read(&text);
    let last = games.last().expect("a game");
    assert_eq!(
        (last.record.tag("Event"), last.record.moves.len()),
        (Some("last"), 2)
    );
    assert!(last.faults.is_empty(), "{:?}", last.faults);
    let spent = time_spent().saturating_sub(begin);
    assert!(spent < TIME_LIMIT, "{spent:?}");
}

/// What this thread has used of a processor, or since when the tests run where nobody counts that:
/// a long run beside other work may have to wait for minutes.
fn time_spent() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let counts = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = counts.split(' ').next().and_then(|text| text.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

fn holds(bytes: &[u8]) -> bool {
    catch_unwind(|| examine(bytes)).is_ok()
}

/// What is left of a text that does not hold when everything that is not needed for that is cut.
fn shortest(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut length = bytes.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at + length <= bytes.len() {
            let rest = [&bytes[..at], &bytes[at + length..]].concat();
            if holds(&rest) {
                at += length;
            } else {
                bytes = rest;
            }
        }
        length /= 2;
    }
    bytes
}

/// Examines the case of a seed; a failure is told with the shortest text that has it.
fn try_case(corpus: &[Vec<u8>], seed: u64) {
    let bytes = case(corpus, seed);
    if !holds(&bytes) {
        let told = panic::take_hook();
        panic::set_hook(Box::new(|_| {}));
        let bytes = shortest(bytes);
        panic::set_hook(told);
        println!("seed {seed}, cut to {:?}", String::from_utf8_lossy(&bytes));
        examine(&bytes);
    }
}

/// What once did not hold.
const FOUND: &[&str] = &[
    // A mark of byte order in front of a bracket, which had no column of its own.
    "[A \"\n1. 32-28 {[%clk \u{feff}[White\"]",
    // What cannot be read goes in front of the variations of the move before.
    "1. 32-28 19-23 (1... 18-22) {other} )e",
    "1. 32-28 19-23 (1... 18-22) hello",
];

#[test]
fn what_once_failed_holds() {
    for text in FOUND {
        examine(text.as_bytes());
    }
}

#[test]
fn damaged_files_are_read_as_far_as_they_go() {
    let corpus = corpus();
    for seed in 0..3_000 {
        try_case(&corpus, seed);
    }
}

#[test]
#[ignore = "as long as DAMOCLES_FUZZ_SECONDS says, a minute without it"]
fn fuzz_pdn() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seconds = number("DAMOCLES_FUZZ_SECONDS").unwrap_or(60);
    let first = number("DAMOCLES_FUZZ_SEED").unwrap_or(1_000_000);
    let (begin, corpus) = (Instant::now(), corpus());
    let mut seed = first;
    while begin.elapsed() < Duration::from_secs(seconds) {
        try_case(&corpus, seed);
        seed += 1;
    }
    println!("{} cases from seed {first} on in {seconds} s", seed - first);
}
