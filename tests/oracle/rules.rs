//! The rules of each variant as answers to a fixed list of questions.
//!
//! The answers follow tables A and B and section 5 of the rules fact sheet. Each variant is
//! written as another one with its differences; the order of the questions is that of table B.

use super::Side;

/// In which corner nearest to a player there is a playing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    DarkLeft,
    DarkRight,
}

/// How squares are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// 1 is at the top left, then row by row as one reads.
    FromTopLeft,
    /// 1 is at the bottom right, then leftwards, row by row upwards.
    FromBottomRight,
    /// `a1` is at the bottom left.
    Letters,
}

/// Where a man may jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ManCaptures {
    Forward,
    EveryWay,
}

/// The lines along which pieces capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CaptureLines {
    Diagonals,
    /// Also along rows and columns, in steps of two.
    EightDirections,
}

/// How far a king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KingReach {
    OneStep,
    Flying,
}

/// Where a flying king may come down behind the piece it jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    Anywhere,
    RightBehind,
    /// Killer: right behind, if the piece taken last is a king; otherwise anywhere.
    RightBehindLastKing,
    /// Killer light: the same, but anywhere if only one piece is taken.
    RightBehindLastKingOfSeveral,
}

/// What becomes of a man that reaches the last row in the middle of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crowning {
    /// It stays a man, and is crowned only where the chain ends on that row.
    AtRest,
    /// It is a king from there on.
    InPassing,
}

/// Which of the possible captures must be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precedence {
    /// Any of them.
    Free,
    /// Those that take most pieces.
    MostPieces,
    /// Those that take most pieces, and among them those that take most kings.
    MostPiecesThenKings,
    /// The four Italian laws.
    FourLaws,
    /// Those by a king, if there are any.
    KingsFirst,
    /// Those of the highest value, and among them those by a king, if there are any.
    FrisianValue,
}

/// Whether a man may take a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ManTakesKing {
    Allowed,
    Forbidden,
}

/// When jumped pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Removal {
    AtTheEnd,
    AtOnce,
}

/// Whether a side that can capture must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obligation {
    Compulsory,
    Optional,
}

/// What is special to one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extra {
    None,
    /// Frisian: not more than three consecutive quiet moves with one king.
    ThreeKingMoves,
    /// Breakthrough: nobody moves once a king is on the board.
    FirstKingEndsTheGame,
}

/// The rules of one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OracleRules {
    /// Number of rows and of columns.
    pub(super) size: usize,
    pub(super) corner: Corner,
    pub(super) numbering: Numbering,
    /// How many rows of men each side has at the start.
    pub(super) rows_of_men: usize,
    pub(super) first_mover: Side,
    pub(super) man_captures: ManCaptures,
    pub(super) capture_lines: CaptureLines,
    pub(super) king_reach: KingReach,
    pub(super) landing: Landing,
    pub(super) crowning: Crowning,
    pub(super) precedence: Precedence,
    pub(super) man_takes_king: ManTakesKing,
    pub(super) removal: Removal,
    pub(super) obligation: Obligation,
    pub(super) extra: Extra,
}

const INTERNATIONAL: OracleRules = OracleRules {
    size: 10,
    corner: Corner::DarkLeft,
    numbering: Numbering::FromTopLeft,
    rows_of_men: 4,
    first_mover: Side::White,
    man_captures: ManCaptures::EveryWay,
    capture_lines: CaptureLines::Diagonals,
    king_reach: KingReach::Flying,
    landing: Landing::Anywhere,
    crowning: Crowning::AtRest,
    precedence: Precedence::MostPieces,
    man_takes_king: ManTakesKing::Allowed,
    removal: Removal::AtTheEnd,
    obligation: Obligation::Compulsory,
    extra: Extra::None,
};

const KILLER: OracleRules = OracleRules {
    landing: Landing::RightBehindLastKing,
    ..INTERNATIONAL
};

const KILLER_LIGHT: OracleRules = OracleRules {
    landing: Landing::RightBehindLastKingOfSeveral,
    ..INTERNATIONAL
};

const BREAKTHROUGH: OracleRules = OracleRules {
    extra: Extra::FirstKingEndsTheGame,
    ..INTERNATIONAL
};

const FRISIAN: OracleRules = OracleRules {
    capture_lines: CaptureLines::EightDirections,
    precedence: Precedence::FrisianValue,
    extra: Extra::ThreeKingMoves,
    ..INTERNATIONAL
};

const FRYSK: OracleRules = OracleRules {
    rows_of_men: 1,
    ..FRISIAN
};

const BRAZILIAN: OracleRules = OracleRules {
    size: 8,
    numbering: Numbering::Letters,
    rows_of_men: 3,
    ..INTERNATIONAL
};

const RUSSIAN: OracleRules = OracleRules {
    crowning: Crowning::InPassing,
    precedence: Precedence::Free,
    ..BRAZILIAN
};

const CZECH: OracleRules = OracleRules {
    man_captures: ManCaptures::Forward,
    precedence: Precedence::KingsFirst,
    ..BRAZILIAN
};

const POOL: OracleRules = OracleRules {
    numbering: Numbering::FromTopLeft,
    first_mover: Side::Black,
    precedence: Precedence::Free,
    ..BRAZILIAN
};

const ENGLISH: OracleRules = OracleRules {
    man_captures: ManCaptures::Forward,
    king_reach: KingReach::OneStep,
    ..POOL
};

const THAI: OracleRules = OracleRules {
    rows_of_men: 2,
    first_mover: Side::White,
    man_captures: ManCaptures::Forward,
    landing: Landing::RightBehind,
    removal: Removal::AtOnce,
    ..POOL
};

const SPANISH: OracleRules = OracleRules {
    corner: Corner::DarkRight,
    numbering: Numbering::FromBottomRight,
    man_captures: ManCaptures::Forward,
    precedence: Precedence::MostPiecesThenKings,
    ..BRAZILIAN
};

const ITALIAN: OracleRules = OracleRules {
    corner: Corner::DarkRight,
    numbering: Numbering::FromTopLeft,
    man_captures: ManCaptures::Forward,
    king_reach: KingReach::OneStep,
    precedence: Precedence::FourLaws,
    man_takes_king: ManTakesKing::Forbidden,
    ..BRAZILIAN
};

impl OracleRules {
    /// The rules of the variant with this name, if the oracle knows it.
    ///
    /// Before the name of a variant may stand `losing-` (the moves are the same), `optional-`
    /// (quiet moves stay legal beside captures, reading (a) of section 5.10 of the fact sheet) or
    /// `optional-any-` (also without precedence among the captures, reading (b)).
    pub(crate) fn parse(name: &str) -> Option<OracleRules> {
        if let Some(base) = name.strip_prefix("losing-") {
            return OracleRules::parse(base);
        }
        if let Some(base) = name.strip_prefix("optional-any-") {
            return Some(OracleRules {
                precedence: Precedence::Free,
                obligation: Obligation::Optional,
                ..OracleRules::parse(base)?
            });
        }
        if let Some(base) = name.strip_prefix("optional-") {
            return Some(OracleRules {
                obligation: Obligation::Optional,
                ..OracleRules::parse(base)?
            });
        }
        Some(match name {
            "international" => INTERNATIONAL,
            "english" => ENGLISH,
            "russian" => RUSSIAN,
            "brazilian" => BRAZILIAN,
            "spanish" | "portuguese" => SPANISH,
            "italian" => ITALIAN,
            "czech" => CZECH,
            "pool" => POOL,
            "thai" => THAI,
            "frisian" => FRISIAN,
            "frysk" => FRYSK,
            "killer" => KILLER,
            "killer-light" => KILLER_LIGHT,
            "breakthrough" => BREAKTHROUGH,
            _ => return None,
        })
    }
}
