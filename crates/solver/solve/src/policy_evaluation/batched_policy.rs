//! Policies that are asked for many boards at once, and what their exact evaluation says.

use mdp2048_model::{CompensatedSum, Objective, Value};
use mdp2048_rules::{Action, Board, TileSum};
use thiserror::Error;

use crate::allocate::AllocationError;
use crate::progress::SolveError;
use crate::solution::contradiction::Contradiction;

/// A policy that is asked for many boards at once.
///
/// Every closure from boards to probabilities is one, which is asked for each image of a board by
/// itself; [`EachBoard`] makes one of a function of one board. `mdp2048_model::Policy` is the trait
/// of policies that are asked for one board at a time and played by `mdp2048_model::Replay`.
///
/// ```
/// use mdp2048::{Action, BatchedPolicy, Board, Game, Solver};
///
/// /// Chooses each allowed action with the same probability.
/// struct Uniform;
///
/// impl BatchedPolicy for Uniform {
///     fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
///         for (board, probabilities) in boards.iter().zip(probabilities) {
///             let allowed: Vec<Action> = board.allowed().collect();
///             for action in &allowed {
///                 probabilities[action.index()] = 1.0 / allowed.len() as f64;
///             }
///         }
///     }
///
///     fn is_symmetric(&self) -> bool {
///         true
///     }
/// }
///
/// let solution = Solver::new(&Game::builder().board(2, 3).target(32).build()?).solve()?;
/// let found = solution.passes().evaluate_policy(&mut Uniform)?;
/// assert!(found.value.get() < solution.start_value().get());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BatchedPolicy {
    /// Sets the probability of each action on each of some boards of one tile sum, by
    /// [`Action::index`] in the frame of the board. They are 0 before the call.
    fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]);

    /// Does the same as [`BatchedPolicy::choose`], and is called in its place if the policy
    /// [treats images alike](BatchedPolicy::is_symmetric). The boards are the canonical ones of
    /// states, and their positions among all states are those of `Solution::positions_of`: a policy
    /// that is a table of all states overrides this method to find its rows without a search.
    fn choose_states(
        &mut self,
        boards: &[Board],
        _positions: &[u64],
        probabilities: &mut [[f64; 4]],
    ) {
        self.choose(boards, probabilities);
    }

    /// Whether the policy treats the images of a board under the symmetries alike; false unless
    /// it is overridden. If true, the policy is asked for canonical boards only, which are up to
    /// eight times fewer. True for a policy that prefers a direction is a mistake that is not
    /// detected: what it does on canonical boards is then evaluated, another policy.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Called once for each tile sum, after the policy has chosen, with the boards on which an
    /// action is allowed, each once, and the probability that a game visits each of them.
    fn visit(&mut self, _boards: &[Board], _occupancies: &[f64]) {}
}

impl<F: FnMut(&[Board], &mut [[f64; 4]])> BatchedPolicy for F {
    fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
        self(boards, probabilities);
    }
}

/// A function that gives the action of one board, as a policy. If it gives none, the policy has no
/// probabilities on the board, which is an error.
///
/// ```
/// use mdp2048::{Action, Board, EachBoard, Game, Solver};
///
/// let solution = Solver::new(&Game::builder().board(2, 3).target(32).build()?).solve()?;
/// // The first allowed action in the order left, right, up, down.
/// let mut policy = EachBoard(|board: Board| board.allowed().next());
/// let found = solution.passes().evaluate_policy(&mut policy)?;
/// assert!(found.regret() > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EachBoard<F>(pub F);

impl<F: FnMut(Board) -> Option<Action>> BatchedPolicy for EachBoard<F> {
    fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
        for (&board, probabilities) in boards.iter().zip(probabilities) {
            if let Some(action) = self.0(board) {
                probabilities[action.index()] = 1.0;
            }
        }
    }
}

/// Why a policy cannot be evaluated exactly.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EvaluatePolicyError {
    /// The policy may lose, and a loss has an infinite value.
    #[error(
        "the policy may lose, so it has no value for the objective {0}: solve the game for another \
         one"
    )]
    MayLose(Objective),
    /// Too many boards have to be held at a time.
    #[error(
        "games of the policy visit more than {most} boards of similar tile sums, which is more \
         than fits: choose a smaller board or target"
    )]
    TooLarge {
        /// The most boards.
        most: usize,
    },
    /// The policy chooses an action that is not allowed.
    #[error(
        "the policy chooses {action} on {board}, which is not allowed: give it the probability 0"
    )]
    NotAllowed {
        /// The board.
        board: Board,
        /// The action.
        action: Action,
    },
    /// The numbers are no probabilities.
    #[error(
        "the policy has the probabilities {probabilities:?} on {board}: none may be negative, and \
         the sum must be 1"
    )]
    NoDistribution {
        /// The board.
        board: Board,
        /// The numbers, by [`Action::index`].
        probabilities: [f64; 4],
    },
    /// The pass was stopped, memory is missing, or the solution lacks a state that games reach.
    #[error(transparent)]
    Stopped(#[from] SolveError),
}

impl From<Contradiction> for EvaluatePolicyError {
    fn from(contradiction: Contradiction) -> Self {
        Self::Stopped(contradiction.into())
    }
}

impl From<AllocationError> for EvaluatePolicyError {
    fn from(error: AllocationError) -> Self {
        Self::Stopped(error.into())
    }
}

/// The exact result of a policy's games, to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyEvaluation {
    /// The number of boards that games visit and on which an action is allowed. Images of a board
    /// are one board if the policy treats them alike.
    pub boards: u64,
    /// The value of the policy.
    pub value: Value,
    /// The value of an optimal policy.
    pub optimum: Value,
    /// The probability that the target is made; 0 if there is none.
    pub win: f64,
    /// The expected score of a game.
    pub score: f64,
    /// The expected number of moves of a game.
    pub moves: f64,
    /// By ascending tile sum, where games go.
    pub layers: Vec<LayerRegret>,
    /// The states that cost the policy most, the worst first, at most
    /// [`PassesOver::costliest`](crate::PassesOver::costliest). Images of a board are one
    /// state; [`CostlyState::worst`] is the one on which the policy loses most.
    pub costliest: Vec<CostlyState>,
}

impl PolicyEvaluation {
    /// What the policy gives away against an optimal one, in the unit of the values, at least 0: the
    /// sum of [`LayerRegret::regret`], by which its digits stay.
    pub fn regret(&self) -> f64 {
        self.layers.iter().map(|layer| layer.regret).collect::<CompensatedSum>().total()
    }
}

/// What a policy gives away on the boards of one tile sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerRegret {
    /// The tile sum.
    pub tile_sum: TileSum,
    /// The probability that a game visits a board of this tile sum on which an action is allowed.
    pub occupancy: f64,
    /// What it gives away there: the sum of occupancy times regret, in the unit of the value.
    pub regret: f64,
}

/// A state and what it costs a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostlyState {
    /// The canonical board. A policy that does not treat images alike may never visit it.
    pub board: Board,
    /// The probability that a game visits it or one of its images.
    pub occupancy: f64,
    /// The sum over the images of occupancy times expected regret.
    pub regret: f64,
    /// The image on which the policy loses most; the canonical board if it treats images alike.
    pub worst: CostlyBoard,
}

/// A board as games visit it, and what it costs a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostlyBoard {
    /// The board.
    pub board: Board,
    /// The probability that a game visits it.
    pub occupancy: f64,
    /// Occupancy times expected regret, in the unit of the value.
    pub regret: f64,
    /// The probability with which the policy chooses each action, by [`Action::index`].
    pub probabilities: [f64; 4],
    /// A best action.
    pub best: Action,
}
