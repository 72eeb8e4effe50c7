//! The command line of Damocles: see `damocles --help`.

use std::io;
use std::process::ExitCode;

use clap::Parser;
use damocles::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        // Whoever reads the output has seen enough, as `head` has.
        Err(error) if is_closed_output(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("damocles: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether an error is that of writing to a pipe that nobody reads, and of nothing else: those of
/// engines and files say where they come from.
fn is_closed_output(error: &anyhow::Error) -> bool {
    let of_writing = error.downcast_ref::<io::Error>();
    error.chain().len() == 1
        && of_writing.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
