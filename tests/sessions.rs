//! The built program over pipes: how it starts, how long it takes, how it ends.
//!
//! Bounds of time are generous where only a loaded machine could miss them: what matters is that
//! nothing hangs, nothing is lost, and no limit is ignored.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::hub::{PATIENCE, START, lines_of};

/// What a loaded machine may add to any time.
const SLACK: Duration = Duration::from_millis(600);

/// The program, as a host sees it. When a test fails, its input closes and it leaves by itself.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut child = crate::program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let lines = lines_of(child.stdout.take().expect("a pipe"));
        Self {
            child,
            input,
            lines,
        }
    }

    /// A program that has been told `hub` and `init`, and a small table.
    fn ready() -> Self {
        let mut program = Self::start(&["hub", "--tt-size=16"]);
        program.send("hub\ninit\n");
        assert_eq!(
            program.until("ready").last().map(String::as_str),
            Some("ready")
        );
        program
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input
            .write_all(text.as_bytes())
            .expect("the program listens");
        input.flush().expect("the program listens");
    }

    /// All lines up to the first that starts with `wanted`.
    fn until(&self, wanted: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            lines.push(line.unwrap_or_else(|error| panic!("{error} before {wanted}: {lines:?}")));
            if lines.last().is_some_and(|line| line.starts_with(wanted)) {
                return lines;
            }
        }
    }

    /// Sends a text and returns the time until `done`.
    fn time_to_done(&mut self, text: &str) -> Duration {
        let start = Instant::now();
        self.send(text);
        self.until("done move=");
        start.elapsed()
    }

    /// Whether no `done` comes for so long.
    fn has_no_done_for(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        loop {
            match self
                .lines
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(line) if line.starts_with("done") => return false,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => panic!("the program has ended"),
            }
        }
    }

    /// Whether the program is silent and alive.
    fn is_silent(&mut self) -> bool {
        self.send("ping\n");
        self.until("pong").len() == 1
    }

    /// Waits for the end and returns the lines before it. Nothing may be said on standard error.
    fn end(mut self) -> (Vec<String>, ExitStatus, Duration) {
        let start = Instant::now();
        let lines = self.lines.iter().collect();
        let status = self.child.wait().expect("a status");
        let mut errors = String::new();
        let mut stream = self.child.stderr.take().expect("a pipe");
        stream.read_to_string(&mut errors).expect("text");
        assert_eq!(errors, "");
        (lines, status, start.elapsed())
    }

    /// Closes the input, then as [`Program::end`].
    fn close(mut self) -> (Vec<String>, ExitStatus, Duration) {
        self.input = None;
        self.end()
    }
}

/// How many searches have been answered.
fn dones(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("done")).count()
}

#[test]
fn hosts_start_it_with_or_without_arguments() {
    let ways: [&[&str]; 4] = [
        &[],
        &["hub"],
        &[
            "hub",
            "--variant=russian",
            "--initial-time=60.0",
            "extra",
            "--flag",
        ],
        &["hub", "--threads=many"],
    ];
    for arguments in ways {
        let mut program = Program::start(arguments);
        program.send("ping\nhub\ninit\nquit\n");
        let (lines, status, _) = program.end();
        assert!(status.success(), "{arguments:?}");
        assert_eq!(lines.first().map(String::as_str), Some("pong"));
        assert_eq!(lines.last().map(String::as_str), Some("ready"));
        let russian = "param name=variant value=russian ";
        let is_russian = lines.iter().any(|line| line.starts_with(russian));
        assert_eq!(is_russian, arguments.len() == 5, "{arguments:?}");
    }
}

#[test]
fn the_end_of_input_ends_the_program_in_every_state() {
    // H50, D31
    for text in [
        "",
        "hub\n",
        "hub\ninit\n",
        "init\npos",
        "go think",
        "level depth=90\ngo think\n",
    ] {
        let mut program = Program::start(&[]);
        program.send(text);
        let (lines, status, time) = program.close();
        assert!(
            status.success() && time < Duration::from_secs(1) + SLACK,
            "{text}: {time:?}"
        );
        assert_eq!(dones(&lines), text.matches("go think").count(), "{text}");
    }
}

#[test]
fn the_end_of_input_stops_a_search_that_has_begun() {
    // D31; the first two would never end by themselves, the third not for a minute
    let searches = [
        "go analyze\n",
        "level time=9\ngo ponder\n",
        "level move-time=60\ngo think\n",
    ];
    for ending in ["", "quit\n"] {
        for text in searches {
            let mut program = Program::ready();
            program.send(text);
            assert!(program.has_no_done_for(Duration::from_millis(100)));
            program.send(ending);
            let (lines, status, time) = if ending.is_empty() {
                program.close()
            } else {
                program.end()
            };
            assert!(
                status.success() && time < Duration::from_secs(1) + SLACK,
                "{text}: {time:?}"
            );
            assert_eq!(dones(&lines), 1, "{text}");
        }
    }
}

#[test]
fn a_session_in_one_write_gets_all_its_answers() {
    // H51
    let text = format!(
        "hub\ninit\nnew-game\npos pos={START}\nlevel depth=4\ngo think\nping\n\
         pos pos={START} moves=\"32-28\"\nlevel nodes=1000\ngo think\nlevel infinite\ngo analyze\nstop\n\
         level depth=2\ngo ponder\nquit\npos\ngo\nping\n"
    );
    let mut program = Program::start(&[]);
    program.send(&text);
    let (lines, status, _) = program.end();
    assert!(status.success());
    assert_eq!(dones(&lines), 4);
    assert_eq!(
        lines.iter().filter(|line| *line == "pong").count(),
        1,
        "what follows quit is not read"
    );
}

#[test]
fn a_first_conversation_shows_its_move() {
    let mut program = Program::start(&[]);
    program.send(&format!(
        "hub\ninit\npos pos={START}\nlevel move-time=1\ngo think\n"
    ));
    let (lines, status, _) = program.close();
    assert!(status.success());
    assert!(lines.iter().any(|line| line.starts_with("info depth=")));
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("done move="))
    );
}

#[test]
fn limits_of_time_are_kept() {
    // H16 to H19, D32
    let ms = Duration::from_millis;
    let cases = [
        ("level move-time=0.05", ms(0), ms(150)),
        ("level move-time=0.5", ms(200), ms(600)),
        ("level move-time=0,3", ms(100), ms(400)),
        ("level time=1.5", ms(0), ms(1500)),
        ("level moves=1 time=1.0", ms(0), ms(1000)),
        ("level time=0.5 inc=0.2", ms(0), ms(700)),
        ("level time=-0.5 inc=1", ms(0), ms(500)),
        ("level time=3 inc=3", ms(0), ms(5950)),
        ("level time=0", ms(0), ms(100)),
        ("level nodes=1", ms(0), ms(100)),
    ];
    let mut program = Program::ready();
    for (level, least, most) in cases {
        let time = program.time_to_done(&format!("pos pos={START}\n{level}\ngo think\n"));
        assert!(time >= least && time <= most + SLACK, "{level}: {time:?}");
    }
}

#[test]
fn the_first_limit_ends_the_search() {
    // H20
    let mut program = Program::ready();
    for level in [
        "level depth=2 move-time=20",
        "level depth=2\nlevel move-time=20",
    ] {
        let time = program.time_to_done(&format!("pos\n{level}\ngo think\n"));
        assert!(time < Duration::from_secs(1) + SLACK, "{level}: {time:?}");
    }
}

#[test]
fn endless_searches_end_only_when_they_are_told() {
    // H24, H25, H55, and a position with one legal move
    let mut program = Program::ready();
    let searches = [
        "pos\ngo think\n",
        "pos\nlevel infinite\ngo analyze\n",
        "level depth=1\npos\ngo think\n",
        "pos pos=W:W28:B23\nlevel time=5\ngo ponder\n",
        "pos pos=W:W28:B23\nlevel infinite\ngo think\n",
    ];
    for text in searches {
        program.send(text);
        assert!(
            program.has_no_done_for(Duration::from_millis(300)),
            "{text}"
        );
        let time = program.time_to_done("stop\n");
        assert!(
            time < Duration::from_millis(250) + SLACK,
            "{text}: {time:?}"
        );
        assert!(program.is_silent());
    }
}

#[test]
fn what_comes_during_a_search_is_answered_or_kept_in_order() {
    // H26, H27, H28, D33
    let mut program = Program::ready();
    program.send("go analyze\nping\nping\nping\nping\n");
    let said = (0..4).map(|_| dones(&program.until("pong"))).sum::<usize>();
    assert_eq!(said, 0);
    program.send(&format!(
        "stop\nstop\npos pos={START}\nlevel depth=2\ngo think\n"
    ));
    program.until("done move=");
    program.until("done move=");
    assert!(program.is_silent());
    program.send(&"level depth=1\ngo think\nstop\n".repeat(20));
    for _ in 0..20 {
        program.until("done move=");
    }
    assert!(program.is_silent());
    program.send("stop\npos\nlevel depth=3\ngo think\n");
    assert_eq!(dones(&program.until("done move=")), 1);
    assert!(program.is_silent());
}

#[test]
fn a_command_that_must_wait_stops_an_endless_search_and_no_other() {
    let mut program = Program::ready();
    program.send("go analyze\n");
    assert!(program.has_no_done_for(Duration::from_millis(50)));
    program.send("frobnicate\n\nlevel\0\n");
    assert!(
        program.has_no_done_for(Duration::from_millis(50)),
        "no command"
    );
    program.send("set-param name=threads value=2\n");
    program.until("done move=");
    program.send("level move-time=0.4\ngo think\npos\nlevel infinite\ngo think\nstop\n");
    assert!(
        program.has_no_done_for(Duration::from_millis(100)),
        "the stop is for the second"
    );
    program.until("done move=");
    program.until("done move=");
    assert!(program.is_silent());
}

#[test]
fn pondering_waits_for_the_hit() {
    // H29, H30, H31
    let mut program = Program::ready();
    program.send("pos\nlevel time=2\ngo ponder\n");
    assert!(program.has_no_done_for(Duration::from_millis(600)));
    let time = program.time_to_done("ponder-hit\n");
    assert!(time < Duration::from_secs(2) + SLACK, "{time:?}");
    program.send("level time=2\ngo ponder\nstop\n");
    program.until("done move=");
    program.send("ponder-hit\n");
    assert!(program.is_silent());
    program.send("level move-time=0.1\ngo ponder\nponder-hit\n");
    program.until("done move=");
    assert!(program.is_silent());
    // With a limit that is not one of time it may end early, and the hit comes too late.
    program.send("level depth=2\ngo ponder\n");
    program.until("done move=");
    program.send("ponder-hit\n");
    assert!(program.is_silent());
}

#[test]
fn bytes_of_any_kind_are_survived() {
    let mut program = Program::ready();
    let input = program.input.as_mut().expect("the input is open");
    let mut bytes = vec![b'x'; 10_000_000];
    bytes.extend(b"\n\xff\xfe\0\n\0\n\r\n \t \nping\r\n");
    input.write_all(&bytes).expect("the program listens");
    program.until("pong");
    program.send("level depth=2\ngo think");
    let (lines, status, _) = program.close();
    assert!(status.success());
    assert_eq!(dones(&lines), 1, "the last line lacks its end");
}

#[test]
fn a_transcript_can_be_kept() {
    let file = std::env::temp_dir().join(format!("damocles-{}.transcript", std::process::id()));
    let mut program = Program::start(&["hub", "--transcript", file.to_str().expect("a name")]);
    program.send("ping\ninit\n");
    let (_, status, _) = program.close();
    assert!(status.success());
    let text = std::fs::read_to_string(&file).expect("a transcript");
    std::fs::remove_file(&file).expect("it can be removed");
    assert_eq!(text, "> ping\n< pong\n> init\n< ready\n");
}
