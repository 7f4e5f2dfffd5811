//! Printed probabilities: from 0 to 1, and of winning where a value is one.

use serde_json::Value;

use crate::TestFolder;

/// The fields that are probabilities in games of the win objective.
const PROBABILITIES: [&str; 19] = [
    "probability",
    "at_least",
    "mixture",
    "value",
    "optimum",
    "start_value",
    "result",
    "accuracy",
    "lose_probability",
    "optimum_lose_probability",
    "win_probability",
    "win_rate",
    "rate",
    "mixture_distance",
    "occupancy",
    "occupancy_kept",
    "leave_probability",
    "flow",
    "dropped",
];

/// Checks the probabilities in a JSON value and returns how many there are.
fn check(line: &str, field: &str, value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields.iter().map(|(name, it)| check(line, name, it)).sum(),
        Value::Array(items) => items.iter().map(|it| check(line, field, it)).sum(),
        Value::Number(found) if PROBABILITIES.contains(&field) => {
            let found = found.as_f64().unwrap();
            assert!((0.0..=1.0).contains(&found), "{line}: {field} is {found}");
            1
        }
        _ => 0,
    }
}

#[test]
fn printed_probabilities_are_from_zero_to_one() {
    let folder = TestFolder::new();
    let mut checked = 0;
    // Games that are certain to be won, nearly certain, and neither.
    for (board, target) in [("2x2", 8), ("2x3", 32), ("3x3", 32)] {
        let game = format!("--board {board} --target {target}");
        let lines = [
            format!("solve {game} --out s"),
            "pack s --out p".to_owned(),
            "pack s --threshold 1e-3 --out p".to_owned(),
            "inspect p".to_owned(),
            "verify s".to_owned(),
            "play s --seed 1".to_owned(),
            "play p --games 20".to_owned(),
            "evaluate s --objective win".to_owned(),
            "evaluate s --objective win --target 8".to_owned(),
            "evaluate s --objective win --target 32".to_owned(),
            "evaluate s --distribution largest".to_owned(),
            "evaluate s --distribution moves".to_owned(),
            "evaluate s --agent optimal".to_owned(),
            "evaluate s --agent greedy:canonical".to_owned(),
            format!("arena {game} --agents greedy --games 3"),
        ];
        for line in lines {
            checked += check(&format!("{game}: {line}"), "", &folder.json(&line));
        }
        folder.write("game", folder.text("play s --seed 1"));
        checked += check(&game, "", &folder.json("review game s"));
    }
    for line in ["bag --target 8", "bag --target 64", "bag --target 16 --spawn-four 1"] {
        checked += check(line, "", &folder.json(line));
    }
    assert!(checked > 500, "{checked}");
}
