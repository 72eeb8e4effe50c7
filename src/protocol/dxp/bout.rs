//! One game with a partner, from the first move to the confirmation of its end.
//!
//! Responsible for what each message means while a game is on, for our clock, and for how the
//! game ends. Not responsible for agreeing on a game (`session`) or for the search (`think`).
//!
//! Nothing that a partner does ends more than the game: an illegal move is told to it and ends
//! the game without a result, a move out of turn is told and ignored, and what it claims about
//! the result is believed only if the rules agree or it is against itself.

use std::time::{Duration, Instant};

use super::board::Board;
use super::clock::Clock;
use super::field::MessageError;
use super::frame::Incoming;
use super::message::{
    AcceptCode, BackCode, BackRequest, EndReason, GameAccept, GameEnd, Message, MoveMessage,
    NextGame,
};
use super::minutes::Minutes;
use super::record::{Parting, Played, Reason};
use super::talk::{Heard, Talk};
use crate::engine::Engine;
use crate::game::{Game, Outcome};
use crate::notation::GameResult;
use crate::position::{Move, Position, Side};
use crate::rules::FirstMove;

/// What a game is played on.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) board: Board,
    pub(super) start: Position,
    pub(super) us: Side,
    pub(super) partner: String,
    pub(super) time: Minutes,
    /// Moves of each side; 0 means no limit.
    pub(super) moves: u16,
    /// What we say about another game when we end this one.
    pub(super) next: NextGame,
}

/// How a game ended, and what is left to be said about it.
#[derive(Debug)]
pub(super) struct End {
    result: GameResult,
    reason: Reason,
    close: Close,
}

impl End {
    fn by_rules(outcome: Outcome, close: Close) -> Self {
        Self {
            result: result_of(outcome),
            reason: Reason::Rules(outcome),
            close,
        }
    }
}

/// Where the words about the end of a game stand.
#[derive(Debug)]
pub(super) enum Close {
    /// Both sides have told the end; whether both want to go on.
    Confirmed(NextGame),
    /// We have told it and were not answered. What may come is that answer.
    Unconfirmed,
    /// The rules ended the game and the partner did not say so in time. What may come is its
    /// word, which wants an answer.
    Awaited,
    /// The conversation is over.
    Lost(Parting),
}

/// What something that was heard means for the game.
pub(super) enum Answer {
    Nothing,
    Played(Move),
    /// The game goes on after so many plies.
    Back(usize),
}

pub(super) struct Bout<'t, 'a> {
    pub(super) talk: &'t mut Talk<'a>,
    pub(super) terms: Terms,
    pub(super) game: Game,
    pub(super) own: Clock,
    partner: Clock,
    /// When the side on move began to think.
    pub(super) since: Instant,
}

/// Plays a game on which both sides have agreed, and says what is left of its end.
pub(super) fn play(engine: &mut Engine, talk: &mut Talk<'_>, terms: Terms) -> Close {
    let draw_rules = engine.settings().draw_rules();
    let mut bout = Bout {
        game: Game::from_position(terms.board.variant, draw_rules, terms.start),
        own: Clock::new(terms.time),
        partner: Clock::new(terms.time),
        since: Instant::now(),
        talk,
        terms,
    };
    let end = loop {
        let turn = if bout.is_our_turn() {
            bout.our_turn(engine)
        } else {
            bout.their_turn()
        };
        if let Err(end) = turn {
            break end;
        }
    };
    let played = Played {
        us: bout.terms.us,
        name: bout.talk.options.name.clone(),
        partner: bout.terms.partner,
        time: bout.terms.time,
        moves: bout.terms.moves,
        our_time: bout.own.used,
        partner_time: bout.partner.used,
        game: bout.game,
        result: end.result,
        reason: end.reason,
    };
    talk.note(format_args!(
        "game over: {}: {}",
        played.result_text(),
        played.reason
    ));
    talk.played(&played);
    end.close
}

impl Bout<'_, '_> {
    fn is_our_turn(&self) -> bool {
        self.game.position().side() == self.terms.us
    }

    /// The moves that we have made.
    pub(super) fn own_moves(&self) -> u32 {
        let before = self.game.positions().take(self.game.moves().len());
        before.filter(|pos| pos.side() == self.terms.us).count() as u32
    }

    fn our_turn(&mut self, engine: &mut Engine) -> Result<(), End> {
        self.end_if_over()?;
        let Some(mv) = self.think(engine)? else {
            return Ok(());
        };
        let used = self.since.elapsed() + self.talk.link.pause_left();
        let seconds = used.as_secs_f64().round() as u16;
        let message = self.terms.board.message(mv, seconds);
        self.say(&Message::Move(message))?;
        let now = Instant::now();
        self.own.used += now - self.since;
        self.since = now;
        self.play(mv)
    }

    fn their_turn(&mut self) -> Result<(), End> {
        let decided = self.decided();
        let options = self.talk.options;
        let patience = match (decided, self.partner.left()) {
            (Some(_), _) => options.confirmation,
            (None, Some(left)) => left.saturating_add(options.patience),
            (None, None) => options.long_patience(),
        };
        let until = self.since.checked_add(patience);
        loop {
            match self.talk.hear(until) {
                Ok(Some((at, heard))) => match self.judge(at, heard)? {
                    Answer::Nothing => {}
                    Answer::Back(plies) => {
                        self.take_back(plies);
                        return Ok(());
                    }
                    Answer::Played(mv) => {
                        self.partner.used += at.saturating_duration_since(self.since);
                        self.since = self.since.max(at);
                        return self.play(mv);
                    }
                },
                Ok(None) => {
                    return Err(match decided {
                        Some(outcome) => End::by_rules(outcome, Close::Awaited),
                        None => self.end_with_silent(patience),
                    });
                }
                Err(parting) => return Err(self.lost(parting)),
            }
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), End> {
        // Both sides' moves are taken from the legal ones.
        self.game
            .play(mv)
            .map_err(|_| self.lost(Parting::SearchFailed))
    }

    pub(super) fn take_back(&mut self, plies: usize) {
        while self.game.moves().len() > plies {
            self.game.undo();
        }
        self.since = Instant::now();
    }

    fn say(&mut self, message: &Message) -> Result<(), End> {
        self.talk.say(message).map_err(|parting| self.lost(parting))
    }

    /// What something that was heard means now. Answers are sent here.
    pub(super) fn judge(&mut self, at: Instant, heard: Heard) -> Result<Answer, End> {
        match heard {
            Heard::Message(Message::Move(mv)) => return self.judge_move(Some(&mv)),
            Heard::Message(Message::GameEnd(end)) => return Err(self.ended_by_partner(end)),
            Heard::Message(Message::BackRequest(request)) => return self.judge_back(request),
            Heard::Message(message @ Message::GameRequest(_)) => {
                self.judge_request(at, AcceptCode::NotThisGame, message.to_string().into())?;
            }
            // Nobody has asked for these, and chat does not come here.
            Heard::Message(Message::GameAccept(_) | Message::BackAccept(_) | Message::Chat(_))
            | Heard::SearchEnded => {}
            Heard::Malformed(error, bytes) => match bytes.first() {
                Some(b'M') => return self.judge_move(None),
                Some(b'B') => self.say(&Message::BackAccept(BackCode::Unsupported))?,
                _ => self.judge_request(at, refusal(&error), bytes)?,
            },
        }
        Ok(Answer::Nothing)
    }

    fn judge_move(&mut self, message: Option<&MoveMessage>) -> Result<Answer, End> {
        if self.is_our_turn() {
            self.talk.note(format_args!(
                "the partner moved out of turn, which is ignored"
            ));
            self.say(&Message::chat("error: it is not your move"))?;
            return Ok(Answer::Nothing);
        }
        let found = message.and_then(|mv| self.terms.board.find(&self.game.legal_moves(), mv));
        if let Some(mv) = found {
            return Ok(Answer::Played(mv));
        }
        let text = message.map_or_else(|| "not readable".to_owned(), describe);
        self.say(&Message::chat(&format!("error: illegal move: {text}")))?;
        // The partner believes that we are on move, so we may end the game.
        let reason = Reason::IllegalMove(text);
        Err(self.end(EndReason::None, GameResult::Unknown, reason, None))
    }

    /// A request in a game is refused, unless that game is decided and the partner only did not
    /// say so.
    fn judge_request(&mut self, at: Instant, code: AcceptCode, bytes: Vec<u8>) -> Result<(), End> {
        if let Some(outcome) = self.decided() {
            self.talk.link.put_back(at, Incoming::Message(bytes));
            return Err(End::by_rules(outcome, Close::Confirmed(NextGame::Welcome)));
        }
        let name = self.talk.options.name.clone();
        self.say(&Message::GameAccept(GameAccept { name, code }))
    }

    fn judge_back(&mut self, request: BackRequest) -> Result<Answer, End> {
        let plies = self.plies_before(request);
        let target = plies.filter(|&plies| plies <= self.game.moves().len());
        let code = if target.is_some() {
            BackCode::Done
        } else {
            BackCode::GoOn
        };
        self.say(&Message::BackAccept(code))?;
        Ok(target.map_or(Answer::Nothing, Answer::Back))
    }

    /// The plies before a move of the game. Moves are counted in pairs, the first of each made by
    /// the side that begins games of the variant.
    fn plies_before(&self, request: BackRequest) -> Option<usize> {
        let first = match self.terms.board.variant.rules().first_move {
            FirstMove::White => Side::White,
            FirstMove::Black => Side::Black,
        };
        let moves = usize::from(request.number).checked_sub(1)?;
        let plies = 2 * moves + usize::from(request.side != first);
        plies.checked_sub(usize::from(self.game.start().side() != first))
    }

    /// How the game is won for one side, if it is.
    fn decided(&self) -> Option<Outcome> {
        let legal = self.game.legal_moves();
        Outcome::decided(self.terms.board.variant, self.game.position(), &legal)
    }

    /// Ends the game on our move if the rules or the moves agreed on do.
    fn end_if_over(&mut self) -> Result<(), End> {
        let claims = self.talk.options.claims_draws;
        let outcome = self
            .game
            .outcome()
            .filter(|end| claims || end.winner().is_some());
        if let Some(outcome) = outcome {
            let reason = match outcome.winner() {
                None => EndReason::Draw,
                Some(winner) if winner == self.terms.us => EndReason::IWin,
                Some(_) => EndReason::ILose,
            };
            return Err(self.end(reason, result_of(outcome), Reason::Rules(outcome), None));
        }
        if self.terms.moves > 0 && self.own_moves() >= u32::from(self.terms.moves) {
            let words = "the moves agreed on have been made";
            let unknown = GameResult::Unknown;
            return Err(self.end(EndReason::None, unknown, Reason::MoveLimit, Some(words)));
        }
        Ok(())
    }

    /// Ends the game and waits for the partner to confirm it.
    fn end(
        &mut self,
        told: EndReason,
        result: GameResult,
        reason: Reason,
        words: Option<&str>,
    ) -> End {
        let end = Message::GameEnd(GameEnd {
            reason: told,
            next: self.terms.next,
        });
        let mut said = self.talk.say(&end);
        if let (Ok(()), Some(words)) = (&said, words) {
            said = self.talk.say(&Message::chat(words));
        }
        let close = said.map_or_else(Close::Lost, |()| self.await_confirmation());
        End {
            result,
            reason,
            close,
        }
    }

    fn await_confirmation(&mut self) -> Close {
        let until = Instant::now().checked_add(self.talk.options.confirmation);
        loop {
            let (at, heard) = match self.talk.hear(until) {
                Ok(Some(heard)) => heard,
                Ok(None) => {
                    self.talk
                        .note(format_args!("the partner did not confirm the end"));
                    return Close::Unconfirmed;
                }
                Err(parting) => return Close::Lost(parting),
            };
            let next = match heard {
                Heard::Message(Message::GameEnd(end)) => {
                    let both = [end.next, self.terms.next];
                    let is_last = both.contains(&NextGame::NoMore);
                    let next = if is_last {
                        NextGame::NoMore
                    } else {
                        NextGame::Welcome
                    };
                    return Close::Confirmed(next);
                }
                Heard::Message(message @ Message::GameRequest(_)) => message.to_string().into(),
                Heard::Malformed(_, bytes) if bytes.first() == Some(&b'R') => bytes,
                // A move that crossed with the end, and what else nobody waits for.
                _ => continue,
            };
            self.talk.link.put_back(at, Incoming::Message(next));
            return Close::Unconfirmed;
        }
    }

    /// Gives up a partner that does not move.
    fn end_with_silent(&mut self, patience: Duration) -> End {
        let silent = Parting::Silent(patience);
        let reason = Reason::Broken(silent.to_string());
        let mut end = self.end(EndReason::None, GameResult::Unknown, reason, None);
        if let Close::Unconfirmed = end.close {
            end.close = Close::Lost(silent);
        }
        end
    }

    /// Confirms the end that the partner told, and judges it.
    fn ended_by_partner(&mut self, told: GameEnd) -> End {
        let (result, reason) = self.judge_end(told.reason);
        let confirmation = GameEnd {
            reason: EndReason::None,
            next: told.next,
        };
        let said = self.talk.say(&Message::GameEnd(confirmation));
        let close = said.map_or_else(Close::Lost, |()| Close::Confirmed(told.next));
        End {
            result,
            reason,
            close,
        }
    }

    fn judge_end(&mut self, told: EndReason) -> (GameResult, Reason) {
        let us = self.terms.us;
        let claimed = match told {
            EndReason::None => None,
            EndReason::ILose => Some(GameResult::Win(us)),
            EndReason::Draw => Some(GameResult::Draw),
            EndReason::IWin => Some(GameResult::Win(!us)),
        };
        if let Some(outcome) = self.game.outcome() {
            let result = result_of(outcome);
            if claimed.is_some_and(|claimed| claimed != result) {
                self.talk
                    .note(format_args!("the partner tells another result: {told:?}"));
            }
            return (result, Reason::Rules(outcome));
        }
        match told {
            EndReason::ILose => (GameResult::Win(us), Reason::Resigned),
            EndReason::Draw => (GameResult::Unknown, Reason::Claimed("a draw")),
            EndReason::IWin => (GameResult::Unknown, Reason::Claimed("a win")),
            EndReason::None => {
                let limit = usize::from(self.terms.moves) * 2;
                let is_limit = limit > 0 && self.game.moves().len() >= limit;
                let reason = if is_limit {
                    Reason::MoveLimit
                } else {
                    Reason::Ended
                };
                (GameResult::Unknown, reason)
            }
        }
    }

    /// The end of a game whose conversation is over. What the rules have decided stands.
    pub(super) fn lost(&self, parting: Parting) -> End {
        if let Some(outcome) = self.game.outcome() {
            return End::by_rules(outcome, Close::Lost(parting));
        }
        let reason = Reason::Broken(parting.to_string());
        End {
            result: GameResult::Unknown,
            reason,
            close: Close::Lost(parting),
        }
    }
}

/// How a request that cannot be read is refused.
pub(super) const fn refusal(error: &MessageError) -> AcceptCode {
    match error {
        MessageError::Version(_) => AcceptCode::Version,
        _ => AcceptCode::NotThisGame,
    }
}

fn result_of(outcome: Outcome) -> GameResult {
    outcome.winner().map_or(GameResult::Draw, GameResult::Win)
}

/// A move of the partner for people.
fn describe(mv: &MoveMessage) -> String {
    let taken: Vec<String> = mv.captured.iter().map(u8::to_string).collect();
    let taken = if taken.is_empty() {
        "nothing".to_owned()
    } else {
        taken.join(", ")
    };
    format!("{} to {} taking {taken}", mv.from, mv.to)
}
