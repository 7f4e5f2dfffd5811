use crate::TestFolder;

/// The text of a drawing, from a solution or a policy, and the numbers of its nodes and edges.
fn drawn(folder: &TestFolder, line: &str) -> (String, [u64; 2]) {
    let exported = folder.json(&format!("export {line} --format dot --out drawing"));
    let counts = ["items", "links"].map(|field| exported[field].as_u64().unwrap());
    (folder.read_text("drawing"), counts)
}

/// The first columns and numbers of the table of 2x2 to 16.
const CSV: &str = "board,tile_sum,value,left,right,up,down,best,action,occupancy,\
                   loss,left_loss,right_loss,up_loss,down_loss\n0011,4,0.9";

#[test]
fn every_format_is_written_whole() {
    let folder = TestFolder::solved();
    for (format, begins) in [
        ("svg", "<svg"),
        ("dot", "digraph"),
        ("umb", "index.json"),
        ("drn", "// 2x2 to 16"),
        ("parquet", "PAR1"),
        ("csv", CSV),
    ] {
        let exported =
            folder.json(&format!("export g.solution --format {format} --out d.{format}"));
        let bytes = folder.read(&format!("d.{format}"));
        assert!(bytes.starts_with(begins.as_bytes()), "{format}");
        assert_eq!(exported["bytes"], bytes.len() as u64);
        if ["svg", "dot"].contains(&format) {
            assert_eq!((&exported["items"], &exported["links"]), (&37.into(), &122.into()));
        } else {
            assert_eq!((&exported["states"], &exported["game"]), (&35.into(), &"2x2 to 16".into()));
        }
    }
    // Nothing else is left behind.
    assert_eq!(folder.names().len(), 1 + 6);
    let text = folder.text("export g.solution --format csv --out t.csv");
    assert!(text.contains("written  t.csv ("), "{text}");
}

#[test]
fn the_options_choose_what_is_drawn() {
    let folder = TestFolder::packed();
    let counts_of = |line: &str| drawn(&folder, line).1;
    // 35 states, a win and a loss.
    assert_eq!(counts_of("g.policy"), [37, 122]);
    assert_eq!(counts_of("g.solution --by-direction"), [37, 245]);
    assert_eq!(counts_of("g.solution --ends stubs"), [35, 122]);
    let [_, optimal] = counts_of("g.solution --optimal");
    let [solution, policy] =
        ["g.solution", "g.policy"].map(|file| drawn(&folder, &format!("{file} --policy")));
    assert!(policy.1[1] < optimal && optimal < 122);
    assert_eq!(solution, policy);
    assert!(counts_of("g.solution --afterstates")[0] > 37);
    assert!(counts_of("g.solution --canonical no")[0] > 150);
}

#[test]
fn one_state_is_drawn_of_any_game() {
    let folder = TestFolder::packed();
    folder.text("solve --board 3x3 --target 64 --out large.solution");
    let (text, _) = drawn(&folder, "large.solution --state 0_2_0/0_32_4/0_8_8");
    assert!(text.contains("0 2 0\\n0 32 4\\n0 8 8"), "{text}");
    let (small, _) = drawn(&folder, "g.policy --state 4_2/0_2");
    assert!(small.contains('%'), "{small}");
    let (canonical, _) = drawn(&folder, "g.solution --state 2_0/4_2 --canonical yes");
    assert!(canonical.contains("0 2\\n2 4") && !canonical.contains("2 0\\n4 2"), "{canonical}");
}
