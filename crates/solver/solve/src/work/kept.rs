//! The states that a packed policy keeps, found with the actions of a work folder.

use mdp2048_model::{ForwardLayer, KeptPass, OccupancyMap, VisitedState};
use mdp2048_rules::{Action, Board, CanonicalState};

use super::solved_folder::SolvedFolder;

/// A [`KeptPass`] beside a pass over the layers of a folder.
pub(super) struct KeptStatesPass {
    pass: KeptPass,
    /// The next layer with kept states.
    next: Option<ForwardLayer>,
}

fn is_lost(board: Board) -> bool {
    !board.can_move()
}

impl KeptStatesPass {
    /// Begins with the start states of the game.
    pub(super) fn new(folder: &SolvedFolder, threshold: f64) -> Self {
        let mut pass = KeptPass::new(folder.game(), threshold);
        let next = pass.next_layer(is_lost);
        Self { pass, next }
    }

    /// Returns the kept states of a layer that is loaded and their actions on the canonical board.
    /// The layers of successive calls ascend, and they are all that games reach.
    pub(super) fn layer(
        &mut self,
        folder: &SolvedFolder,
        at: usize,
    ) -> Vec<(CanonicalState, Action)> {
        let half_sum = folder.totals().layers[at].half_sum().get() as u32;
        let Some(reached) = self.next.take_if(|next| next.half_sum == half_sum) else {
            return Vec::new();
        };
        let mut kept = Vec::new();
        let mut afterstates = OccupancyMap::default();
        for VisitedState { board, occupancy } in reached.states {
            let Some((state, action)) = folder.stored_action(at, board) else { continue };
            kept.push((state, action));
            if let Some(result) = folder.game().act(board, action).filter(|result| !result.wins) {
                let after = CanonicalState::of(result.after.board()).0;
                afterstates.add(after.board(), occupancy);
            }
        }
        self.pass.advance(afterstates);
        self.next = self.pass.next_layer(is_lost);
        kept
    }
}
