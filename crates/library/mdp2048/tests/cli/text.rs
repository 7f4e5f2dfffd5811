//! Text policies of the published player.

use std::fs;

use crate::play::{check, published};
use crate::{TestFolder, close, number};

fn read(folder: &TestFolder, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn published_games_replay_from_text() {
    let folder = TestFolder::new();
    for (target, seed, outcome) in [(8, 42, "won"), (16, 20, "lost"), (32, 47, "won")] {
        let rows = published(&format!("replay_2x2_to_{target}_seed{seed}.csv"));
        folder.text(&format!("solve --board 2x2 --target {target} --out g.solution"));
        folder.text("pack g.solution --format twenty48 --out g.txt");
        let line = format!("play g.txt --board 2x2 --target {target} --seed {seed}");
        let played = folder.json(&line);
        check(&played, &rows, outcome);
        for (step, row) in played["steps"].as_array().unwrap().iter().zip(&rows) {
            close(step, "value", row[5].parse().unwrap(), 1e-12);
        }
    }
    let text = folder.text("play g.txt --board 2x2 --target 32 --seed 47");
    assert!(text.lines().nth(2).unwrap().ends_with(" %"), "{text}");
    assert!(!text.contains('.') || text.ends_with("Won in 16 moves.\n"), "{text}");
}

#[test]
fn text_and_packed_policies_hold_the_same() {
    let folder = TestFolder::new();
    for (board, target) in [("2x2", 32), ("3x3", 64)] {
        folder.text(&format!("solve --board {board} --target {target} --out g.solution"));
        let kept = "--max-leave 0.05";
        let packed = folder.json(&format!("pack g.solution {kept} --out g.policy"));
        for values in ["none", "state"] {
            let line = format!("pack g.solution {kept} --format twenty48 --values {values}");
            let text = folder.json(&format!("{line} --out g.txt"));
            for field in [
                "board",
                "target",
                "objective",
                "discount",
                "spawn_four",
                "states",
                "threshold",
                "occupancy_kept",
                "leave_probability",
                "start_value",
                "kind",
            ] {
                assert_eq!(text[field], packed[field], "{field}");
            }
            assert_eq!((&text["format"], &text["values"]), (&"twenty48".into(), &values.into()));
            let game = format!("--board {board} --target {target}");
            let inspected = folder.json(&format!("inspect g.txt {game}"));
            for field in ["board", "target", "states", "bytes", "values", "value_error"] {
                assert_eq!(inspected[field], text[field], "{field}");
            }
            assert!(inspected["threshold"].is_null() && inspected["start_value"].is_null());
            let leave = number(&packed, "leave_probability");
            close(&inspected, "leave_probability", leave, 1e-12);
            for seed in 0..2 {
                let packed = folder.json(&format!("play g.policy --seed {seed}"));
                let text = folder.json(&format!("play g.txt {game} --seed {seed}"));
                for field in ["outcome", "moves", "final"] {
                    assert_eq!(text[field], packed[field], "{game}, seed {seed}");
                }
                let steps = [&packed, &text].map(|played| played["steps"].as_array().unwrap());
                for (packed, text) in steps[0].iter().zip(steps[1]) {
                    assert_eq!(
                        (&text["board"], &text["action"]),
                        (&packed["board"], &packed["action"])
                    );
                    if values == "state" {
                        close(text, "value", number(packed, "value"), 0.005 + 1e-4 + 1e-12);
                    }
                }
            }
            let tally = folder.json(&format!("play g.txt {game} --games 300"));
            close(&tally, "leave_probability", leave, 1e-12);
            assert!(tally["start_value"].is_null());
            let packed = folder.json("play g.policy --games 300");
            assert_eq!(tally["off_policy"], packed["off_policy"]);
        }
    }
}

#[test]
fn what_is_printed() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out g.solution");
    let printed = folder.text("pack g.solution --threshold 0.1 --format twenty48 --out g.txt");
    assert!(printed.starts_with("policy "), "{printed}");
    assert!(printed.contains("text of the published player, "), "{printed}");
    assert!(printed.contains("of the states, to within 0.5 percentage points\n"), "{printed}");
    assert!(read(&folder, "g.txt").starts_with("av 96\n0 5  f     95  100   2 97"));
    let game = "--board 2x2 --target 16";
    let printed = folder.text(&format!("inspect g.txt {game}"));
    assert!(printed.contains("a game leaves the policy with probability "), "{printed}");
    let printed = folder.text(&format!("query g.txt {game} --position 0_0/2_4"));
    assert!(printed.contains("\nwin probability  96 %\n"), "{printed}");
    assert!(
        printed.ends_with("Values as the policy holds them, to within 0.5 percentage points.\n")
    );
    let answer = folder.json(&format!("query g.txt {game} --position 0_0/2_4"));
    assert_eq!(answer["value"], 0.96);
    assert_eq!(answer["value_error"], 0.005);
    let printed = folder.text(&format!("play g.txt {game} --games 100"));
    assert!(printed.contains("\nexact            a game leaves the policy with probability "));
    folder.text("pack g.solution --format twenty48 --values none --out g.txt");
    assert!(read(&folder, "g.txt").starts_with("a\n0 "));
    let printed = folder.text(&format!("query g.txt {game} --position 0_0/2_4"));
    assert!(printed.ends_with("This policy holds actions only.\n"), "{printed}");
}

#[test]
fn discounts_and_spawn_probabilities_are_options() {
    let folder = TestFolder::new();
    let chances = "--discount 0.9 --spawn-four 0.5";
    folder.text(&format!("solve --board 2x2 --target 16 {chances} --out g.solution"));
    folder.text("pack g.solution --format twenty48 --out g.txt");
    let solved = folder.json("play g.solution --seed 5");
    let line = format!("play g.txt --board 2x2 --target 16 {chances} --seed 5");
    let played = folder.json(&line);
    assert_eq!((&played["game"], &played["final"]), (&solved["game"], &solved["final"]));
    let exact = number(&solved["steps"][0], "value");
    close(&played["steps"][0], "value", exact, 0.005 + 1e-12);
}
