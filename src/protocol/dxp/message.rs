//! The messages, as values: read and written by the same types.
//!
//! Responsible for the text of a message without what ends it. Not responsible for squares and
//! positions, which depend on the variant (`board`), or for when a message may come.
//!
//! A message is a letter and fields of fixed width. Reading is liberal where programs in use
//! differ: blanks and ends of lines at the end do not count, a request may go on after its `A`,
//! and the name of an acceptance may have any length.

use std::fmt;

use super::field::{
    self, MessageError, Reader, printable, put_code, put_name, put_number, put_side,
};
use super::minutes::Minutes;
use crate::position::Side;

/// Most characters of a message.
pub const MAX_MESSAGE: usize = 127;

/// A message of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `R`: the initiator asks for a game.
    GameRequest(GameRequest),
    /// `A`: the follower answers.
    GameAccept(GameAccept),
    /// `M`: the side on move moves.
    Move(MoveMessage),
    /// `E`: the game ends, or its end is confirmed.
    GameEnd(GameEnd),
    /// `C`: something for people, which may come at any time and is never answered.
    Chat(String),
    /// `B`: somebody wants to take back moves.
    BackRequest(BackRequest),
    /// `K`: the answer to that.
    BackAccept(BackCode),
}

/// What the initiator asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRequest {
    /// Name of the initiator.
    pub name: String,
    /// The colour of the follower.
    pub follower: Side,
    /// Time for each side.
    pub time: Minutes,
    /// Moves of each side; 0 means no limit.
    pub moves: u16,
    /// The position, if it is not the start position.
    pub setup: Option<PositionText>,
}

/// A position as a message tells it, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText {
    /// Who is to move.
    pub side: Side,
    /// A letter for every square, from the top left: `w` and `z` men, `W` and `Z` kings, `e`.
    pub squares: String,
}

/// The answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameAccept {
    /// Name of the follower.
    pub name: String,
    /// Whether it plays.
    pub code: AcceptCode,
}

/// Whether a follower plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptCode {
    /// It does.
    Accepted,
    /// It does not know that version of the protocol.
    Version,
    /// It does not want this game, but perhaps another.
    NotThisGame,
    /// It does not want any game.
    NoGames,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveMessage {
    /// Time used, at most 9999; for information only.
    pub seconds: u16,
    /// Number of the square where the piece starts.
    pub from: u8,
    /// Number of the square where it ends.
    pub to: u8,
    /// Numbers of the squares of the captured pieces, in any order.
    pub captured: Vec<u8>,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// Why, as the sender sees it.
    pub reason: EndReason,
    /// Whether it wants to go on.
    pub next: NextGame,
}

/// How a game ended for the sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// It does not say; also every confirmation.
    None,
    /// It has lost.
    ILose,
    /// The game is drawn.
    Draw,
    /// It has won.
    IWin,
}

/// Whether the sender wants another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextGame {
    /// It does.
    Welcome,
    /// It does not.
    NoMore,
}

/// A wish to go back to an earlier position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackRequest {
    /// The number of the move that is to be made again.
    pub number: u16,
    /// The side that is to make it.
    pub side: Side,
}

/// The answer to that wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackCode {
    /// The moves are taken back.
    Done,
    /// That cannot be done.
    Unsupported,
    /// The game goes on instead.
    GoOn,
}

const ACCEPT_CODES: [AcceptCode; 4] = [
    AcceptCode::Accepted,
    AcceptCode::Version,
    AcceptCode::NotThisGame,
    AcceptCode::NoGames,
];
const END_REASONS: [EndReason; 4] = [
    EndReason::None,
    EndReason::ILose,
    EndReason::Draw,
    EndReason::IWin,
];
const NEXT_GAMES: [NextGame; 2] = [NextGame::Welcome, NextGame::NoMore];
const BACK_CODES: [BackCode; 3] = [BackCode::Done, BackCode::Unsupported, BackCode::GoOn];

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// [`MessageError`], with the column of what is wrong.
    ///
    /// # Examples
    /// ```
    /// use damocles::protocol::dxp::Message;
    ///
    /// let Message::Move(mv) = Message::parse(b"M0007380903322213")? else { panic!("a move") };
    /// assert_eq!((mv.seconds, mv.from, mv.to, mv.captured), (7, 38, 9, vec![32, 22, 13]));
    /// # Ok::<(), damocles::protocol::dxp::MessageError>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, MessageError> {
        let (letter, mut fields) = Reader::open(bytes.trim_ascii_end())?;
        let fields = &mut fields;
        Ok(match letter {
            'R' => Self::GameRequest(GameRequest::read(fields)?),
            'A' => Self::GameAccept(GameAccept::read(fields)?),
            'M' => Self::Move(MoveMessage::read(fields)?),
            'E' => Self::GameEnd(GameEnd::read(fields)?),
            'C' => Self::Chat(printable(fields.rest())),
            'B' => Self::BackRequest(BackRequest::read(fields)?),
            'K' => Self::BackAccept(fields.code(&BACK_CODES)?),
            letter => return Err(MessageError::Unknown(letter)),
        })
    }

    /// A text for people, cut to what fits.
    pub fn chat(text: &str) -> Self {
        Self::Chat(
            printable(text.as_bytes())
                .chars()
                .take(MAX_MESSAGE - 1)
                .collect(),
        )
    }
}

/// The text of the message, without what ends it.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        match self {
            Self::GameRequest(request) => request.write(&mut text),
            Self::GameAccept(accept) => accept.write(&mut text),
            Self::Move(mv) => mv.write(&mut text),
            Self::GameEnd(end) => end.write(&mut text),
            Self::Chat(words) => {
                text.push('C');
                text.push_str(words);
            }
            Self::BackRequest(request) => request.write(&mut text),
            Self::BackAccept(code) => {
                text.push('K');
                put_code(&mut text, &BACK_CODES, code);
            }
        }
        f.write_str(&text)
    }
}

impl GameRequest {
    fn read(fields: &mut Reader<'_>) -> Result<Self, MessageError> {
        let version = fields.take(field::VERSION)?;
        if version != b"01" {
            return Err(MessageError::Version(printable(version)));
        }
        let name = fields.take(field::NAME)?;
        let follower = fields.side()?;
        let time = fields.read(field::MINUTES, "a number of minutes", Minutes::read)?;
        let moves = fields.number(field::MOVES)?;
        let has_setup = fields.read(field::START, "A or B", |text| match text {
            "A" => Some(false),
            "B" => Some(true),
            _ => None,
        })?;
        // One program sends a colour and a position behind `A` too.
        let setup = has_setup.then(|| {
            let side = fields.side()?;
            Ok(PositionText {
                side,
                squares: printable(fields.rest()),
            })
        });
        let setup = setup.transpose()?;
        Ok(Self {
            name: printable(name.trim_ascii()),
            follower,
            time,
            moves,
            setup,
        })
    }

    fn write(&self, text: &mut String) {
        text.push_str("R01");
        put_name(text, &self.name);
        put_side(text, self.follower);
        text.push_str(&self.time.to_string());
        put_number(text, field::MOVES, self.moves.into());
        match &self.setup {
            None => text.push('A'),
            Some(setup) => {
                text.push('B');
                put_side(text, setup.side);
                text.push_str(&setup.squares);
            }
        }
    }
}

impl GameAccept {
    fn read(fields: &mut Reader<'_>) -> Result<Self, MessageError> {
        // One program sends a name of 40 characters, so the code is what comes last.
        let mut beyond = fields.clone();
        beyond.take(field::NAME)?;
        let length = beyond.rest().len();
        let mut name = fields.take(field::NAME)?.to_vec();
        for _ in 1..length {
            name.extend(fields.take(field::CODE)?);
        }
        let code = fields.code(&ACCEPT_CODES)?;
        Ok(Self {
            name: printable(name.trim_ascii()),
            code,
        })
    }

    fn write(&self, text: &mut String) {
        text.push('A');
        put_name(text, &self.name);
        put_code(text, &ACCEPT_CODES, &self.code);
    }
}

impl MoveMessage {
    fn read(fields: &mut Reader<'_>) -> Result<Self, MessageError> {
        let seconds = fields.number(field::SECONDS)?;
        let (from, to) = (fields.square()?, fields.square()?);
        let count = fields.number(field::COUNT)?;
        Ok(Self {
            seconds,
            from,
            to,
            captured: fields.squares(count)?,
        })
    }

    fn write(&self, text: &mut String) {
        text.push('M');
        put_number(text, field::SECONDS, self.seconds.into());
        put_number(text, field::SQUARE, self.from.into());
        put_number(text, field::SQUARE, self.to.into());
        put_number(text, field::COUNT, self.captured.len() as u32);
        for &square in &self.captured {
            put_number(text, field::SQUARE, square.into());
        }
    }
}

impl GameEnd {
    fn read(fields: &mut Reader<'_>) -> Result<Self, MessageError> {
        Ok(Self {
            reason: fields.code(&END_REASONS)?,
            next: fields.code(&NEXT_GAMES)?,
        })
    }

    fn write(self, text: &mut String) {
        text.push('E');
        put_code(text, &END_REASONS, &self.reason);
        put_code(text, &NEXT_GAMES, &self.next);
    }
}

impl BackRequest {
    fn read(fields: &mut Reader<'_>) -> Result<Self, MessageError> {
        Ok(Self {
            number: fields.number(field::NUMBER)?,
            side: fields.side()?,
        })
    }

    fn write(self, text: &mut String) {
        text.push('B');
        put_number(text, field::NUMBER, self.number.into());
        put_side(text, self.side);
    }
}
