use crate::contradictions::changed;
use crate::{TestFolder, close, number};

#[test]
fn solutions_are_verified() {
    let folder = TestFolder::new();
    for (target, fraction) in
        [(8, "1"), (16, "770009003/800000000"), (32, "663098312572433/8000000000000000")]
    {
        let solved = folder.json(&format!("solve --board 2x2 --target {target} --out g.solution"));
        let verified = folder.json("verify g.solution");
        assert_eq!(verified["ok"], true);
        assert_eq!(verified["exact_start"], fraction);
        assert!(number(&verified, "max_residual") <= 1e-15);
        for field in ["states", "lost", "start_value"] {
            assert_eq!(verified[field], solved[field], "{field}");
        }
    }
    let text = folder.text("verify g.solution --threads 1");
    for line in
        ["57 checked; ", "\nexactly           663098312572433/8000000000000000\n", "\nverified  "]
    {
        assert!(text.contains(line), "{text}");
    }
    folder.text("solve --board 2x2 --target 8 --discount 0.9 --spawn-four 1 --out g.solution");
    assert_eq!(folder.json("verify g.solution")["exact_start"], "87/100");
    folder.text("solve --board 2x3 --target 128 --spawn-four 0.37 --out g.solution");
    let verified = folder.json("verify g.solution");
    let fraction = verified["exact_start"].as_str().unwrap();
    assert!(fraction.len() > 100, "{fraction}");
    assert!(folder.text("verify g.solution").contains("--json prints it\n"));
    folder.text("solve --board 2x3 --objective score --out g.solution");
    let verified = folder.json("verify g.solution");
    assert_eq!((&verified["ok"], verified["exact_start"].is_null()), (&true.into(), true));
}

#[test]
fn values_in_single_precision_are_verified_within_their_precision() {
    let folder = TestFolder::new();
    for game in ["2x2 --target 16", "2x3 --target 32", "2x3 --target 64"] {
        let solved = folder.json(&format!("solve --board {game} --precision single --out s"));
        let verified = folder.json("verify s");
        assert_eq!((&verified["ok"], &verified["fault_count"]), (&true.into(), &0.into()));
        let fraction = verified["exact_start"].as_str().unwrap();
        let (above, below) = fraction.split_once('/').unwrap();
        let exact = above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap();
        let error = (number(&solved, "start_value") - exact).abs() / exact;
        let bound = number(&verified, "relative_bound");
        assert!(error > 1e-13 && error <= bound && bound < 1e-5, "{game}: {error} {bound}");
    }
}

#[test]
fn an_occupancy_equal_to_the_threshold_is_decided_as_in_packing() {
    let folder = TestFolder::new();
    let game = "--board 2x3 --target 8 --objective fewest --spawn-four 0.5";
    folder.text(&format!("solve {game} --out t"));
    folder.text("pack t --threshold 0.01 --out p");
    let verified = folder.json("verify p --against t");
    assert_eq!((&verified["ok"], &verified["fault_count"]), (&true.into(), &0.into()));
}

#[test]
fn a_value_changed_with_its_checksums_is_found() {
    let mut old = 0.0;
    let folder = changed(|parts| {
        let last = parts.layers.last_mut().unwrap();
        old = std::mem::replace(&mut last.values[0], 0.625);
    });
    // The checksums match.
    folder.text("play g.solution");
    let result = folder.run("verify g.solution");
    assert_eq!(result.code, Some(1), "{}", result.err);
    let fault = format!("has the value 0.625, but its best action has {old}");
    assert!(result.out.contains("\nWrong: ") && result.out.contains(&fault), "{}", result.out);
    assert!(result.err.starts_with("mdp2048: g.solution has "));
    assert!(result.err.contains(&fault) && result.err.lines().count() == 1, "{}", result.err);
    let result = folder.run("verify g.solution --json");
    assert_eq!(result.code, Some(1));
    let verified: serde_json::Value = serde_json::from_str(&result.out).unwrap();
    assert_eq!(verified["ok"], false);
    close(&verified, "max_residual", (0.625 - old).abs(), 1e-15);
    assert!(verified["faults"][0].as_str().unwrap().contains(&fault), "{verified}");
    // A policy of the right solution.
    folder.text("solve --board 2x2 --target 16 --out right.solution");
    folder.text("pack right.solution --out g.policy");
    assert_eq!(folder.run("verify g.policy --against g.solution").code, Some(1));
}

#[test]
fn policies_are_verified_against_their_solutions() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 64 --out g.solution");
    for values in ["none", "state", "action"] {
        for threshold in ["0", "1e-3"] {
            let options = format!("--threshold {threshold} --values {values}");
            let packed = folder.json(&format!("pack g.solution {options} --out g.policy"));
            let verified = folder.json("verify g.policy --against g.solution");
            assert_eq!(verified["ok"], true, "{verified}");
            assert_eq!(verified["states"], packed["states"]);
            if values == "none" {
                assert!(verified["max_error"].is_null());
            } else {
                close(&verified, "max_error", 0.0, number(&packed, "value_error") + 1e-12);
            }
        }
    }
    assert!(folder.text("verify g.policy").contains("give --against SOLUTION to check"));
}
