//! What `damocles dxp` tells of its games, to people and to files.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use serde::Serialize;

use crate::notation::{GameResult, GameTags, write_fen, write_game, write_move};
use crate::position::Side;
use crate::protocol::dxp::{Observer, Played};

/// Tells people and files what happens.
pub(super) struct Reporter {
    json: bool,
    /// Standard output belongs to the messages if they go there.
    to_errors: bool,
    pdn: Option<(PathBuf, File)>,
    /// The first thing that could not be written.
    pub(super) failure: Option<(PathBuf, io::Error)>,
    games: u32,
}

#[derive(Serialize)]
struct GameLine<'a> {
    game: u32,
    variant: String,
    white: &'a str,
    black: &'a str,
    us: &'static str,
    result: &'static str,
    score: &'static str,
    reason: String,
    start: String,
    moves: Vec<String>,
    minutes: f64,
    move_limit: u16,
    our_seconds: f64,
    partner_seconds: f64,
}

impl Reporter {
    /// A reporter that prints JSON or lines for people, on standard output unless that is used for
    /// the messages, and appends the games to a file.
    pub(super) fn new(json: bool, to_errors: bool, pdn: Option<&Path>) -> anyhow::Result<Self> {
        let open = |path: &Path| -> anyhow::Result<(PathBuf, File)> {
            let file = File::options().create(true).append(true).open(path);
            let file = file.with_context(|| format!("cannot write to {}", path.display()))?;
            Ok((path.to_owned(), file))
        };
        let pdn = pdn.map(open).transpose()?;
        Ok(Self {
            json,
            to_errors,
            pdn,
            failure: None,
            games: 0,
        })
    }

    fn line(&self, played: &Played) -> String {
        let game = &played.game;
        let score = match played.result {
            GameResult::Win(side) if side == played.us => "win",
            GameResult::Win(_) => "loss",
            GameResult::Draw => "draw",
            GameResult::Unknown => "unknown",
        };
        let moves = game.moves().iter().zip(game.positions());
        let line = GameLine {
            game: self.games,
            variant: game.variant().to_string(),
            white: played.player(Side::White),
            black: played.player(Side::Black),
            us: if played.us == Side::White {
                "white"
            } else {
                "black"
            },
            result: played.result_text(),
            score,
            reason: played.reason.to_string(),
            start: write_fen(game.variant(), game.start()),
            moves: moves
                .map(|(&mv, pos)| write_move(game.variant(), pos, mv))
                .collect(),
            minutes: played.time.time().unwrap_or_default().as_secs_f64() / 60.0,
            move_limit: played.moves,
            our_seconds: rounded(played.our_time),
            partner_seconds: rounded(played.partner_time),
        };
        if self.json {
            return serde_json::to_string(&line).unwrap_or_default();
        }
        format!(
            "game {}: {} - {} {} ({score} as {}) after {} plies, {} s against {} s: {}",
            line.game,
            line.white,
            line.black,
            line.result,
            line.us,
            line.moves.len(),
            line.our_seconds,
            line.partner_seconds,
            line.reason
        )
    }

    fn tags(&self, played: &Played) -> GameTags {
        let seconds = played.time.time().unwrap_or_default().as_secs_f64();
        let control = match (seconds == 0.0, played.moves) {
            (true, _) => "-".to_owned(),
            (false, 0) => seconds.to_string(),
            (false, moves) => format!("{moves}/{seconds}"),
        };
        GameTags {
            event: "DXP game".to_owned(),
            date: today(),
            round: self.games.to_string(),
            white: played.player(Side::White).to_owned(),
            black: played.player(Side::Black).to_owned(),
            result: played.result,
            others: vec![
                ("TimeControl", control),
                ("PlyCount", played.game.moves().len().to_string()),
                ("Termination", played.reason.to_string()),
            ],
            ..GameTags::default()
        }
    }

    fn fail(&mut self, path: &Path, error: io::Error) {
        self.note(&format_args!("cannot write to {}: {error}", path.display()));
        self.failure.get_or_insert((path.to_owned(), error));
    }
}

impl Observer for Reporter {
    fn note(&mut self, note: &dyn fmt::Display) {
        // Nobody may be left to read it.
        let _ = writeln!(io::stderr(), "damocles: dxp: {note}");
    }

    fn played(&mut self, played: &Played) {
        self.games += 1;
        let line = self.line(played);
        let _ = if self.to_errors {
            writeln!(io::stderr(), "{line}")
        } else {
            let mut out = io::stdout().lock();
            writeln!(out, "{line}").and_then(|()| out.flush())
        };
        let text = write_game(&played.game, &self.tags(played));
        if let Some((path, mut file)) = self.pdn.take() {
            // One write for each game: it is there as a whole or not at all.
            if let Err(error) = file.write_all(text.as_bytes()).and_then(|()| file.flush()) {
                self.fail(&path, error);
            }
            self.pdn = Some((path, file));
        }
    }
}

/// In milliseconds.
fn rounded(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

/// The day as tags have it, in universal time.
fn today() -> String {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let (year, month, day) = civil((now.as_secs() / 86_400) as i64);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a number of days since the first of January 1970 (H. Hinnant's
/// algorithm: years that begin in March put the leap day last).
const fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + (month <= 2) as i64;
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_787), (2026, 11, 30));
    }
}
