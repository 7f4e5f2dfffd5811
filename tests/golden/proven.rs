//! The proven probabilities in `index.html` are those of `docs/runs/proof.csv`.

use std::collections::BTreeMap;
use std::fs;

use mdp2048_test_support::repository_path;

/// The best bound of each target, in percent with two decimals, rounded down.
fn bounds() -> BTreeMap<String, String> {
    let text = fs::read_to_string(repository_path("docs/runs/proof.csv")).unwrap();
    let mut best: BTreeMap<String, f64> = BTreeMap::new();
    for row in text.lines().skip(1) {
        let mut cells = row.split(',');
        let target = cells.next().unwrap().to_owned();
        let proven: f64 = cells.next().unwrap().parse().unwrap();
        let bound = best.entry(target).or_default();
        *bound = bound.max(proven);
    }
    let percent = |proven: f64| format!("{:.2}", (1e4 * proven).floor() / 100.0);
    best.into_iter().map(|(target, proven)| (target, percent(proven))).collect()
}

#[test]
fn the_page_states_the_bounds_of_the_certificates() {
    let page = fs::read_to_string(repository_path("index.html")).unwrap();
    let bounds = bounds();
    let mut stated = 0;
    for rest in page.split("data-proven=\"").skip(1) {
        let (target, rest) = rest.split_once("\">").unwrap();
        let (text, _) = rest.split_once('<').unwrap();
        assert_eq!(bounds.get(target).map(String::as_str), Some(text), "{target}");
        stated += 1;
    }
    assert_eq!(stated, 4);
}
