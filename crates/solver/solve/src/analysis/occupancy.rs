//! Occupancies: the probability that a game under the optimal policy visits each state.

use std::mem;
use std::ops::ControlFlow;

use mdp2048_rules::{Board, CanonicalState};

use super::forward::{ForwardVisitor, forward_pass};
use crate::Solution;
use crate::allocate::{self, Array};
use crate::progress::SolveError;

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

/// The sums of a pass through kept states.
#[derive(Clone, Copy, Debug, Default)]
struct KeptTotals {
    visits: f64,
    leave_probability: f64,
    least_occupancy: Option<f64>,
}

/// Follows games through the states whose occupancy is at least the threshold.
struct KeptVisitor<K> {
    threshold: f64,
    totals: KeptTotals,
    /// Called with what makes an image of each kept state, and its occupancy.
    keep: K,
}

impl<K: FnMut(&mut dyn FnMut() -> Board, f64)> ForwardVisitor<f64> for KeptVisitor<K> {
    fn visit_state(&mut self, board: &mut dyn FnMut() -> Board, &mut occupancy: &mut f64) -> bool {
        if occupancy < self.threshold {
            self.totals.leave_probability += occupancy;
            return false;
        }
        (self.keep)(board, occupancy);
        self.totals.visits += occupancy;
        let least = self.totals.least_occupancy.get_or_insert(occupancy);
        *least = least.min(occupancy);
        true
    }
}

impl Solution {
    /// The states of at least this occupancy, where the occupancy counts games that reach the state
    /// through kept states only.
    ///
    /// One pass finds them: a state's occupancy is complete when the pass visits its layer.
    ///
    /// # Errors
    /// [`SolveError::Contradiction`] if the solution contradicts itself.
    pub fn kept_states(&self, threshold: f64) -> Result<KeptStates, SolveError> {
        let (mut states, mut result) = (Array::default(), Ok(()));
        let totals = self.kept_totals(threshold, |board, occupancy| {
            if result.is_ok() {
                let state = CanonicalState::of(board()).0;
                result = allocate::push(&mut states, KeptState { state, occupancy });
            }
        })?;
        result?;
        let mut states = mem::take(&mut *states);
        states.sort_unstable_by_key(|kept| kept.state);
        let all_visits = if threshold > 0.0 { self.visits()? } else { totals.visits };
        Ok(KeptStates {
            threshold,
            states,
            leave_probability: totals.leave_probability,
            visits: totals.visits,
            occupancy_kept: if all_visits > 0.0 {
                (totals.visits / all_visits).min(1.0)
            } else {
                1.0
            },
        })
    }

    /// The expected visits to all states under the optimal policy.
    ///
    /// # Errors
    /// [`SolveError::Contradiction`] if the solution contradicts itself.
    pub fn visits(&self) -> Result<f64, SolveError> {
        Ok(self.kept_totals(0.0, |_, _| ())?.visits)
    }

    /// The largest threshold for which the probability that a game leaves the kept states is at
    /// most `max_leave`; 0 if only the threshold 0 has that property.
    ///
    /// Calls `progress` after each pass with the number of passes so far.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if `progress` breaks; [`SolveError::Contradiction`] if the
    /// solution contradicts itself.
    pub fn largest_threshold(
        &self,
        max_leave: f64,
        progress: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<f64, SolveError> {
        // The leave probability grows with the threshold. It is a step function that changes only
        // at occupancies of kept states: if a threshold is low enough, so is the least occupancy
        // that it keeps. So the answer lies in `low..high`, and `low` is always such an occupancy.
        let (mut low, mut high) = (0.0_f64, 1.0_f64.next_up());
        // A low threshold makes a long pass, so the first guesses descend.
        let mut guesses = [1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-18].into_iter();
        let mut passes = 0;
        while low.next_up() < high {
            let guess = guesses.next().filter(|&guess| low == 0.0 && guess < high);
            // Bisection on the bits, which nearly bisects the logarithm. Once the bounds are close,
            // every second pass tests whether `low` is already the answer.
            let close = high < low * (1.0 + 1e-6) && passes % 2 == 0;
            let middle = guess.unwrap_or_else(|| match close {
                true => low.next_up(),
                false => f64::from_bits(low.to_bits().midpoint(high.to_bits())),
            });
            let totals = self.kept_totals(middle, |_, _| ())?;
            passes += 1;
            if progress(passes) == ControlFlow::Break(()) {
                return Err(SolveError::Interrupted);
            }
            if totals.leave_probability <= max_leave {
                // Every threshold that keeps no state is equivalent to the highest, 1.
                low = totals.least_occupancy.map_or(1.0, |least| least.max(middle));
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// The sums of the pass through the states of at least this occupancy. Calls `keep` with
    /// what makes an image of each of them, and its occupancy.
    fn kept_totals(
        &self,
        threshold: f64,
        keep: impl FnMut(&mut dyn FnMut() -> Board, f64),
    ) -> Result<KeptTotals, SolveError> {
        let mut visitor = KeptVisitor { threshold, totals: KeptTotals::default(), keep };
        forward_pass(&mut &*self, &mut visitor)?;
        let mut totals = visitor.totals;
        // The rounding errors of the sum may exceed 1.
        totals.leave_probability = totals.leave_probability.min(1.0);
        Ok(totals)
    }
}
