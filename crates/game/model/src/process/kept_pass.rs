//! The forward pass through the states that an occupancy threshold keeps.

use mdp2048_rules::Board;

use super::forward_pass::{ForwardLayer, ForwardPass, OccupancyMap, VisitedState};
use crate::compensated_sum::CompensatedSum;
use crate::game::Game;

/// A forward pass through the kept states: those whose occupancy is at least a threshold.
///
/// Games that reach another state are not followed further, so an occupancy counts only games
/// that visited kept states before. Writers and readers of policies and the analyses of solutions
/// all use this pass, because its rounding decides where an occupancy is equal to the threshold.
#[derive(Clone, Debug)]
pub struct KeptPass {
    threshold: f64,
    pass: ForwardPass,
    leave_probability: f64,
    visits: CompensatedSum,
}

impl KeptPass {
    /// A pass before its first layer. `threshold` is the least occupancy of a kept state; with 0,
    /// every state that [`KeptPass::advance`] names is kept, even with occupancy 0.
    pub fn new(game: &Game, threshold: f64) -> Self {
        let (pass, visits) = (ForwardPass::new(game), CompensatedSum::default());
        Self { threshold, pass, leave_probability: 0.0, visits }
    }

    /// Whether every state is kept.
    pub fn keeps_all(&self) -> bool {
        self.threshold <= 0.0
    }

    /// The kept states of the next layer that has kept states; `None` at the end. `is_lost` is
    /// asked whether no action is allowed on a board.
    pub fn next_layer(&mut self, is_lost: impl Fn(Board) -> bool) -> Option<ForwardLayer> {
        while let Some(mut layer) = self.pass.next_layer() {
            layer.states.retain(|&VisitedState { board, occupancy }| {
                if is_lost(board) {
                    return false;
                }
                let is_kept = occupancy >= self.threshold;
                if is_kept {
                    self.visits.add(occupancy);
                } else {
                    // A plain sum: files state it, and readers compare it to the bit.
                    self.leave_probability += occupancy;
                }
                is_kept
            });
            if !layer.states.is_empty() {
                return Some(layer);
            }
        }
        None
    }

    /// Adds random tiles to the afterstates of the layer that [`KeptPass::next_layer`] returned
    /// last. If every state is kept, those that the policy does not choose are among them, with
    /// probability 0.
    pub fn advance(&mut self, afterstates: OccupancyMap) {
        self.pass.advance(afterstates);
    }

    /// The probability that a game has reached a state that is not kept, so far in the pass.
    pub const fn leave_probability(&self) -> f64 {
        // The rounding errors of the sum may exceed 1.
        self.leave_probability.min(1.0)
    }

    /// The expected number of visits to kept states, so far in the pass.
    pub const fn visits(&self) -> f64 {
        self.visits.total()
    }

    /// [`KeptPass::visits`] as a share of the expected visits to all states under the policy.
    pub fn occupancy_kept(&self, all_visits: f64) -> f64 {
        if self.keeps_all() || all_visits <= 0.0 {
            return 1.0;
        }
        (self.visits() / all_visits).min(1.0)
    }
}
