//! The menus with the parameters of a game. A choice that does not go with the others changes them
//! as little as possible.

use mdp2048_model::{Formation, Game, GameError, Objective};
use mdp2048_rules::{Exponent, Shape};

/// A target that can be reached on every board.
const LEAST_TARGET: u32 = 8;

/// The target faces that can be reached on a board, from 8 on.
pub fn targets(shape: Shape, spawn_four: f64) -> Vec<u32> {
    let game = |&target: &u32| Game::new(shape, Objective::Win, Some(target), 1.0, spawn_four);
    (3..=15).map(|exponent| 1 << exponent).filter(|target| game(target).is_ok()).collect()
}

/// The name of the board of a game, with which [`Game::name`] begins: `3x3`, `L3`.
pub fn board_name(game: &Game) -> String {
    game.name().split('_').next().unwrap_or_default().to_owned()
}

/// The name of the board of a game in sentences: `3x3`, `L3`, `.../.../.xx`.
pub fn board_text(game: &Game) -> String {
    let formation = game.formation().map(|it| it.name().to_owned());
    formation.unwrap_or_else(|| game.shape().to_string())
}

/// The game on the board of a name; `None` if it is not one. The target is the nearest that can be
/// reached there, and a small one if cells become locked.
pub fn with_board(game: &Game, name: &str) -> Option<Game> {
    let (win, least) = (Objective::Win, Some(LEAST_TARGET));
    let small = Game::on_named_board(name, win, least, 1.0, spawn_four(game)).or_else(|_| {
        // The rows of a board with locked cells are separated by hyphens in names.
        let builder = Game::builder().shape(name.replace('-', "/").parse()?);
        builder.target(LEAST_TARGET).spawn_four(spawn_four(game)).build()
    });
    Some(on_board_of(&small.ok()?, game))
}

/// The game with another board shape, from the start boards of its formation if it is that of one.
/// The target is chosen as by [`with_board`].
pub fn with_shape(game: &Game, shape: Shape) -> Game {
    let formation = Formation::ALL.into_iter().find(|it| it.shape() == shape);
    let builder = Game::builder().target(LEAST_TARGET).spawn_four(spawn_four(game));
    let builder = match formation {
        Some(formation) => builder.formation(formation),
        None => builder.shape(shape),
    };
    builder.build().map_or(*game, |small| on_board_of(&small, game))
}

/// The game on the board of a small one.
fn on_board_of(small: &Game, game: &Game) -> Game {
    let shape = small.shape();
    let becomes_locked = shape.has_locked() && !game.shape().has_locked();
    let most = if becomes_locked { usual_target(shape) } else { u32::MAX };
    let target = nearest(shape, spawn_four(game), target(game).map(|it| it.min(most)));
    let varied = small.varied(game.objective(), target, game.discount().get(), spawn_four(game));
    varied.unwrap_or(*small)
}

/// The game with another objective, with a target if it needs one and without discount if it has
/// none.
pub fn with_objective(game: &Game, objective: Objective) -> Game {
    let wanted = match (target(game), objective.needs_target()) {
        (None, true) => Some(usual_target(game.shape())),
        // Highest score and most moves are usually without a target.
        (Some(_), false) if game.objective().needs_target() => None,
        (target, _) => target,
    };
    let target = nearest(game.shape(), spawn_four(game), wanted);
    let discount = if objective.may_have_discount() { game.discount().get() } else { 1.0 };
    game.varied(objective, target, discount, spawn_four(game)).unwrap_or(*game)
}

/// The game with another target, or without one.
pub fn with_target(game: &Game, target: Option<u32>) -> Game {
    let discount = game.discount().get();
    game.varied(game.objective(), target, discount, spawn_four(game)).unwrap_or(*game)
}

/// The game with another probability of a 4.
///
/// # Errors
/// [`GameError`] if it is not a probability.
pub fn with_spawn_four(game: &Game, spawn_four: f64) -> Result<Game, GameError> {
    let target = nearest(game.shape(), spawn_four, target(game));
    game.varied(game.objective(), target, game.discount().get(), spawn_four)
}

/// The target of a game that needs one, if no other was chosen before; on a board with locked cells
/// one to which a page solves the game.
const fn usual_target(shape: Shape) -> u32 {
    match (shape.has_locked(), shape.free_cells()) {
        (false, _) => 512,
        (true, ..=10) => 64,
        (true, _) => 32,
    }
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
