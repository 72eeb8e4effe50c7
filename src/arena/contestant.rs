//! Who plays: the text that names an engine on the command line.
//!
//! ```text
//! self                                        this engine, in this process
//! self:threads=2,tt-size=20,name=two          ... with options and a name
//! hub:/opt/scan/scan hub                      a program that speaks Hub
//! hub:name=Scan dir=/opt/scan param.bb-size=4 ./scan hub
//! hub1:./scan20 hub                           a program that speaks the older Hub 1
//! dxp:localhost:27531                         a partner that speaks DXP and is called
//! ```
//!
//! In front of a command line stand settings, as a shell has variables there: `name=`, `dir=` (the
//! working folder), `param.NAME=VALUE` (a parameter to be set) and `level.PART=VALUE` (a level of
//! its own, for odds). Words are cut at blanks; quotation marks of both kinds hold a word
//! together. A text without a known kind in front is a Hub command line.

use std::path::{Path, PathBuf};

use super::clock::{TimeControl, TimeControlError};
use crate::engine::{SettingError, Settings};
use crate::protocol::dxp;

/// An engine that takes part.
#[derive(Clone, PartialEq, Debug)]
pub struct Contestant {
    /// The name in results.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its own level, if it does not play at that of the match.
    pub control: Option<TimeControl>,
}

/// The kinds of engines.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// This engine, in this process, with these options.
    Own(Vec<(String, String)>),
    /// Another program.
    Program(Program),
    /// A partner that waits to be called at this address, with its port.
    Dxp(String),
}

/// A program and how it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// What it speaks.
    pub dialect: Dialect,
    /// Its file and its arguments.
    pub command: Vec<String>,
    /// Its working folder, if not ours.
    pub folder: Option<PathBuf>,
    /// Parameters to be set, in this order.
    pub parameters: Vec<(String, String)>,
}

/// The languages of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Hub, version 2.
    Hub,
    /// Hub, version 1, as Scan 2.0 spoke it.
    Hub1,
}

/// A text that names no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContestantError {
    /// There is no command.
    #[error("engine '{0}': expected a command line")]
    NoCommand(String),
    /// There is no address.
    #[error("engine '{0}': expected HOST:PORT")]
    NoAddress(String),
    /// A quotation mark without partner.
    #[error("engine '{0}': a quotation mark is not closed")]
    OpenQuote(String),
    /// Something that should be `name=value`.
    #[error("engine '{text}': expected NAME=VALUE, found '{found}'")]
    NotASetting {
        /// The whole text.
        text: String,
        /// The part.
        found: String,
    },
    /// An option that this engine does not have.
    #[error("engine '{text}': {error}")]
    Option {
        /// The whole text.
        text: String,
        /// What is wrong with the option.
        error: SettingError,
    },
    /// A level of its own that is none.
    #[error("engine '{text}': {error}")]
    Level {
        /// The whole text.
        text: String,
        /// What is wrong with the level.
        error: TimeControlError,
    },
}

impl Contestant {
    /// Reads the text of the command line.
    ///
    /// # Errors
    /// [`ContestantError`], with the text.
    pub fn parse(text: &str) -> Result<Self, ContestantError> {
        let text = text.trim();
        if text == "self" {
            return Self::own(text, "");
        }
        match text.split_once(':') {
            Some(("self", rest)) => Self::own(text, rest),
            Some(("hub", rest)) => Self::program(text, Dialect::Hub, rest),
            Some(("hub1", rest)) => Self::program(text, Dialect::Hub1, rest),
            Some(("dxp", rest)) => Self::dxp(text, rest),
            _ => Self::program(text, Dialect::Hub, text),
        }
    }

    fn own(text: &str, rest: &str) -> Result<Self, ContestantError> {
        let mut head = Head::default();
        let mut options = Vec::new();
        let mut probe = Settings::default();
        for part in rest
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (name, value) =
                part.split_once('=')
                    .ok_or_else(|| ContestantError::NotASetting {
                        text: text.to_owned(),
                        found: part.to_owned(),
                    })?;
            if head.take(name, value) {
                continue;
            }
            let name = name.strip_prefix("param.").unwrap_or(name);
            probe
                .set(name, value)
                .map_err(|error| ContestantError::Option {
                    text: text.to_owned(),
                    error,
                })?;
            options.push((name.to_owned(), value.to_owned()));
        }
        head.finish(text, "self", Kind::Own(options))
    }

    fn program(text: &str, dialect: Dialect, rest: &str) -> Result<Self, ContestantError> {
        let words = words(rest).ok_or_else(|| ContestantError::OpenQuote(text.to_owned()))?;
        let mut head = Head::default();
        let (mut folder, mut parameters) = (None, Vec::new());
        let mut words = words.into_iter().peekable();
        while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
            if name == "dir" {
                folder = Some(PathBuf::from(value));
            } else if let Some(name) = name.strip_prefix("param.") {
                parameters.push((name.to_owned(), value.to_owned()));
            } else if !head.take(name, value) {
                break;
            }
            words.next();
        }
        let command: Vec<String> = words.collect();
        let file = command
            .first()
            .ok_or_else(|| ContestantError::NoCommand(text.to_owned()))?;
        let stem = Path::new(file)
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| file.clone());
        let program = Program {
            dialect,
            command,
            folder,
            parameters,
        };
        head.finish(text, &name, Kind::Program(program))
    }

    fn dxp(text: &str, rest: &str) -> Result<Self, ContestantError> {
        let mut head = Head::default();
        let mut address = None;
        for word in rest.split_whitespace() {
            match word.split_once('=') {
                Some((name, value)) if head.take(name, value) => {}
                None if address.is_none() => address = Some(word),
                _ => {
                    let (text, found) = (text.to_owned(), word.to_owned());
                    return Err(ContestantError::NotASetting { text, found });
                }
            }
        }
        let address = address.ok_or_else(|| ContestantError::NoAddress(text.to_owned()))?;
        let has_port = address
            .rsplit_once(':')
            .is_some_and(|(_, port)| !port.contains(']'));
        let address = if has_port {
            address.to_owned()
        } else {
            format!("{address}:{}", dxp::PORT)
        };
        head.finish(text, &address.clone(), Kind::Dxp(address))
    }

    /// Makes the names of a list differ, by numbers behind those that are taken.
    pub fn make_names_unique(list: &mut [Self]) {
        for index in 1..list.len() {
            let (before, rest) = list.split_at_mut(index);
            let original = rest[0].name.clone();
            let mut number = 1;
            while before.iter().any(|other| other.name == rest[0].name) {
                number += 1;
                rest[0].name = format!("{original}-{number}");
            }
        }
    }
}

/// The settings that every kind has.
#[derive(Default)]
struct Head {
    name: Option<String>,
    level: Vec<String>,
}

impl Head {
    /// Takes a setting if it is one of these.
    fn take(&mut self, name: &str, value: &str) -> bool {
        if name == "name" {
            self.name = Some(value.to_owned());
        } else if let Some(part) = name.strip_prefix("level.") {
            self.level.push(format!("{part}={value}"));
        } else {
            return false;
        }
        true
    }

    fn finish(self, text: &str, name: &str, kind: Kind) -> Result<Contestant, ContestantError> {
        let level = |error| ContestantError::Level {
            text: text.to_owned(),
            error,
        };
        let parse = |text: String| text.parse().map_err(level);
        let control = (!self.level.is_empty())
            .then(|| parse(self.level.join(",")))
            .transpose()?;
        Ok(Contestant {
            name: self.name.unwrap_or_else(|| name.to_owned()),
            kind,
            control,
        })
    }
}

/// The words of a command line; nothing if a quotation mark is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(mark), _) if mark == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> (Contestant, Program) {
        let contestant = Contestant::parse(text).expect("an engine");
        let Kind::Program(program) = contestant.kind.clone() else {
            panic!("a program: {text}")
        };
        (contestant, program)
    }

    #[test]
    fn command_lines_have_settings_in_front() {
        let (who, program) = program(
            "hub:name='Old Scan' dir=/opt/scan param.bb-size=4 level.nodes=9 ./scan hub a=b",
        );
        assert_eq!(who.name, "Old Scan");
        assert_eq!(who.control, Some("nodes=9".parse().expect("a level")));
        assert_eq!(program.command, ["./scan", "hub", "a=b"]);
        assert_eq!(program.folder, Some(PathBuf::from("/opt/scan")));
        assert_eq!(program.parameters, [("bb-size".to_owned(), "4".to_owned())]);
    }

    #[test]
    fn a_kind_may_be_left_out() {
        let (who, scan) = program("/opt/my scan/scan hub");
        assert_eq!((who.name.as_str(), scan.command.len()), ("my", 3));
        assert_eq!(program("hub1:scan20").1.dialect, Dialect::Hub1);
        assert_eq!(program("\"/a b/c.exe\" ''").1.command, ["/a b/c.exe", ""]);
    }

    #[test]
    fn partners_have_an_address() {
        let who = Contestant::parse("dxp:name=Moby level.time=300 example.org").expect("one");
        assert_eq!(
            (who.name.as_str(), who.kind),
            ("Moby", Kind::Dxp("example.org:27531".into()))
        );
        let who = Contestant::parse("dxp:[::1]:99").expect("one");
        assert_eq!(who.kind, Kind::Dxp("[::1]:99".into()));
        for wrong in ["dxp:", "dxp:a b", "dxp:x=1 a"] {
            assert!(Contestant::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_of_our_own_engine_are_checked() {
        let who = Contestant::parse("self:threads=2, tt-size=18,name=two,level.depth=3");
        let who = who.expect("an engine");
        assert_eq!(who.name, "two");
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            who.kind,
            Kind::Own(vec![option("threads", "2"), option("tt-size", "18")])
        );
        for wrong in [
            "self:threads=0",
            "self:threads",
            "hub:",
            "hub:'a",
            "",
            "self:level.x=1",
        ] {
            assert!(Contestant::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn equal_names_are_numbered() {
        let mut list = ["self", "self", "self"].map(|text| Contestant::parse(text).expect("one"));
        Contestant::make_names_unique(&mut list);
        assert_eq!(list.map(|who| who.name), ["self", "self-2", "self-3"]);
    }
}
