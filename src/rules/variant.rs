//! Variants by name: a row of the table, and the modifiers that combine with any row.

use std::fmt;
use std::str::FromStr;

use super::table;
use super::{Aim, Priority, Rules};

/// A row of the table of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Base {
    /// International draughts, 10x10.
    International,
    /// English draughts, also called American or straight checkers.
    English,
    /// Russian draughts, shashki.
    Russian,
    /// Brazilian draughts: international rules on 8x8.
    Brazilian,
    /// Spanish draughts.
    Spanish,
    /// Portuguese classic draughts.
    Portuguese,
    /// Italian draughts.
    Italian,
    /// Czech draughts.
    Czech,
    /// American pool checkers.
    Pool,
    /// Thai draughts, makhos.
    Thai,
    /// Frisian draughts: captures in eight directions.
    Frisian,
    /// Frysk!: Frisian with five men each.
    Frysk,
    /// Killer draughts.
    Killer,
    /// Killer Light: killer with a free single capture.
    KillerLight,
    /// Breakthrough: the first king wins.
    Breakthrough,
}

impl Base {
    /// All rows, in the order of the table.
    pub const ALL: [Self; 15] = [
        Self::International,
        Self::English,
        Self::Russian,
        Self::Brazilian,
        Self::Spanish,
        Self::Portuguese,
        Self::Italian,
        Self::Czech,
        Self::Pool,
        Self::Thai,
        Self::Frisian,
        Self::Frysk,
        Self::Killer,
        Self::KillerLight,
        Self::Breakthrough,
    ];

    /// The rules of this row.
    pub const fn rules(self) -> &'static Rules {
        const TABLE: [Rules; Base::ALL.len()] = {
            let mut rows = [table::rules(Base::International); Base::ALL.len()];
            let mut index = 0;
            while index < rows.len() {
                rows[index] = table::rules(Base::ALL[index]);
                index += 1;
            }
            rows
        };
        &TABLE[self as usize]
    }

    /// The name used everywhere in this engine.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The engine's own name, then the names other programs use.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::International => &["international", "normal", "standard", "polish"],
            Self::English => &["english", "american", "checkers", "straight"],
            Self::Russian => &["russian", "shashki"],
            Self::Brazilian => &["brazilian"],
            Self::Spanish => &["spanish"],
            Self::Portuguese => &["portuguese"],
            Self::Italian => &["italian", "dama"],
            Self::Czech => &["czech"],
            Self::Pool => &["pool"],
            Self::Thai => &["thai", "makhos"],
            Self::Frisian => &["frisian"],
            Self::Frysk => &["frysk", "frysk!"],
            Self::Killer => &["killer"],
            Self::KillerLight => &["killer-light", "killer-modern"],
            Self::Breakthrough => &["breakthrough", "bt"],
        }
    }

    fn by_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|base| base.names().contains(&name))
    }
}

/// Whether a side that can capture must.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CaptureDuty {
    /// It must.
    #[default]
    Compulsory,
    /// Quiet moves stay legal beside the captures, which obey the priority of the variant.
    Optional,
    /// Quiet moves stay legal, and so does every complete capture.
    OptionalAny,
}

/// A variant: a row of the table with its modifiers.
///
/// Two variants are equal if they are the same row with the same modifiers, whatever name was
/// used for them: `losing` and `losing-international` are one variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    base: Base,
    duty: CaptureDuty,
    losing: bool,
}

impl Variant {
    /// The row of the table.
    pub const fn base(self) -> Base {
        self.base
    }

    /// The rules of the row, which know nothing of the modifiers.
    pub const fn rules(self) -> &'static Rules {
        self.base.rules()
    }

    /// Whether captures are compulsory.
    pub const fn capture_duty(self) -> CaptureDuty {
        self.duty
    }

    /// Whether the aim is turned round.
    pub const fn is_losing(self) -> bool {
        self.losing
    }

    /// Whether the first king decides the game.
    pub fn ends_with_king(self) -> bool {
        self.rules().aim == Aim::FirstKing
    }

    /// Whether some captures come before others.
    pub fn has_priority(self) -> bool {
        self.duty != CaptureDuty::OptionalAny && self.rules().priority != Priority::Free
    }

    /// The same variant with another duty to capture.
    pub const fn with_capture_duty(self, duty: CaptureDuty) -> Self {
        Self { duty, ..self }
    }

    /// The same variant with the aim turned round, or not.
    pub const fn with_losing(self, losing: bool) -> Self {
        Self { losing, ..self }
    }
}

impl From<Base> for Variant {
    fn from(base: Base) -> Self {
        Self {
            base,
            duty: CaptureDuty::Compulsory,
            losing: false,
        }
    }
}

impl Default for Variant {
    fn default() -> Self {
        Base::International.into()
    }
}

/// The name that [`Variant::from_str`] reads back: modifiers first, then the row.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.duty {
            CaptureDuty::Compulsory => "",
            CaptureDuty::Optional => "optional-",
            CaptureDuty::OptionalAny => "optional-any-",
        })?;
        match (self.losing, self.base) {
            (true, Base::International) => f.write_str("losing"),
            (true, base) => write!(f, "losing-{}", base.name()),
            (false, base) => f.write_str(base.name()),
        }
    }
}

/// A name that is no variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "unknown variant '{name}': expected one of {}, optionally behind 'optional-', \
     'optional-any-' and 'losing-'",
    Base::ALL.map(Base::name).join(", ")
)]
pub struct VariantError {
    /// The name that was given.
    pub name: String,
}

impl FromStr for Variant {
    type Err = VariantError;

    /// Reads a name or alias in any case, with modifiers in front in any order.
    fn from_str(text: &str) -> Result<Self, VariantError> {
        let name = text.trim().to_ascii_lowercase();
        let (mut rest, mut duty, mut losing) = (name.as_str(), CaptureDuty::Compulsory, false);
        loop {
            let fresh = duty == CaptureDuty::Compulsory;
            if let Some(tail) = rest.strip_prefix("optional-any-").filter(|_| fresh) {
                (rest, duty) = (tail, CaptureDuty::OptionalAny);
            } else if let Some(tail) = rest.strip_prefix("optional-").filter(|_| fresh) {
                (rest, duty) = (tail, CaptureDuty::Optional);
            } else if let Some(tail) = rest.strip_prefix("losing-").filter(|_| !losing) {
                (rest, losing) = (tail, true);
            } else {
                break;
            }
        }
        let giveaway = ["losing", "antidraughts", "giveaway", "suicide"].contains(&rest);
        let base = match rest {
            _ if giveaway && !losing => Some(Base::International),
            "poddavki" if !losing => Some(Base::Russian),
            _ => Base::by_name(rest),
        };
        let losing = losing || giveaway || rest == "poddavki";
        base.map(|base| Self { base, duty, losing })
            .ok_or_else(|| VariantError {
                name: text.to_owned(),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for base in Base::ALL {
            for name in base.names() {
                assert_eq!(name.parse(), Ok(Variant::from(base)), "{name}");
            }
            for duty in [
                CaptureDuty::Compulsory,
                CaptureDuty::Optional,
                CaptureDuty::OptionalAny,
            ] {
                for losing in [false, true] {
                    let variant = Variant { base, duty, losing };
                    assert_eq!(variant.to_string().parse(), Ok(variant), "{variant}");
                }
            }
        }
    }

    #[test]
    fn aliases_and_modifiers_combine() {
        let parse = |name: &str| name.parse::<Variant>().map(|variant| variant.to_string());
        let cases = [
            ("Standard", "international"),
            ("antidraughts", "losing"),
            ("losing-normal", "losing"),
            ("losing-optional-english", "optional-losing-english"),
            ("optional-losing", "optional-losing"),
            ("optional-any-american", "optional-any-english"),
            ("poddavki", "losing-russian"),
            ("frysk!", "frysk"),
        ];
        for (name, expected) in cases {
            assert_eq!(parse(name).as_deref(), Ok(expected), "{name}");
        }
        for wrong in [
            "",
            "losing-losing-english",
            "losing-losing",
            "optional-",
            "turkish",
            "é",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
