//! The forward pass that the writer and the reader of a policy both make.
//!
//! A policy file holds actions and no states. The states follow from the actions and their
//! occupancies, because the pass computes the same `f64` on every platform (see
//! [`ForwardPass`]); so the writer and the reader keep the same states.

use mdp2048_model::{ForwardLayer, ForwardPass, OccupancyMap, VisitedState};

use crate::rules::{Choice, Rules};

/// A forward pass through the states whose occupancy is at least a threshold.
#[derive(Clone, Debug)]
pub(crate) struct OccupancyWalk {
    /// States of less occupancy are not kept; 0 keeps every reachable state.
    threshold: f64,
    pass: ForwardPass,
    /// The probability that a game has left the kept states.
    pub(crate) leave_probability: f64,
    /// The expected number of visits to kept states.
    pub(crate) visits: f64,
}

impl OccupancyWalk {
    pub(crate) fn new(rules: &Rules, threshold: f64) -> Self {
        let pass = ForwardPass::new(&rules.game);
        Self { threshold, pass, leave_probability: 0.0, visits: 0.0 }
    }

    /// The kept states of the next layer that has any; `None` at the end.
    pub(crate) fn next_layer(&mut self, rules: &Rules) -> Option<ForwardLayer> {
        while let Some(mut layer) = self.pass.next_layer() {
            layer.states.retain(|&VisitedState { board, occupancy }| {
                if rules.is_lost(board) {
                    return false;
                }
                let is_left = occupancy < self.threshold;
                if is_left {
                    self.leave_probability += occupancy;
                } else {
                    self.visits += occupancy;
                }
                !is_left
            });
            if !layer.states.is_empty() {
                return Some(layer);
            }
        }
        None
    }

    /// Moves on from the layer that [`OccupancyWalk::next_layer`] returned last, given the choice
    /// of each of its states.
    pub(crate) fn advance(&mut self, rules: &Rules, layer: &ForwardLayer, chosen: &[Choice]) {
        let mut afterstates = OccupancyMap::default();
        for (state, choice) in layer.states.iter().zip(chosen) {
            if self.threshold <= 0.0 {
                // Every reachable state is kept, including those that the policy never reaches.
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
