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
}

#[test]
fn a_run_resumes_from_its_file() {
    let folder = TestFolder::new();
    let path = folder.path().join("games.csv");
    let games = |line: &str| -> Vec<String> {
        folder.text(line);
        let text = fs::read_to_string(&path).unwrap();
        let no_time = |line: &str| line.rsplit_once(',').unwrap().0.to_owned();
        text.lines().map(no_time).collect()
    };
    let whole = games(&format!("arena {AGENTS} --out games.csv"));
    assert_eq!(whole.len(), 1 + 36);
    let part = games("arena --agents greedy --games 5 --board 3x3 --out games.csv");
    assert_eq!(part[..], whole[..6]);
    // A score that no game has shows that the game is not played again.
    let marked = fs::read_to_string(&path).unwrap().replacen(",0,", ",0,9", 1);
    fs::write(&path, &marked).unwrap();
    let resumed = games(&format!("arena {AGENTS} --out games.csv --resume"));
    assert_eq!(resumed[2..], whole[2..]);
    assert_ne!(resumed[1], whole[1]);
    // Games that are not asked for stay in the file.
    let kept = games("arena --agents random --games 3 --board 3x3 --out games.csv --resume");
    assert_eq!(kept.len(), 1 + 36);
}

#[test]
fn bad_input_is_refused() {
    let folder = TestFolder::new();
    folder.refuse(
        "arena --agents clever",
        "invalid value 'clever' for '--agents <AGENTS>': there is no agent 'clever': choose random",
    );
    folder.refuse("arena --agents minimax:depth=0", "invalid value 'minimax:depth=0' for '--ag");
    folder.refuse("arena --agents greedy --games 0", "invalid value '0' for '--games <N>'");
    folder.refuse("arena --agents greedy --target 100", "100 is not a target");
    folder.refuse(
        "arena --agents greedy --seed 4294967295 --games 2",
        "2 games from seed 4294967295 would need seeds above 4294967295",
    );
    fs::write(folder.path().join("other.csv"), "a,b\n1,2\n").unwrap();
    folder.refuse(
        "arena --agents greedy --out other.csv --resume",
        "other.csv: the file is not one of mdp2048 arena",
    );
    folder.text("arena --agents greedy --games 1 --board 2x2 --out games.csv");
    folder.refuse(
        "arena --agents greedy --games 1 --out games.csv --resume",
        "games.csv: the games are of 2x2_score, but these are of 4x4_score",
    );
    let cut = fs::read_to_string(folder.path().join("games.csv")).unwrap();
    fs::write(folder.path().join("games.csv"), &cut[..cut.len() - 12]).unwrap();
    folder.refuse(
        "arena --agents greedy --games 1 --board 2x2 --out games.csv --resume",
        "games.csv: line 2 is no game",
    );
}
