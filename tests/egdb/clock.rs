//! The clock with tables on: no move is late because of them.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damocles::arena::{Conduct, Contestant, Format, HouseRules, Setting, Source, Stop, schedule};
use damocles::egdb::{Guides, Tables, Value};
use damocles::game::Game;
use damocles::notation::parse_position;
use damocles::rules::{Base, DrawRules, DrawSet, Variant};
use damocles::search::{Clock, Limits, Search, Signals};

use super::Folder;

/// How much later than it should the quickest of a few moves may come.
const SLACK: Duration = Duration::from_millis(40);
/// How much later than it should any of thousands of moves may come. A machine with a lot of other
/// work keeps a thread waiting for half a second now and then; what is looked for is more than that.
const GRACE: Duration = Duration::from_secs(1);

/// Won endings, the guides of which take longer than that.
const WON: [(Base, &str); 3] = [
    (Base::Russian, "W:WKc1,Kb4,Kc5:BKh2"),
    (Base::Russian, "B:WKc1:BKb6,Kb4,Kc5"),
    (Base::Brazilian, "W:WKc1,Kb4,Kc5:BKh6"),
];

/// The quickest of a few tries of a new search, which has no guide yet.
fn quickest(tables: &Arc<Tables>, fen: &str, limits: &Limits) -> Duration {
    let variant = tables.variant();
    let pos = parse_position(variant, fen).expect("a position");
    let game = Game::from_position(variant, DrawRules::official(variant), pos);
    let try_once = |_| {
        let mut search = Search::new(variant, 12, 1);
        search.set_endings(Some(Arc::clone(tables)));
        let begin = Instant::now();
        let answer = search.run(&game, limits, &Signals::new(false), &mut |_: &_| {});
        let elapsed = begin.elapsed();
        let after = pos.after(answer.best.expect("a move"));
        assert_eq!(tables.probe(&after), Some(Value::Loss), "{variant} {fen}");
        elapsed
    };
    (0..4).map(try_once).min().expect("a few tries")
}

#[test]
fn a_move_in_a_known_ending_comes_in_time() {
    let folder = Folder::new("in-time");
    for (base, fen) in WON {
        let variant: Variant = base.into();
        folder
            .plan(variant, 4)
            .run(&())
            .expect("the tables are built");
        let tables = Tables::open(&folder.0, variant, 4).expect("the tables are read");
        let tables = Arc::new(tables);
        let milliseconds = Duration::from_millis;
        let clock = Clock {
            left: milliseconds(8),
            increment: Duration::ZERO,
            moves: None,
        };
        let limits = [
            Limits {
                move_time: Some(milliseconds(5)),
                ..Limits::default()
            },
            Limits {
                clock: Some(clock),
                is_game: true,
                ..Limits::default()
            },
        ];
        for limits in limits {
            let elapsed = quickest(&tables, fen, &limits);
            assert!(
                elapsed < milliseconds(5) + SLACK,
                "{variant} {fen}: {elapsed:?}"
            );
        }
    }
}

#[test]
fn a_guide_that_comes_late_is_there_the_next_time_and_is_dropped_with_its_men() {
    let folder = Folder::new("late-guide");
    let variant: Variant = Base::Russian.into();
    folder
        .plan(variant, 4)
        .run(&())
        .expect("the tables are built");
    let tables = Tables::open(&folder.0, variant, 4).expect("the tables are read");
    let pos = |fen| parse_position(variant, fen).expect("a position");
    let mut guides = Guides::new(Arc::new(tables));
    let (won, others) = (pos("W:WKc1,Kb4,Kc5:BKh2"), pos("W:WKc1,Kb4,c5:BKh2"));
    assert!(
        guides.guide(&won, || false).is_none(),
        "nothing is waited for"
    );
    let guide = guides.guide(&won, || true).expect("it comes");
    let plies = guide.plies(&won).expect("a way");
    assert!(guides.guide(&won, || false).is_some(), "it stays");
    assert!(guides.guide(&others, || false).is_none(), "other men");
    // The one for other men is under way and makes room.
    let again = guides.guide(&won, || true).expect("it comes again");
    assert_eq!(again.plies(&won), Some(plies));
    assert_eq!(again.plies(&others), None);
}

/// Plays 20 pairs from endings, at a time that is shorter than making tables or a guide.
fn play_endings(folder: &Folder) {
    let fens = [
        "W:WKc1,Kb4,Kc5:BKh6",
        "W:WKc1,Kb4,d2:BKh2,a7",
        "B:WKc1,b2,d2:BKh8,e7,g7",
        "W:Wa1,c1,e1,b2:Bh8,f8,d8,g7",
    ];
    let file = folder.0.join("endings.txt");
    fs::write(&file, fens.join("\n")).expect("a file of openings");
    let variant: Variant = Base::Russian.into();
    let openings = Source::File(file.to_str().expect("a plain path").to_owned());
    let engines = [
        "self:tt-size=12,move-overhead=0.01",
        "self:tt-size=12,move-overhead=0.01,threads=2",
    ];
    let contestants = engines.map(|text| Contestant::parse(text).expect("an engine"));
    let conduct = Conduct {
        contestants: contestants.to_vec(),
        control: "time=0.05,inc=0.001".parse().expect("a level"),
        setting: Setting {
            variant,
            draw_set: DrawSet::Official,
            start_time: Duration::from_secs(20),
            table_folder: Some(folder.0.clone()),
            stop: Stop::default(),
        },
        house: HouseRules {
            grace: GRACE,
            patience: Duration::from_secs(20),
            max_plies: 200,
            win: None,
            draw: None,
            tables: None,
        },
        openings: openings
            .load(variant, fens.len(), 1, &mut |_| ())
            .expect("openings"),
        concurrency: 1,
    };
    let pairs = schedule(Format::RoundRobin, 2, 20, fens.len(), 1);
    let mut games = 0;
    conduct
        .play(&pairs, &|_| true, &mut |game| {
            let text = format!("game {}: {:?}, {}", game.game, game.reason, game.text);
            assert_eq!(game.reason.fault(), None, "{text}");
            games += 1;
            ControlFlow::Continue(())
        })
        .expect("a match");
    assert_eq!(games, 40);
}

#[test]
fn no_game_from_an_ending_is_lost_on_time() {
    let folder = Folder::new("no-time-loss");
    // While the tables are made, and with them.
    play_endings(&folder);
    folder
        .plan(Base::Russian.into(), 4)
        .run(&())
        .expect("the tables are built");
    play_endings(&folder);
}
