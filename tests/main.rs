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
mod walk;
