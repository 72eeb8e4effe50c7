//! Arguments that several subcommands share: the engine, and what a search may take.

use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::NO_CACHE;
use crate::engine::Settings;
use crate::notation::parse_position;
use crate::position::Position;
use crate::rules::Variant;
use crate::search::Limits;

/// Entries of the tables in a run over many positions, as a power of two: each is cleared before
/// every position, and larger ones would take longer to clear than to fill.
const RUN_TABLE_LOG2: &str = "20";

/// The engine and its options.
#[derive(Args, Debug)]
pub(super) struct EngineArgs {
    /// Rules to play by [default: international; of games, those that they tell]
    #[arg(long)]
    variant: Option<Variant>,
    /// Threads that search one position together; over lists and games, positions searched at once
    #[arg(long, value_name = "N")]
    threads: Option<u16>,
    /// Entries of the table, as a power of two of 16 bytes each [default: 22, over lists 20]
    #[arg(long, value_name = "N")]
    tt_size: Option<u8>,
    /// Keep no ending tables in the user's cache folder
    #[arg(long)]
    no_cache: bool,
    /// Set a parameter of the engine (see the README); may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    sets: Vec<(String, String)>,
}

impl EngineArgs {
    /// The options that these arguments make. What `--set` says comes last.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        self.settings_from(Settings::default())
    }

    /// Whether the arguments say by which rules to play.
    pub(super) fn has_variant(&self) -> bool {
        self.variant.is_some() || self.sets.iter().any(|(name, _)| name == "variant")
    }

    /// The options of a run over many positions, each thread of which has a table of its own.
    pub(super) fn run_settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings::default();
        settings.set("tt-size", RUN_TABLE_LOG2)?;
        self.settings_from(settings)
    }

    fn settings_from(&self, mut settings: Settings) -> anyhow::Result<Settings> {
        let variant = self.variant.unwrap_or_default();
        settings.set("variant", &variant.to_string())?;
        let numbers = [
            ("threads", self.threads.map(u32::from)),
            ("tt-size", self.tt_size.map(u32::from)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                settings.set(name, &number.to_string())?;
            }
        }
        if self.no_cache {
            settings.set(NO_CACHE.0, NO_CACHE.1)?;
        }
        for (name, value) in &self.sets {
            settings.set(name, value)?;
        }
        Ok(settings)
    }
}

/// What one search may take.
#[derive(Args, Debug)]
pub(super) struct LimitArgs {
    /// Seconds to think
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions to look at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// These limits, all of which hold together; none if none was given.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time,
            ..Limits::default()
        }
    }
}

/// Reads the position of an argument; the error names all its faults.
pub(super) fn position(variant: Variant, text: &str) -> anyhow::Result<Position> {
    parse_position(variant, text).with_context(|| format!("position '{text}'"))
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("expected NAME=VALUE, such as draw-rules=none")?;
    Ok((name.trim().to_owned(), value.to_owned()))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let value = text.parse().ok().filter(|&value: &f64| value > 0.0);
    value
        .and_then(|value| Duration::try_from_secs_f64(value).ok())
        .ok_or_else(|| "expected a number of seconds above 0".to_owned())
}
