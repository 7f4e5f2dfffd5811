//! Occupancy: how likely a game under the optimal policy visits each state.

use std::ops::ControlFlow;

use mdp2048_rules::{Board, CanonicalState};

use super::forward::Traveller;
use super::state_view::Here;
use crate::Solution;
use crate::progress::SolveError;

/// A state that a walk keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeptState {
    /// The state.
    pub state: CanonicalState,
    /// The probability that a game walking through kept states only visits it.
    pub occupancy: f64,
}

/// The states that games under the optimal policy visit with some probability at least.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptStates {
    /// The threshold: kept states have at least this occupancy; 0 keeps every reachable state.
    pub threshold: f64,
    /// The kept states, ascending.
    pub states: Vec<KeptState>,
    /// The probability that a game ever comes to a state that is not kept.
    pub leave_probability: f64,
    /// Expected visits to kept states before a game ends or leaves.
    pub visits: f64,
    /// Kept expected visits / all expected visits under the optimal policy, 0 to 1.
    pub occupancy_kept: f64,
}

/// The totals of a walk.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    visits: f64,
    leave_probability: f64,
    least_kept: Option<f64>,
}

/// Leaves a walk at states of less than the least occupancy.
struct Walker<K> {
    threshold: f64,
    totals: Totals,
    /// Called with an image of each state that is kept, and its occupancy.
    keep: K,
}

impl<K: FnMut(Board, f64)> Traveller<f64> for Walker<K> {
    fn meets(&mut self, here: &Here<'_>, &mut occupancy: &mut f64) -> bool {
        if occupancy < self.threshold {
            self.totals.leave_probability += occupancy;
            return false;
        }
        (self.keep)(here.board(), occupancy);
        self.totals.visits += occupancy;
        let least_kept = self.totals.least_kept.get_or_insert(occupancy);
        *least_kept = least_kept.min(occupancy);
        true
    }
}

impl Solution {
    /// Walks from the start states through the states of at least this occupancy.
    ///
    /// The walk goes up the layers, each of which is complete before it is left, so a state's
    /// occupancy is known when the walk decides whether to keep it.
    pub fn kept_states(&self, threshold: f64) -> KeptStates {
        let mut kept = Vec::new();
        let totals = self.totals(threshold, |board, occupancy| {
            kept.push(KeptState { state: CanonicalState::of(board).0, occupancy });
        });
        kept.sort_unstable_by_key(|kept| kept.state);
        let all_visits = if threshold > 0.0 { self.visits() } else { totals.visits };
        KeptStates {
            threshold,
            states: kept,
            leave_probability: totals.leave_probability,
            visits: totals.visits,
            occupancy_kept: if all_visits > 0.0 {
                (totals.visits / all_visits).min(1.0)
            } else {
                1.0
            },
        }
    }

    /// The expected visits to all states under the optimal policy.
    pub fn visits(&self) -> f64 {
        self.totals(0.0, |_, _| ()).visits
    }

    /// The largest threshold for which the probability that a game leaves the kept states is at
    /// most `max_leave`; 0 if only keeping every state does.
    ///
    /// `watch` is told how many walks were made, and may break.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if `watch` breaks.
    pub fn largest_threshold(
        &self,
        max_leave: f64,
        watch: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> Result<f64, SolveError> {
        // A higher threshold keeps fewer states, so the leave probability only grows with it. It
        // changes only at occupancies of kept states: where a threshold will do, so does the least
        // occupancy that it keeps, and just above that fewer states are kept.
        let (mut low, mut high) = (0.0_f64, 1.0_f64.next_up());
        // Low thresholds make long walks, so come down to them.
        let mut guesses = [1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-18].into_iter();
        let mut walks = 0;
        while low.next_up() < high {
            let guess = guesses.next().filter(|&guess| low == 0.0 && guess < high);
            // Bisection, on the bits and so nearly on the logarithm. Once the bounds are close,
            // every other walk tries whether `low` is the answer already.
            let close = high < low * (1.0 + 1e-6) && walks % 2 == 0;
            let middle = guess.unwrap_or_else(|| match close {
                true => low.next_up(),
                false => f64::from_bits(low.to_bits().midpoint(high.to_bits())),
            });
            let totals = self.totals(middle, |_, _| ());
            walks += 1;
            if watch(walks) == ControlFlow::Break(()) {
                return Err(SolveError::Interrupted);
            }
            if totals.leave_probability <= max_leave {
                // A threshold that keeps nothing may as well be the highest.
                low = totals.least_kept.map_or(1.0, |least| least.max(middle));
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Walks through the states of at least this occupancy, and calls `keep` with an image of each
    /// and its occupancy.
    fn totals(&self, threshold: f64, keep: impl FnMut(Board, f64)) -> Totals {
        let mut walker = Walker { threshold, totals: Totals::default(), keep };
        // Walkers never break.
        let _ = self.flow(&mut walker);
        let mut totals = walker.totals;
        // Rounding may carry a certain departure just past 1.
        totals.leave_probability = totals.leave_probability.min(1.0);
        totals
    }
}
