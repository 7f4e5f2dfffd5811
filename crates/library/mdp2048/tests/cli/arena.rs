//! `mdp2048 arena`.

use std::fs;

use crate::{TestFolder, number};

const AGENTS: &str = "--agents greedy,expectimax:depth=1,random --games 12 --board 3x3";

#[test]
fn agents_are_compared_on_the_same_seeds() {
    let folder = TestFolder::new();
    let text = folder.text(&format!("arena {AGENTS}"));
    for part in ["12 games of each agent, seeds 0 to 11", "expectimax:depth=1", "random", " to "] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let result = folder.json(&format!("arena {AGENTS} --threads 1"));
    let agents = result["agents"].as_array().unwrap();
    let score = |agent: usize| number(&agents[agent], "mean_score");
    assert!(score(1) > score(0) && score(0) > score(2), "{result}");
    assert_eq!(agents[0]["games"], 12);
    assert_eq!(agents[0]["reached"]["16"]["rate"], 1.0);
    let difference = &result["differences"][0];
    let expected = score(0) - score(1);
    assert!((number(difference, "mean") - expected).abs() < 1e-9, "{difference}");
    // Two threads play the same games.
    let again = folder.json(&format!("arena {AGENTS} --threads 2"));
    assert_eq!(again["differences"], result["differences"]);
    let won = folder.json("arena --agents greedy --games 5 --board 2x2 --target 8");
    assert!(number(&won["agents"][0]["won"], "rate") > 0.5, "{won}");
    let fours = folder.json("arena --agents greedy --board 2x2 --games 1 --spawn-four 1");
    assert_eq!(fours["game"], "2x2, highest score, a 4 with probability 1");
}

#[test]
fn a_run_resumes_from_its_file() {
    let folder = TestFolder::new();
    let games = |line: &str| -> Vec<String> {
        folder.text(line);
        let no_time = |line: &str| {
            let mut fields: Vec<&str> = line.split(',').collect();
            fields.remove(7);
            fields.join(",")
        };
        folder.read_text("games.csv").lines().map(no_time).collect()
    };
    let whole = games(&format!("arena {AGENTS} --out games.csv"));
    assert_eq!(whole.len(), 1 + 36);
    let part = games("arena --agents greedy --games 5 --board 3x3 --out games.csv");
    assert_eq!(part[..], whole[..6]);
    // A score that no game has shows that the game is not played again.
    folder.write("games.csv", folder.read_text("games.csv").replacen(",0,", ",0,9", 1));
    let resumed = games(&format!("arena {AGENTS} --out games.csv --resume"));
    assert_eq!(resumed[2..], whole[2..]);
    assert_ne!(resumed[1], whole[1]);
    // Games that are not asked for stay in the file.
    let kept = games("arena --agents random --games 3 --board 3x3 --out games.csv --resume");
    assert_eq!(kept.len(), 1 + 36);
    let resume = "arena --agents greedy --games 1 --out games.csv --resume";
    folder.refuse(resume, "games.csv: the games are of 3x3_score, but these are of 4x4_score");
    let cut = folder.read("games.csv");
    folder.write("games.csv", &cut[..cut.len() - 12]);
    folder.refuse(&format!("{resume} --board 3x3"), "games.csv: line 37 is no game");
    folder.write("games.csv", "a,b\n1,2\n");
    folder.refuse(resume, "games.csv: the file is not one of mdp2048 arena");
}

#[test]
fn games_in_a_file_are_of_the_contents_of_the_policy() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 32 --out a");
    folder.text("pack a --threshold 1e-2 --out b");
    let run = |agents: &str, policy: &str, games: u32| {
        format!(
            "arena --agents {agents} --board 2x2 --target 32 --games {games} --out g.csv --resume \
             {policy}"
        )
    };
    folder.text(&run("optimal,greedy", "--policy a", 3));
    let before = folder.read_text("g.csv");
    let message = "g.csv: it has games of optimal on 2x2 to 32 with --policy a (digest ";
    let refused = folder.run(&run("optimal", "--policy b", 5));
    refused.assert_refused("policy b", 2, message);
    let asked = "not of optimal on 2x2 to 32 with --policy b (digest ";
    assert!(refused.err.contains(asked), "{}", refused.err);
    assert_eq!(folder.read_text("g.csv"), before);
    // Other agents do not depend on it, and the name does not count.
    folder.text(&run("greedy", "--threads 1", 4));
    fs::rename(folder.path().join("a"), folder.path().join("a,\"2\"")).unwrap();
    for (games, rows) in [(4, 8), (5, 9)] {
        folder.text(&run("optimal", "--policy a,\"2\"", games));
        assert_eq!(folder.read_text("g.csv").lines().count(), 1 + rows);
    }
    // The games of another probability of a 4 are those of another game.
    folder.refuse(
        &run("greedy", "--spawn-four 0.2", 3),
        "g.csv: the games are of 2x2_to_32, but these are of 2x2_to_32_four_0.2",
    );
    // Games without a digest may be of any policy.
    let cut = |line: &str| line.split(',').take(8).collect::<Vec<_>>().join(",") + "\n";
    folder.write("g.csv", before.lines().map(cut).collect::<String>());
    folder.refuse(&run("optimal", "--policy b", 3), "g.csv: an older mdp2048 wrote the file, ");
}

#[test]
fn the_learned_agent_plays_with_a_network_of_its_own() {
    let folder = TestFolder::new();
    let mut network = mdp2048_agents::Network::TRAINED.to_vec();
    folder.write("network", &network);
    let arena = "arena --games 1 --seed 3 --target 1024 --network";
    let agents = "--agents learned:plies=1,learned:plies=2,greedy";
    let result = folder.json(&format!("{arena} network {agents}"));
    let score = |agent: usize| number(&result["agents"][agent], "mean_score");
    assert!(score(0) > score(2) && score(1) > score(2), "{result}");
    network[99] ^= 4;
    folder.write("bad", &network);
    folder.refuse(
        &format!("{arena} bad --agents learned"),
        "bad: the network is damaged: copy the file again",
    );
}
