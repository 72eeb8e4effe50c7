//! scratch
use damocles::{movegen::perft, position::*, rules::*};
fn main() {
    for base in Base::ALL {
        let r = base.rules();
        let side = if r.first_move == FirstMove::White { Side::White } else { Side::Black };
        let p = Position::start(r.geometry, r.start_ranks, side);
        let t = std::time::Instant::now();
        let d = std::env::args().nth(1).map_or(8, |a| a.parse().unwrap());
        let n = perft(base.into(), &p, d);
        println!("{:14} {n} {:.1} M/s", base.name(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}
