use crate::{TestFolder, close, number};

#[test]
fn policies_of_every_objective_are_packed_and_played() {
    let folder = TestFolder::new();
    for objective in ["win", "score", "moves", "fewest"] {
        folder.text(&format!(
            "solve --board 2x2 --target 16 --objective {objective} --out g.solution"
        ));
        let packed = folder.json("pack g.solution --out g.policy");
        assert_eq!((&packed["objective"], &packed["states"]), (&objective.into(), &35.into()));
        // Everything is kept by default.
        for (field, value) in
            [("threshold", 0.0), ("leave_probability", 0.0), ("occupancy_kept", 1.0)]
        {
            assert_eq!(packed[field], value, "{field}");
        }
        assert_eq!(packed["bytes"], folder.read("g.policy").len());
        let held = if objective == "fewest" { "none" } else { "state" };
        assert_eq!(packed["values"], held);
        let (solved, policy) =
            (folder.json("play g.solution --seed 3"), folder.json("play g.policy --seed 3"));
        assert_eq!(solved["final"], policy["final"], "{objective}");
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
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 64 --out g.solution");
    let line = "pack g.solution --threshold 1e-4 --values action --out g.policy";
    let packed = folder.json(line);
    let least = number(&packed, "lose_probability");
    assert!((6.95e-18..7.05e-18).contains(&least), "{least:e}");
    assert_eq!(packed["start_value"], 1.0);
    assert!(number(&packed, "value_error") <= 0.006 * least * (1.0 + 1e-9), "{packed}");
    let verified = folder.json("verify g.policy --against g.solution");
    assert_eq!(verified["ok"], true);
    close(&verified, "lose_probability", least, 1e-9 * least);
    let text = folder.text("inspect g.policy");
    assert!(text.contains("probability of losing  1 in 1.4 × 10¹⁷  (7.01"), "{text}");
    // What is packed is printed as an inspection prints it.
    let inspected = folder.json("inspect g.policy");
    let inspected = inspected.as_object().unwrap();
    assert!(inspected.len() > 8);
    for (field, value) in inspected {
        assert_eq!(packed[field], *value, "{field}");
    }
    assert!(folder.text(line).starts_with(&text));
    // A value error that the values cannot have is refused.
    let line = "pack g.solution --threshold 1e-4 --value-error 1e-30 --out p";
    folder.refuse(line, "the values cannot be packed with so small an error: ask for a larger one");
}

#[test]
fn the_threshold_decides_what_is_kept() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 64 --out g.solution");
    let packed = folder.json("pack g.solution --max-leave 0.01 --out p.policy");
    assert!(number(&packed, "leave_probability") <= 0.01);
    assert_eq!(packed["max_leave"], 0.01);
    assert!(number(&packed, "walks") > 1.0);
    let above = number(&packed, "threshold") * (1.0 + 1e-9);
    let above = folder.json(&format!("pack g.solution --threshold {above:e} --out q.policy"));
    assert!(number(&above, "leave_probability") > 0.01);
    assert!(number(&above, "states") < number(&packed, "states"));
    assert!(number(&above, "occupancy_kept") < number(&packed, "occupancy_kept"));
    let text = folder.text("pack g.solution --max-leave 0.01 --out p.policy");
    assert!(text.contains("the largest with a leave probability of at most 1.00 % (found in "));
    let whole = folder.json("pack g.solution --max-leave 0 --out r.policy");
    assert_eq!(whole["leave_probability"], 0.0);
}
