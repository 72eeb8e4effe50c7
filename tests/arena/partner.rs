//! Partners over DXP: the program itself, and scripted ones that fail.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use damocles::arena::{GameRecord, Reason};
use damocles::protocol::dxp::{
    AcceptCode, EndReason, GameAccept, GameEnd, Message, MoveMessage, NextGame,
};

use super::{conduct, own, play};

/// The program, waiting to be called.
struct Listening {
    child: Child,
    port: u16,
}

impl Listening {
    fn start() -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").expect("a socket");
        let port = socket.local_addr().expect("an address").port();
        drop(socket);
        let address = format!("127.0.0.1:{port}");
        let mut child = crate::program()
            .args(["dxp", "--listen", &address, "--set", "tt-size=12"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It says something when it listens; the rest must not fill the pipe.
        let mut notes = BufReader::new(child.stderr.take().expect("a pipe"));
        notes.read_line(&mut String::new()).expect("text");
        thread::spawn(move || std::io::copy(&mut notes, &mut std::io::sink()));
        Self { child, port }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // It may have left already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_partner_plays_game_after_game() {
    let partner = Listening::start();
    let engine = format!("dxp:level.time=3 127.0.0.1:{}", partner.port);
    let mut conduct = conduct(&[engine, own()], "international", "depth=2");
    // Some games end by length in the middle, which the partner has to be told.
    for max_plies in [31, 1000] {
        conduct.house.max_plies = max_plies;
        conduct.house.grace = Duration::from_secs(2);
        let games = play(&conduct, 1).expect("a match");
        assert_eq!(games.len(), 2);
        for game in games {
            let expected = if max_plies < 1000 {
                Reason::Length
            } else {
                Reason::Rules
            };
            assert_eq!(game.reason, expected, "{}", game.text);
        }
    }
}

/// What a partner does when it hears a move.
type Act = fn(&mut TcpStream, MoveMessage);

/// A match against a partner that accepts games and then does what `act` says with each move.
fn against(act: Act) -> Vec<GameRecord> {
    let socket = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let port = socket.local_addr().expect("an address").port();
    // It ends with the test program, since nobody calls any more.
    thread::spawn(move || {
        while let Ok((stream, _)) = socket.accept() {
            serve(stream, act);
        }
    });
    let engine = format!("dxp:name=partner level.time=.6 127.0.0.1:{port}");
    let mut conduct = conduct(&[engine, own()], "international", "depth=1");
    conduct.openings.truncate(1);
    conduct.openings[0].moves.clear();
    conduct.house.grace = Duration::from_millis(100);
    play(&conduct, 1).expect("a match")
}

fn say(stream: &mut TcpStream, message: &Message) {
    // The arena may have closed the connection.
    let _ = stream.write_all(format!("{message}\0").as_bytes());
}

fn serve(mut stream: TcpStream, act: Act) {
    let input = BufReader::new(stream.try_clone().expect("a socket"));
    for bytes in input.split(0) {
        let Ok(message) = bytes.map(|bytes| Message::parse(&bytes).expect("a message")) else {
            return;
        };
        match message {
            Message::GameRequest(request) => {
                let answer = GameAccept {
                    name: "Partner".to_owned(),
                    code: AcceptCode::Accepted,
                };
                say(&mut stream, &Message::GameAccept(answer));
                if request.follower == damocles::position::Side::White {
                    let first = MoveMessage {
                        seconds: 0,
                        from: 32,
                        to: 28,
                        captured: Vec::new(),
                    };
                    say(&mut stream, &Message::Move(first));
                }
            }
            Message::Move(mv) => act(&mut stream, mv),
            _ => {}
        }
    }
}

#[test]
fn a_partner_that_fails_loses_that_game_alone() {
    let cases: [(Act, Reason); 5] = [
        (
            |stream, _| drop(stream.shutdown(std::net::Shutdown::Both)),
            Reason::Crash,
        ),
        (|_, _| {}, Reason::Time),
        (
            |stream, mv| {
                let mv = MoveMessage {
                    from: 1,
                    to: 50,
                    ..mv
                };
                say(stream, &Message::Move(mv));
            },
            Reason::Illegal,
        ),
        (
            |stream, _| {
                let end = GameEnd {
                    reason: EndReason::ILose,
                    next: NextGame::Welcome,
                };
                say(stream, &Message::GameEnd(end));
            },
            Reason::Resignation,
        ),
        (
            |stream, _| {
                let end = GameEnd {
                    reason: EndReason::IWin,
                    next: NextGame::NoMore,
                };
                say(stream, &Message::GameEnd(end));
            },
            Reason::Unreadable,
        ),
    ];
    for (act, reason) in cases {
        let games = against(act);
        assert_eq!(games.len(), 2, "{reason:?}");
        for game in games {
            assert_eq!(
                (game.reason, game.loser()),
                (reason, Some(0)),
                "{}",
                game.text
            );
        }
    }
}
