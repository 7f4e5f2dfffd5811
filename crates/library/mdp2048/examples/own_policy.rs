//! Evaluates an own policy exactly, and prints the ten states where it loses most.
//!
//! `cargo run --release --example own_policy`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use mdp2048::{Action, Board, EachBoard, Game, Solver};

/// Left if it is allowed, else down, else right, else up.
fn corner(board: Board) -> Option<Action> {
    let order = [Action::Left, Action::Down, Action::Right, Action::Up];
    order.into_iter().find(|&action| board.slide(action).is_some())
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::builder().board(2, 3).target(64).build()?;
    let solution = Solver::new(&game).solve()?;

    let mut policy = EachBoard(corner);
    let result = solution.passes().evaluate_policy(&mut policy)?;

    println!("{game}: the policy wins {:.6}, optimal play {:.6}", result.value, result.optimum);
    println!("it makes {:.1} moves and {:.1} points on average", result.moves, result.score);
    let lost = result.optimum.better_by(result.value);
    assert!((lost - result.regret()).abs() < 1e-12, "the losses add up");

    println!("\nboard          visited   regret    chosen  best");
    for state in result.costliest.iter().take(10) {
        // Of the images of a board, the one on which the policy loses most.
        let worst = state.worst;
        let chosen = corner(worst.board).ok_or("games end on this board")?;
        println!(
            "{:14} {:.6}  {:.6}  {:6}  {}",
            worst.board.to_string(),
            worst.occupancy,
            worst.regret,
            chosen.name(),
            worst.best
        );
    }
    Ok(())
}
