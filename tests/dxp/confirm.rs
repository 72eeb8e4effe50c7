//! Partners that never confirm the end of a game, or do so late. In this process, since the
//! program waits five seconds for them.

use std::fmt;
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use damocles::engine::Engine;
use damocles::notation::{GameResult, parse_fen};
use damocles::position::Side;
use damocles::protocol::dxp::{
    Colours, Minutes, Observer, Options, Played, Role, Schedule, Way, run,
};
use damocles::rules::Variant;

use super::partner::Partner;

/// Keeps the results.
#[derive(Default)]
struct Results(Vec<GameResult>);

impl Observer for Results {
    fn note(&mut self, _note: &dyn fmt::Display) {}

    fn played(&mut self, game: &Played) {
        self.0.push(game.result);
    }
}

fn options() -> Options {
    Options {
        confirmation: Duration::from_millis(150),
        ..Options::default()
    }
}

fn engine() -> Engine {
    let mut engine = Engine::default();
    engine.set("tt-size", "12").expect("a value");
    engine
}

/// Runs a conversation of `partner` with an initiator that plays games on `W:W28:B23`.
fn with_initiator(us: Side, games: u32, partner: fn(Partner)) -> Vec<GameResult> {
    let start = parse_fen(Variant::default(), "W:W28:B23").expect("a position");
    let schedule = Schedule::new(&[start], Some(games), Colours::Always(us), Minutes::NONE, 0);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let partner =
        thread::spawn(move || partner(Partner::over(listener.accept().expect("a call").0)));
    let mut results = Results::default();
    let way = Way::Call {
        address,
        again: false,
    };
    let role = run(
        &mut engine(),
        way,
        Role::Initiator(schedule),
        &options(),
        &mut results,
        None,
    );
    partner.join().expect("no panic");
    assert!(matches!(role.expect("a good end"), Role::Initiator(left) if left.left() == 0));
    results.0
}

#[test]
fn an_initiator_goes_on_without_confirmation() {
    // D20
    let results = with_initiator(Side::Black, 3, |mut partner| {
        for game in 0..3 {
            partner.expect("R01Damocles ");
            if game == 1 {
                // That of the last game, too late.
                partner.send(&["E00"]);
            }
            partner.send(&["A{N}0", "M000028190123"]);
            partner.expect(if game == 2 { "E11" } else { "E10" });
        }
        partner.send(&["E01"]);
        partner.expect_closed();
    });
    assert_eq!(results, [GameResult::Win(Side::White); 3]);
}

#[test]
fn an_initiator_goes_on_when_the_loser_says_nothing() {
    let results = with_initiator(Side::White, 2, |mut partner| {
        for _ in 0..2 {
            partner.expect("R01Damocles ");
            partner.send(&["A{N}0"]);
            partner.expect("M000028190123");
        }
        partner.expect_closed();
    });
    assert_eq!(results, [GameResult::Win(Side::White); 2]);
}

#[test]
fn a_follower_confirms_a_late_end_once() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let partner = thread::spawn(move || {
        let stream = std::net::TcpStream::connect(address).expect("it listens");
        let mut partner = Partner::over(stream);
        partner.send(&["R01{N}W000000BWeeeeeeeeeeeeeeeeeeeeeezeeeeweeeeeeeeeeeeeeeeeeeeee"]);
        partner.expect_accepted();
        partner.expect("M000028190123");
        // Longer than it waits for the end.
        thread::sleep(Duration::from_millis(300));
        partner.send(&["E10"]);
        partner.expect("E00");
        partner.send(&["E00", "E00", "R01{N}Z000000A"]);
        partner.expect_accepted();
        partner.send(&["E10"]);
        partner.expect("E00");
        partner.expect_closed();
    });
    let mut results = Results::default();
    let role = Role::Follower(Some(2));
    let way = Way::Listen(listener);
    run(&mut engine(), way, role, &options(), &mut results, None).expect("a good end");
    partner.join().expect("no panic");
    assert_eq!(
        results.0,
        [GameResult::Win(Side::White), GameResult::Win(Side::Black)]
    );
}
