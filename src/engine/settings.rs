//! The options of the engine: the single list of them.
//!
//! Responsible for each option's name, type, range, default and sentence. The `param` lines of
//! Hub, `--help` and the tables of the documents come from [`Setting::ALL`] or are checked against
//! it. Not responsible for present values (`values`) or for what an option does.

use std::fmt;

use crate::rules::DrawRules;

/// The levels of play, and the names of some of them.
const LEVELS: [&str; 25] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
    "18", "19", "20", "beginner", "easy", "medium", "hard", "master",
];

/// One option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setting {
    /// Which one.
    pub id: Id,
    /// Its name in every protocol and on the command line.
    pub name: &'static str,
    /// The values it can have.
    pub kind: Kind,
    /// Its value at the start.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// The options by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Id {
    /// The rules of the game.
    Variant,
    /// Whether captures are compulsory.
    Capture,
    /// Whether the aim is turned round.
    Losing,
    /// Whether killer draughts spares single captures.
    KillerLight,
    /// When a game is drawn.
    DrawRules,
    /// How moves number the squares.
    Numbering,
    /// Threads of the search.
    Threads,
    /// Size of the transposition table.
    TableSize,
    /// Time kept back for the way to the arbiter.
    MoveOverhead,
    /// Whether the host may let the engine ponder.
    Ponder,
    /// How well the engine plays.
    LevelOfPlay,
    /// Where the choices of weaker levels start from.
    Seed,
    /// How many of the best lines are told.
    MultiPv,
    /// Whether more is told than all hosts know.
    InfoExtras,
    /// Pieces of the endings that are looked up.
    TablePieces,
    /// Where ending tables are.
    TablePath,
    /// Whether small tables may be kept in a file.
    TableCache,
    /// Which evaluation is used.
    EvalFile,
}

/// The type of an option.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number in a range.
    Int {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A number in a range.
    Real {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of these words.
    Enum(&'static [&'static str]),
    /// One of these words, or another name of a variant.
    Variant(&'static [&'static str]),
}

/// The variants that are declared: first the words of Hub hosts, then our own names.
pub(super) const VARIANTS: &[&str] = &[
    "normal",
    "frisian",
    "bt",
    "losing",
    "killer",
    "international",
    "english",
    "russian",
    "brazilian",
    "spanish",
    "portuguese",
    "italian",
    "czech",
    "pool",
    "thai",
    "frysk",
    "killer-light",
    "breakthrough",
];

impl Setting {
    /// All options, in the order in which they are declared.
    pub const ALL: [Self; 18] = [
        Self {
            id: Id::Variant,
            name: "variant",
            kind: Kind::Variant(VARIANTS),
            default: "normal",
            help: "The rules of the game, by name or alias, modifiers in front.",
        },
        Self {
            id: Id::Capture,
            name: "capture",
            kind: Kind::Enum(&["compulsory", "optional", "optional-any"]),
            default: "compulsory",
            help: "Whether a side that can capture must; 'optional-any' also lifts priorities.",
        },
        Self {
            id: Id::Losing,
            name: "losing",
            kind: Kind::Bool,
            default: "false",
            help: "Whether the side wins that cannot move.",
        },
        Self {
            id: Id::KillerLight,
            name: "killer-light",
            kind: Kind::Bool,
            default: "false",
            help: "Whether killer draughts leaves captures of a single piece free.",
        },
        Self {
            id: Id::DrawRules,
            name: "draw-rules",
            kind: Kind::Enum(&DrawRules::NAMES),
            default: "official",
            help: "When a game is drawn: as federations or as some site has it.",
        },
        Self {
            id: Id::Numbering,
            name: "numbering",
            kind: Kind::Enum(&["top-left", "pydraughts"]),
            default: "top-left",
            help: "How moves of Hub and DXP number 8x8 boards; pydraughts from 0.6 needs its own way.",
        },
        Self {
            id: Id::Threads,
            name: "threads",
            kind: Kind::Int { min: 1, max: 256 },
            default: "1",
            help: "Threads that search together.",
        },
        Self {
            id: Id::TableSize,
            name: "tt-size",
            kind: Kind::Int { min: 10, max: 30 },
            default: "22",
            help: "Entries of the transposition table, as a power of two of 16 bytes each.",
        },
        Self {
            id: Id::MoveOverhead,
            name: "move-overhead",
            kind: Kind::Real {
                min: 0.0,
                max: 10.0,
            },
            default: "0.06",
            help: "Seconds of each move kept back for the way to the arbiter.",
        },
        Self {
            id: Id::Ponder,
            name: "ponder",
            kind: Kind::Bool,
            default: "true",
            help: "Whether the host may let the engine think on the opponent's time.",
        },
        Self {
            id: Id::LevelOfPlay,
            name: "level-of-play",
            kind: Kind::Enum(&LEVELS),
            default: "20",
            help: "How well it plays, from 1, which a beginner beats, to 20, full strength.",
        },
        Self {
            id: Id::Seed,
            name: "seed",
            kind: Kind::Int {
                min: 0,
                max: 1_000_000_000,
            },
            default: "0",
            help: "Seed of the choices of levels below 20; 0 for other choices in every game.",
        },
        Self {
            id: Id::MultiPv,
            name: "multi-pv",
            kind: Kind::Int { min: 1, max: 64 },
            default: "1",
            help: "How many of the best lines are searched and told, each in an 'info' of its own.",
        },
        Self {
            id: Id::InfoExtras,
            name: "info-extras",
            kind: Kind::Bool,
            default: "false",
            help: "Whether 'info' also tells the deepest ply, the fill of the table and the chances.",
        },
        Self {
            id: Id::TablePieces,
            name: "bb-size",
            kind: Kind::Int { min: 0, max: 8 },
            default: "4",
            help: "Pieces up to which endings are looked up in tables; 0 for never.",
        },
        Self {
            id: Id::TablePath,
            name: "bb-path",
            kind: Kind::Text,
            default: "",
            help: "Folder of the ending tables; if empty, the one in the user's cache.",
        },
        Self {
            id: Id::TableCache,
            name: "bb-cache",
            kind: Kind::Bool,
            default: "true",
            help: "Whether small tables that are missing are kept there once they are made.",
        },
        Self {
            id: Id::EvalFile,
            name: "eval-file",
            kind: Kind::Text,
            default: "",
            help: "File of weights of the evaluation; 'none' for that by hand, empty for the built-in.",
        },
    ];

    /// The option of this name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        const ALL: &[Setting] = &Setting::ALL;
        ALL.iter().find(|setting| setting.name == name)
    }
}

/// What is expected of a value, for messages and tables.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Real { min, max } => write!(f, "a number from {min} to {max}"),
            Self::Text => f.write_str("any text"),
            Self::Enum(words) => write!(f, "one of {}", words.join(", ")),
            Self::Variant(words) => write!(
                f,
                "one of {}, perhaps behind 'optional-', 'optional-any-' and 'losing-'",
                words.join(", ")
            ),
        }
    }
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// There is no option of this name.
    #[error("unknown parameter '{name}'")]
    Unknown {
        /// That name.
        name: String,
    },
    /// The value is none of the option's values.
    #[error("parameter {name}: expected {expected}, found '{found}'")]
    BadValue {
        /// The option.
        name: &'static str,
        /// What is expected of its values.
        expected: String,
        /// What was given.
        found: String,
    },
}

impl Setting {
    /// The word of the option that `text` is, in any case.
    pub(super) fn word(self, text: &str) -> Option<&'static str> {
        let (Kind::Enum(words) | Kind::Variant(words)) = self.kind else {
            return None;
        };
        words
            .iter()
            .copied()
            .find(|word| word.eq_ignore_ascii_case(text))
    }

    /// The number that `text` is, if it is in the range of the option. A comma is a point, and
    /// `4.0` is a whole number, since some hosts write so.
    pub(super) fn number(self, text: &str) -> Option<f64> {
        let value: f64 = text.replace(',', ".").parse().ok()?;
        let fits = match self.kind {
            Kind::Int { min, max } => {
                (min as f64..=max as f64).contains(&value) && value.fract() == 0.0
            }
            Kind::Real { min, max } => (min..=max).contains(&value),
            _ => false,
        };
        fits.then_some(value)
    }
}
