//! `mdp2048 arena`.

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
    // The games of the seeds 0 to 4 that were won, by their rows.
    let line = "arena --agents greedy --games 5 --board 2x2 --target 8";
    folder.text(&format!("{line} --out won.csv"));
    let text = folder.read_text("won.csv");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let rows: Vec<_> = rows.iter().filter(|row| row[6] == "1").collect();
    for (name, column) in [("won_moves", 4), ("won_tile_sum", 8)] {
        let sum: f64 = rows.iter().map(|row| row[column].parse::<f64>().unwrap()).sum();
        let found = &won["agents"][0][name];
        assert!((number(found, "mean") - sum / rows.len() as f64).abs() < 1e-9, "{found}");
        assert!(found["interval"][0].as_f64() < found["mean"].as_f64(), "{found}");
    }
    // An 8 and at most three other tiles.
    assert!(number(&won["agents"][0]["won_tile_sum"], "mean") < 8.0 + 3.0 * 4.0);
    assert!(folder.text(line).contains("Games that made the target"));
    // Without a target nothing is won.
    assert_eq!(result["agents"][0]["won_moves"], serde_json::Value::Null);
    let fours = folder.json("arena --agents greedy --board 2x2 --games 1 --spawn-four 1");
    assert_eq!(fours["game"], "2x2, highest score, a 4 with probability 1");
}

#[test]
fn the_file_has_a_row_for_each_game() {
    let folder = TestFolder::new();
    let result = folder.json(&format!("arena {AGENTS} --out games.csv"));
    let text = folder.read_text("games.csv");
    assert_eq!(result["bytes"], text.len());
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 1 + 36);
    let head = "game agent seed score moves largest won cpu_seconds tile_sum";
    assert_eq!(rows[0].join(" "), head);
    for (at, agent) in ["greedy", "expectimax:depth=1", "random"].into_iter().enumerate() {
        let rows = &rows[1 + 12 * at..][..12];
        let scores = rows.iter().zip(0..).map(|(row, seed)| {
            assert_eq!(row[..3], ["3x3_score", agent, &seed.to_string()]);
            row[3].parse::<f64>().unwrap()
        });
        let mean = scores.sum::<f64>() / 12.0;
        assert!((mean - number(&result["agents"][at], "mean_score")).abs() < 1e-9);
    }
    folder.text("arena --agents greedy --board 2x2 --games 1 --spawn-four 0.2 --out games.csv");
    let row = folder.read_text("games.csv");
    assert!(row.contains("\n2x2_score_four_0.2,greedy,0,"), "{row}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_the_results() {
    let folder = TestFolder::new();
    let line = "arena --agents greedy --games 5 --board 2x3";
    let whole = folder.json(line);
    let full = folder.run(&format!("{line} --out /dev/full --json"));
    assert_eq!(full.code, Some(1));
    let message = "mdp2048: could not write /dev/full: no space left on device; free some space ";
    assert!(full.err.starts_with(message), "{}", full.err);
    let found: serde_json::Value = serde_json::from_str(&full.out).unwrap();
    assert_eq!(found["agents"][0]["mean_score"], whole["agents"][0]["mean_score"]);
    assert_eq!(found["file"], serde_json::Value::Null);
}

#[test]
#[cfg(unix)]
fn an_endless_network_is_refused() {
    let folder = TestFolder::new();
    let arena = "arena --games 1 --agents learned --network";
    folder.refuse(&format!("{arena} /dev/zero"), "/dev/zero: this is not a network file");
    folder.write("network", mdp2048_agents::Network::TRAINED);
    let endless = folder.path().join("endless");
    let mut cat = std::process::Command::new("sh");
    cat.args(["-c", "mkfifo endless; exec cat network /dev/zero > endless"]);
    let mut cat =
        cat.current_dir(folder.path()).stderr(std::process::Stdio::null()).spawn().unwrap();
    while !endless.exists() {
        std::thread::yield_now();
    }
    folder.refuse(&format!("{arena} endless"), "endless: the network has bytes after its end");
    cat.wait().unwrap();
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
        "bad: the network is damaged: the checksum does not match; load or copy it again",
    );
}

#[test]
fn habits_of_sampled_games_contain_the_exact_ones() {
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 64 --out g.solution");
    let exact = folder.json("evaluate g.solution --habits");
    let line = "arena --agents optimal --policy g.solution --board 3x3 --target 64 --games 400";
    let sampled = folder.json(&format!("{line} --habits"));
    let row = |rows: &serde_json::Value| {
        let mut rows = rows.as_array().unwrap().iter();
        rows.find(|row| row["largest"] == 32).unwrap().clone()
    };
    let (exact, sampled) = (row(&exact["rows"]), row(&sampled["agents"][0]["habits"]));
    assert_eq!(sampled["games"], 400);
    for name in ["corner", "edge", "block", "line", "pairs", "pairs_left"] {
        let share = &sampled[name];
        let difference = (number(share, "rate") - number(&exact, name)).abs();
        let half = number(share, "half_width");
        // A half more than the 95 % interval, as there are six.
        assert!(half > 0.0 && difference < 1.5 * half, "{name}: {share} {}", exact[name]);
    }
    let text = folder.text(&format!("{line} --habits"));
    assert!(text.contains("pair left") && text.contains(" ± "), "{text}");
    // Without the option, nothing of it is printed.
    assert_eq!(folder.json(line)["agents"][0]["habits"], serde_json::Value::Null);
}
