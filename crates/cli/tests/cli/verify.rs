use std::fs;

use crate::{Place, close, number};

/// Changes one value of a solution file and makes its checksums match: those of its only touched
/// layer, the last, and of the header. Gives the value that stood there.
fn change_last_value(place: &Place, name: &str, new: f64) -> f64 {
    let path = place.path().join(name);
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() - 8;
    let old = f64::from_le_bytes(bytes[at..].try_into().unwrap());
    // The last layer of 2x2 to 16 has one word of bits and one value.
    let layer = at - 8;
    let checksum = crc32fast::hash(&bytes[layer..]);
    bytes[at..].copy_from_slice(&new.to_le_bytes());
    let header = 18..18 + u32::from_le_bytes(bytes[10..14].try_into().unwrap()) as usize;
    let record = varint(checksum);
    let place_of = header.start
        + bytes[header.clone()].windows(record.len()).rposition(|w| w == record).unwrap();
    let record = varint(crc32fast::hash(&bytes[layer..]));
    assert_eq!(place_of + record.len(), header.end, "choose another value: the header's length");
    bytes[place_of..header.end].copy_from_slice(&record);
    let checksum = crc32fast::hash(&bytes[header]);
    bytes[14..18].copy_from_slice(&checksum.to_le_bytes());
    fs::write(path, bytes).unwrap();
    old
}

fn varint(mut number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[test]
fn solutions_are_verified() {
    let place = Place::new();
    for (target, fraction) in
        [(8, "1"), (16, "770009003/800000000"), (32, "663098312572433/8000000000000000")]
    {
        let solved = place.json(&format!("solve --board 2x2 --target {target} --out g.solution"));
        let told = place.json("verify g.solution");
        assert_eq!(told["ok"], true);
        assert_eq!(told["exact_start"], fraction);
        assert!(number(&told, "max_residual") <= 1e-15);
        for field in ["states", "lost", "start_value"] {
            assert_eq!(told[field], solved[field], "{field}");
        }
    }
    let text = place.text("verify g.solution --threads 1");
    for line in
        ["57 checked; ", "\nexactly           663098312572433/8000000000000000\n", "\nverified  "]
    {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn fractions_follow_the_chances() {
    let place = Place::new();
    place.text("solve --board 2x2 --target 8 --discount 0.9 --spawn-four 1 --out g.solution");
    assert_eq!(place.json("verify g.solution")["exact_start"], "87/100");
    place.text("solve --board 2x3 --target 128 --spawn-four 0.37 --out g.solution");
    let told = place.json("verify g.solution");
    let fraction = told["exact_start"].as_str().unwrap();
    assert!(fraction.len() > 100, "{fraction}");
    assert!(place.text("verify g.solution").contains("--json prints it\n"));
}

#[test]
fn every_objective_is_verified() {
    let place = Place::new();
    for game in [
        "--board 2x3 --objective score",
        "--board 2x3 --target 32 --objective score",
        "--board 3x3 --target 16 --objective moves",
        "--board 2x2 --target 8 --objective fewest",
        "--board 2x2 --target 16 --objective fewest",
        "--board 3x3 --target 32 --discount 0.99",
    ] {
        let solved = place.json(&format!("solve {game} --out g.solution"));
        let told = place.json("verify g.solution");
        assert_eq!(told["ok"], true, "{game}");
        assert!(told["exact_start"].is_null(), "{game}");
        assert_eq!(told["start_value"], solved["start_value"], "{game}");
    }
}

#[test]
fn a_value_changed_with_its_checksums_is_found() {
    let place = Place::new();
    place.text("solve --board 2x2 --target 16 --out g.solution");
    let old = change_last_value(&place, "g.solution", 0.625);
    // No checksum tells.
    place.text("play g.solution");
    let ended = place.run("verify g.solution");
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    let fault = format!("has the value 0.625, but its best action has {old}");
    assert!(ended.out.contains("\nWrong: ") && ended.out.contains(&fault), "{}", ended.out);
    assert!(ended.err.starts_with("mdp2048: g.solution is not what it claims to be ("));
    assert!(ended.err.contains(&fault) && ended.err.lines().count() == 1, "{}", ended.err);
    let ended = place.run("verify g.solution --json");
    assert_eq!(ended.code, Some(1));
    let told: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(told["ok"], false);
    close(&told, "max_residual", (0.625 - old).abs(), 1e-15);
    assert!(told["faults"][0].as_str().unwrap().contains(&fault), "{told}");
}

#[test]
fn policies_are_verified_against_their_solutions() {
    let place = Place::new();
    place.text("solve --board 2x3 --target 64 --out g.solution");
    for values in ["none", "state", "action"] {
        for threshold in ["0", "1e-3"] {
            let options = format!("--threshold {threshold} --values {values}");
            let packed = place.json(&format!("pack g.solution {options} --out g.policy"));
            let told = place.json("verify g.policy --against g.solution");
            assert_eq!(told["ok"], true, "{told}");
            assert_eq!(told["states"], packed["states"]);
            match values {
                "none" => assert!(told["max_error"].is_null()),
                _ => {
                    close(&told, "max_error", 0.0, packed["value_error"].as_f64().unwrap() + 1e-12);
                }
            }
        }
    }
    assert!(place.text("verify g.policy").contains("give --against SOLUTION to check"));
    // A policy of the same game, but not of this solution's values.
    place.text("solve --board 2x2 --target 16 --out h.solution");
    place.text("pack h.solution --out h.policy");
    change_last_value(&place, "h.solution", 0.0);
    let ended = place.run("verify h.policy --against h.solution");
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    assert!(ended.out.contains("but should hold 0\n"), "{}", ended.out);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let place = Place::new();
    place.text("solve --board 2x2 --target 8 --out g.solution");
    place.text("solve --board 2x2 --target 16 --out h.solution");
    place.text("pack g.solution --out g.policy");
    place.refuse(
        "verify g.solution --against h.solution",
        "g.solution is a solution and is verified by itself: leave --against out",
    );
    place.refuse(
        "verify g.policy --against g.policy",
        "g.policy is a policy: --against takes a solution of 2x2 to 8",
    );
    place.refuse("verify g.policy --against h.solution", "g.policy: ");
    place.refuse("verify g.policy --against none", "could not read none: no such file");
    place.refuse("verify g.solution --threads 0", "invalid value '0' for '--threads <N>'");
}
