//! A partner that speaks DXP, as a player.
//!
//! The arena calls it, asks for games as the initiator, and hands on the moves of the other player.
//! The partner keeps its own clock, which it is told at the beginning of a game; the referee keeps
//! another. The protocol lets a side end a game only when it is on move: so where the partner is,
//! its word is waited for a little. What a partner claims decides nothing, but one that says that
//! it has lost has lost, and one that ends a game that goes on has given it up. Wishes to take back
//! moves are declined.

use std::io::Write as _;
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::TimeControl;
use super::inbox::{Inbox, Silence, Stamped};
use super::player::{Choice, Failure, Note, Player, Setting, Turn};
use crate::game::Game;
use crate::notation::{HubNumbering, parse_hub_move, write_hub_move, write_hub_position};
use crate::position::{Move, Position, Side};
use crate::protocol::dxp::{
    AcceptCode, BackCode, EndReason, GameEnd, GameRequest, Message, Minutes, MinutesError,
    MoveMessage, NextGame, PositionText,
};

/// How long the end of a game, or its confirmation, is waited for.
const END_TIME: Duration = Duration::from_secs(3);
/// Least time between two messages of ours in a row: one program takes them for one otherwise.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a partner that reads nothing may keep us from writing.
const WRITE_TIME: Duration = Duration::from_secs(10);
const NUMBERING: HubNumbering = HubNumbering::TopLeft;

/// The partner and the state of the conversation.
pub(super) struct DxpPlayer {
    address: String,
    time: Minutes,
    setting: Setting,
    link: Option<Link>,
    /// Moves of the game that the partner knows.
    told: usize,
    /// The colour of the partner.
    side: Side,
    /// Whether a game was begun and not ended.
    is_playing: bool,
    /// What the partner has said of the end of the game.
    end: Option<GameEnd>,
}

struct Link {
    stream: TcpStream,
    inbox: Inbox,
    /// When we last said something, if nothing was heard since.
    said: Option<Instant>,
}

impl DxpPlayer {
    pub(super) fn new(address: &str, time: Minutes, setting: &Setting) -> Self {
        Self {
            address: address.to_owned(),
            time,
            setting: setting.clone(),
            link: None,
            told: 0,
            side: Side::White,
            is_playing: false,
            end: None,
        }
    }

    fn connect(&self) -> Result<Link, Failure> {
        let failure = |error: std::io::Error| {
            Failure::NotStarted(format!("'{}' cannot be reached: {error}", self.address))
        };
        let mut last = std::io::Error::other("no such address");
        for address in self.address.to_socket_addrs().map_err(failure)? {
            match TcpStream::connect_timeout(&address, self.setting.start_time) {
                Ok(stream) => {
                    // Without it short messages wait for the partner's delayed acknowledgements.
                    stream.set_nodelay(true).map_err(failure)?;
                    stream
                        .set_write_timeout(Some(WRITE_TIME))
                        .map_err(failure)?;
                    let input = stream.try_clone().map_err(failure)?;
                    let inbox = Inbox::of(input, 0, &self.setting.stop);
                    return Ok(Link {
                        stream,
                        inbox,
                        said: None,
                    });
                }
                Err(error) => last = error,
            }
        }
        Err(failure(last))
    }

    fn link(&mut self) -> Result<&mut Link, Failure> {
        self.link
            .as_mut()
            .ok_or_else(|| Failure::Crashed(String::new()))
    }

    fn say(&mut self, message: &Message) -> Result<(), Failure> {
        self.link()?.say(message)
    }

    /// The next message that belongs to the game, if it comes before `deadline`.
    fn hear(&mut self, deadline: Instant) -> Result<Option<(Instant, Message)>, Failure> {
        while let Some((time, bytes)) = self.link()?.hear(deadline)? {
            match Message::parse(bytes.strip_suffix(b"\0").unwrap_or(&bytes)) {
                Ok(Message::BackRequest(_)) => {
                    self.say(&Message::BackAccept(BackCode::Unsupported))?;
                }
                Ok(Message::Chat(_) | Message::BackAccept(_)) => {}
                Ok(message) => return Ok(Some((time, message))),
                Err(error) => return Err(Failure::Unreadable(error.to_string())),
            }
        }
        Ok(None)
    }

    fn ask(&mut self, game: &Game, side: Side) -> Result<(), Failure> {
        let is_start =
            game.moves().is_empty() && *game.position() == Position::start(game.variant());
        let request = GameRequest {
            name: concat!("Damocles ", env!("CARGO_PKG_VERSION")).to_owned(),
            follower: side,
            time: self.time,
            moves: 0,
            setup: (!is_start).then(|| position_text(game)),
        };
        self.say(&Message::GameRequest(request))?;
        let deadline = Instant::now() + self.setting.start_time;
        loop {
            let refusal = match self.hear(deadline)? {
                Some((_, Message::GameAccept(answer))) => match answer.code {
                    AcceptCode::Accepted => return Ok(()),
                    AcceptCode::Version => "it knows another version of the protocol",
                    AcceptCode::NotThisGame => "it does not want this game",
                    AcceptCode::NoGames => "it wants no games",
                },
                // A late confirmation of the game before.
                Some((_, Message::GameEnd(_))) => continue,
                Some(_) => "it does not answer the request",
                None => "it does not answer",
            };
            return Err(Failure::NotStarted(refusal.to_owned()));
        }
    }

    fn think(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Failure> {
        self.tell(game)?;
        let start = Instant::now();
        let Some((time, message)) = self.hear(start + turn.wait())? else {
            return Err(Failure::Late(turn.wait()));
        };
        let elapsed = time.saturating_duration_since(start);
        match message {
            Message::Move(message) => {
                let mv = read_move(game, &message)?;
                self.told += 1;
                Ok(Choice {
                    mv,
                    elapsed,
                    note: Note::default(),
                })
            }
            Message::GameEnd(end) => {
                self.end = Some(end);
                Err(match end.reason {
                    EndReason::ILose => Failure::Resigned,
                    _ => Failure::Unreadable("it ends a game that goes on".to_owned()),
                })
            }
            other => Err(Failure::Unreadable(format!(
                "expected a move, found '{other}'"
            ))),
        }
    }

    /// Sends the moves that the partner does not know.
    fn tell(&mut self, game: &Game) -> Result<(), Failure> {
        for &mv in game.moves().iter().skip(self.told) {
            self.say(&Message::Move(move_message(game, mv)))?;
        }
        self.told = game.moves().len();
        Ok(())
    }

    /// Ends the game for the partner, and hears that it has understood.
    fn part(&mut self, game: &Game, reason: EndReason) -> Result<(), Failure> {
        let farewell = |reason| {
            Message::GameEnd(GameEnd {
                reason,
                next: NextGame::Welcome,
            })
        };
        if self.end.is_none() && game.outcome().is_some() {
            let is_partners_turn = self.told < game.moves().len();
            self.tell(game)?;
            if is_partners_turn {
                self.end = self.hear_end()?;
            }
        }
        if self.end.is_some() {
            return self.say(&farewell(EndReason::None));
        }
        self.say(&farewell(reason))?;
        self.hear_end().map(|_| ())
    }

    /// The word of the partner that the game is over. A move that crosses ours is dropped.
    fn hear_end(&mut self) -> Result<Option<GameEnd>, Failure> {
        let deadline = Instant::now() + END_TIME;
        while let Some((_, message)) = self.hear(deadline)? {
            if let Message::GameEnd(end) = message {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }
}

impl Link {
    fn say(&mut self, message: &Message) -> Result<(), Failure> {
        if let Some(said) = self.said {
            thread::sleep(PAUSE.saturating_sub(said.elapsed()));
        }
        self.said = Some(Instant::now());
        let sent = self.stream.write_all(format!("{message}\0").as_bytes());
        sent.map_err(|error| Failure::Crashed(format!(": {error}")))
    }

    fn hear(&mut self, deadline: Instant) -> Result<Option<Stamped>, Failure> {
        let heard = self.inbox.next(deadline).map_err(|silence| match silence {
            Silence::Stopped => Failure::Interrupted,
            Silence::Closed => Failure::Crashed(": the connection is closed".to_owned()),
        })?;
        if heard.is_some() {
            self.said = None;
        }
        Ok(heard)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Ends the thread that reads.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Player for DxpPlayer {
    fn begin(&mut self, game: &Game, side: Side) -> Result<(), Failure> {
        if self.is_playing {
            // The other player failed before the first move; only a fresh link makes that clear.
            self.link = None;
        }
        (self.side, self.end, self.told) = (side, None, game.moves().len());
        let had_link = self.link.is_some();
        let mut result = Ok(());
        if had_link {
            result = self.ask(game, side);
        }
        // Some partners close the connection after each game.
        if !had_link || matches!(result, Err(Failure::Crashed(_))) {
            self.link = None;
            self.link = Some(self.connect()?);
            result = self.ask(game, side);
        }
        self.is_playing = result.is_ok();
        result.map_err(|failure| match failure {
            Failure::Interrupted | Failure::NotStarted(_) => failure,
            other => Failure::NotStarted(other.to_string()),
        })
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Failure> {
        let result = self.think(game, turn);
        if result.is_err() && self.end.is_none() {
            // Nobody knows what it would say next.
            self.link = None;
        }
        result
    }

    fn finish(&mut self, game: &Game, winner: Option<Side>) {
        if self.link.is_none() {
            return;
        }
        self.is_playing = false;
        let reason = match winner {
            None => EndReason::Draw,
            Some(side) if side == self.side => EndReason::ILose,
            Some(_) => EndReason::IWin,
        };
        let parted = self.part(game, reason);
        let wants_more = self.end.is_none_or(|end| end.next == NextGame::Welcome);
        if parted.is_err() || !wants_more {
            self.link = None;
        }
    }
}

/// The time for a game that a partner can be told.
///
/// # Errors
/// What is wrong with the level.
pub(super) fn minutes_of(control: &TimeControl) -> Result<Minutes, String> {
    let seconds = control
        .game_seconds()
        .ok_or("a DXP partner knows only a time for the whole game, such as level.time=300")?;
    let minutes = seconds / 60.0;
    let text = match minutes {
        whole if whole.fract() == 0.0 => format!("{whole}"),
        short if short < 1.0 => format!("{short:.2}"),
        _ => format!("{minutes:.1}"),
    };
    text.parse()
        .map_err(|error: MinutesError| error.to_string())
}

/// The present position as a request tells it.
fn position_text(game: &Game) -> PositionText {
    let hub = write_hub_position(game.variant(), NUMBERING, game.position());
    let letter = |letter: char| match letter {
        'b' => 'z',
        'B' => 'Z',
        letter => letter,
    };
    PositionText {
        side: game.position().side(),
        squares: hub.chars().skip(1).map(letter).collect(),
    }
}

fn move_message(game: &Game, mv: Move) -> MoveMessage {
    let text = write_hub_move(game.variant(), NUMBERING, mv);
    let mut numbers = text
        .split(['-', 'x'])
        .filter_map(|number| number.parse().ok());
    MoveMessage {
        seconds: 0,
        from: numbers.next().unwrap_or_default(),
        to: numbers.next().unwrap_or_default(),
        captured: numbers.collect(),
    }
}

fn read_move(game: &Game, message: &MoveMessage) -> Result<Move, Failure> {
    let MoveMessage {
        from, to, captured, ..
    } = message;
    let mut squares = vec![from.to_string(), to.to_string()];
    squares.extend(captured.iter().map(u8::to_string));
    let sign = if captured.is_empty() { "-" } else { "x" };
    let text = squares.join(sign);
    parse_hub_move(game.variant(), NUMBERING, game.position(), &text)
        .map_err(|error| Failure::Illegal(error.to_string()))
}
