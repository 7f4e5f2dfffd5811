//! The public interface: games as text, and their reviews.

mod addresses;
mod daily;
mod difficulty;
mod estimates;
mod exploring;
mod formations;
mod positions;
mod reporting;
mod review;
mod text;

use mdp2048_explorer::{HeldSolution, KnownValues, RecordedGame};
use mdp2048_model::{Game, SeededSpawns, Status};
use mdp2048_rules::Action;

/// A game in which the actions are chosen by `choices`, one number for each move; the game stops
/// where these end.
fn played(game: &Game, seed: u32, choices: &[u8]) -> RecordedGame {
    let mut spawns = SeededSpawns::new(seed.into());
    let mut board = spawns.start(game);
    let mut moves = Vec::new();
    for &choice in choices {
        if game.status(board) != Status::Playing {
            break;
        }
        let allowed: Vec<Action> =
            Action::ALL.into_iter().filter(|&action| game.act(board, action).is_some()).collect();
        let action = allowed[usize::from(choice) % allowed.len()];
        moves.push((board, action));
        let after = game.act(board, action).expect("an allowed action").after;
        board = spawns.spawn(game, after);
    }
    RecordedGame::new(game, &moves, board).expect("the rules allow the game")
}

/// A solution that a worker holds, with the values that are known of it.
fn held(known: KnownValues) -> HeldSolution {
    HeldSolution { worker: 1, known, states: 1.0, bytes: 1.0, value_error: 0.0, seconds: 1.0 }
}
