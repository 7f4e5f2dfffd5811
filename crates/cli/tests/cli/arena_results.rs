//! The committed results in `docs/arena`: some of them are computed again.

use std::collections::BTreeMap;

use mdp2048_test_support::repository_path;
use serde_json::Value;

use crate::{TestFolder, number};

/// The first fields of a row: agent, seed, score, moves and largest tile.
type Row = [String; 5];

fn committed_text(name: &str) -> String {
    std::fs::read_to_string(repository_path("docs/arena").join(name)).unwrap()
}

/// The games of a CSV file, by agent.
fn games(text: &str) -> BTreeMap<String, Vec<Row>> {
    let mut games: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let fields: Vec<String> = line.split(',').skip(1).take(5).map(str::to_owned).collect();
        games.entry(fields[0].clone()).or_default().push(fields.try_into().unwrap());
    }
    games
}

/// Plays committed games of an agent, whose seeds follow each other, again, with the options of
/// their game.
fn play_again(rows: &[Row], options: &str) {
    let ([agent, seed, ..], count) = (&rows[0], rows.len());
    let folder = TestFolder::new();
    let line = format!("arena --agents {agent} --games {count} --seed {seed} --out games.csv");
    folder.text(format!("{line} {options}").trim_end());
    assert_eq!(games(&folder.read_text("games.csv"))[agent], rows, "{agent}");
}

#[test]
fn committed_games_are_played_again() {
    for (name, options, agents) in [
        (
            "published",
            "",
            &[
                ("minimax:depth=2", 5),
                ("minimax:depth=3:pruned", 2),
                ("expectimax:depth=2", 4),
                ("expectimax:evaluation=points-weighted:depth=2", 4),
                ("expectimax:depth=3:pruned", 1),
            ][..],
        ),
        ("learned", "", &[("learned:plies=1", 20), ("learned:plies=2", 3)]),
        ("learned-tolerance", "", &[("learned:plies=1:tolerance=0.1", 20)]),
        (
            "target-2048",
            "--target 2048",
            &[("expectimax:depth=1", 20), ("expectimax:depth=2", 2), ("learned:plies=1", 5)],
        ),
        (
            "published-0.2",
            "--spawn-four 0.2",
            &[("minimax:depth=2", 5), ("expectimax:depth=2:four=0.2", 2)],
        ),
        ("points", "", &[("expectimax:evaluation=points:depth=2", 2)]),
        ("weights", "", &[("expectimax:weights=diagonal", 2)]),
        ("theta", "", &[("mdp-monte-carlo:games=12+6+3+2:fewer=3:best=0.37", 2)]),
        (
            "heuristics",
            "",
            &[
                ("expectimax:evaluation=smooth:depth=1", 5),
                ("expectimax:evaluation=edges:depth=1", 5),
            ],
        ),
    ] {
        let committed = games(&committed_text(&format!("{name}.csv")));
        for (agent, count) in agents {
            play_again(&committed[*agent][..*count], options);
        }
    }
}

#[test]
fn the_shortest_games_of_monte_carlo_agents_are_played_again() {
    for name in ["monte-carlo", "mdp-monte-carlo-immediate", "mdp-monte-carlo-expectimax"] {
        let committed = games(&committed_text(&format!("{name}.csv")));
        let moves = |row: &&Row| row[3].parse::<u32>().unwrap();
        let shortest = committed.values().flatten().min_by_key(moves).unwrap();
        play_again(std::slice::from_ref(shortest), "");
    }
}

#[test]
fn the_sources_have_the_medians_of_the_clusters_of_scores() {
    let files = ["monte-carlo", "mdp-monte-carlo", "mdp-monte-carlo-immediate"];
    let files = files.into_iter().chain(["mdp-monte-carlo-expectimax"]);
    let games: Vec<Row> = files
        .flat_map(|name| games(&committed_text(&format!("{name}.csv"))).into_values().flatten())
        .collect();
    let medians = ["2048", "4096"].map(|tile| {
        let of_tile = games.iter().filter(|row| row[4] == tile);
        let mut scores: Vec<f64> = of_tile.map(|row| row[2].parse().unwrap()).collect();
        scores.sort_unstable_by(f64::total_cmp);
        mdp2048_display::count(mdp2048_model::median(&scores).unwrap() as u64)
    });
    let text = std::fs::read_to_string(repository_path("docs/sources.md")).unwrap();
    let medians = format!("have the medians {} and {}", medians[0], medians[1]);
    assert!(text.contains(&medians), "docs/sources.md should say: {medians}");
}

#[test]
fn a_committed_exact_value_is_computed_again() {
    // The row that takes the least time.
    let agent = "greedy:canonical";
    let committed: Vec<Value> = serde_json::from_str(&committed_text("exact.json")).unwrap();
    let result = committed.iter().find(|it| it["agent"] == agent).unwrap();
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 256 --out 256.solution");
    let again = folder.json(&format!("evaluate 256.solution --agent {agent}"));
    assert_eq!(result["boards"], again["boards"]);
    for field in ["value", "optimum", "win_probability", "mean_score", "mean_moves", "regret"] {
        let (one, other) = (number(result, field), number(&again, field));
        // The committed numbers are plain sums, whose rounding errors add up.
        assert!((one - other).abs() <= 1e-11 * one.abs(), "{field}: {one} is not {other}");
    }
    let layers = |it: &Value| it["layers"].as_array().unwrap().len();
    assert_eq!(layers(result), layers(&again));
}
