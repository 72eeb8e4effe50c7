//! Games of our own as PDN.
//!
//! ```text
//! [Event "?"]
//! ...
//! [Result "1-1"]
//! [GameType "20,W,10,10,N2,0"]
//!
//! 1. 32-28 19-23 2. 28x19 14x23 1-1
//! ```
//!
//! The seven usual tags come first, then the type of the game, then a position that was set up,
//! then others. Variants that no type names, such as killer draughts and the forms with other
//! aims or duties, are named by a tag `Variant` beside the type of the game they come from.
//!
//! Results are `2-0` in international draughts and its kin, `1-0` elsewhere. In English draughts
//! and pool they are seen from the side that moves first, as the PDN text has it: `1-0` means
//! that Black has won, or White in a game that White begins. Moves are those of
//! [`write_move`](super::write_move); a side that moves first without
//! being the first of its variant is told by `1...`.

use super::record::{GameRecord, RecordedMove};
use super::record_write::write_record;
use crate::game::Game;
use crate::position::Side;
use crate::rules::{Base, FirstMove, Variant};

/// Who has won a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// This side.
    Win(Side),
    /// Nobody.
    Draw,
    /// It is not known, or the game is not over.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result that a text means in a game of a variant that `begins` began.
    pub fn parse(variant: Variant, begins: Side, text: &str) -> Self {
        let first = side_of_first_points(variant, begins);
        match text.trim() {
            "2-0" | "1-0" => Self::Win(first),
            "0-2" | "0-1" => Self::Win(!first),
            "1-1" | "1/2-1/2" | "½-½" | "0.5-0.5" | "1/2" | "½" => Self::Draw,
            _ => Self::Unknown,
        }
    }

    /// The result as PDN writes it for a game of a variant that `begins` began; see the head of
    /// this file.
    pub fn text(self, variant: Variant, begins: Side) -> &'static str {
        let first = side_of_first_points(variant, begins);
        match (self, counts_by_two(variant)) {
            (Self::Unknown, _) => "*",
            (Self::Draw, true) => "1-1",
            (Self::Draw, false) => "1/2-1/2",
            (Self::Win(side), true) if side == first => "2-0",
            (Self::Win(side), false) if side == first => "1-0",
            (Self::Win(_), true) => "0-2",
            (Self::Win(_), false) => "0-1",
        }
    }
}

/// What the tags of a game say. An empty text is unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameTags {
    /// Match or tournament.
    pub event: String,
    /// Place.
    pub site: String,
    /// Day, as `2026.11.30`.
    pub date: String,
    /// Round.
    pub round: String,
    /// Who plays White.
    pub white: String,
    /// Who plays Black.
    pub black: String,
    /// Who has won.
    pub result: GameResult,
    /// Further tags, name and value.
    pub others: Vec<(&'static str, String)>,
}

/// Writes a game, with an empty line between tags and moves and one at the end.
///
/// # Examples
/// ```
/// use damocles::game::Game;
/// use damocles::notation::{GameTags, parse_move, write_game};
/// use damocles::rules::{DrawRules, Variant};
///
/// let variant = Variant::default();
/// let mut game = Game::new(variant, DrawRules::official(variant));
/// for text in ["32-28", "19-23", "28x19"] {
///     game.play(parse_move(variant, game.position(), text)?)?;
/// }
/// let text = write_game(&game, &GameTags::default());
/// assert!(text.ends_with("\n\n1. 32-28 19-23 2. 28x19 *\n\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_game(game: &Game, tags: &GameTags) -> String {
    write_commented_game(game, tags, &[])
}

/// Writes a game as [`write_game`] does, with a comment behind each move that has one: the first
/// belongs to the first move, and an empty text is none.
pub fn write_commented_game(game: &Game, tags: &GameTags, comments: &[String]) -> String {
    let variant = game.variant();
    let usual = [
        ("Event", &tags.event),
        ("Site", &tags.site),
        ("Date", &tags.date),
        ("Round", &tags.round),
        ("White", &tags.white),
        ("Black", &tags.black),
    ];
    let known = usual.into_iter().filter(|(_, value)| !value.is_empty());
    let others = tags.others.iter().map(|(name, value)| (*name, value));
    let mut comments = comments.iter();
    write_record(&GameRecord {
        tags: known
            .chain(others)
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect(),
        start: *game.start(),
        moves: game
            .moves()
            .iter()
            .map(|&mv| RecordedMove {
                comments: comments.next().cloned().into_iter().collect(),
                ..RecordedMove::new(mv)
            })
            .collect(),
        result: Some(tags.result.text(variant, game.start().side()).to_owned()),
        ..GameRecord::new(variant)
    })
}

pub(super) fn first_side(variant: Variant) -> Side {
    match variant.rules().first_move {
        FirstMove::White => Side::White,
        FirstMove::Black => Side::Black,
    }
}

/// The side whose points stand first in a result: White, and where Black begins by the rules the
/// side that begins the game.
fn side_of_first_points(variant: Variant, begins: Side) -> Side {
    match first_side(variant) {
        Side::White => Side::White,
        Side::Black => begins,
    }
}

/// Whether a win counts two points.
fn counts_by_two(variant: Variant) -> bool {
    matches!(
        variant.base(),
        Base::International | Base::Killer | Base::KillerLight | Base::Breakthrough
    )
}

/// The value of the tag `GameType`: number, who begins, board, notation, and where square 1 is.
pub fn game_type(variant: Variant) -> Option<&'static str> {
    Some(match variant.base() {
        Base::International if variant.is_losing() => "98",
        Base::International => "20,W,10,10,N2,0",
        Base::English => "21,B,8,8,N1,0",
        Base::Italian => "22,W,8,8,N2,1",
        Base::Pool => "23,B,8,8,N1,0",
        Base::Spanish => "24,W,8,8,N1,1",
        Base::Portuguese => "28,W,8,8,N1,1",
        Base::Russian => "25,W,8,8,A0,0",
        Base::Brazilian => "26,W,8,8,A0,0",
        Base::Czech => "29,W,8,8,A0,0",
        // The standard lets Black begin; here White does.
        Base::Thai => "31,W,8,8,N2,0",
        Base::Frisian => "40,W,10,10,N2,0",
        Base::Frysk => "97",
        Base::Breakthrough => "96",
        Base::Killer | Base::KillerLight => return None,
    })
}

/// Whether the type does not say all about the variant.
pub(super) fn needs_name(variant: Variant) -> bool {
    let losing_international = Variant::from(Base::International).with_losing(true);
    variant != losing_international
        && (variant != Variant::from(variant.base()) || game_type(variant).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::record_write::WIDTH;
    use crate::notation::{parse_fen, parse_move};
    use crate::rules::DrawRules;

    fn game(variant: &str, fen: &str, moves: &[&str]) -> Game {
        let variant: Variant = variant.parse().unwrap();
        let start = parse_fen(variant, fen).unwrap();
        let mut game = Game::from_position(variant, DrawRules::official(variant), start);
        for text in moves {
            let mv = parse_move(variant, game.position(), text).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn won(side: Side) -> GameTags {
        GameTags {
            result: GameResult::Win(side),
            ..GameTags::default()
        }
    }

    #[test]
    fn results_are_those_of_the_variant() {
        let cases = [
            ("international", Side::White, "2-0", "20,W,10,10,N2,0"),
            ("losing", Side::Black, "0-2", "98"),
            ("frisian", Side::Black, "0-1", "40,W,10,10,N2,0"),
            ("english", Side::Black, "1-0", "21,B,8,8,N1,0"),
            ("pool", Side::White, "0-1", "23,B,8,8,N1,0"),
        ];
        for (variant, side, result, game_type) in cases {
            let text = write_game(&game(variant, "start", &[]), &won(side));
            assert!(text.contains(&format!("[Result \"{result}\"]\n")), "{text}");
            assert!(
                text.contains(&format!("[GameType \"{game_type}\"]\n")),
                "{text}"
            );
            assert!(text.ends_with(&format!("\n\n{result}\n\n")), "{text}");
            assert!(!text.contains("FEN") && !text.contains("Variant"), "{text}");
        }
        let text = write_game(&game("killer", "start", &[]), &GameTags::default());
        assert!(
            text.contains("[Variant \"killer\"]") && !text.contains("GameType"),
            "{text}"
        );
        let text = write_game(&game("losing-russian", "start", &[]), &GameTags::default());
        assert!(text.contains("[GameType \"25,W,8,8,A0,0\"]\n[Variant \"losing-russian\"]"));
    }

    #[test]
    fn the_side_that_begins_is_told() {
        let moves = |variant, fen, moves: &[_]| {
            let text = write_game(&game(variant, fen, moves), &GameTags::default());
            text.lines().rev().nth(1).unwrap().to_owned()
        };
        assert_eq!(
            moves("english", "start", &["11-15", "23-19"]),
            "1. 11-15 23-19 *"
        );
        assert_eq!(
            moves("english", "W:W23:B1", &["23-19", "1-5"]),
            "1... 23-19 2. 1-5 *"
        );
        let fen = "B:W31-50:B1-20";
        assert_eq!(
            moves("normal", fen, &["19-23", "32-28"]),
            "1... 19-23 2. 32-28 *"
        );
        // Only the ambiguous capture is written in full.
        let fen = "W:WK47:B14,19,29,31,42";
        assert_eq!(
            moves("normal", fen, &["47x33x24x13x36"]),
            "1. 47x38x24x13x36 *"
        );
        assert_eq!(
            moves("russian", "W:Wb6:Bc7,e7,g5", &["b6:h4"]),
            "1. b6:h4 *"
        );
    }

    #[test]
    fn comments_stand_behind_their_moves() {
        let game = game("normal", "start", &["32-28", "19-23"]);
        let comments = ["+0.1/7".to_owned(), String::new(), "too many".to_owned()];
        let text = write_commented_game(&game, &GameTags::default(), &comments);
        assert!(text.ends_with("\n1. 32-28 {+0.1/7} 19-23 *\n\n"), "{text}");
        let text = write_commented_game(&game, &GameTags::default(), &["a}b".to_owned()]);
        assert!(text.contains("{ab}"), "{text}");
    }

    #[test]
    fn lines_are_short_and_tags_are_escaped() {
        let mut long = game("normal", "W:WK47:BK4", &[]);
        for text in ["47-41", "4-15", "41-47", "15-4"].iter().cycle().take(200) {
            let mv = parse_move(long.variant(), long.position(), text).unwrap();
            long.play(mv).unwrap();
        }
        let tags = GameTags {
            white: "A \"B\" \\ C\n".to_owned(),
            ..GameTags::default()
        };
        let text = write_game(&long, &tags);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!(text.lines().any(|line| line.len() > WIDTH - 9));
        assert!(text.contains("[White \"A \\\"B\\\" \\\\ C \"]\n"), "{text}");
        assert!(
            text.contains("[SetUp \"1\"]\n[FEN \"W:WK47:BK4\"]\n"),
            "{text}"
        );
        assert!(text.contains("100. 41-47 15-4 *"));
    }
}
