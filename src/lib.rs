//! Damocles, a headless draughts engine: every variant exact, one search for all of them.
//!
//! The binary `damocles` speaks the Hub protocol; everything it does is done by this library.
//!
//! # Rooms
//!
//! A room uses only rooms above it in this list (a test holds it so; `notation` may use `game`).
//!
//! | room | what it is responsible for |
//! |---|---|
//! | [`board`] | where things can stand: squares, directions, sets of squares |
//! | [`rng`] | one small generator of random numbers, always seeded by the caller |
//! | [`rules`] | what is allowed, as data: variants, draw rules, their names |
//! | [`position`] | one moment of a game, moves and what they do to it |
//! | [`movegen`] | the legal moves of a position |
//! | [`game`] | a sequence of positions, and how and why it ends |
//! | [`notation`] | positions and moves as text, and back |
//! | [`eval`] | how good a quiet position is |
//! | [`search`] | the best move |
//! | [`engine`] | the product without a protocol: settings, game, search |
//! | [`protocol`] | conversations with hosts and partners |
//! | [`mod@bench`] | the signature run |
//! | [`arena`] | matches between engines, and what they say about strength |
//! | [`training`] | self-play and the weights that are learned from it |
//! | [`analysis`] | judgement of positions and games |
//! | [`collection`] | files of games: counts, and what scripts read of them |
//! | [`cli`] | the command line |
//!
//! # Examples
//!
//! The legal moves of a position:
//! ```
//! use damocles::notation::{parse_position, write_move};
//! use damocles::position::MoveList;
//! use damocles::{movegen, rules::Variant};
//!
//! let variant: Variant = "russian".parse()?;
//! let pos = parse_position(variant, "W:Wb6:Bc7,e7,g5")?;
//! let mut moves = MoveList::new();
//! movegen::legal_moves(variant, &pos, &mut moves);
//! let names: Vec<String> = moves.iter().map(|&mv| write_move(variant, &pos, mv)).collect();
//! // The man is crowned on d8 in passing and goes on as a king.
//! assert_eq!(names, ["b6:h4"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game that knows why it ended:
//! ```
//! use damocles::game::Game;
//! use damocles::notation::parse_move;
//! use damocles::position::Position;
//! use damocles::rules::{DrawRules, Variant};
//!
//! let variant = Variant::default();
//! let start = Position::start(variant);
//! let mut game = Game::from_position(variant, DrawRules::official(variant), start);
//! let mv = parse_move(variant, game.position(), "32-28")?;
//! game.play(mv)?;
//! assert!(game.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The best move:
//! ```
//! use damocles::game::Game;
//! use damocles::notation::{parse_position, write_move};
//! use damocles::rules::{DrawRules, Variant};
//! use damocles::search::{Limits, Report, Search, Signals};
//!
//! let variant = Variant::default();
//! let pos = parse_position(variant, "W:W28,32,37:B17,18,19")?;
//! let game = Game::from_position(variant, DrawRules::official(variant), pos);
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let mut search = Search::new(variant, 12, 1);
//! let mut depths = Vec::new();
//! let observer = &mut |report: &Report| depths.push(report.depth);
//! let answer = search.run(&game, &limits, &Signals::default(), observer);
//! assert!(answer.best.is_some() && depths.contains(&6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod arena;
pub mod bench;
pub mod board;
pub mod cli;
pub mod collection;
pub mod egdb;
pub mod engine;
pub mod eval;
pub mod game;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod rng;
pub mod rules;
pub mod search;
pub mod training;
