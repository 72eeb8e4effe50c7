//! What a match shows: progress on standard error, results on standard output, games as PDN.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::OutputArgs;
use crate::arena::{
    Answer, Estimate, Event, Faults, Format, GameRecord, Header, Sprt, Standing, Tally, meetings,
    write_record,
};

/// Least time between two lines of progress where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The places where a match is shown.
pub(super) struct Show {
    header: Header,
    sprt: Option<Sprt>,
    json: bool,
    pdn: Option<File>,
    bar: Option<ProgressBar>,
    last_line: Instant,
    games: usize,
}

impl Show {
    pub(super) fn new(
        header: Header,
        sprt: Option<Sprt>,
        output: &OutputArgs,
        games: usize,
    ) -> anyhow::Result<Self> {
        let open = |path: &std::path::PathBuf| {
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.with_context(|| format!("cannot write '{}'", path.display()))
        };
        let pdn = output.pdn.as_ref().map(open).transpose()?;
        let bar = io::stderr().is_terminal().then(|| bar(games));
        let last_line = Instant::now();
        Ok(Self {
            header,
            sprt,
            json: output.json,
            pdn,
            bar,
            last_line,
            games,
        })
    }

    /// Says what is going to be played.
    pub(super) fn begin(&self) -> anyhow::Result<()> {
        if self.json {
            print_json(&Event::Match(self.header.clone()))?;
        }
        Ok(())
    }

    /// Says what was played before the match was resumed.
    pub(super) fn resumed(&mut self, standing: &Standing) {
        if standing.games() > 0 {
            self.say(&format!("{} games were played before", standing.games()));
            if let Some(bar) = &self.bar {
                bar.set_position(standing.games());
            }
        }
    }

    /// Shows a game that has ended, and the progress.
    pub(super) fn game(&mut self, game: &GameRecord, standing: &Standing) -> anyhow::Result<()> {
        self.listed(game)?;
        if game.reason.fault().is_some() {
            let (white, black) = (self.name(game.white), self.name(game.black));
            self.say(&format!(
                "game {}, {white} - {black}: {}",
                game.game + 1,
                game.text
            ));
        }
        let summary = self.summary(standing);
        if let Some(bar) = &self.bar {
            bar.set_message(summary);
            bar.set_position(standing.games());
        } else if self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            eprintln!("{} of {} games, {summary}", standing.games(), self.games);
        }
        Ok(())
    }

    /// Writes a game where games are written.
    pub(super) fn listed(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        if self.json {
            print_json(&Event::Game(game.clone()))?;
        }
        if let Some(file) = &mut self.pdn {
            let text = write_record(&self.header, game)
                .with_context(|| format!("the record of game {} is no game", game.game))?;
            file.write_all(text.as_bytes())
                .context("cannot write the PDN file")?;
        }
        Ok(())
    }

    /// Shows the result.
    pub(super) fn end(&mut self, standing: &Standing, broken_off: bool) -> anyhow::Result<()> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        if self.json {
            return print_json(&self.result(standing, broken_off));
        }
        let mut text = format!("{}\n", self.heading());
        if broken_off {
            text.push_str("broken off before the end\n");
        }
        text.push_str(&self.report(standing));
        io::stdout()
            .lock()
            .write_all(text.as_bytes())
            .context("cannot write the result")
    }

    fn name(&self, engine: usize) -> &str {
        self.header
            .engines
            .get(engine)
            .map_or("?", |engine| &engine.name)
    }

    /// What is played, in one line.
    fn heading(&self) -> String {
        let Header {
            variant,
            openings,
            pairs,
            seed,
            shard,
            ..
        } = &self.header;
        let mut levels: Vec<&str> = self
            .header
            .engines
            .iter()
            .map(|engine| &*engine.level)
            .collect();
        levels.dedup();
        let part = if shard == "1/1" {
            String::new()
        } else {
            format!(", part {shard}")
        };
        let level = levels.join(" / ");
        format!("{variant}, {level}, openings {openings}, {pairs} pairs, seed {seed}{part}")
    }

    /// A line on standard error.
    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("damocles: {text}")),
            None => eprintln!("damocles: {text}"),
        }
    }

    /// The state of the match in a few words.
    fn summary(&self, standing: &Standing) -> String {
        let tally = standing.total(0);
        let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
        if let Some(elo) = tally.elo() {
            let _ = write!(text, ", Elo {}", interval(&elo));
        }
        if let Some(sprt) = &self.sprt {
            let _ = write!(text, ", LLR {:.2}", sprt.ratio(&tally));
        }
        text
    }

    /// The result for people.
    fn report(&self, standing: &Standing) -> String {
        let mut text = String::new();
        if self.header.engines.len() > 2 {
            text.push_str(&self.table(standing));
        }
        for (first, second) in self.meetings() {
            let tally = standing.meeting(first, second);
            let _ = writeln!(text, "{} against {}", self.name(first), self.name(second));
            text.push_str(&meeting(&tally));
        }
        if let Some(sprt) = &self.sprt {
            text.push_str(&test(sprt, &standing.total(0)));
        }
        for (engine, faults) in standing.faults().iter().enumerate() {
            let Faults {
                illegal,
                time,
                disconnect,
            } = faults;
            if faults.total() > 0 {
                let _ = writeln!(
                    text,
                    "{} lost by illegal moves {illegal}, by time {time}, by disconnects {disconnect}",
                    self.name(engine)
                );
            }
        }
        text
    }

    fn meetings(&self) -> Vec<(usize, usize)> {
        let is_gauntlet = self.header.format == "gauntlet";
        let format = if is_gauntlet {
            Format::Gauntlet
        } else {
            Format::RoundRobin
        };
        meetings(format, self.header.engines.len())
    }

    /// All engines, the best first.
    fn table(&self, standing: &Standing) -> String {
        let mut rows: Vec<(usize, Tally)> = (0..self.header.engines.len())
            .map(|engine| (engine, standing.total(engine)))
            .collect();
        rows.sort_by(|a, b| b.1.score().total_cmp(&a.1.score()));
        let names = self
            .header
            .engines
            .iter()
            .map(|engine| engine.name.chars().count());
        let width = names.max().unwrap_or(0).max("engine".len());
        let mut text = format!(
            "   {:width$} {:>6} {:>6} {:>6} {:>6} {:>7}  Elo\n",
            "engine", "games", "won", "drawn", "lost", "score"
        );
        for (rank, (engine, tally)) in rows.iter().enumerate() {
            let Tally {
                wins,
                draws,
                losses,
                ..
            } = tally;
            let elo = tally.elo().map_or(String::new(), |elo| interval(&elo));
            let _ = writeln!(
                text,
                "{:>2} {:width$} {:>6} {wins:>6} {draws:>6} {losses:>6} {:>6.1}%  {elo}",
                rank + 1,
                self.name(*engine),
                tally.games(),
                100.0 * tally.score(),
            );
        }
        text
    }

    /// The result for programs.
    fn result(&self, standing: &Standing, broken_off: bool) -> ResultEvent<'_> {
        let meetings = self.meetings().into_iter().map(|(first, second)| {
            let tally = standing.meeting(first, second);
            Meeting {
                first: self.name(first),
                second: self.name(second),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                pairs: tally.pairs,
                elo: tally.elo().map(ends),
                normalised_elo: tally.normalised_elo().map(ends),
                superiority: tally.superiority(),
            }
        });
        let test = self.sprt.map(|sprt| Test {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            bounds: sprt.bounds().into(),
            ratio: sprt.ratio(&standing.total(0)),
            answer: sprt.answer(&standing.total(0)).map(answer_name),
        });
        let faults = standing.faults().iter().enumerate();
        ResultEvent {
            event: "result",
            broken_off,
            games: standing.games(),
            meetings: meetings.collect(),
            sprt: test,
            faults: faults
                .map(|(engine, &faults)| (self.name(engine), faults))
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct ResultEvent<'a> {
    event: &'static str,
    broken_off: bool,
    games: u64,
    meetings: Vec<Meeting<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
    faults: Vec<(&'a str, Faults)>,
}

#[derive(Serialize)]
struct Meeting<'a> {
    first: &'a str,
    second: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    elo: Option<[f64; 3]>,
    normalised_elo: Option<[f64; 3]>,
    superiority: Option<f64>,
}

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    bounds: [f64; 2],
    ratio: f64,
    answer: Option<&'static str>,
}

fn ends(estimate: Estimate) -> [f64; 3] {
    [estimate.value, estimate.low, estimate.high]
}

fn answer_name(answer: Answer) -> &'static str {
    match answer {
        Answer::Elo0 => "elo0",
        Answer::Elo1 => "elo1",
    }
}

fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let line = serde_json::to_string(value)? + "\n";
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write the results")
}

/// `+12.3 (-3.1 to +27.9)`.
fn interval(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    format!("{value:+.1} ({low:+.1} to {high:+.1})")
}

/// The lines of one meeting.
fn meeting(tally: &Tally) -> String {
    let Tally {
        wins,
        draws,
        losses,
        pairs,
    } = tally;
    let mut text = format!(
        "  games        {}: +{wins} ={draws} -{losses}, {:.1} %\n",
        tally.games(),
        100.0 * tally.score()
    );
    let [none, one, two, three, four] = pairs;
    let _ = writeln!(
        text,
        "  pairs        0: {none}  1/2: {one}  1: {two}  1 1/2: {three}  2: {four}"
    );
    if let Some(elo) = tally.elo() {
        let _ = writeln!(text, "  Elo          {}, 95 %", interval(&elo));
    }
    if let Some(elo) = tally.normalised_elo() {
        let _ = writeln!(text, "  normalised   {}, 95 %", interval(&elo));
    }
    if let Some(superiority) = tally.superiority() {
        let _ = writeln!(text, "  superiority  {:.1} %", 100.0 * superiority);
    }
    text
}

/// The line of the test.
fn test(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let answer = match sprt.answer(tally) {
        Some(Answer::Elo0) => format!("{} is accepted", sprt.elo0),
        Some(Answer::Elo1) => format!("{} is accepted", sprt.elo1),
        None => "not decided".to_owned(),
    };
    format!(
        "  SPRT         [{}, {}]: LLR {:.2} ({low:.2} to {high:.2}), {answer}\n",
        sprt.elo0,
        sprt.elo1,
        sprt.ratio(tally)
    )
}

/// A bar for a terminal.
fn bar(games: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64);
    let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {eta}  {msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
