//! A partner of the program: a client of its port that keeps a game of its own, so that every
//! move of the program is checked.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use damocles::game::Game;
use damocles::notation::{HubNumbering, parse_fen, write_hub_move};
use damocles::position::{Move, Side};
use damocles::protocol::dxp::{Message, MoveMessage};
use damocles::rules::{DrawRules, Variant};

use super::{NAME, position};
use crate::hub::{PATIENCE, lines_of};

/// The program, waiting on a port of its choice. It is killed when a test is over.
pub(super) struct Program {
    child: Child,
    /// What it tells people.
    notes: Receiver<String>,
    /// The results of its games.
    pub(super) results: Receiver<String>,
    pub(super) port: u16,
}

impl Program {
    pub(super) fn start(arguments: &[&str]) -> Self {
        let mut child = crate::program()
            .args(["dxp", "--set", "tt-size=12"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let notes = lines_of(child.stderr.take().expect("a pipe"));
        let results = lines_of(child.stdout.take().expect("a pipe"));
        Self {
            child,
            notes,
            results,
            port: 0,
        }
    }

    /// A program that listens.
    pub(super) fn listening(arguments: &[&str]) -> Self {
        let mut program = Self::start(&[&["--listen", "0"], arguments].concat());
        let note = program.until_note("listening on ");
        let port = note.rsplit(':').next().and_then(|port| port.parse().ok());
        program.port = port.expect("a port");
        program
    }

    /// The next note with a text in it.
    pub(super) fn until_note(&self, wanted: &str) -> String {
        let mut notes = Vec::new();
        loop {
            let note = self.notes.recv_timeout(PATIENCE);
            notes.push(note.unwrap_or_else(|error| panic!("{error} before {wanted}: {notes:?}")));
            if let Some(note) = notes.last().filter(|note| note.contains(wanted)) {
                return note.clone();
            }
        }
    }

    /// The result of the next game.
    pub(super) fn result(&self) -> String {
        self.results.recv_timeout(PATIENCE).expect("a result")
    }

    /// How many threads it has, where the system tells.
    fn threads(&self) -> Option<usize> {
        let folder = format!("/proc/{}/task", self.child.id());
        std::fs::read_dir(folder).ok().map(Iterator::count)
    }

    /// Waits until it has its first thread only, as between two partners.
    pub(super) fn expect_no_helpers(&self) {
        let until = Instant::now() + PATIENCE;
        while self.threads().is_some_and(|threads| threads > 1) {
            assert!(Instant::now() < until, "threads were left behind");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits for its end and returns its exit code.
    pub(super) fn end(mut self) -> Option<i32> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status.code();
            }
            // There is no waiting with a limit of time.
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the program has not ended");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection to the program.
pub(super) struct Partner {
    stream: TcpStream,
    input: BufReader<TcpStream>,
    pub(super) game: Game,
}

impl Partner {
    pub(super) fn of(program: &Program) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", program.port)).expect("it listens");
        Self::over(stream)
    }

    pub(super) fn over(stream: TcpStream) -> Self {
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let input = BufReader::new(stream.try_clone().expect("a socket"));
        Self {
            stream,
            input,
            game: new_game(),
        }
    }

    /// Sends bytes as they are.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).expect("the program listens");
    }

    /// Sends messages in one segment.
    pub(super) fn send(&mut self, messages: &[&str]) {
        let text: String = messages.iter().fold(String::new(), |mut text, message| {
            write!(text, "{}\0", message.replace("{N}", NAME)).expect("a string takes all");
            text
        });
        self.send_bytes(text.as_bytes());
    }

    /// The next message; empty when the program has closed the connection.
    pub(super) fn hear(&mut self) -> String {
        let mut bytes = Vec::new();
        self.input
            .read_until(0, &mut bytes)
            .expect("a message in time");
        assert!(bytes.is_empty() || bytes.last() == Some(&0), "{bytes:?}");
        bytes.pop();
        String::from_utf8(bytes).expect("ASCII")
    }

    /// Hears a message that begins so.
    pub(super) fn expect(&mut self, start: &str) -> String {
        let message = self.hear();
        assert!(
            message.starts_with(start),
            "expected {start}, found {message}"
        );
        message
    }

    /// Hears the acceptance of a game, and begins one.
    pub(super) fn expect_accepted(&mut self) {
        let message = self.expect("ADamocles ");
        assert!(message.len() == 34 && message.ends_with('0'), "{message}");
        self.game = new_game();
    }

    /// Asks for a game in which the program has a colour.
    pub(super) fn ask(&mut self, program: Side, terms: &str) {
        let colour = if program == Side::White { 'W' } else { 'Z' };
        self.send(&[&format!("R01{{N}}{colour}{terms}")]);
        self.expect_accepted();
    }

    /// Asks for a game without clock on a position, in which the program has Black.
    pub(super) fn ask_on(&mut self, fen: &str) {
        self.ask(Side::Black, &format!("000000B{}", position(fen)));
        let (variant, rules) = (self.game.variant(), self.game.draw_rules());
        let start = parse_fen(variant, fen).expect("a position");
        self.game = Game::from_position(variant, rules, start);
    }

    /// Plays and sends a move after which nothing can be captured.
    pub(super) fn send_safe_move(&mut self) {
        let is_safe = |&mv: &Move| {
            let mut game = self.game.clone();
            game.play(mv).expect("a legal move");
            !game.legal_moves().iter().any(|reply| reply.is_capture())
        };
        let mv = self
            .game
            .legal_moves()
            .into_iter()
            .find(is_safe)
            .expect("a safe move");
        self.game.play(mv).expect("a legal move");
        self.send(&[&Message::Move(message_of(mv)).to_string()]);
    }

    /// Hears a move and plays it, if it is legal.
    pub(super) fn expect_move(&mut self) {
        let text = self.expect("M");
        let Ok(Message::Move(message)) = Message::parse(text.as_bytes()) else {
            panic!("no move: {text}");
        };
        let legal = self.game.legal_moves();
        let mv = legal.iter().find(|&&mv| {
            let own = message_of(mv);
            (own.from, own.to, own.captured) == (message.from, message.to, message.captured.clone())
        });
        let &mv = mv.unwrap_or_else(|| panic!("not legal: {text}"));
        self.game.play(mv).expect("a legal move");
    }

    /// Plays the first legal move, and returns its message without sending it.
    pub(super) fn play_first(&mut self) -> String {
        let mv = self.game.legal_moves()[0];
        self.game.play(mv).expect("a legal move");
        Message::Move(message_of(mv)).to_string()
    }

    /// Plays and sends the first legal move.
    pub(super) fn send_move(&mut self) {
        let message = self.play_first();
        self.send(&[&message]);
    }

    /// Waits for the program to close the connection; nothing more may be said.
    pub(super) fn expect_closed(mut self) {
        let mut rest = Vec::new();
        // A reset is a close too.
        let _ = self.input.read_to_end(&mut rest);
        assert_eq!(String::from_utf8_lossy(&rest), "");
    }
}

pub(super) fn new_game() -> Game {
    let variant = Variant::default();
    Game::new(variant, DrawRules::official(variant))
}

fn message_of(mv: Move) -> MoveMessage {
    let text = write_hub_move(Variant::default(), HubNumbering::TopLeft, mv);
    let mut numbers = text
        .split(['-', 'x'])
        .map(|number| number.parse().expect("a number"));
    MoveMessage {
        seconds: 0,
        from: numbers.next().expect("a start"),
        to: numbers.next().expect("an end"),
        captured: numbers.collect(),
    }
}
