use std::fs;

use mdp2048_test_support::repository_path;
use serde_json::json;

use crate::{TestFolder, close, number};

/// The start boards of L3.
const STARTS: [&str; 2] = ["2_0_0_0/0_0_0_0/2_x_x_x/4_x_x_x", "0_0_0_0/0_0_0_2/4_x_x_x/2_x_x_x"];

#[test]
fn a_formation_is_a_game_for_every_command() {
    let folder = TestFolder::new();
    let solved = folder.json("solve --board 4x4 --formation l3 --target 16 --out l3.solution");
    assert_eq!((&solved["states"], &solved["lost"]), (&244_939.into(), &840.into()));
    assert_eq!(solved["board"], "..../..../.xxx/.xxx");
    assert_eq!(solved["starts"], json!(STARTS.map(|board| board.replace('_', " "))));
    let verified = folder.json("verify l3.solution");
    assert_eq!(verified["states"], 244_939);
    let [first, second] = STARTS.map(|board| {
        let answer = folder.json(&format!("query l3.solution --position {board}"));
        assert_eq!(answer["position"], board.replace('_', " "));
        number(&answer, "lose_probability")
    });
    close(&solved, "lose_probability", (first + second) / 2.0, 1e-12);
    let text = folder.text(&format!("query l3.solution --position {}", STARTS[0]));
    assert!(text.contains("\n  2  x  x  x\n  4  x  x  x\n"), "{text}");
    // A turned board has other locked cells, so the boards of the game are named.
    let turned = "query l3.solution --position x_x_x_4/x_x_x_2/0_0_0_0/0_0_0_2";
    folder.refuse(turned, "");

    folder.json("solve --formation L3 --target 16 --work l3_work --checkpoint 10000");
    let in_work = folder.json("verify l3_work");
    assert_eq!(in_work["states"], 244_939);
    let counted = folder.json("count --formation L3 --target 16 --work l3_counts");
    assert_eq!((&counted["states"], &counted["lost"]), (&244_939.into(), &840.into()));

    let packed = folder.json("pack l3.solution --values action --threshold 1e-6 --out l3.policy");
    assert!(number(&packed, "leave_probability") < 0.5);
    let value = folder.json(&format!("query l3.policy --position {}", STARTS[1]));
    assert!((number(&value, "lose_probability") - second).abs() < 0.05 * second);
    folder.refuse("pack l3.solution --format twenty48 --out p", "the text format holds policies");
    let game = folder.json("play l3.policy --seed 7");
    assert_eq!(game, folder.json("play l3.policy --seed 7"));
    assert!(folder.text("play l3.solution --seed 7").contains("/4 x x x/2 x x x"));
    let sampled = folder.json("play l3.solution --games 200");
    assert_eq!(sampled["won"], 200);

    let moves = folder.json("evaluate l3.solution --distribution moves");
    assert!(number(&moves, "mean") > 5.0 && number(&moves, "mean") < 20.0);
    folder.text("export l3.solution --format csv --out l3.csv");
}

#[test]
fn start_boards_and_locked_cells_are_given() {
    let folder = TestFolder::new();
    // Without start boards, the game starts with two random tiles.
    let free = folder.json("solve --board 3x3 --locked x../.../... --target 16");
    assert_eq!((&free["states"], &free["lost"]), (&15_949.into(), &142.into()));
    close(&free, "start_value", 0.915300015180, 6e-13);
    let game = "--locked xx./... --target 16 --start x_x_2/0_0_4 --start x_x_0/2_2_4";
    let given = folder.json(&format!("solve {game} --out given.solution"));
    assert_eq!(given["starts"], json!(["x x 2/0 0 4", "x x 0/2 2 4"]));
    // The exact fraction is that of the small game, too.
    let verified = folder.json("verify given.solution");
    assert!(verified["exact_start"].as_str().is_some_and(|exact| exact.contains('/')));
    // A late start board reaches a tile that two random tiles do not, through few states.
    let late = "--board 2x2 --target 64 --start 16_16/2_32";
    folder.json(&format!("solve {late} --out late.solution"));
    folder.json("verify late.solution");
    let few = "--locked ..xx/..../...x/.x.. --target 32";
    let few = format!("{few} --start 16_4_x_x/16_16_2_16/4_16_8_x/2_x_16_16 --out few.solution");
    assert_eq!(folder.json(&format!("solve {few}"))["states"], 1);
    assert_eq!(folder.json("verify few.solution")["states"], 1);
    let text = folder.text("inspect given.solution");
    assert!(text.contains("from x x 2/0 0 4 or x x 0/2 2 4"), "{text}");
}

/// The lines of the first example of docs/formations.md, as words of a shell.
fn examples() -> Vec<Vec<String>> {
    let text = fs::read_to_string(repository_path("docs/formations.md")).unwrap();
    let block = text.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    // Every second part is between quotes.
    let words = |line: &str| {
        let parts = line.split('"').enumerate().flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.replace(' ', "_")],
        });
        parts.collect()
    };
    block.lines().map(words).collect()
}

#[test]
fn the_example_with_cells_of_its_own_is_a_game() {
    let examples = examples();
    let own = examples.iter().find(|words| words.contains(&"--locked".to_owned())).unwrap();
    let solved = TestFolder::new().json(&own[1..].join(" "));
    assert!(number(&solved, "states") > 1000.0, "{solved}");
    let won = number(&solved, "start_value");
    assert!(won > 0.0, "{solved}");
}
