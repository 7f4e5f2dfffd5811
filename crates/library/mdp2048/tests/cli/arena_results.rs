//! The committed games of `docs/arena`: some of them are played again.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::TestFolder;

/// The first fields of a row: agent, seed, score, moves and largest tile.
type Row = [String; 5];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../docs/arena")
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

/// Plays the shortest committed game of a file again.
fn play_shortest_again(name: &str) {
    let test = TestFolder::new();
    let committed = committed(name);
    let shortest = committed.values().flatten().min_by_key(|row| row[3].parse::<u32>().unwrap());
    let [agent, seed, ..] = shortest.unwrap();
    test.text(&format!("arena --agents {agent} --games 1 --seed {seed} --out games.csv"));
    let played = games(&fs::read_to_string(test.path().join("games.csv")).unwrap());
    assert_eq!(Some(&played[agent][0]), shortest, "{agent}");
}

#[test]
fn games_of_monte_carlo_agents_are_played_again() {
    play_shortest_again("monte-carlo");
    play_shortest_again("mdp-monte-carlo-immediate");
    play_shortest_again("mdp-monte-carlo-expectimax");
}
