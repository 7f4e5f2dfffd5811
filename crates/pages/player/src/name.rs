//! Names of games in URLs and file names.

use mdp2048_display::shortened;
use mdp2048_model::{Discount, Game, Objective, Probability};
use thiserror::Error;

/// A text that is not the name of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{0}' is not the name of a game: write a board and a target that can be made on it, for \
     example 3x3_to_512"
)]
pub struct GameNameError(pub String);

/// Parses the name of a game, as [`Game::name`] writes it: `3x3_to_512`, `3x3_score`, `L3_to_64`.
///
/// # Errors
/// [`GameNameError`] if the text is not a board, a target that is reachable on it (or none)
/// and an objective.
pub fn parse_game_name(text: &str) -> Result<Game, GameNameError> {
    let error = || GameNameError(shortened(text));
    let parts: Vec<&str> = text.split('_').collect();
    let (board, target, objective) = match parts[..] {
        [board, "to", target] => (board, Some(target), Ok(Objective::Win)),
        [board, "to", target, objective] => (board, Some(target), objective.parse()),
        [board, objective] => (board, None, objective.parse()),
        _ => return Err(error()),
    };
    let target = target.map(str::parse).transpose().map_err(|_| error())?;
    let objective = objective.map_err(|_| error())?;
    let (discount, spawn_four) = (Discount::NONE.get(), Probability::SPAWN_FOUR.get());
    Game::on_named_board(board, objective, target, discount, spawn_four).map_err(|_| error())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_inverts_naming() {
        let others = [
            "3x3_score",
            "2x2_moves",
            "3x3_to_512_score",
            "2x2_to_8_fewest",
            "L3_to_64",
            "444_score",
        ];
        for name in ["2x2_to_8", "3x3_to_1024", "2x4_to_64"].into_iter().chain(others) {
            assert_eq!(parse_game_name(name).unwrap().name(), name);
        }
        for bad in [
            "",
            "3x3",
            "3x3_to_",
            "_to_8",
            "3x3_to_2048",
            "9x9_to_8",
            "3x3_win",
            "3x3_to_512_",
            "L4_to_64",
            "L3_to_4096",
        ] {
            assert_eq!(parse_game_name(bad), Err(GameNameError(bad.to_owned())));
        }
    }
}
