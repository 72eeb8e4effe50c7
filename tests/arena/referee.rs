//! The referee with players whose scores are known.

use std::time::Duration;

use damocles::arena::{
    Aborted, Adjudication, Choice, Failure, HouseRules, Note, Played, Player, Reason, Turn, play,
};
use damocles::game::Game;
use damocles::position::Side;
use damocles::rules::{DrawRules, Variant};

/// Plays the first legal move and tells the next of its scores; fails when they are used up.
struct Scripted {
    scores: Vec<f64>,
    time: Duration,
    failure: Failure,
}

impl Scripted {
    fn new(scores: &[f64]) -> Self {
        Self {
            scores: scores.iter().rev().copied().collect(),
            time: Duration::from_millis(1),
            failure: Failure::Resigned,
        }
    }
}

impl Player for Scripted {
    fn begin(&mut self, _game: &Game, _side: Side) -> Result<(), Failure> {
        match &self.failure {
            failure @ Failure::NotStarted(_) => Err(failure.clone()),
            _ => Ok(()),
        }
    }

    fn choose(&mut self, game: &Game, _turn: &Turn) -> Result<Choice, Failure> {
        let score = self.scores.pop().ok_or_else(|| self.failure.clone())?;
        let note = Note {
            score: Some(score),
            ..Note::default()
        };
        Ok(Choice {
            mv: game.legal_moves()[0],
            elapsed: self.time,
            note,
        })
    }

    fn finish(&mut self, _game: &Game, _winner: Option<Side>) {}
}

fn house() -> HouseRules {
    HouseRules {
        grace: Duration::from_millis(10),
        patience: Duration::from_secs(1),
        max_plies: 1000,
        win: Some(Adjudication {
            men: 3.0,
            moves: 2,
            from: 0,
        }),
        draw: Some(Adjudication {
            men: 0.1,
            moves: 2,
            from: 4,
        }),
    }
}

fn game_of(
    white: &mut Scripted,
    black: &mut Scripted,
    house: &HouseRules,
) -> Result<Played, Aborted> {
    let variant = Variant::default();
    let game = Game::new(variant, DrawRules::official(variant));
    let control = "move-time=0.1".parse().expect("a level");
    play(game, [white, black], [control; 2], house)
}

fn result(white: &[f64], black: &[f64]) -> (Option<Side>, Reason, usize) {
    let played = game_of(
        &mut Scripted::new(white),
        &mut Scripted::new(black),
        &house(),
    );
    let played = played.expect("a game");
    (
        played.verdict.winner,
        played.verdict.reason,
        played.choices.len(),
    )
}

#[test]
fn both_players_must_agree_for_long_enough() {
    let won = (Some(Side::White), Reason::Score, 4);
    assert_eq!(result(&[3.0, 4.0], &[-3.0, -9.0]), won);
    assert_eq!(
        result(&[-3.0, -4.0], &[3.0, 9.0]),
        (Some(Side::Black), Reason::Score, 4)
    );
    // Only once, from one side alone, or each for itself: the game goes on until one gives up.
    for (white, black) in [
        ([3.0, 4.0], [-3.0, -2.0]),
        ([3.0, 4.0], [0.0, 0.5]),
        ([3.0, 4.0], [3.0, 4.0]),
    ] {
        assert_eq!(
            result(&white, &black).1,
            Reason::Resignation,
            "{white:?} {black:?}"
        );
    }
}

#[test]
fn a_draw_is_given_only_from_some_move_on() {
    assert_eq!(result(&[0.0; 9], &[0.1; 9]), (None, Reason::Score, 8));
    let white = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    assert_eq!(result(&white, &[-0.1; 9]), (None, Reason::Score, 11));
}

#[test]
fn time_and_length_are_kept() {
    let mut late = Scripted::new(&[1.0; 9]);
    late.time = Duration::from_millis(111);
    let played = game_of(&mut Scripted::new(&[1.0; 9]), &mut late, &house()).expect("a game");
    assert_eq!(
        (played.verdict.winner, played.verdict.reason),
        (Some(Side::White), Reason::Time)
    );
    late.time = Duration::from_millis(109);
    let short = HouseRules {
        max_plies: 6,
        ..house()
    };
    let played = game_of(&mut Scripted::new(&[1.0; 9]), &mut late, &short).expect("a game");
    assert_eq!(
        (played.verdict.winner, played.verdict.reason),
        (None, Reason::Length)
    );
    assert_eq!(played.game.moves().len(), 6);
}

#[test]
fn a_player_that_cannot_start_has_not_lost() {
    let mut absent = Scripted::new(&[]);
    absent.failure = Failure::NotStarted("gone".to_owned());
    let aborted = game_of(&mut Scripted::new(&[]), &mut absent, &house()).expect_err("no game");
    assert_eq!(aborted, Aborted::NotStarted(Side::Black, "gone".to_owned()));
    absent.failure = Failure::Interrupted;
    let aborted = game_of(&mut Scripted::new(&[1.0]), &mut absent, &house()).expect_err("no game");
    assert_eq!(aborted, Aborted::Interrupted);
}
