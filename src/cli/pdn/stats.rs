//! `damocles pdn stats`: what can be said of many games together.

use std::fmt::Write as _;
use std::process::ExitCode;

use clap::Args;
use rayon::prelude::*;

use super::files::Files;
use crate::collection::{OpeningCount, Record, Results, StatsRecord, Survey, VariantCount};

/// Openings of each variant that people see without asking for more.
const USUAL_TOP: usize = 10;

/// Games that are counted by one thread before the counts are joined.
const AT_A_TIME: usize = 64;

#[derive(Args, Debug)]
#[command(
    after_help = "Results are those of the colours: in English draughts and pool 1-0 is a win of the side
that begins. Games with faults are counted as far as they could be read. Openings are those of games
from the start position.

Examples:
  damocles pdn stats games.pdn --plies 6 --top 20
  damocles pdn stats --json *.pdn | jq '.variants[] | {variant, games}'"
)]
pub(super) struct StatsArgs {
    #[command(flatten)]
    files: Files,
    /// Half-moves of openings, 0 for none
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=40))]
    plies: u8,
    /// Openings of each variant that are told, the most played first; 0 for all [default: 10, or
    /// all with --json]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Print a JSON object of the type `stats`; see `pdn schema`
    #[arg(long)]
    json: bool,
}

impl StatsArgs {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let plies = usize::from(self.plies);
        let mut survey = Survey::new(plies);
        let end = self.files.each_batch(|_, games| {
            let parts = games.par_chunks(AT_A_TIME).map(|games| {
                let mut part = Survey::new(plies);
                for game in games {
                    part.add(game);
                }
                part
            });
            let parts: Vec<Survey> = parts.collect();
            for part in parts {
                survey.join(part);
            }
            Ok(())
        })?;
        let top = match self.top {
            Some(0) => usize::MAX,
            Some(top) => top,
            None if self.json => usize::MAX,
            None => USUAL_TOP,
        };
        if self.json {
            let record = StatsRecord::new(&self.files.names, &survey, top);
            println!("{}", Record::Stats(record).to_line());
        } else {
            print!("{}", table(&survey, self.files.names.len(), top));
        }
        Ok(end.exit_code(false))
    }
}

/// The counts for people.
fn table(survey: &Survey, files: usize, top: usize) -> String {
    let mut text = format!("{:<24}", "variant");
    text += "   games   White   drawn   Black unknown  faulty  set up   half-moves a game\n";
    let rows: Vec<_> = survey.variants().collect();
    for (name, count) in &rows {
        text += &row(name, count);
    }
    if rows.len() > 1 {
        text += &row("all", &survey.total());
    }
    let s = if files == 1 { "" } else { "s" };
    let _ = writeln!(text, "in {files} file{s}");
    let mut variant = "";
    let openings = survey.openings(top);
    for count in &openings {
        if count.opening.variant != variant {
            variant = &count.opening.variant;
            let _ = writeln!(
                text,
                "\n{variant}, openings of {} half-moves\n   games   White   drawn   Black  White's score",
                survey.plies()
            );
        }
        text += &opening(count);
    }
    let others = survey.others().games();
    if others > 0 {
        let _ = writeln!(text, "\n{others} games with still other openings");
    }
    text
}

fn row(name: &str, count: &VariantCount) -> String {
    let Results {
        white,
        draws,
        black,
        unknown,
    } = count.results;
    let (games, lengths) = (count.results.games(), count.lengths);
    let mean = lengths.total as f64 / games.max(1) as f64;
    let (faulty, set_up) = (count.faulty, count.set_up);
    format!(
        "{name:<24}{games:>8}{white:>8}{draws:>8}{black:>8}{unknown:>8}{faulty:>8}{set_up:>8}   \
         {mean:.1} ({} to {})\n",
        lengths.shortest, lengths.longest
    )
}

fn opening(count: &OpeningCount) -> String {
    let Results {
        white,
        draws,
        black,
        ..
    } = count.results;
    let score = count.results.white_score();
    let score = score.map_or_else(|| "-".to_owned(), |score| format!("{:.0} %", 100.0 * score));
    let moves = match count.opening.moves.join(" ") {
        moves if moves.is_empty() => "(no moves)".to_owned(),
        moves => moves,
    };
    format!(
        "{:>8}{white:>8}{draws:>8}{black:>8}  {score:>6}         {moves}\n",
        count.results.games()
    )
}
