//! Solves a game with its layers on the disk, stops, goes on, and asks for actions.
//!
//! `cargo run --example on_disk --features files`

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::fs;
use std::ops::ControlFlow;

use mdp2048::files::{FolderError, solve_in_folder};
use mdp2048::{Board, Game, SolveError, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::builder().board(3, 3).target(64).build()?;
    let path = std::env::temp_dir().join(format!("mdp2048-on-disk-{}", std::process::id()));

    // A run that is stopped at the thirtieth layer, as by Ctrl-C or a failure of the machine.
    let stopped = Solver::new(&game).on_progress(|progress| {
        if progress.layers < 30 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match solve_in_folder(stopped, &path) {
        Err(FolderError::Solve(SolveError::Interrupted)) => println!("stopped"),
        Err(error) => return Err(error.into()),
        Ok(_) => return Err("the solve has ended".into()),
    }

    // The same call goes on from the last checkpoint.
    let mut folder = solve_in_folder(Solver::new(&game), &path)?;
    println!("{} states", folder.totals().states);

    // The folder holds the best action of every state, the same as a solution in memory.
    let solution = Solver::new(&game).solve()?;
    let board: Board = "2 0 0/0 2 0/4 8 16".parse()?;
    let best = folder.best_at(board)?.ok_or("no game reaches this board")?;
    println!("the best action is {best}");
    assert_eq!(Some(best), solution.best_at(board));

    drop(folder);
    fs::remove_dir_all(&path)?;
    Ok(())
}
