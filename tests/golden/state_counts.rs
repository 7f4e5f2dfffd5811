//! The number of states by tile sum and largest exponent.

use std::collections::BTreeMap;

use mdp2048_model::Game;
use mdp2048_test_support::{oracle_rows, solve};

/// The number of states by tile sum and largest exponent.
type Counts = BTreeMap<(u32, u8), u64>;

fn expected(board: &str, target: u32) -> Counts {
    oracle_rows("state_counts.csv")
        .into_iter()
        .filter(|row| row[0] == board && row[1] == target.to_string())
        .map(|row| ((row[2].parse().unwrap(), row[3].parse().unwrap()), row[4].parse().unwrap()))
        .collect()
}

fn check(board: &str, target: u32) {
    let expected = expected(board, target);
    assert!(!expected.is_empty(), "the table has no counts for {board} to {target}");
    let mut found = Counts::new();
    let game = Game::reach(board.parse().unwrap(), target).unwrap();
    solve(&game).for_each(|board, _| {
        *found.entry((board.tile_sum().get(), board.largest().get())).or_default() += 1;
    });
    assert_eq!(found, expected, "{board} to {target}");
}

#[test]
fn every_game_of_the_table_is_checked() {
    let mut games: Vec<String> = oracle_rows("state_counts.csv")
        .iter()
        .map(|row| format!("{} to {}", row[0], row[1]))
        .collect();
    games.dedup();
    let checked = [
        "2x2 to 8",
        "2x2 to 16",
        "2x2 to 32",
        "3x3 to 8",
        "3x3 to 16",
        "3x3 to 32",
        "3x3 to 64",
        "3x3 to 128",
        "4x4 to 16",
    ];
    assert_eq!(games, checked);
}

#[test]
fn counts_on_2x2_are_those_of_the_table() {
    for target in [8, 16, 32] {
        check("2x2", target);
    }
}

#[test]
fn counts_on_3x3_are_those_of_the_table() {
    for target in [8, 16, 32, 64, 128] {
        check("3x3", target);
    }
}

#[test]
fn counts_on_4x4_are_those_of_the_table() {
    check("4x4", 16);
}
