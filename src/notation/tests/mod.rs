//! Tests of the room through its public interface. Names like F03 or H34 are cases of the
//! protocol fact sheet.

mod moves;
mod pdn;
mod positions;

use super::*;
use crate::rules::Base;

const TOP_LEFT: HubNumbering = HubNumbering::TopLeft;

fn fen(base: Base, text: &str) -> Position {
    parse_fen(base.into(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn long_texts_are_read_in_time() {
    let variant = Variant::from(Base::International);
    let pos = Position::start(variant);
    let texts = [
        "W:W".to_owned() + &"1-50,".repeat(200_000),
        "9".repeat(1 << 20),
        "é:".repeat(1 << 19),
    ];
    for text in &texts {
        assert!(parse_position(variant, text).is_err());
        assert!(parse_fen(variant, text).is_err());
        assert!(parse_move(variant, &pos, text).is_err());
        assert!(parse_hub_move(variant, TOP_LEFT, &pos, text).is_err());
        assert!(parse_king_counts(variant, &pos, text).is_err());
    }
}
