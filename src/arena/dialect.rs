//! The lines of Hub as programs of its two versions write and read them.
//!
//! Version 2 is that of [`protocol::hub`](crate::protocol::hub). Version 1 is what Scan 2.0 speaks
//! (F. Letouzey, 2015; seen in its source), for 10x10 international draughts only: bare words in a
//! fixed order, times in whole milliseconds, moves sent one a line, and `move` in the place of
//! `done`. It knows no limit of nodes. Replies of both become [`Reply`].

use super::contestant::Dialect;
use crate::board::Numbering;
use crate::game::Game;
use crate::notation::{HubNumbering, write_hub_move, write_hub_position};
use crate::position::Side;
use crate::protocol::hub::{Command, Info, Kind, Level, Mode, Reply};
use crate::rules::{Base, Variant};

const NUMBERING: HubNumbering = HubNumbering::TopLeft;

impl Dialect {
    /// The line for a command that is no part of a search.
    pub(super) fn command(self, command: &Command) -> String {
        match (self, command) {
            (Self::Hub1, Command::NewGame) => "new".to_owned(),
            (Self::Hub1, Command::SetParam { name, value }) => format!("set {name} {value}"),
            _ => command.to_string(),
        }
    }

    /// The lines that begin a search of the present position.
    pub(super) fn search(self, game: &Game, level: &Level) -> String {
        let moves: Vec<String> = game
            .moves()
            .iter()
            .map(|&mv| write_hub_move(game.variant(), NUMBERING, mv))
            .collect();
        let position = write_hub_position(game.variant(), NUMBERING, game.start());
        if self == Self::Hub1 {
            let mut lines = vec![format!("pos {position}")];
            lines.extend(moves.iter().map(|mv| format!("move {mv}")));
            lines.extend(old_level(level));
            lines.push("go".to_owned());
            return lines.join("\n");
        }
        let position = Command::Pos {
            position: Some(position),
            moves: moves.join(" "),
            wolf: wolf_of(game),
        };
        let level = Command::Level(*level);
        format!("{position}\n{level}\n{}", Command::Go(Mode::Think))
    }

    /// What a line of the program says; nothing if it is not of the protocol.
    pub(super) fn reply(self, line: &[u8]) -> Option<Reply> {
        match self {
            Self::Hub => Reply::parse(line).ok(),
            Self::Hub1 => old_reply(&String::from_utf8_lossy(line)),
        }
    }

    /// Why a program of this dialect cannot take part in a match, if so.
    pub fn objection(self, variant: Variant, has_node_limit: bool) -> Option<&'static str> {
        match self {
            Self::Hub1 if variant != Variant::from(Base::International) => {
                Some("Hub 1 knows international draughts only")
            }
            Self::Hub1 if has_node_limit => Some("Hub 1 knows no limit of nodes"),
            Self::Hub | Self::Hub1 => None,
        }
    }
}

/// The lines of a level in Hub 1; `time` is a fixed time for each move there.
fn old_level(level: &Level) -> Vec<String> {
    let thousandths = |seconds: f64| (seconds * 1e3).round().max(0.0) as u64;
    let mut lines = Vec::new();
    if let Some(depth) = level.depth {
        lines.push(format!("depth {depth}"));
    }
    if let Some(time) = level.time {
        let (moves, inc) = (level.moves.unwrap_or(0), level.inc.unwrap_or(0.0));
        lines.push(format!(
            "level {moves} {} {}",
            thousandths(time),
            thousandths(inc)
        ));
    } else if let Some(time) = level.move_time {
        lines.push(format!("time {}", thousandths(time).max(1)));
    }
    lines
}

fn old_reply(line: &str) -> Option<Reply> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let words: Vec<&str> = words.collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<f64>().ok());
    Some(match name {
        "wait" => Reply::Wait,
        "ready" => Reply::Ready,
        "pong" => Reply::Pong,
        "info" => Reply::Info(Info {
            depth: words.first().and_then(|word| word.parse().ok()),
            mean_depth: number(1),
            score: number(2),
            nodes: words.get(3).and_then(|word| word.parse().ok()),
            time: number(4),
            nps: number(5),
            pv: words.iter().skip(6).map(|&mv| mv.to_owned()).collect(),
            ..Info::default()
        }),
        "move" => Reply::Done {
            best: words.first().map(|&mv| mv.to_owned()),
            ponder: words.get(1).map(|&mv| mv.to_owned()),
        },
        "error" => Reply::Error {
            message: words.join(" "),
        },
        _ => return None,
    })
}

/// The counts of king moves with which the game began, in the form of the lidraughts site.
fn wolf_of(game: &Game) -> Option<String> {
    let geometry = game.variant().rules().geometry;
    let counts: Vec<String> = Side::BOTH
        .into_iter()
        .filter_map(|side| {
            let run = game.start().king_run(side)?;
            let letter = if side == Side::White { 'W' } else { 'B' };
            let number = geometry.number_of(run.square, Numbering::TopLeft);
            Some(format!("{letter}{number}={}", run.moves))
        })
        .collect();
    (!counts.is_empty()).then(|| counts.join(" "))
}

/// The word for a variant among those that a program declares; our own if it has none.
pub(super) fn word_for(variant: Variant, kind: &Kind) -> String {
    let known = match kind {
        Kind::Enum { values } => values.iter().find(|word| word.parse() == Ok(variant)),
        _ => None,
    };
    known.cloned().unwrap_or_else(|| variant.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_move;
    use crate::rules::DrawRules;

    fn game() -> Game {
        let variant = Variant::default();
        let mut game = Game::new(variant, DrawRules::official(variant));
        for text in ["32-28", "19-23", "28x19"] {
            let mv = parse_move(variant, game.position(), text).expect("a move");
            game.play(mv).expect("a legal move");
        }
        game
    }

    fn level(text: &str) -> Level {
        let command = Command::parse(format!("level {text}").as_bytes());
        let Ok(Command::Level(level)) = command else {
            panic!("a level: {text}")
        };
        level
    }

    #[test]
    fn a_search_is_the_whole_game_a_level_and_go() {
        let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        assert_eq!(
            Dialect::Hub.search(&game(), &level("time=60 inc=0.5")),
            format!(
                "pos pos={start} moves=\"32-28 19-23 28x19x23\"\nlevel time=60 inc=0.5\ngo think"
            )
        );
        assert_eq!(
            Dialect::Hub1.search(&game(), &level("time=60 inc=0.5")),
            format!("pos {start}\nmove 32-28\nmove 19-23\nmove 28x19x23\nlevel 0 60000 500\ngo")
        );
        let end = |text| {
            Dialect::Hub1
                .search(&game(), &level(text))
                .split_once("x23\n")
                .map(|pair| pair.1.to_owned())
        };
        assert_eq!(
            end("move-time=0.25 depth=7").as_deref(),
            Some("depth 7\ntime 250\ngo")
        );
        assert_eq!(
            end("moves=40 time=60").as_deref(),
            Some("level 40 60000 0\ngo")
        );
    }

    #[test]
    fn replies_of_both_dialects_become_the_same() {
        let new = Dialect::Hub.reply(b"done move=32-28 ponder=19-23\n");
        assert_eq!(Dialect::Hub1.reply(b"move 32-28 19-23\n"), new);
        let new = Dialect::Hub.reply(
            b"info depth=9 mean-depth=8.5 score=-0.07 nodes=12 time=0.01 nps=1.03 pv=\"32-28 19-23\"",
        );
        assert_eq!(
            Dialect::Hub1.reply(b"info 9 8.5 -0.07 12 0.01 1.03 32-28 19-23"),
            new
        );
        assert_eq!(Dialect::Hub1.reply(b"Scan 2.0 by Fabien Letouzey"), None);
        assert_eq!(Dialect::Hub.reply(b"\xff\""), None);
    }

    #[test]
    fn the_variant_is_named_as_the_program_does() {
        let kind = Kind::Enum {
            values: vec!["normal".to_owned(), "losing".to_owned()],
        };
        assert_eq!(word_for(Variant::default(), &kind), "normal");
        assert_eq!(word_for("thai".parse().expect("a variant"), &kind), "thai");
        assert_eq!(word_for(Variant::default(), &Kind::Text), "international");
    }
}
