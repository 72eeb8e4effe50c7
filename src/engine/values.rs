//! The present values of all options.
//!
//! Responsible for turning text into checked values and back, and for what several options mean
//! together. The options `capture`, `losing` and `killer-light` *add* to what the name of the
//! variant says: at their defaults they change nothing, and they never take a modifier away from
//! a name. So `variant=losing-italian` with `losing=false` is losing Italian, and
//! `variant=italian` with `losing=true` is the same.

use std::path::PathBuf;
use std::time::Duration;

use super::level::Level;
use super::settings::{Id, Setting, SettingError};
use crate::notation::HubNumbering;
use crate::rules::{Base, CaptureDuty, DrawRules, DrawSet, Variant};

/// The values of all options.
#[derive(Clone, PartialEq, Debug)]
// Many options of an engine are on or off.
#[allow(clippy::struct_excessive_bools)]
pub struct Settings {
    /// The name the host uses, for the host to read.
    variant_name: String,
    named_variant: Variant,
    duty: CaptureDuty,
    losing: bool,
    killer_light: bool,
    draw_set: DrawSet,
    numbering: HubNumbering,
    threads: usize,
    table_log2: u8,
    overhead: Duration,
    ponder: bool,
    level: Level,
    /// The level as the host names it.
    level_word: &'static str,
    seed: u64,
    lines: usize,
    info_extras: bool,
    table_pieces: usize,
    table_path: String,
    table_cache: bool,
    eval_file: String,
}

/// The defaults of the list.
impl Default for Settings {
    fn default() -> Self {
        let mut settings = Self {
            variant_name: String::new(),
            named_variant: Variant::default(),
            duty: CaptureDuty::Compulsory,
            losing: false,
            killer_light: false,
            draw_set: DrawSet::Official,
            numbering: HubNumbering::TopLeft,
            threads: 1,
            table_log2: 0,
            overhead: Duration::ZERO,
            ponder: false,
            level: Level::FULL,
            level_word: "",
            seed: 0,
            lines: 1,
            info_extras: false,
            table_pieces: 0,
            table_path: String::new(),
            table_cache: false,
            eval_file: String::new(),
        };
        for setting in Setting::ALL {
            let accepted = settings.set(setting.name, setting.default);
            debug_assert!(
                accepted.is_ok(),
                "the default of {} is a value of it",
                setting.name
            );
        }
        settings
    }
}

impl Settings {
    /// Changes an option.
    ///
    /// # Errors
    /// [`SettingError`] if there is no such option or no such value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let setting = Setting::by_name(name).ok_or_else(|| SettingError::Unknown {
            name: name.to_owned(),
        })?;
        self.assign(setting, value.trim())
            .ok_or_else(|| SettingError::BadValue {
                name: setting.name,
                expected: setting.kind.to_string(),
                found: excerpt(value),
            })
    }

    fn assign(&mut self, setting: &Setting, text: &str) -> Option<()> {
        match setting.id {
            Id::Variant => {
                self.named_variant = text.parse().ok()?;
                self.variant_name = text.to_ascii_lowercase();
            }
            Id::Capture => {
                self.duty = match setting.word(text)? {
                    "optional" => CaptureDuty::Optional,
                    "optional-any" => CaptureDuty::OptionalAny,
                    _ => CaptureDuty::Compulsory,
                }
            }
            Id::Losing => self.losing = boolean(text)?,
            Id::KillerLight => self.killer_light = boolean(text)?,
            Id::DrawRules => self.draw_set = DrawSet::by_name(text)?,
            Id::Numbering => {
                self.numbering = match setting.word(text)? {
                    "pydraughts" => HubNumbering::Pydraughts,
                    _ => HubNumbering::TopLeft,
                }
            }
            Id::Threads => self.threads = setting.number(text)? as usize,
            Id::TableSize => self.table_log2 = setting.number(text)? as u8,
            Id::MoveOverhead => {
                self.overhead = Duration::try_from_secs_f64(setting.number(text)?).ok()?;
            }
            Id::Ponder => self.ponder = boolean(text)?,
            Id::LevelOfPlay => {
                self.level_word = setting.word(text)?;
                self.level = self.level_word.parse().ok()?;
            }
            Id::Seed => self.seed = setting.number(text)? as u64,
            Id::MultiPv => self.lines = setting.number(text)? as usize,
            Id::InfoExtras => self.info_extras = boolean(text)?,
            Id::TablePieces => self.table_pieces = setting.number(text)? as usize,
            Id::TablePath => text.clone_into(&mut self.table_path),
            Id::TableCache => self.table_cache = boolean(text)?,
            Id::EvalFile => text.clone_into(&mut self.eval_file),
        }
        Some(())
    }

    /// The present value of an option, as text that [`Settings::set`] reads.
    pub fn value(&self, id: Id) -> String {
        match id {
            Id::Variant => self.variant_name.clone(),
            Id::Capture => match self.duty {
                CaptureDuty::Compulsory => "compulsory".to_owned(),
                CaptureDuty::Optional => "optional".to_owned(),
                CaptureDuty::OptionalAny => "optional-any".to_owned(),
            },
            Id::Losing => self.losing.to_string(),
            Id::KillerLight => self.killer_light.to_string(),
            Id::DrawRules => self.draw_set.name().to_owned(),
            Id::Numbering => match self.numbering {
                HubNumbering::TopLeft => "top-left".to_owned(),
                HubNumbering::Pydraughts => "pydraughts".to_owned(),
            },
            Id::Threads => self.threads.to_string(),
            Id::TableSize => self.table_log2.to_string(),
            Id::MoveOverhead => self.overhead.as_secs_f64().to_string(),
            Id::Ponder => self.ponder.to_string(),
            Id::LevelOfPlay => self.level_word.to_owned(),
            Id::Seed => self.seed.to_string(),
            Id::MultiPv => self.lines.to_string(),
            Id::InfoExtras => self.info_extras.to_string(),
            Id::TablePieces => self.table_pieces.to_string(),
            Id::TablePath => self.table_path.clone(),
            Id::TableCache => self.table_cache.to_string(),
            Id::EvalFile => self.eval_file.clone(),
        }
    }

    /// The variant with all modifiers, from its name and from the other options.
    pub fn variant(&self) -> Variant {
        let named = self.named_variant;
        let duty = match self.duty {
            CaptureDuty::Compulsory => named.capture_duty(),
            duty => duty,
        };
        let losing = named.is_losing() || self.losing;
        let base = match named.base() {
            Base::Killer if self.killer_light => Base::KillerLight,
            base => base,
        };
        Variant::from(base)
            .with_capture_duty(duty)
            .with_losing(losing)
    }

    /// The draw rules for the variant.
    pub fn draw_rules(&self) -> &'static DrawRules {
        self.draw_set.rules(self.variant())
    }

    /// How well the engine plays.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Seed of the choices of weaker levels; 0 for other choices in every game.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How moves of Hub number the squares.
    pub const fn numbering(&self) -> HubNumbering {
        self.numbering
    }

    /// Threads of the search.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// The transposition table has 2 to the power of this many entries.
    pub const fn table_log2(&self) -> u8 {
        self.table_log2
    }

    /// Time of each move kept back for the way to the arbiter.
    pub const fn overhead(&self) -> Duration {
        self.overhead
    }

    /// How many of the best lines are searched and told.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// Whether more is told of a search than all hosts know.
    pub const fn info_extras(&self) -> bool {
        self.info_extras
    }

    /// Pieces up to which endings are looked up in tables; 0 for never.
    pub const fn table_pieces(&self) -> usize {
        self.table_pieces
    }

    /// The folder of the ending tables; nothing for that in the user's cache.
    pub fn table_path(&self) -> Option<PathBuf> {
        (!self.table_path.is_empty()).then(|| PathBuf::from(&self.table_path))
    }

    /// Which evaluation is used: a file of weights, `none` for that by hand, or nothing for the
    /// weights that come with the engine.
    pub fn eval_file(&self) -> &str {
        &self.eval_file
    }

    /// Whether small tables that are missing are written to that folder.
    pub const fn table_cache(&self) -> bool {
        self.table_cache
    }
}

fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// A value cut to what a message should hold.
fn excerpt(value: &str) -> String {
    const LONGEST: usize = 40;
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", value.get(..end).unwrap_or_default()),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::{Kind, VARIANTS};
    use super::*;

    #[test]
    fn names_are_unique_and_values_are_read_back() {
        let settings = Settings::default();
        for setting in Setting::ALL {
            let same = Setting::ALL
                .iter()
                .filter(|other| other.name == setting.name);
            assert_eq!(same.count(), 1, "{}", setting.name);
            assert_eq!(
                settings.value(setting.id),
                setting.default,
                "{}",
                setting.name
            );
            let mut again = settings.clone();
            assert_eq!(again.set(setting.name, setting.default), Ok(()));
            assert_eq!(again, settings);
        }
    }

    #[test]
    fn every_declared_word_is_a_value() {
        let mut settings = Settings::default();
        for setting in Setting::ALL {
            let (Kind::Enum(words) | Kind::Variant(words)) = setting.kind else {
                continue;
            };
            for word in words {
                assert_eq!(settings.set(setting.name, word), Ok(()), "{word}");
                assert_eq!(&settings.value(setting.id), word);
            }
        }
        for base in Base::ALL {
            assert!(VARIANTS.contains(&base.name()), "{base:?} is declared");
        }
    }

    #[test]
    fn modifiers_add_to_the_name_of_the_variant() {
        let cases: [(&[(&str, &str)], &str); 7] = [
            (&[], "international"),
            (
                &[("variant", "Losing-Italian"), ("losing", "false")],
                "losing-italian",
            ),
            (
                &[("losing", "true"), ("variant", "italian")],
                "losing-italian",
            ),
            (
                &[("variant", "optional-any-bt"), ("capture", "compulsory")],
                "optional-any-breakthrough",
            ),
            (
                &[("variant", "optional-bt"), ("capture", "optional-any")],
                "optional-any-breakthrough",
            ),
            (
                &[("variant", "killer"), ("killer-light", "True")],
                "killer-light",
            ),
            (
                &[("variant", "russian"), ("killer-light", "true")],
                "russian",
            ),
        ];
        for (changes, expected) in cases {
            let mut settings = Settings::default();
            for (name, value) in changes {
                assert_eq!(settings.set(name, value), Ok(()));
            }
            assert_eq!(settings.variant().to_string(), expected);
        }
    }

    #[test]
    fn bad_values_change_nothing_and_say_what_was_expected() {
        let mut settings = Settings::default();
        let cases = [
            ("threads", "0", "a whole number from 1 to 256"),
            ("threads", "many", "a whole number from 1 to 256"),
            ("threads", "2.5", "a whole number from 1 to 256"),
            ("tt-size", "31", "a whole number from 10 to 30"),
            ("move-overhead", "nan", "a number from 0 to 10"),
            ("ponder", "", "true or false"),
            (
                "capture",
                "never",
                "one of compulsory, optional, optional-any",
            ),
        ];
        for (name, value, expected) in cases {
            let error = settings
                .set(name, value)
                .expect_err("a bad value")
                .to_string();
            assert_eq!(
                error,
                format!("parameter {name}: expected {expected}, found '{value}'")
            );
        }
        assert!(settings.set("variant", "no-such").is_err());
        assert!(matches!(
            settings.set("nosuch", "1"),
            Err(SettingError::Unknown { .. })
        ));
        assert_eq!(settings, Settings::default());
        for (name, value) in [
            ("threads", "4.0"),
            ("move-overhead", "0,25"),
            ("ponder", "FALSE"),
        ] {
            assert_eq!(settings.set(name, value), Ok(()), "{name}");
        }
        assert_eq!(settings.overhead(), Duration::from_millis(250));
    }
}
