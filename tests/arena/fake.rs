//! An engine that misbehaves on demand: this test program, run again with one test and a mode.
//!
//! What libtest prints before is no Hub, so hosts ignore it.

use std::io::{BufRead, Write};
use std::thread;
use std::time::Duration;

use damocles::game::Game;
use damocles::notation::{HubNumbering, parse_hub_move, parse_hub_position, write_hub_move};
use damocles::protocol::hub::{Command, Line};
use damocles::rules::{DrawRules, Variant};

/// The search in which an engine that fails begins to fail.
const FAILS_AT: u32 = 3;

/// The command line of such an engine, as `damocles match` reads it.
pub(super) fn engine(mode: &str) -> String {
    let program = std::env::current_exe().expect("the path of this program");
    let program = program.display();
    format!("hub:name={mode} '{program}' arena::fake::play --exact --nocapture fake={mode}")
}

/// The same engine in the dialect of Hub 1.
pub(super) fn old_engine() -> String {
    engine("old").replacen("hub:", "hub1:", 1)
}

#[test]
fn play() {
    let mode = std::env::args().find_map(|text| text.strip_prefix("fake=").map(str::to_owned));
    if let Some(mode) = mode {
        converse(&mode);
        std::process::exit(0);
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // A host that has gone needs no answer.
    let _ = out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(b"\n"));
    let _ = out.flush();
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

fn converse(mode: &str) {
    let mut game = None;
    let mut searches = 0;
    if let Some(path) = mode.strip_prefix("pid:") {
        std::fs::write(path, std::process::id().to_string()).expect("a file for the number");
    }
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let words: Vec<&str> = line.split_whitespace().collect();
        match (mode, words.as_slice()) {
            (_, ["quit"]) => return,
            ("no-start", _) => std::process::exit(3),
            ("deaf", ["ping"]) => {}
            (_, ["ping"]) => say("pong"),
            (_, ["hub"]) => say("id name=Fake version=1\nwait"),
            (_, ["init"]) => say("ready"),
            ("late", ["stop"]) => say(&format!("done move={}", first_move(game.as_ref()))),
            ("old", ["pos", position]) => game = put_up(position, ""),
            ("old", ["move", mv]) => game = game.and_then(|game| played(game, mv)),
            (_, ["pos", ..]) => {
                if let Ok(Command::Pos {
                    position, moves, ..
                }) = Command::parse(line.as_bytes())
                {
                    game = put_up(&position.unwrap_or_default(), &moves);
                }
            }
            (_, ["go", ..]) => {
                searches += 1;
                answer(mode, searches, &first_move(game.as_ref()));
            }
            _ => {}
        }
    }
}

fn put_up(position: &str, moves: &str) -> Option<Game> {
    let variant = Variant::default();
    let start = parse_hub_position(variant, HubNumbering::TopLeft, position).ok()?;
    let game = Game::from_position(variant, DrawRules::official(variant), start);
    moves.split_whitespace().try_fold(game, played)
}

fn played(mut game: Game, text: &str) -> Option<Game> {
    let numbering = HubNumbering::TopLeft;
    let mv = parse_hub_move(game.variant(), numbering, game.position(), text).ok()?;
    game.play(mv).ok()?;
    Some(game)
}

/// The first legal move; `1-1` if the position could not be read.
fn first_move(game: Option<&Game>) -> String {
    game.and_then(|game| {
        let mv = *game.legal_moves().first()?;
        Some(write_hub_move(game.variant(), HubNumbering::TopLeft, mv))
    })
    .unwrap_or_else(|| "1-1".to_owned())
}

fn answer(mode: &str, searches: u32, best: &str) {
    let done = format!("info depth=1 score=0.25 nodes=7\ndone move={best}");
    let fails = searches >= FAILS_AT;
    match mode {
        "dies" if fails => {
            eprintln!("out of luck");
            std::process::exit(7);
        }
        "stalls" if fails => sleep_for_ever(),
        "late" if fails => {}
        "babbles" if fails => loop {
            say("\u{7f} garbage = = \"\ninfo depth=1");
        },
        "illegal" if fails => say("done move=1-50"),
        "unreadable" if fails => say("done move=hello"),
        "empty" if fails => say("done"),
        "noisy" => say(&format!("\u{1}\u{2}\n=\ninfo\nerror\n\n{done}")),
        "twice" => say(&format!("{done}\n{done}\ndone move=1-50")),
        "floods" => {
            let line = "x".repeat(999) + "\n";
            let mut err = std::io::stderr().lock();
            for _ in 0..1000 {
                let _ = err.write_all(line.as_bytes());
            }
            say(&done);
        }
        "old" => say(&format!("info 1 1.0 0.25 7 0.01 0.5 {best}\nmove {best}")),
        _ => say(&done),
    }
}

/// The lines that this engine prints are those of the protocol.
#[test]
fn replies_have_the_form_of_hub() {
    let line = Line::parse(b"info depth=1 score=0.25 nodes=7").expect("a line");
    assert_eq!(line.name, "info");
}
