//! What the page asks of its workers.

use mdp2048_display::{Effect, EffectOf};
use mdp2048_model::Game;
use mdp2048_rules::Board;

use super::{AnalysisRequest, Exploration};

/// A request to the worker of a number, which starts with the first one.
#[derive(Clone, Debug, PartialEq)]
pub struct ExploreRequest {
    /// The number of the worker.
    pub worker: u32,
    /// What it has to do.
    pub task: ExploreTask,
}

/// What a worker has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum ExploreTask {
    /// Estimate what a game needs, in single precision or else in double.
    Estimate {
        /// The game.
        game: Game,
        /// Whether values are stored in single precision.
        is_single: bool,
    },
    /// Solve a game.
    Solve {
        /// The game.
        game: Game,
        /// Whether values are stored in single precision.
        is_single: bool,
    },
    /// Load the policy file of this name.
    Load(&'static str),
    /// Find the action values of boards.
    Values(Vec<Board>),
    /// Compute where the game is hard. The number tells the map from others.
    Map(u32),
    /// Stop that.
    StopMap,
    /// Let the learned agent think.
    Analyse(AnalysisRequest),
    /// Nothing any more: the worker ends, which frees its memory.
    End,
}

/// What is to be done after an event.
pub(super) type Effects = Vec<EffectOf<Exploration>>;

/// Asks the worker of a number.
pub(super) const fn ask(worker: u32, task: ExploreTask) -> EffectOf<Exploration> {
    Effect::Ask(ExploreRequest { worker, task })
}
