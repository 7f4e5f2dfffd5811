//! What a pass under a policy knows of the states and boards of a layer that games visit.

use mdp2048_rules::Action;

use super::weights::VisitWeight;
use crate::kernel::moves::MoveEffects;

/// What is known of a state that games visit. The actions are those on the image that the index of
/// the solution holds.
pub(super) struct VisitedState {
    /// V.
    pub(super) value: f64,
    /// Q of each action.
    pub(super) action_values: [f64; 4],
    /// The effects of the actions.
    pub(super) effects: u8,
    /// The points of the merges along the rows, and of those along the columns.
    pub(super) points: [f64; 2],
    /// The ranks of the afterstates.
    pub(super) afterstates: [u32; 4],
    /// The symmetries to the representatives of the afterstates, as masks.
    pub(super) images: [u8; 4],
    pub(super) occupancy: f64,
    pub(super) regret: f64,
    /// Of the regret, that of the costliest image, and the position of that board.
    pub(super) worst: (f64, u32),
}

/// A board of the layer that games visit.
pub(super) struct VisitedBoard {
    /// The position of its state.
    pub(super) state: u32,
    /// The number of the image.
    pub(super) image: u8,
    /// The number of the symmetry from the board that the policy is asked for to the
    /// representative.
    pub(super) symmetry: u8,
    pub(super) weight: VisitWeight,
}

impl VisitedState {
    /// The first best action of an image, whose actions are these ones on the representative.
    pub(super) fn best(&self, on_index: impl Fn(Action) -> Action) -> Action {
        let value = |action: Action| self.action_values[on_index(action).index()];
        let allows =
            |action: &Action| MoveEffects::of_bits(self.effects).allows(on_index(*action).index());
        let allowed = Action::ALL.into_iter().filter(allows);
        // Games visit only boards on which an action is allowed.
        let first = Action::ALL[0];
        allowed
            .fold(None, |best, action| match best {
                Some(best) if value(best) >= value(action) => Some(best),
                _ => Some(action),
            })
            .unwrap_or(first)
    }
}
