//! A game with all that a file says of it.

use super::pdn::{PdnError, other_variant, tag};
use super::pdn_write::GameResult;
use crate::position::{Move, Position};
use crate::rules::Variant;

/// A game as a file tells it: tags, moves, and what people wrote beside them.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Names and values of the tags, in their order, without escapes.
    pub tags: Vec<(String, String)>,
    /// The rules that the game was read by.
    pub variant: Variant,
    /// Where the game begins.
    pub start: Position,
    /// Comments in front of the first move.
    pub comments: Vec<String>,
    /// The main line, every move legal where it stands.
    pub moves: Vec<RecordedMove>,
    /// The result behind the moves as it was written, otherwise that of the tag `Result`.
    pub result: Option<String>,
    /// What stands behind the last move that could be read, if there is a fault.
    pub unread: Option<String>,
}

/// A move and what was written beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// Numbers of annotations (NAG): 1 for `!`, 2 for `?`, 3 for `!!`, 4 for `??`, 5 for `!?`,
    /// 6 for `?!`, others as the PDN text lists them.
    pub annotations: Vec<u8>,
    /// Comments behind the move.
    pub comments: Vec<String>,
    /// Other ways to go on from the position before this move.
    pub variations: Vec<Vec<Self>>,
}

impl RecordedMove {
    /// A move with nothing beside it.
    pub const fn new(mv: Move) -> Self {
        Self {
            mv,
            annotations: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }
}

impl GameRecord {
    /// A game without moves from the start position of a variant.
    pub fn new(variant: Variant) -> Self {
        Self {
            tags: Vec::new(),
            variant,
            start: Position::start(variant),
            comments: Vec::new(),
            moves: Vec::new(),
            result: None,
            unread: None,
        }
    }

    /// The value of the first tag of a name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }

    /// Who has won. In English draughts and pool `1-0` is a win of the side that begins, which is
    /// Black unless the game says otherwise.
    pub fn winner(&self) -> GameResult {
        let text = self.result.as_deref().unwrap_or_default();
        GameResult::parse(self.variant, self.start.side(), text)
    }

    /// The rules that the tags tell of, if they are others than these: a name, or the number of a
    /// type. A known name in the tag `Variant` goes before the tag `GameType`.
    pub fn other_variant(&self, variant: Variant) -> Option<String> {
        other_variant(variant, &self.tags)
    }

    /// The positions of the main line, the first before any move.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut pos = self.start;
        let behind = self.moves.iter().map(move |recorded| {
            pos = pos.after(recorded.mv);
            pos
        });
        std::iter::once(self.start).chain(behind)
    }
}

/// A game that was read, and what was wrong with it.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadGame {
    /// The number of the game in its text, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The column in which it begins, in characters, from 1.
    pub column: usize,
    /// What could be read of it.
    pub record: GameRecord,
    /// Its faults, in their order; a game without any is sound.
    pub faults: Vec<PdnError>,
}

impl ReadGame {
    /// Counts the game as one behind `before` others.
    pub fn count_from(&mut self, before: usize) {
        self.number += before;
        for fault in &mut self.faults {
            fault.game += before;
        }
    }
}
