//! Damocles, a headless draughts engine.

pub mod board;
pub mod movegen;
pub mod position;
pub mod rules;
