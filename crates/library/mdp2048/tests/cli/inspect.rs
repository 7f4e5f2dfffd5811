use crate::{TestFolder, close};

#[test]
fn a_solution_has_its_game_and_size() {
    let folder = TestFolder::new();
    let solved = folder.json("solve --board 2x3 --target 32 --discount 0.9 --out g.solution");
    let inspected = folder.json("inspect g.solution");
    assert_eq!(inspected["kind"], "solution");
    for field in
        ["board", "target", "objective", "discount", "spawn_four", "states", "lost", "layers"]
    {
        assert_eq!(inspected[field], solved[field], "{field}");
    }
    for field in ["largest_layer", "start_value", "bytes"] {
        assert_eq!(inspected[field], solved[field], "{field}");
    }
    let text = folder.text("inspect g.solution");
    assert!(text.contains("2x3 to 32, discount 0.9\n"), "{text}");
    assert!(text.contains("\nvalue "), "{text}");
}

#[test]
fn a_policy_has_its_coverage_and_errors() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out g.solution");
    for (values, error) in [("none", None), ("state", Some(())), ("action", Some(()))] {
        folder.text(&format!("pack g.solution --threshold 0.02 --values {values} --out p"));
        let inspected = folder.json("inspect p");
        assert_eq!(inspected["kind"], "policy");
        assert_eq!((&inspected["board"], &inspected["target"]), (&"2x2".into(), &16.into()));
        assert_eq!(inspected["threshold"], 0.02);
        assert_eq!(inspected["values"], values);
        assert_eq!(inspected["value_error"].is_null(), error.is_none());
        let states = inspected["states"].as_u64().unwrap();
        assert!(0 < states && states < 35);
        close(&inspected, "start_value", 0.96251125375, 1e-11);
        for field in ["bytes", "bits_per_state", "occupancy_kept", "leave_probability"] {
            assert!(inspected[field].as_f64().unwrap() > 0.0, "{field}");
        }
        let parts = inspected["parts"].as_array().unwrap();
        let names = ["actions", "values", "regrets"].into_iter();
        let held = 1 + ["none", "state", "action"].iter().position(|&name| name == values).unwrap();
        assert!(parts.iter().map(|part| part["name"].as_str().unwrap()).eq(names.take(held)));
        for part in parts {
            let bits = 8.0 * part["bytes"].as_f64().unwrap() / states as f64;
            close(part, "bits_per_state", bits, 1e-12);
            assert!(bits > 0.0, "{part}");
        }
    }
    let text = folder.text("inspect p");
    assert!(text.contains("states of occupancy 2e-2 or more\n"), "{text}");
    assert!(text.contains("value error      to within 0.00"), "{text}");
    assert!(
        text.contains(" % of a regret, or 0.0012 percentage points for small ones\n"),
        "{text}"
    );
    assert!(text.contains(" bits a state\n"), "{text}");
}
