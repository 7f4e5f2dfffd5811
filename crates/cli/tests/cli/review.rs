use std::fs::File;

use serde_json::Value;

use crate::{TestFolder, close, number};

/// Checks that the start value, the luck and the losses add up to the result.
fn check_sum(review: &Value) {
    let number = |name| number(review, name);
    let sum = number("start_value") + number("start_luck") + number("luck") - number("loss");
    assert!((sum - number("result")).abs() < 1e-9, "{review}");
}

#[test]
fn optimal_games_are_perfect() {
    let folder = TestFolder::solved();
    for seed in [1, 7, 20] {
        for format in ["", " --json"] {
            let game = folder.text(&format!("play g.solution --seed {seed}{format}"));
            folder.write("game", game);
            let review = folder.json("review game g.solution");
            close(&review["chances"], "kept", 1.0, 0.0);
            close(&review["chances"], "outcome", f64::from(review["outcome"] == "won"), 0.0);
            close(&review, "loss", 0.0, 1e-12);
            assert_eq!(review["grades"]["best"], review["moves"].as_array().unwrap().len());
            close(&review, "start_value", 770_009_003.0 / 800_000_000.0, 1e-12);
            close(&review, "result", f64::from(review["outcome"] == "won"), 0.0);
            check_sum(&review);
        }
    }
}

#[test]
fn a_mistake_has_its_known_cost() {
    let folder = TestFolder::solved();
    // tests/oracles/2x2_to_16.states.csv: up costs 0.8 of 0.9 on 0 2/4 8, left is best.
    folder.write("game", "0 2/4 8 up\n4 2/2 8");
    let review = folder.json("review game g.solution");
    let reviewed = &review["moves"][0];
    assert_eq!((&reviewed["action"], &reviewed["best"]), (&"up".into(), &"left".into()));
    assert_eq!((&reviewed["grade"], &review["outcome"]), (&"blunder".into(), &"lost".into()));
    close(reviewed, "value", 0.9, 1e-12);
    close(reviewed, "regret", 0.8, 1e-12);
    close(&review["chances"], "kept", 1.0 / 9.0, 1e-12);
    check_sum(&review);
    let text = folder.text("review game g.solution");
    assert!(text.contains("   1  0 2/4 8      up  left  blunder  11.11 %"), "{text}");
    assert!(text.contains("chance kept  11.11 %"), "{text}");
}

#[test]
fn a_piped_game_is_reviewed() {
    let folder = TestFolder::solved();
    folder.write("game", folder.text("play g.solution --seed 20"));
    let mut command = folder.command("review - g.solution --json");
    let game = File::open(folder.path().join("game")).unwrap();
    let output = command.stdin(game).output().unwrap();
    let review: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(review["outcome"], "lost");
}

#[test]
fn bad_games_are_refused_in_one_line() {
    let folder = TestFolder::packed();
    folder.text("solve --board 2x2 --target 8 --out other.solution");
    let refuses = |line: &str, message: &str| {
        let result = folder.run(line);
        result.assert_refused(line, 2, "");
        assert!(result.err.contains(message), "{line}: {}", result.err);
    };
    folder.write("game", folder.text("play g.solution --seed 1"));
    refuses("review game other.solution", "a game of 2x2 to 16, not of 2x2 to 8");
    refuses("review game g.policy", "review needs a solution of 2x2 to 16");
    refuses("review none g.solution", "could not read none");
    for (text, message) in [
        (&b""[..], "write a line for each move"),
        (
            b"{",
            "the JSON is not a game at line 1, column 1: give one as mdp2048 play --json prints it",
        ),
        (b"{\"steps\": [], \"final\": \"01\"}", "01"),
        (
            b"{\"game\": \"2x2 to 8\", \"steps\": [], \"final\": \"0110\"}",
            "of 2x2 to 8, not of 2x2 to 16",
        ),
        (b"0 2/2 0 left\n2 0/2 8", "one more tile, a 2 or a 4"),
        (b"0 0/4 4 left\n0 0/8 0", "one more tile, a 2 or a 4"),
        (b"8 8/8 8 left\n16 0/16 2", "no game reaches it"),
        ("\u{feff}hello".as_bytes(), "line 1 is neither a move"),
        (&[0xff, 0xfe, 0], "is not text"),
    ] {
        folder.write("game", text);
        refuses("review game g.solution", message);
    }
}

#[test]
fn a_won_game_may_end_without_a_further_tile() {
    let folder = TestFolder::solved();
    let review = |text: &str| {
        folder.write("game", text);
        folder.json("review game g.solution")
    };
    let with_tile = review("0 2/8 8 left\n2 0/16 2");
    let without = review("0 2/8 8 left\n2 0/16 0");
    assert_eq!(with_tile["outcome"], "won");
    for field in ["outcome", "result", "moves", "luck", "loss", "accuracy"] {
        assert_eq!(with_tile[field], without[field], "{field}");
    }
}
