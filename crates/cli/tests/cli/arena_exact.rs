//! The committed exact values of agents in `docs/arena/exact.json`: some are computed again.

use std::fs;
use std::path::PathBuf;

use mdp2048_display::count;
use serde_json::Value;

use crate::{TestFolder, number};

/// The game that all agents play; `optimal` also plays it for points.
const GAME: &str = "3x3 to 256";

/// The row that is computed again: it takes the least time.
const CHEAPEST: &str = "greedy:canonical";

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The evaluations of agents, as `mdp2048 evaluate --json` prints them.
fn committed() -> Vec<Value> {
    let text = fs::read_to_string(docs().join("arena/exact.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn exact_values_of_agents_agree_with_their_games() {
    let evaluations = committed();
    assert!(evaluations.iter().filter(|it| it["game"] == GAME).count() >= 12);
    for result in &evaluations {
        let agent = result["agent"].as_str().unwrap();
        for sampled in [&result["sampled"]["win"], &result["sampled"]["score"]] {
            assert!(number(sampled, "standard_errors").abs() < 4.0, "{agent}: {sampled}");
        }
        assert!(number(&result["sampled"], "games") >= 2_000.0);
        let (value, optimum) = (number(result, "value"), number(result, "optimum"));
        let loss: f64 =
            result["layers"].as_array().unwrap().iter().map(|it| number(it, "loss")).sum();
        assert!((optimum - value - loss).abs() < 1e-11 * optimum, "{agent}");
        if agent == "optimal" {
            assert!((value - optimum).abs() < 1e-12 * optimum, "{result}");
        } else {
            assert!(value < optimum && result["game"] == GAME, "{agent}");
        }
    }
}

#[test]
fn the_table_of_exact_values_has_the_committed_numbers() {
    let page = fs::read_to_string(docs().join("arena.md")).unwrap();
    let evaluations = committed();
    let optimum = |is_win: bool| {
        let result = evaluations.iter().find(|it| (it["game"] == GAME) == is_win).unwrap();
        number(result, "optimum")
    };
    let (most_wins, most_points) = (optimum(true), optimum(false));
    for result in &evaluations {
        let sampled = &result["sampled"];
        let errors = |field: &str| number(&sampled[field], "standard_errors");
        let (win, score) = (number(result, "win_probability"), number(result, "mean_score"));
        let row = format!(
            "| `{}`{} | {} | {} ({:+.1}) | {} | {score:.1} | {:.1} ({:+.1}) | {:.1} | {} | {} |",
            result["agent"].as_str().unwrap(),
            if result["game"] == GAME { "" } else { " for points" },
            share(win),
            share(number(&sampled["win"], "mean")),
            errors("win"),
            share(most_wins - win),
            number(&sampled["score"], "mean"),
            errors("score"),
            (most_points - score).max(0.0),
            count(number(sampled, "games") as u64),
            count(number(result, "boards") as u64),
        );
        assert!(page.contains(&row), "{row}");
    }
}

/// A probability in percent, with more digits if it is small.
fn share(probability: f64) -> String {
    match 100.0 * probability {
        percent if percent < 1e-10 => "0".to_owned(),
        percent if percent < 0.01 => format!("{percent:.1e}"),
        percent => format!("{percent:.2}"),
    }
}

#[test]
fn a_committed_exact_value_is_computed_again() {
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 256 --out 256.solution");
    let again = folder.json(&format!("evaluate 256.solution --agent {CHEAPEST} --games 500"));
    let evaluations = committed();
    let result = evaluations.iter().find(|it| it["agent"] == CHEAPEST).unwrap();
    assert_eq!(result["boards"], again["boards"]);
    for field in ["value", "optimum", "win_probability", "mean_score", "mean_moves", "loss"] {
        let (one, other) = (number(result, field), number(&again, field));
        assert!((one - other).abs() <= 1e-12 * one.abs(), "{field}: {one} is not {other}");
    }
    assert_eq!(
        result["layers"].as_array().unwrap().len(),
        again["layers"].as_array().unwrap().len()
    );
    assert!(number(&again["sampled"]["score"], "standard_errors").abs() < 4.0, "{again}");
}
