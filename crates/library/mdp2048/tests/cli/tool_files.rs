use std::fs;

use crate::TestFolder;

#[test]
fn every_file_is_written_whole() {
    let folder = TestFolder::solved();
    for (format, begins) in [
        ("drn", "// 2x2 to 16"),
        ("parquet", "PAR1"),
        ("npz", "PK"),
        ("csv", "board,tile_sum,value,left,right,up,down,best,action,occupancy\n0011,4,0.9"),
    ] {
        let exported =
            folder.json(&format!("export g.solution --format {format} --out t.{format}"));
        let bytes = fs::read(folder.path().join(format!("t.{format}"))).unwrap();
        assert!(bytes.starts_with(begins.as_bytes()), "{format}");
        assert_eq!(exported["bytes"], bytes.len() as u64);
        assert_eq!((&exported["states"], &exported["game"]), (&35.into(), &"2x2 to 16".into()));
    }
    let exported = folder.json("export g.solution --format prism --out p");
    assert_eq!(exported["files"].as_array().unwrap().len(), 4);
    let lengths = ["sta", "lab", "trew", "tra"]
        .map(|part| fs::metadata(folder.path().join(format!("p.{part}"))).unwrap().len());
    assert_eq!(exported["bytes"], lengths.iter().sum::<u64>());
    let transitions = fs::read_to_string(folder.path().join("p.tra")).unwrap();
    let head: Vec<usize> =
        transitions.lines().next().unwrap().split(' ').map(|word| word.parse().unwrap()).collect();
    assert_eq!((head[0], head[2]), (38, transitions.lines().count() - 1));
    let names = ["g.solution", "p.lab", "p.sta", "p.tra", "p.trew"];
    assert_eq!(folder.names()[..5], names);
    let text = folder.text("export g.solution --format csv --out t.csv");
    assert!(text.contains("written  t.csv ("), "{text}");
}
