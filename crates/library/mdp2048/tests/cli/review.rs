use std::fs::{self, File};
use std::path::PathBuf;

use serde_json::Value;

use crate::{TestFolder, close, number};

/// A folder with a solution of 2x2 to 16.
fn game_path(folder: &TestFolder) -> PathBuf {
    folder.path().join("game")
}

/// Checks that a review is refused with a line that contains `message`.
fn refuses(folder: &TestFolder, line: &str, message: &str) {
    let result = folder.run(line);
    result.assert_refused(line, 2, "");
    assert!(result.err.contains(message), "{line}: {}", result.err);
}

/// Checks that the start value, the luck and the losses add up to the result.
fn check_sum(review: &Value) {
    let number = |name| number(review, name);
    let sum = number("start_value") + number("start_luck") + number("luck") - number("loss");
    assert!((sum - number("result")).abs() < 1e-9, "{review}");
}

#[test]
fn optimal_games_are_perfect() {
    let folder = TestFolder::solved();
    for seed in 0..20 {
        for format in ["", " --json"] {
            let game = folder.text(&format!("play g.solution --seed {seed}{format}"));
            fs::write(game_path(&folder), game).unwrap();
            let review = folder.json("review game g.solution");
            close(&review["chances"], "kept", 1.0, 0.0);
            close(&review["chances"], "outcome", f64::from(review["outcome"] == "won"), 0.0);
            close(&review, "loss", 0.0, 1e-12);
            assert_eq!(review["grades"]["best"], review["moves"].as_array().unwrap().len());
            close(&review, "start_value", 770_009_003.0 / 800_000_000.0, 1e-12);
            let result = f64::from(review["outcome"] == "won");
            close(&review, "result", result, 0.0);
            check_sum(&review);
        }
    }
}

#[test]
fn a_mistake_has_its_known_cost() {
    let folder = TestFolder::solved();
    // tests/oracles/2x2_to_16.states.csv: up costs 0.8 of 0.9 on 0 2/4 8, left is best.
    fs::write(game_path(&folder), "0 2/4 8 up\n4 2/2 8").unwrap();
    let review = folder.json("review game g.solution");
    let reviewed = &review["moves"][0];
    assert_eq!((&reviewed["action"], &reviewed["best"]), (&"up".into(), &"left".into()));
    assert_eq!((&reviewed["grade"], &review["outcome"]), (&"blunder".into(), &"lost".into()));
    close(reviewed, "value", 0.9, 1e-12);
    close(reviewed, "regret", 0.8, 1e-12);
    close(&review["chances"], "kept", 1.0 / 9.0, 1e-12);
    check_sum(&review);
    let text = folder.text("review game g.solution");
    assert!(text.contains("   1  0 2/4 8      up  left  blunder  80 percentage points"), "{text}");
    assert!(text.contains("chances kept  11.11 %"), "{text}");
}

#[test]
fn a_piped_game_is_reviewed() {
    let folder = TestFolder::solved();
    fs::write(game_path(&folder), folder.text("play g.solution --seed 20")).unwrap();
    let mut command = folder.command("review - g.solution --json");
    let output = command.stdin(File::open(game_path(&folder)).unwrap()).output().unwrap();
    let review: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(review["outcome"], "lost");
}

#[test]
fn bad_games_are_refused_in_one_line() {
    let folder = TestFolder::solved();
    folder.text("solve --board 2x2 --target 8 --out other.solution");
    folder.text("pack g.solution --out g.policy");
    fs::write(game_path(&folder), folder.text("play g.solution --seed 1")).unwrap();
    refuses(&folder, "review game other.solution", "a game of 2x2 to 16, not of 2x2 to 8");
    refuses(&folder, "review game g.policy", "review needs a solution of 2x2 to 16");
    refuses(&folder, "review none g.solution", "could not read none");
    for (text, message) in [
        ("", "write a line for each move"),
        (
            "{",
            "the JSON is not a game at line 1, column 1: give one as mdp2048 play --json prints it",
        ),
        ("{\"steps\": 1}", "the JSON is not a game at line 1, column 11: give one as"),
        ("{\"steps\": [], \"final\": \"01\"}", "01"),
        (
            "{\"game\": \"2x2 to 8\", \"steps\": [], \"final\": \"0110\"}",
            "of 2x2 to 8, not of 2x2 to 16",
        ),
        ("{\"steps\": [{\"board\": \"0110\", \"action\": \"jump\"}], \"final\": \"0110\"}", "jump"),
        ("0 2/2 0 left\n2 0/2 8", "one more tile, a 2 or a 4"),
        ("8 8/8 8 left\n16 0/16 2", "no game reaches it"),
        ("\u{feff}hello", "line 1 is neither a move"),
    ] {
        fs::write(game_path(&folder), text).unwrap();
        refuses(&folder, "review game g.solution", message);
    }
    fs::write(game_path(&folder), [0xff, 0xfe, 0]).unwrap();
    refuses(&folder, "review game g.solution", "is not text");
}

#[test]
fn a_won_game_may_end_without_a_further_tile() {
    let folder = TestFolder::solved();
    let review = |text: &str| {
        fs::write(game_path(&folder), text).unwrap();
        folder.json("review game g.solution")
    };
    let with_tile = review("0 2/8 8 left\n2 0/16 2");
    let without = review("0 2/8 8 left\n2 0/16 0");
    assert_eq!(with_tile["outcome"], "won");
    for field in ["outcome", "result", "moves", "luck", "loss", "accuracy"] {
        assert_eq!(with_tile[field], without[field], "{field}");
    }
    // Every other move is followed by a tile.
    fs::write(game_path(&folder), "0 0/4 4 left\n0 0/8 0").unwrap();
    refuses(&folder, "review game g.solution", "one more tile, a 2 or a 4");
}
