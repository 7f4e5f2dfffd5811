//! The states that a packed policy keeps, found with the actions of a work folder.

use mdp2048_model::{ForwardLayer, ForwardPass, OccupancyMap, VisitedState};
use mdp2048_rules::{Action, CanonicalState};

use super::solved_folder::SolvedFolder;

/// Follows games through the states whose occupancy is at least a threshold, in the order of sums
/// of packed policies.
pub(super) struct KeptStatesPass {
    threshold: f64,
    pass: ForwardPass,
    /// The next layer that games reach.
    next: Option<ForwardLayer>,
}

impl KeptStatesPass {
    /// Begins with the start states of the game.
    pub(super) fn new(folder: &SolvedFolder, threshold: f64) -> Self {
        let mut pass = ForwardPass::new(folder.game());
        let next = pass.next_layer();
        Self { threshold, pass, next }
    }

    /// Returns the kept states of a layer that is loaded and their actions on the canonical board.
    /// The layers of successive calls ascend, and they are all that games reach.
    pub(super) fn layer(
        &mut self,
        folder: &SolvedFolder,
        at: usize,
    ) -> Vec<(CanonicalState, Action)> {
        let half_sum = folder.totals().layers[at].half_sum().get() as u32;
        // A layer that was left out has lost boards only.
        while self.next.as_ref().is_some_and(|next| next.half_sum < half_sum) {
            self.next = self.pass.next_layer();
        }
        let Some(reached) = self.next.take_if(|next| next.half_sum == half_sum) else {
            return Vec::new();
        };
        let mut kept = Vec::new();
        let mut afterstates = OccupancyMap::default();
        for VisitedState { board, occupancy } in reached.states {
            if occupancy < self.threshold {
                continue;
            }
            // The other boards are lost.
            let Some((state, action)) = folder.stored_action(at, board) else { continue };
            kept.push((state, action));
            if let Some(result) = folder.game().act(board, action).filter(|result| !result.wins) {
                let after = CanonicalState::of(result.after.board()).0;
                afterstates.add(after.board(), occupancy);
            }
        }
        self.pass.advance(afterstates);
        self.next = self.pass.next_layer();
        kept
    }
}
