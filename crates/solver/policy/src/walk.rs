//! The forward pass that finds the kept states and their occupancies, in the writer and in the
//! reader of a policy.
//!
//! A policy file holds actions and no states. The actions of the lower layers determine the states
//! of a layer and their occupancies. The pass computes the same `f64` on every platform (see
//! [`ForwardPass`](mdp2048_model::ForwardPass)), so the writer and the reader keep the same states.

use mdp2048_model::{ForwardLayer, KeptPass, OccupancyMap};

use crate::rules::{Choice, Rules};

/// A [`KeptPass`] whose actions are choices.
#[derive(Clone, Debug)]
pub(crate) struct OccupancyWalk(KeptPass);

impl OccupancyWalk {
    /// A walk before its first layer. `threshold` is the least occupancy of a kept state; with 0,
    /// every reachable state is kept.
    pub(crate) fn new(rules: &Rules, threshold: f64) -> Self {
        Self(KeptPass::new(rules.game(), threshold))
    }

    /// The pass, with the sums so far.
    pub(crate) const fn pass(&self) -> &KeptPass {
        &self.0
    }

    /// The kept states of the next layer that has kept states; `None` at the end.
    pub(crate) fn next_layer(&mut self, rules: &Rules) -> Option<ForwardLayer> {
        self.0.next_layer(|board| rules.is_lost(board))
    }

    /// Adds the occupancies of the states that [`OccupancyWalk::next_layer`] returned last to their
    /// successors, given the choice of each state.
    pub(crate) fn advance(&mut self, rules: &Rules, layer: &ForwardLayer, chosen: &[Choice]) {
        let mut afterstates = OccupancyMap::with_capacity(layer.states.len());
        for (state, choice) in layer.states.iter().zip(chosen) {
            if self.0.keeps_all() {
                let choices = rules.choices(state.board);
                for other in choices.as_slice().iter().filter(|other| !other.wins) {
                    afterstates.add(other.after, 0.0);
                }
            }
            if !choice.wins {
                afterstates.add(choice.after, state.occupancy);
            }
        }
        self.0.advance(afterstates);
    }
}
