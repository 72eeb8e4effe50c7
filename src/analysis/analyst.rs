//! The search of one position.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::egdb::Value;
use crate::engine::{Endings, Settings};
use crate::game::{Game, Outcome};
use crate::position::{Move, Side};
use crate::rules::Variant;
use crate::search::{Answer, Limits, Report, Score, Search, Signals};

/// Searches positions, each as if it were the first.
pub struct Analyst {
    limits: Limits,
    settings: Settings,
    endings: Endings,
    /// Made when first needed, and again when the variant changes.
    search: Option<(Variant, Search)>,
}

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The side to move.
    pub side: Side,
    /// Value from the side to move.
    pub score: Score,
    /// The best move; nothing if there is none or the game is over.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub expected: Option<Move>,
    /// What the ending tables know of the position, if they do.
    pub ending: Option<Value>,
    /// How the game has ended in this position, if it has.
    pub outcome: Option<Outcome>,
    /// How many legal moves there are.
    pub choices: usize,
    /// The best lines, best first, as they were found last.
    pub lines: Vec<Report>,
    /// Plies of the last iteration.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl Finding {
    /// What a search of the position of a game has found.
    pub fn new(game: &Game, answer: &Answer, lines: Vec<Report>, elapsed: Duration) -> Self {
        Self {
            side: game.position().side(),
            score: answer.score,
            best: answer.best,
            expected: answer.expected,
            ending: answer.ending,
            outcome: None,
            choices: game.legal_moves().len(),
            depth: lines.first().map_or(0, |report| report.depth),
            lines,
            nodes: answer.nodes,
            elapsed,
        }
    }

    /// A game that is over.
    pub fn over(game: &Game, outcome: Outcome) -> Self {
        let side = game.position().side();
        let score = match outcome.winner() {
            Some(winner) if winner == side => Score::WIN,
            Some(_) => -Score::WIN,
            None => Score::DRAW,
        };
        let answer = Answer {
            best: None,
            expected: None,
            score,
            nodes: 0,
            ending: None,
        };
        Self {
            outcome: Some(outcome),
            ..Self::new(game, &answer, Vec::new(), Duration::ZERO)
        }
    }

    /// The value from White.
    pub fn white_score(&self) -> Score {
        match self.side {
            Side::White => self.score,
            Side::Black => -self.score,
        }
    }

    /// The best line, empty if there is none.
    pub fn line(&self) -> &[Move] {
        self.lines.first().map_or(&[], |report| &report.line)
    }
}

impl Analyst {
    /// One that searches within limits. Of the settings those of the tables count: the size of the
    /// transposition table, and the ending tables, which are kept in the folder `cache` if no other
    /// is named.
    pub fn new(limits: Limits, settings: Settings, cache: Option<PathBuf>) -> Self {
        let mut endings = Endings::default();
        endings.keep_in(cache);
        Self {
            limits,
            settings,
            endings,
            search: None,
        }
    }

    /// Searches the position of a game; the moves before it count for repetition and draws.
    /// A game that is won is not searched. One that is drawn is if `goes_on`, since players may
    /// have overlooked the draw. The finding of a search that was stopped is worth little.
    pub fn find(&mut self, game: &Game, goes_on: bool, signals: &Signals) -> Finding {
        let began = Instant::now();
        let outcome = game
            .outcome()
            .filter(|outcome| outcome.winner().is_some() || !goes_on);
        if let Some(outcome) = outcome {
            return Finding::over(game, outcome);
        }
        let mut lines = Vec::new();
        let (limits, variant) = (self.limits, game.variant());
        let pos = game.position();
        let tables = self
            .endings
            .tables(&self.settings, variant, pos, &limits, signals);
        let search = self.search(variant);
        search.set_endings(tables);
        let answer = search.run(game, &limits, signals, &mut |report: &Report| {
            keep(&mut lines, report);
        });
        Finding::new(game, &answer, lines, began.elapsed())
    }

    /// A search that remembers nothing.
    fn search(&mut self, variant: Variant) -> &mut Search {
        self.search.take_if(|(made_for, _)| *made_for != variant);
        let table_log2 = self.settings.table_log2();
        let (_, search) = self
            .search
            .get_or_insert_with(|| (variant, Search::new(variant, table_log2, 1)));
        search.clear();
        search
    }
}

/// Puts a report among the lines, which are sorted by rank.
pub fn keep(lines: &mut Vec<Report>, report: &Report) {
    // A move that has changed its rank is not kept twice.
    let first = report.line.first();
    lines.retain(|other| other.rank != report.rank && other.line.first() != first);
    lines.push(report.clone());
    lines.sort_by_key(|report| report.rank);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_move, parse_position};
    use crate::rules::DrawRules;

    fn game(fen: &str, moves: &[&str]) -> Game {
        let variant = Variant::default();
        let start = parse_position(variant, fen).expect("a position");
        let mut game = Game::from_position(variant, DrawRules::official(variant), start);
        for text in moves {
            let mv = parse_move(variant, game.position(), text).expect("a move");
            game.play(mv).expect("a legal move");
        }
        game
    }

    #[test]
    fn what_is_found_depends_on_no_other_position() {
        let limits = Limits {
            nodes: Some(3_000),
            ..Limits::default()
        };
        let mut analyst = Analyst::new(limits, Settings::default(), None);
        let signals = Signals::new(false);
        let one = game("start", &["32-28"]);
        let first = analyst.find(&one, true, &signals);
        analyst.find(&game("start", &["32-28", "19-23"]), true, &signals);
        let again = analyst.find(&one, true, &signals);
        assert_eq!(
            (first.score, first.nodes, first.line(), first.depth),
            (again.score, again.nodes, again.line(), again.depth)
        );
        assert_eq!(first.white_score(), -first.score);
        assert!(first.best.is_some() && first.choices == 9);
    }

    #[test]
    fn endings_are_known_by_tables_unless_they_are_not_wanted() {
        let game = game("W:WK1,K2,K50:BK46", &[]);
        let limits = Limits {
            depth: Some(3),
            ..Limits::default()
        };
        let mut without = Settings::default();
        without.set("bb-size", "0").expect("a value");
        for (settings, pieces) in [(Settings::default(), 3), (without, 0)] {
            let mut analyst = Analyst::new(limits, settings, None);
            let finding = analyst.find(&game, true, &Signals::new(false));
            assert_eq!(finding.ending, None, "four pieces are not among three");
            let few = self::game("W:WK1,K2:BK46", &[]);
            let finding = analyst.find(&few, true, &Signals::new(false));
            assert_eq!(finding.ending.is_some(), pieces == 3);
        }
    }

    #[test]
    fn games_that_are_over_are_not_searched() {
        let mut analyst = Analyst::new(Limits::default(), Settings::default(), None);
        let signals = Signals::new(false);
        let lost = analyst.find(&game("W:W36:B27,31", &[]), true, &signals);
        assert_eq!((lost.score, lost.best, lost.nodes), (-Score::WIN, None, 0));
        assert!(lost.outcome.is_some());
        // One king each has five moves each.
        let moves = ["50-45", "5-10", "45-50", "10-5"];
        let moves: Vec<&str> = moves.iter().copied().cycle().take(10).collect();
        let drawn = game("W:WK50:BK5", &moves);
        assert!(drawn.outcome().is_some());
        let finding = analyst.find(&drawn, false, &signals);
        assert_eq!((finding.score, finding.nodes), (Score::DRAW, 0));
    }
}
