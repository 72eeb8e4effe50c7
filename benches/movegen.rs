//! Speed of the generator: for every variant an opening, a middle game and a position of kings.
//! The throughput is in moves generated.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use damocles::movegen::legal_moves;
use damocles::position::{MoveList, Piece, Position, Setup, Side};
use damocles::rules::{Base, Variant};

/// A position of `plies` moves after the start, each the one in the middle of the list.
fn played(variant: Variant, plies: usize) -> Position {
    let mut pos = Position::start(variant);
    let mut moves = MoveList::new();
    for _ in 0..plies {
        legal_moves(variant, &pos, &mut moves);
        let Some(&mv) = moves.get(moves.len() / 2) else {
            break;
        };
        pos = pos.after(mv);
    }
    pos
}

/// Three kings and two men a side, spread over the board.
fn kings(variant: Variant) -> Position {
    let geometry = variant.rules().geometry;
    let squares: Vec<_> = geometry.squares().into_iter().collect();
    let mut setup = Setup::new(geometry, Side::White);
    for (index, &square) in squares
        .iter()
        .step_by(squares.len() / 10)
        .take(10)
        .enumerate()
    {
        let side = Side::BOTH[index % 2];
        // Where a man may not stand there is none: the position only has to stay the same.
        let _ = setup.place(
            Piece {
                side,
                is_king: index % 5 < 3,
            },
            square,
        );
    }
    setup.finish()
}

fn movegen(criterion: &mut Criterion) {
    let mut moves = MoveList::new();
    for base in Base::ALL {
        let variant = Variant::from(base);
        let mut group = criterion.benchmark_group(base.name());
        let positions = [
            ("opening", Position::start(variant)),
            ("middle game", played(variant, 16)),
            ("kings", kings(variant)),
        ];
        for (name, pos) in positions {
            legal_moves(variant, &pos, &mut moves);
            group.throughput(Throughput::Elements(moves.len() as u64));
            group.bench_function(name, |bencher| {
                bencher.iter(|| legal_moves(variant, std::hint::black_box(&pos), &mut moves));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, movegen);
criterion_main!(benches);
