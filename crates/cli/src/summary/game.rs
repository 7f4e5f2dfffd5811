//! The parameters of a game.

use mdp2048_display::Measure;
use mdp2048_model::{Game, ValuedGame};
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
    /// The boards that games are given to start from; absent if they start from two random tiles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    starts: Vec<String>,
    #[serde(skip)]
    pub(crate) game: Game,
    /// What the values of the game measure.
    #[serde(skip)]
    pub(crate) measure: Measure,
}

impl GameSummary {
    pub(crate) fn of(valued_game: &ValuedGame) -> Self {
        let game = valued_game.game();
        Self {
            board: game.shape().to_string(),
            target: game.target().map(Exponent::face),
            objective: game.objective().to_string(),
            discount: game.discount().get(),
            spawn_four: game.spawn_four().get(),
            starts: game.given_starts().map(|start| start.to_string()).collect(),
            game: *game,
            measure: Measure::of(valued_game),
        }
    }
}
