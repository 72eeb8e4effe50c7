//! All integration tests in one binary, which keeps linking cheap.

mod architecture;
mod cli;
mod hub;
mod notation;
mod oracle;
mod oracle_walk;
mod perft;
mod properties;
mod rules;
mod sessions;
mod tables;
mod walk;
