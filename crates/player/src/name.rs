//! Names of games in URLs and file names.

use mdp2048_model::Game;
use mdp2048_rules::Shape;
use thiserror::Error;

/// A text that is not the name of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not the name of a game: write board and target, for example 3x3_to_512")]
pub struct GameNameError(pub String);

/// Parses the name of a game with a target, as [`Game::name`] writes it: `3x3_to_512`.
///
/// # Errors
/// [`GameNameError`] if the text is not a board shape and a target that is reachable on it.
pub fn parse_game_name(text: &str) -> Result<Game, GameNameError> {
    let error = || GameNameError(text.to_owned());
    let (shape, target) = text.split_once("_to_").ok_or_else(error)?;
    let shape: Shape = shape.parse().map_err(|_| error())?;
    let target = target.parse().map_err(|_| error())?;
    Game::reach(shape, target).map_err(|_| error())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_inverts_naming() {
        for name in ["2x2_to_8", "3x3_to_1024", "2x4_to_64"] {
            assert_eq!(parse_game_name(name).unwrap().name(), name);
        }
        for bad in ["", "3x3", "3x3_to_", "_to_8", "3x3_to_2048", "9x9_to_8", "3x3_to_512_score"] {
            assert_eq!(parse_game_name(bad), Err(GameNameError(bad.to_owned())));
        }
    }
}
