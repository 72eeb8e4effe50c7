//! Positions as text: the PDN FEN in the notation of the variant.
//!
//! `W:W31-50,K3:B1-20`: the side to move, then the pieces of either side in either order, `K`
//! before a king, ranges where squares are numbers. Frisian positions may end with the counters
//! of the three-moves rule, `:+0+328`: Black's first, each the number of quiet moves and the
//! two-digit square of the king that made them. `start` is the start position.
//!
//! Not a reader for the wild: it takes the forms above and explains why it takes nothing else.

use super::rules::{Extra, Numbering, OracleRules};
use super::squares::{self, MAX_SIZE, Square};
use super::{Kind, KingRun, OracleBoard, Piece, Side};

impl OracleBoard {
    /// Reads a FEN, or `start`.
    ///
    /// A counter of a side without men is read as 0, since it means nothing.
    ///
    /// # Errors
    ///
    /// When the text is not of the form above, names a square twice or one that this board does
    /// not have, or counts moves of a king that is not there.
    pub(crate) fn from_fen(rules: &OracleRules, fen: &str) -> Result<OracleBoard, String> {
        if fen == "start" {
            return Ok(OracleBoard::start(rules));
        }
        let mut fields = fen.split(':');
        let side = parse_side(fields.next().unwrap_or_default())?;
        let mut board = OracleBoard::empty(rules, side);
        for field in fields {
            if let Some(list) = field.strip_prefix('W') {
                board.read_pieces(Side::White, list)?;
            } else if let Some(list) = field.strip_prefix('B') {
                board.read_pieces(Side::Black, list)?;
            } else if let Some(counters) = field.strip_prefix('+') {
                board.read_counters(counters)?;
            } else {
                return Err(format!("expected W, B or + before `{field}` in `{fen}`"));
            }
        }
        Ok(board)
    }

    /// Writes the position as FEN: White first, no ranges, counters only if one is not 0.
    pub(crate) fn to_fen(&self) -> String {
        let side = letter(self.side);
        let white = self.piece_list(Side::White);
        let black = self.piece_list(Side::Black);
        let counters = if self.white_run.is_none() && self.black_run.is_none() {
            String::new()
        } else {
            format!(
                ":+{}+{}",
                self.counter(Side::Black),
                self.counter(Side::White)
            )
        };
        format!("{side}:W{white}:B{black}{counters}")
    }

    /// A board without pieces.
    fn empty(rules: &OracleRules, side: Side) -> OracleBoard {
        OracleBoard {
            rules: *rules,
            pieces: [[None; MAX_SIZE]; MAX_SIZE],
            side,
            white_run: None,
            black_run: None,
        }
    }

    /// The start position of the variant.
    fn start(rules: &OracleRules) -> OracleBoard {
        let mut board = OracleBoard::empty(rules, rules.first_mover);
        for square in squares::playing_squares(rules) {
            if square.row < rules.rows_of_men {
                board.put(
                    square,
                    Some(Piece {
                        side: Side::White,
                        kind: Kind::Man,
                    }),
                );
            } else if square.row >= rules.size - rules.rows_of_men {
                board.put(
                    square,
                    Some(Piece {
                        side: Side::Black,
                        kind: Kind::Man,
                    }),
                );
            }
        }
        board
    }

    /// Puts the pieces of a list such as `K3,18,31-50` on the board.
    fn read_pieces(&mut self, side: Side, list: &str) -> Result<(), String> {
        for item in list.split(',').filter(|item| !item.is_empty()) {
            let (kind, squares) = match item.strip_prefix('K') {
                Some(rest) => (Kind::King, rest),
                None => (Kind::Man, item),
            };
            for square in self.read_squares(squares)? {
                if self.piece(square).is_some() {
                    return Err(format!("square {} is named twice", self.name(square)));
                }
                self.put(square, Some(Piece { side, kind }));
            }
        }
        Ok(())
    }

    /// Reads one square, or a range of numbered ones.
    fn read_squares(&self, text: &str) -> Result<Vec<Square>, String> {
        let Some((first, last)) = text.split_once('-') else {
            return Ok(vec![self.read_square(text)?]);
        };
        if self.rules.numbering == Numbering::Letters {
            return Err(format!("ranges such as `{text}` need numbered squares"));
        }
        self.read_square(first)?;
        self.read_square(last)?;
        let number = |text: &str| text.parse::<usize>().map_err(|error| error.to_string());
        (number(first)?..=number(last)?)
            .map(|n| self.read_square(&n.to_string()))
            .collect()
    }

    /// Reads one square.
    fn read_square(&self, text: &str) -> Result<Square, String> {
        squares::named(&self.rules, text)
            .ok_or_else(|| format!("this board has no square `{text}`"))
    }

    /// Reads the two counters of the three-moves rule, without the first plus sign.
    fn read_counters(&mut self, text: &str) -> Result<(), String> {
        if self.rules.extra != Extra::ThreeKingMoves {
            return Err(format!(
                "counters `+{text}` in a variant without the three-moves rule"
            ));
        }
        let (black, white) = text
            .split_once('+')
            .ok_or_else(|| format!("expected two counters in `+{text}`"))?;
        self.black_run = self.read_counter(Side::Black, black)?;
        self.white_run = self.read_counter(Side::White, white)?;
        Ok(())
    }

    /// Reads one counter: `0`, or a digit and the square of the king.
    fn read_counter(&self, side: Side, text: &str) -> Result<Option<KingRun>, String> {
        let (digit, square) = text.split_at_checked(1).ok_or("an empty counter")?;
        let count = digit
            .parse::<usize>()
            .map_err(|error| format!("counter `{text}`: {error}"))?;
        if count == 0 || !self.has_man(side) {
            return Ok(None);
        }
        let king = self.read_square(square.trim_start_matches('0'))?;
        if self.piece(king)
            != Some(Piece {
                side,
                kind: Kind::King,
            })
        {
            return Err(format!("counter `{text}` is not of a king"));
        }
        Ok(Some(KingRun { count, king }))
    }

    /// The pieces of a side as a list, in the order of the numbering.
    fn piece_list(&self, side: Side) -> String {
        let items = self
            .pieces_of(side)
            .into_iter()
            .map(|(square, piece)| match piece.kind {
                Kind::Man => self.name(square),
                Kind::King => format!("K{}", self.name(square)),
            });
        items.collect::<Vec<_>>().join(",")
    }

    /// The counter of a side, without its plus sign.
    fn counter(&self, side: Side) -> String {
        match self.run(side) {
            None => "0".to_string(),
            Some(run) => format!("{}{:0>2}", run.count, self.name(run.king)),
        }
    }
}

/// Reads the side to move.
fn parse_side(text: &str) -> Result<Side, String> {
    match text {
        "W" => Ok(Side::White),
        "B" => Ok(Side::Black),
        _ => Err(format!(
            "expected W or B as the side to move, found `{text}`"
        )),
    }
}

/// The letter of a side.
fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}
