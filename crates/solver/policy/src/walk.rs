//! The forward pass that finds the kept states and their occupancies, in the writer and in the
//! reader of a policy.
//!
//! A policy file holds actions and no states. The actions of the lower layers determine the states
//! of a layer and their occupancies. The pass computes the same `f64` on every platform (see
//! [`ForwardPass`]), so the writer and the reader keep the same states.

use mdp2048_model::{ForwardLayer, ForwardPass, OccupancyMap, VisitedState};

use crate::rules::{Choice, Rules};

/// A forward pass through the kept states: those whose occupancy is at least a threshold.
///
/// Games that reach another state are not followed further, so an occupancy counts only games
/// that visited kept states before.
#[derive(Clone, Debug)]
pub(crate) struct OccupancyWalk {
    /// The least occupancy of a kept state; with 0, every reachable state is kept.
    threshold: f64,
    pass: ForwardPass,
    /// The probability that a game has reached a state that is not kept, so far in the pass.
    pub(crate) leave_probability: f64,
    /// The expected number of visits to kept states, so far in the pass.
    pub(crate) visits: f64,
}

impl OccupancyWalk {
    /// A walk before its first layer.
    pub(crate) fn new(rules: &Rules, threshold: f64) -> Self {
        let pass = ForwardPass::new(rules.game());
        Self { threshold, pass, leave_probability: 0.0, visits: 0.0 }
    }

    /// The kept states of the next layer that has kept states; `None` at the end.
    pub(crate) fn next_layer(&mut self, rules: &Rules) -> Option<ForwardLayer> {
        while let Some(mut layer) = self.pass.next_layer() {
            layer.states.retain(|&VisitedState { board, occupancy }| {
                if rules.is_lost(board) {
                    return false;
                }
                let is_below_threshold = occupancy < self.threshold;
                if is_below_threshold {
                    self.leave_probability += occupancy;
                } else {
                    self.visits += occupancy;
                }
                !is_below_threshold
            });
            if !layer.states.is_empty() {
                return Some(layer);
            }
        }
        None
    }

    /// Adds the occupancies of the states that [`OccupancyWalk::next_layer`] returned last to their
    /// successors, given the choice of each state.
    pub(crate) fn advance(&mut self, rules: &Rules, layer: &ForwardLayer, chosen: &[Choice]) {
        let mut afterstates = OccupancyMap::with_capacity(layer.states.len());
        for (state, choice) in layer.states.iter().zip(chosen) {
            if self.threshold <= 0.0 {
                // With threshold 0, states that the policy never reaches are kept too.
                let choices = rules.choices(state.board);
                for other in choices.as_slice().iter().filter(|other| !other.wins) {
                    afterstates.add(other.after, 0.0);
                }
            }
            if !choice.wins {
                afterstates.add(choice.after, state.occupancy);
            }
        }
        self.pass.advance(afterstates);
    }
}
