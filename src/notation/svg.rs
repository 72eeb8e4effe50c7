//! Positions as pictures in SVG, for books and web pages.
//!
//! The board stands as the books of the variant have it, mirrored boards mirrored, and either side
//! can be at the bottom, as in [`diagram`](super::diagram()). Boards with numbers have them in the
//! corners of the dark squares, boards with letters on two edges. The picture refers to nothing
//! outside itself: no style sheet, no font file, no name that a page could have, too.
//!
//! A square is [`SQUARE`] units wide. The parts are public so that a page which moves the pieces
//! itself draws the same ones.

use std::fmt::Write as _;

use crate::board::{Bitboard, Geometry, Numbering, Square};
use crate::position::{Piece, Position, Side};
use crate::rules::Variant;

/// The side of a square, in units of the picture.
pub const SQUARE: u32 = 40;
/// Space for letters and digits at the left and the bottom.
const MARGIN: u32 = 20;
const LIGHT: &str = "#f3e6cf";
const DARK: &str = "#b58a61";
const MARKED: &str = "#e2b93b";
const INK: &str = "#2b2320";
/// Drawn around the centre of a square.
const CROWN: &str = "M-9 6V-6l5 5 4-8 4 8 5-5V6z";

/// What a picture shows beside the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The side at the bottom.
    pub bottom: Side,
    /// Squares that stand out, such as those of the last move.
    pub marked: Bitboard,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            bottom: Side::White,
            marked: Bitboard::EMPTY,
        }
    }
}

/// Draws a position as one `svg` element with a line end behind it.
///
/// # Examples
/// ```
/// use damocles::notation::{Picture, svg_diagram};
/// use damocles::position::Position;
/// use damocles::rules::Variant;
///
/// let variant = Variant::default();
/// let text = svg_diagram(variant, &Position::start(variant), Picture::default());
/// assert!(text.starts_with("<svg xmlns=") && text.ends_with("</svg>\n"));
/// ```
pub fn svg_diagram(variant: Variant, pos: &Position, picture: Picture) -> String {
    let width = svg_width(variant);
    let left = margin(variant);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{left} 0 {width} {width}\" \
         role=\"img\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>{}</title>\n{}{}</svg>\n",
        spoken(variant, pos),
        svg_board(variant, picture),
        svg_pieces(variant, pos, picture.bottom)
    )
}

/// Width and height of a picture, in its units; boards with letters have a margin for them at the
/// left (from minus [`svg_width`] less the board) and at the bottom.
pub fn svg_width(variant: Variant) -> u32 {
    u32::from(variant.rules().geometry.size()) * SQUARE + margin(variant)
}

fn margin(variant: Variant) -> u32 {
    if variant.rules().numbering == Numbering::Algebraic {
        MARGIN
    } else {
        0
    }
}

/// The empty board: squares, marks, numbers or letters.
pub fn svg_board(variant: Variant, picture: Picture) -> String {
    let rules = variant.rules();
    let geometry = rules.geometry;
    let edge = u32::from(geometry.size()) * SQUARE;
    let mut text = format!("<path fill=\"{LIGHT}\" d=\"M0 0h{edge}v{edge}H0z\"/>\n");
    let fields = |set: Bitboard| {
        let field = |square| {
            let (x, y) = corner(geometry, picture.bottom, square);
            format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        };
        set.into_iter().map(field).collect::<String>()
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<path fill=\"{DARK}\" d=\"{}\"/>",
        fields(geometry.squares())
    );
    if !picture.marked.is_empty() {
        let marks = fields(picture.marked);
        let _ = writeln!(
            text,
            "<path class=\"mark\" fill=\"{MARKED}\" d=\"{marks}\"/>"
        );
    }
    let _ = writeln!(
        text,
        "<path fill=\"none\" stroke=\"{INK}\" d=\"M.5 .5h{0}v{0}h-{0}z\"/>",
        edge - 1
    );
    text += &if rules.numbering == Numbering::Algebraic {
        letters(geometry, picture.bottom)
    } else {
        numbers(geometry, rules.numbering, picture.bottom)
    };
    text
}

/// Numbers in the upper left corners of the dark squares.
fn numbers(geometry: Geometry, numbering: Numbering, bottom: Side) -> String {
    let mut text = format!("<g fill=\"{INK}\" font-size=\"10\">\n");
    for square in geometry.squares() {
        let (x, y) = corner(geometry, bottom, square);
        let name = geometry.name(square, numbering);
        let _ = write!(text, "<text x=\"{}\" y=\"{}\">{name}</text>", x + 2, y + 10);
    }
    text + "\n</g>\n"
}

/// Letters below the board and digits beside it.
fn letters(geometry: Geometry, bottom: Side) -> String {
    let size = u32::from(geometry.size());
    let mut text = format!("<g fill=\"{INK}\" font-size=\"13\" text-anchor=\"middle\">\n");
    for place in 0..size {
        let seen = match bottom {
            Side::White => place,
            Side::Black => size - 1 - place,
        };
        // The size is 8, so there are letters enough.
        let letter = char::from(b'a' + seen as u8);
        let middle = place * SQUARE + SQUARE / 2;
        let _ = write!(
            text,
            "<text x=\"{middle}\" y=\"{}\">{letter}</text><text x=\"-10\" y=\"{}\">{}</text>",
            size * SQUARE + 15,
            middle + 5,
            size - seen
        );
    }
    text + "\n</g>\n"
}

/// Where the middle of a piece is, from the left and the top of its square: pieces stand a little
/// aside of numbers.
pub fn svg_middle(variant: Variant) -> u32 {
    if variant.rules().numbering == Numbering::Algebraic {
        SQUARE / 2
    } else {
        SQUARE / 2 + 2
    }
}

/// The pieces of a position, each in the middle of its square.
pub fn svg_pieces(variant: Variant, pos: &Position, bottom: Side) -> String {
    let geometry = variant.rules().geometry;
    let middle = svg_middle(variant);
    let mut text = String::new();
    for square in pos.occupied() {
        let (x, y) = corner(geometry, bottom, square);
        let (x, y) = (x + middle, y + middle);
        if let Some(piece) = pos.piece_at(square) {
            let _ = writeln!(
                text,
                "<g transform=\"translate({x} {y})\">{}</g>",
                svg_piece(piece)
            );
        }
    }
    text
}

/// A piece around the origin.
pub fn svg_piece(piece: Piece) -> String {
    let (body, edge, ring, crown) = match piece.side {
        Side::White => ("#fffaf0", INK, "#c9b99d", "#a8741a"),
        Side::Black => ("#2f2a28", "#000", "#6f645d", "#e8c15a"),
    };
    let disc =
        format!("<circle r=\"14.5\" fill=\"{body}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>");
    let inside = if piece.is_king {
        format!("<path fill=\"{crown}\" d=\"{CROWN}\"/>")
    } else {
        format!("<circle r=\"9.5\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"1.5\"/>")
    };
    disc + &inside
}

/// The upper left corner of a square.
fn corner(geometry: Geometry, bottom: Side, square: Square) -> (u32, u32) {
    let last = geometry.size() - 1;
    let (file, rank) = (geometry.file_of(square), square.rank());
    let (column, row) = match bottom {
        Side::White => (file, rank),
        Side::Black => (last - file, last - rank),
    };
    (u32::from(column) * SQUARE, u32::from(row) * SQUARE)
}

/// The position for those who cannot see it: `White: 28, king 3. Black: 23. White to move.`
fn spoken(variant: Variant, pos: &Position) -> String {
    let rules = variant.rules();
    let mut text = String::new();
    for side in Side::BOTH {
        let name = |square| {
            let king = if pos.kings().has(square) { "king " } else { "" };
            let name = rules.geometry.name(square, rules.numbering);
            format!("{king}{name}")
        };
        let pieces: Vec<String> = pos.pieces(side).into_iter().map(name).collect();
        let pieces = if pieces.is_empty() {
            "nothing".to_owned()
        } else {
            pieces.join(", ")
        };
        let _ = write!(text, "{}: {pieces}. ", super::side_name(side));
    }
    text + super::side_name(pos.side()) + " to move."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    fn drawn(variant: &str, fen: &str, picture: Picture) -> String {
        let variant: Variant = variant.parse().unwrap();
        svg_diagram(variant, &parse_position(variant, fen).unwrap(), picture)
    }

    #[test]
    fn pieces_stand_where_the_books_of_the_variant_have_them() {
        // Square, and the middle of the picture of it. Italian 1 is a8, Spanish 1 is h1.
        let cases = [
            ("international", "W:WK1:B", Side::White, "62 22"),
            ("international", "W:W46:B", Side::White, "22 382"),
            ("international", "W:W46:B", Side::Black, "382 22"),
            ("russian", "W:Wa1:B", Side::White, "20 300"),
            ("italian", "W:WK1:B", Side::White, "22 22"),
            ("spanish", "W:W1:B", Side::White, "302 302"),
        ];
        for (variant, fen, bottom, place) in cases {
            let picture = Picture {
                bottom,
                ..Picture::default()
            };
            let text = drawn(variant, fen, picture);
            assert!(text.contains(&format!("translate({place})")), "{text}");
            assert_eq!(text.matches("translate").count(), 1, "{text}");
        }
    }

    #[test]
    fn squares_have_the_names_of_the_variant() {
        let text = drawn("international", "start", Picture::default());
        assert!(text.contains("<text x=\"42\" y=\"10\">1</text>"), "{text}");
        assert_eq!(text.matches("<text").count(), 50);
        assert_eq!(text.matches("<circle").count(), 80);
        let text = drawn("russian", "start", Picture::default());
        assert!(text.contains("viewBox=\"-20 0 340 340\""), "{text}");
        assert!(text.contains("<text x=\"20\" y=\"335\">a</text>"), "{text}");
        assert!(text.contains("<text x=\"-10\" y=\"25\">8</text>"), "{text}");
        let turned = Picture {
            bottom: Side::Black,
            ..Picture::default()
        };
        let text = drawn("brazilian", "start", turned);
        assert!(text.contains("<text x=\"20\" y=\"335\">h</text>"), "{text}");
        assert!(text.contains("<text x=\"-10\" y=\"25\">1</text>"), "{text}");
    }

    #[test]
    fn kings_are_crowned_and_marks_are_squares() {
        let variant = Variant::default();
        let square = variant
            .rules()
            .geometry
            .square_by_number(1, Numbering::TopLeft);
        let picture = Picture {
            marked: square.unwrap().into(),
            ..Picture::default()
        };
        let text = drawn("international", "W:WK28:B23", picture);
        assert_eq!(text.matches(CROWN).count(), 1);
        assert!(
            text.contains("class=\"mark\" fill=\"#e2b93b\" d=\"M40 0h40v40h-40z\""),
            "{text}"
        );
        assert!(
            text.contains("<title>White: king 28. Black: 23. White to move.</title>"),
            "{text}"
        );
    }
}
