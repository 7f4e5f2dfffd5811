//! The committed exact values of agents in `docs/arena/exact.json`: some are computed again.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{TestFolder, number};

/// The row that is computed again: it takes the least time.
const CHEAPEST: &str = "greedy:canonical";

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs")
}

/// The evaluations of agents, as `mdp2048 evaluate --json` prints them.
fn committed() -> Vec<Value> {
    let text = fs::read_to_string(docs().join("arena/exact.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_committed_exact_value_is_computed_again() {
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 256 --out 256.solution");
    let again = folder.json(&format!("evaluate 256.solution --agent {CHEAPEST} --games 500"));
    let evaluations = committed();
    let result = evaluations.iter().find(|it| it["agent"] == CHEAPEST).unwrap();
    assert_eq!(result["boards"], again["boards"]);
    for field in ["value", "optimum", "win_probability", "mean_score", "mean_moves", "loss"] {
        let (one, other) = (number(result, field), number(&again, field));
        assert!((one - other).abs() <= 1e-12 * one.abs(), "{field}: {one} is not {other}");
    }
    assert_eq!(
        result["layers"].as_array().unwrap().len(),
        again["layers"].as_array().unwrap().len()
    );
    assert!(number(&again["sampled"]["score"], "standard_errors").abs() < 4.0, "{again}");
}
