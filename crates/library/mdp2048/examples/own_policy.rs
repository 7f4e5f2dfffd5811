//! Evaluates an own policy exactly, and prints the ten states where it loses most.
//!
//! `cargo run --release --example own_policy`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use mdp2048::{Action, Board, EvaluationLimits, Game, Solver, ignore_progress};

/// Left if it is allowed, else down, else right, else up.
fn corner(board: Board) -> Option<Action> {
    let order = [Action::Left, Action::Down, Action::Right, Action::Up];
    order.into_iter().find(|&action| board.slide(action).is_some())
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::builder().board(2, 3).target(64).build()?;
    let solution = Solver::new(&game).solve()?;

    // The policy gets all boards of a tile sum at once, and sets the probabilities of the actions
    // of each, which are 0 before.
    let mut policy = |boards: &[Board], probabilities: &mut [[f64; 4]]| {
        for (&board, probabilities) in boards.iter().zip(probabilities) {
            if let Some(action) = corner(board) {
                probabilities[action.index()] = 1.0;
            }
        }
    };
    let limits = EvaluationLimits::default();
    let result = solution.evaluate_policy(&mut policy, limits, &mut ignore_progress)?;

    println!("{game}: the policy wins {:.6}, optimal play {:.6}", result.value, result.optimum);
    println!("it makes {:.1} moves and {:.1} points on average", result.moves, result.score);
    let lost: f64 = result.layers.iter().map(|layer| layer.loss).sum();
    assert!((result.optimum.better_by(result.value) - lost).abs() < 1e-12, "the losses add up");

    println!("\nboard          visited   loss      chosen  best");
    for state in result.costliest.iter().take(10) {
        // Of the images of a board, the one on which the policy loses most.
        let worst = state.worst;
        let chosen = corner(worst.board).ok_or("games end on this board")?;
        println!(
            "{:14} {:.6}  {:.6}  {:6}  {}",
            worst.board.to_string(),
            worst.occupancy,
            worst.loss,
            chosen.name(),
            worst.best
        );
    }
    Ok(())
}
