//! The parameters of a game.

use mdp2048_display::Measure;
use mdp2048_model::Game;
use mdp2048_rules::Exponent;
use serde::Serialize;

/// The parameters of a game.
#[derive(Debug, Serialize)]
pub(crate) struct GameSummary {
    board: String,
    target: Option<u32>,
    objective: String,
    discount: f64,
    spawn_four: f64,
    #[serde(skip)]
    pub(crate) game: Game,
}

impl GameSummary {
    pub(crate) fn of(game: &Game) -> Self {
        Self {
            board: game.shape().to_string(),
            target: game.target().map(Exponent::face),
            objective: game.objective().to_string(),
            discount: game.discount().get(),
            spawn_four: game.spawn_four().get(),
            game: *game,
        }
    }

    /// What the values of the game measure.
    pub(crate) fn measure(&self) -> Measure {
        Measure::of(&self.game)
    }
}
