//! Golden files: the smallest game in each text format as it was when last looked at.
//!
//! After a change that is meant, look at the new ones and keep them:
//! `UPDATE_GOLDEN=1 cargo test -p mdp2048-export --test golden`.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod common;

use std::io::Write;
use std::path::Path;
use std::{env, fs};

use common::solve;
use mdp2048_export::{
    Chain, ExportError, write_csv, write_drn, write_prism_labels, write_prism_rewards,
    write_prism_states, write_prism_transitions,
};
use mdp2048_model::Objective;
use mdp2048_solve::{Solution, ignore_progress};

/// Compares a file with what is made now, or keeps that when asked to.
fn check(name: &str, write: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>) {
    let mut made = Vec::new();
    write(&mut made).unwrap();
    let made = String::from_utf8(made).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    for (at, (kept, made)) in kept.lines().zip(made.lines()).enumerate() {
        assert_eq!(kept, made, "{name}, line {}", at + 1);
    }
    assert_eq!(kept.len(), made.len(), "{name}: one is longer");
}

fn check_all(name: &str, solution: &Solution) {
    let chain = Chain::of(solution).unwrap();
    check(&format!("{name}.drn"), |out| write_drn(&chain, out, &mut ignore_progress));
    check(&format!("{name}.tra"), |out| write_prism_transitions(&chain, out, &mut ignore_progress));
    check(&format!("{name}.sta"), |out| write_prism_states(&chain, out, &mut ignore_progress));
    check(&format!("{name}.lab"), |out| write_prism_labels(&chain, out, &mut ignore_progress));
    check(&format!("{name}.trew"), |out| write_prism_rewards(&chain, out, &mut ignore_progress));
    check(&format!("{name}.csv"), |out| write_csv(solution, out, &mut ignore_progress));
}

#[test]
fn the_smallest_game() {
    check_all("2x2_to_8", &solve("2x2", Objective::Win, Some(8), 1.0, 0.1));
}

#[test]
fn with_a_discount_and_other_chances() {
    check_all("2x2_to_8_discounted", &solve("2x2", Objective::Win, Some(8), 0.99, 0.25));
}

#[test]
fn counted_in_moves() {
    check_all("2x2_to_8_fewest", &solve("2x2", Objective::Fewest, Some(8), 1.0, 0.0));
}
