//! The committed games of `docs/arena`: some of them are played again.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use mdp2048_display::count;
use serde_json::Value;

use crate::{TestFolder, number};

/// The first fields of a row: agent, seed, score, moves and largest tile.
type Row = [String; 5];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/arena")
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

fn committed(name: &str) -> BTreeMap<String, Vec<Row>> {
    games(&fs::read_to_string(folder().join(format!("{name}.csv"))).unwrap())
}

/// Plays the first committed games of some agents again.
fn play_again(name: &str, agents: &[(&str, usize)]) {
    let (committed, test) = (committed(name), TestFolder::new());
    for (agent, count) in agents {
        let rows = &committed[*agent][..*count];
        test.text(&format!("arena --agents {agent} --games {count} --out games.csv"));
        let played = games(&fs::read_to_string(test.path().join("games.csv")).unwrap());
        assert_eq!(played[*agent], rows, "{agent}");
    }
}

#[test]
fn games_of_published_methods_are_played_again() {
    play_again(
        "published",
        &[
            ("minimax:depth=2", 5),
            ("minimax:depth=3:pruned", 2),
            ("expectimax:depth=2", 4),
            ("expectimax:evaluation=points-weighted:depth=2", 4),
            ("expectimax:depth=3:pruned", 1),
        ],
    );
}

#[test]
fn games_of_the_learned_agent_are_played_again() {
    play_again("learned", &[("learned:plies=1", 20), ("learned:plies=2", 3)]);
    play_again("learned-tolerance", &[("learned:plies=1:tolerance=0.1", 20)]);
}

/// Plays the shortest committed game of each agent again.
fn play_shortest_again(name: &str) {
    let test = TestFolder::new();
    for (agent, rows) in committed(name) {
        let shortest = rows.iter().min_by_key(|row| row[3].parse::<u32>().unwrap()).unwrap();
        let seed = &shortest[1];
        test.text(&format!("arena --agents {agent} --games 1 --seed {seed} --out games.csv"));
        let played = games(&fs::read_to_string(test.path().join("games.csv")).unwrap());
        assert_eq!(&played[&agent][0], shortest, "{agent}");
    }
}

#[test]
fn games_of_monte_carlo_agents_are_played_again() {
    play_shortest_again("monte-carlo");
    play_shortest_again("mdp-monte-carlo");
    play_shortest_again("mdp-monte-carlo-immediate");
    play_shortest_again("mdp-monte-carlo-expectimax");
}

#[test]
fn summaries_are_those_of_the_games() {
    let mut summaries = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let summary: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        // Other files have no games.
        let Some(agents) = summary["agents"].as_array() else { continue };
        summaries += 1;
        let committed = committed(path.file_stem().unwrap().to_str().unwrap());
        assert_eq!(agents.len(), committed.len(), "{}", path.display());
        for agent in agents {
            let rows = &committed[agent["name"].as_str().unwrap()];
            assert_eq!(agent["games"], rows.len());
            let sum: u64 = rows.iter().map(|row| row[2].parse::<u64>().unwrap()).sum();
            assert!((number(agent, "mean_score") - sum as f64 / rows.len() as f64).abs() < 1e-6);
            let made = rows.iter().filter(|row| row[4].parse::<u32>().unwrap() >= 2048).count();
            let share = agent["reached"].get("2048").map_or(0.0, |share| number(share, "rate"));
            assert!((share - made as f64 / rows.len() as f64).abs() < 1e-9, "{agent}");
        }
    }
    assert!(summaries >= 4);
}

#[test]
fn the_calibration_on_the_page_is_that_of_the_committed_games() {
    let page = mdp2048_explorer::calibration();
    let mut games = Vec::new();
    for plies in [1, 2] {
        let text = fs::read_to_string(folder().join(format!("calibration-{plies}-plies.json")));
        let summary: Value = serde_json::from_str(&text.unwrap()).unwrap();
        games.push(summary["games"].clone());
        let row = &summary["after"][0];
        assert_eq!(row["moves"], 100);
        let corrected = &row["corrected"];
        let [low, high] = [0, 1].map(|at| corrected["interval"][at].as_f64().unwrap());
        let [expected, made, spread] =
            [number(corrected, "predicted"), number(row, "observed"), (high - low) / 2.0]
                .map(|points| count(100 * (points / 100.0).round() as u64));
        let ply = if plies == 1 { "1 ply" } else { "2 plies" };
        let phrase = format!("{expected} points at {ply}, and they made {made} \u{b1} {spread}");
        assert!(page.contains(&phrase), "{phrase}");
    }
    assert_eq!(games, [1000, 1000]);
    assert!(page.contains("1,000 other games"));
}
