//! Cost of an evaluation by a network, the update of its accumulators included: along lines of
//! random games, each position and some of its siblings, as a search asks for them.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damocles::eval::{Accumulators, Evaluator, Weights};
use damocles::movegen::legal_moves;
use damocles::position::{MoveList, Position};
use damocles::rng::Rng;
use damocles::rules::{Base, Variant};

/// Weights of a size, at random: their values do not matter for the cost.
fn weights(variant: Variant, hidden: usize) -> Weights {
    let mut rng = Rng::new(1);
    let mut weights = Weights::zero(variant, hidden, 100);
    let mut draw = |most: usize| rng.below(2 * most + 1) as i16 - most as i16;
    weights.rows.iter_mut().for_each(|row| *row = draw(100));
    for weight in &mut weights.output {
        *weight = draw(100) as i8;
    }
    weights
}

/// Positions with their plies: those of a game, and behind each up to three others that can follow.
fn positions(variant: Variant) -> Vec<(Position, usize)> {
    let mut rng = Rng::new(2);
    let mut moves = MoveList::new();
    let mut list = Vec::new();
    for _ in 0..20 {
        let mut pos = Position::start(variant);
        for ply in 0..60 {
            legal_moves(variant, &pos, &mut moves);
            if moves.is_empty() {
                break;
            }
            list.push((pos, ply));
            for &mv in moves.iter().take(3) {
                list.push((pos.after(mv), ply + 1));
            }
            pos = pos.after(moves[rng.below(moves.len())]);
        }
    }
    list
}

fn eval(criterion: &mut Criterion) {
    for (base, hidden) in [
        (Base::English, 64),
        (Base::Russian, 64),
        (Base::International, 64),
        (Base::International, 128),
        (Base::Frisian, 128),
    ] {
        let variant = Variant::from(base);
        let evaluator = Evaluator::with_weights(&weights(variant, hidden));
        let list = positions(variant);
        let mut memory = Accumulators::default();
        let mut group = criterion.benchmark_group("eval");
        group.throughput(Throughput::Elements(list.len() as u64));
        group.bench_function(format!("{variant} {hidden}"), |bencher| {
            bencher.iter(|| {
                let value =
                    |(pos, ply): &(Position, usize)| evaluator.value(pos, 0, *ply, &mut memory);
                list.iter().map(value).fold(0, i32::wrapping_add)
            });
        });
        group.finish();
    }
}

criterion_group!(benches, eval);
criterion_main!(benches);
