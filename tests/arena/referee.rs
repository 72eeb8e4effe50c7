//! The referee with players whose scores are known.

use std::sync::Arc;
use std::time::Duration;

use damocles::arena::{
    Aborted, Adjudication, Choice, Failure, HouseRules, Note, Played, Player, Reason, Turn, play,
};
use damocles::egdb::{Layout, Material, Tables, Value};
use damocles::game::Game;
use damocles::movegen::legal_moves;
use damocles::notation::parse_position;
use damocles::position::{MoveList, Position, Side};
use damocles::rules::{Base, DrawRules, Variant};

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
        tables: None,
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

#[test]
fn ending_tables_end_a_game_with_their_value() {
    let variant: Variant = Base::English.into();
    let tables = Arc::new(Tables::build(variant, 2));
    let house = HouseRules {
        tables: Some(tables),
        ..house()
    };
    let verdict = |pos: Position| {
        let game = Game::from_position(variant, DrawRules::official(variant), pos);
        let (white, black) = (&mut Scripted::new(&[]), &mut Scripted::new(&[]));
        let control = "move-time=0.1".parse().expect("a level");
        let played = play(game, [white, black], [control; 2], &house).expect("a game");
        (played.verdict.winner, played.verdict.reason)
    };
    let layout = Layout::new(variant.rules().geometry, Material::of_pieces(2)[0]);
    let mut seen = [0; 3];
    for pos in (0..layout.entries()).filter_map(|index| layout.position(index)) {
        let mut moves = MoveList::new();
        legal_moves(variant, &pos, &mut moves);
        if moves.is_empty() || moves[0].is_capture() {
            continue;
        }
        let tables = house.tables.as_deref().expect("tables");
        let value = tables.probe(&pos).expect("a value");
        let winner = match value {
            Value::Win => Some(pos.side()),
            Value::Draw => None,
            Value::Loss => Some(!pos.side()),
        };
        assert_eq!(verdict(pos), (winner, Reason::Tables));
        seen[value as usize] += 1;
    }
    // Of the 230 wins 72 are captures.
    assert_eq!(seen.iter().sum::<i32>(), 992 - 72);
    let more = parse_position(variant, "W:WK14,K18:BK29").expect("a position");
    assert_eq!(verdict(more).1, Reason::Resignation, "too many pieces");
}
