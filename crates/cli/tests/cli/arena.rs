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
        let no_time = |line: &str| {
            let mut fields: Vec<&str> = line.split(',').collect();
            fields.remove(7);
            fields.join(",")
        };
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
    let read = || fs::read_to_string(folder.path().join("g.csv")).unwrap();
    let before = read();
    let message = "g.csv: it has games of optimal on 2x2 to 32 with --policy a (digest ";
    folder.refuse(&run("optimal", "--policy b", 3), message);
    let refused = folder.run(&run("optimal", "--policy b", 5)).err;
    assert!(refused.contains("not of optimal on 2x2 to 32 with --policy b (digest "), "{refused}");
    assert_eq!(read(), before);
    // Other agents do not depend on it, and the name does not count.
    folder.text(&run("greedy", "--threads 1", 4));
    fs::rename(folder.path().join("a"), folder.path().join("a,\"2\"")).unwrap();
    folder.text(&run("optimal", "--policy a,\"2\"", 4));
    assert_eq!(read().lines().count(), 1 + 8);
    folder.text(&run("optimal", "--policy a,\"2\"", 5));
    assert_eq!(read().lines().count(), 1 + 9);
    // The games of another probability of a 4 are those of another game.
    folder.refuse(
        &run("greedy", "--spawn-four 0.2", 3),
        "g.csv: the games are of 2x2_to_32, but these are of 2x2_to_32_four_0.2",
    );
    // Games without a digest may be of any policy.
    let cut = |line: &str| line.split(',').take(8).collect::<Vec<_>>().join(",") + "\n";
    let old: String = before.lines().map(cut).collect();
    fs::write(folder.path().join("g.csv"), old).unwrap();
    folder.refuse(&run("optimal", "--policy b", 3), "g.csv: an older mdp2048 wrote the file, ");
}

#[test]
fn a_file_that_another_run_writes_is_left_alone() {
    let folder = TestFolder::new();
    let lock = fs::File::create(folder.path().join(".g.csv.lock")).unwrap();
    lock.lock().unwrap();
    let run = "arena --agents greedy --board 2x2 --games 2 --out g.csv";
    for line in [run, &format!("{run} --resume")] {
        folder.refuse(line, "another run writes g.csv: wait for it, or choose another --out");
    }
    assert_eq!(folder.names(), [".g.csv.lock"]);
    // A run that was killed leaves the file without a lock.
    drop(lock);
    folder.text(run);
    assert_eq!(folder.names(), ["g.csv"]);
}

#[test]
fn a_game_can_have_another_probability_of_a_four() {
    let folder = TestFolder::new();
    let run = "arena --agents greedy --board 2x2 --games 200";
    let result = folder.json(&format!("{run} --spawn-four 1"));
    assert_eq!(result["game"], "2x2, highest score, a 4 with probability 1");
    let usual = folder.json(run);
    assert!(number(&result["agents"][0], "mean_score") > number(&usual["agents"][0], "mean_score"));
    folder.refuse(&format!("{run} --spawn-four 2"), "");
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out 16.solution");
    let arena = "arena --board 2x2 --games 1 --agents";
    folder.refuse(
        &format!("{arena} greedy,random --policy 16.solution"),
        "--policy is for the agent optimal, which does not play: leave --policy out, or add the",
    );
    folder.refuse(&format!("{arena} greedy --network n"), "--network is for the agent learned, ");
    let evaluate = "evaluate 16.solution --agent greedy";
    folder.refuse(&format!("{evaluate} --policy 16.solution"), "--policy is for the agent optimal");
    folder.refuse(&format!("{evaluate} --network n"), "--network is for the agent learned, ");
    folder.refuse(
        &format!("{arena} greedy,random,greedy"),
        "greedy and greedy are the same agent: leave one of them out",
    );
    folder.refuse(
        &format!("{arena} expectimax,expectimax:depth=2"),
        "expectimax and expectimax:depth=2 are the same agent",
    );
    folder.refuse(
        &format!("{arena} expectimax:depth=2:depth=3"),
        "invalid value 'expectimax:depth=2:depth=3' for '--agents <AGENTS>': the parameter depth \
         is given more than once",
    );
}

#[test]
fn the_learned_agent_plays_with_a_network_of_its_own() {
    let folder = TestFolder::new();
    let mut network = mdp2048_agents::Network::TRAINED.to_vec();
    fs::write(folder.path().join("network"), &network).unwrap();
    let arena = "arena --games 1 --seed 3 --target 1024 --network";
    let agents = "--agents learned:plies=1,learned:nodes=20,greedy";
    let result = folder.json(&format!("{arena} network {agents}"));
    let score = |agent: usize| number(&result["agents"][agent], "mean_score");
    assert!(score(0) > score(2) && score(1) > score(2), "{result}");
    folder.text("arena --games 1 --agents learned:milliseconds=1 --target 16");
    folder.refuse(
        "arena --agents learned --board 3x3",
        "the agent learned plays 4x4 only, not 3x3: choose another agent, or games on 4x4",
    );
    let check = |bytes: &[u8], message: &str| {
        fs::write(folder.path().join("bad"), bytes).unwrap();
        folder.refuse(&format!("{arena} bad --agents learned"), &format!("bad: {message}"));
    };
    check(b"", "the file is no network: choose another one");
    check(&network[..network.len() / 2], "the network is cut short: copy the file again");
    network[8] = 9;
    check(&network, "the network is of another version of mdp2048: train it again");
    network[8] = 1;
    network[99] ^= 4;
    check(&network, "the network is damaged: copy the file again");
    folder.refuse(&format!("{arena} missing --agents learned"), "could not read missing: no such");
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
