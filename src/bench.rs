//! The signature run: a fixed search over fixed positions of every class of variants.
//!
//! The number of nodes is the same on every machine and in every build, since the search with one
//! thread and a limit of depth uses nothing but integers and the position. A change that should
//! not change what the engine plays must not change it.

use std::time::{Duration, Instant};

use crate::game::Game;
use crate::notation::parse_position;
use crate::rules::{DrawRules, Variant};
use crate::search::{Limits, Search, Signals};

/// Variant, depth in plies, position.
const POSITIONS: &[(&str, u32, &str)] = &[
    ("international", 9, "start"),
    (
        "international",
        9,
        "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
    ),
    ("international", 9, "W:W31-35:B16-20"),
    ("international", 7, "W:WK5,28,38,39:BK2,13,18,23"),
    ("english", 13, "start"),
    ("english", 13, "B:W21,22,25,26,29,30:B5,6,9,10,13,14"),
    ("english", 11, "B:WK12,13,17,30:B1,4,K20,K28"),
    ("russian", 10, "start"),
    ("russian", 10, "W:Wc3,e3,g3,b2,d2:Bb6,d6,f6,c7,e7"),
    ("russian", 8, "W:WKa1,c3,g3:Bf8,d6,Kh2"),
    ("brazilian", 10, "start"),
    ("spanish", 10, "start"),
    ("portuguese", 8, "start"),
    ("italian", 11, "start"),
    ("italian", 11, "W:W5,6,14,15,K27,29,31:B1,3,4,18,23,K24,26"),
    ("czech", 11, "start"),
    ("pool", 10, "start"),
    ("thai", 11, "start"),
    ("frisian", 7, "start"),
    ("frisian", 7, "W:WK28,47,36:BK4,15:+0+328"),
    ("frysk", 9, "start"),
    ("killer", 9, "start"),
    ("killer-light", 7, "W:WK5,28,38,39:BK2,13,18,23"),
    ("breakthrough", 9, "start"),
    ("losing", 9, "start"),
    ("losing-russian", 9, "start"),
    ("optional-english", 8, "start"),
    ("optional-any-italian", 7, "start"),
];

/// One position of the run.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Name of the variant.
    pub variant: &'static str,
    /// The position, as a FEN.
    pub position: &'static str,
    /// Plies searched.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time of the search.
    pub elapsed: Duration,
}

/// How the positions are searched. The default gives the signature.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Threads that search together. With more than one the nodes differ from run to run.
    pub threads: usize,
    /// Plies beyond the depth of the list, so that what is measured takes long enough.
    pub deeper: u32,
    /// Entries of the table, as a logarithm.
    pub table_log2: u8,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            threads: 1,
            deeper: 0,
            table_log2: 16,
        }
    }
}

/// The result of the whole run.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Nodes over all positions: the signature.
    pub nodes: u64,
    /// Time of the searches.
    pub elapsed: Duration,
}

/// Searches all positions with the built-in evaluation and a fresh table for each, calling `each`
/// after each of them.
///
/// # Errors
/// If a position of the list cannot be read, which a test excludes.
pub fn run(effort: Effort, mut each: impl FnMut(&Measured)) -> anyhow::Result<Signature> {
    let mut signature = Signature {
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    for &(name, depth, position) in POSITIONS {
        let variant: Variant = name.parse()?;
        let pos = parse_position(variant, position)?;
        let game = Game::from_position(variant, DrawRules::official(variant), pos);
        let limits = Limits {
            depth: Some(depth + effort.deeper),
            ..Limits::default()
        };
        let mut search = Search::new(variant, effort.table_log2, effort.threads);
        let begin = Instant::now();
        let answer = search.run(&game, &limits, &Signals::default(), &mut |_: &_| {});
        let elapsed = begin.elapsed();
        signature.elapsed += elapsed;
        signature.nodes += answer.nodes;
        each(&Measured {
            variant: name,
            position,
            depth: depth + effort.deeper,
            nodes: answer.nodes,
            elapsed,
        });
    }
    Ok(signature)
}
