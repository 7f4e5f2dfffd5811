//! The habits of optimal play: the stored ones are computed, and the page shows the stored ones.
//!
//! After an intended change write the heat maps of index.html with
//! `UPDATE_GOLDEN=1 cargo test -p mdp2048-tests --test golden habits`.

use std::fmt::Write as _;
use std::{env, fs};

use mdp2048_test_support::{reach, repository_path};
use serde_json::Value;

use crate::solved::solved;

/// The sides of a cell and of a board of a heat map, and the distances of cells, boards and rows.
const CELL: usize = 26;
const BOARD: usize = 88;
const CELLS_APART: usize = 28;
const BOARDS_APART: usize = 96;
const ROWS_APART: usize = 122;

/// Shares below this have no number.
const LEAST: f64 = 0.005;

/// The share from which a cell is light in both colour schemes, so that its number is black.
const LIGHT: f64 = 0.29;

/// The stored habits of the policy with this name.
fn stored(policy: &str) -> Value {
    let lines = fs::read_to_string(repository_path("docs/runs/habits_3x3.jsonl")).unwrap();
    let mut policies = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    policies.find(|it| it["policy"] == policy).unwrap()
}

/// Its rows from a largest tile up to 512.
fn rows_from(policy: &str, least: u64) -> Vec<Value> {
    let rows = stored(policy)["rows"].as_array().unwrap().clone();
    let is_shown = |row: &Value| (least..=512).contains(&row["largest"].as_u64().unwrap());
    rows.into_iter().filter(is_shown).collect()
}

/// The rows that the page shows.
fn rows(policy: &str) -> Vec<Value> {
    rows_from(policy, 128)
}

fn page() -> String {
    fs::read_to_string(repository_path("index.html")).unwrap()
}

/// A share in per cent, with one decimal.
fn percent(share: &Value) -> String {
    format!("{:.1}", 100.0 * share.as_f64().unwrap())
}

#[test]
fn the_stored_habits_of_3x3_to_256_are_computed() {
    let game = reach("3x3", 256);
    let habits = solved(&game).passes().habits().unwrap();
    let stored = stored("3x3 to 256");
    let stored = stored["rows"].as_array().unwrap();
    assert_eq!(habits.rows().len(), stored.len());
    for ((largest, row), stored) in habits.rows().zip(stored) {
        assert_eq!(stored["largest"], largest.face());
        let mut numbers = vec![(row.visits(), &stored["visits"])];
        for rank in 0..4 {
            let cells = row.cells(rank).map(|visits| visits / row.visits());
            numbers.extend(cells.zip(stored["cells"][rank].as_array().unwrap()));
        }
        for (part, whole, name) in [
            (row.blocks(), row.with_four_tiles(), "block"),
            (row.lines(), row.with_four_tiles(), "line"),
            (row.pairs(), row.visits(), "pairs"),
            (row.pairs_left(), row.pairs(), "pairs_left"),
        ] {
            if whole > 0.0 {
                numbers.push((part / whole, &stored[name]));
            } else {
                assert!(stored[name].is_null(), "{largest}, {name}");
            }
        }
        for (computed, stored) in numbers {
            let error = (computed - stored.as_f64().unwrap()).abs();
            assert!(error <= 1e-11 * computed.max(1.0), "{largest}: {computed}, {stored}");
        }
    }
}

#[test]
fn shares_of_cells_sum_to_1() {
    for policy in ["3x3 to 256", "3x3 to 512", "3x3 to 1024", "3x3, highest score"] {
        for row in rows(policy) {
            for rank in 0..4 {
                let cells = row["cells"][rank].as_array().unwrap().iter();
                let sum: f64 = cells.map(|share| share.as_f64().unwrap()).sum();
                // Few boards with such tiles have fewer than four.
                assert!((0.99..1.0 + 1e-12).contains(&sum), "{policy}, {}: {sum}", row["largest"]);
            }
        }
    }
}

/// The heat maps of a policy: a row for each largest tile, a board for each of the four largest.
fn heat_maps(policy: &str, name: &str) -> String {
    let rows = rows(policy);
    let height = 14 + ROWS_APART * rows.len();
    let mut svg = format!(
        "<svg data-policy=\"{policy}\" viewBox=\"0 0 376 {height}\" role=\"img\" \
         aria-label=\"{name}: heat maps of where the four largest tiles lie; the table has a \
         summary\">\n"
    );
    for (rank, name) in ["largest", "second", "third", "fourth"].into_iter().enumerate() {
        let x = BOARDS_APART * rank + BOARD / 2;
        let _ = write!(svg, "<text x=\"{x}\" y=\"12\">{name}</text>");
    }
    for (at, row) in rows.iter().enumerate() {
        let (largest, y) = (&row["largest"], 14 + ROWS_APART * at);
        let _ = write!(
            svg,
            "\n<g data-face=\"{largest}\" transform=\"translate(0 {y})\"><text class=\"row\" \
             y=\"20\">while {largest} is the largest tile</text>"
        );
        for rank in 0..4 {
            let _ = write!(svg, "\n<g transform=\"translate({} 28)\">", BOARDS_APART * rank);
            svg.push_str("<use href=\"#empty-3x3\"/>");
            for (cell, share) in row["cells"][rank].as_array().unwrap().iter().enumerate() {
                let share = share.as_f64().unwrap();
                if share < LEAST {
                    continue;
                }
                let [x, y] = [cell % 3, cell / 3].map(|at| 3 + CELLS_APART * at);
                let class = if share > LIGHT { " class=\"light\"" } else { "" };
                let _ = write!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" \
                     fill-opacity=\"{share:.2}\"/><text{class} x=\"{}\" y=\"{}\">{:.0}</text>",
                    x + CELL / 2,
                    y + 17,
                    100.0 * share
                );
            }
            svg.push_str("</g>");
        }
        svg.push_str("</g>");
    }
    svg + "\n</svg>"
}

#[test]
fn the_page_has_the_heat_maps_of_the_stored_habits() {
    for (policy, name) in [
        ("3x3 to 1024", "3×3 to 1024"),
        ("3x3 to 512", "3×3 to 512"),
        ("3x3, highest score", "3×3, highest score"),
    ] {
        let (page, made) = (page(), heat_maps(policy, name));
        let (before, rest) = page.split_once(&format!("<svg data-policy=\"{policy}\"")).unwrap();
        let (_, after) = rest.split_once("</svg>").unwrap();
        let expected = format!("{before}{made}{after}");
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(repository_path("index.html"), &expected).unwrap();
        } else {
            assert!(page == expected, "{policy}: the heat maps in index.html are others");
        }
    }
}

#[test]
fn the_page_has_the_shares_of_the_stored_habits() {
    let page = page();
    let text = page.split_whitespace().collect::<Vec<_>>().join(" ").replace("> <t", "><t");
    let mut table = String::new();
    for (policy, name, target) in [
        ("3x3 to 512", "512", 512),
        ("3x3 to 1024", "1024", 1024),
        ("3x3, highest score", "score", 0),
    ] {
        for row in rows(policy) {
            let largest = row["largest"].as_u64().unwrap();
            // Two tiles that make the target are left only where the win is certain anyway.
            let left = match 2 * largest == target {
                true => "–".to_owned(),
                false => percent(&row["pairs_left"]),
            };
            let [block, line] = ["block", "line"].map(|name| percent(&row[name]));
            let _ = write!(
                table,
                "<tr><th scope=\"row\">{name}</th><td>{largest}</td><td>{block}</td>\
                 <td>{line}</td><td>{left}</td></tr>"
            );
        }
    }
    assert!(text.contains(&table), "the rows in index.html should be {table}");
    // The numbers in the sentences, of 3x3 to 1024: in whole per cent.
    let rows = rows("3x3 to 1024");
    let mut figures = 0;
    for element in page.split(" data-habit=\"").skip(1) {
        let (names, rest) = element.split_once("\">").unwrap();
        let (largest, name) = names.split_once(' ').unwrap();
        let largest: u64 = largest.parse().unwrap();
        let row = rows.iter().find(|row| row["largest"] == largest).unwrap();
        let expected = format!("{:.0}", 100.0 * row[name].as_f64().unwrap());
        assert_eq!(rest.split_once("</").unwrap().0, expected, "{names}");
        figures += 1;
    }
    assert!(figures >= 5, "{figures} figures");
}

#[test]
fn the_results_have_the_stored_habits() {
    let text = fs::read_to_string(repository_path("docs/results.md")).unwrap();
    for policy in ["3x3 to 256", "3x3 to 512", "3x3 to 1024", "3x3, highest score"] {
        for row in rows_from(policy, 64) {
            let share = |name: &str| format!("{:.2} %", 100.0 * row[name].as_f64().unwrap());
            let (largest, visits) = (&row["largest"], row["visits"].as_f64().unwrap());
            let shares = ["corner", "edge", "block", "block_smallest_inner", "line", "pairs"];
            let shares = shares.map(share).join(" | ");
            let line = format!(
                "| {policy} | {largest} | {visits:.1} | {shares} | {}",
                share("pairs_left")
            );
            assert!(text.contains(&line), "docs/results.md should have {line}");
        }
    }
}
