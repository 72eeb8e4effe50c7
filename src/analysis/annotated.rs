//! Judged games as PDN.
//!
//! ```text
//! 1. 32-28 {[%eval 0.05] depth 9} 19-23 $2 {[%eval 1.02] depth 9; mistake loses 0.97 men, 20.1 points}
//! (1... 18-23 2. 33-29 {0.05}) 2. 28x19 ...
//! ```
//!
//! Behind each move that was judged stands the value of the position after it, in men from White
//! (beyond 90 it is proven: 99.95 is a win of White in 5 plies), and the depth of the search. A move
//! that is marked has its number in game files in place of the one it had, what it loses, and the
//! better line with its value. What the source says beside its moves stays, behind that; the tag
//! `Annotator` is ours.

use std::fmt::Write as _;

use super::game::JudgedGame;
use super::record::MoveRecord;
use crate::notation::{GameRecord, RecordedMove, parse_move, write_record};
use crate::position::Position;
use crate::rules::Variant;

/// Most moves of a better line.
const LINE_MOVES: usize = 12;
/// Numbers of the marks from `!` to `?!`, of which a move has one.
const MARKS: std::ops::RangeInclusive<u8> = 1..=6;

/// A game as PDN, with what was found about its moves.
pub fn annotated(source: &GameRecord, judged: &JudgedGame) -> String {
    let mut record = source.clone();
    record.tags.retain(|(name, _)| name != "Annotator");
    let annotator = concat!("damocles ", env!("CARGO_PKG_VERSION"));
    record
        .tags
        .push(("Annotator".to_owned(), annotator.to_owned()));
    let moves = record.moves.iter_mut().zip(source.positions());
    for (index, (recorded, pos)) in moves.enumerate() {
        if let Some(note) = judged.at(index + 1) {
            remark(source.variant, pos, recorded, note);
        }
    }
    write_record(&record)
}

/// Adds what was found about a move to what stands behind it.
fn remark(variant: Variant, pos: Position, recorded: &mut RecordedMove, note: &MoveRecord) {
    let mut comment = format!("[%eval {:.2}] depth {}", note.after, note.depth);
    if let Some(mark) = note.mark {
        recorded
            .annotations
            .retain(|number| !MARKS.contains(number));
        recorded.annotations.insert(0, mark.nag());
        let (men, points) = (note.loss_men, note.loss_points);
        let _ = write!(
            comment,
            "; {} loses {men:.2} men, {points:.1} points",
            mark.name()
        );
        let mut better = better_line(variant, pos, note);
        if let Some(last) = better.last_mut() {
            last.comments.push(format!("{:.2}", note.before));
            recorded.variations.insert(0, better);
        }
    }
    recorded.comments.insert(0, comment);
}

/// The beginning of the better line.
fn better_line(variant: Variant, mut pos: Position, note: &MoveRecord) -> Vec<RecordedMove> {
    let moves = note.line.iter().take(LINE_MOVES).map_while(|text| {
        let mv = parse_move(variant, &pos, text).ok()?;
        pos = pos.after(mv);
        Some(RecordedMove::new(mv))
    });
    moves.collect()
}
