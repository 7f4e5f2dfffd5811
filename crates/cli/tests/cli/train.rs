//! `mdp2048 train`, and the agent `learned` with its network.

use std::fs;

use crate::{TestFolder, number};

#[test]
fn a_network_is_trained_resumed_and_played_with() {
    let folder = TestFolder::new();
    let train = |moves: &str, out: &str| {
        folder.json(&format!("train --moves {moves} --checkpoint c --curve curve.csv --out {out}"))
    };
    train("3e4", "first.network");
    let result = train("60000", "second.network");
    assert!((60_000.0..80_000.0).contains(&number(&result, "moves")), "{result}");
    assert_eq!(fs::read_to_string(folder.path().join("curve.csv")).unwrap().lines().count(), 1);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_ne!(read("first.network"), read("second.network"));
    // A checkpoint that has enough moves is only packed.
    assert_eq!(train("6e4", "again.network")["rounds"], result["rounds"]);
    assert_eq!(read("again.network"), read("second.network"));
    folder.refuse(
        "train --moves 1e5 --checkpoint c --seed 2",
        "c was begun with --seed 1, and this run has --seed 2: leave the option out, or choose ",
    );

    let arena = "arena --games 6 --agents learned,learned:nodes=100,greedy --network";
    let result = folder.json(&format!("{arena} second.network"));
    let score = |agent: usize| number(&result["agents"][agent], "mean_score");
    assert!(score(0) > score(2) && score(1) > score(2), "{result}");
    let timed = "arena --games 1 --agents learned:milliseconds=1 --target 16 --network";
    folder.text(&format!("{timed} second.network"));
    folder.refuse(
        "arena --agents learned --board 3x3 --network second.network",
        "the agent learned plays 4x4 only, not 3x3: choose another agent, or games on 4x4",
    );

    let mut network = read("second.network");
    let check = |bytes: &[u8], message: &str| {
        fs::write(folder.path().join("bad.network"), bytes).unwrap();
        folder.refuse(&format!("{arena} bad.network"), &format!("bad.network: {message}"));
    };
    check(b"", "the file is no network of mdp2048 train: choose another one");
    check(&network[..network.len() / 2], "the network is cut short: copy the file again");
    network[8] = 9;
    check(&network, "the network is of another version of mdp2048: make it again");
    network[8] = 1;
    network[99] ^= 4;
    check(&network, "the network is damaged: copy the file again");
    folder.refuse(&format!("{arena} missing"), "could not read missing: no such file");
    fs::write(folder.path().join("d"), &read("c")[..90]).unwrap();
    folder.refuse("train --moves 1 --checkpoint d", "d: the checkpoint is cut short");
    folder.refuse(
        "train --moves 1 --checkpoint second.network",
        "second.network: the file is no checkpoint of mdp2048 train",
    );
    folder.refuse("train --moves none --checkpoint c", "invalid value 'none' for '--moves <N>'");
    folder.refuse(
        "train --moves 1 --checkpoint c --step 0",
        "invalid value '0' for '--step <POINTS>': write a number from 0.01 to 1024",
    );
}
