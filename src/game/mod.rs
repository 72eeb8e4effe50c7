//! A sequence of positions: what has been played, and how it ends.
//!
//! Responsible for games of legal moves, for repetition, and for applying the draw rules of
//! [`rules`](crate::rules). Not responsible for agreement, resignation and time, which no
//! position shows, or for how games are written (`notation`).
//!
//! A [`Game`] checks every move with the generator. [`Clocks`] hold what the draw counters need
//! and are carried along with the position, so that a search can judge every node with
//! [`DrawRules::draw_by_counter`] without looking back; for repetition it starts from
//! [`Game::keys`].
//!
//! The end is judged in this order: a win first, then the counters, then repetition. So a move
//! that leaves the opponent without a move wins even if it completes a counter.

mod clocks;
mod outcome;

pub use clocks::Clocks;
pub use outcome::{DrawReason, Outcome, WinReason};

use std::fmt;

use crate::movegen::legal_moves;
use crate::position::{Key, Move, MoveList, Position};
use crate::rules::{DrawRules, Variant};

/// A game: the start position and the moves played, under the rules of a variant and some draw
/// rules.
#[derive(Clone, Debug)]
pub struct Game {
    variant: Variant,
    draw_rules: &'static DrawRules,
    position: Position,
    clocks: Clocks,
    /// What was before each move.
    past: Vec<(Position, Clocks)>,
    moves: Vec<Move>,
    /// The keys of all positions, the present one last.
    keys: Vec<Key>,
}

impl Game {
    /// A game from the start position of the variant.
    pub fn new(variant: Variant, draw_rules: &'static DrawRules) -> Self {
        Self::from_position(variant, draw_rules, Position::start(variant))
    }

    /// A game from any position of the variant's board. The counters start from there.
    pub fn from_position(
        variant: Variant,
        draw_rules: &'static DrawRules,
        start: Position,
    ) -> Self {
        Self {
            variant,
            draw_rules,
            position: start,
            clocks: Clocks::default(),
            past: Vec::new(),
            moves: Vec::new(),
            keys: vec![start.key()],
        }
    }

    /// The variant played.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The draw rules in force.
    pub const fn draw_rules(&self) -> &'static DrawRules {
        self.draw_rules
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Position {
        self.past
            .first()
            .map_or(&self.position, |(position, _)| position)
    }

    /// The present position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// All positions, from the start to the present one.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.past
            .iter()
            .map(|(position, _)| position)
            .chain([&self.position])
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The counters at the present position.
    pub const fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// The keys of the positions since the last conversion (capture or man's move), oldest first;
    /// the last is that of the present position. No earlier position can occur again.
    pub fn keys(&self) -> &[Key] {
        let first = self.keys.len() - 1 - self.reversible_plies();
        &self.keys[first..]
    }

    /// The legal moves of the present position. There are none when the game is won, but a draw
    /// does not end them.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        legal_moves(self.variant, &self.position, &mut moves);
        moves
    }

    /// Plays a move.
    ///
    /// A draw does not forbid it: clients send whole games, and players go on where the rules let
    /// them or nobody claims. [`Game::outcome`] speaks of the present position only.
    ///
    /// # Errors
    /// [`IllegalMove`] if the generator does not list the move; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.legal_moves().contains(&mv) {
            return Err(IllegalMove {
                variant: self.variant,
                mv,
            });
        }
        let next = self.position.after(mv);
        let clocks = self.clocks.after(&self.position, mv, &next);
        self.past.push((self.position, self.clocks));
        self.moves.push(mv);
        self.keys.push(next.key());
        (self.position, self.clocks) = (next, clocks);
        Ok(())
    }

    /// Takes back the last move and returns it, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        (self.position, self.clocks) = self.past.pop()?;
        self.keys.pop();
        self.moves.pop()
    }

    /// How the game ends in the present position, if it does.
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::decided(self.variant, &self.position, &self.legal_moves())
            .or_else(|| self.draw().map(Outcome::Draw))
    }

    fn draw(&self) -> Option<DrawReason> {
        let by_counter = self
            .draw_rules
            .draw_by_counter(&self.clocks, &self.position);
        by_counter.or_else(|| {
            let times = self.draw_rules.repetition?;
            (self.occurrences() >= usize::from(times)).then_some(DrawReason::Repetition(times))
        })
    }

    /// How often the present position has occurred with the same side to move and, where the
    /// rules count king moves, the same counts; 1 if it is new.
    pub fn occurrences(&self) -> usize {
        let same = |(position, _): &&(Position, Clocks)| {
            position.key() == self.position.key() && *position == self.position
        };
        1 + self
            .past
            .iter()
            .rev()
            .take(self.reversible_plies())
            .filter(same)
            .count()
    }

    fn reversible_plies(&self) -> usize {
        self.clocks.since_conversion() as usize
    }
}

/// A move that cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    variant: Variant,
    /// The move.
    pub mv: Move,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.variant.rules();
        let name = |square| rules.geometry.name(square, rules.numbering);
        let sign = if self.mv.is_capture() { 'x' } else { '-' };
        let (from, to) = (name(self.mv.from()), name(self.mv.to()));
        write!(f, "the move {from}{sign}{to} is not legal in this position")
    }
}

impl std::error::Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Base;

    fn game(base: Base) -> Game {
        let variant = base.into();
        Game::new(variant, DrawRules::official(variant))
    }

    #[test]
    fn a_move_taken_back_leaves_no_trace() {
        let mut game = game(Base::Frisian);
        let start = *game.position();
        let mut keys = Vec::new();
        for ply in 0..60 {
            keys.push((*game.position(), game.clocks(), game.keys().to_vec()));
            let moves = game.legal_moves();
            let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else {
                break;
            };
            game.play(mv).expect("a legal move");
            assert_eq!(game.keys().last(), Some(&game.position().key()));
        }
        assert_eq!(
            (game.positions().count(), *game.start()),
            (game.moves().len() + 1, start)
        );
        keys.truncate(game.moves().len());
        while let Some(before) = keys.pop() {
            assert!(game.undo().is_some());
            assert_eq!(
                (*game.position(), game.clocks(), game.keys().to_vec()),
                before
            );
        }
        assert_eq!((game.undo(), *game.position()), (None, start));
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = game(Base::English);
        let mv = game.legal_moves()[0];
        game.play(mv).expect("a legal move");
        let after = *game.position();
        let error = game.play(mv).expect_err("the other side is to move");
        assert_eq!(
            error.to_string(),
            "the move 9-13 is not legal in this position"
        );
        assert_eq!((*game.position(), game.moves()), (after, &[mv][..]));
    }
}
