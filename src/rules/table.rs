//! The table of variants: one `const Rules` each, written as *base with differences*.
//!
//! Beside each field stands where its answer comes from. An article number stands only where the
//! article, its heading, or a reference to it in dctl (R. Halbersma's draughts library) was seen;
//! elsewhere the source has its name alone.
//!
//! FMJD = Official FMJD Rules for International Draughts, annex 1, November 2015. WCDF = Rules of
//! Draughts of the World Checkers/Draughts Federation. FID = technical regulation of the Italian
//! federation, chapter I, 2008. FPD = rules of classic draughts of the Portuguese federation, 2013.
//! CFD = full rules of Czech draughts of the Czech federation. APCA = tournament rules of the
//! American Pool Checker Association. Kodeks = Russian code of draughts, 2004. FRD = Official Rules
//! for Frisian Draughts, 2011. PDN = the list of game types at pdn.fmjd.org. Rule pages are the
//! pages of clubs and game sites. Where sources differ the field says which reading is used.

use super::variant::Base;
use super::{Aim, Crowning, FirstMove, Landing, Priority, Removal, Rules};
use crate::board::{Geometry, Numbering};

/// The rules of `base`.
pub(super) const fn rules(base: Base) -> Rules {
    match base {
        Base::International => INTERNATIONAL,
        Base::English => ENGLISH,
        Base::Russian => RUSSIAN,
        Base::Brazilian => BRAZILIAN,
        Base::Spanish => SPANISH,
        Base::Portuguese => PORTUGUESE,
        Base::Italian => ITALIAN,
        Base::Czech => CZECH,
        Base::Pool => POOL,
        Base::Thai => THAI,
        Base::Frisian => FRISIAN,
        Base::Frysk => FRYSK,
        Base::Killer => KILLER,
        Base::KillerLight => KILLER_LIGHT,
        Base::Breakthrough => BREAKTHROUGH,
    }
}

const INTERNATIONAL: Rules = Rules {
    geometry: Geometry::BOARD10, // FMJD 2.1, 2.4: ten by ten, dark corner at the left
    numbering: Numbering::TopLeft, // FMJD 2.6
    start_ranks: 4,              // FMJD 2.8
    first_move: FirstMove::White, // FMJD 3.3
    flying_kings: true,          // FMJD 3.9
    men_capture_backwards: true, // FMJD 4.1
    orthogonal_captures: false,  // FMJD 4.2, 4.3: diagonally
    men_capture_kings: true,     // FMJD 3.1, 4.2: a piece, man or king
    crowning: Crowning::AtRest,  // FMJD 3.5, 4.15
    landing: Landing::Any,       // FMJD 4.3, 4.6
    removal: Removal::AtEnd,     // FMJD 4.11; 4.8: none is passed over twice
    priority: Priority::MostPieces, // FMJD 4.13, king and man alike
    king_move_limit: None,       // none in FMJD
    aim: Aim::Blockade,          // FMJD 7.2.2, 7.2.3
    game_type: Some(20),         // PDN
};

const BRAZILIAN: Rules = Rules {
    geometry: Geometry::BOARD8, // PDN type 26; the rules of movement are the FMJD ones
    numbering: Numbering::Algebraic, // PDN type 26: letters
    start_ranks: 3,             // Brazilian rule pages: twelve men each
    game_type: Some(26),        // PDN
    ..INTERNATIONAL
};

const RUSSIAN: Rules = Rules {
    crowning: Crowning::InPassing, // Kodeks 1.5.15: crowned in mid-capture, goes on as king
    priority: Priority::Free,      // Russian rule pages: any capture, but complete
    game_type: Some(25),           // PDN
    ..BRAZILIAN
};

const POOL: Rules = Rules {
    numbering: Numbering::TopLeft, // APCA 5: Black on the first twelve squares
    first_move: FirstMove::Black,  // APCA 7: Black begins
    crowning: Crowning::AtRest,    // APCA 16: crowned only where the capture ends
    game_type: Some(23),           // PDN
    ..RUSSIAN
};

const ENGLISH: Rules = Rules {
    geometry: Geometry::BOARD8,    // WCDF 1.1, 1.4: dark corner at the left
    numbering: Numbering::TopLeft, // WCDF 1.5
    start_ranks: 3,                // WCDF 1.11
    first_move: FirstMove::Black,  // PDN type 21: Black begins
    flying_kings: false,           // WCDF 1.17
    men_capture_backwards: false,  // WCDF 1.18
    priority: Priority::Free,      // WCDF 1.20
    game_type: Some(21),           // PDN
    ..INTERNATIONAL
};

const ITALIAN: Rules = Rules {
    geometry: Geometry::BOARD8_MIRRORED, // FID 2.3: dark corner at the right
    first_move: FirstMove::White,        // FID 3.4
    men_capture_kings: false,            // FID 5.3: a man may not take a king
    priority: Priority::ItalianLaws,     // FID 6.6 to 6.9; the fourth law compares the whole order
    game_type: Some(22),                 // PDN
    ..ENGLISH
};

const SPANISH: Rules = Rules {
    geometry: Geometry::BOARD8_MIRRORED, // Spanish rule pages: dark corner at the right
    numbering: Numbering::BottomRight,   // PDN type 24: square 1 at White's right
    start_ranks: 3,                      // Spanish rule pages
    men_capture_backwards: false,        // Spanish rule pages
    priority: Priority::MostPiecesThenKings, // Spanish rule pages: quantity, then quality
    game_type: Some(24),                 // PDN
    ..INTERNATIONAL
};

const PORTUGUESE: Rules = Rules {
    game_type: Some(28), // PDN; the rules of movement are the Spanish ones (FPD 2.2, 3.1)
    ..SPANISH
};

const CZECH: Rules = Rules {
    men_capture_backwards: false,   // CFD 4.1
    crowning: Crowning::AtRest,     // Czech rule pages: crowning ends the move
    priority: Priority::KingsFirst, // CFD 4.14: a king that can capture goes before men
    game_type: Some(29),            // PDN
    ..RUSSIAN
};

const THAI: Rules = Rules {
    numbering: Numbering::TopLeft, // PDN type 31
    start_ranks: 2,                // Thai descriptions: eight men each
    men_capture_backwards: false,  // Thai descriptions
    crowning: Crowning::AtRest,    // Thai descriptions: crowning ends the move
    landing: Landing::Behind,      // Thai descriptions: right behind the piece
    removal: Removal::AtOnce,      // Thai descriptions; a king may turn straight back
    game_type: Some(31),           // PDN, which lets Black begin; we let White begin
    ..RUSSIAN
};

const FRISIAN: Rules = Rules {
    orthogonal_captures: true,        // FRD 7
    priority: Priority::FrisianValue, // as in dctl: n kings lie between 2n-1 and 2n men
    king_move_limit: Some(3),         // friesdammen.nl: three times in succession
    game_type: Some(40),              // PDN
    ..INTERNATIONAL
};

const FRYSK: Rules = Rules {
    start_ranks: 1,      // lidraughts: five men each, all else Frisian
    game_type: Some(97), // lidraughts
    ..FRISIAN
};

const KILLER: Rules = Rules {
    landing: Landing::BehindLastKing, // Amsterdam killer event of 2005: stop behind a king
    game_type: None,                  // none in use beyond one program
    ..INTERNATIONAL
};

const KILLER_LIGHT: Rules = Rules {
    landing: Landing::BehindLastKingOfSeveral, // the "light" or "modern" form of some sites
    ..KILLER
};

const BREAKTHROUGH: Rules = Rules {
    aim: Aim::FirstKing, // lidraughts: who first has a king wins
    game_type: Some(96), // lidraughts
    ..INTERNATIONAL
};
