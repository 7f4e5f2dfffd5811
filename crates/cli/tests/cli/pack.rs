use std::fs;

use serde_json::Value;

use crate::{Place, close, number};

fn place() -> Place {
    let place = Place::new();
    place.text("solve --board 3x3 --target 64 --out g.solution");
    place
}

#[test]
fn everything_is_kept_by_default() {
    let place = Place::new();
    place.text("solve --board 2x2 --target 32 --out g.solution");
    let packed = place.json("pack g.solution --out g.policy");
    assert_eq!(packed["states"], 57);
    assert_eq!(packed["threshold"], 0.0);
    assert_eq!(packed["leave_probability"], 0.0);
    assert_eq!(packed["occupancy_kept"], 1.0);
    assert_eq!(packed["values"], "state");
    let length = fs::metadata(place.path().join("g.policy")).unwrap().len();
    assert_eq!(packed["bytes"], length);
    assert_eq!(place.names(), ["g.policy", "g.solution"]);
}

#[test]
fn policies_of_every_objective_are_packed_and_played() {
    let place = Place::new();
    for objective in ["win", "score", "moves", "fewest"] {
        place.text(&format!(
            "solve --board 2x2 --target 16 --objective {objective} --out g.solution"
        ));
        let packed = place.json("pack g.solution --out g.policy");
        assert_eq!(packed["objective"], objective);
        assert_eq!(packed["states"], 35);
        let held = if objective == "fewest" { "none" } else { "state" };
        assert_eq!(packed["values"], held);
        let (solved, policy) =
            (place.json("play g.solution --seed 3"), place.json("play g.policy --seed 3"));
        assert_eq!(solved["final"], policy["final"], "{objective}");
        assert_eq!(place.json("inspect g.policy")["start_value"], packed["start_value"]);
        place.text("query g.policy --position 0_2/2_0");
        if objective == "fewest" {
            let complaint = "0 0/2 2 has no finite values to hold: hold no values";
            place.refuse("pack g.solution --values state --out p", complaint);
        } else {
            place.text("pack g.solution --values action --threshold 1e-3 --out p");
            assert_eq!(place.json("verify p --against g.solution")["ok"], true, "{objective}");
        }
    }
}

#[test]
fn the_error_of_the_values_is_chosen() {
    let place = place();
    let packed =
        |options: &str| place.json(&format!("pack g.solution --threshold 1e-4 {options} --out p"));
    let (coarse, usual, fine) =
        (packed("--value-error 1e-2"), packed("--values state"), packed("--value-error 1e-7"));
    assert!(number(&coarse, "bytes") < number(&usual, "bytes"));
    assert!(number(&usual, "bytes") < number(&fine, "bytes"));
    for (told, bound) in [(&coarse, 1e-2), (&usual, 1e-4), (&fine, 1e-7)] {
        assert!(number(told, "value_error") <= bound * (1.0 + 1e-9), "{told}");
    }
    place.refuse("pack g.solution --value-error 0 --out q", "invalid value '0' for '--value-error");
}

#[test]
fn the_threshold_decides_what_is_kept() {
    let place = place();
    let at = |threshold| place.json(&format!("pack g.solution --threshold {threshold} --out p"));
    let (few, many) = (at("1e-3"), at("1e-5"));
    assert!(number(&few, "states") < number(&many, "states"));
    assert!(number(&few, "leave_probability") > number(&many, "leave_probability"));
    assert!(number(&few, "occupancy_kept") < number(&many, "occupancy_kept"));
    close(&few, "threshold", 1e-3, 0.0);
}

#[test]
fn the_largest_threshold_is_found() {
    let place = Place::new();
    place.text("solve --board 2x3 --target 64 --out g.solution");
    let packed = place.json("pack g.solution --max-leave 0.01 --out p.policy");
    assert!(number(&packed, "leave_probability") <= 0.01);
    assert_eq!(packed["max_leave"], 0.01);
    assert!(number(&packed, "walks") > 1.0);
    let threshold = number(&packed, "threshold");
    assert!(threshold > 0.0);
    let above = threshold * (1.0 + 1e-9);
    let above = place.json(&format!("pack g.solution --threshold {above:e} --out q.policy"));
    assert!(number(&above, "leave_probability") > 0.01);
    let text = place.text("pack g.solution --max-leave 0.01 --out p.policy");
    assert!(text.contains("the largest that leaves with probability 1.00 % at most (found in "));
    let whole = place.json("pack g.solution --max-leave 0 --out r.policy");
    assert_eq!(whole["leave_probability"], 0.0);
}

#[test]
fn packing_prints_what_inspecting_prints() {
    let place = place();
    let line = "pack g.solution --threshold 1e-4 --values action --out p.policy";
    let packed = place.json(line);
    let inspected = place.json("inspect p.policy");
    let inspected = inspected.as_object().unwrap();
    assert!(inspected.len() > 8);
    for (field, value) in inspected {
        assert_eq!(packed[field], *value, "{field}");
    }
    let text = place.text(line);
    assert!(text.starts_with(&place.text("inspect p.policy")), "{text}");
}

#[test]
fn packing_again_gives_the_same_bytes() {
    let place = place();
    for name in ["a", "b"] {
        place.text(&format!("pack g.solution --threshold 1e-4 --out {name}"));
    }
    let read = |name| fs::read(place.path().join(name)).unwrap();
    assert!(read("a") == read("b"));
}

#[test]
fn values_differ_by_no_more_than_they_say() {
    let place = Place::new();
    place.text("solve --board 2x3 --target 64 --out g.solution");
    place.text("pack g.solution --values action --out g.policy");
    let exact = place.json("play g.solution --seed 3");
    let packed = place.json("play g.policy --seed 3");
    let steps = |played: &Value| played["steps"].as_array().unwrap().clone();
    assert_eq!(exact["final"], packed["final"]);
    for (exact, packed) in steps(&exact).iter().zip(&steps(&packed)) {
        assert_eq!(exact["action"], packed["action"]);
        close(packed, "value", number(exact, "value"), 1e-13);
    }
}
