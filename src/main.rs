//! The command line of Damocles: see `damocles --help`.

use std::process::ExitCode;

use clap::Parser;
use damocles::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("damocles: {error:#}");
            ExitCode::from(2)
        }
    }
}
