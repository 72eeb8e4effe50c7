//! This engine as a player, in the process of the arena.
//!
//! Its options are those of [`Settings`]; what is not given is as always, but for a table of 2^18
//! entries (4 MiB): many games run at once, and the table is emptied before each. Variant and draw
//! rules are those of the match.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::player::{Choice, Failure, Note, Player, Setting, Turn};
use crate::engine::{Engine, Settings};
use crate::game::Game;
use crate::position::Side;
use crate::protocol::hub::Mode;
use crate::search::{Report, Signals};

/// Entries of the table, as a logarithm, if nothing is said.
const TABLE_LOG2: &str = "18";

/// The engine with its options.
pub(super) struct OwnPlayer {
    engine: Engine,
    signals: Arc<Signals>,
    /// Moves of the game that the engine has been told.
    told: usize,
}

impl OwnPlayer {
    /// An engine with these options, which have been checked.
    pub(super) fn new(options: &[(String, String)], setting: &Setting) -> Self {
        let mut settings = Settings::default();
        let variant = setting.variant.to_string();
        let fixed = [
            ("tt-size", TABLE_LOG2),
            ("draw-rules", setting.draw_set.name()),
            ("variant", &variant),
        ];
        let given = options
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in fixed.into_iter().chain(given) {
            let accepted = settings.set(name, value);
            debug_assert!(accepted.is_ok(), "{name}={value} was checked");
        }
        let mut engine = Engine::new(settings);
        engine.keep_tables_in(setting.table_folder.clone());
        Self {
            engine,
            signals: setting.stop.signals(),
            told: 0,
        }
    }
}

impl Player for OwnPlayer {
    fn begin(&mut self, game: &Game, _side: Side) -> Result<(), Failure> {
        if self.engine.variant() != game.variant() {
            return Err(Failure::NotStarted(
                "the options change the variant".to_owned(),
            ));
        }
        self.engine.prepare();
        if let Some(complaint) = self.engine.complaint() {
            return Err(Failure::NotStarted(complaint));
        }
        self.engine.new_game();
        self.engine.set_position(*game.start());
        self.told = 0;
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Choice, Failure> {
        for &mv in game.moves().iter().skip(self.told) {
            self.engine
                .play(mv)
                .map_err(|error| Failure::Illegal(error.to_string()))?;
        }
        self.told = game.moves().len();
        let limits = turn
            .level
            .limits(Mode::Think, self.engine.settings().overhead());
        let mut depth = None;
        let start = Instant::now();
        let observer = &mut |report: &Report| depth = Some(report.depth);
        let answer = self.engine.think(&limits, &self.signals, observer);
        let elapsed = start.elapsed();
        if self.signals.is_stopped() {
            return Err(Failure::Interrupted);
        }
        let mv = answer
            .best
            .ok_or_else(|| Failure::Unreadable("no move".to_owned()))?;
        let score = Some(f64::from(answer.score.hundredths()) / 100.0);
        let note = Note {
            score,
            depth,
            nodes: Some(answer.nodes),
        };
        Ok(Choice {
            mv,
            elapsed: elapsed.max(Duration::from_nanos(1)),
            note,
        })
    }

    fn finish(&mut self, _game: &Game, _winner: Option<Side>) {}
}
