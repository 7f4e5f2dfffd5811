use serde_json::Value;

use crate::{TestFolder, close, number};

#[test]
fn json_holds_what_scripts_rely_on() {
    let folder = TestFolder::new();
    let solved = folder.json("solve --board 2x2 --target 1.6e1 --threads 2e0");
    for (field, expected) in [("states", 35), ("layers", 11), ("largest_layer", 6), ("threads", 2)]
    {
        assert_eq!(solved[field], expected, "{field}");
    }
    close(&solved, "start_value", 770009003.0 / 800000000.0, 1e-12);
    close(&solved, "lose_probability", 29990997.0 / 800000000.0, 1e-12);
    let bound = number(&solved, "relative_bound");
    assert!((1e-15..1e-13).contains(&bound), "{bound}");
    close(&solved, "start_value", 770009003.0 / 800000000.0, bound);
    assert!(number(&solved, "wall_seconds") > 0.0);
    assert!(number(&solved, "cpu_seconds") >= 0.0);
    if cfg!(target_os = "linux") {
        assert!(number(&solved, "peak_bytes") > 1e6);
    }
    assert_eq!(folder.names(), [""; 0]);
    let text = folder.text("solve --board 2x2 --target 16 --threads 1");
    for part in [
        "35 in 11 layers, the largest of 6; 6 lost boards\n",
        "96.25 %  (0.96251125375), relative error below 2.",
        "lose probability  3.75 %  (",
        "with 1 thread (",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn parameters_reach_the_solver() {
    let folder = TestFolder::new();
    let solved = folder.json("solve --board 2x2 --target 8 --discount 0.99 --spawn-four 0.25");
    assert_eq!(solved["discount"], 0.99);
    assert_eq!(solved["spawn_four"], 0.25);
    assert_eq!(solved["objective"], "win");
    assert!(solved["lose_probability"].is_null());
    assert!(number(&solved, "start_value") < 0.98);
    let upright = folder.json("solve --board 3x2 --target 32");
    let lying = folder.json("solve --board 2x3 --target 32");
    assert_eq!((&upright["board"], &lying["board"]), (&"3x2".into(), &"2x3".into()));
    assert_eq!(upright["states"], lying["states"]);
    close(&upright, "start_value", number(&lying, "start_value"), 1e-12);
    // Small numbers are printed short.
    let text = folder.text("solve --board 2x2 --target 16 --discount 1e-300 --out s");
    assert!(text.contains("2x2 to 16, discount 1e-300\n"), "{text}");
    let text = text + &folder.text("inspect s") + &folder.text("query s --position 2_2/4_8");
    assert!(!text.contains(&"0".repeat(20)), "{text}");
}

#[test]
fn objectives_have_their_own_units() {
    let folder = TestFolder::new();
    let score = folder.json("solve --board 2x3 --objective score --out s.solution");
    assert!(score["target"].is_null() && score["lose_probability"].is_null());
    assert_eq!((&score["states"], &score["lost"]), (&17_268.into(), &4_484.into()));
    let games = folder.json("play s.solution --games 2000");
    let [low, high] = [0, 1].map(|at| games["score_interval"][at].as_f64().unwrap());
    let exact = number(&score, "start_value");
    // Seeds are fixed, so this holds for ever once it holds.
    assert!(low < exact && exact < high, "{games}");
    let text = folder.text("query s.solution --position 0_2_0/0_2_0");
    assert!(text.contains("expected score  ") && text.contains(" in score"), "{text}");

    let moves = folder.json("solve --board 2x2 --target 16 --objective moves");
    close(&moves, "start_value", 8.155_179_405, 1e-9);

    // Winning is certain to 8, and to 16 only from some states.
    let certain = folder.json("solve --board 2x2 --target 8");
    assert_eq!(certain["lose_probability"], 0.0);
    let fewest = folder.json("solve --board 2x2 --target 8 --objective fewest");
    assert!((2.0..6.0).contains(&number(&fewest, "start_value")));
    assert!(fewest["can_be_forced"] == true && certain["can_be_forced"].is_null());
    let fewest = folder.json("solve --board 2x2 --target 16 --objective fewest --out f.solution");
    assert!(fewest["start_value"].is_null() && fewest["can_be_forced"] == false);
    for (line, part) in [
        ("solve --board 2x2 --target 8 --objective fewest", "; the target can be forced\n"),
        ("inspect f.solution", "  none; the target cannot be forced: no policy wins "),
    ] {
        let text = folder.text(line);
        assert!(text.contains(part), "{text}");
    }
    let text = folder.text("query f.solution --position 0_2/2_0");
    assert!(text.contains("fewest moves  none, because winning is not certain"), "{text}");
    let certain = folder.json("query f.solution --position 8_8/0_2");
    assert_eq!(certain["value"], 1.0);
}

/// Checks the estimated memory of a solve, whose result this is.
pub(crate) fn check_estimate(solved: &Value) {
    // Not every system reports the peak memory.
    if let Some(peak) = solved["peak_bytes"].as_f64() {
        let estimated = number(solved, "estimated_bytes");
        let ratio = estimated / peak;
        assert!((0.85..1.25).contains(&ratio), "estimated {estimated}, used {peak}: {solved}");
    }
}

#[test]
fn memory_is_estimated() {
    let line = "solve --board 3x4 --target 32 --memory 0.5g --out 32.solution";
    check_estimate(&TestFolder::new().json(line));
}

#[test]
fn single_precision_has_an_error_bound() {
    let folder = TestFolder::new();
    let double = folder.json("solve --board 3x3 --target 128 --out d.solution");
    let line = "solve --board 3x3 --target 128 --precision single --out s.solution";
    let single = folder.json(line);
    assert_eq!((&double["precision"], &single["precision"]), (&"double".into(), &"single".into()));
    assert_eq!(number(&double, "relative_error"), 0.0);
    let bound = number(&single, "relative_error");
    assert!(bound > 1e-6 && bound < 1e-5);
    close(&single, "start_value", number(&double, "start_value"), bound);
    assert!(number(&single, "bytes") < 0.6 * number(&double, "bytes"));
    assert!(number(&single, "estimated_bytes") < number(&double, "estimated_bytes"));
    folder.text("verify s.solution");
    assert_eq!(folder.json("inspect s.solution")["precision"], "single");
    // The game is nearly certain to be won, so its values are probabilities of losing.
    let position = "query s.solution --position 0_2_0/0_64_4/0_8_8";
    let answer = folder.json(position);
    close(&answer, "value_error", bound * number(&answer, "lose_probability"), 1e-15);
    let label = "single; every value has a relative error of at most ";
    for (line, name) in [
        ("inspect s.solution", "precision              "),
        (position, "Precision: "),
        (&line.replace("128", "64"), "\nprecision              "),
    ] {
        let text = folder.text(line);
        assert!(text.contains(&format!("{name}{label}")), "{text}");
    }
}

#[test]
fn threads_are_no_more_than_processors() {
    let folder = TestFolder::new();
    let solve = "solve --board 2x3 --target 32 --json --out";
    for line in [&format!("{solve} many --threads 1000"), &format!("{solve} one --threads 1")] {
        let result = folder.run(line);
        assert_eq!(result.code, Some(0), "{}", result.err);
        let many = line.contains("1000");
        let note = "mdp2048: note: --threads 1000 is more than the processors, so ";
        assert_eq!(result.err.starts_with(note), many, "{}", result.err);
        let json: Value = serde_json::from_str(&result.out).unwrap();
        assert!(json["threads"].as_u64().unwrap() < 1000);
    }
    assert!(folder.read("many") == folder.read("one"));
    let verified = folder.run("verify many --threads 100000");
    assert_eq!(verified.code, Some(0));
    assert!(verified.err.contains("note: --threads 100000 is more"), "{}", verified.err);
}
