//! Games of a match as PDN.
//!
//! Each move that a player chose has a comment: its score in men from the side that moves, the
//! depth behind a stroke, and the seconds that it took, such as `{+0.35/14 0.101s}`.

use super::record::{GameRecord, Header, MoveRecord, Winner};
use crate::game::Game;
use crate::notation::{
    GameResult, GameTags, HubNumbering, parse_hub_move, parse_position, write_commented_game,
};
use crate::position::Side;
use crate::rules::{DrawSet, Variant};

/// Writes a game of a match; nothing if the record does not fit its own rules, as when somebody
/// has changed it.
pub fn write_record(header: &Header, record: &GameRecord) -> Option<String> {
    let variant: Variant = header.variant.parse().ok()?;
    let game = replay(variant, DrawSet::by_name(&header.draw_rules)?, record)?;
    let name = |engine: usize| header.engines.get(engine).map(|engine| engine.name.clone());
    let level = |engine: usize| {
        header
            .engines
            .get(engine)
            .map(|engine| engine.level.clone())
    };
    let (white, black) = (level(record.white)?, level(record.black)?);
    let control = if white == black {
        white
    } else {
        format!("{white} / {black}")
    };
    let tags = GameTags {
        event: format!("{} - {}", name(0)?, name(1)?),
        round: format!("{}.{}", record.pair() + 1, record.game % 2 + 1),
        white: name(record.white)?,
        black: name(record.black)?,
        result: match record.winner {
            Winner::White => GameResult::Win(Side::White),
            Winner::Black => GameResult::Win(Side::Black),
            Winner::Nobody => GameResult::Draw,
        },
        others: vec![
            ("Level", control),
            ("Opening", (record.opening + 1).to_string()),
            ("Termination", record.text.clone()),
        ],
        ..GameTags::default()
    };
    let opening = std::iter::repeat_n(String::new(), record.opening_plies);
    let comments: Vec<String> = opening.chain(record.notes.iter().map(comment)).collect();
    Some(write_commented_game(&game, &tags, &comments))
}

/// The game that a record tells of.
fn replay(variant: Variant, draw_set: DrawSet, record: &GameRecord) -> Option<Game> {
    let start = parse_position(variant, &record.start).ok()?;
    let mut game = Game::from_position(variant, draw_set.rules(variant), start);
    for text in record.moves.split_whitespace() {
        let mv = parse_hub_move(variant, HubNumbering::TopLeft, game.position(), text).ok()?;
        game.play(mv).ok()?;
    }
    Some(game)
}

fn comment(note: &MoveRecord) -> String {
    let score = note.s.map_or(String::new(), |score| format!("{score:+.2}"));
    let depth = note.d.map_or(String::new(), |depth| format!("/{depth}"));
    format!("{score}{depth} {:.3}s", note.t)
        .trim_start()
        .to_owned()
}
