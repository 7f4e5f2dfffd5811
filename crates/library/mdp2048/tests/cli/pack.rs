use std::fs;

use serde_json::Value;

use crate::{TestFolder, close, number};

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 64 --out g.solution");
    folder
}

#[test]
fn everything_is_kept_by_default() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 32 --out g.solution");
    let packed = folder.json("pack g.solution --out g.policy");
    assert_eq!(packed["states"], 57);
    assert_eq!(packed["threshold"], 0.0);
    assert_eq!(packed["leave_probability"], 0.0);
    assert_eq!(packed["occupancy_kept"], 1.0);
    assert_eq!(packed["values"], "state");
    let length = fs::metadata(folder.path().join("g.policy")).unwrap().len();
    assert_eq!(packed["bytes"], length);
    assert_eq!(folder.names(), ["g.policy", "g.solution"]);
}

#[test]
fn policies_of_every_objective_are_packed_and_played() {
    let folder = TestFolder::new();
    for objective in ["win", "score", "moves", "fewest"] {
        folder.text(&format!(
            "solve --board 2x2 --target 16 --objective {objective} --out g.solution"
        ));
        let packed = folder.json("pack g.solution --out g.policy");
        assert_eq!(packed["objective"], objective);
        assert_eq!(packed["states"], 35);
        let held = if objective == "fewest" { "none" } else { "state" };
        assert_eq!(packed["values"], held);
        let (solved, policy) =
            (folder.json("play g.solution --seed 3"), folder.json("play g.policy --seed 3"));
        assert_eq!(solved["final"], policy["final"], "{objective}");
        assert_eq!(folder.json("inspect g.policy")["start_value"], packed["start_value"]);
        folder.text("query g.policy --position 0_2/2_0");
        if objective != "fewest" {
            folder.text("pack g.solution --values action --threshold 1e-3 --out p");
            assert_eq!(folder.json("verify p --against g.solution")["ok"], true, "{objective}");
        }
    }
}

#[test]
fn the_error_of_the_values_is_chosen() {
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 64 --discount 0.99 --out g.solution");
    let packed =
        |options: &str| folder.json(&format!("pack g.solution --threshold 1e-4 {options} --out p"));
    let (coarse, usual, fine) =
        (packed("--value-error 1e-2"), packed("--values state"), packed("--value-error 1e-7"));
    assert!(number(&coarse, "bytes") < number(&usual, "bytes"));
    assert!(number(&usual, "bytes") < number(&fine, "bytes"));
    for (packed, bound) in [(&coarse, 1e-2), (&usual, 1e-4), (&fine, 1e-7)] {
        assert!(number(packed, "value_error") <= bound * (1.0 + 1e-9), "{packed}");
    }
}

#[test]
fn probabilities_of_losing_have_an_error_relative_to_that_of_the_game() {
    let folder = folder();
    let packed = folder.json("pack g.solution --threshold 1e-4 --values action --out g.policy");
    let least = number(&packed, "lose_probability");
    assert!((6.95e-18..7.05e-18).contains(&least), "{least:e}");
    assert_eq!(packed["start_value"], 1.0);
    assert!(number(&packed, "value_error") <= 0.006 * least * (1.0 + 1e-9), "{packed}");
    let verified = folder.json("verify g.policy --against g.solution");
    assert_eq!(verified["ok"], true);
    close(&verified, "lose_probability", least, 1e-9 * least);
    let text = folder.text("inspect g.policy");
    assert!(text.contains("probability of losing  1 in 1.4 × 10¹⁷  (7.01"), "{text}");
    // A value error that the values cannot have is refused.
    let line = "pack g.solution --threshold 1e-4 --value-error 1e-30 --out p";
    folder.refuse(line, "the values cannot be packed with so small an error: ask for a larger one");
}

#[test]
fn the_threshold_decides_what_is_kept() {
    let folder = folder();
    let at = |threshold| folder.json(&format!("pack g.solution --threshold {threshold} --out p"));
    let (few, many) = (at("1e-3"), at("1e-5"));
    assert!(number(&few, "states") < number(&many, "states"));
    assert!(number(&few, "leave_probability") > number(&many, "leave_probability"));
    assert!(number(&few, "occupancy_kept") < number(&many, "occupancy_kept"));
    close(&few, "threshold", 1e-3, 0.0);
}

#[test]
fn the_largest_threshold_is_found() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 64 --out g.solution");
    let packed = folder.json("pack g.solution --max-leave 0.01 --out p.policy");
    assert!(number(&packed, "leave_probability") <= 0.01);
    assert_eq!(packed["max_leave"], 0.01);
    assert!(number(&packed, "walks") > 1.0);
    let threshold = number(&packed, "threshold");
    assert!(threshold > 0.0);
    let above = threshold * (1.0 + 1e-9);
    let above = folder.json(&format!("pack g.solution --threshold {above:e} --out q.policy"));
    assert!(number(&above, "leave_probability") > 0.01);
    let text = folder.text("pack g.solution --max-leave 0.01 --out p.policy");
    assert!(text.contains("the largest with a leave probability of at most 1.00 % (found in "));
    let whole = folder.json("pack g.solution --max-leave 0 --out r.policy");
    assert_eq!(whole["leave_probability"], 0.0);
}

#[test]
fn packing_prints_what_inspecting_prints() {
    let folder = folder();
    let line = "pack g.solution --threshold 1e-4 --values action --out p.policy";
    let packed = folder.json(line);
    let inspected = folder.json("inspect p.policy");
    let inspected = inspected.as_object().unwrap();
    assert!(inspected.len() > 8);
    for (field, value) in inspected {
        assert_eq!(packed[field], *value, "{field}");
    }
    let text = folder.text(line);
    assert!(text.starts_with(&folder.text("inspect p.policy")), "{text}");
}

#[test]
fn values_differ_by_no_more_than_they_say() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 64 --out g.solution");
    folder.text("pack g.solution --values action --out g.policy");
    let exact = folder.json("play g.solution --seed 3");
    let packed = folder.json("play g.policy --seed 3");
    let steps = |played: &Value| played["steps"].as_array().unwrap().clone();
    assert_eq!(exact["final"], packed["final"]);
    for (exact, packed) in steps(&exact).iter().zip(&steps(&packed)) {
        assert_eq!(exact["action"], packed["action"]);
        close(packed, "value", number(exact, "value"), 1e-13);
    }
}
