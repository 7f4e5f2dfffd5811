//! Where a game is hard: costs of second-best actions and ends of games, layer by layer.

use mdp2048_model::{DifficultyRule, LayerDifficulty, UnluckyState, Valuation, Value, bad_luck};
use mdp2048_rules::{Action, Board, CanonicalState, TileSum};

use super::chosen::ChosenAction;
use super::forward::{FollowingPass, ForwardVisitor};
use super::passes_over::PassesOver;
use crate::Solution;
use crate::allocate::{self, AllocationError, Array};
use crate::progress::{Progress, SolveError};

/// A pass over the layers of a solution, from the lowest tile sum up, under the optimal policy.
///
/// Between two layers the caller may do something else, so a program with one thread stays
/// responsive.
pub struct DifficultyPass {
    pass: FollowingPass<f64>,
    rule: DifficultyRule,
    least: f64,
    progress: Option<Progress>,
}

impl DifficultyPass {
    /// A pass before the first layer. An action counts as good if it gives up a share of the value
    /// below `good`, and for each layer at most `decisive` states are listed; see
    /// [`DifficultyRule`].
    ///
    /// # Errors
    /// [`Contradiction::Missing`](crate::Contradiction::Missing) if a start state is missing;
    /// [`SolveError::Allocation`] if memory is.
    pub fn new(solution: &Solution, good: f64, decisive: usize) -> Result<Self, SolveError> {
        let rule = DifficultyRule { good, decisive };
        let pass = FollowingPass::new(&solution, solution.game().starts())?;
        Ok(Self { pass, rule, least: 0.0, progress: None })
    }

    /// Does not follow games beyond states that they visit with a probability below this, which
    /// saves most of the time in large games.
    #[must_use]
    pub const fn least_occupancy(mut self, least: f64) -> Self {
        self.least = least;
        self
    }

    /// How far the pass is; `None` before the first layer.
    pub const fn progress(&self) -> Option<Progress> {
        self.progress
    }

    /// The difficulty of the next layer that games visit, or `None` after the last. The solution
    /// must be that of [`DifficultyPass::new`].
    ///
    /// # Errors
    /// [`SolveError::Contradiction`] if the solution contradicts itself; [`SolveError::Allocation`]
    /// if memory is missing.
    pub fn next_layer(
        &mut self,
        solution: &Solution,
    ) -> Result<Option<LayerDifficulty>, SolveError> {
        loop {
            let (rule, least) = (self.rule, self.least);
            let layer = LayerDifficulty::new(TileSum::new(0));
            let followed = Ok(Array::default());
            let valuation = solution.valued_game().valuation();
            let mut visitor = DifficultyVisitor { rule, valuation, least, layer, followed };
            let Some(progress) = self.pass.visit_layer(&solution, &mut visitor)? else {
                return Ok(None);
            };
            let followed = visitor.followed?;
            self.progress = Some(progress);
            let mut layer = LayerDifficulty { sum: progress.layer, ..visitor.layer };
            if layer.visited > 0.0 || layer.left_out > 0.0 {
                rule.complete(&mut layer);
                layer.unlucky = unlucky_states(solution, followed, rule.decisive);
                return Ok(Some(layer));
            }
        }
    }
}

impl PassesOver<'_, &Solution> {
    /// The difficulty of each layer that games under the optimal policy visit.
    ///
    /// An action counts as good if it gives up a share of the value below `good`, and for each
    /// layer at most `decisive` states are listed. Exact to rounding.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the function that is called on progress breaks;
    /// [`SolveError::Contradiction`] if the solution contradicts itself.
    pub fn difficulty(
        self,
        good: f64,
        decisive: usize,
    ) -> Result<Vec<LayerDifficulty>, SolveError> {
        let mut pass = DifficultyPass::new(self.solved, good, decisive)?;
        let mut layers = Vec::new();
        self.progress.run(|progress| {
            while let Some(layer) = pass.next_layer(self.solved)? {
                layers.push(layer);
                pass.progress().map_or(Ok(()), |done| done.report(progress))?;
            }
            Ok(layers)
        })
    }
}

/// A state from which games go on after an action that does not make the target.
struct FollowedState {
    board: Board,
    action: Action,
    occupancy: f64,
    /// The most that bad luck may lose there.
    most: f64,
}

impl FollowedState {
    /// A state; `None` where winning is not all that counts, or bad luck can lose nothing.
    fn of(valuation: Valuation, chosen: &ChosenAction<'_>, occupancy: f64) -> Option<Self> {
        let losing = Value::new(chosen.value, valuation).loss()?;
        // Of all random variables in [0, 1] of this mean, the one that is 0 or 1 falls most.
        let most = occupancy * losing * (1.0 - losing);
        (most > 0.0).then(|| Self {
            board: chosen.board(),
            action: chosen.action(),
            occupancy,
            most,
        })
    }

    fn unlucky(&self, solution: &Solution) -> Option<UnluckyState> {
        let after = solution.game().act(self.board, self.action)?.after;
        let lost = self.occupancy * bad_luck(solution, after)?;
        let board = CanonicalState::of(self.board).0.board();
        (lost > 0.0).then_some(UnluckyState { board, lost })
    }
}

/// The states of a layer in which bad luck loses most games, at most so many.
fn unlucky_states(
    solution: &Solution,
    mut followed: Array<FollowedState>,
    most: usize,
) -> Vec<UnluckyState> {
    followed.sort_unstable_by(|a, b| {
        b.most.total_cmp(&a.most).then_with(|| a.board.key().cmp(&b.board.key()))
    });
    let mut unlucky: Vec<UnluckyState> = Vec::new();
    for state in followed.iter() {
        // None of the others can be listed.
        if unlucky.get(most.saturating_sub(1)).is_some_and(|last| last.lost > state.most) {
            break;
        }
        unlucky.extend(state.unlucky(solution));
        unlucky.sort_unstable_by(|a, b| {
            b.lost.total_cmp(&a.lost).then_with(|| a.board.key().cmp(&b.board.key()))
        });
        unlucky.truncate(most);
    }
    unlucky
}

/// Adds up the difficulty of one layer.
struct DifficultyVisitor {
    rule: DifficultyRule,
    valuation: Valuation,
    least: f64,
    layer: LayerDifficulty,
    /// Or that there is no memory for them.
    followed: Result<Array<FollowedState>, AllocationError>,
}

impl ForwardVisitor<f64> for DifficultyVisitor {
    fn visit_state(&mut self, _: &mut dyn FnMut() -> Board, weight: &mut f64) -> bool {
        let is_followed = *weight >= self.least;
        if !is_followed {
            self.layer.left_out += *weight;
        }
        is_followed
    }

    fn visit_action(&mut self, chosen: &ChosenAction<'_>, weight: &f64) -> f64 {
        self.rule.add(&mut self.layer, (chosen.board(), *weight), &chosen.values(self.valuation));
        if self.rule.decisive > 0
            && !chosen.wins()
            && let Ok(followed) = &mut self.followed
            && let Some(state) = FollowedState::of(self.valuation, chosen, *weight)
            && let Err(error) = allocate::push(followed, state)
        {
            self.followed = Err(error);
        }
        1.0
    }

    fn visit_end(&mut self, chosen: &ChosenAction<'_>, weight: &f64, fraction: f64) {
        let ended = weight * fraction;
        if chosen.wins() {
            self.layer.won += ended;
        } else {
            self.layer.lost += ended;
        }
    }
}
