//! `damocles dxp`.

mod report;

use std::fs::{self, File};
use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::NO_CACHE;
use crate::egdb::default_folder;
use crate::engine::Engine;
use crate::game::Outcome;
use crate::movegen::legal_moves;
use crate::notation::parse_position;
use crate::position::{MoveList, Position, Side};
use crate::protocol::dxp::{
    self, Colours, Minutes, Observer, Options, Role, Schedule, Terminator, Way,
};
use report::Reporter;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  damocles dxp
      wait on port 27531 of this machine for programs that ask for games
  damocles dxp --listen 0.0.0.0:27531 --set threads=4 --pdn games.pdn
      the same for programs on other machines; there is no password
  damocles dxp --connect localhost:27531 --initiator --games 10 --time 5 --moves 75
      call a program that listens and play ten games with it, colours alternating
  printf 'R01Me%30sW.05075A\\n' '' | damocles dxp --stdio
      the same messages on standard input and output

Each game is a line on standard output (with --stdio: on standard error); what else happens is
told on standard error. Exit codes: 0 all games were played, or the partners have left; 1 the
initiator could not play all its games; 2 no partner could be met at all.")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are switches of the command line"
)]
pub(super) struct DxpArgs {
    /// Wait for partners that connect, one after the other [default: 127.0.0.1:27531]
    #[arg(
        long,
        value_name = "[ADDR:]PORT",
        num_args = 0..=1,
        default_missing_value = "27531",
        group = "way"
    )]
    listen: Option<String>,
    /// Connect to a partner that waits
    #[arg(long, value_name = "HOST[:PORT]", group = "way")]
    connect: Option<String>,
    /// Speak on standard input and output; what ends our messages
    #[arg(
        long,
        value_name = "END",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "lines",
        group = "way"
    )]
    stdio: Option<End>,
    /// Connect again when the connection fails or ends, until all games are played
    #[arg(long, requires = "connect")]
    reconnect: bool,
    /// Ask for games instead of waiting to be asked
    #[arg(long)]
    initiator: bool,
    /// Leave after so many games [default: the initiator plays each opening once, or once with
    /// each colour; the follower goes on]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Minutes for each side and game; 0 is no clock, fractions are like 1.5 and .05
    #[arg(long, value_name = "MIN", default_value = "5", requires = "initiator")]
    time: Minutes,
    /// Moves of each side and game; 0 is no limit
    #[arg(
        long,
        value_name = "N",
        default_value = "75",
        requires = "initiator",
        value_parser = clap::value_parser!(u16).range(..=999)
    )]
    moves: u16,
    /// Our colour
    #[arg(
        long,
        value_name = "COLOUR",
        default_value = "alternate",
        requires = "initiator"
    )]
    colour: Colour,
    /// Play from this position (FEN or Hub string)
    #[arg(
        long,
        value_name = "FEN",
        requires = "initiator",
        conflicts_with = "openings"
    )]
    position: Option<String>,
    /// Play from the positions of FILE, one a line
    #[arg(long, value_name = "FILE", requires = "initiator")]
    openings: Option<PathBuf>,
    /// Rules to play by; nothing in the messages tells them
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// How squares of 8x8 boards are numbered: top-left or pydraughts
    #[arg(long, value_name = "WAY")]
    numbering: Option<String>,
    /// Keep no ending tables in the user's cache folder
    #[arg(long)]
    no_cache: bool,
    /// Set an option of the engine, by its name in Hub
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Our name, of which 32 characters are told
    #[arg(long)]
    name: Option<String>,
    /// Seconds that a partner may be silent beyond its time on the clock; without a clock, and
    /// between games, ten times as many
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    patience: Duration,
    /// Do not end games that are drawn by the rules; leave that to the partner or its referee
    #[arg(long)]
    no_claims: bool,
    /// Print one JSON object a line and game
    #[arg(long)]
    json: bool,
    /// Append the games to FILE
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Copy the messages to FILE, `>` before those read and `<` before those written
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
}

/// What ends our messages on standard output.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The end of a line
    Lines,
    /// NUL, as over a network
    Nul,
}

/// Our colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    White,
    Black,
    /// White, then Black, and so on
    Alternate,
}

pub(super) fn run(args: DxpArgs) -> anyhow::Result<ExitCode> {
    let mut engine = Engine::default();
    engine.keep_tables_in(default_folder());
    configure(&mut engine, &args)?;
    let options = Options {
        name: name(args.name.as_deref())?,
        patience: args.patience,
        claims_draws: !args.no_claims,
        ..Options::default()
    };
    let role = if args.initiator {
        Role::Initiator(schedule(&engine, &args)?)
    } else {
        Role::Follower(args.games)
    };
    let mut reporter = Reporter::new(args.json, args.stdio.is_some(), args.pdn.as_deref())?;
    let transcript = args.transcript.as_deref().map(|path| {
        File::create(path).with_context(|| format!("cannot create {}", path.display()))
    });
    let transcript = transcript.transpose()?;
    let way = way(args, &mut reporter)?;
    // Before anybody is kept waiting.
    engine.prepare();
    let left = dxp::run(
        &mut engine,
        way,
        role,
        &options,
        &mut reporter,
        transcript.as_ref(),
    )?;
    if let Some((path, error)) = reporter.failure {
        return Err(error).context(format!("cannot write to {}", path.display()));
    }
    Ok(match left {
        Role::Initiator(schedule) if schedule.left() > 0 => ExitCode::from(1),
        Role::Initiator(_) | Role::Follower(_) => ExitCode::SUCCESS,
    })
}

fn configure(engine: &mut Engine, args: &DxpArgs) -> anyhow::Result<()> {
    let named = [("variant", &args.variant), ("numbering", &args.numbering)];
    for (name, value) in named {
        if let Some(value) = value {
            engine.set(name, value)?;
        }
    }
    if args.no_cache {
        engine.set(NO_CACHE.0, NO_CACHE.1)?;
    }
    for text in &args.settings {
        let Some((name, value)) = text.split_once('=') else {
            bail!("--set {text}: expected NAME=VALUE");
        };
        engine.set(name.trim(), value)?;
    }
    Ok(())
}

fn name(given: Option<&str>) -> anyhow::Result<String> {
    let Some(name) = given else {
        return Ok(Options::default().name);
    };
    let is_plain = name.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if name.is_empty() || name.starts_with(' ') || !is_plain || name.len() > 32 {
        bail!("--name {name:?}: expected 1 to 32 ASCII characters, the first of them no blank");
    }
    Ok(name.to_owned())
}

fn way(args: DxpArgs, reporter: &mut Reporter) -> anyhow::Result<Way> {
    if let Some(end) = args.stdio {
        let terminator = if end == End::Nul {
            Terminator::Nul
        } else {
            Terminator::Line
        };
        let (input, output) = (Box::new(io::stdin()), Box::new(io::stdout()));
        return Ok(Way::Pipes {
            input,
            output,
            terminator,
        });
    }
    if let Some(address) = args.connect {
        let has_port = address
            .rsplit(':')
            .next()
            .is_some_and(|port| port.parse::<u16>().is_ok());
        let address = if has_port {
            address
        } else {
            format!("{address}:{}", dxp::PORT)
        };
        return Ok(Way::Call {
            address,
            again: args.reconnect,
        });
    }
    let place = args.listen.unwrap_or_else(|| dxp::PORT.to_string());
    // Whoever wants to be reached from other machines says so.
    let address = if place.contains(':') {
        place
    } else {
        format!("127.0.0.1:{place}")
    };
    let listener =
        TcpListener::bind(&address).with_context(|| format!("cannot listen on {address}"))?;
    let place = listener
        .local_addr()
        .with_context(|| format!("cannot listen on {address}"))?;
    reporter.note(&format_args!("listening on {place}"));
    Ok(Way::Listen(listener))
}

fn schedule(engine: &Engine, args: &DxpArgs) -> anyhow::Result<Schedule> {
    let variant = engine.variant();
    let read = |text: &str| -> anyhow::Result<Position> {
        let pos = parse_position(variant, text)?;
        let mut moves = MoveList::new();
        legal_moves(variant, &pos, &mut moves);
        match Outcome::decided(variant, &pos, &moves) {
            None => Ok(pos),
            Some(outcome) => bail!("no game can begin there: {outcome}"),
        }
    };
    let openings = if let Some(path) = &args.openings {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()));
        let is_comment = |line: &str| line.starts_with('#') || line.starts_with("//");
        let lines = lines.filter(|(_, line)| !line.is_empty() && !is_comment(line));
        let openings: anyhow::Result<Vec<Position>> = lines
            .map(|(number, line)| {
                read(line).with_context(|| format!("line {number} of {}", path.display()))
            })
            .collect();
        openings?
    } else {
        let text = args.position.as_deref().unwrap_or("start");
        vec![read(text).with_context(|| format!("position '{text}'"))?]
    };
    if openings.is_empty() {
        bail!("there are no positions in the file of openings");
    }
    let colours = match args.colour {
        Colour::White => Colours::Always(Side::White),
        Colour::Black => Colours::Always(Side::Black),
        Colour::Alternate => Colours::Alternate,
    };
    Ok(Schedule::new(
        &openings, args.games, colours, args.time, args.moves,
    ))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds above 0".to_owned())
}
