//! What people are told of positions, scores and lines of play.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use crate::notation::Signs;
use crate::position::{Position, Side};
use crate::search::Score;

/// The name of a side.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// The signs for pieces on standard output: pictures for people, letters for files and pipes, or
/// if `ascii` asks for them.
pub(super) fn signs(ascii: bool) -> Signs {
    if ascii || !io::stdout().is_terminal() {
        Signs::Ascii
    } else {
        Signs::Unicode
    }
}

/// The pieces of both sides: `White 3 men, 1 king; Black 5 men`.
pub(super) fn material(pos: &Position) -> String {
    let count = |number: u32, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    };
    let of = |side| {
        let (men, kings) = (pos.men(side).len(), pos.kings_of(side).len());
        let mut text = name(side).to_owned();
        if men > 0 || kings == 0 {
            let _ = write!(text, " {}", count(men, "man", "men"));
        }
        if kings > 0 {
            let comma = if men > 0 { "," } else { "" };
            let _ = write!(text, "{comma} {}", count(kings, "king", "kings"));
        }
        text
    };
    format!("{}; {}", of(Side::White), of(Side::Black))
}

/// A score in a table: men with their sign, or the plies to a proven end.
pub(super) fn score(score: Score) -> String {
    match (score.plies_to_end(), score > Score::DRAW) {
        (Some(plies), true) => format!("win in {plies}"),
        (Some(plies), false) => format!("loss in {plies}"),
        (None, _) if score < Score::DRAW => score.to_string(),
        (None, _) => format!("+{score}"),
    }
}

/// What a score of `side` means: `win in 3 moves (5 plies) for White`, `Black is better`.
pub(super) fn opinion(score: Score, side: Side) -> String {
    /// Hundredths of a man from which on an advantage is called so.
    const DEGREES: [(i16, &str); 4] = [
        (300, "is winning"),
        (130, "is much better"),
        (60, "is better"),
        (20, "is slightly better"),
    ];
    let better = name(if score < Score::DRAW { !side } else { side });
    if let Some(plies) = score.plies_to_end() {
        let moves = plies.div_ceil(2);
        let (s, ies) = (plural(moves, "", "s"), plural(plies, "y", "ies"));
        return format!("win in {moves} move{s} ({plies} pl{ies}) for {better}");
    }
    if score.is_decisive() {
        return format!("win for {better}");
    }
    let size = score.hundredths().abs();
    DEGREES
        .into_iter()
        .find(|&(least, _)| size >= least)
        .map_or_else(
            || "about even".to_owned(),
            |(_, words)| format!("{better} {words}"),
        )
}

const fn plural(number: u16, one: &'static str, many: &'static str) -> &'static str {
    if number == 1 { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;
    use crate::rules::Variant;

    #[test]
    fn scores_are_put_into_words() {
        let cases = [
            (
                Score::win_in(5),
                "win in 5",
                "win in 3 moves (5 plies) for Black",
            ),
            (
                Score::win_in(1),
                "win in 1",
                "win in 1 move (1 ply) for Black",
            ),
            (
                Score::loss_in(12),
                "loss in 12",
                "win in 6 moves (12 plies) for White",
            ),
            (Score::BITBASE_WIN, "+90.00", "win for Black"),
            (Score::evaluation(-75), "-0.75", "White is better"),
            (Score::evaluation(25), "+0.25", "Black is slightly better"),
            (Score::DRAW, "+0.00", "about even"),
        ];
        for (value, short, long) in cases {
            assert_eq!(score(value), short);
            assert_eq!(opinion(value, Side::Black), long);
        }
    }

    #[test]
    fn material_is_counted_by_kind() {
        let cases = [
            ("W:W28,K3:B23", "White 1 man, 1 king; Black 1 man"),
            ("W:WK28,K3:B", "White 2 kings; Black 0 men"),
        ];
        for (fen, expected) in cases {
            let pos = parse_position(Variant::default(), fen).expect("a position");
            assert_eq!(material(&pos), expected);
        }
    }
}
