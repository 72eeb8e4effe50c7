//! One game of the engine against itself, and what is kept of it.

use std::sync::Arc;

use super::sample::Sample;
use crate::egdb::{Tables, Value, is_exact};
use crate::game::Game;
use crate::movegen::captures;
use crate::position::{Move, MoveList, Position, Side};
use crate::rng::Rng;
use crate::rules::{CaptureDuty, DrawRules, Variant};
use crate::search::{Limits, Report, Score, Search, Signals};

/// Random plies at the start of a game, at least and at most.
const OPENING_PLIES: (usize, usize) = (4, 10);
/// Tries to find an opening that is even enough; the last one is taken as it is.
const OPENING_TRIES: usize = 30;
/// Hundredths of a man within which an opening counts as even.
const EVEN: i16 = 150;
/// In so many games of ten random plies are put in later.
const DISTURBED: usize = 7;
/// Random plies that are put in later, at most.
const DISTURBING_PLIES: usize = 3;
/// They are put in within so many plies after the opening.
const DISTURBED_WITHIN: usize = 60;
/// A game is won for a side whose score has been so many hundredths of a man for so many plies.
const WINNING: (i16, usize) = (300, 6);
/// The same for losing forms, where material says less.
const WINNING_BY_LOSING: (i16, usize) = (600, 6);
/// Plies after which a game is drawn.
const LONGEST: usize = 240;
/// Positions worth more than this for a side are not kept: no search needs to tell them apart.
const DECIDED: i16 = 800;
/// One of so many positions is kept where one side has two pieces more.
const ONE_SIDED: usize = 10;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The variant.
    pub variant: Variant,
    /// Nodes of each search.
    pub nodes: u64,
    /// Tables that end games, and label positions.
    pub tables: Option<Arc<Tables>>,
}

/// A game that is being played.
struct Table<'a> {
    recipe: &'a Recipe,
    search: &'a mut Search,
    rng: Rng,
    number: u32,
    game: Game,
    /// What is kept, with the side to move if the result of the game is that of the position.
    samples: Vec<(Option<Side>, Sample)>,
}

impl Recipe {
    /// Plays the game of this number and returns what is kept of it. The same seed and number give
    /// the same game.
    pub(super) fn play(&self, search: &mut Search, seed: u64, number: u32) -> Vec<Sample> {
        search.clear();
        search.set_endings(self.tables.clone());
        let mut table = Table {
            recipe: self,
            search,
            rng: Rng::stream(seed, number.into()),
            number,
            game: Game::new(self.variant, DrawRules::official(self.variant)),
            samples: Vec::new(),
        };
        table.open();
        let winner = table.play_out();
        table.labelled(winner)
    }

    fn known(&self, pos: &Position) -> Option<Value> {
        let tables = self.tables.as_ref()?;
        is_exact(self.variant, pos)
            .then(|| tables.probe(pos))
            .flatten()
    }

    /// Whether an evaluation is ever asked for in this position.
    fn is_quiet(&self, pos: &Position) -> bool {
        let mut moves = MoveList::new();
        self.variant.capture_duty() != CaptureDuty::Compulsory || {
            captures(self.variant, pos, &mut moves);
            moves.is_empty()
        }
    }
}

impl Table<'_> {
    /// Plays random moves from the start until the position is even enough.
    fn open(&mut self) {
        let (least, most) = OPENING_PLIES;
        for _ in 0..OPENING_TRIES {
            self.game = Game::new(self.game.variant(), self.game.draw_rules());
            let plies = least + self.rng.below(most - least + 1);
            if self.play_random(plies) && self.think().is_some_and(|(_, score)| score.abs() <= EVEN)
            {
                break;
            }
        }
    }

    /// Plays random moves; says whether the game still goes on.
    fn play_random(&mut self, plies: usize) -> bool {
        for _ in 0..plies {
            let moves = self.game.legal_moves();
            if moves.is_empty() || self.game.outcome().is_some() {
                return false;
            }
            let mv = moves[self.rng.below(moves.len())];
            if self.game.play(mv).is_err() {
                return false;
            }
        }
        self.game.outcome().is_none()
    }

    /// The best move and its value for the side to move.
    fn think(&mut self) -> Option<(Move, i16)> {
        search(self.search, &self.game, self.recipe.nodes)
    }

    /// Plays the game to its end and returns who has won.
    fn play_out(&mut self) -> Option<Side> {
        let is_disturbed = self.rng.below(10) < DISTURBED;
        let disturbed_at = self.game.moves().len() + 1 + self.rng.below(DISTURBED_WITHIN);
        let mut lead = Lead::new(self.recipe.variant);
        loop {
            if let Some(outcome) = self.game.outcome() {
                return outcome.winner();
            }
            let (ply, pos) = (self.game.moves().len(), *self.game.position());
            if ply >= LONGEST {
                return None;
            }
            if let Some(value) = self.recipe.known(&pos) {
                return winner_by(value, pos.side());
            }
            if is_disturbed && ply == disturbed_at {
                self.disturb();
                lead = Lead::new(self.recipe.variant);
                continue;
            }
            let mv = if let [only] = self.game.legal_moves()[..] {
                only
            } else {
                let (mv, score) = self.choose(&pos)?;
                if let Some(winner) = lead.decides(pos.side(), score) {
                    return Some(winner);
                }
                mv
            };
            self.game.play(mv).ok()?;
        }
    }

    /// Puts in some random moves, after which the result is no longer that of the positions before.
    fn disturb(&mut self) {
        let plies = 1 + self.rng.below(DISTURBING_PLIES);
        self.play_random(plies);
        self.samples.iter_mut().for_each(|(mover, _)| *mover = None);
    }

    /// The best move and its value for the side to move; the position and a leaf of its search are
    /// kept.
    fn choose(&mut self, pos: &Position) -> Option<(Move, i16)> {
        let rng = Rng::new(self.rng.draw());
        self.search.draw_leaf(rng);
        let (mv, score) = self.think()?;
        let leaf = self.search.drawn_leaf();
        self.keep(pos, score);
        if let Some(leaf) = leaf {
            self.keep_leaf(&leaf);
        }
        Some((mv, score))
    }

    /// Keeps a position of the game with its value, if it teaches anything.
    fn keep(&mut self, pos: &Position, score: i16) {
        if self.recipe.is_quiet(pos) && score.abs() <= DECIDED && self.is_wanted(pos) {
            let sample = Sample::new(self.recipe.variant, pos, score, self.number);
            self.samples.push((Some(pos.side()), sample));
        }
    }

    /// Keeps a leaf with a value of its own, that of the tables if they know it.
    fn keep_leaf(&mut self, leaf: &Position) {
        if !self.is_wanted(leaf) || !self.recipe.is_quiet(leaf) {
            return;
        }
        let variant = self.recipe.variant;
        let known = self.recipe.known(leaf).map(|value| match value {
            Value::Loss => -1,
            Value::Draw => 0,
            Value::Win => 1,
        });
        let score = known.map(|result| i16::from(result) * DECIDED).or_else(|| {
            let game = Game::from_position(variant, self.game.draw_rules(), *leaf);
            search(self.search, &game, self.recipe.nodes).map(|(_, score)| score)
        });
        let Some(score) = score.filter(|score| score.abs() <= DECIDED) else {
            return;
        };
        let mut sample = Sample::new(variant, leaf, score, self.number);
        sample.result = known.unwrap_or(Sample::OPEN);
        self.samples.push((None, sample));
    }

    /// Positions in which one side has far more are known well enough from few.
    fn is_wanted(&mut self, pos: &Position) -> bool {
        let gap = pos.own().len().abs_diff(pos.other().len());
        gap < 2 || self.recipe.variant.is_losing() || self.rng.below(ONE_SIDED) == 0
    }

    /// The samples with the result of the game, where it is theirs.
    fn labelled(self, winner: Option<Side>) -> Vec<Sample> {
        let samples = self.samples.into_iter().map(|(mover, mut sample)| {
            if let Some(mover) = mover {
                sample.result = winner.map_or(0, |winner| if winner == mover { 1 } else { -1 });
            }
            sample
        });
        samples.collect()
    }
}

/// A side that has been far ahead, and for how many plies.
struct Lead {
    leader: Option<Side>,
    plies: usize,
    /// What counts as far, in hundredths of a man, and how long it takes to count as a win.
    winning: (i16, usize),
}

impl Lead {
    const fn new(variant: Variant) -> Self {
        Self {
            leader: None,
            plies: 0,
            winning: if variant.is_losing() {
                WINNING_BY_LOSING
            } else {
                WINNING
            },
        }
    }

    /// The side that has as good as won, after a search with `side` to move has found `score`.
    fn decides(&mut self, side: Side, score: i16) -> Option<Side> {
        let (far, long) = self.winning;
        let leader = if score > 0 { side } else { !side };
        let leader = (score.abs() >= far).then_some(leader);
        self.plies = if leader == self.leader {
            self.plies + 1
        } else {
            1
        };
        self.leader = leader;
        let is_decided = Score::from_hundredths(score).is_decisive() || self.plies >= long;
        leader.filter(|_| is_decided)
    }
}

/// Who has won a position of this value, with `side` to move.
fn winner_by(value: Value, side: Side) -> Option<Side> {
    match value {
        Value::Win => Some(side),
        Value::Draw => None,
        Value::Loss => Some(!side),
    }
}

fn search(search: &mut Search, game: &Game, nodes: u64) -> Option<(Move, i16)> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let answer = search.run(game, &limits, &Signals::new(false), &mut |_: &Report| ());
    Some((answer.best?, answer.score.hundredths()))
}
