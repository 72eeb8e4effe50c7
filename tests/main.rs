//! All integration tests in one binary, which keeps linking cheap.

mod architecture;
mod notation;
mod oracle;
mod oracle_walk;
mod perft;
mod rules;
mod tables;
mod walk;
