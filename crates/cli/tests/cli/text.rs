//! Text policies of the published player.

use crate::{TestFolder, close, number};

#[test]
fn text_and_packed_policies_hold_the_same() {
    let folder = TestFolder::new();
    folder.text("solve --board 3x3 --target 64 --out g.solution");
    let (kept, game) = ("--max-leave 0.05", "--board 3x3 --target 64");
    let packed = folder.json(&format!("pack g.solution {kept} --out g.policy"));
    let leave = number(&packed, "leave_probability");
    for values in ["none", "state"] {
        let line = format!("pack g.solution {kept} --format twenty48 --values {values}");
        let text = folder.json(&format!("{line} --out g.txt"));
        for field in "board target objective discount spawn_four states threshold occupancy_kept \
                      leave_probability start_value kind"
            .split(' ')
        {
            assert_eq!(text[field], packed[field], "{field}");
        }
        assert_eq!((&text["format"], &text["values"]), (&"twenty48".into(), &values.into()));
        let inspected = folder.json(&format!("inspect g.txt {game}"));
        for field in ["board", "target", "states", "bytes", "values", "value_error"] {
            assert_eq!(inspected[field], text[field], "{field}");
        }
        assert!(inspected["threshold"].is_null() && inspected["start_value"].is_null());
        close(&inspected, "leave_probability", leave, 1e-12);
        let text = folder.json(&format!("play g.txt {game} --seed 1"));
        let packed = folder.json("play g.policy --seed 1");
        for field in ["outcome", "moves", "final"] {
            assert_eq!(text[field], packed[field], "{field}");
        }
    }
    let tally = folder.json(&format!("play g.txt {game} --games 300"));
    close(&tally, "leave_probability", leave, 1e-12);
    assert!(tally["start_value"].is_null());
    assert_eq!(tally["off_policy"], folder.json("play g.policy --games 300")["off_policy"]);
}

#[test]
fn what_is_printed() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out g.solution");
    let printed = folder.text("pack g.solution --threshold 0.1 --format twenty48 --out g.txt");
    assert!(printed.starts_with("policy "), "{printed}");
    assert!(printed.contains("text of the published player, "), "{printed}");
    assert!(printed.contains("of the states, to within 0.5 points\n"), "{printed}");
    assert!(folder.read_text("g.txt").starts_with("av 96\n0 5  f     95  100   2 97"));
    let game = "--board 2x2 --target 16";
    let printed = folder.text(&format!("inspect g.txt {game}"));
    assert!(printed.contains("a game leaves the policy with probability "), "{printed}");
    let printed = folder.text(&format!("query g.txt {game} --position 0_0/2_4"));
    assert!(printed.contains("\nwin probability  96 %\n"), "{printed}");
    assert!(printed.ends_with("Values as the policy holds them, to within 0.5 points.\n"));
    let answer = folder.json(&format!("query g.txt {game} --position 0_0/2_4"));
    assert_eq!(answer["value"], 0.96);
    assert_eq!(answer["value_error"], 0.005);
    let printed = folder.text(&format!("play g.txt {game} --seed 20"));
    assert!(printed.lines().nth(2).unwrap().ends_with(" %"), "{printed}");
    let printed = folder.text(&format!("play g.txt {game} --games 100"));
    assert!(printed.contains("\nexact            a game leaves the policy with probability "));
    folder.text("pack g.solution --format twenty48 --values none --out g.txt");
    assert!(folder.read_text("g.txt").starts_with("a\n0 "));
    let printed = folder.text(&format!("query g.txt {game} --position 0_0/2_4"));
    assert!(printed.ends_with("This policy holds actions only.\n"), "{printed}");
}

#[test]
fn discounts_and_spawn_probabilities_are_options() {
    let folder = TestFolder::new();
    let chances = "--discount 0.9 --spawn-four 0.5";
    folder.text(&format!("solve --board 2x2 --target 16 {chances} --out g.solution"));
    folder.text("pack g.solution --format twenty48 --out g.txt");
    let solved = folder.json("play g.solution --seed 5");
    let line = format!("play g.txt --board 2x2 --target 16 {chances} --seed 5");
    let played = folder.json(&line);
    assert_eq!((&played["game"], &played["final"]), (&solved["game"], &solved["final"]));
    let exact = number(&solved["steps"][0], "value");
    close(&played["steps"][0], "value", exact, 0.005 + 1e-12);
}
