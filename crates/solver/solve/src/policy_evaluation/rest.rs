//! How games under the optimal policy go on from one state.

use mdp2048_model::{CompensatedSum, RestOfGame, StartState};
use mdp2048_rules::{Board, CanonicalState};

use super::chosen::ChosenAction;
use super::forward::{FollowingPass, ForwardVisitor, ReachedWeight};
use crate::Solution;
use crate::progress::{Progress, SolveError};

/// Counts the expected moves from one state, layer by layer, so that the caller can show progress
/// and stop. It gives the numbers of [`RestOfGame::of`], many times faster.
pub struct RestOfGamePass {
    pass: FollowingPass<ReachedWeight>,
    counted: RestVisitor,
}

impl RestOfGamePass {
    /// A pass from a state of a solution on.
    ///
    /// # Errors
    /// [`Contradiction::Missing`](crate::Contradiction::Missing) if the solution does not have the
    /// state; [`SolveError::Allocation`] if memory is missing.
    pub fn new(solution: &Solution, state: CanonicalState) -> Result<Self, SolveError> {
        let start = StartState { state, probability: 1.0 };
        let counted = RestVisitor::default();
        Ok(Self { pass: FollowingPass::new(&solution, [start])?, counted })
    }

    /// Visits the next layer of the solution that the pass began with. Returns the progress, or
    /// `None` at the end.
    ///
    /// # Errors
    /// [`SolveError::Contradiction`] if the solution contradicts itself; [`SolveError::Allocation`]
    /// if memory is missing.
    pub fn visit_layer(&mut self, solution: &Solution) -> Result<Option<Progress>, SolveError> {
        self.pass.visit_layer(&solution, &mut self.counted)
    }

    /// The sums over the layers visited so far; those of the game after the last one.
    pub const fn counted(&self) -> RestOfGame {
        let RestVisitor { moves, win, can_lose } = self.counted;
        RestOfGame { moves: moves.total(), win: win.total(), can_lose }
    }
}

/// Adds up the moves and the wins.
#[derive(Clone, Copy, Default)]
struct RestVisitor {
    moves: CompensatedSum,
    win: CompensatedSum,
    can_lose: bool,
}

impl ForwardVisitor<ReachedWeight> for RestVisitor {
    fn visit_state(&mut self, _: &mut dyn FnMut() -> Board, weight: &mut ReachedWeight) -> bool {
        self.moves.add(weight.0);
        true
    }

    fn visit_end(&mut self, chosen: &ChosenAction<'_>, weight: &ReachedWeight, fraction: f64) {
        if chosen.wins() {
            self.win.add(weight.0 * fraction);
        } else {
            self.can_lose = true;
        }
    }
}
