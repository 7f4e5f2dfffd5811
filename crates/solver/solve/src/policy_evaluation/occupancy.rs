//! Occupancies: the probability that a game under the optimal policy visits each state.

use std::mem;

use mdp2048_model::{CompensatedSum, KeptPass, OccupancyMap, VisitedState};
use mdp2048_rules::{Action, Board, CanonicalState, TileSum};

use super::forward::{ForwardVisitor, forward_pass};
use super::passes_over::PassesOver;
use crate::Solution;
use crate::allocate::{self, AllocationError, Array};
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::solution::contradiction::Contradiction;

/// A state whose occupancy is at least the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeptState {
    /// The state.
    pub state: CanonicalState,
    /// The probability that a game reaches the state through kept states only.
    pub occupancy: f64,
}

/// The states that an occupancy threshold keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptStates {
    /// The threshold: the least occupancy of a kept state; 0 keeps every reachable state.
    pub threshold: f64,
    /// The kept states, ascending.
    pub states: Vec<KeptState>,
    /// The probability that a game ever reaches a state that is not kept.
    pub leave_probability: f64,
    /// Expected visits to kept states before a game ends or leaves.
    pub visits: f64,
    /// Kept expected visits / all expected visits under the optimal policy, 0 to 1.
    pub occupancy_kept: f64,
}

/// Adds up the expected visits to states.
#[derive(Default)]
struct VisitsVisitor(CompensatedSum);

impl ForwardVisitor<f64> for VisitsVisitor {
    fn visit_state(&mut self, _: &mut dyn FnMut() -> Board, &mut occupancy: &mut f64) -> bool {
        self.0.add(occupancy);
        true
    }
}

impl PassesOver<'_, &Solution> {
    /// The states of at least this occupancy, where the occupancy counts games that reach the state
    /// through kept states only.
    ///
    /// One [`KeptPass`] finds them, as in packed policies: a state's occupancy is complete when the
    /// pass visits its layer. Unless all states are kept, another pass finds the visits to all.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the function that is called on progress breaks;
    /// [`SolveError::Contradiction`] if the solution contradicts itself.
    pub fn kept_states(self, threshold: f64) -> Result<KeptStates, SolveError> {
        let solution = self.solved;
        let mut states = Array::default();
        let (pass, all_visits) = self.progress.run(|progress| {
            let keep = |kept| allocate::push(&mut states, kept);
            let pass = solution.follow_kept(threshold, keep, progress)?;
            let all_visits =
                if pass.keeps_all() { pass.visits() } else { solution.visits(progress)? };
            Ok::<_, SolveError>((pass, all_visits))
        })?;
        let mut states = mem::take(&mut *states);
        states.sort_unstable_by_key(|kept| kept.state);
        Ok(KeptStates {
            threshold,
            states,
            leave_probability: pass.leave_probability(),
            visits: pass.visits(),
            occupancy_kept: pass.occupancy_kept(all_visits),
        })
    }

    /// The expected visits to all states under the optimal policy.
    ///
    /// # Errors
    /// As [`kept_states`](Self::kept_states).
    pub fn visits(self) -> Result<f64, SolveError> {
        self.progress.run(|progress| self.solved.visits(progress))
    }

    /// The largest threshold for which the probability that a game leaves the kept states is at
    /// most `max_leave`; 0 if only the threshold 0 has that property. It takes several passes.
    ///
    /// # Errors
    /// As [`kept_states`](Self::kept_states).
    pub fn largest_threshold(self, max_leave: f64) -> Result<f64, SolveError> {
        let solution = self.solved;
        self.progress.run(|progress| {
            // The leave probability grows with the threshold. It is a step function that changes
            // only at occupancies of kept states: if a threshold is low enough, so is the least
            // occupancy that it keeps. So the answer lies in `low..high`, and `low` is always such
            // an occupancy.
            let (mut low, mut high) = (0.0_f64, 1.0_f64.next_up());
            // A low threshold makes a long pass, so the first guesses descend.
            let mut guesses = [1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-18].into_iter();
            let mut passes = 0;
            while low.next_up() < high {
                let guess = guesses.next().filter(|&guess| low == 0.0 && guess < high);
                // Bisection on the bits, which nearly bisects the logarithm. Once the bounds are
                // close, every second pass tests whether `low` is already the answer.
                let close = high < low * (1.0 + 1e-6) && passes % 2 == 0;
                let middle = guess.unwrap_or_else(|| match close {
                    true => low.next_up(),
                    false => f64::from_bits(low.to_bits().midpoint(high.to_bits())),
                });
                let mut least_occupancy = f64::INFINITY;
                let least = |kept: KeptState| {
                    least_occupancy = least_occupancy.min(kept.occupancy);
                    Ok(())
                };
                let pass = solution.follow_kept(middle, least, progress)?;
                passes += 1;
                if pass.leave_probability() <= max_leave {
                    // Every threshold that keeps no state is equivalent to the highest, 1.
                    low = least_occupancy.min(1.0).max(middle);
                } else {
                    high = middle;
                }
            }
            Ok(low)
        })
    }
}

impl Solution {
    fn visits(&self, progress: ProgressCallback<'_>) -> Result<f64, SolveError> {
        let mut visitor = VisitsVisitor::default();
        forward_pass(&mut &*self, &mut visitor, progress)?;
        Ok(visitor.0.total())
    }

    /// Follows games through the states of at least this occupancy, and calls `keep` with each of
    /// them. Returns the pass with its sums.
    fn follow_kept(
        &self,
        threshold: f64,
        mut keep: impl FnMut(KeptState) -> Result<(), AllocationError>,
        progress: ProgressCallback<'_>,
    ) -> Result<KeptPass, SolveError> {
        let game = self.game();
        let mut pass = KeptPass::new(game, threshold);
        let (mut layers, mut states) = (0, 0);
        while let Some(layer) = pass.next_layer(|board| !board.can_move()) {
            let boards = allocate::collect(layer.states.iter().map(|state| state.board))?;
            let mut actions = allocate::collect(boards.iter().map(|_| None))?;
            self.best_actions_of(&boards, &mut actions);
            let mut afterstates = OccupancyMap::with_capacity(boards.len());
            let mut add = |board: Board, action, probability| {
                let moved = game.act(board, action).filter(|moved| !moved.wins);
                if let Some(moved) = moved {
                    let after = CanonicalState::of(moved.after.board()).0;
                    afterstates.add(after.board(), probability);
                }
            };
            for (VisitedState { board, occupancy }, action) in
                layer.states.into_iter().zip(actions.iter())
            {
                let state = CanonicalState::of(board).0;
                let action = action.ok_or(Contradiction::Missing(state))?;
                keep(KeptState { state, occupancy })?;
                if pass.keeps_all() {
                    Action::ALL.into_iter().for_each(|other| add(board, other, 0.0));
                }
                add(board, action, occupancy);
            }
            pass.advance(afterstates);
            (layers, states) = (layers + 1, states + boards.len() as u64);
            let sum = TileSum::new(2 * layer.half_sum);
            Progress::new(Phase::Following, sum, layers, states).report(progress)?;
        }
        Ok(pass)
    }
}
