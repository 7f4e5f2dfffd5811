use crate::TestFolder;

#[test]
fn arguments() {
    let folder = TestFolder::new();
    let check = |line, message| folder.refuse(line, message);
    check("slove", "unrecognized subcommand 'slove'; a similar subcommand exists: 'solve'");
    check(
        "solve --board 3x3",
        "the win objective is about reaching a target: choose one, for example 512",
    );
    check(
        "solve --bord 3x3",
        "unexpected argument '--bord' found; a similar argument exists: '--board'",
    );
    check(
        "pack x",
        "the following required arguments were not provided: --out <FILE>; for example mdp2048 \
         pack 512.solution --threshold 1e-7 --out 512.policy; see mdp2048 pack --help",
    );
    check("query x", "the following required arguments were not provided: --position <TILES>");
    check("play", "the following required arguments were not provided: <FILE>");
    let mut bare = std::process::Command::new(env!("CARGO_BIN_EXE_mdp2048"));
    let bare = crate::RunResult::of(bare.output().unwrap());
    let message = "choose a command: solve, pack, query, play, review, inspect, verify, evaluate, \
                   count, export, bag, arena, certify, completions or man; see mdp2048 \
                   --help";
    bare.assert_refused("no command", 2, message);
    check("--json", message);
    check("pack x --out ", "a value is required for '--out <FILE>' but none was supplied; see ");
    check(
        "evaluate x --objective win --distribution score",
        "the argument '--objective <OBJECTIVE>' cannot be used with '--distribution \
         <DISTRIBUTION>'; leave one of them out; see mdp2048 evaluate --help",
    );
}

#[test]
fn games() {
    let folder = TestFolder::new();
    let check = |line: &str, message: &str| {
        folder.refuse(&format!("solve --out g.solution {line}"), message);
    };
    for board in ["5x5", "1x3", "3", "three"] {
        check(
            &format!("--board {board} --target 8"),
            &format!(
                "invalid value '{board}' for '--board <ROWSxCOLUMNS>': '{board}' is not a board \
                 shape: write rows x columns, 2 to 4 of each"
            ),
        );
    }
    check(
        "--board 3x3 --target 2048",
        "2048 cannot be reached on 3x3: the largest reachable tile is 1024",
    );
    check(
        "--board 2x2 --target 64",
        "64 cannot be reached on 2x2: the largest reachable tile is 32",
    );
    check(
        "--board 2x2 --target 32 --spawn-four 0",
        "32 cannot be reached on 2x2 when no 4 ever appears: the largest reachable tile is 16",
    );
    check("--board 3x3 --target 100", "100 is not a target: choose a power of two from 8");
    check("--board 3x3 --target 4", "4 is not a target");
    check(
        "--board 3x3 --target x",
        "invalid value 'x' for '--target <TILE>': choose a power of two",
    );
    check("--board 4x4 --target 65536", "65536 is beyond this program's boards");
    for discount in ["0", "1.1", "-0.5", "nan", "inf"] {
        let line = format!("--board 2x2 --target 8 --discount {discount}");
        check(&line, "discount ");
    }
    check("--board 2x2 --target 8 --discount half", "invalid value 'half' for '--discount");
    for four in ["-0.1", "1.5", "nan"] {
        check(&format!("--board 2x2 --target 8 --spawn-four {four}"), "spawn probability ");
    }
    check(
        "--board 2x2 --target 8 --objective beauty",
        "invalid value 'beauty' for '--objective <OBJECTIVE>' [possible values: win, score, \
         moves, fewest]",
    );
    for threads in ["0", "-1", "many"] {
        let line = format!("--board 2x2 --target 8 --threads {threads}");
        check(
            &line,
            &format!("invalid value '{threads}' for '--threads <N>': write a whole number"),
        );
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn games_that_do_not_fit_the_memory() {
    let folder = TestFolder::new();
    let result = folder.run("solve --board 4x4 --target 32768 --out g.solution");
    result.assert_refused(
        "4x4 to 32768",
        2,
        "this game has more boards than can be numbered: choose a ",
    );
    let result = folder.run("solve --board 3x3 --target 256 --memory 10MiB --out g.solution");
    result.assert_refused("10 MiB", 2, "this game needs ");
    let advice = "and 10.0 MiB may be used: choose a smaller board or target, hold values in \
                  single precision, or allow more with --memory, or ";
    let with_out = "leave out --out for the totals alone, or give --work in its place to hold the \
                    layers in files\n";
    assert!(result.err.ends_with(&format!("{advice}{with_out}")), "{}", result.err);
    let result = folder.run("solve --board 3x3 --target 256 --memory 10MiB");
    result.assert_refused("10 MiB", 2, "this game needs ");
    let without = "hold the layers in files with --work\n";
    assert!(result.err.ends_with(&format!("{advice}{without}")), "{}", result.err);
    for size in ["0", "10", "-1", "x", "10XB", "MiB", "1e99GiB"] {
        let line = format!("solve --board 2x2 --target 8 --memory {size}");
        folder
            .refuse(&line, &format!("invalid value '{size}' for '--memory <SIZE>': write a size"));
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn positions() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out g.solution");
    folder.text("pack g.solution --out whole.policy");
    folder.text("pack g.solution --threshold 0.1 --out part.policy");
    for file in ["g.solution", "whole.policy", "part.policy"] {
        let check = |position: &str, message: &str| {
            folder.refuse(&format!("query {file} --position {position}"), message);
        };
        check(
            "0_2/2_5",
            "invalid value '0 2/2 5' for '--position <TILES>': row 2, cell 2: '5' is not a tile",
        );
        check(
            "0_2/2",
            "invalid value '0 2/2' for '--position <TILES>': row 2 is 1 long, but row 1 is 2",
        );
        check("0_2", "invalid value '0 2' for '--position <TILES>': the position is 1x2");
        check("0_2_0/2_0_0", "the position is 2x3, but 2x2 to 16 was solved: give a 2x2 position");
        check("0_2/16_0", "the position is already won: it holds a 16");
        check("2_4/4_2", "the position is lost: no action is allowed");
    }
    for file in ["g.solution", "whole.policy"] {
        for position in ["8_8/8_8", "0_0/0_0", "0_2/0_0", "0_8/0_0"] {
            let message =
                format!("no game of 2x2 to 16 reaches the position {}", position.replace('_', " "));
            folder.refuse(&format!("query {file} --position {position}"), &message);
        }
    }
    folder.refuse(
        "query part.policy --position 8_4/4_0",
        "the policy has no entry for the position 8 4/4 0: it holds only states of \
         occupancy 1e-1 or more",
    );
    folder.refuse(
        "query whole.policy --position 0_2/2_0 --tolerance 0.1",
        "--tolerance needs action values, and this policy holds none",
    );
    for tolerance in ["-1", "nan", "x"] {
        folder.refuse(
            &format!("query g.solution --position 0_2/2_0 --tolerance {tolerance}"),
            &format!(
                "invalid value '{tolerance}' for '--tolerance <VALUE>': write a number from 0"
            ),
        );
    }
}

#[test]
fn packing() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out g.solution");
    folder.text("pack g.solution --out g.policy");
    let check = |line: &str, message: &str| folder.refuse(&format!("pack {line} --out x"), message);
    for bad in ["-1", "1.5", "nan", "x"] {
        check(
            &format!("g.solution --threshold {bad}"),
            &format!(
                "invalid value '{bad}' for '--threshold <OCCUPANCY>': write a number from 0 to 1"
            ),
        );
    }
    for bad in ["-1", "1", "1.5", "nan", "x"] {
        check(
            &format!("g.solution --max-leave {bad}"),
            &format!(
                "invalid value '{bad}' for '--max-leave <PROBABILITY>': choose a number from 0 to \
                 below 1, for example 0.01"
            ),
        );
    }
    check(
        "g.solution --value-error 0",
        "invalid value '0' for '--value-error <VALUE>': write a number from 1e-30 to 1e6",
    );
    check(
        "g.solution --threshold 0.1 --max-leave 0.1",
        "the argument '--threshold <OCCUPANCY>' cannot be used with '--max-leave <PROBABILITY>'",
    );
    check("g.solution --values all", "invalid value 'all' for '--values <VALUES>'");
    check("g.solution --threshold 1", "no state has an occupancy of 1e0 or more");
    check("g.policy", "g.policy is already a policy: pack needs a solution of 2x2 to 16");
    assert_eq!(folder.names(), ["g.policy", "g.solution"]);
}

#[test]
fn seeds_and_games() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 8 --out g.solution");
    let check =
        |line: &str, message: &str| folder.refuse(&format!("play g.solution {line}"), message);
    for bad in ["-1", "4294967296", "1.5", "x"] {
        let message =
            format!("invalid value '{bad}' for '--seed <SEED>': a seed is a whole number");
        check(&format!("--seed {bad}"), &message);
    }
    for bad in ["0", "-5", "x"] {
        let message = format!("invalid value '{bad}' for '--games <N>': write a whole number");
        check(&format!("--games {bad}"), &message);
    }
    check(
        "--seed 4294967295 --games 2",
        "2 games from seed 4294967295 would need seeds above 4294967295",
    );
    folder.text("play g.solution --seed 4294967295 --games 1");
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

#[cfg(not(feature = "distributed"))]
#[test]
fn a_program_for_one_process_says_how_to_build_another() {
    let folder = TestFolder::new();
    for (option, values) in
        [("processes", "2"), ("process", "0"), ("addresses", "10.0.0.1:1,10.0.0.2:1")]
    {
        folder.refuse(
            &format!("solve --board 2x2 --target 8 --work w --{option} {values}"),
            &format!(
                "this program is built without --{option}: build one that has it with cargo build \
                 --release -p mdp2048 --features distributed\n"
            ),
        );
    }
    assert!(!folder.text("solve --help").contains("--process"));
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
fn advice_fits_the_command() {
    let folder = TestFolder::new();
    folder.text("solve --board 2x3 --target 64 --objective score --out score");
    folder.refuse(
        "pack score --format twenty48 --out p",
        "the text format holds policies of the win objective only, not of 2x3 to 64, highest \
         score: choose --format mdp2048\n",
    );
    folder.refuse(
        "evaluate score --agent learned",
        "the agent learned plays 4x4 only, not 2x3: choose another agent, or games on 4x4\n",
    );
    for (option, line) in [("--samples", "--samples 10"), ("--whole", "--whole")] {
        let message = format!("{option} is for work folders, and score is checked as a whole: ");
        folder.refuse(&format!("verify score {line}"), &message);
    }
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
    folder.refuse("solve --board 2x2 --target 8 --discount 1e300", "discount 1e300 is out of ");
}
