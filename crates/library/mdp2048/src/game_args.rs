//! The options of a game, which several commands share.

use clap::Args;
use mdp2048_model::{Game, GameError, Objective};
use mdp2048_rules::Shape;

use crate::parse;

/// The board, the target and the random tiles of a game.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct GameArgs {
    /// Rows x columns, 2x2 to 4x4
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    pub(crate) board: Shape,

    /// The tile that ends the game, a power of two from 8; leave it out for no target
    #[arg(long, value_name = "TILE", value_parser = parse::tile)]
    pub(crate) target: Option<u32>,

    #[command(flatten)]
    pub(crate) spawn: SpawnArgs,
}

/// The random tiles of a game.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SpawnArgs {
    /// The probability that a random tile is a 4
    #[arg(
        long,
        value_name = "PROBABILITY",
        default_value_t = 0.1,
        value_parser = parse::spawn_four
    )]
    pub(crate) spawn_four: f64,
}

impl GameArgs {
    /// The game without discount: to win, or for points if it has no target.
    pub(crate) fn usual(self) -> Result<Game, GameError> {
        self.game(if self.target.is_some() { Objective::Win } else { Objective::Score }, 1.0)
    }

    /// The game for an objective.
    pub(crate) fn game(self, objective: Objective, discount: f64) -> Result<Game, GameError> {
        Game::new(self.board, objective, self.target, discount, self.spawn.spawn_four)
    }
}
