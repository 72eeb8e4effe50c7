//! The rows of the draw rules: one `static` for each rule book or site and its game.
//!
//! Sources are named beside the rows. World federation = the rules of international and English
//! draughts; draughts-64 section = the international rules on 64 squares, Russian and Brazilian;
//! lidraughts = that site, from its public source; dctl = R. Halbersma's draughts library. A row
//! without a known source is the custom that its comment names.

use super::{Counter, DrawRules, Ending, Length, Material, Restart};
use crate::rules::Base;

/// Only kings have moved and nothing has been captured for so many moves of each side.
const fn king_moves(moves: u8) -> Counter {
    Counter {
        material: Material::Any,
        restart: Restart::CaptureOrManMove,
        length: Length::Each(moves),
        waits: None,
    }
}

/// So many moves of each side in an ending of a lone king.
const fn ending(ending: Ending, moves: u8) -> Counter {
    Counter {
        material: Material::LoneKing(ending),
        restart: Restart::NewEnding,
        length: Length::Each(moves),
        waits: None,
    }
}

/// The balance has not changed for so many moves of each side, kings being on both sides.
const fn balance(least: u8, most: u8, moves: u8) -> Counter {
    Counter {
        material: Material::KingsOnBothSides { least, most },
        restart: Restart::CaptureOrCrowning,
        length: Length::Each(moves),
        waits: None,
    }
}

/// Nothing is a draw.
pub(super) static NONE: DrawRules = DrawRules {
    name: "no draws",
    repetition: None,
    men_count: false,
    counters: &[],
};

/// Only repetition: Portuguese federation, on claim; Thai custom, no authority found.
pub(super) static REPETITION: DrawRules = DrawRules {
    name: "repetition only",
    repetition: Some(3),
    men_count: false,
    counters: &[],
};

pub(super) static INTERNATIONAL: DrawRules = DrawRules {
    name: "world federation, international",
    repetition: Some(3),
    men_count: false,
    counters: &[
        king_moves(25),
        ending(Ending::Three, 16), // counted from the move that made the material
        ending(Ending::OneOrTwo, 5), // likewise
    ],
};

pub(super) static KILLER: DrawRules = DrawRules {
    name: "killer",
    repetition: Some(3),
    men_count: false,
    // As international, but without its endings: the game was made so that two kings beat one.
    counters: &[king_moves(25)],
};

pub(super) static FRISIAN: DrawRules = DrawRules {
    name: "Frisian federation",
    repetition: None, // by agreement or by the arbiter only
    men_count: false,
    counters: &[
        Counter {
            restart: Restart::CaptureOrCrowning,
            ..ending(Ending::TwoKings, 7)
        },
        Counter {
            // At once, unless a capture is pending.
            restart: Restart::CaptureOrCrowning,
            waits: Some(Base::Frisian),
            ..ending(Ending::OneKing, 0)
        },
    ],
};

pub(super) static FRISIAN_LIDRAUGHTS: DrawRules = DrawRules {
    name: "lidraughts, Frisian",
    repetition: None, // lidraughts
    men_count: false,
    counters: &[
        Counter {
            restart: Restart::CaptureOrCrowning,
            ..ending(Ending::TwoKings, 7)
        },
        // The site cannot tell a pending capture and gives two moves each instead.
        Counter {
            restart: Restart::CaptureOrCrowning,
            ..ending(Ending::OneKing, 2)
        },
    ],
};

pub(super) static RUSSIAN: DrawRules = DrawRules {
    name: "draughts-64 section, Russian",
    repetition: Some(3),
    men_count: false,
    // Each rule of the section stands by itself: the balance rules are for games in which men
    // still move, since fifteen moves of kings alone draw whatever else is on the board.
    counters: &[
        king_moves(15),
        ending(Ending::ThreeKingsOrMore, 15), // counted from when the balance was made
        balance(4, 5, 30),
        balance(6, 7, 60),
        ending(Ending::ThreeOnMainRoad, 5),
        ending(Ending::OneOrTwo, 5),
    ],
};

pub(super) static RUSSIAN_LIDRAUGHTS: DrawRules = DrawRules {
    name: "lidraughts, Russian and Brazilian",
    repetition: Some(3),
    men_count: false,
    counters: &[
        // The site takes the balance rules to replace the rule of fifteen king moves.
        Counter {
            material: Material::KingsOnBothSides {
                least: 8,
                most: u8::MAX,
            },
            ..king_moves(15)
        },
        Counter {
            restart: Restart::CaptureOrCrowning,
            ..ending(Ending::ThreeKingsOrMore, 15)
        },
        balance(4, 5, 30),
        balance(6, 7, 60),
        ending(Ending::ThreeOnMainRoad, 5),
        ending(Ending::OneOrTwo, 5), // never restarted once reached
    ],
};

pub(super) static BRAZILIAN: DrawRules = DrawRules {
    name: "Brazilian confederation",
    repetition: Some(3),
    men_count: false,
    counters: &[king_moves(20)], // twenty on 64 squares
};

pub(super) static ENGLISH: DrawRules = DrawRules {
    name: "world federation, English",
    repetition: Some(3),
    men_count: false,
    counters: &[king_moves(40)],
};

pub(super) static ITALIAN: DrawRules = DrawRules {
    name: "Italian federation",
    repetition: Some(3), // its short rules; the regulation that dctl quotes says the fourth time
    men_count: false,
    counters: &[king_moves(40)],
};

pub(super) static POOL: DrawRules = DrawRules {
    name: "American pool",
    repetition: Some(3),
    men_count: false,
    counters: &[
        king_moves(15), // dctl: 30 plies
        // Three kings have thirteen moves; a capture with the fourteenth is too late.
        Counter {
            length: Length::Stronger(13),
            ..ending(Ending::ThreeKings, 13)
        },
    ],
};

pub(super) static SPANISH: DrawRules = DrawRules {
    name: "Spanish",
    repetition: Some(3),
    men_count: false,
    counters: &[king_moves(20)],
};

pub(super) static CZECH: DrawRules = DrawRules {
    name: "Czech federation",
    repetition: Some(3), // on claim
    men_count: false,
    counters: &[king_moves(15)],
};

pub(super) static DREAM_GAMES: DrawRules = DrawRules {
    name: "Dream Games",
    repetition: Some(3),
    men_count: false,
    counters: &[king_moves(25)],
};

pub(super) static VSPOCKET: DrawRules = DrawRules {
    name: "VSPocket",
    repetition: None,
    men_count: false,
    counters: &[king_moves(40)],
};

pub(super) static FORTY_MOVES: DrawRules = DrawRules {
    name: "forty moves",
    repetition: None,
    men_count: true,
    // Plain moves of men count here, so this may end a closed game in which no king ever was.
    counters: &[Counter {
        restart: Restart::CaptureOrCrowning,
        ..king_moves(40)
    }],
};
