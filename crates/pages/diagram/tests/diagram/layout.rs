//! Crossings in the six graphs of tests/oracles/diagrams, on which layouts were compared.

use std::collections::BTreeMap;

use mdp2048_diagram::layout::{LayeredGraph, find_order};
use mdp2048_test_support::oracle_rows;

/// Reads the graph of an oracle table.
fn oracle_graph(name: &str) -> LayeredGraph {
    let rows = oracle_rows(&format!("diagrams/{name}.csv"));
    // The columns of the table: from, to, column of from, column of to.
    let node =
        |row: &[String], end: usize| (row[end + 2].parse::<usize>().unwrap(), row[end].clone());
    let mut indices: BTreeMap<_, usize> =
        rows.iter().flat_map(|row| [(node(row, 0), 0), (node(row, 1), 0)]).collect();
    for (at, index) in indices.values_mut().enumerate() {
        *index = at;
    }
    let columns: Vec<usize> = indices.keys().map(|key| key.0).collect();
    let edges: Vec<_> =
        rows.iter().map(|row| (indices[&node(row, 0)], indices[&node(row, 1)])).collect();
    LayeredGraph::new(&columns, &edges)
}

#[test]
fn there_are_no_more_crossings_than_in_the_layout_of_dot() {
    for (name, crossings_of_dot) in [
        ("2x2_to_8_canonical", 37),
        ("2x2_to_16_canonical", 205),
        ("2x2_to_16_canonical_optimal", 131),
        ("2x2_to_32_canonical", 300),
        ("2x2_to_32_canonical_optimal", 202),
        ("2x2_to_8_not_canonical", 9477),
    ] {
        let graph = oracle_graph(name);
        let crossings = find_order(&graph).crossings(&graph);
        assert!(crossings <= crossings_of_dot, "{name}: {crossings}, but dot {crossings_of_dot}");
    }
}

#[test]
fn the_order_is_the_same_every_time() {
    let graph = oracle_graph("2x2_to_32_canonical");
    let orders = [(); 2].map(|()| find_order(&graph));
    assert_eq!(orders[0].columns(), orders[1].columns());
}
