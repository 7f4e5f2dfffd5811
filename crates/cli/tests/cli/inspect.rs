use crate::{TestFolder, close};

#[test]
fn a_solution_has_its_game_and_size() {
    let folder = TestFolder::new();
    let solved = folder.json("solve --board 2x3 --target 32 --discount 0.9 --out g.solution");
    let inspected = folder.json("inspect g.solution");
    assert_eq!(inspected["kind"], "solution");
    for field in "board target objective discount spawn_four states lost layers largest_layer \
                  start_value bytes"
        .split(' ')
    {
        assert_eq!(inspected[field], solved[field], "{field}");
    }
    let text = folder.text("inspect g.solution");
    assert!(text.contains("2x3 to 32, discount 0.9\n") && text.contains("\nvalue "), "{text}");
}

#[test]
fn a_policy_has_its_coverage_and_errors() {
    let folder = TestFolder::solved();
    for (parts_held, values) in (1..).zip(["none", "state", "action"]) {
        folder.text(&format!("pack g.solution --threshold 0.02 --values {values} --out p"));
        let inspected = folder.json("inspect p");
        assert_eq!(inspected["kind"], "policy");
        assert_eq!((&inspected["board"], &inspected["target"]), (&"2x2".into(), &16.into()));
        assert_eq!((&inspected["threshold"], &inspected["values"]), (&0.02.into(), &values.into()));
        assert_eq!(inspected["value_error"].is_null(), values == "none");
        let states = inspected["states"].as_u64().unwrap();
        assert!(0 < states && states < 35);
        close(&inspected, "start_value", 0.96251125375, 1e-11);
        for field in ["bytes", "bits_per_state", "occupancy_kept", "leave_probability"] {
            assert!(inspected[field].as_f64().unwrap() > 0.0, "{field}");
        }
        let parts = inspected["parts"].as_array().unwrap();
        let names = ["actions", "values", "regrets"].into_iter().take(parts_held);
        assert!(parts.iter().map(|part| part["name"].as_str().unwrap()).eq(names));
        for part in parts {
            let bits = 8.0 * part["bytes"].as_f64().unwrap() / states as f64;
            close(part, "bits_per_state", bits, 1e-12);
        }
    }
    let text = folder.text("inspect p");
    for part in [
        "states of occupancy 2e-2 or more\n",
        "value error      to within 0.00",
        " % of a regret, or 0.0012 points for small ones\n",
        " bits a state\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
}
