//! What an engine says, as values.
//!
//! Responsible for printing and reading the lines of an engine. They are written in one fixed
//! form, since hosts are less liberal than the protocol: arguments in a fixed order, quotation
//! marks only around blanks, whole numbers where some host insists on them.

use std::fmt;

use super::command::ParseError;
use super::level::real;
use super::line::Line;
use crate::engine::Chances;

/// Why a line is no reply. It is the same as for commands.
pub type ReplyError = ParseError;

/// Most bytes of an error message; longer ones are cut.
const MAX_MESSAGE: usize = 400;

/// One line of an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// Who it is.
    Id {
        /// Name of the program.
        name: String,
        /// Its version, if given.
        version: Option<String>,
        /// Its author, if given.
        author: Option<String>,
        /// Where it comes from, if given.
        country: Option<String>,
    },
    /// A parameter it has.
    Param(Param),
    /// It waits for parameters and `init`.
    Wait,
    /// It is ready to play.
    Ready,
    /// The sign of life.
    Pong,
    /// The state of a search.
    Info(Info),
    /// The end of a search.
    Done {
        /// The move; nothing if there is none.
        best: Option<String>,
        /// The reply that is expected.
        ponder: Option<String>,
    },
    /// Something that was sent could not be used.
    Error {
        /// What and why.
        message: String,
    },
}

/// A parameter as an engine declares it.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its present value.
    pub value: String,
    /// The values it can have.
    pub kind: Kind,
}

/// The type of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number in a range.
    Int {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A number in a range.
    Real {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of some words.
    Enum {
        /// Those words.
        values: Vec<String>,
    },
}

/// The state of a search. Every field may be missing when other engines are read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Plies of the iteration.
    pub depth: Option<u32>,
    /// Mean depth of the leaves, in plies.
    pub mean_depth: Option<f64>,
    /// Men, from the side to move.
    pub score: Option<f64>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Seconds since the search began.
    pub time: Option<f64>,
    /// Millions of positions a second.
    pub nps: Option<f64>,
    /// The best line, in moves of Hub.
    pub pv: Vec<String>,
    /// Place of the line among several, from 1: `multi-pv`.
    pub rank: Option<u32>,
    /// Deepest ply reached: `max-depth`.
    pub max_depth: Option<u32>,
    /// How much of the table is filled, in thousandths: `table`.
    pub table: Option<u32>,
    /// Positions that ending tables knew: `hits`.
    pub hits: Option<u64>,
    /// Chances of the side to move, in percent: `win`, `draw` and `loss`, or none of them.
    pub chances: Option<Chances>,
}

impl Reply {
    /// The first words of all replies.
    pub const NAMES: [&str; 8] = [
        "id", "param", "wait", "ready", "pong", "info", "done", "error",
    ];

    /// Reads a line.
    ///
    /// # Errors
    /// [`ReplyError`]; an unreadable number in `info` is none, its field is left out.
    pub fn parse(bytes: &[u8]) -> Result<Self, ReplyError> {
        let line = Line::parse(bytes)?;
        let text = |name: &str| line.value(name).map(str::to_owned);
        Ok(match line.name.as_str() {
            "id" => Self::Id {
                name: needed(&line, "id", "name")?,
                version: text("version"),
                author: text("author"),
                country: text("country"),
            },
            "param" => Self::Param(Param::read(&line)?),
            "wait" => Self::Wait,
            "ready" => Self::Ready,
            "pong" => Self::Pong,
            "info" => Self::Info(Info::read(&line)),
            "done" => Self::Done {
                best: text("move"),
                ponder: text("ponder"),
            },
            "error" => Self::Error {
                message: text("message").unwrap_or_default(),
            },
            name => {
                return Err(ParseError::UnknownCommand {
                    name: name.to_owned(),
                });
            }
        })
    }

    /// An error with this message, cut to a length that hosts can show.
    pub fn error(message: &impl ToString) -> Self {
        let mut message = message.to_string().replace(char::is_control, " ");
        if message.len() > MAX_MESSAGE {
            let end = (0..=MAX_MESSAGE)
                .rev()
                .find(|&end| message.is_char_boundary(end));
            message.truncate(end.unwrap_or(0));
            message.push_str(" ...");
        }
        Self::Error { message }
    }

    /// The line that says this.
    pub fn line(&self) -> Line {
        let given = |line: Line, name: &str, value: &Option<String>| {
            value
                .iter()
                .fold(line, |line, value| line.with(name, value))
        };
        match self {
            Self::Id {
                name,
                version,
                author,
                country,
            } => {
                let line = given(Line::new("id").with("name", name), "version", version);
                given(given(line, "author", author), "country", country)
            }
            Self::Param(param) => param.line(),
            Self::Wait => Line::new("wait"),
            Self::Ready => Line::new("ready"),
            Self::Pong => Line::new("pong"),
            Self::Info(info) => info.line(),
            Self::Done { best, ponder } => {
                given(given(Line::new("done"), "move", best), "ponder", ponder)
            }
            Self::Error { message } => Line::new("error").with("message", message),
        }
    }
}

/// The line as an engine sends it.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line().fmt(f)
    }
}

fn needed(
    line: &Line,
    command: &'static str,
    argument: &'static str,
) -> Result<String, ReplyError> {
    let value = line.value(argument).map(str::to_owned);
    value.ok_or(ParseError::Missing { command, argument })
}

impl Param {
    fn read(line: &Line) -> Result<Self, ReplyError> {
        let bound = |argument: &'static str, missing: f64| match line.value(argument) {
            None => Ok(missing),
            Some(text) => {
                real(text).ok_or_else(|| ParseError::bad_value("param", argument, text, "a number"))
            }
        };
        let kind = needed(line, "param", "type")?;
        let kind = match kind.as_str() {
            "bool" => Kind::Bool,
            "int" => Kind::Int {
                min: bound("min", i64::MIN as f64)? as i64,
                max: bound("max", i64::MAX as f64)? as i64,
            },
            "real" => Kind::Real {
                min: bound("min", f64::MIN)?,
                max: bound("max", f64::MAX)?,
            },
            "string" => Kind::Text,
            "enum" => {
                let values = line.value("values").unwrap_or_default();
                Kind::Enum {
                    values: values.split_whitespace().map(str::to_owned).collect(),
                }
            }
            _ => {
                let expected = "one of bool, int, real, string, enum";
                return Err(ParseError::bad_value("param", "type", &kind, expected));
            }
        };
        Ok(Self {
            name: needed(line, "param", "name")?,
            value: needed(line, "param", "value")?,
            kind,
        })
    }

    /// Name first, words last: one host looks for them there.
    fn line(&self) -> Line {
        let line = Line::new("param")
            .with("name", &self.name)
            .with("value", &self.value);
        match &self.kind {
            Kind::Bool => line.with("type", "bool"),
            Kind::Int { min, max } => line.with("type", "int").with("min", min).with("max", max),
            Kind::Real { min, max } => line.with("type", "real").with("min", min).with("max", max),
            Kind::Text => line.with("type", "string"),
            Kind::Enum { values } => line.with("type", "enum").with("values", values.join(" ")),
        }
    }
}

impl Info {
    fn read(line: &Line) -> Self {
        let number = |name: &str| line.value(name).and_then(real);
        let whole = |name: &str| line.value(name).and_then(|text| text.parse().ok());
        let small = |name: &str| whole(name).and_then(|value| u32::try_from(value).ok());
        let percent = |name: &str| small(name).and_then(|value| u8::try_from(value).ok());
        let chances = || {
            Some(Chances {
                win: percent("win")?,
                draw: percent("draw")?,
                loss: percent("loss")?,
            })
        };
        Self {
            depth: small("depth"),
            mean_depth: number("mean-depth"),
            score: number("score"),
            nodes: whole("nodes"),
            time: number("time"),
            nps: number("nps"),
            pv: line
                .value("pv")
                .map(|moves| moves.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
            rank: small("multi-pv"),
            max_depth: small("max-depth"),
            table: small("table"),
            hits: whole("hits"),
            chances: chances(),
        }
    }

    fn line(&self) -> Line {
        let whole = |line: Line, name: &str, value: Option<u64>| match value {
            Some(value) => line.with(name, value),
            None => line,
        };
        let small = |line, name, value: Option<u32>| whole(line, name, value.map(u64::from));
        let real = |line: Line, name: &str, value: Option<f64>, decimals: usize| match value {
            Some(value) => line.with(name, format_args!("{value:.decimals$}")),
            None => line,
        };
        let mut line = Line::new("info");
        line = small(line, "depth", self.depth);
        line = real(line, "mean-depth", self.mean_depth, 1);
        line = real(line, "score", self.score, 2);
        line = whole(line, "nodes", self.nodes);
        line = real(line, "time", self.time, 3);
        line = real(line, "nps", self.nps, 2);
        if !self.pv.is_empty() {
            line = line.with("pv", self.pv.join(" "));
        }
        // What not every host knows stands behind all that some of them find by its place.
        line = small(line, "multi-pv", self.rank);
        line = small(line, "max-depth", self.max_depth);
        line = small(line, "table", self.table);
        line = whole(line, "hits", self.hits);
        match self.chances {
            Some(Chances { win, draw, loss }) => {
                line.with("win", win).with("draw", draw).with("loss", loss)
            }
            None => line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_engines_are_read_and_printed() {
        let lines = [
            "id name=Scan version=3.1 author=\"Fabien Letouzey\" country=France",
            "id name=Nobody",
            "param name=variant value=normal type=enum values=\"normal killer bt\"",
            "param name=threads value=1 type=int min=1 max=16",
            "param name=book-margin value=0.5 type=real min=0 max=10",
            "param name=book value=true type=bool",
            "param name=file value=\"\" type=string",
            "wait",
            "ready",
            "pong",
            "info depth=9 mean-depth=9.0 score=-0.07 nodes=12345 time=0.012 nps=1.03 pv=32-28",
            "info score=99.95 pv=\"32-28 19x28x23\"",
            "info pv=45-40",
            "info depth=7 score=0.10 pv=\"32-28 19-23\" multi-pv=2",
            "info pv=32-28 multi-pv=1 max-depth=14 table=3 win=10 draw=85 loss=5",
            "done move=28x19x23 ponder=14x23x19",
            "done move=32-28",
            "done",
            "error message=\"bad position\"",
        ];
        for text in lines {
            let reply = Reply::parse(text.as_bytes()).expect("a reply");
            assert_eq!(reply.to_string(), text);
        }
    }

    #[test]
    fn every_reply_has_its_name() {
        for name in Reply::NAMES {
            let text = format!("{name} name=a value=b type=bool");
            let reply = Reply::parse(text.as_bytes()).expect("a reply");
            assert_eq!(reply.line().name, name);
        }
    }

    #[test]
    fn messages_are_short_and_without_quotation_marks() {
        let reply = Reply::error(&format!("found '\"{}'", "é".repeat(300)));
        let text = reply.to_string();
        assert!(text.len() < 450 && text.matches('"').count() == 2, "{text}");
    }

    #[test]
    fn unreadable_numbers_of_others_are_left_out() {
        let reply = Reply::parse(b"info depth=3/5 score=x nodes=1e6 pv=\"\"").expect("a reply");
        assert_eq!(reply, Reply::Info(Info::default()));
        let reply = Reply::parse(b"info multi-pv=-1 table=5e9 win=10 draw=300 loss=1");
        assert_eq!(reply, Ok(Reply::Info(Info::default())));
        assert!(Reply::parse(b"param name=a value=b type=c").is_err());
        assert!(Reply::parse(b"").is_err());
    }
}
