//! Laws that hold for every variant, on positions of random games and on scattered pieces.

use damocles::eval::Evaluator;
use damocles::movegen::{add_crownings, can_crown, captures, legal_moves};
use damocles::notation::{parse_fen, write_fen};
use damocles::position::{Move, MoveList, Position, Side};
use damocles::rules::Variant;
use proptest::prelude::*;

use crate::walk::{Dice, any_variant};

/// A variant with a position of it, from a game or scattered.
fn positions() -> impl Strategy<Value = (Variant, Position)> {
    (any_variant(), any::<u64>(), any::<bool>()).prop_map(|(variant, seed, walks)| {
        let mut dice = Dice::new(seed);
        let pos = if walks {
            dice.walked(variant, 90)
        } else {
            dice.scattered(variant, 14)
        };
        (variant, pos)
    })
}

fn moves_of(variant: Variant, pos: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    moves.into_iter().collect()
}

/// What a move does, in the order of the squares, to compare lists as sets.
fn sorted(
    mut effects: Vec<(usize, usize, u64, bool, bool)>,
) -> Vec<(usize, usize, u64, bool, bool)> {
    effects.sort_unstable();
    effects
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_move_takes_exactly_what_it_says((variant, pos) in positions()) {
        let (us, them) = (pos.side(), !pos.side());
        for mv in moves_of(variant, &pos) {
            let after = pos.after(mv);
            prop_assert_eq!(after.side(), them);
            prop_assert!(!after.pieces(us).meets(after.pieces(them)));
            prop_assert_eq!(after.pieces(us).len(), pos.pieces(us).len());
            prop_assert_eq!(after.pieces(them), pos.pieces(them) - mv.captured());
            prop_assert!(pos.pieces(them) & mv.captured() == mv.captured());
            let men = |pos: &Position| pos.men(us).len();
            prop_assert_eq!(men(&after), men(&pos) - u32::from(mv.crowns()));
            for side in Side::BOTH {
                let king_row = variant.rules().geometry.last_rank(side == Side::White);
                prop_assert!(!after.men(side).meets(king_row), "no man stands on its king row");
            }
        }
    }

    #[test]
    fn crownings_are_the_quiet_moves_that_crown((variant, pos) in positions()) {
        let mut taking = MoveList::new();
        captures(variant, &pos, &mut taking);
        let all = moves_of(variant, &pos);
        let are_quiet_moves_legal = taking.is_empty() || all.len() > taking.len();
        let mut crownings = MoveList::new();
        add_crownings(variant, &pos, &mut crownings);
        prop_assert_eq!(!crownings.is_empty(), can_crown(variant, &pos, pos.side()));
        if are_quiet_moves_legal {
            let expected: Vec<Move> = all
                .into_iter()
                .filter(|mv| mv.crowns() && !mv.is_capture())
                .collect();
            prop_assert_eq!(&crownings[..], &expected[..]);
        }
        // What the other side could do it can do when the board is turned.
        let turned = pos.turned(variant.rules().geometry);
        prop_assert_eq!(
            can_crown(variant, &pos, !pos.side()),
            can_crown(variant, &turned, pos.side())
        );
    }

    #[test]
    fn a_key_is_that_of_the_position_from_nothing((variant, pos) in positions()) {
        let geometry = variant.rules().geometry;
        for mv in moves_of(variant, &pos) {
            let after = pos.after(mv);
            // Turning twice builds the position anew, key included.
            prop_assert_eq!(after.turned(geometry).turned(geometry), after);
            let text = write_fen(variant, &after);
            prop_assert_eq!(parse_fen(variant, &text).map(|read| read.key()), Ok(after.key()));
        }
    }

    #[test]
    fn turning_the_board_turns_the_moves((variant, pos) in positions()) {
        let geometry = variant.rules().geometry;
        let turned = pos.turned(geometry);
        let plain = moves_of(variant, &pos).into_iter().map(|mv| {
            let (from, to) = (geometry.turned_square(mv.from()), geometry.turned_square(mv.to()));
            let captured = geometry.turned(mv.captured()).bits();
            (from.index(), to.index(), captured, mv.crowns(), mv.counts())
        });
        let other = moves_of(variant, &turned).into_iter().map(|mv| {
            (mv.from().index(), mv.to().index(), mv.captured().bits(), mv.crowns(), mv.counts())
        });
        prop_assert_eq!(sorted(plain.collect()), sorted(other.collect()));
        let evaluator = Evaluator::new(variant);
        prop_assert_eq!(evaluator.evaluate(&pos), evaluator.evaluate(&turned));
    }

    #[test]
    fn turning_commutes_with_moving((variant, pos) in positions()) {
        let geometry = variant.rules().geometry;
        let ours = moves_of(variant, &pos).into_iter().map(|mv| pos.after(mv).turned(geometry));
        let turned = pos.turned(geometry);
        let theirs: Vec<Position> =
            moves_of(variant, &turned).into_iter().map(|mv| turned.after(mv)).collect();
        for after in ours {
            prop_assert!(theirs.contains(&after));
        }
    }

    #[test]
    fn moves_are_listed_once((variant, pos) in positions()) {
        let moves = moves_of(variant, &pos);
        let same = |a: &Move, b: &Move| a.hint() == b.hint() && a.captured() == b.captured();
        for (index, mv) in moves.iter().enumerate() {
            prop_assert!(!moves[..index].iter().any(|other| same(mv, other)));
        }
    }

    #[test]
    fn names_of_variants_are_no_trap(text in "\\PC{0,40}") {
        if let Ok(variant) = text.parse::<Variant>() {
            prop_assert_eq!(variant.to_string().parse(), Ok(variant));
        }
    }
}
