use crate::TestFolder;

#[test]
fn a_command_is_chosen() {
    let folder = TestFolder::new();
    let mut bare = std::process::Command::new(env!("CARGO_BIN_EXE_mdp2048"));
    let bare = crate::RunResult::of(bare.output().unwrap());
    let message = "choose a command: solve, pack, query, play, review, inspect, verify, evaluate, \
                   count, export, bag, arena, certify, completions or man; see mdp2048 \
                   --help";
    bare.assert_refused("no command", 2, message);
    folder.refuse("--json", message);
}

#[test]
fn values_that_cannot_be_parsed_get_sentences() {
    let folder = TestFolder::new();
    for (line, message) in [
        ("solve --board 2x2 --work w --checkpoint x", "write a whole number from 0"),
        ("solve --board 2x2 --work w --checkpoint -1", "write a whole number from 0"),
        ("verify s --samples 0", "write a whole number from 1"),
        ("verify s --samples -1", "write a whole number from 1"),
        ("solve --board 2x2 --discount x", "write a number above 0 and at most 1"),
        ("bag --target 8 --spawn-four x", "write a number from 0 to 1, for example 0.1"),
        #[cfg(feature = "distributed")]
        (
            "solve --board 2x2 --work w --process x --addresses 10.0.0.1:1",
            "write the number of the process, which is 0 for the first",
        ),
        #[cfg(feature = "distributed")]
        (
            "solve --board 2x2 --work w --process 0 --addresses x",
            "write an address and a port, for example 10.0.0.1:4000",
        ),
    ] {
        let result = folder.run(line);
        result.assert_refused(line, 2, "invalid value '");
        assert!(result.err.contains(&format!(">': {message}")), "{line}: {}", result.err);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn every_whole_number_may_have_an_exponent() {
    let folder = TestFolder::new();
    for line in [
        "solve --board 2x2 --target 1.6e1 --threads 1e0 --out s",
        "solve --board 2x2 --target 16 --work w --checkpoint 1e4",
        "verify w --samples 1e1",
        "play s --games 1e1 --seed 1e9",
        "count --board 2x2 --work c --up-to 1.2e1",
        "arena --board 2x2 --agents greedy --games 1e0",
    ] {
        folder.text(line);
    }
    assert_eq!(folder.json("play s --games 2e1")["games"], 20);
}

#[test]
fn small_numbers_are_printed_short() {
    let folder = TestFolder::new();
    let text = folder.text("solve --board 2x2 --target 16 --discount 1e-300 --out s");
    assert!(text.contains("2x2 to 16, discount 1e-300\n"), "{text}");
    let text = text + &folder.text("inspect s") + &folder.text("query s --position 2_2/4_8");
    let text = text + &folder.text("bag --target 8 --spawn-four 1e-300");
    assert!(text.contains("a 4 with probability 1e-300\n"), "{text}");
    assert!(!text.contains(&"0".repeat(20)), "{text}");
}
