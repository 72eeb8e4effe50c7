//! `damocles play`.

use std::fs::OpenOptions;
use std::io::{self, BufRead, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};

use super::thinking::{EngineArgs, LimitArgs, position};
use super::words::{self, name, opinion};
use crate::egdb::default_folder;
use crate::engine::Engine;
use crate::game::Game;
use crate::notation::{
    GameResult, GameTags, Signs, diagram, parse_move, write_fen, write_game, write_move,
};
use crate::position::{Move, Side};
use crate::search::{Answer, Limits, Report, Signals};

/// Thinking time of a move if no limit is given.
const USUAL_TIME: Duration = Duration::from_secs(1);

const HELP: &str = "\
a move such as 32-28 or c3-d4   play it
moves       list the legal moves
undo        take back your last move
hint        ask what the engine would play
flip        turn the board
board       draw the board again
fen         show the position as a FEN
save FILE   append the game to a PDN file
resign      give up
quit        leave";

#[derive(Args, Debug)]
#[command(
    after_help = "Moves are typed as the books of the variant write them; `help` lists the other commands.
The engine thinks for a second about each move if no limit is given.

Examples:
  damocles play
  damocles play --variant russian --side black --level easy
  damocles play --fen 'W:WK5,28:BK2,13' --draw-rules lidraughts --time 3
  printf 'moves\\n32-28\\nquit\\n' | damocles play --nodes 2000"
)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    engine: EngineArgs,
    /// How well the engine plays: 1 to 20, or a name such as easy
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = SideArg::White)]
    side: SideArg,
    /// Begin from this position (FEN or Hub string)
    #[arg(long, value_name = "FEN", default_value = "start")]
    fen: String,
    /// When games are drawn: official, lidraughts, none ...
    #[arg(long, value_name = "RULES", default_value = "official")]
    draw_rules: String,
    /// What decides `--side random` and the choices of lower levels; another each time if left out
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Draw the board with letters
    #[arg(long)]
    ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum SideArg {
    White,
    Black,
    Random,
}

pub(super) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let mut settings = args.engine.settings()?;
    settings.set("draw-rules", &args.draw_rules)?;
    if let Some(level) = &args.level {
        settings.set("level-of-play", level)?;
    }
    if let Some(seed) = args.seed {
        settings.set("seed", &seed.to_string())?;
    }
    let start = position(settings.variant(), args.fen.trim())?;
    let mut engine = Engine::new(settings);
    engine.keep_tables_in(default_folder());
    engine.set_position(start);
    let mut limits = args.limits.limits();
    if limits.is_infinite() {
        limits.move_time = Some(USUAL_TIME);
    }
    limits.is_game = true;
    let person = args.person();
    let mut table = Table {
        game: engine.game().clone(),
        engine,
        limits,
        person,
        bottom: person,
        signs: words::signs(args.ascii),
        has_resigned: false,
        out: io::stdout().lock(),
    };
    table.sit(io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}

impl PlayArgs {
    fn person(&self) -> Side {
        let seed = || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |time| u64::from(time.subsec_nanos()))
        };
        match self.side {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
            SideArg::Random => {
                // The highest bit of a product with an odd number depends on all others.
                let seed = self.seed.unwrap_or_else(seed);
                Side::BOTH[(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63) as usize]
            }
        }
    }
}

/// A game between a person and the engine.
struct Table<W> {
    engine: Engine,
    game: Game,
    /// What the engine may take for a move.
    limits: Limits,
    person: Side,
    bottom: Side,
    signs: Signs,
    has_resigned: bool,
    out: W,
}

impl<W: Write> Table<W> {
    /// Plays until the person leaves or the input ends.
    fn sit(&mut self, mut input: impl BufRead) -> anyhow::Result<()> {
        let (variant, rules) = (self.game.variant(), self.game.draw_rules().name);
        let you = name(self.person);
        writeln!(self.out, "{variant}, draw rules: {rules}. You play {you}.")?;
        writeln!(self.out, "Type a move, or 'help'.\n")?;
        self.show_board()?;
        let mut is_announced = false;
        loop {
            let end = self.end();
            if let Some(text) = end.as_ref().filter(|_| !is_announced) {
                writeln!(self.out, "The game is over. {text}")?;
            }
            is_announced = end.is_some();
            if end.is_none() && self.game.position().side() != self.person {
                self.answer()?;
                continue;
            }
            let Some(line) = self.ask(&mut input)? else {
                return Ok(());
            };
            if self.obey(line.trim())?.is_break() {
                return Ok(());
            }
        }
    }

    /// How the game has ended, if it has.
    fn end(&self) -> Option<String> {
        if self.has_resigned {
            let (loser, winner) = (name(self.person), name(!self.person));
            return Some(format!("{winner} wins: {loser} resigns"));
        }
        self.game.outcome().map(|outcome| outcome.to_string())
    }

    /// The next line of the person; nothing at the end of the input.
    fn ask(&mut self, input: &mut impl BufRead) -> anyhow::Result<Option<String>> {
        if io::stdin().is_terminal() {
            write!(self.out, "{}> ", name(self.person))?;
        }
        self.out.flush()?;
        let mut line = Vec::new();
        let length = input
            .read_until(b'\n', &mut line)
            .context("cannot read standard input")?;
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(ControlFlow::Break(())),
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "moves" => self.list_moves()?,
            "undo" => self.undo()?,
            "hint" => self.hint()?,
            "flip" => {
                self.bottom = !self.bottom;
                self.show_board()?;
            }
            "board" => self.show_board()?,
            "fen" => {
                let fen = write_fen(self.game.variant(), self.game.position());
                writeln!(self.out, "{fen}")?;
            }
            "save" => match self.save(rest) {
                Ok(()) => writeln!(self.out, "Saved to '{rest}'.")?,
                Err(error) => writeln!(self.out, "{error:#}")?,
            },
            _ if self.end().is_some() => {
                writeln!(
                    self.out,
                    "The game is over: try 'undo', 'save FILE', 'quit'."
                )?;
            }
            "resign" => self.has_resigned = true,
            _ => match parse_move(self.game.variant(), self.game.position(), line) {
                Ok(mv) => self.play(mv)?,
                Err(error) => writeln!(self.out, "{error} (or try 'help')")?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    fn play(&mut self, mv: Move) -> io::Result<()> {
        // Moves come from the reader of moves or from the search, which know legal ones only.
        self.game.play(mv).map_err(io::Error::other)?;
        self.show_board()
    }

    fn answer(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let answer = self.think(self.limits)?;
        let Some(mv) = answer.best else {
            return Err(io::Error::other("the search found no move"));
        };
        let text = write_move(self.game.variant(), self.game.position(), mv);
        writeln!(self.out, "Damocles plays {text}")?;
        self.play(mv)
    }

    fn think(&mut self, limits: Limits) -> io::Result<Answer> {
        self.engine.set_position(*self.game.start());
        for &mv in self.game.moves() {
            self.engine.play(mv).map_err(io::Error::other)?;
        }
        let signals = Signals::new(false);
        let observer = &mut |_: &Report| {};
        Ok(self.engine.think(&limits, &signals, observer))
    }

    fn hint(&mut self) -> io::Result<()> {
        let variant = self.game.variant();
        if self.end().is_some() {
            return writeln!(self.out, "The game is over.");
        }
        // An analysis, which knows no levels.
        let answer = self.think(Limits {
            is_game: false,
            ..self.limits
        })?;
        let pos = self.game.position();
        let best = answer.best.map(|mv| write_move(variant, pos, mv));
        let opinion = opinion(answer.score, pos.side());
        writeln!(self.out, "{} ({opinion})", best.unwrap_or_default())
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let (variant, pos) = (self.game.variant(), self.game.position());
        let moves = self.game.legal_moves();
        let mut names: Vec<_> = moves
            .iter()
            .map(|&mv| write_move(variant, pos, mv))
            .collect();
        // Numbers sort by value if the shorter come first.
        names.sort_by_key(|name| (name.find(['-', 'x', ':']), name.clone()));
        writeln!(self.out, "{}", names.join(" "))
    }

    /// Goes back to where the person last had to move; a resignation is all that is taken back.
    fn undo(&mut self) -> io::Result<()> {
        if self.has_resigned {
            self.has_resigned = false;
            return writeln!(self.out, "You play on.");
        }
        let is_to_move = self.game.position().side() == self.person;
        let plies = if is_to_move { 2 } else { 1 };
        if self.game.moves().len() < plies {
            return writeln!(self.out, "There is no move of yours to take back.");
        }
        for _ in 0..plies {
            self.game.undo();
        }
        self.show_board()
    }

    fn save(&self, file: &str) -> anyhow::Result<()> {
        ensure!(!file.is_empty(), "expected a file: save FILE");
        let player = |side| {
            let name = if side == self.person {
                "Person"
            } else {
                "Damocles"
            };
            name.to_owned()
        };
        let result = match self.game.outcome() {
            _ if self.has_resigned => GameResult::Win(!self.person),
            Some(outcome) => outcome.winner().map_or(GameResult::Draw, GameResult::Win),
            None => GameResult::Unknown,
        };
        let tags = GameTags {
            white: player(Side::White),
            black: player(Side::Black),
            result,
            ..GameTags::default()
        };
        let text = write_game(&self.game, &tags);
        let opened = OpenOptions::new().append(true).create(true).open(file);
        opened
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("cannot write '{file}'"))
    }

    fn show_board(&mut self) -> io::Result<()> {
        let (variant, pos) = (self.game.variant(), self.game.position());
        let board = diagram(variant, pos, self.signs, self.bottom);
        let (material, side) = (words::material(pos), name(pos.side()));
        writeln!(self.out, "{board}{material}; {side} to move\n")
    }
}
