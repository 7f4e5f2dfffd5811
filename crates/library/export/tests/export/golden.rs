//! Golden files: the smallest game in each text format.
//!
//! After an intended change of a format, update the files and review the difference:
//! `UPDATE_GOLDEN=1 cargo test -p mdp2048-export golden`.

use std::path::Path;
use std::{env, fs};

use mdp2048_export::{Exporter, ToolFormat};
use mdp2048_model::Objective;
use mdp2048_solve::Solution;

use crate::solved::solve;

/// Compares a golden file with the output, or replaces it if `UPDATE_GOLDEN` is set.
fn check(name: &str, written: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, written).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    for (at, (expected, found)) in golden.lines().zip(written.lines()).enumerate() {
        assert_eq!(expected, found, "{name}, line {}", at + 1);
    }
    assert_eq!(golden.len(), written.len(), "{name}: the files differ in length");
}

/// Checks the files of every format that is text.
fn check_all(name: &str, solution: &Solution) {
    for format in ToolFormat::ALL {
        if [ToolFormat::Parquet, ToolFormat::Umb].contains(&format) {
            continue;
        }
        let mut written = Vec::new();
        Exporter::new(solution).write(format, &mut written).unwrap();
        check(&format!("{name}.{}", format.name()), &String::from_utf8(written).unwrap());
    }
}

#[test]
fn the_smallest_games() {
    for (name, objective, discount, four) in [
        ("2x2_to_8", Objective::Win, 1.0, 0.1),
        ("2x2_to_8_discounted", Objective::Win, 0.99, 0.25),
        ("2x2_to_8_fewest", Objective::Fewest, 1.0, 0.0),
    ] {
        check_all(name, &solve("2x2", objective, Some(8), discount, four));
    }
}
