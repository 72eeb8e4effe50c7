//! Files that are damaged, foreign or missing, folders that cannot be written, and the command.

use std::fs;
use std::process::Output;

use damocles::egdb::{EgdbError, Tables};
use damocles::rules::{Base, Variant};

use super::Folder;

fn damocles(args: &[&str]) -> Output {
    crate::program()
        .args(args)
        .output()
        .expect("the program runs")
}

#[test]
fn a_damaged_byte_is_noticed_wherever_it_is() {
    let folder = Folder::new("damaged");
    let variant: Variant = Base::English.into();
    let plan = folder.plan(variant, 2);
    plan.run(&()).expect("the tables are built");
    let path = folder.0.join("english/KvM.egdb");
    let sound = fs::read(&path).expect("a table");
    for at in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, &bytes).expect("the table can be written");
        let result = plan.verify(1, |_| {});
        let error = result.expect_err("the damage is noticed").to_string();
        assert!(error.contains("KvM.egdb"), "byte {at}: {error}");
    }
    for length in [0, 7, 20, 400, sound.len() - 1] {
        fs::write(&path, &sound[..length]).expect("the table can be written");
        assert!(
            Tables::open(&folder.0, variant, 2).is_err(),
            "{length} bytes"
        );
    }
    fs::write(&path, [&sound[..], b"x"].concat()).expect("the table can be written");
    assert!(matches!(plan.run(&()), Err(EgdbError::Damaged { .. })));
    fs::write(&path, &sound).expect("the table can be written");
    plan.verify(1, |checked| assert_eq!(checked.wrong, 0))
        .expect("sound again");
}

#[test]
fn a_table_of_another_variant_or_material_is_refused() {
    let folder = Folder::new("foreign");
    let english = folder.plan(Base::English.into(), 2);
    english.run(&()).expect("the tables are built");
    let losing: Variant = "losing-english".parse().expect("a variant");
    fs::rename(folder.0.join("english"), folder.0.join("losing-english")).expect("a folder");
    let error = Tables::open(&folder.0, losing, 2)
        .expect_err("other rules")
        .to_string();
    assert!(error.contains("expected KvK of losing-english"), "{error}");
    fs::rename(folder.0.join("losing-english"), folder.0.join("english")).expect("a folder");
    fs::copy(
        folder.0.join("english/KvM.egdb"),
        folder.0.join("english/KvK.egdb"),
    )
    .expect("a file");
    let error = english.run(&()).expect_err("another material").to_string();
    assert!(error.contains("found KvM of english"), "{error}");
}

#[test]
fn what_does_not_fit_is_said_before_anything_is_done() {
    let folder = Folder::new("memory");
    let mut plan = folder.plan(Base::International.into(), 6);
    plan.memory = 100 << 20;
    let error = plan.run(&()).expect_err("too little memory").to_string();
    assert!(
        error.contains("and may use 100 MiB: allow more with --ram"),
        "{error}"
    );
    plan.pieces = 9;
    assert!(matches!(
        plan.run(&()),
        Err(EgdbError::Pieces { pieces: 9 })
    ));
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = Folder::new("unwritable");
    fs::write(folder.0.join("english"), "in the way").expect("a file");
    let error = folder
        .plan(Base::English.into(), 2)
        .run(&())
        .expect_err("no folder")
        .to_string();
    assert!(error.contains("cannot make the folder"), "{error}");
    // A folder where the temporary file cannot be renamed to: the attempt leaves nothing behind.
    fs::create_dir_all(folder.0.join("russian/KvK.egdb")).expect("a folder");
    assert!(folder.plan(Base::Russian.into(), 2).run(&()).is_err());
}

#[test]
fn the_command_builds_checks_counts_and_probes() {
    let folder = Folder::new("command");
    let dir = folder.0.to_str().expect("a plain path");
    let all = |command: &str, more: &[&str]| {
        let args = [
            &[
                "egdb",
                command,
                "--variant",
                "english",
                "--dir",
                dir,
                "--json",
            ],
            more,
        ];
        damocles(&args.concat())
    };
    assert_eq!(all("stats", &[]).status.code(), Some(2));
    let first = all("build", &["--pieces", "3", "--threads", "2"]);
    assert!(first.status.success(), "{first:?}");
    let again = all("build", &["--pieces", "3", "--ram", "0.1"]);
    let sum = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let last: serde_json::Value =
            serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
        (last["checksum"].clone(), last["positions"].as_u64())
    };
    assert_eq!(sum(&first), sum(&again));
    assert_eq!(sum(&first).1, Some(3_488 + 196_032));
    let stats = all("stats", &[]);
    let text = String::from_utf8_lossy(&stats.stdout).into_owned();
    assert!(
        text.contains(r#""material":"KvK","positions":992,"wins":230,"losses":108,"draws":654"#)
    );
    let checked = all("verify", &[]);
    let text = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(
        checked.status.success() && text.lines().count() == 9,
        "{text}"
    );
    assert!(
        text.lines().all(|line| line.contains(r#""wrong":0"#)),
        "{text}"
    );
    let probed = all("probe", &["W:WK14,K18:BK29"]);
    let text = String::from_utf8_lossy(&probed.stdout).into_owned();
    assert!(text.contains(r#""value":"win""#), "{text}");
    assert_eq!(
        all("probe", &["W:WK14,K18:BK29,K30,K31"]).status.code(),
        Some(1)
    );
    assert_eq!(all("probe", &["nonsense"]).status.code(), Some(2));
    let unknown = damocles(&["egdb", "build", "--pieces", "9"]);
    assert_eq!(unknown.status.code(), Some(2));
}
