//! The report of a run: one HTML page that needs nothing but itself.
//!
//! What a reader of paper needs (accuracy, graph, moves, turning points with diagrams) stands in the
//! page; the script (`page.js`) only moves the pieces of the board on top and hides the games that
//! are not looked at. All text that comes from games is escaped by the template engine, in the data
//! of the script, too, where `<` becomes `\u003c`, so that nothing in a game ends the script.

mod graph;

use std::fmt::Write as _;

use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, context};
use serde::Serialize;

use super::game::JudgedGame;
use super::judgement::Tally;
use super::record::{MoveRecord, Run};
use crate::board::{Bitboard, Square};
use crate::notation::{
    Picture, SQUARE, parse_move, parse_position, svg_board, svg_middle, svg_piece, svg_width,
};
use crate::position::{Move, Piece, Position, Side};
use crate::rules::{FirstMove, Variant};

/// Most moves of a better line.
const LINE_MOVES: usize = 12;

/// What keeps a page from being made.
#[derive(Debug, thiserror::Error)]
#[error("the page cannot be made: {0}")]
pub struct PageError(#[from] minijinja::Error);

/// Makes the page of a run from its games. Positions that the records do not hold are played
/// through again; a game whose moves are not legal ends before the first that is not.
///
/// # Errors
/// If the template fails, which would be a fault of the program.
pub fn page(run: &Run, games: &[JudgedGame]) -> Result<String, PageError> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template("page.html", include_str!("page.html"))?;
    let mut variants: Vec<Variant> = Vec::new();
    let mut sheets = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let variant = game.head.variant.parse().unwrap_or_default();
        let ground = variants.iter().position(|&known| known == variant);
        let ground = ground.unwrap_or_else(|| {
            variants.push(variant);
            variants.len() - 1
        });
        sheets.push(Sheet::of(index + 1, ground, variant, game));
    }
    let data: Vec<&Play> = sheets.iter().map(|sheet| &sheet.play).collect();
    let template = environment.get_template("page.html")?;
    Ok(template.render(context! {
        style => include_str!("page.css"),
        script => include_str!("page.js"),
        program => run.program.as_str(),
        limits => limits(run),
        marks => run.marks,
        shapes => shapes(&variants),
        data => Value::from(Serde(data)),
        games => Value::from(Serde(&sheets)),
    })?)
}

/// What each search was given, in words.
fn limits(run: &Run) -> String {
    let limits = &run.limits;
    let parts = [
        limits.time.map(|time| format!("{time} s")),
        limits.nodes.map(|nodes| format!("{nodes} positions")),
        limits.depth.map(|depth| format!("{depth} plies")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

/// The shapes that all boards of the page use: pieces, and the grounds of each variant.
fn shapes(variants: &[Variant]) -> String {
    let mut text = String::new();
    for piece in Piece::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<g id=\"p{}\">{}</g>",
            letter(Some(piece)),
            svg_piece(piece)
        );
    }
    for (index, &variant) in variants.iter().enumerate() {
        for (bottom, name) in [(Side::White, 'w'), (Side::Black, 'b')] {
            let picture = Picture {
                bottom,
                ..Picture::default()
            };
            let board = svg_board(variant, picture);
            let _ = writeln!(
                text,
                "<g id=\"g{index}{name}\" font-family=\"sans-serif\">{board}</g>"
            );
        }
    }
    text
}

/// How a piece is told to the script.
const fn letter(piece: Option<Piece>) -> char {
    match piece {
        None => '.',
        Some(piece) => match (piece.side, piece.is_king) {
            (Side::White, false) => 'w',
            (Side::White, true) => 'W',
            (Side::Black, false) => 'b',
            (Side::Black, true) => 'B',
        },
    }
}

/// What the script is told of a game.
#[derive(Serialize)]
struct Play {
    /// Which ground.
    ground: usize,
    /// The corners of the squares, White at the bottom.
    squares: Vec<[u32; 2]>,
    /// Width of the board without margin, of a square, and the middle of a piece in its square.
    size: [u32; 3],
    /// A letter for each square, before the first move and after each.
    positions: Vec<String>,
    /// The ends of each move, as places in `squares`.
    ends: Vec<[usize; 2]>,
    /// What is said of each move.
    notes: Vec<String>,
}

/// A game as the template shows it.
#[derive(Serialize)]
struct Sheet {
    id: usize,
    title: String,
    facts: String,
    result: String,
    view_box: String,
    ground: usize,
    start: String,
    /// Who moves first, if the game does not begin as its variant does.
    set_up: Option<&'static str>,
    graph: String,
    sides: Vec<SideRow>,
    moves: Vec<MoveCell>,
    turning_points: Vec<TurningPoint>,
    judged: usize,
    #[serde(skip)]
    play: Play,
}

#[derive(Serialize)]
struct SideRow {
    side: &'static str,
    player: String,
    tally: Tally,
}

#[derive(Serialize)]
struct MoveCell {
    ply: usize,
    /// `1.`, or nothing.
    number: String,
    text: String,
    sign: &'static str,
    mark: &'static str,
}

#[derive(Serialize)]
struct TurningPoint {
    ply: usize,
    heading: String,
    note: String,
    pieces: String,
}

impl Sheet {
    fn of(id: usize, ground: usize, variant: Variant, game: &JudgedGame) -> Self {
        let (positions, moves) = replay(variant, game);
        let summary = game.summary();
        let tag = |name: &str| {
            let value = game.head.tags.get(name).map_or("", String::as_str);
            if value.chars().all(|c| "?.".contains(c)) {
                ""
            } else {
                value
            }
        };
        let player = |name: &'static str| match tag(name) {
            "" => name.to_owned(),
            player => player.to_owned(),
        };
        let facts: Vec<&str> = ["Event", "Site", "Date", "Round"]
            .into_iter()
            .map(tag)
            .collect();
        let facts = facts.into_iter().chain([game.head.variant.as_str()]);
        let facts: Vec<&str> = facts.filter(|fact| !fact.is_empty()).collect();
        let labels = labels(variant, &positions, moves.len());
        let note = |index: usize| note(game.at(index + 1), &labels[index], &game.head.moves[index]);
        let turning_points = summary.turning_points.iter().filter_map(|&ply| {
            let record = game.at(ply)?;
            Some(TurningPoint {
                ply,
                heading: format!("{} {}{}", labels.get(ply - 1)?, record.r#move, sign(record)),
                note: judgement(record),
                pieces: pieces(variant, positions.get(ply - 1)?),
            })
        });
        Self {
            id,
            title: format!("{} – {}", player("White"), player("Black")),
            facts: facts.join(" · "),
            result: game.head.result.clone().unwrap_or_default(),
            view_box: view_box(variant),
            ground,
            start: positions
                .first()
                .map_or(String::new(), |pos| pieces(variant, pos)),
            set_up: positions
                .first()
                .filter(|&&pos| pos != Position::start(variant))
                .map(|pos| side_title(pos.side())),
            graph: graph::draw(moves.len(), &game.moves),
            sides: vec![
                SideRow {
                    side: "White",
                    player: player("White"),
                    tally: summary.white,
                },
                SideRow {
                    side: "Black",
                    player: player("Black"),
                    tally: summary.black,
                },
            ],
            moves: (0..moves.len())
                .map(|index| cell(index, game, &labels))
                .collect(),
            turning_points: turning_points.collect(),
            judged: game.moves.len(),
            play: Play {
                ground,
                squares: squares(variant),
                size: [
                    u32::from(variant.rules().geometry.size()) * SQUARE,
                    SQUARE,
                    svg_middle(variant),
                ],
                positions: positions.iter().map(|pos| letters(variant, pos)).collect(),
                ends: moves.iter().map(|&mv| ends(variant, mv)).collect(),
                notes: (0..moves.len()).map(note).collect(),
            },
        }
    }
}

/// The positions of a game and the moves between them.
fn replay(variant: Variant, game: &JudgedGame) -> (Vec<Position>, Vec<Move>) {
    let start = parse_position(variant, &game.head.fen);
    let mut pos = start.unwrap_or_else(|_| Position::start(variant));
    let (mut positions, mut moves) = (vec![pos], Vec::new());
    for text in &game.head.moves {
        let Ok(mv) = parse_move(variant, &pos, text) else {
            break;
        };
        pos = pos.after(mv);
        positions.push(pos);
        moves.push(mv);
    }
    (positions, moves)
}

/// The number in front of each move: `12.` or `12...`.
fn labels(variant: Variant, positions: &[Position], moves: usize) -> Vec<String> {
    let first = match variant.rules().first_move {
        FirstMove::White => Side::White,
        FirstMove::Black => Side::Black,
    };
    let mut number = 1;
    let label = |pos: &Position| {
        let is_first = pos.side() == first;
        let label = format!("{number}{}", if is_first { "." } else { "..." });
        number += usize::from(!is_first);
        label
    };
    positions.iter().take(moves).map(label).collect()
}

fn cell(index: usize, game: &JudgedGame, labels: &[String]) -> MoveCell {
    let record = game.at(index + 1);
    let label = &labels[index];
    let mark = record.and_then(|record| record.mark);
    MoveCell {
        ply: index + 1,
        number: if index == 0 || !label.ends_with("...") {
            label.clone()
        } else {
            String::new()
        },
        text: game.head.moves[index].clone(),
        sign: mark.map_or("", |mark| mark.sign()),
        mark: mark.map_or("", |mark| mark.name()),
    }
}

fn sign(record: &MoveRecord) -> &'static str {
    record.mark.map_or("", |mark| mark.sign())
}

/// What is said of a move below the board.
fn note(record: Option<&MoveRecord>, label: &str, text: &str) -> String {
    match record {
        None => format!("{label} {text}"),
        Some(record) => format!("{label} {text}{}  {}", sign(record), judgement(record)),
    }
}

/// The judgement of a move in a sentence.
fn judgement(record: &MoveRecord) -> String {
    let MoveRecord {
        before,
        after,
        loss_men,
        loss_points,
        ..
    } = record;
    let mut text = format!("Evaluation {}", men(*after));
    if let Some(mark) = record.mark {
        let line = record
            .line
            .iter()
            .take(LINE_MOVES)
            .cloned()
            .collect::<Vec<_>>()
            .join(" ");
        let _ = write!(
            text,
            ", {} before: a {} that loses {loss_men:.2} men, {loss_points:.1} points. Better {line}",
            men(*before),
            mark.name()
        );
    } else if record.choices == 1 {
        text += ", the only move";
    } else if record.best.as_ref() == Some(&record.r#move) {
        text += ", the best move";
    } else if let Some(best) = &record.best {
        let _ = write!(text, ", {} before; best was {best}", men(*before));
    }
    text + "."
}

/// A score of White in men, or a proven win.
fn men(score: f64) -> String {
    let winner = if score > 0.0 { "White" } else { "Black" };
    if score.abs() > 99.999 {
        format!("{winner} has won")
    } else if score.abs() > 94.0 {
        format!(
            "{winner} wins in {:.0} plies",
            (100.0 - score.abs()) * 100.0
        )
    } else {
        format!("{score:+.2}")
    }
}

const fn side_title(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

fn view_box(variant: Variant) -> String {
    let width = svg_width(variant);
    let left = width - u32::from(variant.rules().geometry.size()) * SQUARE;
    format!("-{left} 0 {width} {width}")
}

/// The corners of all squares, White at the bottom.
fn squares(variant: Variant) -> Vec<[u32; 2]> {
    let geometry = variant.rules().geometry;
    let corner = |square: Square| {
        let (file, rank) = (geometry.file_of(square), square.rank());
        [u32::from(file) * SQUARE, u32::from(rank) * SQUARE]
    };
    geometry.squares().into_iter().map(corner).collect()
}

fn letters(variant: Variant, pos: &Position) -> String {
    let squares = variant.rules().geometry.squares().into_iter();
    squares.map(|square| letter(pos.piece_at(square))).collect()
}

fn ends(variant: Variant, mv: Move) -> [usize; 2] {
    let squares: Vec<Square> = variant.rules().geometry.squares().into_iter().collect();
    let place = |square| {
        squares
            .iter()
            .position(|&other| other == square)
            .unwrap_or_default()
    };
    [place(mv.from()), place(mv.to())]
}

/// The pieces of a position, made of the shapes of the page.
fn pieces(variant: Variant, pos: &Position) -> String {
    let middle = svg_middle(variant);
    let set: Bitboard = variant.rules().geometry.squares();
    let corners = squares(variant);
    let pieces = set.into_iter().zip(corners).filter_map(|(square, [x, y])| {
        let piece = pos.piece_at(square)?;
        let (x, y) = (x + middle, y + middle);
        Some(format!(
            "<use href=\"#p{}\" x=\"{x}\" y=\"{y}\"/>",
            letter(Some(piece))
        ))
    });
    pieces.collect()
}
