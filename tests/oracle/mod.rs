//! The oracle: a slow move generator to test the engine's fast one against.
//!
//! Responsible for: the legal moves of one position and the position after one of them, written
//! straight from the texts of the rules (the fact sheet's tables A and B and its section 5) on an
//! array of squares by row and column.
//!
//! Not responsible for: speed, search, the end of the game, draws, or judging whether a position
//! could arise in play. It shares no code, no table and no idea with the engine: no sets of bits,
//! no tables of rays, no incremental state. What both get wrong, both got wrong separately.
//!
//! Why it is slow: squares are looked up by name, every chain of captures is followed to its end
//! in every order, and the rules are asked again at every step. A question is answered where it
//! is asked, so that each function can be held beside the rule it states.
//!
//! How it works: [`squares`] knows where the squares are and what they are called, [`rules`] holds
//! one row of answers per variant, [`captures`] follows the chains and applies the precedence
//! among them, [`fen`] reads and writes positions, and this file puts the moves together.
//!
//! Squares go in and out as text in the notation of the variant (`28`, `c3`).
//!
//! Invariants: a move list holds no two moves with the same (from, to, captured set), and its
//! order depends on the position only.

mod captures;
mod fen;
mod rules;
mod squares;

use std::collections::BTreeMap;

pub(crate) use rules::OracleRules;
use rules::{Extra, KingReach, Obligation};
use squares::{DIAGONALS, MAX_SIZE, Square};

/// One of the two players. White's men move up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    White,
    Black,
}

/// Whether a piece is a man or a king. A king is greater than a man, as in most rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Man,
    King,
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    side: Side,
    kind: Kind,
}

/// The consecutive quiet moves a side has just made with one king (Frisian only).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KingRun {
    count: usize,
    king: Square,
}

/// One legal move; squares are names in the notation of the variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OracleMove {
    /// Where the piece starts.
    pub(crate) from: String,
    /// Where it ends, which may be where it started.
    pub(crate) to: String,
    /// The squares of the captured pieces: numbers by value, letters by alphabet.
    pub(crate) captured: Vec<String>,
    /// The piece was a man before the move and is a king after it.
    pub(crate) crowns: bool,
    /// In how many different orders the pieces can be captured; 1 for a quiet move.
    pub(crate) routes: usize,
}

/// A position of one variant, with the side to move and the Frisian counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OracleBoard {
    rules: OracleRules,
    /// By row, counted from White's side, and by column, counted from White's left.
    pieces: [[Option<Piece>; MAX_SIZE]; MAX_SIZE],
    side: Side,
    white_run: Option<KingRun>,
    black_run: Option<KingRun>,
}

impl Side {
    /// The other player.
    fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The change of row that is forward for this side.
    fn forward(self) -> isize {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// The row where this side's men are crowned.
    fn last_row(self, rules: &OracleRules) -> usize {
        match self {
            Side::White => rules.size - 1,
            Side::Black => 0,
        }
    }
}

impl OracleBoard {
    /// The legal moves of the side to move, sorted by from, to and captured squares.
    pub(crate) fn legal_moves(&self) -> Vec<OracleMove> {
        if self.rules.extra == Extra::FirstKingEndsTheGame && self.has_any_king() {
            return Vec::new();
        }
        let mut moves = self.captures();
        if moves.is_empty() || self.rules.obligation == Obligation::Optional {
            moves.extend(self.quiet_moves());
        }
        moves.sort_by_key(|mv| {
            let captured: Vec<_> = mv
                .captured
                .iter()
                .map(|name| squares::order(name))
                .collect();
            (squares::order(&mv.from), squares::order(&mv.to), captured)
        });
        moves
    }

    /// The position after `mv`, which must be one of this position's legal moves.
    ///
    /// # Panics
    ///
    /// When `mv` names a square that is not on the board or starts on an empty one.
    pub(crate) fn after(&self, mv: &OracleMove) -> OracleBoard {
        let from = self.square_named(&mv.from);
        let to = self.square_named(&mv.to);
        let piece = self.piece(from).expect("a legal move starts on a piece");

        let mut next = self.clone();
        next.put(from, None);
        for name in &mv.captured {
            next.put(self.square_named(name), None);
        }
        let kind = if mv.crowns { Kind::King } else { piece.kind };
        next.put(to, Some(Piece { kind, ..piece }));
        next.side = self.side.opponent();
        if self.rules.extra == Extra::ThreeKingMoves {
            let is_quiet_king_move = piece.kind == Kind::King && mv.captured.is_empty();
            let own_run = is_quiet_king_move.then(|| self.lengthened_run(from, to));
            next.set_run(self.side, own_run);
            next.drop_stale_runs();
        }
        next
    }

    /// The legal captures, one for each (from, to, captured set).
    fn captures(&self) -> Vec<OracleMove> {
        let mut moves: BTreeMap<_, OracleMove> = BTreeMap::new();
        for chain in captures::legal_chains(self) {
            let mut captured = chain.captured_squares();
            captured.sort_unstable();
            let crowns = chain.started_as == Kind::Man && self.kind_at_rest(&chain) == Kind::King;
            let mut names: Vec<_> = captured.iter().map(|&sq| self.name(sq)).collect();
            names.sort_by_key(|name| squares::order(name));
            let mv = moves
                .entry((chain.from, chain.at, captured))
                .or_insert(OracleMove {
                    from: self.name(chain.from),
                    to: self.name(chain.at),
                    captured: names,
                    crowns,
                    routes: 0,
                });
            mv.routes += 1;
            assert_eq!(
                mv.crowns, crowns,
                "two routes of {mv:?} end with different pieces"
            );
        }
        moves.into_values().collect()
    }

    /// What the piece of a finished chain is when it has come to rest.
    fn kind_at_rest(&self, chain: &captures::Chain) -> Kind {
        if chain.at.row == self.side.last_row(&self.rules) {
            Kind::King
        } else {
            chain.kind
        }
    }

    /// The moves without capture, whether or not a capture is possible.
    fn quiet_moves(&self) -> Vec<OracleMove> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces_of(self.side) {
            if self.is_stopped(from) {
                continue;
            }
            for to in self.quiet_targets(from, piece) {
                moves.push(OracleMove {
                    from: self.name(from),
                    to: self.name(to),
                    captured: Vec::new(),
                    crowns: piece.kind == Kind::Man && to.row == self.side.last_row(&self.rules),
                    routes: 1,
                });
            }
        }
        moves
    }

    /// The squares a piece can move to without capture: diagonally in every variant here.
    fn quiet_targets(&self, from: Square, piece: Piece) -> Vec<Square> {
        let mut targets = Vec::new();
        for direction in DIAGONALS {
            if piece.kind == Kind::Man && direction.rows != piece.side.forward() {
                continue;
            }
            let goes_far = piece.kind == Kind::King && self.rules.king_reach == KingReach::Flying;
            let mut next = self.step(from, direction);
            while let Some(to) = next.filter(|&to| self.piece(to).is_none()) {
                targets.push(to);
                next = if goes_far {
                    self.step(to, direction)
                } else {
                    None
                };
            }
        }
        targets
    }

    /// The three-moves rule: whether the piece on `from` may not move quietly.
    fn is_stopped(&self, from: Square) -> bool {
        self.run(self.side)
            .is_some_and(|run| run.king == from && run.count >= 3)
            && self.has_man(self.side)
    }

    /// The run of the side to move after one more quiet move of a king.
    fn lengthened_run(&self, from: Square, to: Square) -> KingRun {
        match self.run(self.side) {
            Some(run) if run.king == from => KingRun {
                count: run.count + 1,
                king: to,
            },
            _ => KingRun { count: 1, king: to },
        }
    }

    /// Forgets the run of a side whose last man or whose counted king has gone.
    fn drop_stale_runs(&mut self) {
        for side in [Side::White, Side::Black] {
            let king = Some(Piece {
                side,
                kind: Kind::King,
            });
            let is_alive = |run: &KingRun| self.has_man(side) && self.piece(run.king) == king;
            self.set_run(side, self.run(side).filter(is_alive));
        }
    }

    /// The run of quiet king moves a side has just made.
    fn run(&self, side: Side) -> Option<KingRun> {
        match side {
            Side::White => self.white_run,
            Side::Black => self.black_run,
        }
    }

    /// Replaces the run of a side.
    fn set_run(&mut self, side: Side, run: Option<KingRun>) {
        match side {
            Side::White => self.white_run = run,
            Side::Black => self.black_run = run,
        }
    }

    /// What stands on a square.
    fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square.row][square.column]
    }

    /// Replaces what stands on a square.
    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.row][square.column] = piece;
    }

    /// The pieces of a side with their squares, in the order of the numbering.
    fn pieces_of(&self, side: Side) -> Vec<(Square, Piece)> {
        let mut pieces = Vec::new();
        for square in squares::playing_squares(&self.rules) {
            if let Some(piece) = self.piece(square).filter(|piece| piece.side == side) {
                pieces.push((square, piece));
            }
        }
        pieces
    }

    /// Whether a side still has a man.
    fn has_man(&self, side: Side) -> bool {
        self.pieces_of(side)
            .iter()
            .any(|(_, piece)| piece.kind == Kind::Man)
    }

    /// Whether a king of either side is on the board.
    fn has_any_king(&self) -> bool {
        self.pieces
            .iter()
            .flatten()
            .flatten()
            .any(|piece| piece.kind == Kind::King)
    }

    /// The square one step away, unless that is off the board.
    fn step(&self, from: Square, direction: squares::Direction) -> Option<Square> {
        squares::step(&self.rules, from, direction)
    }

    /// The name of a square in the notation of the variant.
    fn name(&self, square: Square) -> String {
        squares::name(&self.rules, square)
    }

    /// The square with this name, which must exist.
    fn square_named(&self, name: &str) -> Square {
        squares::named(&self.rules, name).expect("a legal move names squares of this board")
    }
}
