//! The subcommands: arguments as clap structs, each turned at once into calls of the library.
//!
//! Exit codes: 0 done, 1 the answer is no (some input was refused), 2 could not do it. Results go
//! to standard output, errors and progress to standard error.

mod analyze;
mod bench;
mod dxp;
mod egdb;
mod matches;
mod moves;
mod openings;
mod pdn;
mod perft;
mod play;
mod progress;
mod render;
mod thinking;
mod training;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};

use crate::protocol;

/// A draughts engine for every variant. Without a subcommand it speaks Hub on standard input and
/// output.
#[derive(Parser, Debug)]
#[command(name = "damocles", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Speak the Hub protocol on standard input and output (the default)
    Hub(HubArgs),
    /// Play games over DXP, as initiator or follower
    Dxp(dxp::DxpArgs),
    /// Judge a position: the best lines as they deepen
    Analyze(analyze::AnalyzeArgs),
    /// Draw a position as SVG
    Render(render::RenderArgs),
    /// Play a game against the engine in the terminal
    Play(play::PlayArgs),
    /// Count the leaves of the move tree
    Perft(perft::PerftArgs),
    /// List the legal moves of positions
    Moves(moves::MovesArgs),
    /// Play a match between engines
    Match(Box<matches::MatchArgs>),
    /// Make decks of openings
    Openings(openings::OpeningsArgs),
    /// Build, check and ask endgame tables
    Egdb(egdb::EgdbArgs),
    /// Check, count and convert files of games, or write them in standard form
    Pdn(pdn::PdnArgs),
    /// Play games against itself, to learn from
    #[command(name = "selfplay")]
    SelfPlay(training::SelfPlayArgs),
    /// Fit the evaluation to games of self-play
    Train(training::TrainArgs),
    /// Look at weights of the evaluation
    Weights(training::WeightsArgs),
    /// Search fixed positions; the number of nodes is the signature of the engine
    Bench(bench::BenchArgs),
}

/// The parameter that `--no-cache` stands for.
const NO_CACHE: (&str, &str) = ("bb-cache", "false");

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  damocles hub
  damocles hub --variant=russian --threads=2 --transcript session.txt
  printf 'hub\\ninit\\nlevel depth=8\\ngo think\\nquit\\n' | damocles hub")]
struct HubArgs {
    /// Copy the session's lines to FILE, `>` before those read and `<` before those written
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Keep no ending tables in the user's cache folder: the same as `--bb-cache=false`
    #[arg(long)]
    no_cache: bool,
    /// Parameters of the engine as `--name=value`; anything unknown is ignored
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "PARAMETER"
    )]
    parameters: Vec<String>,
}

impl Cli {
    /// Does what the arguments say.
    ///
    /// # Errors
    /// Whatever kept it from being done, with the file or step that it concerns.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            None => hub(&HubArgs {
                transcript: None,
                no_cache: false,
                parameters: Vec::new(),
            }),
            Some(Command::Hub(args)) => hub(&args),
            Some(Command::Dxp(args)) => dxp::run(args),
            Some(Command::Analyze(args)) => analyze::run(&args),
            Some(Command::Render(args)) => render::run(&args),
            Some(Command::Play(args)) => play::run(&args),
            Some(Command::Perft(args)) => perft::run(&args),
            Some(Command::Moves(args)) => moves::run(&args),
            Some(Command::Match(args)) => matches::run(&args),
            Some(Command::Openings(args)) => openings::run(&args),
            Some(Command::Egdb(args)) => egdb::run(&args),
            Some(Command::Pdn(args)) => pdn::run(&args),
            Some(Command::SelfPlay(args)) => training::self_play(&args),
            Some(Command::Train(args)) => training::train(&args),
            Some(Command::Weights(args)) => training::weights(&args),
            Some(Command::Bench(args)) => bench::run(&args),
        }
    }
}

fn hub(args: &HubArgs) -> anyhow::Result<ExitCode> {
    let mut parameters = args.parameters.clone();
    if args.no_cache {
        parameters.push(format!("--{}={}", NO_CACHE.0, NO_CACHE.1));
    }
    protocol::hub::run_stdio(&parameters, args.transcript.as_deref())
        .context("the Hub session broke off")?;
    Ok(ExitCode::SUCCESS)
}

/// A pool of threads; as many as the machine has if no number is given.
fn pool(threads: Option<u16>) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .stack_size(16 << 20)
        .build()
        .context("cannot start the threads")
}
