//! The tables of positions and counts that several tests share: tab-separated files in `tests`.

use std::fs;
use std::path::Path;

/// The rows of a table: lines that are neither comments nor the header, split into columns.
pub(crate) fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .skip(1)
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}
