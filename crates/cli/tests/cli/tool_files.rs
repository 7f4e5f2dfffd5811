use std::fs;

use crate::TestFolder;

fn folder() -> TestFolder {
    let folder = TestFolder::new();
    folder.text("solve --board 2x2 --target 16 --out g.solution");
    folder
}

#[test]
fn every_file_is_written_whole() {
    let folder = folder();
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

#[test]
fn what_cannot_be_written_is_refused() {
    let folder = folder();
    folder.text("pack g.solution --out g.policy");
    folder.text("solve --board 2x2 --target 8 --spawn-four 1e-30 --out odd.solution");
    let check = |line: &str, message: &str| {
        folder.refuse(&format!("export {line} --out t"), message);
    };
    for format in ["prism", "drn", "parquet", "npz", "csv"] {
        check(
            &format!("g.policy --format {format}"),
            "g.policy is a packed policy, which can only be drawn: give a solution of 2x2 to",
        );
        check(
            &format!("g.solution --format {format} --optimal"),
            "--optimal is for drawings: leave it out, or choose --format svg, dot or json",
        );
        check(&format!("no.solution --format {format}"), "could not read no.solution");
        let line = format!("export g.solution --format {format} --out no/t");
        folder.refuse(&line, "could not write no/t");
    }
    check("odd.solution --format drn", "the chances of this game have too many digits");
    check("odd.solution --format prism", "the chances of this game have too many digits");
    assert_eq!(folder.names(), ["g.policy", "g.solution", "odd.solution"]);
}
