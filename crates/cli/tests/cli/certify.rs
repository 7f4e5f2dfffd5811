//! `mdp2048 certify`.

use std::fs;

use mdp2048_agents::{Trainer, TrainingOptions};
use serde_json::Value;

use crate::{RunResult, TestFolder, number};

/// A game with two different policies: that of `solve`, and one that keeps fewer states.
fn two_policies() -> TestFolder {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 64 --out a");
    folder.text("pack a --threshold 1e-2 --out b");
    folder
}

#[test]
fn a_work_folder_is_of_the_contents_of_the_policy() {
    let folder = two_policies();
    let run = "certify --agent optimal --board 2x3 --target 64 --join 1e-9 --work c --policy";
    let first = folder.json(&format!("{run} a"));
    assert!(number(&first, "proven") > 0.93, "{first}");
    let message = "c: the checkpoint is of optimal on 2x3 to 64 with --policy a (digest ";
    folder.refuse(&format!("{run} b"), message);
    let refused = folder.run(&format!("{run} b")).err;
    let asked = "not of optimal on 2x3 to 64 with --policy b (digest ";
    assert!(refused.contains(asked) && refused.contains("choose another --work"), "{refused}");
    // The name does not count.
    fs::rename(folder.path().join("a"), folder.path().join("a2")).unwrap();
    assert_eq!(folder.json(&format!("{run} a2"))["proven"], first["proven"]);
}

#[test]
fn a_work_folder_is_of_the_contents_of_the_network() {
    let folder = TestFolder::new();
    let mut options = TrainingOptions::default();
    options.optimism = 640.0;
    let trainer = Trainer::new(options);
    for (network, step) in [("a", 16.0), ("b", 64.0)] {
        fs::write(folder.path().join(network), trainer.network(step).to_bytes()).unwrap();
    }
    let run = "certify --agent learned:plies=1 --target 16 --join 1e-3 --work c --network";
    folder.text(&format!("{run} a"));
    folder.refuse(
        &format!("{run} b"),
        "c: the checkpoint is of learned:plies=1 on 4x4 to 16 with --network a (digest ",
    );
    // The network of the program is another one.
    let refused = folder.run(run.strip_suffix(" --network").unwrap()).err;
    assert!(refused.contains("with the network of the program (digest "), "{refused}");
}

#[test]
fn agents_that_have_no_policy_of_boards_are_refused() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 16 --out 16.solution");
    let (certify, evaluate) =
        ("certify --board 2x3 --target 16 --join 0.1 --agent", "evaluate 16.solution --agent");
    for (agent, message) in [
        ("monte-carlo:games=2", "it depends on random games; add :by-board, which takes"),
        ("mdp-monte-carlo:games=2+1+1+1", "it depends on random games; add :by-board"),
        ("expectimax:evaluation=points-weighted", "it depends on the points so far; add :by-board"),
    ] {
        let message = format!("the policy of {agent} is no function of the board: {message}");
        for command in [certify, evaluate] {
            folder.refuse(&format!("{command} {agent}"), &message);
        }
    }
    // What is evaluated is what is played.
    let agent = "monte-carlo:games=2:by-board:canonical";
    folder.json(&format!("{certify} {agent}"));
    let exact = folder.json(&format!("{evaluate} {agent}"));
    let exact = number(&exact, "win_probability");
    let games =
        folder.json(&format!("arena --agents {agent} --board 2x3 --target 16 --games 1000"));
    let won = &games["agents"][0]["won"]["interval"];
    let [low, high] = [0, 1].map(|at| won[at].as_f64().unwrap());
    assert!(low - 0.02 < exact && exact < high + 0.02, "{exact} {games}");
}

/// The text of a committed file of `docs`.
fn committed_text(name: &str) -> String {
    fs::read_to_string(format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A committed file of `docs`.
fn committed(name: &str) -> Value {
    serde_json::from_str(&committed_text(name)).unwrap()
}

const SET: &str = "certify --agent learned:plies=1:tolerance=0.1 --target 32 --join";

#[test]
fn a_set_of_boards_bounds_the_probability_of_winning() {
    let folder = TestFolder::new();
    let mut last = 0.0_f64;
    for join in ["1e-5", "1e-6"] {
        let certified = folder.json(&format!("{SET} {join} --rounds 1 --out {join}"));
        let proven = number(&certified, "proven");
        assert!(proven > last.max(0.85) && proven < 1.0, "{certified}");
        let verified = folder.json(&format!("verify {join}"));
        assert_eq!(verified["ok"], true, "{verified}");
        assert_eq!(
            (&verified["proven"], &verified["boards"]),
            (&certified["proven"], &certified["boards"])
        );
        let won = number(&verified, "won");
        assert!((won - proven).abs() < 1e-7 && won >= proven, "{verified}");
        let lost = verified["lost"].as_array().unwrap();
        let lost: f64 = lost.iter().map(|row| number(row, "probability")).sum();
        assert!((won + lost - 1.0).abs() < 1e-9, "{verified}");
        last = proven;
    }
    let text = folder.text("verify 1e-6");
    assert!(text.contains("Games that come to a board without an action"), "{text}");
    // The result does not depend on threads.
    folder.text(&format!("{SET} 1e-5 --rounds 1 --threads 1 --out again"));
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("again"), read("1e-5"));
    fs::write(folder.path().join("short"), &read("again")[..100]).unwrap();
    folder.refuse("verify short", "short: the certificate is cut short");
    folder.refuse(
        "verify again --against again",
        "again is a certificate, which needs no other file",
    );
}

#[test]
fn the_smaller_committed_proofs_are_made_again() {
    let folder = TestFolder::new();
    let (text, table) = (committed_text("runs/proof.json"), committed_text("runs/proof.csv"));
    let runs = committed("runs/proof.json");
    let runs = runs.as_array().unwrap();
    assert_eq!((text.lines().count(), table.lines().count()), (runs.len(), runs.len() + 1));
    let mut again = 0;
    for ((run, line), row) in runs.iter().zip(text.lines()).zip(table.lines().skip(1)) {
        let row: Vec<&str> = row.split(',').collect();
        let target = row[0];
        for field in [
            format!("\"game\":\"4x4 to {target}\","),
            format!("\"proven\":{},\"boards\":{},", row[1], row[2]),
            format!("\"bytes\":{},", row[5]),
            format!("\"peak_bytes\":{},", row[4]),
        ] {
            assert!(line.contains(&field), "{field} {line}");
        }
        let join = number(run, "join");
        if join < 1e-6 {
            continue;
        }
        let agent = run["agent"].as_str().unwrap();
        let line =
            format!("certify --agent {agent} --target {target} --join {join:e} --out {target}");
        let certified = folder.json(&line);
        let verified = folder.json(&format!("verify {target}"));
        for name in ["keep", "rounds", "proven", "boards", "most_boards", "bytes"] {
            assert_eq!(run[name], certified[name], "{line}: {name}");
        }
        for name in ["won", "lost"] {
            assert_eq!(run[name], verified[name], "{line}: {name}");
        }
        again += 1;
    }
    assert!(again >= 2, "{again}");
}

#[test]
fn a_set_grows_on_from_its_work_folder() {
    let folder = TestFolder::new();
    let whole = folder.json(&format!("{SET} 1e-5 --rounds 1 --out whole"));
    let run = format!("{SET} 1e-5 --rounds 1 --work c");
    assert_eq!(folder.json(&format!("{run} --out a"))["proven"], whole["proven"]);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    // All rounds are in the folder.
    let state = read("c/state_of_boards");
    folder.json(&format!("{run} --out b"));
    assert!(read("a") == read("whole") && read("b") == read("whole"));
    assert!(read("c/state_of_boards") == state);
    folder.refuse(
        &format!("{SET} 1e-6 --rounds 1 --work c"),
        "c: the checkpoint is of learned:plies=1:tolerance=0.1 on 4x4 to 32 with the network of \
         the program",
    );
    let refused = folder.run(&format!("{SET} 1e-6 --rounds 1 --work c")).err;
    assert!(refused.contains("in a set with --join 1e-5 --keep 1"), "{refused}");
    // A further round goes on from there, and is not taken back.
    folder.json(&format!("{SET} 1e-5 --rounds 2 --work c"));
    folder.refuse(&run, "c: the set has grown in ");
    fs::write(folder.path().join("c/state_of_boards"), &state[..state.len() - 3]).unwrap();
    folder.refuse(&run, "c: the checkpoint is cut short (missing bytes: at least 3): load or copy");
}

#[test]
fn the_certificate_may_be_in_a_new_work_folder() {
    let folder = TestFolder::new();
    let run =
        "certify --agent greedy --board 2x3 --target 16 --join 1e-3 --work new/w --out new/w/c";
    let certified = folder.json(run);
    let verified = folder.json("verify new/w/c");
    assert_eq!(verified["proven"], certified["proven"]);
    folder.text("count --board 2x2 --work counts --out counts/c");
    assert!(folder.read_text("counts/c").starts_with("tile_sum,"));
}

#[test]
#[cfg(unix)]
fn a_full_disk_loses_nothing() {
    let folder = TestFolder::new();
    folder.json(&format!("{SET} 1e-5 --rounds 1 --out whole"));
    let run = format!("{SET} 1e-5 --rounds 1 --work c --out again");
    // No file may be longer than 4 blocks of at most 1,024 bytes.
    let program = env!("CARGO_BIN_EXE_mdp2048");
    let limited = std::process::Command::new("sh")
        .args(["-c", &format!("ulimit -f 4; exec {program} {run}")])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = "could not write the work folder c: file too large; raise the limit on the size \
                   of files (ulimit -f), and give the same command to go on with what is saved \
                   there";
    RunResult::of(limited).assert_refused(&run, 1, message);
    folder.json(&run);
    assert!(folder.read("again") == folder.read("whole"));
}

#[test]
fn a_layer_in_the_place_of_another_is_refused() {
    let folder = TestFolder::new();
    let run = format!("{SET} 1e-5 --rounds 1 --work c");
    folder.json(&run);
    let path = |name: &str| folder.path().join("c").join(name);
    let is_layer = |name: &String| name.starts_with("boards_");
    let layers: Vec<String> = crate::names_in(&path("")).into_iter().filter(is_layer).collect();
    fs::copy(path(&layers[5]), path(&layers[6])).unwrap();
    folder.refuse(
        &run,
        "c: the checkpoint is malformed: a layer of it is damaged; remove it to begin again",
    );
}

/// A number of bytes, from `12.3 MiB` in a message after some words.
#[cfg(target_os = "linux")]
fn size_after(message: &str, words: &str) -> u64 {
    let size = message.split(words).nth(1).unwrap().split(" MiB").next().unwrap();
    (size.parse::<f64>().unwrap() * f64::from(1 << 20)).ceil() as u64
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_is_kept_or_the_run_refused() {
    let folder = TestFolder::new();
    let run = "certify --agent greedy --target 64 --threads 1 --join";
    let small = format!("{run} 1e-4 --memory 8MiB");
    let refused = folder.run(&small);
    refused.assert_refused(&small, 2, "certify needs at least ");
    let least = size_after(&refused.err, "certify needs at least ");
    let mut completed = 0;
    for (join, percent) in [("1e-4", 100), ("1e-4 --work c", 100), ("1e-7", 100), ("1e-7", 110)] {
        let most = least * percent / 100;
        let line = format!("{run} {join} --memory {most}b --json");
        let result = folder.run(&line);
        if result.code == Some(0) {
            let certified: Value = serde_json::from_str(&result.out).unwrap();
            assert!(number(&certified, "peak_bytes") <= most as f64, "{line}: {certified}");
            completed += 1;
        } else {
            result.assert_refused(&line, 2, "the set needs more than the memory that may be used");
        }
    }
    assert_eq!(completed, 2);
}

#[test]
fn bad_input_is_refused() {
    let folder = TestFolder::new();
    let check = |line: &str, message: &str| folder.refuse(&format!("certify {line}"), message);
    check("--agent greedy", "the following required arguments were not provided: --join <PROB");
    check(
        "--agent greedy,random --join 0.1",
        "invalid value 'greedy,random' for '--agent <AGENT>': there is no agent 'greedy,random'",
    );
    check("--agent greedy --join 0.1 --games 5", "unexpected argument '--games' found");
    check("--agent learned --board 3x3 --join 0.1", "the agent learned plays 4x4 only");
    check("--agent greedy --join 0.1", "4x4, highest score is not the game of reaching a target");
    check("--agent greedy --join 2", "invalid value '2' for '--join <PROBABILITY>'");
    check(
        "--agent greedy --target 32 --join 1e-6 --keep 1e-5",
        "boards that join at a probability of 1e-6 would go at once, because those below 1e-5 go",
    );
    let third = "--agent greedy --target 32 --join 0.1 --spawn-four 0.3333333";
    check(third, "a probability of 0.3333333 of a 4 has more than six decimals");
    check("--agent greedy --target 64 --join 1e-8 --memory 100KiB", "certify needs at least ");
    check(
        "--agent greedy --target 64 --join 0.1 --rounds 1e9",
        "invalid value '1e9' for '--rounds <COUNT>': write a whole number from 0 to 65535",
    );
}
