//! The graph of the evaluation over a game.
//!
//! The height is White's expected score, so that nothing is off the scale and steps that matter
//! are high. The middle 600 by 150 units are the graph; the script knows these numbers.

use std::fmt::Write as _;

use super::super::record::MoveRecord;

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 150.0;

/// Draws the moves that were judged among so many half-moves.
pub(super) fn draw(plies: usize, moves: &[MoveRecord]) -> String {
    let x = |ply: usize| WIDTH * ply as f64 / plies.max(1) as f64;
    let y = |expected: f64| HEIGHT * (1.0 - expected / 100.0);
    let mut points = Vec::new();
    for mv in moves {
        if points.last().is_none_or(|&(ply, _)| ply != mv.ply - 1) {
            points.push((mv.ply - 1, mv.expected_before));
        }
        points.push((mv.ply, mv.expected_after));
    }
    let line: Vec<String> = points
        .iter()
        .map(|&(ply, expected)| format!("{:.1} {:.1}", x(ply), y(expected)))
        .collect();
    let mut text = String::from(
        "<svg class=\"graph\" viewBox=\"-4 -4 608 158\" role=\"img\" aria-label=\"White's expected \
         score over the game\">\n<rect width=\"600\" height=\"150\" class=\"black\"/>\n",
    );
    if let (Some(&(first, _)), Some(&(last, _))) = (points.first(), points.last()) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<path class=\"white\" d=\"M{:.1} 150L{}L{:.1} 150z\"/>",
            x(first),
            line.join("L"),
            x(last)
        );
    }
    text += "<path class=\"even\" d=\"M0 75h600\"/>\n";
    if !line.is_empty() {
        let _ = writeln!(text, "<path class=\"line\" d=\"M{}\"/>", line.join("L"));
    }
    for mv in moves {
        if let Some(mark) = mv.mark {
            let (x, y) = (x(mv.ply), y(mv.expected_after));
            let name = mark.name();
            let _ = writeln!(
                text,
                "<circle class=\"{name}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"
            );
        }
    }
    text + "<path class=\"cursor\" d=\"M0 0v150\"/></svg>"
}
