//! Draw rules as data: when a game is drawn, by repetition or because nothing happens.
//!
//! Responsible for the rows of every rule book and site that the engine knows, and for choosing
//! among them by name. Not responsible for counting: `game` does that, and knows no rule by name.
//!
//! A [`DrawRules`] is an answer to two questions: how often may a position occur, and which
//! [`Counter`]s run. A counter says with which material it runs, what restarts it and how long it
//! is; nothing else distinguishes one rule from another. Draw rules are chosen apart from the
//! variant, since sites play the same variant by different ones; the [`DrawSet`]s that differ by
//! variant are resolved by [`DrawSet::rules`].
//!
//! The move that completes a counter may also win the game. The win stands: whoever applies these
//! rules judges it first.

mod rows;

use std::fmt;

use super::{Base, Variant};

/// The draw rules of one rule book or site.
#[derive(PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// Whose rules they are, and for which game.
    pub name: &'static str,
    /// At which occurrence is a position with the same side to move a draw? The occurrences need
    /// not follow each other, and the first counts as one.
    pub repetition: Option<u8>,
    /// Do plain moves of men count in any counter? Only then can one run out without kings.
    pub men_count: bool,
    /// Which counters run? Any one of them draws the game.
    pub counters: &'static [Counter],
}

/// A number of moves after which the game is drawn. Every field is one question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// With which material on the board does it draw?
    pub material: Material,
    /// What restarts it?
    pub restart: Restart,
    /// How long is it?
    pub length: Length,
    /// Does it wait while a capture is pending, by the rules of this row of the table? A capture
    /// is pending if the side to move can capture, or cannot but help that its opponent will.
    pub waits: Option<Base>,
}

/// Material with which a [`Counter`] draws the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Material {
    /// Any.
    Any,
    /// Both sides have a king, and there are so many pieces on the board in all.
    KingsOnBothSides {
        /// No fewer pieces than these.
        least: u8,
        /// No more pieces than these.
        most: u8,
    },
    /// One side has a king and nothing else.
    LoneKing(Ending),
}

/// What restarts a [`Counter`], which otherwise goes up by one with each ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Restart {
    /// A capture, or any move of a man; so only quiet king moves count.
    CaptureOrManMove,
    /// A capture or a crowning; other moves of men count.
    CaptureOrCrowning,
    /// Nothing. It starts with the position that first has the material, be it by a capture, a
    /// crowning or the step onto the main road, and goes on for as long as the material lasts.
    NewEnding,
}

/// The length of a [`Counter`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Length {
    /// So many moves of each side, twice as many plies. Zero is a draw at once.
    Each(u8),
    /// So many moves of the side that has more than a lone king.
    Stronger(u8),
}

/// An ending of a lone king, by the force against it. These are the material classes whose
/// beginning has to be remembered; one position may belong to several of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// One king.
    OneKing,
    /// Two kings.
    TwoKings,
    /// One piece or two, a king among them.
    OneOrTwo,
    /// Three pieces, a king among them.
    Three,
    /// The same, while the lone king stands on the main road a1-h8 of the 8x8 board.
    ThreeOnMainRoad,
    /// Three kings.
    ThreeKings,
    /// Three kings or more, and no men.
    ThreeKingsOrMore,
}

/// The force against a lone king. It always has a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Force {
    /// No fewer pieces than these.
    pub least: u8,
    /// No more pieces than these.
    pub most: u8,
    /// Are they all kings?
    pub kings_only: bool,
    /// Must the lone king stand on the main road?
    pub main_road: bool,
}

impl Ending {
    /// All endings, in the order of their declaration.
    pub const ALL: [Self; 7] = [
        Self::OneKing,
        Self::TwoKings,
        Self::OneOrTwo,
        Self::Three,
        Self::ThreeOnMainRoad,
        Self::ThreeKings,
        Self::ThreeKingsOrMore,
    ];

    /// What stands against the lone king.
    pub const fn force(self) -> Force {
        let (least, most, kings_only) = match self {
            Self::OneKing => (1, 1, true),
            Self::TwoKings => (2, 2, true),
            Self::OneOrTwo => (1, 2, false),
            Self::Three | Self::ThreeOnMainRoad => (3, 3, false),
            Self::ThreeKings => (3, 3, true),
            Self::ThreeKingsOrMore => (3, u8::MAX, true),
        };
        Force {
            least,
            most,
            kings_only,
            main_road: matches!(self, Self::ThreeOnMainRoad),
        }
    }
}

impl Length {
    /// The length in plies. A counter of one side's moves can end one ply earlier.
    pub const fn plies(self) -> u32 {
        match self {
            Self::Each(moves) | Self::Stronger(moves) => 2 * moves as u32,
        }
    }
}

/// A choice of draw rules by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DrawSet {
    /// The rules of the federation that governs the variant, or what comes nearest.
    #[default]
    Official,
    /// Those of the site lidraughts for the variants it has; official for the others.
    Lidraughts,
    /// Those of the site Dream Games, for any variant.
    DreamGames,
    /// Those of the site `VSPocket`, for any variant.
    VsPocket,
    /// Forty moves each without capture or crowning on the 8x8 boards; official on the others.
    FortyMoves,
    /// No draws at all.
    None,
}

impl DrawSet {
    /// All sets, in the order of [`DrawRules::NAMES`].
    pub const ALL: [Self; 6] = [
        Self::Official,
        Self::Lidraughts,
        Self::DreamGames,
        Self::VsPocket,
        Self::FortyMoves,
        Self::None,
    ];

    /// The name of the set.
    pub const fn name(self) -> &'static str {
        DrawRules::NAMES[self as usize]
    }

    /// The set of this name, in any case.
    pub fn by_name(name: &str) -> Option<Self> {
        let name = name.trim();
        Self::ALL
            .into_iter()
            .find(|set| set.name().eq_ignore_ascii_case(name))
    }

    /// The rules of this set for `variant`.
    pub fn rules(self, variant: Variant) -> &'static DrawRules {
        match self {
            Self::Lidraughts => lidraughts(variant),
            Self::DreamGames => &rows::DREAM_GAMES,
            Self::VsPocket => &rows::VSPOCKET,
            Self::FortyMoves if variant.rules().geometry.size() == 8 => &rows::FORTY_MOVES,
            Self::Official | Self::FortyMoves => DrawRules::official(variant),
            Self::None => &rows::NONE,
        }
    }
}

fn lidraughts(variant: Variant) -> &'static DrawRules {
    match variant.base() {
        _ if variant.is_losing() => DrawRules::official(variant),
        Base::Russian | Base::Brazilian => &rows::RUSSIAN_LIDRAUGHTS,
        Base::Frisian | Base::Frysk => &rows::FRISIAN_LIDRAUGHTS,
        _ => DrawRules::official(variant),
    }
}

impl DrawRules {
    /// The names of the sets.
    pub const NAMES: [&'static str; 6] = [
        "official",
        "lidraughts",
        "dream-games",
        "vspocket",
        "forty-moves",
        "none",
    ];

    /// The rules of the set of this name for `variant`; nothing if there is no such set.
    pub fn by_name(name: &str, variant: Variant) -> Option<&'static Self> {
        DrawSet::by_name(name).map(|set| set.rules(variant))
    }

    /// The federation's rules for `variant`.
    pub fn official(variant: Variant) -> &'static Self {
        match variant.base() {
            Base::Breakthrough => &rows::NONE, // somebody must crown
            _ if variant.is_losing() => &rows::REPETITION,
            Base::International => &rows::INTERNATIONAL,
            Base::English => &rows::ENGLISH,
            Base::Russian => &rows::RUSSIAN,
            Base::Brazilian => &rows::BRAZILIAN,
            Base::Spanish => &rows::SPANISH,
            Base::Portuguese | Base::Thai => &rows::REPETITION,
            Base::Italian => &rows::ITALIAN,
            Base::Czech => &rows::CZECH,
            Base::Pool => &rows::POOL,
            Base::Frisian | Base::Frysk => &rows::FRISIAN,
            Base::Killer | Base::KillerLight => &rows::KILLER,
        }
    }
}

/// What has happened when the counter has run out, such as `25 moves each without capture or
/// man's move`.
impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let restart = match self.restart {
            Restart::CaptureOrManMove => " without capture or man's move",
            Restart::CaptureOrCrowning => " without capture or crowning",
            Restart::NewEnding => "",
        };
        match self.length {
            Length::Each(0) => return write!(f, "{}", self.material),
            Length::Each(moves) => write!(f, "{moves} moves each{restart}")?,
            Length::Stronger(moves) => write!(f, "{moves} moves of the stronger side{restart}")?,
        }
        match self.material {
            Material::Any => Ok(()),
            material if restart.is_empty() => write!(f, " with {material}"),
            material => write!(f, ", with {material}"),
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Any => f.write_str("any material"),
            Self::KingsOnBothSides {
                least,
                most: u8::MAX,
            } => {
                write!(f, "kings on both sides and {least} pieces or more")
            }
            Self::KingsOnBothSides { least, most } => {
                write!(f, "kings on both sides and {least} to {most} pieces")
            }
            Self::LoneKing(ending) => write!(f, "one king against {ending}"),
        }
    }
}

/// What stands against the lone king.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneKing => "one king",
            Self::TwoKings => "two kings",
            Self::OneOrTwo => "one or two pieces, a king among them",
            Self::Three => "three pieces, a king among them",
            Self::ThreeOnMainRoad => "three pieces, held on the main road",
            Self::ThreeKings => "three kings",
            Self::ThreeKingsOrMore => "three kings or more",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every rule set that can be chosen, with the variant it is chosen for.
    fn all() -> impl Iterator<Item = (DrawSet, Variant, &'static DrawRules)> {
        let variants = Base::ALL
            .into_iter()
            .flat_map(|base| [false, true].map(|losing| Variant::from(base).with_losing(losing)));
        variants.flat_map(|variant| DrawSet::ALL.map(|set| (set, variant, set.rules(variant))))
    }

    #[test]
    fn sets_have_their_names() {
        let variant = Variant::default();
        for (set, name) in DrawSet::ALL.into_iter().zip(DrawRules::NAMES) {
            assert_eq!(set.name(), name);
            assert_eq!(DrawSet::by_name(&name.to_uppercase()), Some(set));
            assert_eq!(DrawRules::by_name(name, variant), Some(set.rules(variant)));
        }
        assert_eq!(DrawSet::default(), DrawSet::Official);
        assert_eq!(DrawRules::by_name("offcial", variant), None);
    }

    #[test]
    fn every_row_makes_sense() {
        for (index, ending) in Ending::ALL.into_iter().enumerate() {
            assert_eq!(ending as usize, index);
        }
        for (set, variant, rules) in all() {
            let counts_men = |c: &Counter| {
                c.material == Material::Any && c.restart == Restart::CaptureOrCrowning
            };
            assert_eq!(
                rules.men_count,
                rules.counters.iter().any(counts_men),
                "{}",
                rules.name
            );
            assert!(
                rules.repetition.is_none_or(|times| times > 1),
                "{}",
                rules.name
            );
            for counter in rules.counters {
                let what = format!("{set:?} {variant}: {counter}");
                let on_road = counter.material == Material::LoneKing(Ending::ThreeOnMainRoad);
                assert!(!on_road || variant.rules().geometry.size() == 8, "{what}");
                // Only the beginnings of endings are remembered, and only they have a stronger side.
                let is_ending = matches!(counter.material, Material::LoneKing(_));
                let needs_ending = counter.restart == Restart::NewEnding
                    || matches!(counter.length, Length::Stronger(_));
                assert!(is_ending || !needs_ending, "{what}");
                assert!(counter.length.plies() > 0 || is_ending, "{what}");
            }
        }
    }

    #[test]
    fn counters_say_what_they_count() {
        let texts = |rules: &DrawRules| -> Vec<String> {
            rules.counters.iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            texts(&rows::FORTY_MOVES),
            ["40 moves each without capture or crowning"]
        );
        assert_eq!(
            texts(&rows::INTERNATIONAL),
            [
                "25 moves each without capture or man's move",
                "16 moves each with one king against three pieces, a king among them",
                "5 moves each with one king against one or two pieces, a king among them",
            ]
        );
        assert_eq!(texts(&rows::FRISIAN)[1], "one king against one king");
        assert_eq!(
            texts(&rows::POOL)[1],
            "13 moves of the stronger side with one king against three kings"
        );
        assert_eq!(
            texts(&rows::RUSSIAN)[2],
            "30 moves each without capture or crowning, with kings on both sides and 4 to 5 pieces"
        );
    }
}
