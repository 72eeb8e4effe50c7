//! Draw rules, played to the exact ply.
//!
//! Each file of `tests/draws` holds games for one rule book or site, each written as
//!
//! ```text
//! test: what it shows
//! variant: international
//! rules: official
//! fen: W:WK46,K47:BK3          (`start` is the start position)
//! play: 46-5 3-8               moves in the notation of the variant
//! white: 5-46 46-5             a round that the kings of White make again and again
//! black: 8-3 3-8
//! shuffle: 7                   so many plies of the rounds, each side from where it stopped
//! draw 10: 5 moves each ...    the outcome after ply 10
//! ```
//!
//! After every ply that no line names, the game must not be over: a draw one ply early or late
//! fails. `win 10: ...` expects a win, and `draw 10-12: ...` the same outcome after several plies.

use std::collections::BTreeMap;
use std::path::PathBuf;

use damocles::board::Square;
use damocles::game::{DrawReason, Game, Outcome};
use damocles::position::{Move, Piece, Position, Setup, Side};
use damocles::rules::{Base, CaptureDuty, DrawRules, DrawSet, Variant};

/// A game of a data file, being played.
struct Case {
    title: String,
    variant: Variant,
    rules: String,
    game: Option<Game>,
    /// The round of either side and the number of its moves already made.
    rounds: [(Vec<String>, usize); 2],
    /// The text of the outcome after each ply; empty if the game goes on.
    outcomes: Vec<String>,
    expected: BTreeMap<usize, String>,
}

impl Case {
    fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            variant: Variant::default(),
            rules: "official".to_owned(),
            game: None,
            rounds: Default::default(),
            outcomes: Vec::new(),
            expected: BTreeMap::new(),
        }
    }

    /// Carries out one line of the file.
    fn line(&mut self, key: &str, value: &str) {
        let words = || {
            value
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        match key.split_once(' ').unwrap_or((key, "")) {
            ("variant", "") => self.variant = value.parse().expect("a variant"),
            ("rules", "") => value.clone_into(&mut self.rules),
            ("fen", "") => self.set_up(value),
            ("play", "") => words().iter().for_each(|mv| self.play(mv)),
            ("white", "") => self.rounds[0] = (words(), 0),
            ("black", "") => self.rounds[1] = (words(), 0),
            ("shuffle", "") => self.shuffle(value.parse().expect("a number of plies")),
            (word @ ("draw" | "win"), plies) => {
                let (first, last) = plies.split_once('-').unwrap_or((plies, plies));
                let ply = |text: &str| text.parse::<usize>().expect("a ply");
                let text = if word == "draw" {
                    format!("draw: {value}")
                } else {
                    value.to_owned()
                };
                self.expected
                    .extend((ply(first)..=ply(last)).map(|ply| (ply, text.clone())));
            }
            _ => panic!("{}: unknown line '{key}'", self.title),
        }
    }

    fn set_up(&mut self, fen: &str) {
        let rules = DrawRules::by_name(&self.rules, self.variant).expect("draw rules");
        let game = match fen {
            "start" => Game::new(self.variant, rules),
            _ => Game::from_position(self.variant, rules, position(self.variant, fen)),
        };
        self.outcomes.push(outcome_of(&game));
        self.game = Some(game);
    }

    fn game(&self) -> &Game {
        self.game.as_ref().expect("a `fen:` line before the moves")
    }

    fn play(&mut self, text: &str) {
        let mv = find(self.game(), text).unwrap_or_else(|| {
            panic!(
                "{}: ply {}: no single move {text}",
                self.title,
                self.outcomes.len()
            )
        });
        let game = self.game.as_mut().expect("found above");
        game.play(mv).expect("listed by the generator");
        self.outcomes.push(outcome_of(game));
    }

    fn shuffle(&mut self, plies: usize) {
        for _ in 0..plies {
            let (round, made) = &mut self.rounds[self.game().position().side() as usize];
            let text = round[*made % round.len()].clone();
            self.rounds[self.game().position().side() as usize].1 += 1;
            self.play(&text);
        }
    }

    /// Compares the outcome after every ply with what the file says.
    fn check(&self) {
        let last = self.expected.keys().last().copied().unwrap_or(0);
        assert!(
            last < self.outcomes.len(),
            "{}: there is no ply {last}",
            self.title
        );
        for (ply, outcome) in self.outcomes.iter().enumerate() {
            let expected = self.expected.get(&ply).map_or("", String::as_str);
            assert_eq!(outcome, expected, "{}: after ply {ply}", self.title);
        }
    }
}

fn outcome_of(game: &Game) -> String {
    game.outcome()
        .map_or_else(String::new, |outcome| outcome.to_string())
}

/// The legal move with the ends that `text` names, if there is exactly one.
fn find(game: &Game, text: &str) -> Option<Move> {
    let (from, to) = text.split_once(['-', 'x']).expect("two squares");
    let ends = (square(game.variant(), from), square(game.variant(), to));
    let mut fitting = game
        .legal_moves()
        .into_iter()
        .filter(|mv| (mv.from(), mv.to()) == ends && mv.is_capture() == text.contains('x'));
    let mv = fitting.next()?;
    fitting.next().is_none().then_some(mv)
}

fn square(variant: Variant, name: &str) -> Square {
    let rules = variant.rules();
    let square = match name.parse() {
        Ok(number) => rules.geometry.square_by_number(number, rules.numbering),
        Err(_) => rules.geometry.square_by_letters(name),
    };
    square.unwrap_or_else(|| panic!("this board has no square {name}"))
}

/// The position of a plain FEN, such as `W:WK46,K47:BK3`.
fn position(variant: Variant, fen: &str) -> Position {
    let side_of = |text: &str| {
        if text.starts_with('W') {
            Side::White
        } else {
            Side::Black
        }
    };
    let mut fields = fen.split(':');
    let to_move = fields.next().expect("the side to move");
    let mut setup = Setup::new(variant.rules().geometry, side_of(to_move));
    for field in fields {
        for name in field[1..].split(',').filter(|name| !name.is_empty()) {
            let is_king = name.starts_with('K');
            let piece = Piece {
                side: side_of(field),
                is_king,
            };
            let square = square(variant, name.trim_start_matches('K'));
            setup.place(piece, square).expect("a place for the piece");
        }
    }
    setup.finish()
}

/// Plays the games of a file.
fn read_file(name: &str) -> Vec<Case> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/draws")
        .join(name);
    let text = std::fs::read_to_string(&path).expect("a readable data file");
    let mut cases: Vec<Case> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (key, value) = line.split_once(": ").expect("`key: value`");
        match (key, cases.last_mut()) {
            ("test", _) => cases.push(Case::new(&format!("{name}: {value}"))),
            (_, Some(case)) => case.line(key, value),
            _ => panic!("{name}: a line before the first test"),
        }
    }
    cases
}

const FILES: [&str; 8] = [
    "international.txt",
    "russian.txt",
    "federations.txt",
    "lidraughts.txt",
    "dream-games.txt",
    "vspocket.txt",
    "forty-moves.txt",
    "none.txt",
];

#[test]
fn every_game_ends_on_the_ply_that_its_file_names() {
    for name in FILES {
        let cases = read_file(name);
        assert!(!cases.is_empty(), "{name} is empty");
        cases.iter().for_each(Case::check);
    }
}

/// Plays moves from a position and says how the game stands.
fn stands(variant: &str, rules: &str, fen: &str, moves: &str) -> String {
    let mut case = Case::new(variant);
    case.line("variant", variant);
    case.line("rules", rules);
    case.line("fen", fen);
    case.line("play", moves);
    case.outcomes.pop().unwrap_or_default()
}

#[test]
fn the_first_king_wins_breakthrough_and_loses_its_losing_form() {
    let fen = "W:W6,42:B44,15";
    let cases = [
        (
            "breakthrough",
            "6-1",
            "White wins: White has the first king",
        ),
        (
            "breakthrough",
            "42-37 44-49",
            "Black wins: Black has the first king",
        ),
        (
            "losing-breakthrough",
            "6-1",
            "Black wins: White has the first king",
        ),
        (
            "losing-breakthrough",
            "42-37 44-49",
            "White wins: Black has the first king",
        ),
    ];
    for (variant, moves, expected) in cases {
        for rules in DrawRules::NAMES {
            assert_eq!(
                stands(variant, rules, fen, moves),
                expected,
                "{variant} {moves}"
            );
        }
    }
}

#[test]
fn a_side_without_a_move_loses_or_in_losing_forms_wins() {
    let cases = [
        (
            "international",
            "B:W50:B",
            "White wins: Black has no pieces left",
        ),
        ("losing", "B:W50:B", "Black wins: Black has no pieces left"),
        (
            "english",
            "W:W13:B9,6",
            "Black wins: White has no legal move",
        ),
        (
            "losing-english",
            "W:W13:B9,6",
            "White wins: White has no legal move",
        ),
    ];
    for (variant, fen, expected) in cases {
        assert_eq!(
            stands(variant, "official", fen, ""),
            expected,
            "{variant} {fen}"
        );
    }
}

#[test]
fn frisian_kings_alone_are_a_draw_unless_the_capture_cannot_be_helped() {
    let variant: Variant = "frisian".parse().expect("a variant");
    let official = DrawSet::Official.rules(variant);
    let squares = || variant.rules().geometry.squares();
    let mut counts = [0; 3];
    for (white, black) in squares()
        .into_iter()
        .flat_map(|w| squares().into_iter().map(move |b| (w, b)))
    {
        if white == black {
            continue;
        }
        let mut setup = Setup::new(variant.rules().geometry, Side::White);
        for (side, square) in [(Side::White, white), (Side::Black, black)] {
            setup
                .place(
                    Piece {
                        side,
                        is_king: true,
                    },
                    square,
                )
                .expect("two squares");
        }
        let game = Game::from_position(variant, official, setup.finish());
        // The definition, played out.
        let replies = |mv: Move| {
            let mut next = game.clone();
            next.play(mv).expect("a legal move");
            next.legal_moves()
        };
        let moves = game.legal_moves();
        let can_capture = moves.iter().any(|mv| mv.is_capture());
        let must_lose = moves
            .iter()
            .all(|&mv| replies(mv).iter().any(|mv| mv.is_capture()));
        counts[if can_capture {
            0
        } else {
            1 + usize::from(must_lose)
        }] += 1;
        assert_eq!(
            game.outcome().is_none(),
            can_capture || must_lose,
            "white king on {white:?}, black king on {black:?}"
        );
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn every_rule_of_every_set_has_drawn_a_game() {
    let played: Vec<_> = FILES.iter().flat_map(|name| read_file(name)).collect();
    // Rules that serve several variants need a game of one of them only.
    let has_drawn = |rules: &DrawRules, text: &str| {
        played.iter().any(|case| {
            DrawRules::by_name(&case.rules, case.variant) == Some(rules)
                && case.expected.values().any(|outcome| outcome == text)
        })
    };
    for base in Base::ALL {
        for set in DrawSet::ALL {
            let rules = set.rules(base.into());
            let repetition = rules.repetition.map(DrawReason::Repetition);
            let counters = rules.counters.iter().copied().map(DrawReason::Counter);
            for reason in counters.chain(repetition) {
                let text = Outcome::Draw(reason).to_string();
                assert!(has_drawn(rules, &text), "{base:?} {set:?}: {text}");
            }
        }
    }
}

/// The parameters of the rows of the README, such as `variant=english capture=optional`.
fn promised() -> Vec<(Variant, String)> {
    let readme = include_str!("../README.md");
    let quoted = readme
        .lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    let parameters = quoted.filter(|text| text.contains(" draw-rules="));
    parameters
        .map(|text| {
            let value = |name: &str| {
                text.split(' ')
                    .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
            };
            let variant: Variant = value("variant").unwrap_or("normal").parse().expect(text);
            let duty = match value("capture").unwrap_or("compulsory") {
                "compulsory" => CaptureDuty::Compulsory,
                "optional" => CaptureDuty::Optional,
                "optional-any" => CaptureDuty::OptionalAny,
                other => panic!("no such duty: {other}"),
            };
            (
                variant.with_capture_duty(duty),
                value("draw-rules").expect(text).to_owned(),
            )
        })
        .collect()
}

#[test]
fn the_rows_of_the_readme_are_played_through() {
    let played: Vec<_> = FILES
        .iter()
        .flat_map(|name| read_file(name))
        .map(|case| (case.variant, case.rules))
        .collect();
    for row in promised() {
        assert!(played.contains(&row), "no game for {} by {}", row.0, row.1);
    }
}
