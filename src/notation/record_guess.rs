//! The rules of games that do not tell them.
//!
//! They are the first of a few under which a game has no fault, otherwise those under which most of
//! its moves are legal. What comes first is seen from the squares: letters are those of Russian
//! draughts if nothing speaks against it, and a board full of pieces with no number above 32 has
//! 8x8 squares.

use super::record::ReadGame;
use crate::rules::{Base, Variant};

/// What squares say about a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Looks {
    /// Squares have letters.
    Letters,
    /// Numbers of 8x8 squares.
    Small,
    /// Any numbers.
    Numbers,
}

/// So many pieces do not stand on the upper two thirds of a 10x10 board alone.
const FULL: usize = 16;

/// What a game looks like whose first move has letters or not, and whose position is this.
pub(super) fn looks(has_letters: bool, fen: Option<&str>) -> Looks {
    let fen = fen.unwrap_or_default();
    let letters = fen.as_bytes().windows(2);
    let mut letters = letters.filter(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    if has_letters || letters.next().is_some() {
        return Looks::Letters;
    }
    let (mut pieces, mut highest, mut before) = (0, 0, 0);
    for item in fen.split_inclusive(|next: char| !next.is_ascii_digit()) {
        let digits = item.trim_end_matches(|next: char| !next.is_ascii_digit());
        let Ok(number) = digits.parse::<usize>() else {
            before = 0;
            continue;
        };
        // In a range the squares between count as well.
        pieces += if before > 0 {
            number.saturating_sub(before)
        } else {
            1
        };
        before = if item.ends_with('-') { number } else { 0 };
        highest = highest.max(number);
    }
    if pieces >= FULL && highest <= 32 {
        Looks::Small
    } else {
        Looks::Numbers
    }
}

/// The best reading of a game that looks like this.
pub(super) fn guess(looks: Looks, read: impl Fn(Variant) -> ReadGame) -> ReadGame {
    use Base::{Brazilian, English, International, Russian};
    let usual = match looks {
        Looks::Letters => [Russian, Brazilian, English, International],
        Looks::Small => [English, Russian, Brazilian, International],
        Looks::Numbers => [International, English, Russian, Brazilian],
    };
    let mut best: Option<ReadGame> = None;
    for base in usual {
        let game = read(base.into());
        if game.faults.is_empty() {
            return game;
        }
        let moves = |game: &ReadGame| game.record.moves.len();
        if best.as_ref().is_none_or(|best| moves(best) < moves(&game)) {
            best = Some(game);
        }
    }
    best.unwrap_or_else(|| read(Variant::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_told_from_their_squares() {
        let cases = [
            (None, Looks::Numbers),
            (Some("W:W31-50:B1-20"), Looks::Numbers),
            (Some("W:W21-32:B1-12"), Looks::Small),
            (
                Some("B:W32,31,30,29,28,27,26,25,24:B1,2,3,4,5,6,7,K8."),
                Looks::Small,
            ),
            (Some("W:W31,32:B1,2"), Looks::Numbers),
            (Some("W:Wa1,c1:Bb8"), Looks::Letters),
            (Some("W:WK99999999999999999999:B-"), Looks::Numbers),
        ];
        for (fen, expected) in cases {
            assert_eq!(looks(false, fen), expected, "{fen:?}");
        }
        assert_eq!(looks(true, None), Looks::Letters);
    }
}
