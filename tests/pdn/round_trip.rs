//! What is written is read back: random games of every variant, with all that may stand beside
//! their moves.

use damocles::movegen::legal_moves;
use damocles::notation::{GameRecord, RecordedMove, read_records, write_record};
use damocles::position::{MoveList, Position};
use damocles::rules::Variant;
use proptest::prelude::*;

use crate::walk::{Dice, any_variant};

/// Texts that look like parts of games, and some that do not.
const TEXTS: &[&str] = &[
    "a",
    "1-1",
    "2-0 *",
    "[Event",
    "[%clk 0:01:00]",
    "1. 32-28",
    "; %",
    "(",
    ")",
    "(19-23",
    "$1",
    "é “x”",
    "\"]",
    "\\",
    "/FEN \"W:W31:B1\"/",
    "twelve words and some more, so that lines are full",
];

fn text(dice: &mut Dice) -> String {
    let words = (0..=dice.below(3)).map(|_| TEXTS[dice.below(TEXTS.len())]);
    words.collect::<Vec<_>>().join(" ")
}

/// Up to three comments, most often none.
fn comments(dice: &mut Dice) -> Vec<String> {
    let count = dice.below(12).saturating_sub(8);
    (0..count).map(|_| text(dice)).collect()
}

/// Random moves, and at random what stands beside them; variations lie up to `depth` deep.
fn line(
    dice: &mut Dice,
    variant: Variant,
    mut pos: Position,
    plies: usize,
    depth: usize,
) -> Vec<RecordedMove> {
    let (mut moves, mut legal) = (Vec::new(), MoveList::new());
    for _ in 0..plies {
        legal_moves(variant, &pos, &mut legal);
        if legal.is_empty() {
            break;
        }
        let mut recorded = RecordedMove::new(legal[dice.below(legal.len())]);
        recorded.comments = comments(dice);
        recorded.annotations = (0..dice.below(8).saturating_sub(5))
            .map(|_| dice.below(256) as u8)
            .collect();
        if depth > 0 && dice.below(8) == 0 {
            let length = 1 + dice.below(5);
            recorded.variations = vec![line(dice, variant, pos, length, depth - 1)];
        }
        pos = pos.after(recorded.mv);
        moves.push(recorded);
    }
    moves
}

fn game(variant: Variant, seed: u64) -> GameRecord {
    let dice = &mut Dice::new(seed);
    let start = match dice.below(3) {
        0 => dice.scattered(variant, 20),
        1 => dice.walked(variant, 60),
        _ => Position::start(variant),
    };
    let results = ["1-0", "0-1", "2-0", "0-2", "1-1", "1/2-1/2", "*", "0-0"];
    let length = dice.below(100);
    GameRecord {
        tags: vec![
            ("Event".to_owned(), text(dice)),
            ("Annotator".to_owned(), text(dice)),
        ],
        start,
        comments: comments(dice),
        moves: line(dice, variant, start, length, 2),
        result: Some(results[dice.below(results.len())].to_owned()),
        ..GameRecord::new(variant)
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_games_are_read_back(variant in any_variant(), seed in any::<u64>()) {
        let game = game(variant, seed);
        let text = write_record(&game);
        let read = read_records(None, &text, 1);
        prop_assert!(read.len() == 1, "{} games from\n{}", read.len(), text);
        prop_assert!(read[0].faults.is_empty(), "{:?}\n{}", read[0].faults, text);
        let record = &read[0].record;
        prop_assert_eq!((record.variant, record.start), (variant, game.start));
        prop_assert_eq!(&record.moves, &game.moves, "{}", text);
        prop_assert_eq!(&record.comments, &game.comments, "{}", text);
        prop_assert_eq!(record.winner(), game.winner(), "{}", text);
        for (name, value) in &game.tags {
            prop_assert_eq!(record.tag(name), Some(value.as_str()), "{}", text);
        }
        // Tags have a line each, and no line begins with a bracket that is none.
        let may_be_long = |line: &str| line.starts_with('[') || line.contains(" [");
        prop_assert!(text.lines().all(|line| line.chars().count() <= 80 || may_be_long(line)));
        prop_assert_eq!(write_record(record), text);
    }
}
