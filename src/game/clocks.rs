//! Counting for the draw rules: what has to be remembered from move to move, and whether a
//! counter has run out.
//!
//! A [`Clocks`] remembers *at which ply* something last happened, so a quiet king move changes
//! one number only. The times of the last capture, man's move and crowning and the beginnings of
//! the endings of a lone king serve the counters of every rule book, so a `Clocks` depends on no
//! draw rules and can be judged by any.

use crate::movegen::{can_capture, legal_moves};
use crate::position::{Move, MoveList, Position, Side};
use crate::rules::{Counter, DrawRules, Ending, Length, Material, Restart, Variant};

use super::outcome::DrawReason;

/// The plies of a game at which its counters were last restarted.
///
/// The first position has ply 0, and everything counts from there as if it had just happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// The plies played.
    ply: u32,
    capture: u32,
    man_move: u32,
    crowning: u32,
    /// When the present stay in each ending began; means nothing outside that ending.
    endings: [u32; Ending::ALL.len()],
}

impl Clocks {
    /// The clocks after `mv`, which leads from `before` to `after`.
    #[inline]
    pub fn after(mut self, before: &Position, mv: Move, after: &Position) -> Self {
        self.ply += 1;
        if mv.is_capture() {
            self.capture = self.ply;
        }
        if !before.kings().has(mv.from()) {
            self.man_move = self.ply;
        }
        if mv.crowns() {
            self.crowning = self.ply;
        }
        if LoneKing::of(after).is_some() {
            let lone = LoneKing::of(before);
            for (ending, began) in Ending::ALL.into_iter().zip(&mut self.endings) {
                if !lone.is_some_and(|lone| lone.is(ending)) {
                    *began = self.ply;
                }
            }
        }
        self
    }

    /// Plies since the first position.
    pub const fn plies(&self) -> u32 {
        self.ply
    }

    /// Plies since the last capture.
    pub const fn since_capture(&self) -> u32 {
        self.ply - self.capture
    }

    /// Plies since the last move of a man, capturing and crowning moves included.
    pub const fn since_man_move(&self) -> u32 {
        self.ply - self.man_move
    }

    /// Plies since a man was last crowned.
    pub const fn since_crowning(&self) -> u32 {
        self.ply - self.crowning
    }

    /// Plies since the last conversion (capture or man's move), before which no position can
    /// occur again. This is so under all draw rules, also where a man's move restarts no counter.
    pub fn since_conversion(&self) -> u32 {
        self.since_capture().min(self.since_man_move())
    }

    /// Plies that `counter` has run.
    fn run(&self, counter: &Counter) -> u32 {
        match (counter.restart, counter.material) {
            (Restart::CaptureOrManMove, _) => self.since_conversion(),
            (Restart::CaptureOrCrowning, _) => self.since_capture().min(self.since_crowning()),
            (Restart::NewEnding, Material::LoneKing(ending)) => {
                self.ply - self.endings[ending as usize]
            }
            (Restart::NewEnding, _) => self.ply,
        }
    }
}

impl DrawRules {
    /// Whether any counter may run. Without kings every move is a man's, and no ending has been
    /// reached: this is so at most nodes of a search and saves it the counters.
    #[inline]
    const fn may_count(&self, pos: &Position) -> bool {
        !pos.kings().is_empty() || self.men_count
    }

    /// The counter that has run out in `pos`, which `clocks` belong to.
    ///
    /// That the side to move has a legal move must be known: otherwise the game is not drawn but
    /// decided, whatever the counters say.
    #[inline]
    pub fn draw_by_counter(&self, clocks: &Clocks, pos: &Position) -> Option<DrawReason> {
        if !self.may_count(pos) {
            return None;
        }
        let due = self
            .counters
            .iter()
            .find(|counter| is_due(counter, clocks, pos))?;
        Some(DrawReason::Counter(*due))
    }

    /// The plies after which the first counter that runs in `pos` may draw the game, if nothing
    /// restarts it; of a counter of one side's moves it can be one too many. Nothing if none runs.
    #[inline]
    pub fn plies_left(&self, clocks: &Clocks, pos: &Position) -> Option<u32> {
        if !self.may_count(pos) {
            return None;
        }
        let running = self
            .counters
            .iter()
            .filter(|counter| has_material(counter.material, pos));
        running
            .map(|counter| (counter.length.plies()).saturating_sub(clocks.run(counter)))
            .min()
    }
}

fn is_due(counter: &Counter, clocks: &Clocks, pos: &Position) -> bool {
    let plies = clocks.run(counter);
    // One more, since the counter of one side's moves can end a ply early.
    plies + 1 >= counter.length.plies()
        && has_material(counter.material, pos)
        && has_length(counter.length, plies, pos)
        && !counter
            .waits
            .is_some_and(|base| is_capture_pending(base.into(), pos))
}

fn has_material(material: Material, pos: &Position) -> bool {
    match material {
        Material::Any => true,
        Material::KingsOnBothSides { least, most } => {
            Side::BOTH
                .into_iter()
                .all(|side| !pos.kings_of(side).is_empty())
                && (u32::from(least)..=u32::from(most)).contains(&pos.occupied().len())
        }
        Material::LoneKing(ending) => LoneKing::of(pos).is_some_and(|lone| lone.is(ending)),
    }
}

fn has_length(length: Length, plies: u32, pos: &Position) -> bool {
    match length {
        Length::Each(_) => plies >= length.plies(),
        Length::Stronger(moves) => {
            let stronger_has_just_moved = pos.pieces(!pos.side()).has_several();
            // Of an odd number of plies it has made the greater part.
            plies + u32::from(stronger_has_just_moved) >= 2 * u32::from(moves)
        }
    }
}

/// Whether the side to move can capture, or whatever it plays, its opponent can.
fn is_capture_pending(variant: Variant, pos: &Position) -> bool {
    if can_capture(variant, pos, pos.side()) {
        return true;
    }
    let mut moves = MoveList::new();
    legal_moves(variant, pos, &mut moves);
    moves
        .iter()
        .all(|&mv| can_capture(variant, &pos.after(mv), !pos.side()))
}

/// A king that is all its side has, with the force against it.
#[derive(Clone, Copy)]
struct LoneKing {
    pieces: u32,
    kings: u32,
    on_main_road: bool,
}

impl LoneKing {
    /// The lone king of `pos` that has a king against it. If both are alone, either will do.
    #[inline]
    fn of(pos: &Position) -> Option<Self> {
        // The quick answer at most nodes of a search.
        if !pos.kings().has_several() {
            return None;
        }
        Side::BOTH.into_iter().find_map(|side| {
            let (own, other) = (pos.pieces(side), pos.pieces(!side));
            if own.has_several() || !own.meets(pos.kings()) || !other.meets(pos.kings()) {
                return None;
            }
            let (pieces, kings) = (other.len(), pos.kings_of(!side).len());
            // On 8x8 the ranks from the top and the files of a1-h8 add up to seven.
            let on_main_road = own
                .first()
                .is_some_and(|king| king.rank() + king.file() == 7);
            Some(Self {
                pieces,
                kings,
                on_main_road,
            })
        })
    }

    fn is(self, ending: Ending) -> bool {
        let force = ending.force();
        (u32::from(force.least)..=u32::from(force.most)).contains(&self.pieces)
            && (!force.kings_only || self.kings == self.pieces)
            && (!force.main_road || self.on_main_road)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Geometry, Square};
    use crate::position::{Piece, Setup};
    use crate::rules::{Base, DrawSet};

    const BOARD: Geometry = Geometry::BOARD8;

    fn square(name: &str) -> Square {
        BOARD.square_by_letters(name).expect("a square")
    }

    fn kings(white: &[&str], black: &[&str]) -> Position {
        let mut setup = Setup::new(BOARD, Side::White);
        for (side, names) in [(Side::White, white), (Side::Black, black)] {
            for name in names {
                let piece = Piece {
                    side,
                    is_king: true,
                };
                setup.place(piece, square(name)).expect("an empty square");
            }
        }
        setup.finish()
    }

    fn endings_of(pos: &Position) -> Vec<Ending> {
        let lone = LoneKing::of(pos);
        Ending::ALL
            .into_iter()
            .filter(|&e| lone.is_some_and(|lone| lone.is(e)))
            .collect()
    }

    #[test]
    fn endings_are_told_apart() {
        use Ending::*;
        let cases: [(&[&str], &[&str], &[Ending]); 7] = [
            (&["h8"], &["a3"], &[OneKing, OneOrTwo]),
            (&["h8", "b2"], &["a3"], &[TwoKings, OneOrTwo]),
            (&["a3"], &["h8", "b2"], &[TwoKings, OneOrTwo]),
            (
                &["h2", "g1", "a3"],
                &["d4"],
                &[Three, ThreeOnMainRoad, ThreeKings, ThreeKingsOrMore],
            ),
            (
                &["h2", "g1", "a3"],
                &["h4"],
                &[Three, ThreeKings, ThreeKingsOrMore],
            ),
            (&["h2", "g1", "a3", "a5"], &["a1"], &[ThreeKingsOrMore]),
            (&["h2", "g1"], &["a1", "a3"], &[]),
        ];
        for (white, black, expected) in cases {
            assert_eq!(
                endings_of(&kings(white, black)),
                expected,
                "{white:?} {black:?}"
            );
        }
    }

    #[test]
    fn the_whole_main_road_and_nothing_else_is_the_main_road() {
        for king in BOARD.squares() {
            let name = BOARD
                .name(king, crate::board::Numbering::Algebraic)
                .to_string();
            let on_road = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"].contains(&name.as_str());
            let others: Vec<_> = ["a3", "a5", "h2", "h4"]
                .into_iter()
                .filter(|&other| other != name)
                .collect();
            let pos = kings(&others[..3], &[&name]);
            assert_eq!(
                endings_of(&pos).contains(&Ending::ThreeOnMainRoad),
                on_road,
                "{name}"
            );
        }
    }

    #[test]
    fn any_rules_can_judge_the_same_clocks() {
        let variant: Variant = Base::Russian.into();
        let mut pos = kings(&["c1", "a1"], &["h2"]);
        let mut clocks = Clocks::default();
        // White steps c1-b2-c1, Black h2-g1-h2.
        for ply in 1..=10 {
            let ends = [("c1", "b2"), ("h2", "g1"), ("b2", "c1"), ("g1", "h2")][(ply - 1) % 4];
            let mut moves = MoveList::new();
            legal_moves(variant, &pos, &mut moves);
            let mv = moves
                .into_iter()
                .find(|mv| (mv.from(), mv.to()) == (square(ends.0), square(ends.1)))
                .expect("a legal move");
            let next = pos.after(mv);
            clocks = clocks.after(&pos, mv, &next);
            pos = next;
            let is_draw =
                |set: DrawSet| set.rules(variant).draw_by_counter(&clocks, &pos).is_some();
            assert_eq!(is_draw(DrawSet::Official), ply == 10);
            let left = |set: DrawSet| set.rules(variant).plies_left(&clocks, &pos);
            assert_eq!(left(DrawSet::Official), Some(10 - ply as u32));
            assert_eq!(left(DrawSet::None), None);
            assert!(!is_draw(DrawSet::DreamGames) && !is_draw(DrawSet::None));
        }
        assert_eq!((clocks.plies(), clocks.since_conversion()), (10, 10));
    }
}
