//! Builds that are broken off, by a kill or by a disk that takes no more.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use damocles::rules::{Base, Variant};

use super::Folder;
use crate::walk::Dice;

/// The paths of the tables in a folder, which need not be there.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "egdb"))
        .collect()
}

fn count(folder: &Path) -> usize {
    paths(folder).len()
}

/// The tables in a folder with their bytes, by name.
fn tables(folder: &Path) -> Vec<(OsString, Vec<u8>)> {
    let named = paths(folder).into_iter().map(|path| {
        let name = path.file_name().expect("a file").to_owned();
        (name, fs::read(path).expect("a table"))
    });
    let mut list: Vec<_> = named.collect();
    list.sort();
    list
}

#[test]
fn a_build_that_is_killed_ten_times_ends_in_the_same_bytes() {
    let variant: Variant = Base::Russian.into();
    let whole = Folder::new("at-once");
    let built = whole
        .plan(variant, 4)
        .run(&())
        .expect("the tables are built");
    let all = built.len();
    let folder = Folder::new("killed");
    let inside = folder.0.join("russian");
    let mut dice = Dice::new(std::process::id().into());
    for kill in 0..10 {
        let mut build = crate::program()
            .args(["egdb", "build", "--variant", "russian", "--pieces", "4"])
            .args([
                "--threads",
                "2",
                "--dir",
                folder.0.to_str().expect("a plain path"),
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // The moments are spread over the whole build: each run gets a tenth farther, and is killed
        // somewhere in the table that it has come to.
        while count(&inside) < kill * (all - 1) / 9 {
            assert_eq!(build.try_wait().expect("a process"), None, "kill {kill}");
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(dice.below(100) as u64));
        build.kill().expect("the program can be killed");
        build.wait().expect("it ends");
        let whole = tables(&whole.0.join("russian"));
        for table in tables(&inside) {
            assert!(
                whole.contains(&table),
                "kill {kill}: {:?} is not whole",
                table.0
            );
        }
    }
    let rest = folder.plan(variant, 4).run(&()).expect("the rest is built");
    assert!(rest.iter().any(|table| table.was_there));
    assert_eq!(tables(&inside), tables(&whole.0.join("russian")));
}

/// Builds in a folder under a limit that the shell sets first; what went wrong.
#[cfg(unix)]
fn build_under(limit: &str, folder: &Folder, pieces: &str) -> String {
    let program = crate::program();
    let script =
        format!("{limit}; exec \"$0\" egdb build --variant english --pieces \"$1\" --dir \"$2\"");
    let output = Command::new("sh")
        .args(["-c", &script])
        .arg(program.get_program())
        .arg(pieces)
        .arg(&folder.0)
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more_is_an_error_that_harms_nothing() {
    let folder = Folder::new("full");
    // No file may have more than 1 KiB or, in other shells, 2: tables of three pieces are below
    // that, some of four above.
    let error = build_under("trap '' XFSZ; ulimit -f 2", &folder, "4");
    assert!(error.contains("cannot write the table"), "{error}");
    let inside = folder.0.join("english");
    let there = count(&inside);
    assert!(there > 0, "small tables fit");
    let entries = fs::read_dir(&inside).expect("the folder").count();
    assert_eq!(entries, there, "nothing else is left behind");
    let plan = folder.plan(Base::English.into(), 4);
    let built = plan.run(&()).expect("with room it goes on");
    assert_eq!(built.iter().filter(|table| table.was_there).count(), there);
    plan.verify(100, |checked| assert_eq!(checked.wrong, 0))
        .expect("the tables are read");
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_only_be_read_is_an_error_that_harms_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("read-only");
    let plan = folder.plan(Base::English.into(), 2);
    plan.run(&()).expect("the tables are built");
    let inside = folder.0.join("english");
    let allow = |mode| fs::set_permissions(&inside, fs::Permissions::from_mode(mode));
    allow(0o555).expect("the owner may");
    if fs::write(inside.join("probe"), "").is_ok() {
        println!("skipped: this user may write everywhere");
    } else {
        let error = build_under("true", &folder, "3");
        assert!(error.contains("cannot write the table"), "{error}");
    }
    // What is there can still be read.
    plan.verify(1, |checked| assert_eq!(checked.wrong, 0))
        .expect("the tables are read");
    allow(0o755).expect("the owner may");
}
