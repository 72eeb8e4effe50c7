//! A conversation with one partner: agreeing on games, one after the other.
//!
//! The *initiator* asks for games and the *follower* answers, whoever of them has called the
//! other. A message that belongs to an earlier game is told from one of the next by its place:
//! the end of a game is confirmed before anything else is said, so a late confirmation can only
//! come before the next request or its acceptance, and is dropped there.

use std::time::Instant;

use super::board::Board;
use super::bout::{Close, Terms, play, refusal};
use super::message::{
    AcceptCode, BackCode, EndReason, GameAccept, GameEnd, GameRequest, Message, NextGame,
};
use super::record::Parting;
use super::schedule::{Schedule, Wanted};
use super::talk::{Heard, Talk};
use crate::engine::Engine;
use crate::game::Outcome;
use crate::movegen::legal_moves;
use crate::position::{MoveList, Position};
use crate::rules::{Base, Variant};

/// Plays what the partner asks for, until it leaves or `games` is down to none; without a number
/// it plays on and on.
pub(super) fn follow(engine: &mut Engine, talk: &mut Talk<'_>, games: &mut Option<u32>) -> Parting {
    let mut last = None;
    loop {
        if *games == Some(0) {
            return Parting::Done;
        }
        let request = match await_request(talk, last.take()) {
            Ok(request) => request,
            Err(parting) => return parting,
        };
        let next = if *games == Some(1) {
            NextGame::NoMore
        } else {
            NextGame::Welcome
        };
        match answer(engine, talk, request, next) {
            Ok(None) => {}
            Ok(Some(terms)) => {
                let close = play(engine, talk, terms);
                *games = games.map(|games| games - 1);
                match close {
                    Close::Confirmed(NextGame::Welcome) => {}
                    Close::Confirmed(NextGame::NoMore) if *games != Some(0) => {
                        return Parting::NoMore;
                    }
                    Close::Lost(parting) if *games != Some(0) => return parting,
                    close => last = Some(close),
                }
            }
            Err(parting) => return parting,
        }
    }
}

/// A request, or why it cannot be read.
type Request = Result<GameRequest, AcceptCode>;

/// Waits for a request. `last` is what is left to be said about the game before.
fn await_request(talk: &mut Talk<'_>, mut last: Option<Close>) -> Result<Request, Parting> {
    let patience = talk.options.long_patience();
    let until = Instant::now().checked_add(patience);
    loop {
        let Some((_, heard)) = talk.hear(until)? else {
            return Err(Parting::Silent(patience));
        };
        match heard {
            Heard::Message(Message::GameRequest(request)) => return Ok(Ok(request)),
            Heard::Malformed(error, bytes) if bytes.first() == Some(&b'R') => {
                return Ok(Err(refusal(&error)));
            }
            Heard::Message(Message::GameEnd(end)) => {
                // Anything else that is said about the end of a game was said before, or is an
                // answer to what we said; to answer answers would never end.
                if let Some(Close::Awaited) = last.take() {
                    let confirmation = GameEnd {
                        reason: EndReason::None,
                        next: end.next,
                    };
                    talk.say(&Message::GameEnd(confirmation))?;
                }
                if end.next == NextGame::NoMore {
                    return Err(Parting::NoMore);
                }
            }
            Heard::Message(Message::BackRequest(_)) => {
                talk.say(&Message::BackAccept(BackCode::GoOn))?;
            }
            // Moves of a game that is over, and answers to questions that nobody has asked.
            _ => {}
        }
    }
}

/// Answers a request; returns the terms if it is accepted.
fn answer(
    engine: &mut Engine,
    talk: &mut Talk<'_>,
    request: Request,
    next: NextGame,
) -> Result<Option<Terms>, Parting> {
    let terms = request.and_then(|request| terms_of(engine, talk, request, next));
    let code = terms
        .as_ref()
        .map_or_else(|&code| code, |_| AcceptCode::Accepted);
    if terms.is_ok() {
        engine.new_game();
        engine.prepare();
    }
    let name = talk.options.name.clone();
    talk.say(&Message::GameAccept(GameAccept { name, code }))?;
    Ok(terms.ok())
}

fn terms_of(
    engine: &Engine,
    talk: &mut Talk<'_>,
    request: GameRequest,
    next: NextGame,
) -> Result<Terms, AcceptCode> {
    let board = board_of(engine);
    let start = match &request.setup {
        None => Position::start(board.variant),
        Some(text) => board.position(text).map_err(|error| {
            talk.note(format_args!("refused a position: {error}"));
            AcceptCode::NotThisGame
        })?,
    };
    if let Some(outcome) = decided(board.variant, &start) {
        talk.note(format_args!(
            "refused a position in which the game is over: {outcome}"
        ));
        return Err(AcceptCode::NotThisGame);
    }
    Ok(Terms {
        board,
        start,
        us: request.follower,
        partner: request.name,
        time: request.time,
        moves: request.moves,
        next,
    })
}

fn board_of(engine: &Engine) -> Board {
    Board {
        variant: engine.variant(),
        numbering: engine.settings().numbering(),
    }
}

/// How a game is over before it begins.
pub(super) fn decided(variant: Variant, start: &Position) -> Option<Outcome> {
    let mut moves = MoveList::new();
    legal_moves(variant, start, &mut moves);
    Outcome::decided(variant, start, &moves)
}

/// Asks for the games of the schedule that are left, one after the other. What has been played
/// is crossed off, so that the rest can be played on another connection.
pub(super) fn lead(engine: &mut Engine, talk: &mut Talk<'_>, schedule: &mut Schedule) -> Parting {
    while let Some(wanted) = schedule.next() {
        let is_last = schedule.left() == 1;
        let terms = match ask(engine, talk, &wanted, is_last) {
            Ok(Ok(terms)) => terms,
            Ok(Err(AcceptCode::NotThisGame)) => {
                talk.note(format_args!("the partner refuses this game"));
                schedule.drop_opening();
                if schedule.left() == 0 {
                    return Parting::Refused("it does not want these games");
                }
                continue;
            }
            Ok(Err(AcceptCode::Version)) => {
                return Parting::Refused("it speaks another version of the protocol");
            }
            Ok(Err(_)) => return Parting::Refused("it wants no games"),
            Err(parting) => return parting,
        };
        schedule.cross_off();
        match play(engine, talk, terms) {
            Close::Lost(parting) if schedule.left() > 0 => return parting,
            Close::Confirmed(NextGame::NoMore) if schedule.left() > 0 => return Parting::NoMore,
            _ => {}
        }
    }
    Parting::Done
}

/// Asks for a game; returns its terms, or how it is refused.
fn ask(
    engine: &mut Engine,
    talk: &mut Talk<'_>,
    wanted: &Wanted,
    is_last: bool,
) -> Result<Result<Terms, AcceptCode>, Parting> {
    let board = board_of(engine);
    let usual = Position::start(board.variant);
    // Other programs play frysk as Frisian with its start position set up.
    let is_usual = wanted.start == usual && board.variant.base() != Base::Frysk;
    engine.new_game();
    engine.prepare();
    talk.say(&Message::GameRequest(GameRequest {
        name: talk.options.name.clone(),
        follower: !wanted.us,
        time: wanted.time,
        moves: wanted.moves,
        setup: (!is_usual).then(|| board.text(&wanted.start)),
    }))?;
    let accept = await_accept(talk)?;
    if accept.code != AcceptCode::Accepted {
        return Ok(Err(accept.code));
    }
    Ok(Ok(Terms {
        board,
        start: wanted.start,
        us: wanted.us,
        partner: accept.name,
        time: wanted.time,
        moves: wanted.moves,
        next: if is_last {
            NextGame::NoMore
        } else {
            NextGame::Welcome
        },
    }))
}

fn await_accept(talk: &mut Talk<'_>) -> Result<GameAccept, Parting> {
    let patience = talk.options.patience;
    let until = Instant::now().checked_add(patience);
    loop {
        let Some((_, heard)) = talk.hear(until)? else {
            return Err(Parting::Silent(patience));
        };
        match heard {
            Heard::Message(Message::GameAccept(accept)) => return Ok(accept),
            // Two initiators: neither gets what it wants.
            Heard::Message(Message::GameRequest(_)) => {
                let (name, code) = (talk.options.name.clone(), AcceptCode::NotThisGame);
                talk.say(&Message::GameAccept(GameAccept { name, code }))?;
            }
            Heard::Message(Message::BackRequest(_)) => {
                talk.say(&Message::BackAccept(BackCode::GoOn))?;
            }
            // A late confirmation, a late move.
            _ => {}
        }
    }
}
