//! The menus with the parameters of a game. A choice that does not go with the others changes them
//! as little as possible.

use mdp2048_model::{Game, GameError, Objective};
use mdp2048_rules::{Exponent, Shape};

/// The target of a game that needs one, if a larger one was not chosen before.
const USUAL_TARGET: u32 = 512;

/// The target faces that can be reached on a board, from 8 on.
pub fn targets(shape: Shape, spawn_four: f64) -> Vec<u32> {
    let game = |&target: &u32| Game::new(shape, Objective::Win, Some(target), 1.0, spawn_four);
    (3..=15).map(|exponent| 1 << exponent).filter(|target| game(target).is_ok()).collect()
}

/// The game with another board shape. The target is the nearest that can be reached there.
pub fn with_shape(game: &Game, shape: Shape) -> Game {
    let target = nearest(shape, spawn_four(game), target(game));
    Game::new(shape, game.objective(), target, game.discount().get(), spawn_four(game))
        .unwrap_or(*game)
}

/// The game with another objective, with a target if it needs one and without discount if it has
/// none.
pub fn with_objective(game: &Game, objective: Objective) -> Game {
    let wanted = match (target(game), objective.needs_target()) {
        (None, true) => Some(USUAL_TARGET),
        // Highest score and most moves are usually without a target.
        (Some(_), false) if game.objective().needs_target() => None,
        (target, _) => target,
    };
    let target = nearest(game.shape(), spawn_four(game), wanted);
    let discount = if objective.may_have_discount() { game.discount().get() } else { 1.0 };
    Game::new(game.shape(), objective, target, discount, spawn_four(game)).unwrap_or(*game)
}

/// The game with another target, or without one.
pub fn with_target(game: &Game, target: Option<u32>) -> Game {
    let discount = game.discount().get();
    Game::new(game.shape(), game.objective(), target, discount, spawn_four(game)).unwrap_or(*game)
}

/// The game with another probability of a 4.
///
/// # Errors
/// [`GameError`] if it is not a probability.
pub fn with_spawn_four(game: &Game, spawn_four: f64) -> Result<Game, GameError> {
    let target = nearest(game.shape(), spawn_four, target(game));
    Game::new(game.shape(), game.objective(), target, game.discount().get(), spawn_four)
}

fn target(game: &Game) -> Option<u32> {
    game.target().map(Exponent::face)
}

fn spawn_four(game: &Game) -> f64 {
    game.spawn_four().get()
}

/// The largest target of a board that is at most the one wanted.
fn nearest(shape: Shape, spawn_four: f64, wanted: Option<u32>) -> Option<u32> {
    let wanted = wanted?;
    let targets = targets(shape, spawn_four);
    targets.into_iter().rfind(|&target| target <= wanted).or(Some(wanted))
}
