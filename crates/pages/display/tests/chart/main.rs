//! Golden charts: files in tests/golden that the writers reproduce byte for byte.
//!
//! After an intended change, look at the new files and write them with
//! `UPDATE_GOLDEN=1 cargo test -p mdp2048-display --test chart`.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use std::fs;
use std::path::Path;

use mdp2048_display::chart::{Axis, Mark, Notation, Plot, page_style, page_svg, stacked, svg};

#[track_caller]
fn check(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, made).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        golden == made,
        "{name} differs. If the change is intended, look at the file after \
         UPDATE_GOLDEN=1 cargo test -p mdp2048-display --test chart"
    );
}

/// The probabilities of the sums of two dice.
fn dice() -> Vec<(f64, f64)> {
    (2..=12).map(|sum: i32| (f64::from(sum), f64::from(6 - (sum - 7).abs()) / 36.0)).collect()
}

fn plot(title: &str, marks: Vec<Mark>) -> Plot {
    Plot {
        title: title.to_owned(),
        description: "The sum of two dice.".to_owned(),
        width: 480.0,
        height: 260.0,
        x: Axis::new("sum", 1.5, 12.5, Notation::Number),
        y: Axis::new("probability", 0.0, 0.18, Notation::Percent),
        marks,
    }
}

#[test]
fn a_histogram_a_line_and_its_mean() {
    let heights = dice().iter().map(|&(_, p)| p * 0.95).collect();
    let marks = vec![
        Mark::Band { class: "deviation".to_owned(), from: 4.585, to: 9.415 },
        Mark::Histogram { class: "sample".to_owned(), from: 1.5, width: 1.0, heights },
        Mark::line("exact", dice()),
        Mark::Rule { class: "mean".to_owned(), x: 7.0, label: "mean 7".to_owned() },
    ];
    check("histogram.svg", &svg(&plot("Two dice", marks).draw()));
}

#[test]
fn bars_for_few_numbers() {
    let bars = dice().into_iter().map(|(sum, p)| (sum, 0.0, p)).collect();
    let bars = Mark::Bars { class: "exact".to_owned(), width: 0.8, bars };
    check("bars.svg", &svg(&plot("Two dice", vec![bars]).draw()));
}

#[test]
fn stacked_areas() {
    let xs: Vec<f64> = dice().iter().map(|&(sum, _)| sum).collect();
    let layers = (0..12).map(|layer| {
        let share = f64::from(layer + 1) / 78.0;
        (format!("stack stack-{layer}"), dice().iter().map(|&(_, p)| p * share).collect())
    });
    check(
        "stacked.svg",
        &svg(&plot("Two dice in twelve parts", stacked(&xs, None, layers)).draw()),
    );
}

#[test]
fn a_chart_of_a_page_has_the_same_shapes_without_a_style_sheet() {
    let chart = plot("Two dice", vec![Mark::line("exact", dice())]).draw();
    let (file, page) = (svg(&chart), page_svg(&chart));
    let shapes = |text: &str| -> Vec<String> {
        let is_shape = |line: &&str| line.starts_with("<path") || line.starts_with("<text");
        text.lines().filter(is_shape).map(str::to_owned).collect()
    };
    // The first shape of the page's chart is in the line of its start tag.
    assert_eq!(shapes(&file)[1..], shapes(&page)[..]);
    assert!(!page.contains("<style>") && !page.contains("<title>"));
    for declared in ["--chart-main: var(--accent, light-dark(", "--chart-end: light-dark("] {
        assert!(page_style().contains(declared), "{declared}");
    }
}
