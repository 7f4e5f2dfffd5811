//! Games whose random tiles the user enters.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::Value;

use crate::{RunResult, TestFolder, close, number};

/// Runs a command that reads lines from a pipe.
fn enter(folder: &TestFolder, line: &str, input: &[u8]) -> RunResult {
    let mut command = folder.command(line);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The command may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input);
    RunResult::of(child.wait_with_output().unwrap())
}

/// As [`enter`], with `--json`: a value for each line that is printed.
fn enter_json(folder: &TestFolder, line: &str, input: &str) -> Vec<Value> {
    let result = enter(folder, &format!("{line} --json"), input.as_bytes());
    assert_eq!(result.code, Some(0), "{line}: {}", result.err);
    result.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const PLAY: &str = "play g.solution --interactive --position 2_2/0_0";

#[test]
fn the_policy_moves_and_the_tiles_are_those_that_are_entered() {
    let folder = TestFolder::solved();
    let result = enter(&folder, PLAY, b"2,1 2\n");
    assert_eq!(result.code, Some(0), "{}", result.err);
    let lines: Vec<&str> = result.out.lines().collect();
    assert_eq!(lines[0], "2x2 to 16");
    assert!(lines[1].starts_with("Exact to rounding"), "{}", result.out);
    for part in ["\nMove 1\n\n  2  2\n  0  0\n", "\nMove 2\n", ": score 0 + 4 = 4\n"] {
        assert!(result.out.contains(part), "{part}: {}", result.out);
    }
    // The end of the input ends the game well; questions are on standard error.
    assert!(lines[lines.len() - 1].starts_with("Stopped after 2 moves, with score "));
    assert_eq!(result.err.matches("random tile (row,column tile; undo; quit):").count(), 2);

    // The numbers are those of `query`, move by move.
    let moves = enter_json(&folder, PLAY, "2,1 2\nquit\n2,2 2\n");
    assert_eq!(moves.len(), 3);
    let mut score = 0;
    for (step, at) in moves[..2].iter().zip(1..) {
        let position = step["position"].as_str().unwrap().replace(' ', "_");
        let answer = folder.json(&format!("query g.solution --position {position}"));
        for field in ["value", "action", "best", "actions", "relative_bound"] {
            assert_eq!(step[field], answer[field], "{field}");
        }
        assert_eq!((&step["move"], &step["score"]), (&at.into(), &score.into()));
        score += step["points"].as_u64().unwrap();
        assert_eq!(step.get("expected_final_score"), None);
    }
    let end = &moves[2];
    assert_eq!((&end["outcome"], &end["moves"]), (&"stopped".into(), &2.into()));
    assert_eq!((&end["score"], &end["final"]), (&score.into(), &moves[1]["after"]));
}

#[test]
fn the_score_and_the_value_are_the_expected_final_score() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --objective score --out g.solution");
    let line = format!("{PLAY} --score 2712");
    let moves = enter_json(&folder, &line, "");
    close(&moves[0], "expected_final_score", 2712.0 + number(&moves[0], "value"), 1e-9);
    assert_eq!((&moves[0]["score"], &moves[0]["points"]), (&2712.into(), &4.into()));
    assert_eq!(moves[1]["score"], 2716);
    let text = enter(&folder, &line, b"").out;
    let rest = number(&moves[0], "value") - 4.0;
    let sum = text.lines().find_map(|it| it.strip_prefix("expected final score 2716 + "));
    let (shown, total) = sum.unwrap().split_once(" = ").unwrap();
    assert!((shown.parse::<f64>().unwrap() - rest).abs() < 1e-6, "{text}");
    let total: f64 = total.parse().unwrap();
    assert!((total - number(&moves[0], "expected_final_score")).abs() < 1e-6, "{text}");
}

#[test]
fn a_game_ends_when_it_is_won_or_lost() {
    let folder = TestFolder::solved();
    let won = enter_json(&folder, "play g.solution --interactive --position 8_8/0_2", "");
    // No tile is asked for after the target.
    let end = won.last().unwrap();
    assert_eq!((&end["outcome"], &end["score"]), (&"won".into(), &16.into()));
    // The best move leads to 8 4/0 2, where a 4 is lost.
    let lost = "play g.solution --interactive --position 8_4/2_0 --score 5";
    let moves = enter_json(&folder, lost, "2,1 4\n");
    let end = moves.last().unwrap();
    assert_eq!(moves[0]["after"], "8 4/0 2");
    assert_eq!((&end["outcome"], &end["final"]), (&"lost".into(), &"8 4/4 2".into()));
    assert_eq!((&end["moves"], &end["score"]), (&1.into(), &5.into()));
    let text = enter(&folder, lost, b"2,1 4\n").out;
    assert!(text.ends_with("\nLost after 1 move, with score 5: 8 4/4 2\n"), "{text}");
}

#[test]
fn wrong_lines_are_asked_again_and_tiles_are_taken_back() {
    let folder = TestFolder::solved();
    let after = enter_json(&folder, PLAY, "")[0]["after"].clone();
    assert_eq!(after, "0 4/0 0");
    for (line, message) in [
        ("hello", "write the row, the column and the tile, such as 1,3 2; or undo, or quit"),
        ("", "write the row"),
        ("3,1 2", "there is no cell 3,1: write a row from 1 to 2 and a column from 1 to 2"),
        ("1,2 2", "the cell 1,2 holds a 4: choose an empty one"),
        ("1,1 8", "a random tile of this game is a 2 or a 4, not 8"),
        ("undo", "there is no random tile to take back"),
    ] {
        let result = enter(&folder, PLAY, format!("{line}\n1 1\n").as_bytes());
        assert!(result.err.contains(&format!("mdp2048: {message}")), "{line}: {}", result.err);
        assert!(result.out.contains("\nMove 2\n"), "{line}: {}", result.out);
        assert_eq!(result.code, Some(0), "{line}");
    }
    // Bytes that are no text, and a line without an end.
    for input in [vec![0xff; 50], vec![b'1'; 100_000]] {
        let result = enter(&folder, PLAY, &input);
        assert_eq!(result.code, Some(0));
        // It is one line, so it is answered once.
        assert_eq!(result.err.matches("mdp2048: write the row").count(), 1, "{}", result.err);
    }
    let moves = enter_json(&folder, PLAY, "1,1\nu\n2,1 4\n");
    let at: Vec<_> = moves.iter().map(|it| it["move"].as_u64()).collect();
    assert_eq!(at, [Some(1), Some(2), Some(1), Some(2), None]);
    assert_eq!(moves[1]["position"], "2 4/0 0");
    assert_eq!(moves[3]["position"], "0 4/4 0");
}

#[test]
fn a_board_that_a_policy_does_not_hold_is_named_with_what_to_do() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 64 --out g.solution");
    folder.text("pack g.solution --threshold 0.1 --out g.policy");
    let play = "play g.policy --interactive --score 7";
    let cells = ["1,1", "1,2", "1,3", "2,1", "2,2", "2,3"];
    let input: String = cells.map(|cell| format!("{cell} 4\n")).concat().repeat(3);
    let result = enter(&folder, play, input.as_bytes());
    let message = result.err.lines().find(|it| it.contains("the policy has no entry"));
    let message = message.unwrap_or_else(|| panic!("{}", result.err));
    for part in ["a solution of 2x3 to 64", "; to go on with that, add --position \"", "--score "] {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(result.code, Some(0));
}

#[test]
fn every_kind_of_file_plays() {
    let folder = TestFolder::packed();
    folder.text("pack g.solution --format twenty48 --out g.txt");
    let game = " --board 2x2 --target 16";
    for (file, game) in [("g.solution", ""), ("g.policy", ""), ("g.txt", game)] {
        let line = format!("play {file} --interactive --seed 20{game}");
        let first = &enter_json(&folder, &line, "")[0];
        let replay = folder.json(&format!("play {file} --seed 20{game}"));
        assert_eq!(first["action"], replay["steps"][0]["action"], "{file}");
        assert_eq!(enter(&folder, &line, b"1,1\n1,2\n2,1\n").code, Some(0), "{file}");
    }
}
