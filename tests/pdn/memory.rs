//! Long streams of games take no more memory than short ones.

#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use super::FOLDER;

/// The most memory that a process has had, in KiB, while it read `bytes` bytes of the same text
/// from a pipe and wrote nothing but its counts.
fn peak(text: &[u8], bytes: usize, command: &[&str]) -> u64 {
    let mut child = crate::program()
        .args(["pdn"])
        .args(command)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut peak = 0;
    let mut written = 0;
    while written < bytes {
        input.write_all(text).expect("it reads");
        written += text.len();
        peak = peak.max(high_water(child.id()));
    }
    assert!(peak > 0, "a process that waits for input has memory");
    drop(input);
    // On a busy machine most of the text may still wait to be read.
    while child.try_wait().expect("a child").is_none() {
        peak = peak.max(high_water(child.id()));
        std::thread::sleep(Duration::from_millis(1));
    }
    peak
}

/// The most memory of a process so far, in KiB; 0 once it has ended.
fn high_water(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Games of several kinds: with tags, without, on lines of their own and all in one line.
fn texts() -> [(&'static str, Vec<u8>); 4] {
    let games = std::fs::read(format!("{FOLDER}/variations.pdn")).expect("a file");
    let moves =
        b"1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 5-10 5. 46-41 17-21 ".to_vec();
    [
        ("with tags", games.repeat(1000)),
        (
            "without tags",
            [&moves, b"2-0\n".as_slice()].concat().repeat(4000),
        ),
        (
            "in one line",
            [&moves, b"2-0 ".as_slice()].concat().repeat(4000),
        ),
        ("one game without end", b"{more} 32-28 ".repeat(20_000)),
    ]
}

/// Reads streams of two lengths and fails if the longer takes more memory.
fn assert_constant(short: usize, long: usize) {
    let all: [&[&str]; 3] = [&["stats"], &["check"], &["convert", "--to=json"]];
    for (index, (kind, text)) in texts().into_iter().enumerate() {
        // The ways to read are the same for all commands: one kind of text will do for the others.
        let commands = if index == 0 { &all[..] } else { &all[..1] };
        for command in commands {
            let [less, more] = [short, long].map(|megabytes| peak(&text, megabytes << 20, command));
            let name = command[0];
            println!("{kind}, pdn {name}: {less} KiB for {short} MiB, {more} for {long}");
            // A second allowance for threads that the short stream did not keep busy.
            assert!(
                more < 2 * less + (32 << 10),
                "{kind}, {name}: {less} to {more} KiB"
            );
            assert!(more < 256 << 10, "{kind}, {name}: {more} KiB");
        }
    }
}

#[test]
fn memory_does_not_grow_with_the_stream() {
    assert_constant(2, 10);
}

#[test]
#[ignore = "a gigabyte for each kind of text and command, some minutes"]
fn a_gigabyte_takes_no_more_memory() {
    assert_constant(16, 1024);
}
