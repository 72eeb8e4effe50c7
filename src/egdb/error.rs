//! What can go wrong with tables.

use std::io;
use std::path::{Path, PathBuf};

use super::material::MAX_PIECES;

/// Why tables could not be built, read or used.
#[derive(Debug, thiserror::Error)]
pub enum EgdbError {
    /// The system refused something.
    #[error("{}: cannot {action}: {cause}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was to be done.
        action: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// A file is no table, or not the one that its name and place say.
    #[error("{}: expected {expected}, found {found}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A file is not as it was written.
    #[error("{}: damaged: {what}; delete the file and build it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damage shows.
        what: String,
    },
    /// More pieces than tables can have.
    #[error("{pieces} pieces: expected 2 to {MAX_PIECES}")]
    Pieces {
        /// The pieces that were asked for.
        pieces: usize,
    },
    /// The build does not fit into the memory that it may use.
    #[error(
        "{pieces} pieces need {need} MiB of memory and may use {limit} MiB: \
         allow more with --ram, or build fewer pieces"
    )]
    Memory {
        /// The pieces that were asked for.
        pieces: usize,
        /// Mebibytes needed.
        need: u64,
        /// Mebibytes allowed.
        limit: u64,
    },
    /// A table that others need is not there.
    #[error("{}: no table {material}: build it first", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
        /// The table.
        material: String,
    },
}

impl EgdbError {
    /// Wraps an error of the system.
    pub(super) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::Io {
            path,
            action,
            cause,
        }
    }
}
