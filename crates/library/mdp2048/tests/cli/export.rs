use std::fs;

use serde_json::Value;

use crate::TestFolder;

/// The drawing as JSON, from a solution or a policy.
fn drawn(folder: &TestFolder, line: &str) -> Value {
    folder.text(&format!("export {line} --format json --out drawing"));
    serde_json::from_str(&fs::read_to_string(folder.path().join("drawing")).unwrap()).unwrap()
}

fn lengths(drawing: &Value) -> (usize, usize) {
    let length = |field: &str| drawing[field].as_array().unwrap().len();
    (length("items"), length("links"))
}

#[test]
fn every_format_is_written_whole() {
    let folder = TestFolder::packed();
    for (format, begins) in [("svg", "<svg"), ("dot", "digraph"), ("json", "{\"game\"")] {
        let exported =
            folder.json(&format!("export g.solution --format {format} --out d.{format}"));
        let text = fs::read_to_string(folder.path().join(format!("d.{format}"))).unwrap();
        assert!(text.starts_with(begins), "{format}");
        assert_eq!(exported["bytes"], text.len() as u64);
        assert_eq!((&exported["items"], &exported["links"]), (&35.into(), &122.into()));
    }
    let names = ["d.dot", "d.json", "d.svg", "g.policy", "g.solution"];
    assert_eq!(folder.names(), names);
}

#[test]
fn the_options_choose_what_is_drawn() {
    let folder = TestFolder::packed();
    let lengths = |line: &str| lengths(&drawn(&folder, line));
    assert_eq!(lengths("g.policy"), (35, 122));
    assert_eq!(lengths("g.solution --by-direction"), (35, 245));
    assert_eq!(lengths("g.solution --ends edges"), (37, 122));
    let (_, optimal) = lengths("g.solution --optimal");
    let (_, taken) = lengths("g.policy --policy");
    assert!(taken < optimal && optimal < 122);
    assert!(lengths("g.solution --afterstates").0 > 35);
    assert!(lengths("g.solution --canonical no").0 > 150);
}

#[test]
fn solutions_and_policies_give_the_same_drawing() {
    let folder = TestFolder::packed();
    let of = |file: &str| drawn(&folder, &format!("{file} --policy"));
    let (one, other) = (of("g.solution"), of("g.policy"));
    for (one, other) in
        one["items"].as_array().unwrap().iter().zip(other["items"].as_array().unwrap())
    {
        let value = |item: &Value| item["value"].as_f64().unwrap();
        assert!((value(one) - value(other)).abs() < 1e-12);
        assert_eq!(
            one["choices"].as_array().unwrap().len(),
            other["choices"].as_array().unwrap().len()
        );
    }
    assert_eq!(lengths(&one), lengths(&other));
}

#[test]
fn one_state_is_drawn_of_any_game() {
    let folder = TestFolder::packed();
    folder.text("solve --board 3x3 --target 64 --out large.solution");
    let drawing = drawn(&folder, "large.solution --state 0_2_0/0_32_4/0_8_8");
    assert_eq!(drawing["items"][0]["board"], "0 2 0/0 32 4/0 8 8");
    let value = |item: &Value| item["value"].as_f64();
    assert!(
        drawing["items"].as_array().unwrap().iter().all(|item| {
            item["role"] != "state" || value(item).is_some_and(|value| value > 0.9)
        })
    );
    let small = drawn(&folder, "g.policy --state 4_2/0_2");
    assert!(value(&small["items"][0]).is_some());
    let canonical = drawn(&folder, "g.solution --state 2_0/4_2 --canonical yes");
    assert_eq!(canonical["items"][0]["board"], "0 2/2 4");
}
