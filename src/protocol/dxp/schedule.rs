//! The games that an initiator wants.

use std::collections::VecDeque;

use super::minutes::Minutes;
use crate::position::{Position, Side};

/// Which colour we have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// The same in all games.
    Always(Side),
    /// White, then Black, and so on: each opening is played with both.
    Alternate,
}

/// A game that is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) start: Position,
    pub(super) us: Side,
    pub(super) time: Minutes,
    pub(super) moves: u16,
}

/// Games to be played, in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    wanted: VecDeque<Wanted>,
}

impl Schedule {
    /// A number of games on some openings, which are used in turn and again if there are not
    /// enough of them. Without a number each opening is played once, or once with each colour.
    pub fn new(
        openings: &[Position],
        games: Option<u32>,
        colours: Colours,
        time: Minutes,
        moves: u16,
    ) -> Self {
        let sides: &[Side] = match colours {
            Colours::Always(Side::White) => &[Side::White],
            Colours::Always(Side::Black) => &[Side::Black],
            Colours::Alternate => &Side::BOTH,
        };
        let all = openings
            .iter()
            .flat_map(|&start| sides.iter().map(move |&us| (start, us)));
        let number = games.map_or(openings.len() * sides.len(), |games| games as usize);
        let wanted = all.cycle().take(number);
        Self {
            wanted: wanted
                .map(|(start, us)| Wanted {
                    start,
                    us,
                    time,
                    moves,
                })
                .collect(),
        }
    }

    /// How many games are left.
    pub fn left(&self) -> usize {
        self.wanted.len()
    }

    pub(super) fn next(&self) -> Option<Wanted> {
        self.wanted.front().copied()
    }

    pub(super) fn cross_off(&mut self) {
        self.wanted.pop_front();
    }

    /// Gives up the opening of the next game, with either colour.
    pub(super) fn drop_opening(&mut self) {
        if let Some(refused) = self.next() {
            self.wanted.retain(|wanted| wanted.start != refused.start);
        }
    }
}
