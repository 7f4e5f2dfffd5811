use mdp2048_test_support::oracle_rows;

use crate::{TestFolder, close, number};

#[test]
fn a_published_game_replays_move_for_move() {
    let rows = oracle_rows("replay_2x2_to_16_seed20.csv");
    let folder = TestFolder::packed();
    for file in ["g.solution", "g.policy"] {
        let played = folder.json(&format!("play {file} --seed 20"));
        assert_eq!((&played["seed"], &played["outcome"]), (&20.into(), &"lost".into()));
        assert_eq!(played["moves"], rows.len() - 1);
        let steps = played["steps"].as_array().unwrap();
        assert_eq!(steps.len(), rows.len() - 1);
        // The columns: move, board, and from the fifth on action and value in percent.
        for (step, row) in steps.iter().zip(&rows) {
            assert_eq!(step["board"], row[1].as_str(), "move {}", row[0]);
            let action = step["action"].as_str().unwrap()[..1].to_uppercase();
            assert_eq!(action, row[4], "move {}", row[0]);
            close(step, "value", row[5].parse().unwrap(), 0.005 + 1e-5);
        }
        assert_eq!(played["final"], rows[rows.len() - 1][1].as_str());
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
    let mut games = (0..).map(|seed| folder.json(&format!("play g.policy --seed {seed}")));
    let left = games.find(|played| played["outcome"] == "off_policy").unwrap();
    assert_eq!(left["steps"].as_array().unwrap().len(), left["moves"]);
    let seed = &left["seed"];
    let text = folder.text(&format!("play g.policy --seed {seed}"));
    assert!(text.contains("Left the policy after "), "{text}");
}

#[test]
fn statistics_come_with_their_uncertainty() {
    let folder = TestFolder::solved();
    let tally = folder.json("play g.solution --games 2e3 --seed 7");
    assert_eq!((&tally["games"], &tally["first_seed"]), (&2000.into(), &7.into()));
    assert_eq!(tally["off_policy"], 0);
    let count = |field: &str| tally[field].as_u64().unwrap();
    assert_eq!(count("won") + count("lost"), 2000);
    close(&tally, "win_rate", count("won") as f64 / 2000.0, 1e-12);
    let [low, high] = [0, 1].map(|at| tally["interval"][at].as_f64().unwrap());
    assert!(low < number(&tally, "win_rate") && number(&tally, "win_rate") < high);
    close(&tally, "start_value", 0.96251125375, 1e-11);
    // Seeds are fixed, so this holds for ever once it holds.
    assert!(low < 0.96251125375 && 0.96251125375 < high, "{tally}");
    let text = folder.text("play g.solution --games 2000 --seed 7");
    for part in [
        "2,000, seeds 7 to 2006\n",
        "(95 % interval ",
        "win probability 96.25 % under optimal play\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
    // They count the single games.
    let is_won =
        |seed: &u32| folder.json(&format!("play g.solution --seed {seed}"))["outcome"] == "won";
    let won = (18..24).filter(is_won).count();
    assert_eq!(folder.json("play g.solution --games 6 --seed 18")["won"], won);
}
