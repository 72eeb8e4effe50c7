//! Over a loopback socket: messages in pieces and together, pauses, clocks, both roles.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use damocles::position::Side;

use super::partner::{Partner, Program, new_game};
use super::{NAME, position};

#[test]
fn messages_may_come_in_pieces_or_together() {
    // D11, D12
    let program = Program::listening(&[]);
    let mut partner = Partner::of(&program);
    for byte in format!("R01{NAME}Z000075A\0").bytes() {
        partner.send_bytes(&[byte]);
    }
    partner.expect_accepted();
    partner.send_move();
    partner.expect_move();
    partner.send(&["E00"]);
    partner.expect("E00");
    partner.game = new_game();
    let first = partner.play_first();
    partner.send(&["R01{N}Z000075A", &first]);
    partner.expect_accepted();
    partner.play_first();
    partner.expect_move();
    partner.send(&["E00", "R01{N}W000075A", "CHello"]);
    partner.expect("E00");
    partner.expect_accepted();
    partner.expect_move();
}

#[test]
fn two_messages_of_ours_are_apart() {
    // D02
    const LEAST: Duration = Duration::from_millis(95);
    let program = Program::listening(&[]);
    let mut partner = Partner::of(&program);
    partner.ask(Side::White, "000001A");
    let start = Instant::now();
    partner.expect_move();
    assert!(start.elapsed() >= LEAST, "acceptance and move");
    partner.send_move();
    partner.expect("E00");
    let start = Instant::now();
    partner.expect("C");
    assert!(start.elapsed() >= LEAST, "end and chat");
    // The move of the second game is there at once, but the program is not.
    partner.send(&["E00", "R01{N}Z000075A", "M0001322800"]);
    partner.expect_accepted();
    let start = Instant::now();
    partner.expect("M");
    assert!(start.elapsed() >= LEAST, "acceptance and answer");
}

#[test]
fn answers_come_without_delay() {
    let program = Program::listening(&[]);
    let mut partner = Partner::of(&program);
    partner.ask(Side::Black, &format!("000075B{}", position("W:W50:B6")));
    let start = Instant::now();
    // Its move is forced.
    partner.send(&["M0000504400"]);
    partner.expect("M000006110");
    assert!(start.elapsed() < Duration::from_millis(400));
}

#[test]
fn the_clock_is_never_passed() {
    // D08: six seconds for the game, and they are used well.
    let program = Program::listening(&[]);
    let mut partner = Partner::of(&program);
    partner.ask(Side::Black, "0.1060A");
    let mut used = Duration::ZERO;
    for _ in 0..60 {
        if partner.game.outcome().is_some() {
            break;
        }
        partner.send_move();
        if partner.game.legal_moves().is_empty() {
            break;
        }
        let start = Instant::now();
        partner.expect_move();
        used += start.elapsed();
    }
    assert!(used < Duration::from_secs(6), "{used:?}");
    assert!(used > Duration::from_secs(1), "{used:?}");
}

#[test]
fn the_end_comes_while_the_engine_thinks() {
    // D18: nothing of the first game comes in the second.
    let program = Program::listening(&[]);
    let mut partner = Partner::of(&program);
    partner.ask(Side::White, "099075A");
    let start = Instant::now();
    partner.send(&["E00", "R01{N}Z000075A"]);
    partner.expect("E00");
    partner.expect_accepted();
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "the search was stopped"
    );
    partner.send_move();
    partner.expect_move();
}

#[test]
fn ten_games_in_a_row() {
    // D27
    let program = Program::listening(&["--games", "10"]);
    let mut partner = Partner::of(&program);
    for game in 0..10 {
        let side = if game % 2 == 0 {
            Side::White
        } else {
            Side::Black
        };
        partner.ask(side, "000075A");
        if side == Side::Black {
            partner.send_move();
        }
        partner.expect_move();
        partner.send(&["E00"]);
        partner.expect("E00");
        let result = program.result();
        let side = if side == Side::White {
            "white"
        } else {
            "black"
        };
        let start = format!("game {}: ", game + 1);
        assert!(
            result.starts_with(&start) && result.contains(side),
            "{result}"
        );
    }
    partner.expect_closed();
    assert_eq!(program.end(), Some(0));
}

#[test]
fn a_port_in_use_is_told() {
    // D32
    let program = Program::listening(&[]);
    let port = program.port.to_string();
    let second = Program::start(&["--listen", &port]);
    second.until_note("cannot listen on 127.0.0.1:");
    assert_eq!(second.end(), Some(2));
}

#[test]
fn a_port_is_free_again_at_once() {
    let program = Program::listening(&["--games", "1"]);
    let mut partner = Partner::of(&program);
    partner.ask(Side::Black, "000075A");
    partner.send(&["E00"]);
    partner.expect("E00");
    let port = program.port;
    // The program closes first, so the connection lingers on its side.
    partner.expect_closed();
    assert_eq!(program.end(), Some(0));
    let again = Program::start(&["--listen", &port.to_string()]);
    again.until_note("listening on ");
}

#[test]
fn nobody_to_call_is_told() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = free.local_addr().expect("an address").to_string();
    drop(free);
    let program = Program::start(&["--connect", &address]);
    program.until_note("cannot connect to ");
    assert_eq!(program.end(), Some(2));
}

#[test]
fn a_caller_calls_again() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let arguments = [
        "--connect",
        &address,
        "--reconnect",
        "--initiator",
        "--games",
        "2",
        "--time",
        "0",
    ];
    let program = Program::start(&arguments);
    for game in 0..2 {
        let (stream, _) = listener.accept().expect("it calls");
        let mut partner = Partner::over(stream);
        partner.expect("R01Damocles ");
        partner.send(&["A{N}0"]);
        if game == 0 {
            // It has White, and the partner is gone after its first move.
            partner.expect_move();
            continue;
        }
        partner.send_move();
        partner.expect_move();
        partner.send(&["E10"]);
        partner.expect("E00");
        partner.expect_closed();
    }
    assert!(
        program
            .result()
            .contains("the partner closed the connection")
    );
    assert!(
        program
            .result()
            .contains("the partner says that it has lost")
    );
    assert_eq!(program.end(), Some(0));
}

#[test]
fn an_initiator_listens_too() {
    let program = Program::listening(&["--initiator", "--games", "2", "--time", "0"]);
    let mut partner = Partner::of(&program);
    partner.expect("R01Damocles ");
    partner.send(&["A{N}0"]);
    partner.expect_move();
    // The end comes together with a move.
    let mv = partner.play_first();
    partner.send(&[&mv, "E00"]);
    partner.expect("E00");
    let result = program.result();
    assert!(
        result.contains("after 2 plies"),
        "the move was played: {result}"
    );
    partner.expect("R01Damocles ");
    partner.send(&["A{N}3"]);
    partner.expect_closed();
    assert_eq!(program.end(), Some(1), "not all games were played");
}

#[test]
fn a_draw_is_claimed_when_we_are_on_move() {
    // One king against one: five moves each.
    let program = Program::listening(&[]);
    let mut partner = Partner::of(&program);
    partner.ask_on("W:WK46:BK1");
    while partner.game.outcome().is_none() || partner.game.position().side() == Side::White {
        partner.send_safe_move();
        if partner.game.outcome().is_none() {
            partner.expect_move();
        }
        assert!(partner.game.moves().len() < 20);
    }
    partner.expect("E20");
    partner.send(&["E00"]);
    let result = program.result();
    assert!(result.contains(" 1-1 (draw as black) "), "{result}");
}
