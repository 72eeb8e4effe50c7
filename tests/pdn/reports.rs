//! The reports about games (`tests/reports/reports.tsv`, kind `pdn-parse`).

use damocles::notation::read_records;

use crate::tables::rows;

/// The number in front of some words, if the text has them.
fn number_before(text: &str, words: &str) -> Option<usize> {
    let (before, _) = text.split_once(words)?;
    before.split(' ').next_back()?.parse().ok()
}

#[test]
fn reported_games_are_read() {
    let mut checked = 0;
    for row in rows("reports/reports.tsv") {
        let [id, kind, variant, input, expected, ..] = &row[..] else {
            panic!("{row:?}")
        };
        if kind != "pdn-parse" {
            continue;
        }
        let text = input.replace("\\n", "\n");
        // The rules are found out, not told.
        let games = read_records(None, &text, 1);
        let wanted = number_before(expected, " game").unwrap_or(1);
        assert_eq!(games.len(), wanted, "{id}");
        let record = &games[0].record;
        assert!(games[0].faults.is_empty(), "{id}: {:?}", games[0].faults);
        assert_eq!(record.variant.to_string(), *variant, "{id}");
        let half_moves = number_before(expected, " half-moves").expect("a number of half-moves");
        assert_eq!(record.moves.len(), half_moves, "{id}");
        if expected.contains("without tags") {
            assert!(record.tags.is_empty(), "{id}");
        }
        if let Some((_, tag)) = expected.split_once("tag ") {
            let (name, value) = tag.split_once(" = ").expect("a tag");
            let value = value.split(',').next().unwrap_or_default();
            assert_eq!(record.tag(name), Some(value), "{id}");
        }
        if expected.contains("White wins") {
            let winner = format!("{:?}", record.winner());
            assert_eq!(winner, "Win(White)", "{id}");
        }
        if let Some((list, _)) = expected.split_once(" are read as captures") {
            let texts = list.split("; ").last().unwrap_or_default();
            let taken = record
                .moves
                .iter()
                .filter(|recorded| recorded.mv.is_capture());
            assert_eq!(taken.count(), texts.split(" and ").count(), "{id}");
        }
        checked += 1;
    }
    assert_eq!(checked, 4);
}
