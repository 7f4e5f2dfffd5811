use serde_json::Value;

use crate::TestFolder;

/// The drawing as JSON, from a solution or a policy.
fn drawn(folder: &TestFolder, line: &str) -> Value {
    folder.text(&format!("export {line} --format json --out drawing"));
    serde_json::from_str(&folder.read_text("drawing")).unwrap()
}

fn lengths(drawing: &Value) -> (usize, usize) {
    let length = |field: &str| drawing[field].as_array().unwrap().len();
    (length("items"), length("links"))
}

#[test]
fn every_format_is_written_whole() {
    let folder = TestFolder::solved();
    for (format, begins) in [
        ("svg", "<svg"),
        ("dot", "digraph"),
        ("json", "{\"game\""),
        ("drn", "// 2x2 to 16"),
        ("parquet", "PAR1"),
        ("npz", "PK"),
        ("csv", "board,tile_sum,value,left,right,up,down,best,action,occupancy\n0011,4,0.9"),
    ] {
        let exported =
            folder.json(&format!("export g.solution --format {format} --out d.{format}"));
        let bytes = folder.read(&format!("d.{format}"));
        assert!(bytes.starts_with(begins.as_bytes()), "{format}");
        assert_eq!(exported["bytes"], bytes.len() as u64);
        if ["svg", "dot", "json"].contains(&format) {
            assert_eq!((&exported["items"], &exported["links"]), (&35.into(), &122.into()));
        } else {
            assert_eq!((&exported["states"], &exported["game"]), (&35.into(), &"2x2 to 16".into()));
        }
    }
    let exported = folder.json("export g.solution --format prism --out p");
    assert_eq!(exported["files"].as_array().unwrap().len(), 4);
    let lengths = ["sta", "lab", "trew", "tra"].map(|part| folder.read(&format!("p.{part}")).len());
    assert_eq!(exported["bytes"], lengths.iter().sum::<usize>());
    let transitions = folder.read_text("p.tra");
    let head = transitions.lines().next().unwrap().split(' ').map(|word| word.parse().unwrap());
    let head: Vec<usize> = head.collect();
    assert_eq!((head[0], head[2]), (38, transitions.lines().count() - 1));
    // Nothing else is left behind.
    assert_eq!(folder.names().len(), 1 + 7 + 4);
    let text = folder.text("export g.solution --format csv --out t.csv");
    assert!(text.contains("written  t.csv ("), "{text}");
}

#[test]
fn the_options_choose_what_is_drawn() {
    let folder = TestFolder::packed();
    let lengths_of = |line: &str| lengths(&drawn(&folder, line));
    assert_eq!(lengths_of("g.policy"), (35, 122));
    assert_eq!(lengths_of("g.solution --by-direction"), (35, 245));
    assert_eq!(lengths_of("g.solution --ends edges"), (37, 122));
    let (_, optimal) = lengths_of("g.solution --optimal");
    let [solution, policy] =
        ["g.solution", "g.policy"].map(|file| drawn(&folder, &format!("{file} --policy")));
    assert!(lengths(&policy).1 < optimal && optimal < 122);
    assert_eq!(lengths(&solution), lengths(&policy));
    let values = |drawing: &Value| -> Vec<f64> {
        let items = drawing["items"].as_array().unwrap().iter();
        items.map(|item| item["value"].as_f64().unwrap()).collect()
    };
    let pairs = values(&solution).into_iter().zip(values(&policy));
    assert!(pairs.into_iter().all(|(one, other)| (one - other).abs() < 1e-12));
    assert!(lengths_of("g.solution --afterstates").0 > 35);
    assert!(lengths_of("g.solution --canonical no").0 > 150);
}

#[test]
fn one_state_is_drawn_of_any_game() {
    let folder = TestFolder::packed();
    folder.text("solve --board 3x3 --target 64 --out large.solution");
    let drawing = drawn(&folder, "large.solution --state 0_2_0/0_32_4/0_8_8");
    assert_eq!(drawing["items"][0]["board"], "0 2 0/0 32 4/0 8 8");
    let value = |item: &Value| item["value"].as_f64();
    let mut states =
        drawing["items"].as_array().unwrap().iter().filter(|item| item["role"] == "state");
    assert!(states.all(|item| value(item).is_some_and(|value| value > 0.9)));
    let small = drawn(&folder, "g.policy --state 4_2/0_2");
    assert!(value(&small["items"][0]).is_some());
    let canonical = drawn(&folder, "g.solution --state 2_0/4_2 --canonical yes");
    assert_eq!(canonical["items"][0]["board"], "0 2/2 4");
}
