//! From self-play to weights: the miniature of the recipe, files that are broken off or damaged, and
//! the weights that come with the engine.

use std::fs;
use std::path::{Path, PathBuf};

use damocles::eval::{Evaluator, Weights, built_in};
use damocles::rules::{Base, Variant};
use serde_json::Value;

use crate::cli::{err, out, run};

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("training-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs a command that must succeed and returns the last line of its output as JSON.
fn json(arguments: &[&str]) -> Value {
    let output = run(arguments, b"");
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    let text = out(&output);
    let last = text.lines().last().expect("a line of output");
    serde_json::from_str(last).expect("JSON")
}

/// Runs a command that must fail and returns what it says.
fn fault(arguments: &[&str]) -> String {
    let output = run(arguments, b"");
    assert!(!output.status.success(), "{arguments:?} succeeded");
    err(&output)
}

fn games(variant: &str, file: &str, games: &str, more: &[&str]) -> Value {
    let mut arguments = vec![
        "selfplay",
        "--variant",
        variant,
        "--games",
        games,
        "--out",
        file,
    ];
    arguments.extend(["--tables", "3", "--eval-file", "none", "--json"]);
    arguments.extend(more);
    json(&arguments)
}

#[test]
fn the_miniature_of_the_recipe_beats_the_evaluation_by_hand() {
    let folder = Folder::new("miniature");
    let (samples, net) = (folder.file("mini.games"), folder.file("mini.net"));
    let played = games("english", &samples, "2500", &["--nodes", "100"]);
    assert_eq!(played["games"], 2500);
    let kept = played["samples"].as_u64().expect("a count");
    assert!(kept > 50_000, "{kept}");
    let trained = json(&[
        "train",
        "--variant",
        "english",
        "--data",
        &samples,
        "--out",
        &net,
        "--epochs",
        "8",
        "--json",
    ]);
    assert_eq!(trained["pedigree"]["positions"], kept);
    assert!(trained["pedigree"]["rounding"].as_f64().expect("a number") < 3.0);
    let (ours, by_hand) = (
        format!("self:eval-file={net}"),
        "self:eval-file=none,name=hand",
    );
    let result = json(&[
        "match",
        &ours,
        by_hand,
        "--variant",
        "english",
        "--level",
        "nodes=400",
        "--openings",
        "random:6",
        "--pairs",
        "60",
        "--json",
    ]);
    let count = |name: &str| result["meetings"][0][name].as_f64().expect("a count");
    let points = count("wins") + 0.5 * count("draws");
    assert_eq!(result["games"], 120);
    assert!(points >= 0.6 * 120.0, "{points} of 120: {result}");
}

#[test]
fn what_is_kept_depends_neither_on_threads_nor_on_breaks() {
    let folder = Folder::new("resume");
    let (one, two) = (folder.file("one.games"), folder.file("two.games"));
    games("russian", &one, "400", &["--nodes", "40", "--threads", "1"]);
    games("russian", &two, "400", &["--nodes", "40", "--threads", "2"]);
    let whole = fs::read(&one).expect("a file");
    assert_eq!(fs::read(&two).expect("a file"), whole);
    for cut in [whole.len() - 5, whole.len() / 2, 400] {
        fs::write(&two, &whole[..cut]).expect("written");
        games("russian", &two, "400", &["--nodes", "40"]);
        assert_eq!(fs::read(&two).expect("a file"), whole, "cut at {cut}");
    }
    let message = fault(&[
        "selfplay",
        "--variant",
        "russian",
        "--games",
        "400",
        "--nodes",
        "41",
        "--out",
        &two,
    ]);
    assert!(message.contains("other settings"), "{message}");
    assert_eq!(
        fs::read(&two).expect("a file"),
        whole,
        "nothing is overwritten"
    );
}

#[test]
fn shards_hold_the_games_of_the_whole() {
    let folder = Folder::new("shards");
    let whole = games(
        "italian",
        &folder.file("all.games"),
        "300",
        &["--nodes", "30"],
    );
    let part = |shard: &str| {
        let file = folder.file(&format!("{}.games", &shard[..1]));
        let line = games(
            "italian",
            &file,
            "300",
            &["--nodes", "30", "--shard", shard],
        );
        line["games"].as_u64().expect("a count")
    };
    let parts = part("1/2") + part("2/2");
    assert_eq!(whole["games"].as_u64(), Some(parts));
}

#[test]
fn bad_samples_are_told_with_file_and_offset_and_leave_the_weights_alone() {
    let folder = Folder::new("bad");
    let (samples, net) = (folder.file("some.games"), folder.file("some.net"));
    games("frisian", &samples, "200", &["--nodes", "30"]);
    fs::write(&net, "kept").expect("written");
    let whole = fs::read(&samples).expect("a file");
    let train = |variant: &str, file: &str| {
        let message = fault(&["train", "--variant", variant, "--data", file, "--out", &net]);
        assert_eq!(fs::read(&net).expect("a file"), b"kept", "{message}");
        message
    };
    let message = train("russian", &samples);
    assert!(
        message.contains("samples of frisian, expected russian"),
        "{message}"
    );
    let bad = folder.file("bad.games");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for (bytes, said) in [
        (&damaged[..], "does not fit"),
        (&whole[..whole.len() - 9], "cut off"),
        (b"no samples at all", "no samples"),
        (&whole[..30], "cut off"),
    ] {
        fs::write(&bad, bytes).expect("written");
        let message = train("frisian", &bad);
        assert!(
            message.contains(said) && message.contains("bad.games, byte "),
            "{message}"
        );
    }
    let message = train("frisian", &folder.file("none.games"));
    assert!(message.contains("none.games"), "{message}");
}

#[test]
fn a_bad_file_of_weights_is_told_and_the_built_in_ones_stay() {
    let folder = Folder::new("eval-file");
    let net = folder.file("bad.net");
    let english = built_in(Base::English.into()).expect("weights").to_bytes();
    let session = |file: &str| {
        let text = format!(
            "hub\nset-param name=variant value=russian\nset-param name=eval-file value=\"{file}\"\n\
             init\nlevel depth=6\ngo think\nquit\n"
        );
        out(&run(&["hub"], text.as_bytes()))
    };
    let told = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("error"))
            .map(str::to_owned)
    };
    let score = |text: &str| {
        let infos = text.lines().filter(|line| line.starts_with("info"));
        let mut nodes = infos.filter_map(|line| line.split("nodes=").nth(1)?.split(' ').next());
        nodes.next_back().map(str::to_owned).expect("an info")
    };
    let ours = session("");
    assert_eq!(told(&ours), None);
    for (bytes, said) in [
        (&english[..], "weights are for english, expected russian"),
        (&english[..99], "cut or padded"),
        (b"something", "no weights"),
    ] {
        fs::write(&net, bytes).expect("written");
        let text = session(&net);
        assert!(
            told(&text).is_some_and(|line| line.contains(said)),
            "{text}"
        );
        assert_eq!(score(&text), score(&ours), "the built-in weights play");
        assert!(text.contains("\ndone "), "{text}");
        let message = fault(&["weights", "info", &net, "--variant", "russian"]);
        assert!(
            message.contains(said) && message.contains("bad.net"),
            "{message}"
        );
    }
    assert_ne!(
        score(&session("none")),
        score(&ours),
        "by hand it searches otherwise"
    );
    let own = folder.file("own.net");
    let russian = built_in(Base::Russian.into()).expect("weights").to_bytes();
    fs::write(&own, russian).expect("written");
    assert_eq!(
        score(&session(&own)),
        score(&ours),
        "a copy plays like the original"
    );
}

#[test]
fn weights_come_with_the_engine_for_every_base_and_the_listed_forms() {
    let forms = [
        "losing",
        "losing-russian",
        "losing-english",
        "optional-english",
        "optional-russian",
        "optional-brazilian",
        "optional-italian",
        "optional-spanish",
        "optional-czech",
    ];
    let bases = Base::ALL.map(|base| Variant::from(base).to_string());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/weights");
    let mut bytes = 0;
    for name in bases.iter().map(String::as_str).chain(forms) {
        let variant: Variant = name.parse().expect("a variant");
        let weights = built_in(variant).expect("weights");
        assert_eq!(weights.variant, variant);
        let file = fs::read(folder.join(format!("{name}.net"))).expect("a file of weights");
        assert_eq!(Weights::parse(&file).expect("weights"), weights);
        bytes += file.len();
        let pedigree = fs::read_to_string(folder.join(format!("{name}.txt"))).expect("a pedigree");
        assert!(pedigree.contains("against generation 0"), "{name}");
        let pos = damocles::position::Position::start(variant);
        assert_eq!(
            Evaluator::new(variant).evaluate(&pos),
            weights.evaluate(&pos),
            "{name}"
        );
    }
    assert!(bytes <= 4 << 20, "{bytes} bytes");
}

#[test]
fn forms_without_weights_use_the_nearest_and_never_those_of_another_aim() {
    let kin = |name: &str| {
        let variant: Variant = name.parse().expect("a variant");
        built_in(variant).map(|weights| weights.variant.to_string())
    };
    for (name, expected) in [
        ("losing-brazilian", Some("losing-russian")),
        ("losing-italian", Some("losing-english")),
        ("losing-killer", Some("losing")),
        ("optional-any-english", Some("optional-english")),
        ("optional-any-brazilian", Some("optional-brazilian")),
        ("optional-pool", Some("optional-russian")),
        ("optional-international", Some("international")),
        ("optional-losing-russian", Some("losing-russian")),
        ("losing-frisian", None),
        ("losing-breakthrough", None),
    ] {
        assert_eq!(kin(name).as_deref(), expected, "{name}");
    }
}
