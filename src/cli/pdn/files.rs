//! The files of `damocles pdn`, read game by game.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;
use rayon::prelude::*;

use super::super::progress::Progress;
use crate::collection::Batches;
use crate::notation::ReadGame;
use crate::rules::Variant;

/// The name of standard input.
const STDIN: &str = "-";

#[derive(Args, Debug)]
pub(super) struct Files {
    /// Rules of all games; otherwise each game tells its own
    #[arg(long)]
    variant: Option<Variant>,
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) names: Vec<String>,
}

/// What came of files.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Whether all could be read.
    are_all_read: bool,
    /// Whether no game has a fault.
    are_all_sound: bool,
}

impl End {
    /// 2 if a file could not be read, otherwise 1 if a game has a fault and that `counts`.
    pub(super) fn exit_code(self, counts: bool) -> ExitCode {
        match (self.are_all_read, self.are_all_sound || !counts) {
            (false, _) => ExitCode::from(2),
            (true, false) => ExitCode::from(1),
            (true, true) => ExitCode::SUCCESS,
        }
    }
}

impl Files {
    /// Writes to standard output what is said of each game, in order.
    pub(super) fn each_game(
        &self,
        say: impl Fn(&str, &ReadGame) -> String + Sync,
    ) -> anyhow::Result<End> {
        let mut out = BufWriter::new(io::stdout().lock());
        self.each_batch(|name, games| {
            let said: Vec<String> = games.par_iter().map(|game| say(name, game)).collect();
            for text in said {
                out.write_all(text.as_bytes())?;
            }
            out.flush()
        })
    }

    /// Hands on the games of all files, some at a time, and tells how far it has come. A file that
    /// cannot be read is told and costs no other; if nobody reads the output any more, it ends.
    pub(super) fn each_batch(
        &self,
        mut take: impl FnMut(&str, &[ReadGame]) -> io::Result<()>,
    ) -> anyhow::Result<End> {
        let inputs = self.names.iter().filter(|name| *name == STDIN).count();
        ensure!(
            inputs <= 1,
            "standard input can be read only once: expected one '-', found {inputs}"
        );
        let mut end = End {
            are_all_read: true,
            are_all_sound: true,
        };
        // On a terminal the lines of the games tell how far it has come.
        let mut progress = (!io::stdout().is_terminal()).then(Progress::new);
        for name in &self.names {
            match self.each_of(name, &mut progress, &mut take) {
                Ok(are_sound) => end.are_all_sound &= are_sound,
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
                Err(error) => {
                    let text = format!("damocles: {name}: {error}");
                    match &progress {
                        Some(progress) => progress.say(&text),
                        None => eprintln!("{text}"),
                    }
                    end.are_all_read = false;
                }
            }
        }
        if let Some(progress) = progress {
            progress.end();
        }
        Ok(end)
    }

    /// Hands on the games of a file; whether all are sound.
    fn each_of(
        &self,
        name: &str,
        progress: &mut Option<Progress>,
        take: &mut impl FnMut(&str, &[ReadGame]) -> io::Result<()>,
    ) -> io::Result<bool> {
        let (input, size) = open(name)?;
        let (mut games, mut bytes, mut are_sound) = (0, 0, true);
        for batch in Batches::new(input, self.variant) {
            let batch = batch?;
            are_sound &= batch.games.iter().all(|game| game.faults.is_empty());
            take(name, &batch.games)?;
            games += batch.games.len();
            bytes += batch.bytes as u64;
            if let Some(progress) = progress {
                progress.tell(|| {
                    let of = size.map_or_else(String::new, |size| format!(" of {}", size >> 20));
                    format!("{name}: {games} games, {}{of} MiB", bytes >> 20)
                });
            }
        }
        Ok(are_sound)
    }
}

/// The text of a file and its size in bytes, if that is known.
fn open(name: &str) -> io::Result<(Box<dyn BufRead>, Option<u64>)> {
    if name == STDIN {
        return Ok((Box::new(BufReader::new(io::stdin())), None));
    }
    let file = File::open(name)?;
    let size = file.metadata().ok().filter(std::fs::Metadata::is_file);
    let size = size.map(|metadata| metadata.len());
    Ok((Box::new(BufReader::with_capacity(1 << 16, file)), size))
}
