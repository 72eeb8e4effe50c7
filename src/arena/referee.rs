//! One game: whose turn it is, what they may spend, and when it is over.
//!
//! Our own rules decide legality, wins and draws; what engines claim is not asked. Beyond the rules
//! a game ends when a player fails, when it is too long, or when both players have agreed on its
//! value for some time (adjudication).

use std::sync::Arc;
use std::time::Duration;

use super::clock::{GameClock, TimeControl};
use super::player::{Choice, Failure, Player, Turn};
use super::verdict::{Reason, Verdict};
use crate::egdb::{Tables, Value, is_exact};
use crate::game::Game;
use crate::movegen::can_capture;
use crate::position::{Position, Side};

/// The house rules of a match.
#[derive(Clone, Debug)]
pub struct HouseRules {
    /// What a move may take beyond its time.
    pub grace: Duration,
    /// How long a move may take if no time is set.
    pub patience: Duration,
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// When a game is taken for won.
    pub win: Option<Adjudication>,
    /// When a game is taken for drawn.
    pub draw: Option<Adjudication>,
    /// Tables by which a game ends when they know its position: with their value, whatever a draw
    /// rule would have made of it.
    pub tables: Option<Arc<Tables>>,
}

/// When the scores of the players end a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Adjudication {
    /// Men: for a win both scores are at least this far from zero and for the same side, for a
    /// draw both are at most this far from zero.
    pub men: f64,
    /// For so many moves of each player in a row.
    pub moves: usize,
    /// Not before this move of each player.
    pub from: usize,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves, those of the opening included.
    pub game: Game,
    /// What the players chose, from the first move after the opening.
    pub choices: Vec<Choice>,
    /// How it ended.
    pub verdict: Verdict,
}

/// The players by side: White, Black.
pub type Seats<'a> = [&'a mut dyn Player; 2];

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aborted {
    /// The match is being broken off.
    Interrupted,
    /// The player of a side cannot be started.
    NotStarted(Side, String),
}

/// Plays a game from the present position of `game`.
///
/// # Errors
/// [`Aborted`], if there is no result.
pub fn play(
    mut game: Game,
    mut seats: Seats<'_>,
    controls: [TimeControl; 2],
    house: &HouseRules,
) -> Result<Played, Aborted> {
    let mut clocks = controls.map(|control| control.clock());
    let mut choices = Vec::new();
    let begun = Side::BOTH.into_iter().find_map(|side| {
        let failure = seats[side as usize].begin(&game, side).err()?;
        Some((side, failure))
    });
    let verdict = match begun {
        Some((side, failure)) => lost(side, failure)?,
        None => loop {
            let end = (game.outcome().map(Verdict::by_rules))
                .or_else(|| house.by_tables(game.position()))
                .or_else(|| house.end(&choices, game.position().side(), game.moves().len()));
            if let Some(verdict) = end {
                break verdict;
            }
            let side = game.position().side();
            let clock = &mut clocks[side as usize];
            match make_move(&mut game, seats[side as usize], clock, house) {
                Ok(choice) => choices.push(choice),
                Err(failure) => break lost(side, failure)?,
            }
        },
    };
    for seat in seats {
        seat.finish(&game, verdict.winner);
    }
    Ok(Played {
        game,
        choices,
        verdict,
    })
}

/// The end by a failure of `side`.
fn lost(side: Side, failure: Failure) -> Result<Verdict, Aborted> {
    Verdict::by_failure(side, &failure).ok_or(match failure {
        Failure::NotStarted(detail) => Aborted::NotStarted(side, detail),
        _ => Aborted::Interrupted,
    })
}

fn make_move(
    game: &mut Game,
    player: &mut dyn Player,
    clock: &mut GameClock,
    house: &HouseRules,
) -> Result<Choice, Failure> {
    let limit = clock.allowance().map(|time| time + house.grace);
    let turn = Turn {
        level: clock.level(),
        limit,
        patience: house.patience,
    };
    let choice = player.choose(game, &turn)?;
    if limit.is_some_and(|limit| choice.elapsed > limit) {
        return Err(Failure::Late(limit.unwrap_or_default()));
    }
    clock.spend(choice.elapsed);
    game.play(choice.mv)
        .map_err(|error| Failure::Illegal(error.to_string()))?;
    Ok(choice)
}

impl HouseRules {
    /// The end by ending tables, if they know the position. One with a capture pending goes on.
    fn by_tables(&self, pos: &Position) -> Option<Verdict> {
        let tables = self.tables.as_deref()?;
        let variant = tables.variant();
        if !is_exact(variant, pos) || can_capture(variant, pos, pos.side()) {
            return None;
        }
        let (winner, text) = match tables.probe(pos)? {
            Value::Win => (Some(pos.side()), "won"),
            Value::Draw => (None, "drawn"),
            Value::Loss => (Some(!pos.side()), "won"),
        };
        Some(Verdict {
            winner,
            reason: Reason::Tables,
            text: format!("{text} by ending tables"),
        })
    }

    /// The end by house rules, if it has come. `mover` is the side to move after the choices.
    fn end(&self, choices: &[Choice], mover: Side, plies: usize) -> Option<Verdict> {
        if let Some(winner) = self.win.and_then(|rule| rule.winner(choices, mover)) {
            let text = "adjudicated: both players agree on the winner".to_owned();
            return Some(Verdict {
                winner: Some(winner),
                reason: Reason::Score,
                text,
            });
        }
        if self.draw.is_some_and(|rule| rule.is_draw(choices)) {
            let text = "adjudicated: both players agree on a draw".to_owned();
            return Some(Verdict {
                winner: None,
                reason: Reason::Score,
                text,
            });
        }
        (plies >= self.max_plies).then(|| {
            let text = format!("drawn after {plies} plies");
            Verdict {
                winner: None,
                reason: Reason::Length,
                text,
            }
        })
    }
}

impl Adjudication {
    /// The scores that count, the last first, if there are enough of them.
    fn last<'a>(&self, choices: &'a [Choice]) -> Option<impl Iterator<Item = Option<f64>> + 'a> {
        let count = 2 * self.moves;
        let is_enough = choices.len() >= count.max(2 * self.from);
        is_enough.then(|| {
            choices
                .iter()
                .rev()
                .take(count)
                .map(|choice| choice.note.score)
        })
    }

    /// The side that both players have seen winning for long enough.
    fn winner(&self, choices: &[Choice], mover: Side) -> Option<Side> {
        let mut scores = self.last(choices)?;
        // The last choice is that of the side that is not to move.
        let mut sign = 1.0;
        let mut lead = None;
        let agreed = scores.all(|score| {
            let Some(value) = score.map(|score| score * sign) else {
                return false;
            };
            sign = -sign;
            value.abs() >= self.men && *lead.get_or_insert(value > 0.0) == (value > 0.0)
        });
        let winner = if lead? { !mover } else { mover };
        agreed.then_some(winner)
    }

    fn is_draw(&self, choices: &[Choice]) -> bool {
        let small = |score: Option<f64>| score.is_some_and(|score| score.abs() <= self.men);
        self.last(choices)
            .is_some_and(|mut scores| scores.all(small))
    }
}
