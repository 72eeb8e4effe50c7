//! Captures: every chain in every order, and the precedence among them.
//!
//! A chain grows one jump at a time. Two chains that take the same pieces in the same order and
//! stand on the same square are one, whichever squares they touched in between; chains that take
//! the same pieces in different orders are kept apart here, because the Italian fourth law and
//! the killer landing limit look at the order, and are made one move by the caller.

use std::collections::BTreeSet;

use super::rules::{
    CaptureLines, Crowning, KingReach, Landing, ManCaptures, ManTakesKing, Precedence, Removal,
};
use super::squares::{DIAGONALS, Direction, ORTHOGONALS, Square};
use super::{Kind, OracleBoard, Piece};

/// One capturing move, finished or on its way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chain {
    pub(super) from: Square,
    pub(super) started_as: Kind,
    /// Where the piece stands now.
    pub(super) at: Square,
    /// What the piece is now.
    pub(super) kind: Kind,
    /// The pieces taken, in the order in which they were jumped.
    pub(super) taken: Vec<(Square, Kind)>,
}

impl Chain {
    /// The squares of the pieces taken, in the order in which they were jumped.
    pub(super) fn captured_squares(&self) -> Vec<Square> {
        self.taken.iter().map(|&(square, _)| square).collect()
    }

    /// Whether the piece on this square has been jumped.
    fn has_taken(&self, square: Square) -> bool {
        self.taken.iter().any(|&(taken, _)| taken == square)
    }

    /// Whether each piece taken is a king, in the order in which they were jumped.
    fn kings_in_order(&self) -> Vec<bool> {
        self.taken
            .iter()
            .map(|&(_, kind)| kind == Kind::King)
            .collect()
    }

    /// How many kings are taken.
    fn kings(&self) -> usize {
        self.taken
            .iter()
            .filter(|&&(_, kind)| kind == Kind::King)
            .count()
    }

    /// How many men are taken.
    fn men(&self) -> usize {
        self.taken.len() - self.kings()
    }
}

/// The chains the side to move may choose from.
pub(super) fn legal_chains(board: &OracleBoard) -> Vec<Chain> {
    let mut chains = Vec::new();
    for (from, piece) in board.pieces_of(board.side) {
        chains.extend(complete_chains(board, from, piece));
    }
    with_precedence(board.rules.precedence, chains)
}

/// The complete chains of one piece.
///
/// After a jump there may be several landing squares. If a further jump exists from at least one
/// of them, only such squares are allowed; otherwise the chain ends on any of them. Where most
/// pieces must be taken this follows by itself, so it is no question of the variant.
fn complete_chains(board: &OracleBoard, from: Square, piece: Piece) -> Vec<Chain> {
    let kind = piece.kind;
    let start = Chain {
        from,
        started_as: kind,
        at: from,
        kind,
        taken: Vec::new(),
    };
    let mut complete = BTreeSet::new();
    let mut unfinished = BTreeSet::from([start]);
    while !unfinished.is_empty() {
        let mut longer = BTreeSet::new();
        for chain in &unfinished {
            for direction in capture_directions(board, chain.kind) {
                let landed = jumps(board, chain, direction);
                let (going_on, ending): (Vec<_>, Vec<_>) =
                    landed.into_iter().partition(|chain| can_jump(board, chain));
                if going_on.is_empty() {
                    complete.extend(ending);
                } else {
                    longer.extend(going_on);
                }
            }
        }
        unfinished = longer;
    }
    complete
        .into_iter()
        .filter(|chain| may_end_there(board, chain))
        .collect()
}

/// Whether the piece can jump once more.
fn can_jump(board: &OracleBoard, chain: &Chain) -> bool {
    let directions = capture_directions(board, chain.kind);
    directions
        .into_iter()
        .any(|direction| !jumps(board, chain, direction).is_empty())
}

/// The directions in which the side to move captures.
fn capture_directions(board: &OracleBoard, kind: Kind) -> Vec<Direction> {
    let mut directions = DIAGONALS.to_vec();
    if board.rules.capture_lines == CaptureLines::EightDirections {
        directions.extend(ORTHOGONALS);
    }
    if kind == Kind::Man && board.rules.man_captures == ManCaptures::Forward {
        directions.retain(|direction| direction.rows == board.side.forward());
    }
    directions
}

/// The chain with one more jump in this direction, once for each landing square.
fn jumps(board: &OracleBoard, chain: &Chain, direction: Direction) -> Vec<Chain> {
    let Some((target, kind)) = target(board, chain, direction) else {
        return Vec::new();
    };
    let mut longer = Vec::new();
    for at in landings(board, chain, target, direction) {
        let mut next = Chain {
            at,
            ..chain.clone()
        };
        next.taken.push((target, kind));
        let is_on_last_row = at.row == board.side.last_row(&board.rules);
        if is_on_last_row && board.rules.crowning == Crowning::InPassing {
            next.kind = Kind::King;
        }
        longer.push(next);
    }
    longer
}

/// The piece that would be jumped in this direction: the first one in the way, if it is within
/// reach and may be taken.
fn target(board: &OracleBoard, chain: &Chain, direction: Direction) -> Option<(Square, Kind)> {
    let mut square = board.step(chain.at, direction)?;
    if flies(board, chain) {
        while is_empty(board, chain, square) {
            square = board.step(square, direction)?;
        }
    }
    if is_empty(board, chain, square) {
        return None;
    }
    let piece = board.piece(square)?;
    let is_forbidden = chain.kind == Kind::Man
        && piece.kind == Kind::King
        && board.rules.man_takes_king == ManTakesKing::Forbidden;
    let may_be_taken = piece.side != board.side && !is_forbidden && !chain.has_taken(square);
    may_be_taken.then_some((square, piece.kind))
}

/// The squares behind `target` where the jump may come down, the nearest first.
fn landings(
    board: &OracleBoard,
    chain: &Chain,
    target: Square,
    direction: Direction,
) -> Vec<Square> {
    let goes_far = flies(board, chain) && board.rules.landing != Landing::RightBehind;
    let mut squares = Vec::new();
    let mut next = board.step(target, direction);
    while let Some(square) = next.filter(|&square| is_empty(board, chain, square)) {
        squares.push(square);
        next = if goes_far {
            board.step(square, direction)
        } else {
            None
        };
    }
    squares
}

/// Whether the piece is a flying king at this moment.
fn flies(board: &OracleBoard, chain: &Chain) -> bool {
    chain.kind == Kind::King && board.rules.king_reach == KingReach::Flying
}

/// Whether a square is empty in the middle of a chain: the piece has left its first square, and
/// the pieces jumped are still there unless they leave at once.
fn is_empty(board: &OracleBoard, chain: &Chain, square: Square) -> bool {
    let has_left = board.rules.removal == Removal::AtOnce && chain.has_taken(square);
    board.piece(square).is_none() || square == chain.from || has_left
}

/// The killer landing limit: whether a chain that cannot go on may end where it stands.
fn may_end_there(board: &OracleBoard, chain: &Chain) -> bool {
    let is_limited = match board.rules.landing {
        Landing::Anywhere | Landing::RightBehind => false,
        Landing::RightBehindLastKing => true,
        Landing::RightBehindLastKingOfSeveral => chain.taken.len() > 1,
    };
    match chain.taken.last() {
        Some(&(last, Kind::King)) if is_limited => last.row.abs_diff(chain.at.row) == 1,
        _ => true,
    }
}

/// The chains that the rule of precedence leaves.
fn with_precedence(precedence: Precedence, chains: Vec<Chain>) -> Vec<Chain> {
    match precedence {
        Precedence::Free => chains,
        Precedence::MostPieces => with_most(chains, |chain| chain.taken.len()),
        Precedence::MostPiecesThenKings => {
            let chains = with_most(chains, |chain| chain.taken.len());
            with_most(chains, Chain::kings)
        }
        Precedence::FourLaws => {
            let chains = with_most(chains, |chain| chain.taken.len());
            let chains = with_most(chains, |chain| chain.started_as);
            let chains = with_most(chains, Chain::kings);
            // The fourth law compares the whole sequences, king before man (section 5.2).
            with_most(chains, Chain::kings_in_order)
        }
        Precedence::KingsFirst => with_most(chains, |chain| chain.started_as),
        Precedence::FrisianValue => {
            // A king is worth a little less than two men (section 5.3).
            let chains = with_most(chains, |chain| chain.men() + 2 * chain.kings());
            let chains = with_most(chains, Chain::men);
            with_most(chains, |chain| chain.started_as)
        }
    }
}

/// The chains for which `value` is greatest.
fn with_most<V: Ord>(chains: Vec<Chain>, value: impl Fn(&Chain) -> V) -> Vec<Chain> {
    let greatest = chains.iter().map(&value).max();
    chains
        .into_iter()
        .filter(|chain| Some(value(chain)) == greatest)
        .collect()
}
