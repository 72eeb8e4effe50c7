//! The engine without a protocol: options, a game, and a search.
//!
//! Responsible for one object that a session, a match or a program can drive: set options, put up
//! a position, play moves, think. Not responsible for text from outside beyond the values of
//! options; positions and moves come as values.
//!
//! Options take effect *lazily*, when something next depends on them: the variant and the draw
//! rules at [`Engine::start`], [`Engine::set_position`] or [`Engine::think`], threads and table at
//! [`Engine::prepare`] or [`Engine::think`]. So options may come in any order, and a variant that
//! is changed and changed back was never changed. When the variant has really changed, the start
//! position of the new one is on the board; when only the draw rules have, the game stays.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod chances;
mod endings;
mod level;
mod settings;
mod values;

pub use chances::Chances;
pub use endings::Endings;
pub use level::Level;
pub use settings::{Id, Kind, Setting, SettingError};
pub use values::Settings;

use std::hash::RandomState;
use std::path::PathBuf;

use crate::eval::Evaluator;
use crate::game::{Game, IllegalMove};
use crate::position::{Move, Position};
use crate::rng::Rng;
use crate::rules::Variant;
use crate::search::{Answer, Limits, Observer, Search, Signals};

/// A draughts engine.
pub struct Engine {
    settings: Settings,
    game: Game,
    /// Made when first needed, since its table may be large, and again when its make changes.
    search: Option<(Make, Search)>,
    endings: Endings,
    /// What was wrong with the file of weights, until it is told.
    complaint: Option<String>,
    /// Different in every run of the program.
    chance: u64,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl Engine {
    /// An engine with these options and the start position on its board.
    pub fn new(settings: Settings) -> Self {
        let game = Game::new(settings.variant(), settings.draw_rules());
        Self {
            settings,
            game,
            search: None,
            endings: Endings::default(),
            complaint: None,
            chance: std::hash::BuildHasher::hash_one(&RandomState::new(), 0),
        }
    }

    /// The options.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes an option.
    ///
    /// # Errors
    /// [`SettingError`] if there is no such option or no such value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        self.settings.set(name, value)
    }

    /// The variant that is played, all changes of options included.
    pub fn variant(&self) -> Variant {
        self.settings.variant()
    }

    /// The game, under the rules that the options name.
    pub fn game(&mut self) -> &Game {
        self.apply_rules();
        &self.game
    }

    /// Puts up the start position of the variant.
    pub fn start(&mut self) {
        self.game = Game::new(self.settings.variant(), self.settings.draw_rules());
    }

    /// Puts up a position of the variant, with nothing played before it.
    pub fn set_position(&mut self, position: Position) {
        self.game = Game::from_position(
            self.settings.variant(),
            self.settings.draw_rules(),
            position,
        );
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.apply_rules();
        self.game.play(mv)
    }

    /// Forgets what was learned in earlier searches; the position stays.
    pub fn new_game(&mut self) {
        if let Some((_, search)) = &mut self.search {
            search.clear();
        }
    }

    /// Applies the options of the search, which may take the time to fill a large table.
    pub fn prepare(&mut self) {
        ready(
            &mut self.search,
            Make::of(&self.settings),
            &mut self.complaint,
        );
    }

    /// Keeps small ending tables in this folder, and looks there for larger ones, where the option
    /// `bb-path` names none; without a folder, which is the state of a new engine, small tables
    /// are made in memory. See [`default_folder`](crate::egdb::default_folder).
    pub fn keep_tables_in(&mut self, folder: Option<PathBuf>) {
        self.endings.keep_in(folder);
    }

    /// What was wrong with the file of weights or the ending tables that the options name, told
    /// once: a search goes on with the built-in weights and without the tables.
    pub fn complaint(&mut self) -> Option<String> {
        self.complaint.take().or_else(|| self.endings.complaint())
    }

    /// Searches the position until a limit is reached or `signals` say stop. Below full strength
    /// a game is played with fewer nodes and a choice among several moves; an analysis never is.
    pub fn think(
        &mut self,
        limits: &Limits,
        signals: &Signals,
        observer: &mut dyn Observer,
    ) -> Answer {
        self.apply_rules();
        let search = ready(
            &mut self.search,
            Make::of(&self.settings),
            &mut self.complaint,
        );
        let level = self.settings.level();
        let weakness = level
            .weakness(self.game.variant())
            .filter(|_| limits.is_game);
        // Endings played by tables would not be those of a weak player.
        let tables = if weakness.is_none() {
            let pos = self.game.position();
            let variant = self.game.variant();
            (self.endings).tables(&self.settings, variant, pos, limits, signals)
        } else {
            None
        };
        search.set_endings(tables);
        let Some(weakness) = weakness else {
            return search.run(&self.game, limits, signals, observer);
        };
        let seed = match self.settings.seed() {
            0 => self.chance,
            seed => seed,
        };
        let mut rng = Rng::stream(seed, self.game.position().key().bits());
        level::think(
            weakness, &mut rng, search, &self.game, limits, signals, observer,
        )
    }

    /// Brings the game under the rules of the options.
    fn apply_rules(&mut self) {
        let (variant, draw_rules) = (self.settings.variant(), self.settings.draw_rules());
        if variant != self.game.variant() {
            self.start();
        } else if draw_rules != self.game.draw_rules() {
            let mut game = Game::from_position(variant, draw_rules, *self.game.start());
            let replayed = self.game.moves().iter().try_for_each(|&mv| game.play(mv));
            debug_assert!(replayed.is_ok(), "draw rules forbid no move");
            self.game = game;
        }
    }
}

/// The options that a search is made with.
#[derive(Clone, PartialEq)]
struct Make {
    variant: Variant,
    table_log2: u8,
    threads: usize,
    eval_file: String,
}

impl Make {
    fn of(settings: &Settings) -> Self {
        Self {
            variant: settings.variant(),
            table_log2: settings.table_log2(),
            threads: settings.threads(),
            eval_file: settings.eval_file().to_owned(),
        }
    }
}

/// A search of this make: the one that is there, if it is, or else a new one.
fn ready<'a>(
    search: &'a mut Option<(Make, Search)>,
    make: Make,
    complaint: &mut Option<String>,
) -> &'a mut Search {
    // The old table is given back before a new one is asked for.
    search.take_if(|(made, _)| *made != make);
    let new = || {
        let evaluator = match Evaluator::named(make.variant, &make.eval_file) {
            Ok((evaluator, _)) => evaluator,
            Err(error) => {
                *complaint = Some(error);
                Evaluator::new(make.variant)
            }
        };
        let (log2, threads) = (make.table_log2, make.threads);
        let search = Search::with_evaluator(make.variant, evaluator, log2, threads);
        (make, search)
    };
    &mut search.get_or_insert_with(new).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_variant_starts_anew_and_changed_draw_rules_keep_the_game() {
        let mut engine = Engine::default();
        let mv = engine.game().legal_moves()[0];
        engine.play(mv).expect("a legal move");
        let played = *engine.game().position();
        engine.set("draw-rules", "none").expect("a value");
        assert_eq!(*engine.game().position(), played);
        assert_eq!(engine.game().moves(), [mv]);
        assert_eq!(engine.game().draw_rules(), engine.settings().draw_rules());
        engine.set("variant", "russian").expect("a value");
        engine.set("variant", "standard").expect("a value");
        assert_eq!(
            *engine.game().position(),
            played,
            "nothing has changed in the end"
        );
        engine.set("variant", "russian").expect("a value");
        let start = Position::start(engine.variant());
        assert_eq!(*engine.game().position(), start);
    }

    #[test]
    fn thinking_answers_with_a_legal_move() {
        let mut engine = Engine::default();
        engine.set("variant", "breakthrough").expect("a value");
        engine.prepare();
        engine.new_game();
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        let answer = engine.think(&limits, &Signals::new(false), &mut |_: &_| {});
        assert!(
            answer
                .best
                .is_some_and(|mv| engine.game().legal_moves().contains(&mv))
        );
    }
}
