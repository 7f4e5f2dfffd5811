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

impl Position {
    /// The position of a board whose points are not known: those of making each tile from tiles of
    /// 2, (e - 1) * 2^e for a tile 2^e. A game has four fewer for each 4 that appeared at random.
    pub fn of_board(board: Board) -> Self {
        let points = board
            .tiles()
            .map(|tile| u64::from(tile.face()) * u64::from(tile.get().saturating_sub(1)));
        Self { board, points: points.sum() }
    }
}

/// What an agent thinks each action is worth, by [`Action::index`]: `None` where the action is not
/// allowed, and infinite for one that makes the target.
pub type ActionEstimates = [Option<f64>; 4];

/// The action of the highest estimate, the first of several in the order of [`Action::ALL`];
/// `None` if no action is allowed.
pub(crate) fn best(estimates: &ActionEstimates) -> Option<Action> {
    let mut best: Option<(Action, f64)> = None;
    for action in Action::ALL {
        if let Some(value) = estimates[action.index()]
            && best.is_none_or(|(_, greatest)| value > greatest)
        {
            best = Some((action, value));
        }
    }
    best.map(|(action, _)| action)
}

/// The seed of random numbers that come from a board.
pub(crate) fn board_seed(board: Board) -> Seed {
    let key = board.key();
    Seed::from((key ^ key >> 32) as u32)
}

/// A player that chooses an action of each position.
pub trait Agent: BoxedClone + Send {
    /// Prepares for a game. Agents that use random numbers take them from this seed, so the same
    /// seed and the same positions give the same actions.
    fn reset(&mut self, _seed: Seed) {}

    /// What each action is worth.
    ///
    /// # Panics
    /// If the board has another shape than the game that the agent was built for.
    fn estimates(&mut self, position: Position) -> ActionEstimates;

    /// The estimates of the actions of a board as they are shown, in the unit of
    /// [`AgentSpec::unit`](crate::AgentSpec::unit): those of the agent, or what was measured to
    /// follow them.
    fn shown(&self, _board: Board, estimates: ActionEstimates) -> ActionEstimates {
        estimates
    }

    /// What each action is worth, and the chosen one. Unless the agent draws the action or has a
    /// tolerance, that is the one of the highest estimate, the first of several in the order of
    /// [`Action::ALL`].
    ///
    /// # Panics
    /// If the board has another shape than the game that the agent was built for.
    fn consider(&mut self, position: Position) -> (ActionEstimates, Option<Action>) {
        let estimates = self.estimates(position);
        (estimates, best(&estimates))
    }

    /// The chosen action, which is allowed; `None` if no action is allowed.
    ///
    /// # Panics
    /// If the board has another shape than the game that the agent was built for.
    fn choose(&mut self, position: Position) -> Option<Action> {
        self.consider(position).1
    }

    /// The probability of each action, by [`Action::index`]: 1 for the action that
    /// [`Agent::choose`] returns. Agents that choose at random return what they draw from.
    ///
    /// An agent that uses random numbers to judge the actions takes them from the board here, so
    /// that it has one policy.
    fn policy(&mut self, position: Position) -> [f64; 4] {
        self.reset(board_seed(position.board));
        let mut probabilities = [0.0; 4];
        if let Some(action) = self.choose(position) {
            probabilities[action.index()] = 1.0;
        }
        probabilities
    }
}

/// A clone of an agent of any type. Every agent that can be cloned has it.
pub trait BoxedClone {
    /// A clone.
    fn boxed(&self) -> Box<dyn Agent>;
}

impl<T: Agent + Clone + 'static> BoxedClone for T {
    fn boxed(&self) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Agent> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}
