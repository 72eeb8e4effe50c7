//! What is allowed, as data: one [`Rules`] per variant, each field a question an arbiter could
//! ask.
//!
//! Responsible for the questions, the table of answers, the names of variants and the draw rules
//! that federations and sites play by. Not responsible for applying any of it: the generator
//! (`movegen`) and the game (`game`) do that.
//!
//! The table is compiled into the generator through a constant index, so that a rule costs
//! nothing where a variant does not have it. Cold code reads the same table like any struct.

mod draw;
mod table;
mod variant;

pub use draw::{Counter, DrawRules, DrawSet, Ending, Force, Length, Material, Restart};
pub use variant::{Base, CaptureDuty, Variant, VariantError};

use crate::board::{Geometry, Numbering};

/// When a man that reaches the king row becomes a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crowning {
    /// Only where its move ends; inside a capture it goes on as a man if it can.
    AtRest,
    /// At once: it goes on capturing as a king.
    InPassing,
}

/// Which of the possible captures the player must choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// Any complete capture.
    Free,
    /// The most pieces.
    MostPieces,
    /// The most pieces, then the most kings among them.
    MostPiecesThenKings,
    /// If a king can capture, a king must.
    KingsFirst,
    /// The highest value, a king counting a little less than two men; then a capture by a king.
    FrisianValue,
    /// The four Italian laws: most pieces, by a king, most kings taken, kings taken earliest.
    ItalianLaws,
}

/// Where a flying king may land behind a piece that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On any empty square, but where the capture can go on it must.
    Any,
    /// Only on the square right behind the piece.
    Behind,
    /// As `Any`, but right behind the last piece taken if that piece is a king.
    BehindLastKing,
    /// As `BehindLastKing`, but a capture of a single piece is free (Killer Light).
    BehindLastKingOfSeveral,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// All together when the move is over; until then they are walls.
    AtEnd,
    /// Each as soon as it is jumped.
    AtOnce,
}

/// What decides a game, before the modifier *losing* turns it round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The side to move that has no legal move loses.
    Blockade,
    /// The side that first has a king wins; a side without a legal move still loses.
    FirstKing,
}

/// Which side makes the first move from the start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstMove {
    /// White, as on most boards.
    White,
    /// Black, as in English draughts and pool.
    Black,
}

/// The rules of one variant. Every field is one question an arbiter could ask.
#[derive(Clone, Copy, Debug)]
// Most questions of an arbiter have the answers yes and no.
#[allow(clippy::struct_excessive_bools)]
pub struct Rules {
    /// On which board is it played?
    pub geometry: Geometry,
    /// How are the squares named in books and game files?
    pub numbering: Numbering,
    /// How many ranks of men has each side at the start?
    pub start_ranks: u8,
    /// Who begins?
    pub first_move: FirstMove,
    /// Does a king slide any distance, or only one square?
    pub flying_kings: bool,
    /// May men capture backwards?
    pub men_capture_backwards: bool,
    /// Are there captures along ranks and files too?
    pub orthogonal_captures: bool,
    /// May a man capture a king?
    pub men_capture_kings: bool,
    /// When is a man crowned that passes the king row in a capture?
    pub crowning: Crowning,
    /// Where may a king land behind a piece that it takes?
    pub landing: Landing,
    /// When do captured pieces leave the board?
    pub removal: Removal,
    /// Which captures come before others?
    pub priority: Priority,
    /// How many quiet moves in a row may a side that has men make with one king?
    pub king_move_limit: Option<u8>,
    /// What decides the game?
    pub aim: Aim,
    /// Number of the `GameType` tag of PDN, where one is in use.
    pub game_type: Option<u8>,
}
