//! Crossings on the six graphs of tests/oracles/diagrams, on which layouts were compared.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mdp2048_diagram::layout::{self, Effort, Net};

/// The graph of an oracle table.
fn oracle(name: &str) -> Net {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/oracles/diagrams");
    let text = fs::read_to_string(path.join(format!("{name}.csv"))).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let node =
        |row: &[&str], end: usize| (row[end + 2].parse::<usize>().unwrap(), row[end].to_owned());
    let mut numbers: BTreeMap<_, usize> =
        rows.iter().flat_map(|row| [(node(row, 0), 0), (node(row, 1), 0)]).collect();
    for (at, number) in numbers.values_mut().enumerate() {
        *number = at;
    }
    let columns: Vec<usize> = numbers.keys().map(|key| key.0).collect();
    let edges: Vec<_> =
        rows.iter().map(|row| (numbers[&node(row, 0)], numbers[&node(row, 1)])).collect();
    Net::new(&columns, &edges)
}

/// Checks that there are at most as many crossings as Graphviz `dot` has.
fn check(name: &str, dot: u64) {
    let net = oracle(name);
    let crossings = layout::order(&net, Effort::Quick).crossings(&net);
    assert!(crossings <= dot, "{name}: {crossings} crossings, but dot has {dot}");
}

#[test]
fn no_more_crossings_than_dot() {
    check("2x2_to_8_canonical", 37);
    check("2x2_to_16_canonical", 205);
    check("2x2_to_16_canonical_optimal", 131);
    check("2x2_to_32_canonical", 300);
    check("2x2_to_32_canonical_optimal", 202);
    check("2x2_to_8_not_canonical", 9477);
}

#[test]
fn the_same_order_every_time() {
    let net = oracle("2x2_to_32_canonical");
    let orders = [(); 2].map(|()| layout::order(&net, Effort::Quick));
    assert_eq!(orders[0].columns(), orders[1].columns());
}

#[test]
fn long_effort_is_worth_it() {
    for name in ["2x2_to_32_canonical", "2x2_to_8_not_canonical"] {
        let net = oracle(name);
        let [quick, long] =
            [Effort::Quick, Effort::Long].map(|effort| layout::order(&net, effort).crossings(&net));
        assert!(long < quick, "{name}: {long} crossings, {quick} with little effort");
    }
}
