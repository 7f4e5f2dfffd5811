//! Solves a game and asks for the values of boards.
//!
//! `cargo run --release --example solve_and_query -- "0 2 16/2 4 8"`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::env;
use std::error::Error;
use std::ops::ControlFlow;

use mdp2048::{Action, Board, Game, Objective, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = env::args().nth(1).as_deref().unwrap_or("0 2 16/2 4 8").parse()?;

    let game = Game::builder().board(2, 3).target(64).build()?;
    let mut states = 0;
    let solution = Solver::new(&game)
        .on_progress(|progress| {
            states = states.max(progress.states);
            ControlFlow::Continue(())
        })
        .solve()?;
    assert_eq!(states, solution.states());
    println!("{game}: {states} states, {:.6} of games are won", solution.start_value());
    let score = solution.passes().evaluate(Objective::Score, Some(64), 1.0)?;
    println!("a game that is played to win has {:.2} points on average", score);

    let values = solution.action_values_at(board).ok_or("no game of 2x3 to 64 has this board")?;
    let best = solution.best_at(board).ok_or("no action is allowed")?;
    println!("\n{board}: play {best}");
    for action in Action::ALL {
        match (values.get(action), values.regret(action)) {
            (Some(value), Some(regret)) => println!("{action:5}  {value:.6}  loses {regret:.6}"),
            _ => println!("{action:5}  not allowed"),
        }
    }
    assert_eq!(values.regret(best), Some(0.0));
    Ok(())
}
