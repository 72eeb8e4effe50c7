//! A partner that leaves, stalls or floods in every state of the conversation: the game ends with
//! its reason, and the next partner is served.

use std::time::{Duration, Instant};

use damocles::position::Side;

use super::partner::{Partner, Program};

/// Plays a short game as any other partner would.
fn play_a_game(program: &Program) {
    let mut partner = Partner::of(program);
    partner.ask(Side::Black, "000075A");
    partner.send_move();
    partner.expect_move();
    partner.send(&["E00"]);
    partner.expect("E00");
    let result = program.result();
    assert!(result.contains("the partner ended the game"), "{result}");
}

#[test]
fn a_partner_may_leave_in_every_state() {
    // D26
    /// Brings a conversation into a state; says whether a game has begun.
    type Scene = fn(&mut Partner) -> bool;
    let scenes: [(&str, Scene); 9] = [
        ("before the request", |_| false),
        ("in the middle of the request", |partner| {
            partner.send_bytes(b"R01Part");
            false
        }),
        ("right after the request", |partner| {
            partner.send(&["R01{N}Z005075A"]);
            true
        }),
        ("after the acceptance", |partner| {
            partner.ask(Side::Black, "005075A");
            true
        }),
        ("while the program thinks", |partner| {
            partner.ask(Side::White, "999075A");
            true
        }),
        ("while the partner thinks", |partner| {
            partner.ask(Side::Black, "000075A");
            partner.send_move();
            partner.expect_move();
            true
        }),
        ("in the middle of a move", |partner| {
            partner.ask(Side::Black, "005075A");
            partner.send_bytes(b"M0001322800");
            true
        }),
        ("after the end that it told", |partner| {
            partner.ask(Side::Black, "005075A");
            partner.send(&["E00"]);
            true
        }),
        ("after the end that the program told", |partner| {
            partner.ask(Side::Black, "000000A");
            partner.send(&["M0001999900"]);
            partner.expect("C");
            partner.expect("E00");
            true
        }),
    ];
    let program = Program::listening(&[]);
    play_a_game(&program);
    for (name, scene) in scenes {
        let mut partner = Partner::of(&program);
        let has_begun = scene(&mut partner);
        drop(partner);
        let start = Instant::now();
        if has_begun {
            let result = program.result();
            assert!(
                result.contains(" plies, ") && !result.contains("1 plies"),
                "{name}: {result}"
            );
        }
        play_a_game(&program);
        assert!(start.elapsed() < Duration::from_secs(3), "{name}");
        program.expect_no_helpers();
    }
}

#[test]
fn a_partner_that_stalls_is_given_up() {
    let program = Program::listening(&["--patience", "0.2"]);
    // On its move: three seconds would be on its clock, had it not none at all.
    let mut partner = Partner::of(&program);
    partner.ask(Side::Black, "000075A");
    let start = Instant::now();
    partner.expect("E00");
    assert!(
        start.elapsed() > Duration::from_secs(1),
        "patience is ten times as long then"
    );
    // It wakes up: the move is too late, but the connection goes on.
    partner.send(&["M0001322800", "E00"]);
    let result = program.result();
    assert!(
        result.contains("the partner was silent for 2 seconds"),
        "{result}"
    );
    partner.ask(Side::Black, "000075A");
    partner.send_move();
    partner.expect_move();
    drop(partner);
    assert!(
        program
            .result()
            .contains("the partner closed the connection")
    );
    // Between games.
    let partner = Partner::of(&program);
    partner.expect_closed();
    program.until_note("the partner was silent for 2 seconds");
    play_a_game(&program);
}

#[test]
fn a_partner_that_chats_without_end_is_no_less_late() {
    let program = Program::listening(&["--patience", "0.05"]);
    let mut partner = Partner::of(&program);
    partner.ask(Side::Black, "000075A");
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(700) {
        partner.send(&["Cstill thinking"; 20]);
    }
    partner.expect("E00");
    partner.send(&["E01"]);
    partner.expect_closed();
    assert!(program.result().contains("the partner was silent"));
    play_a_game(&program);
}

#[test]
fn garbage_over_a_network_ends_the_conversation() {
    // D25
    let program = Program::listening(&[]);
    let mut partner = Partner::of(&program);
    partner.send_bytes(b"\0\0X\0");
    partner.send_bytes(&vec![b'x'; 100_000]);
    partner.send_bytes(b"\0\xff\xfe\0R\0");
    partner.expect("ADamocles ");
    partner.ask(Side::Black, "005075A");
    partner.send(&["X"; 20]);
    assert!(program.result().contains("20 messages in a row"));
    partner.expect_closed();
    play_a_game(&program);
}
