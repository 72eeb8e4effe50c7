//! What the arguments name: a position, lists of positions, or games.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;

use crate::notation::begins_with_tag;

/// The name of standard input.
const STDIN: &str = "-";

/// What inputs hold.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// As it looks
    Auto,
    /// Positions, one a line
    Positions,
    /// Games (PDN)
    Games,
}

/// A text that is read to its end.
pub(super) struct Input {
    /// The file, or `-`.
    pub(super) name: String,
    /// The text.
    pub(super) reader: Box<dyn BufRead + Send>,
}

/// What is to be analyzed.
pub(super) enum Source {
    /// The text of one position.
    Single(String),
    /// Lists of positions.
    List(Vec<Input>),
    /// Games.
    Games(Vec<Input>),
}

impl Source {
    /// Opens what is named; files go before positions.
    pub(super) fn of(names: &[String], kind: Kind) -> anyhow::Result<Self> {
        if let [text] = names
            && kind == Kind::Auto
            && !is_input(text)
        {
            return Ok(Self::Single(text.clone()));
        }
        ensure!(
            names.iter().filter(|name| *name == STDIN).count() <= 1,
            "standard input can be read only once: expected one '{STDIN}'"
        );
        let mut inputs = Vec::new();
        let mut kinds = Vec::new();
        for name in names {
            let mut input = Input::open(name)?;
            kinds.push(match kind {
                Kind::Auto => input.kind()?,
                kind => kind,
            });
            inputs.push(input);
        }
        ensure!(
            kinds.windows(2).all(|pair| pair[0] == pair[1]),
            "expected files of one kind, found positions and games: say which by --as"
        );
        Ok(if kinds.first() == Some(&Kind::Games) {
            Self::Games(inputs)
        } else {
            Self::List(inputs)
        })
    }
}

/// Whether a text names standard input or a file, be it there or not.
fn is_input(text: &str) -> bool {
    text == STDIN || is_game_file(text) || Path::new(text).is_file()
}

fn is_game_file(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"))
}

impl Input {
    fn open(name: &str) -> anyhow::Result<Self> {
        let reader: Box<dyn BufRead + Send> = if name == STDIN {
            Box::new(BufReader::new(io::stdin()))
        } else if name.contains(':') && !Path::new(name).exists() {
            bail!("several inputs: expected files or -, found the position '{name}'");
        } else {
            let file = File::open(name).with_context(|| format!("cannot read '{name}'"))?;
            Box::new(BufReader::with_capacity(1 << 16, file))
        };
        Ok(Self {
            name: name.to_owned(),
            reader,
        })
    }

    /// What it looks like, which takes nothing from the text.
    fn kind(&mut self) -> anyhow::Result<Kind> {
        let name = &self.name;
        let begin = self.reader.fill_buf();
        let begin = begin.with_context(|| format!("cannot read '{name}'"))?;
        let begin = String::from_utf8_lossy(begin);
        let begin = begin.trim_start_matches('\u{feff}').trim_start();
        // Movetext begins with a number and a full stop.
        let digits = begin.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_movetext = digits.len() < begin.len() && digits.starts_with('.');
        let is_games = is_game_file(name) || begins_with_tag(begin) || is_movetext;
        Ok(if is_games {
            Kind::Games
        } else {
            Kind::Positions
        })
    }
}
