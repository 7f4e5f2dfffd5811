//! The names of games.

use mdp2048_model::Game;

/// The name of a game on the page: `3×3 to 512`, `L3 to 256`.
pub fn game_title(game: &Game) -> String {
    let (shape, name) = (game.shape(), game.to_string());
    match name.strip_prefix(&format!("{}x{}", shape.rows(), shape.cols())) {
        Some(rest) => format!("{}×{}{rest}", shape.rows(), shape.cols()),
        None => name,
    }
}
