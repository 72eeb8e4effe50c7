//! All integration tests in one binary, which keeps linking cheap.

mod analysis;
mod architecture;
mod arena;
mod cli;
mod cli_analyze;
mod cli_play;
mod cli_render;
mod draws;
mod dxp;
mod egdb;
mod hub;
mod json_schema;
mod levels;
mod notation;
mod oracle;
mod oracle_walk;
mod pdn;
mod perft;
mod properties;
mod protocol_doc;
mod readme;
mod rules;
mod search;
mod sessions;
mod tables;
mod training;
mod walk;

/// The folder in which programs that are started by tests keep ending tables: not the user's.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// The program, with that folder for its cache.
fn program() -> std::process::Command {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_damocles"));
    program.env("XDG_CACHE_HOME", CACHE);
    program
}
