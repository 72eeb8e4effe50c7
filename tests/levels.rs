//! Levels of play: the weakest against a player that only counts pieces one ply ahead, and
//! neighbours of the presets against each other.

use damocles::engine::{Engine, Level, Settings};
use damocles::game::{Game, Outcome};
use damocles::position::{Move, Side};
use damocles::rules::{DrawRules, Variant};
use damocles::search::{Limits, Report, Signals};

use crate::walk::Dice;

/// Variants for which the levels were measured.
const VARIANTS: [&str; 4] = ["english", "russian", "brazilian", "international"];
/// Plies after which an undecided game counts as drawn.
const LONGEST_GAME: usize = 200;
/// Random plies before the players take over.
const OPENING: usize = 4;

/// Someone who chooses a move of a game.
trait Player {
    fn choose(&mut self, game: &Game) -> Move;
}

/// Takes what it can and does not look at the answer.
struct Greedy(Dice);

impl Player for Greedy {
    fn choose(&mut self, game: &Game) -> Move {
        let moves = game.legal_moves();
        let gain = |mv: &Move| mv.captured().len() + u32::from(mv.crowns());
        let most = moves.iter().map(gain).max().expect("a move");
        let best: Vec<Move> = moves.into_iter().filter(|mv| gain(mv) == most).collect();
        best[self.0.below(best.len())]
    }
}

struct AtLevel(Engine);

impl AtLevel {
    fn new(variant: &str, level: &str, seed: u64) -> Self {
        let mut settings = Settings::default();
        let seed = seed.to_string();
        let values = [
            ("variant", variant),
            ("level-of-play", level),
            ("seed", &seed),
            ("tt-size", "10"),
            // Only full strength would have them, and each engine would make its own.
            ("bb-size", "0"),
        ];
        for (name, value) in values {
            settings.set(name, value).expect("a value");
        }
        Self(Engine::new(settings))
    }
}

impl Player for AtLevel {
    fn choose(&mut self, game: &Game) -> Move {
        self.0.set_position(*game.position());
        // Full strength is tested with a limit of its own.
        let limits = Limits {
            nodes: Some(20_000),
            is_game: true,
            ..Limits::default()
        };
        let answer = self
            .0
            .think(&limits, &Signals::default(), &mut |_: &Report| {});
        answer.best.expect("a move")
    }
}

/// Points of the first player out of twice `pairs`, each opening played with both colours.
fn points(name: &str, pairs: u64, mut players: impl FnMut(u64) -> [Box<dyn Player>; 2]) -> f64 {
    let variant: Variant = name.parse().expect("a variant");
    let mut points = 0.0;
    for pair in 0..pairs {
        for first in Side::BOTH {
            let mut dice = Dice::new(pair + 1);
            let mut game = Game::new(variant, DrawRules::official(variant));
            let mut players = players(pair);
            while game.outcome().is_none() && game.moves().len() < LONGEST_GAME {
                let mover = usize::from(game.position().side() != first);
                let mv = if game.moves().len() < OPENING {
                    let moves = game.legal_moves();
                    moves[dice.below(moves.len())]
                } else {
                    players[mover].choose(&game)
                };
                game.play(mv).expect("legal");
            }
            points += match game.outcome().and_then(Outcome::winner) {
                Some(winner) if winner == first => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
    }
    points
}

#[test]
fn the_weakest_level_is_no_better_than_a_greedy_beginner() {
    let mut total = 0.0;
    for name in VARIANTS {
        let won = points(name, 20, |pair| {
            [
                Box::new(AtLevel::new(name, "1", pair + 1)),
                Box::new(Greedy(Dice::new(pair + 77))),
            ]
        });
        println!("{name}: level 1 has {won} of 40 against a greedy player");
        assert!(
            won >= 2.0,
            "{name}: level 1 cannot play at all: {won} of 40 points"
        );
        total += won;
    }
    assert!(total <= 80.0, "level 1 has {total} of 160 points");
}

#[test]
fn presets_are_ordered() {
    for name in VARIANTS {
        for pair in Level::PRESETS.windows(2) {
            let ((weak, _), (strong, _)) = (pair[0], pair[1]);
            let won = points(name, 8, |pair| {
                [strong, weak].map(|level| -> Box<dyn Player> {
                    Box::new(AtLevel::new(name, level, pair + 1))
                })
            });
            println!("{name}: {strong} has {won} of 16 against {weak}");
            assert!(
                won > 8.0,
                "{name}: {strong} has {won} of 16 points against {weak}"
            );
        }
    }
}

/// The table of the README: Elo between neighbours, from 40 games each.
#[test]
#[ignore = "takes minutes: run it in release mode, as the README says"]
fn level_gaps() {
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.01, 0.99) - 1.0).log10();
    for name in VARIANTS {
        let levels: Vec<String> = Level::all().map(|level| level.to_string()).collect();
        let gaps: Vec<String> = levels
            .windows(2)
            .map(|pair| {
                let won = points(name, 20, |seed| {
                    [&pair[1], &pair[0]].map(|level| -> Box<dyn Player> {
                        Box::new(AtLevel::new(name, level, seed + 1))
                    })
                });
                format!("{:.0}", elo(won / 40.0))
            })
            .collect();
        println!("{name}: {}", gaps.join(" "));
        for pair in Level::PRESETS.windows(2) {
            let ((weak, _), (strong, _)) = (pair[0], pair[1]);
            let won = points(name, 20, |seed| {
                [strong, weak].map(|level| -> Box<dyn Player> {
                    Box::new(AtLevel::new(name, level, seed + 1))
                })
            });
            println!("{name}: {strong} over {weak}: {:.0}", elo(won / 40.0));
        }
    }
}

#[test]
fn a_level_with_a_seed_plays_the_same_again() {
    for level in ["1", "10", "20"] {
        let game = Game::new(Variant::default(), DrawRules::official(Variant::default()));
        let choose = || AtLevel::new("international", level, 5).choose(&game);
        assert_eq!(choose(), choose(), "{level}");
    }
}
