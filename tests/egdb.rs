//! Endgame tables: counts, consistency, agreement with values found from nothing, and files that
//! are not what they should be.

mod broken_off;
mod clock;
mod counted;
mod files;
mod naive;
mod play;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use damocles::egdb::{Built, Counts, Follower, Layout, Material, Plan, Tables, Value};
use damocles::notation::parse_position;
use damocles::rules::{Base, CaptureDuty, Variant};

/// A folder of its own for each test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("egdb-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn plan(&self, variant: Variant, pieces: usize) -> Plan {
        Plan {
            variant,
            pieces,
            folder: self.0.clone(),
            memory: 1 << 30,
        }
    }

    /// Tables of a variant, built here and read again.
    pub(crate) fn tables(&self, variant: Variant, pieces: usize) -> Arc<Tables> {
        let plan = self.plan(variant, pieces);
        plan.run(&()).expect("the tables are built");
        Arc::new(Tables::open(&self.0, variant, pieces).expect("the tables are read"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// All variants: every row of the table with every modifier.
fn variants() -> impl Iterator<Item = Variant> {
    let duties = [
        CaptureDuty::Compulsory,
        CaptureDuty::Optional,
        CaptureDuty::OptionalAny,
    ];
    Base::ALL.into_iter().flat_map(move |base| {
        duties.into_iter().flat_map(move |duty| {
            let with = Variant::from(base).with_capture_duty(duty);
            [false, true].map(|losing| with.with_losing(losing))
        })
    })
}

fn counts(built: &[Built], pieces: usize) -> Counts {
    let names: Vec<String> = Material::of_pieces(pieces)
        .iter()
        .map(Material::to_string)
        .collect();
    let mut sum = Counts::default();
    for table in built
        .iter()
        .filter(|table| names.contains(&table.header.material))
    {
        let Counts {
            wins,
            losses,
            draws,
            captures,
        } = table.header.counts;
        sum.wins += wins;
        sum.losses += losses;
        sum.draws += draws;
        sum.captures += captures;
    }
    sum
}

/// Builds the tables of a variant, compares their counts with the published ones and checks every
/// value.
fn build_and_check(folder: &Folder, variant: Variant, pieces: usize) {
    let plan = folder.plan(variant, pieces);
    let built = plan.run(&()).expect("the tables are built");
    // Positions with one side to move, by pieces: those of Chinook on 8x8 are twice these.
    let published = match variant.rules().geometry.size() {
        8 => [3_488, 196_032, 6_209_316],
        _ => [8_845, 806_300, 41_971_200],
    };
    for count in 2..=pieces {
        let positions = counts(&built, count).positions();
        assert_eq!(positions, published[count - 2], "{variant}, {count} pieces");
    }
    plan.verify(1, |checked| {
        let text = format!("{variant} {}: {:?}", checked.material, checked.example);
        assert_eq!(checked.wrong, 0, "{text}");
    })
    .expect("the tables are read");
}

#[test]
fn king_against_king_in_english_is_as_published() {
    let folder = Folder::new("published");
    let built = folder
        .plan(Base::English.into(), 2)
        .run(&())
        .expect("the tables are built");
    let kings = built
        .iter()
        .find(|table| table.header.material == "KvK")
        .expect("a table");
    let Counts {
        wins,
        losses,
        draws,
        ..
    } = kings.header.counts;
    // The slice published by Ed Trice.
    assert_eq!((wins, losses, draws), (230, 108, 654));
}

#[test]
fn every_value_follows_from_its_successors_in_every_variant() {
    let folder = Folder::new("consistent");
    for variant in variants() {
        // The larger board has four times the positions; its variants with modifiers have their
        // third piece in the long test.
        let is_plain =
            variant.base().rules().geometry.size() == 8 || variant == variant.base().into();
        build_and_check(&folder, variant, if is_plain { 3 } else { 2 });
    }
}

#[test]
#[ignore = "minutes: every variant with three pieces, and four on 8x8"]
fn every_value_follows_from_its_successors_with_more_pieces() {
    let folder = Folder::new("consistent-long");
    for variant in variants() {
        let pieces = if variant.rules().geometry.size() == 8 {
            4
        } else {
            3
        };
        build_and_check(&folder, variant, pieces);
        fs::remove_dir_all(folder.0.join(variant.to_string())).expect("the folder of the variant");
    }
}

#[test]
fn every_entry_is_one_position_and_back() {
    for geometry in [Base::English, Base::International].map(|base| base.rules().geometry) {
        for material in [2, 3].into_iter().flat_map(Material::of_pieces) {
            let layout = Layout::new(geometry, material);
            for index in 0..layout.entries() {
                let Some(pos) = layout.position(index) else {
                    continue;
                };
                assert_eq!(layout.index(&pos), index, "{material}");
                assert_eq!(
                    layout.index(&pos.turned(geometry)),
                    index,
                    "{material} turned"
                );
            }
        }
    }
}

#[test]
fn well_known_endings_have_their_values() {
    let folder = Folder::new("known");
    let cases = [
        // The lone king on the main road draws.
        ("russian", "W:WKa1:BKh4,Kh6", Value::Draw),
        // Two kings against one in a single corner.
        ("english", "W:WK14,K18:BK29", Value::Win),
        // Both kings on the main road: who must move offers his king.
        ("international", "W:WK5:BK46", Value::Loss),
        ("losing", "W:WK5:BK46", Value::Win),
        ("breakthrough", "W:W6:B45", Value::Win),
        // The king may pass the capture over.
        ("optional-english", "W:WK18:BK15", Value::Win),
    ];
    for (name, fen, expected) in cases {
        let variant: Variant = name.parse().expect("a variant");
        folder
            .plan(variant, 3)
            .run(&())
            .expect("the tables are built");
        let tables = Tables::open(&folder.0, variant, 3).expect("the tables are read");
        let pos = parse_position(variant, fen).expect("a position");
        assert_eq!(tables.probe(&pos), Some(expected), "{name} {fen}");
    }
}

#[test]
fn threads_and_interruptions_make_no_difference() {
    let folder = Folder::new("resumed");
    let variant: Variant = Base::Russian.into();
    let plan = folder.plan(variant, 3);
    let once = plan.run(&()).expect("the tables are built");
    for missing in ["KMvM", "MMvK"] {
        let path = folder.0.join(format!("russian/{missing}.egdb"));
        fs::remove_file(path).expect("a table");
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread");
    let again = pool.install(|| plan.run(&())).expect("the rest is built");
    let sums = |built: &[Built]| -> Vec<(String, u32, u64)> {
        let line = |table: &Built| (table.header.material.clone(), table.checksum, table.bytes);
        let mut list: Vec<_> = built.iter().map(line).collect();
        list.sort();
        list
    };
    assert_eq!(sums(&once), sums(&again));
    assert_eq!(again.iter().filter(|table| !table.was_there).count(), 2);
}

#[test]
fn progress_is_told_and_never_beyond_the_whole() {
    struct Seen(AtomicU64);
    impl Follower for Seen {
        fn progress(&self, done: u64, total: u64) {
            assert!(done <= total);
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        fn built(&self, _: &Built) {}
    }
    let folder = Folder::new("progress");
    let seen = Seen(AtomicU64::new(0));
    folder
        .plan(Base::Brazilian.into(), 3)
        .run(&seen)
        .expect("the tables are built");
    assert!(seen.0.load(Ordering::Relaxed) > 0);
}
