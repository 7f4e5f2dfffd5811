//! The bag bounds the number of moves of every player on a board.

use std::collections::BTreeSet;

use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_model::{Objective, RestOfGame};
use mdp2048_rules::Board;
use mdp2048_test_support::{game, reach, repository_path, solve};

/// The share of an expected number that rounding may change.
const ROUNDING: f64 = 1e-12;

fn bag(board: Board) -> Bag {
    Bag::from_tiles(board.tiles()).unwrap()
}

/// Compares the fewest expected moves of every state that wins with certainty with the expected
/// moves in a bag of the same tiles. Returns the number of these states.
///
/// The solver decides on the graph which states these are: a transition to a state that may lose
/// makes the value infinite, however small its probability is.
#[track_caller]
fn certain_states(board: &str, target: u32) -> u64 {
    let game = game(board, Objective::Fewest, Some(target), 1.0, 0.1);
    let solution = solve(&game);
    let mut bags = BTreeSet::new();
    solution.for_each(|board, value| {
        if value.finite().is_some() {
            bags.insert(bag(board));
        }
    });
    // The start probabilities do not matter, but are above 0.
    let starts = bags.iter().map(|&bag| (bag, 1.0 / bags.len() as f64));
    let chain = Chain::from_starts(BagGame::new(target, 0.1).unwrap(), starts);
    let steps = chain.steps();
    let mut states = 0;
    solution.for_each(|board, value| {
        if let Some(fewest) = value.finite() {
            let bound = steps[chain.index_of(bag(board)).unwrap()].mean;
            assert!(
                fewest >= bound * (1.0 - ROUNDING),
                "{board}: {fewest} moves, {bound} in a bag"
            );
            states += 1;
        }
    });
    states
}

#[test]
fn no_state_of_3x3_to_64_needs_fewer_moves_than_its_tiles_in_a_bag() {
    assert_eq!(certain_states("3x3", 64), 456_070);
    // These are the states that never lose under the policy that loses least.
    let solution = solve(&reach("3x3", 64));
    let mut never_lost = 0;
    solution.for_each(|_, value| {
        never_lost += u64::from(value.loss() == Some(0.0));
    });
    assert_eq!(never_lost, 456_070);
}

#[test]
fn no_state_of_smaller_games_needs_fewer_moves_than_its_tiles_in_a_bag() {
    let games = [("2x2", 8), ("2x2", 32), ("2x3", 32), ("2x4", 64), ("3x3", 32)];
    let states = games.map(|(board, target)| certain_states(board, target));
    assert_eq!(states, [15, 6, 1_345, 92_930, 123_026]);
}

#[test]
fn an_optimal_game_of_3x3_needs_more_moves_than_its_tiles_in_a_bag() {
    // What the player shows beside each other for a state that wins with certainty.
    let game = reach("3x3", 32);
    let solution = solve(&game);
    let board = Board::from_hex(game.shape(), "001000010").unwrap();
    let rest = RestOfGame::of(&game, &solution, board).unwrap();
    let chain = Chain::from_starts(BagGame::new(32, 0.1).unwrap(), [(bag(board), 1.0)]);
    let bound = chain.steps_from_start().mean;
    assert!((rest.win - 1.0).abs() < 1e-12 && rest.moves >= bound, "{rest:?}, {bound}");
}

#[test]
fn the_start_values_in_the_documents_are_computed() {
    for (target, fewest, in_a_bag) in
        [(8, "4.1530", "3.5371"), (16, "8.8005", "8.1736"), (32, "17.2503", "16.4463")]
    {
        let game = game("3x3", Objective::Fewest, Some(target), 1.0, 0.1);
        let moves = solve(&game).start_value().get();
        let chain = Chain::new(BagGame::new(target, 0.1).unwrap());
        let bound = chain.steps_from_start().mean;
        assert_eq!([moves, bound].map(|number| format!("{number:.4}")), [fewest, in_a_bag]);
        let row = format!("| 3x3 to {target} | {fewest} | {in_a_bag} |");
        let in_page =
            format!("<th scope=\"row\">{target}</th><td>{fewest}</td><td>{in_a_bag}</td>");
        for (file, row) in [("docs/results.md", row), ("index.html", in_page)] {
            let text = std::fs::read_to_string(repository_path(file)).unwrap();
            assert!(text.contains(&row), "{file}: {row}");
        }
    }
}
