//! The table of variants: one `const Rules` each, written as *base with differences*.
//!
//! Beside each field stands where its answer comes from: FMJD = Official FMJD Rules for
//! international draughts (chapter.article); IDF = rules of the International Draughts
//! Federation, 64 squares; WCDF = rules of standard checkers; FID = technical regulation of the
//! Italian federation; FPD = rules of the Portuguese federation; CDA = rules of the Czech
//! federation; APCA = rules of the American Pool Checkers Association; WFD = rules of the Frisian
//! World Federation; PDN = the PDN 3.0 standard's list of game types. Where sources differ the
//! field says which reading is used.

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
    geometry: Geometry::BOARD10,     // FMJD 2.1, 2.4: ten by ten, dark corner at the left
    numbering: Numbering::TopLeft,   // FMJD 2.6
    start_ranks: 4,                  // FMJD 2.7
    first_move: FirstMove::White,    // FMJD 3.2
    flying_kings: true,              // FMJD 3.9
    men_capture_backwards: true,     // FMJD 4.2
    orthogonal_captures: false,      // FMJD 4.1
    men_capture_kings: true,         // FMJD 4.2
    crowning: Crowning::AtRest,      // FMJD 4.15
    landing: Landing::Any,           // FMJD 4.3
    removal: Removal::AtEnd,         // FMJD 4.11
    priority: Priority::MostPieces,  // FMJD 4.13, king and man alike
    king_move_limit: None,           // none in FMJD
    aim: Aim::Blockade,              // FMJD 7.1
    game_type: Some(20),             // PDN
};

const BRAZILIAN: Rules = Rules {
    geometry: Geometry::BOARD8,       // IDF, Brazilian section: international rules on 64 squares
    numbering: Numbering::Algebraic,  // IDF, notation
    start_ranks: 3,                   // IDF, start position
    game_type: Some(26),              // PDN
    ..INTERNATIONAL
};

const RUSSIAN: Rules = Rules {
    crowning: Crowning::InPassing, // IDF, Russian section: crowned in mid-capture, goes on as king
    priority: Priority::Free,      // IDF, Russian section: any capture, but complete
    game_type: Some(25),           // PDN
    ..BRAZILIAN
};

const POOL: Rules = Rules {
    numbering: Numbering::TopLeft, // APCA: numbers from Black's side
    first_move: FirstMove::Black,  // APCA: Black begins
    crowning: Crowning::AtRest,    // APCA: crowned only where the capture ends
    game_type: Some(23),           // PDN
    ..RUSSIAN
};

const ENGLISH: Rules = Rules {
    geometry: Geometry::BOARD8,    // WCDF 1.1
    numbering: Numbering::TopLeft, // WCDF 1.3: Black's men on 1 to 12
    start_ranks: 3,                // WCDF 1.3
    first_move: FirstMove::Black,  // WCDF 1.6
    flying_kings: false,           // WCDF 1.12
    men_capture_backwards: false,  // WCDF 1.15
    priority: Priority::Free,      // WCDF 1.19
    game_type: Some(21),           // PDN
    ..INTERNATIONAL
};

const ITALIAN: Rules = Rules {
    geometry: Geometry::BOARD8_MIRRORED, // FID 1: dark corner at the right
    first_move: FirstMove::White,        // FID 3
    men_capture_kings: false,            // FID 5: a man may not take a king
    priority: Priority::ItalianLaws,     // FID 6; the fourth law compares the whole order
    game_type: Some(22),                 // PDN
    ..ENGLISH
};

const SPANISH: Rules = Rules {
    geometry: Geometry::BOARD8_MIRRORED,     // Spanish rule pages: dark corner at the right
    numbering: Numbering::BottomRight,       // PDN type 24: square 1 at White's right
    start_ranks: 3,                          // Spanish rule pages
    men_capture_backwards: false,            // Spanish rule pages
    priority: Priority::MostPiecesThenKings, // Spanish rule pages: quantity, then quality
    game_type: Some(24),                     // PDN
    ..INTERNATIONAL
};

const PORTUGUESE: Rules = Rules {
    game_type: Some(28), // PDN; the rules of movement are the Spanish ones (FPD 3 to 5)
    ..SPANISH
};

const CZECH: Rules = Rules {
    men_capture_backwards: false,   // CDA 3
    crowning: Crowning::AtRest,     // CDA 4: crowning ends the move
    priority: Priority::KingsFirst, // CDA 5: a king that can capture goes before men
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
    game_type: Some(31),           // PDN, which lets Black begin; we follow the sites with White
    ..RUSSIAN
};

const FRISIAN: Rules = Rules {
    orthogonal_captures: true,        // WFD 4
    priority: Priority::FrisianValue, // WFD 5; exactly: n kings lie between 2n-1 and 2n men
    king_move_limit: Some(3),         // WFD 6
    game_type: Some(40),              // PDN
    ..INTERNATIONAL
};

const FRYSK: Rules = Rules {
    start_ranks: 1,      // Frysk!: five men each, all else Frisian
    game_type: Some(97), // lidraughts
    ..FRISIAN
};

const KILLER: Rules = Rules {
    landing: Landing::BehindLastKing, // killer rules of 2005 (C. Freeling): stop behind a king
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
