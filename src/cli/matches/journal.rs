//! The file in which the games of a match are written as they end.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};

use super::Played;
use crate::arena::{Event, GameRecord, Header};

/// The file, if one is written.
pub(super) struct Journal {
    file: Option<File>,
}

impl Journal {
    /// Opens the file and, to resume, reads what was played.
    pub(super) fn open(
        path: Option<&Path>,
        header: &Header,
        resume: bool,
    ) -> anyhow::Result<(Self, Played)> {
        let Some(path) = path else {
            return Ok((Self { file: None }, Played::new()));
        };
        let context = || format!("cannot write '{}'", path.display());
        if resume && path.exists() {
            let (found, games, length) = read(path)?;
            if found != *header {
                bail!(
                    "'{}' is of another match: its first line differs",
                    path.display()
                );
            }
            let mut file = OpenOptions::new()
                .write(true)
                .open(path)
                .with_context(context)?;
            // What was cut off behind the last whole line goes.
            file.set_len(length).with_context(context)?;
            file.seek(SeekFrom::End(0)).with_context(context)?;
            return Ok((Self { file: Some(file) }, games));
        }
        if path.exists() {
            bail!(
                "'{}' exists: add --resume to go on with it, or remove it",
                path.display()
            );
        }
        let mut journal = Self {
            file: Some(File::create(path).with_context(context)?),
        };
        journal.write_event(&Event::Match(header.clone()))?;
        Ok((journal, Played::new()))
    }

    /// Writes a game.
    pub(super) fn write(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        if self.file.is_some() {
            self.write_event(&Event::Game(game.clone()))
        } else {
            Ok(())
        }
    }

    fn write_event(&mut self, event: &Event) -> anyhow::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        // One call, so that a line is whole unless the disk is full.
        let line = serde_json::to_string(event)? + "\n";
        file.write_all(line.as_bytes())
            .context("cannot write the games")
    }
}

/// Reads a file: its first line, its games by number, and the length of its whole lines.
pub(super) fn read(path: &Path) -> anyhow::Result<(Header, Played, u64)> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read '{name}'"))?;
    let length = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let text = String::from_utf8_lossy(&bytes[..length]);
    let mut lines = text.lines().enumerate();
    let event = |(index, line): (usize, &str)| {
        serde_json::from_str::<Event>(line)
            .with_context(|| format!("line {} of '{name}'", index + 1))
    };
    let first = lines.next().with_context(|| format!("'{name}' is empty"))?;
    let Event::Match(header) = event(first)? else {
        bail!("'{name}' does not begin with a match");
    };
    let mut games = Played::new();
    for line in lines {
        if let Event::Game(game) = event(line)? {
            games.insert(game.game, game);
        }
    }
    Ok((header, games, length as u64))
}
