//! `damocles match`.

mod journal;
mod merge;
mod show;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};

use crate::arena::{
    Adjudication, Answer, Conduct, Contestant, EngineRecord, Format, GameRecord, Header,
    HouseRules, Model, Opening, Setting, Shard, Source, Sprt, Standing, Stop, TimeControl, VERSION,
    schedule,
};
use crate::egdb::{Tables, default_folder};
use crate::rules::{DrawSet, Variant};
use journal::Journal;
use show::Show;

/// Most games of a file of openings whose faults are shown.
const MOST_FAULTS_SHOWN: usize = 20;

/// The exit code of a match that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "An ENGINE is
  self                         this engine, in this process, with a table of 2^18 entries
  self:threads=2,tt-size=20    ... with options of its own (see `damocles hub --help`)
  hub:COMMAND LINE             a program that speaks Hub; `hub:` may be left out
  hub1:COMMAND LINE            a program that speaks Hub 1, as Scan 2.0
  dxp:HOST:PORT                a partner that waits to be called over DamExchange
In front of a command line, and among the options of self, may stand
  name=NAME  dir=FOLDER  param.NAME=VALUE  level.PART=VALUE (a level of its own, for odds)
A LEVEL has the parts nodes, depth, move-time, time, inc, moves: `time=60,inc=0.5`.

Examples:
  damocles match self self:threads=2 --level move-time=0.1 --pairs 50
  damocles match 'new/damocles hub' 'old/damocles hub' --level nodes=2000 --sprt 0,10 --pairs 9999
  damocles match 'name=Scan dir=/opt/scan param.bb-size=4 ./scan hub' self --out scan.jsonl
  damocles match self self --shard 2/8 --out part2.jsonl && damocles match merge part*.jsonl")]
pub(super) struct MatchArgs {
    #[command(subcommand)]
    command: Option<MatchCommand>,
    /// The engines, two or more
    #[arg(value_name = "ENGINE", num_args = 2.., required = true)]
    engines: Vec<String>,
    /// Rules to play by
    #[arg(long, default_value_t = Variant::default())]
    variant: Variant,
    /// When games are drawn: official, lidraughts, none ...
    #[arg(long, value_name = "RULES", default_value = "official", value_parser = draw_set)]
    draw_rules: DrawSet,
    /// Pairs of games of each meeting: an opening, played with both colours
    #[arg(long, default_value_t = 50)]
    pairs: usize,
    /// What each move may take
    #[arg(long, default_value = "move-time=0.1")]
    level: TimeControl,
    /// balanced, sharp (built-in decks), random:PLIES, start, or a file: games in PDN, or a list
    /// with a FEN, a Hub position, moves, or a position, '|' and moves on each line
    #[arg(long, value_name = "SOURCE", default_value = "balanced")]
    openings: Source,
    /// Seed of random openings and of their order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games that are played at once
    #[arg(long, value_name = "GAMES", default_value_t = 1)]
    concurrency: usize,
    /// Whether everybody meets everybody, or the first engine all others
    #[arg(long, value_enum, default_value_t = FormatArg::RoundRobin)]
    format: FormatArg,
    /// Play only the K-th of N parts of the schedule
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    #[command(flatten)]
    house: HouseArgs,
    /// Stop when it is decided whether the first engine is stronger: ELO0,ELO1[,ALPHA,BETA]
    #[arg(long, value_name = "BOUNDS")]
    sprt: Option<Sprt>,
    /// What the numbers of the test are: Elo, or normalised Elo
    #[arg(long, value_enum, default_value_t = ModelArg::Logistic)]
    sprt_model: ModelArg,
    #[command(flatten)]
    output: OutputArgs,
    /// Go on with the match that is written in the file of --out
    #[arg(long, requires = "out")]
    resume: bool,
}

#[derive(Subcommand, Debug)]
enum MatchCommand {
    /// Join the results of parts of one match
    Merge(merge::MergeArgs),
}

#[derive(Args, Debug)]
struct OutputArgs {
    /// Write each game to FILE when it ends, one JSON object a line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append all games to FILE, with scores, depths and times
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Print one JSON object a line: the match, its games, the result
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct HouseArgs {
    /// Seconds that a move may come too late
    #[arg(long, value_name = "SECONDS", default_value_t = 0.2)]
    grace: f64,
    /// Seconds without an answer after which an engine without a limit of time is stuck
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    patience: f64,
    /// Seconds that an engine may take to start
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    start_time: f64,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    max_plies: usize,
    /// Take a game for won when both scores are MEN or more for one side, for so many moves each
    #[arg(long, value_name = "MEN,MOVES", value_parser = adjudication)]
    win: Option<Adjudication>,
    /// Take a game for drawn when both scores are within MEN, for so many moves each, and not
    /// before move FROM
    #[arg(long, value_name = "MEN,MOVES[,FROM]", value_parser = adjudication)]
    draw: Option<Adjudication>,
    /// End games with the value of the ending tables as soon as these know the position: tables of
    /// up to PIECES that `damocles egdb build` has built
    #[arg(long, value_name = "PIECES", value_parser = clap::value_parser!(u8).range(2..=8))]
    tables: Option<u8>,
    /// Folder of those tables, instead of the one in the user's cache
    #[arg(long, value_name = "DIR", requires = "tables")]
    tables_dir: Option<PathBuf>,
}

impl HouseArgs {
    fn tables(&self, variant: Variant) -> anyhow::Result<Option<Arc<Tables>>> {
        let Some(pieces) = self.tables.map(usize::from) else {
            return Ok(None);
        };
        let folder = self.tables_dir.clone().or_else(default_folder);
        let folder = folder.context("the user has no folder for caches: name --tables-dir")?;
        let tables = Tables::open(&folder, variant, pieces)?;
        let found = tables.pieces();
        ensure!(
            found == pieces,
            "{}: expected tables of {variant} up to {pieces} pieces, found {found}: \
             build them with damocles egdb build",
            folder.display()
        );
        Ok(Some(Arc::new(tables)))
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum FormatArg {
    RoundRobin,
    Gauntlet,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum ModelArg {
    Logistic,
    Normalised,
}

fn draw_set(text: &str) -> Result<DrawSet, String> {
    let expected = || {
        format!(
            "expected one of {}",
            crate::rules::DrawRules::NAMES.join(", ")
        )
    };
    DrawSet::by_name(text).ok_or_else(expected)
}

fn adjudication(text: &str) -> Result<Adjudication, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let read = || {
        let (men, moves) = (parts.first()?.parse().ok()?, parts.get(1)?.parse().ok()?);
        let from = parts.get(2).map_or(Some(0), |from| from.parse().ok())?;
        (parts.len() <= 3 && moves > 0 && men >= 0.0).then_some(Adjudication { men, moves, from })
    };
    read().ok_or_else(|| format!("expected MEN,MOVES[,FROM], found '{text}'"))
}

fn seconds(value: f64) -> anyhow::Result<Duration> {
    Duration::try_from_secs_f64(value).with_context(|| format!("expected seconds, found {value}"))
}

pub(super) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    if let Some(MatchCommand::Merge(merge)) = &args.command {
        return merge::run(merge);
    }
    let conduct = args.conduct()?;
    let header = args.header(&conduct);
    let engines = conduct.contestants.len();
    let all = schedule(
        args.format.into(),
        engines,
        args.pairs,
        conduct.openings.len(),
        args.seed,
    );
    let pairs: Vec<_> = all
        .into_iter()
        .filter(|pair| args.shard.has(pair))
        .collect();
    let (journal, played) = Journal::open(args.output.out.as_deref(), &header, args.resume)?;
    let mut session = Session {
        journal,
        standing: Standing::new(engines),
        show: Show::new(header, args.sprt(), &args.output, 2 * pairs.len())?,
        sprt: args.sprt(),
        fault: None,
    };
    session.show.begin()?;
    for game in played.values() {
        session.standing.add(game);
    }
    session.show.resumed(&session.standing);
    let result = if session.is_decided() {
        Ok(())
    } else {
        let is_wanted = |number| !played.contains_key(&number);
        conduct.play(&pairs, &is_wanted, &mut |game| session.take_or_break(game))
    };
    let broken_off = conduct.setting.stop.is_raised() && !session.is_decided();
    session.show.end(&session.standing, broken_off)?;
    if let Some(fault) = session.fault {
        return Err(fault);
    }
    result?;
    Ok(match session.answer() {
        _ if broken_off => ExitCode::from(INTERRUPTED),
        Some(Answer::Elo0) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

/// What is done with the games of a match.
struct Session {
    journal: Journal,
    standing: Standing,
    show: Show,
    sprt: Option<Sprt>,
    /// What kept a game from being written down.
    fault: Option<anyhow::Error>,
}

impl Session {
    fn take_or_break(&mut self, game: &GameRecord) -> ControlFlow<()> {
        self.take(game).unwrap_or_else(|fault| {
            self.fault = Some(fault);
            ControlFlow::Break(())
        })
    }

    fn take(&mut self, game: &GameRecord) -> anyhow::Result<ControlFlow<()>> {
        self.journal.write(game)?;
        self.standing.add(game);
        self.show.game(game, &self.standing)?;
        Ok(if self.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn answer(&self) -> Option<Answer> {
        self.sprt
            .and_then(|sprt| sprt.answer(&self.standing.total(0)))
    }

    fn is_decided(&self) -> bool {
        self.answer().is_some()
    }
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::RoundRobin => Self::RoundRobin,
            FormatArg::Gauntlet => Self::Gauntlet,
        }
    }
}

impl MatchArgs {
    fn sprt(&self) -> Option<Sprt> {
        let model = match self.sprt_model {
            ModelArg::Logistic => Model::Logistic,
            ModelArg::Normalised => Model::Normalised,
        };
        self.sprt.map(|sprt| Sprt { model, ..sprt })
    }

    /// The openings; games of a file that are left out are told on standard error.
    fn load_openings(&self) -> anyhow::Result<Vec<Opening>> {
        let mut left_out = 0;
        let mut skipped = |fault: &str| {
            left_out += 1;
            if left_out <= MOST_FAULTS_SHOWN {
                eprintln!("damocles: opening left out: {fault}");
            }
        };
        let openings = self
            .openings
            .load(self.variant, self.pairs, self.seed, &mut skipped);
        if left_out > MOST_FAULTS_SHOWN {
            let more = left_out - MOST_FAULTS_SHOWN;
            eprintln!("damocles: ... and {more} more games");
        }
        openings.context("no openings to play from")
    }

    fn conduct(&self) -> anyhow::Result<Conduct> {
        let mut contestants: Vec<Contestant> = self
            .engines
            .iter()
            .map(|text| Contestant::parse(text))
            .collect::<Result<_, _>>()?;
        Contestant::make_names_unique(&mut contestants);
        ensure!(self.pairs > 0, "expected pairs to be played");
        let stop = Stop::default();
        let switch = stop.clone();
        // Without a handler an interrupt still ends the match, only less neatly.
        let _ = ctrlc::set_handler(move || switch.raise());
        let openings = self.load_openings()?;
        if self.pairs > openings.len() {
            eprintln!(
                "damocles: {} pairs from {} openings: openings are repeated",
                self.pairs,
                openings.len()
            );
        }
        let conduct = Conduct {
            contestants,
            control: self.level,
            setting: Setting {
                variant: self.variant,
                draw_set: self.draw_rules,
                start_time: seconds(self.house.start_time)?,
                table_folder: default_folder(),
                stop,
            },
            house: HouseRules {
                grace: seconds(self.house.grace)?,
                patience: seconds(self.house.patience)?,
                max_plies: self.house.max_plies,
                win: self.house.win,
                draw: self.house.draw,
                tables: self.house.tables(self.variant)?,
            },
            openings,
            concurrency: self.concurrency,
        };
        for who in &conduct.contestants {
            if let Some(reason) = conduct.objection(who) {
                bail!("engine '{}': {reason}", who.name);
            }
        }
        Ok(conduct)
    }

    fn header(&self, conduct: &Conduct) -> Header {
        let engines = conduct.contestants.iter().zip(&self.engines);
        let engines = engines.map(|(who, text)| EngineRecord {
            name: who.name.clone(),
            engine: text.clone(),
            level: who.control.unwrap_or(self.level).to_string(),
        });
        let house = &conduct.house;
        let rule = |rule: Option<Adjudication>| {
            rule.map_or("never".to_owned(), |rule| {
                format!("{},{},{}", rule.men, rule.moves, rule.from)
            })
        };
        Header {
            version: VERSION,
            variant: self.variant.to_string(),
            draw_rules: self.draw_rules.name().to_owned(),
            engines: engines.collect(),
            format: match self.format {
                FormatArg::RoundRobin => "round-robin".to_owned(),
                FormatArg::Gauntlet => "gauntlet".to_owned(),
            },
            pairs: self.pairs,
            openings: self.openings.to_string(),
            openings_key: format!("{:016x}", Opening::key_of(self.variant, &conduct.openings)),
            seed: self.seed,
            house: format!(
                "max-plies={} win={} draw={}{}",
                house.max_plies,
                rule(house.win),
                rule(house.draw),
                (house.tables.as_ref()).map_or(String::new(), |tables| format!(
                    " tables={}",
                    tables.pieces()
                ))
            ),
            shard: self.shard.to_string(),
        }
    }
}

/// Games by their number.
type Played = BTreeMap<usize, GameRecord>;
