use serde_json::json;

use crate::solve::check_estimate;
use crate::{TestFolder, close};

#[test]
fn the_published_position_to_512() {
    let folder = TestFolder::new();
    let solved = folder.json("solve --board 3x3 --target 512 --memory 0.5g --out g.solution");
    check_estimate(&solved);
    let answer = folder.json("query g.solution --position 0_2_0/0_64_4/0_8_8");
    let actions = &answer["actions"];
    close(&actions["right"], "value", 0.736759239587902, 1e-9);
    close(&actions["left"], "value", 0.736754070877757, 1e-9);
    close(&actions["up"], "value", 0.736685530252522, 1e-9);
    close(&actions["left"], "regret", 0.736759239587902 - 0.736754070877757, 1e-9);
    assert!(actions["down"].is_null());
    assert_eq!(answer["best"], json!(["right"]));
    close(&answer, "value", 0.736759239587902, 1e-9);
    close(&answer, "relative_bound", 1.25e-12, 0.05e-12);
    let text = folder.text("query g.solution --position 0_2_0/0_64_4/0_8_8");
    for part in [
        "\n   0   2   0\n   0  64   4\n   0   8   8\n",
        "right  73.68 %  (0.736759239588)  best\n",
        "keeps > 99.99 %  (costs 0.00000516871",
        "keeps 99.99 %  (costs 0.0000737093",
        "down   not allowed\n",
        "Exact to rounding: every value has a relative error below 1.3e-12.\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn answers_are_in_the_frame_of_the_position() {
    let folder = TestFolder::solved();
    // A position that is not its canonical form, and its mirror image.
    let answer = folder.json("query g.solution --position 2_0/4_2");
    let mirror = folder.json("query g.solution --position 0_2/2_4");
    assert_eq!(answer["canonical"], "0112");
    assert_eq!(mirror["canonical"], "0112");
    assert_eq!(answer["position"], "2 0/4 2");
    assert_eq!(answer["actions"]["left"], mirror["actions"]["right"]);
    assert_eq!(answer["actions"]["right"], mirror["actions"]["left"]);
    assert_eq!(answer["value"], mirror["value"]);
    assert_eq!(answer["value_error"], 0.0);
}

#[test]
fn every_best_action_is_listed() {
    let folder = TestFolder::solved();
    let answer = folder.json("query g.solution --position 0_2/2_0");
    assert_eq!(answer["best"], json!(["left", "right", "up", "down"]));
    assert_eq!(answer["action"], "left");
}

#[test]
fn policies_answer_with_what_they_hold() {
    let folder = TestFolder::solved();
    for values in ["none", "state", "action"] {
        let options = format!("--values {values} --threshold 0.02");
        folder.text(&format!("pack g.solution {options} --out {values}.policy"));
    }
    let exact = folder.json("query g.solution --position 8_2/0_4");
    let ask = |file: &str| folder.json(&format!("query {file}.policy --position 8_2/0_4"));
    let nothing = json!({"value": null, "regret": null});
    for file in ["none", "state"] {
        let answer = ask(file);
        assert_eq!(answer["best"], exact["best"]);
        assert_eq!(answer["actions"]["right"].is_null(), exact["actions"]["right"].is_null());
        assert_eq!(answer["actions"]["down"], nothing);
    }
    assert!(ask("none")["value"].is_null());
    let bound = 1e-4;
    let value = exact["value"].as_f64().unwrap();
    close(&ask("state"), "value", value, bound);
    let answer = ask("action");
    close(&answer, "value", value, bound);
    assert!(answer["value_error"].as_f64().unwrap() <= 6e-5 * 1.000_001);
    assert!(answer["regret_error"].as_f64().unwrap() <= 0.05);
    let down = exact["actions"]["down"]["value"].as_f64().unwrap();
    let regret = value - down;
    close(&answer["actions"]["down"], "regret", regret, 0.05 * regret);
    let text = folder.text("query none.policy --position 8_2/0_4");
    assert!(text.contains("best\n") && text.contains("allowed\n"), "{text}");
    assert!(text.ends_with("This policy holds actions only.\n"), "{text}");
    let text = folder.text("query action.policy --position 8_2/0_4");
    for part in [
        "left   > 99.99 %  best\n",
        "\nValues as the policy holds them, to within 0.00",
        " points; costs to within ",
        " if small.\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_policy_with_regrets_lists_every_best_action() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 32 --out g.solution");
    folder.text("pack g.solution --values action --out whole.policy");
    folder.text("pack g.solution --values action --threshold 1e-3 --out part.policy");
    folder.text("pack g.solution --values state --threshold 1e-3 --out state.policy");
    for position in ["0_2_0/0_2_0", "2_0_2/0_0_0", "0_2_4/0_0_0"] {
        let ask = |file: &str| folder.json(&format!("query {file} --position {position}"));
        let exact = ask("g.solution");
        assert_eq!(ask("whole.policy")["best"], exact["best"], "{position}");
        // Costs below a bound are held as none.
        let part = ask("part.policy");
        let best = part["best"].as_array().unwrap();
        assert!(best.contains(&part["action"]), "{position}");
        assert!(exact["best"].as_array().unwrap().iter().all(|action| best.contains(action)));
        for action in ["left", "right", "up", "down"] {
            let has_no_regret = part["actions"][action]["regret"] == 0.0;
            assert_eq!(best.contains(&action.into()), has_no_regret, "{position} {action}");
        }
        assert_eq!(ask("state.policy")["best"], json!([exact["action"]]));
    }
}
