use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{TestFolder, close, number};

/// A published game: board before each action, action and value in percent; then the last board.
pub(crate) fn published(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/oracles").join(name);
    let text = fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

pub(crate) fn check(played: &Value, rows: &[Vec<String>], outcome: &str) {
    assert_eq!(played["outcome"], outcome);
    assert_eq!(played["moves"], rows.len() - 1);
    let steps = played["steps"].as_array().unwrap();
    assert_eq!(steps.len(), rows.len() - 1);
    for (step, row) in steps.iter().zip(rows) {
        assert_eq!(step["board"], row[1].as_str(), "move {}", row[0]);
        assert_eq!(step["action"].as_str().unwrap()[..1].to_uppercase(), row[4], "move {}", row[0]);
        close(step, "value", row[5].parse().unwrap(), 0.005 + 1e-5);
    }
    assert_eq!(played["final"], rows[rows.len() - 1][1].as_str());
}

#[test]
fn published_games_replay_move_for_move() {
    let folder = TestFolder::new();
    for (target, seed, outcome) in [(8, 42, "won"), (16, 20, "lost"), (32, 47, "won")] {
        let rows = published(&format!("replay_2x2_to_{target}_seed{seed}.csv"));
        folder.text(&format!("solve --board 2x2 --target {target} --out g.solution"));
        folder.text("pack g.solution --out g.policy");
        for file in ["g.solution", "g.policy"] {
            let played = folder.json(&format!("play {file} --seed {seed}"));
            assert_eq!(played["seed"], seed);
            check(&played, &rows, outcome);
        }
    }
}

#[test]
fn the_replay_as_text() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 8 --out g.solution");
    let text = folder.text("play g.solution --seed 42");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "2x2 to 8, seed 42");
    assert_eq!(lines[2], "1  0 2/2 0  left     loses 0");
    assert_eq!(lines[lines.len() - 1], "Won in 5 moves.");
    folder.text("pack g.solution --values none --out g.policy");
    let text = folder.text("play g.policy --seed 42");
    assert_eq!(text.lines().nth(2), Some("1  0 2/2 0  left"));
}

#[test]
fn leaving_the_policy_is_an_outcome() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 64 --out g.solution");
    folder.text("pack g.solution --threshold 0.05 --out g.policy");
    let tally = folder.json("play g.policy --games 200");
    let off_policy = tally["off_policy"].as_u64().unwrap();
    assert!(off_policy > 100, "{tally}");
    let left = (0..).map(|seed| folder.json(&format!("play g.policy --seed {seed}")));
    let left = left.into_iter().find(|played| played["outcome"] == "off_policy").unwrap();
    assert_eq!(left["steps"].as_array().unwrap().len(), left["moves"]);
    let seed = &left["seed"];
    let text = folder.text(&format!("play g.policy --seed {seed}"));
    assert!(text.contains("Left the policy after "), "{text}");
}

#[test]
fn statistics_come_with_their_uncertainty() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out g.solution");
    let tally = folder.json("play g.solution --games 2000 --seed 7");
    assert_eq!((&tally["games"], &tally["first_seed"]), (&2000.into(), &7.into()));
    assert_eq!(tally["off_policy"], 0);
    let count = |field: &str| tally[field].as_u64().unwrap();
    assert_eq!(count("won") + count("lost"), 2000);
    close(&tally, "win_rate", count("won") as f64 / 2000.0, 1e-12);
    let interval: Vec<f64> =
        tally["interval"].as_array().unwrap().iter().map(|bound| bound.as_f64().unwrap()).collect();
    assert!(interval[0] < number(&tally, "win_rate") && number(&tally, "win_rate") < interval[1]);
    close(&tally, "start_value", 0.96251125375, 1e-11);
    // Seeds are fixed, so this holds for ever once it holds.
    assert!(interval[0] < 0.96251125375 && 0.96251125375 < interval[1], "{tally}");
    let text = folder.text("play g.solution --games 2000 --seed 7");
    assert!(text.contains("2,000, seeds 7 to 2006\n"), "{text}");
    assert!(text.contains("(95 % interval "), "{text}");
    assert!(text.contains("win probability 96.25 % under optimal play\n"), "{text}");
}

#[test]
fn statistics_count_the_single_games() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 32 --out g.solution");
    let won = (40..60)
        .filter(|seed| folder.json(&format!("play g.solution --seed {seed}"))["outcome"] == "won")
        .count();
    assert_eq!(folder.json("play g.solution --games 20 --seed 40")["won"], won);
}
