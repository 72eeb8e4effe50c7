//! The page of a run, read as a text and clicked through in a browser.

use std::fs;

use super::browser::Browser;
use super::{Folder, GAMES};
use crate::cli::{err, run};

/// The page of the games of the tests, and where it is.
fn made(folder: &Folder) -> (String, String) {
    let path = folder.file("report.html");
    let arguments = [
        "analyze",
        GAMES,
        "--depth=6",
        "--tt-size=14",
        "--threads=2",
        "--report",
        &path,
    ];
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    (fs::read_to_string(&path).expect("the page"), path)
}

#[test]
fn it_needs_nothing_else_and_escapes_what_games_say() {
    let (text, _) = made(&Folder::new("page"));
    for outside in ["http:", "https:", "src=", "<link", "@import", "url("] {
        let own = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains(outside), "'{outside}' in the page");
    }
    assert_eq!(
        text.matches("<script").count(),
        2,
        "the data and the script"
    );
    assert_eq!(text.matches("</script>").count(), 2);
    assert!(text.contains("Anna &lt;&#x2f;script&gt;") || text.contains("Anna &lt;/script&gt;"));
    assert!(text.contains("A &quot;small&quot; match &lt;b&gt;"));
    assert!(text.contains("Bob &amp; Co"));
    assert_eq!(text.matches("<section").count(), 3);
    // 35-30 gives a man away.
    assert!(
        text.contains("<figcaption>") && text.contains("a blunder that loses"),
        "no diagram"
    );
    // On paper a game that does not begin at the start needs its position.
    assert_eq!(text.matches("<figure class=\"set-up\">").count(), 1);
    assert!(text.contains("The game begins here, White to move."));
    assert!(text.contains("<th>accuracy</th>") && text.contains(" %</td>"));
}

#[test]
fn a_game_is_clicked_through() {
    let folder = Folder::new("browser");
    let Some(mut browser) = Browser::start(&folder.file("profile")) else {
        println!("skipped: there is no Chromium here");
        return;
    };
    let (_, path) = made(&folder);
    browser.open(&format!("file://{path}"));
    assert_ne!(
        browser.value("document.title"),
        "taken",
        "a script in a tag was run"
    );
    let board = "document.querySelector('.game:not([hidden]) .pieces')";
    let men = format!("{board}.querySelectorAll('use').length");
    let ply = "Number(document.body.dataset.ply)";
    let note = "document.querySelector('.game:not([hidden]) .note').textContent";
    assert_eq!(
        (browser.value(&men), browser.value(ply)),
        (40.into(), 0.into())
    );
    browser.click("#game1 [data-do=on]");
    browser.click("#game1 [data-do=on]");
    browser.press("ArrowRight");
    assert_eq!(
        (browser.value(&men), browser.value(ply)),
        (39.into(), 3.into())
    );
    let said = browser.value(note);
    assert!(
        said.as_str()
            .is_some_and(|said| said.starts_with("2. 28x19 ")),
        "{said}"
    );
    browser.press("ArrowLeft");
    assert_eq!(
        (browser.value(&men), browser.value(ply)),
        (40.into(), 2.into())
    );
    browser.click("#game1 .moves [data-ply='9']");
    assert_eq!(browser.value(ply), 9);
    assert_eq!(
        browser.value("document.querySelectorAll('#game1 .ends rect').length"),
        2
    );
    browser.press("Home");
    // A share of the graph, the margin of four units at either side taken into account.
    browser.click_at("#game1 .graph", (4.0 + 600.0 * 6.0 / 16.0) / 608.0);
    assert_eq!(browser.value(ply), 6);
    browser.press("End");
    assert_eq!(browser.value(ply), 16);
    assert_eq!(browser.value("location.hash"), "#g1p16");
    let before = browser.value(&format!("{board}.innerHTML"));
    browser.click("#game1 [data-do=turn]");
    assert_ne!(
        browser.value(&format!("{board}.innerHTML")),
        before,
        "the board was turned"
    );
    browser.click("#game1 figure button");
    let shown = browser.value("document.querySelector('.moves .now').textContent");
    assert!(
        shown.as_str().is_some_and(|shown| shown.ends_with('?')),
        "{shown}"
    );
    // The second game, by its address; it is of another variant.
    browser.open(&format!("file://{path}#g2p1"));
    let shown = browser.value("document.querySelector('.game:not([hidden])').id");
    assert_eq!((shown, browser.value(&men)), ("game2".into(), 24.into()));
    // Nothing is wider than a phone.
    browser.resize(360, 640, true);
    let fits = "document.documentElement.scrollWidth <= 360";
    assert_eq!(browser.value(fits), true);
    browser.click("#game2 [data-do=on]");
    assert_eq!(browser.value(ply), 2);
}
