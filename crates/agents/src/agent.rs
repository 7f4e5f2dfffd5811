//! The interface of a player.

use mdp2048_model::Seed;
use mdp2048_rules::{Action, Board};

/// A position of a game: what an agent sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The tiles.
    pub board: Board,
    /// The points so far.
    pub points: u64,
}

/// A player that chooses an action of each position.
pub trait Agent: Send {
    /// Prepares for a game. Agents that use random numbers take them from this seed, so the same
    /// seed and the same positions give the same actions.
    fn reset(&mut self, seed: Seed);

    /// The chosen action, which is allowed; `None` if no action is allowed.
    ///
    /// # Panics
    /// If the board has another shape than the game that the agent was built for.
    fn choose(&mut self, position: Position) -> Option<Action>;
}
