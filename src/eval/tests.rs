//! Laws of the evaluation.

use super::*;
use crate::movegen::legal_moves;
use crate::position::MoveList;
use crate::rng::Rng;
use crate::rules::Base;

/// Weights of the largest size that training allows, at random.
fn random_weights(variant: Variant, hidden: usize, seed: u64) -> Weights {
    let mut rng = Rng::new(seed);
    let mut weights = Weights::zero(variant, hidden, 150);
    let mut draw = |most: i16| rng.below(2 * most as usize + 1) as i16 - most;
    for worth in weights.worth.iter_mut().flatten() {
        *worth = draw(300);
    }
    weights.rows.iter_mut().for_each(|row| *row = draw(500));
    weights.bias.iter_mut().for_each(|bias| *bias = draw(500));
    for weight in &mut weights.output {
        *weight = draw(127) as i8;
    }
    weights
        .output_bias
        .iter_mut()
        .for_each(|bias| *bias = draw(90));
    weights
}

/// Calls `visit` with each position of some random games and its ply.
fn walk(variant: Variant, seed: u64, games: usize, mut visit: impl FnMut(&Position, usize, Move)) {
    let mut rng = Rng::new(seed);
    let mut moves = MoveList::new();
    for _ in 0..games {
        let mut pos = Position::start(variant);
        for ply in 0..120 {
            legal_moves(variant, &pos, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            visit(&pos, ply, mv);
            pos = pos.after(mv);
        }
    }
}

const NAMES: [&str; 6] = [
    "international",
    "russian",
    "losing",
    "frisian",
    "english",
    "italian",
];

#[test]
fn an_even_start_is_worth_nothing_by_hand() {
    for base in Base::ALL {
        let variant = Variant::from(base);
        let pos = Position::start(variant);
        assert_eq!(Evaluator::material(variant).evaluate(&pos), 0, "{variant}");
    }
}

#[test]
fn changes_add_up_to_the_balance() {
    for name in NAMES {
        let variant: Variant = name.parse().expect("a variant");
        for evaluator in [
            Evaluator::material(variant),
            Evaluator::with_weights(&random_weights(variant, 32, 7)),
        ] {
            walk(variant, 1, 4, |pos, ply, mv| {
                let expected = evaluator.balance(pos) + evaluator.change(pos, mv);
                assert_eq!(
                    evaluator.balance(&pos.after(mv)),
                    expected,
                    "{name} ply {ply}"
                );
            });
        }
    }
}

#[test]
fn the_fast_way_and_the_plain_way_agree_to_the_bit() {
    for name in NAMES {
        let variant: Variant = name.parse().expect("a variant");
        for hidden in HIDDEN {
            let weights = random_weights(variant, hidden, hidden as u64);
            let mut evaluator = Evaluator::with_weights(&weights);
            // The plain way knows nothing of draws.
            evaluator.seldom_wins = 0;
            let mut memory = Accumulators::default();
            walk(variant, 2, 3, |pos, ply, mv| {
                // Some are left out and siblings come between, as in a search.
                if ply % 3 != 1 {
                    let value = |pos: &Position, memory: &mut Accumulators, ply| {
                        evaluator.value(pos, evaluator.balance(pos), ply, memory)
                    };
                    let after = pos.after(mv);
                    assert_eq!(
                        value(pos, &mut memory, ply),
                        weights.evaluate(pos),
                        "{name} {ply}"
                    );
                    assert_eq!(
                        value(&after, &mut memory, ply + 1),
                        weights.evaluate(&after)
                    );
                }
            });
        }
    }
}

#[test]
fn a_turned_position_has_the_same_value() {
    for name in NAMES {
        let variant: Variant = name.parse().expect("a variant");
        let evaluator = Evaluator::with_weights(&random_weights(variant, 64, 3));
        walk(variant, 3, 5, |pos, ply, _| {
            let turned = pos.turned(variant.rules().geometry);
            assert_eq!(
                evaluator.evaluate(pos),
                evaluator.evaluate(&turned),
                "{name} {ply}"
            );
        });
    }
}

#[test]
fn a_lone_flying_king_holds_its_own() {
    let value = |name: &str, text: &str| {
        let variant: Variant = name.parse().expect("a variant");
        let pos = crate::notation::parse_position(variant, text).expect("a position");
        Evaluator::material(variant).evaluate(&pos)
    };
    let three = "W:WK1,K2,K3:BK46";
    assert!(value("international", three) < 100);
    assert!(
        value("international", "W:WK1,K2,K3,K4:BK46") > 500,
        "four kings"
    );
    assert!(
        value("international", "W:WK1,K2,K3:B20") > 500,
        "a man is no king"
    );
    assert!(value("killer", three) > 500);
    assert!(value("frisian", three) > 500);
    assert!(value("losing", three) < -100, "as before");
    assert!(value("english", "W:WK1,K2:BK32") > 100, "short kings");
    assert!(value("russian", "W:WKa1,Kc1:BKh8") < 50);
}

#[test]
fn files_are_read_back_and_damage_is_told() {
    for (name, hidden) in [("frisian", 128), ("english", 32)] {
        let variant: Variant = name.parse().expect("a variant");
        let mut weights = random_weights(variant, hidden, 5);
        // What the file does not hold: squares and counters that do not exist.
        let bytes = weights.to_bytes();
        weights = Weights::parse(&bytes).expect("our own file");
        assert_eq!(Weights::parse(&weights.to_bytes()).expect("again"), weights);
        assert_eq!(weights.to_bytes(), bytes);
        let error = |bytes: &[u8]| Weights::parse(bytes).expect_err("damaged").to_string();
        assert!(error(&[]).contains("first 8 bytes"));
        for cut in [8, 11, 40, bytes.len() - 1] {
            assert!(error(&bytes[..cut]).contains("cut or padded"), "{cut}");
        }
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 4;
        assert!(error(&damaged).contains("damaged"));
        let other = Weights::parse_for(Base::Russian.into(), &bytes).expect_err("another variant");
        assert_eq!(
            other.to_string(),
            format!("weights are for {name}, expected russian")
        );
    }
}
