//! The states that a packed policy keeps, found with the actions of a work folder.

use mdp2048_model::{ForwardLayer, ForwardPass, OccupancyMap, ValuedGame, VisitedState};
use mdp2048_rules::{Action, CanonicalState};

use crate::index::codes::Numbering;
use crate::index::inner::AnyInnerRanks;
use crate::kernel::tables::BoardTables;

use super::choice::Choices;
use super::layer::Layer;

/// Follows games through the states whose occupancy is at least a threshold, in the order of sums
/// of packed policies.
pub(super) struct KeptWalk<'a> {
    choices: Choices<'a>,
    threshold: f64,
    pass: ForwardPass,
    /// The next layer that games reach.
    next: Option<ForwardLayer>,
}

impl<'a> KeptWalk<'a> {
    /// Begins with the start states of a game.
    pub(super) fn new(
        valued_game: &'a ValuedGame,
        numbering: Numbering<'a, AnyInnerRanks>,
        tables: &'a BoardTables<u64>,
        threshold: f64,
    ) -> Self {
        let choices = Choices::new(valued_game, numbering, tables);
        let mut pass = ForwardPass::new(valued_game.game());
        let next = pass.next_layer();
        Self { choices, threshold, pass, next }
    }

    /// Returns the kept states of a layer and their actions on the canonical board. The layers of
    /// successive calls ascend, and they are all that have states.
    pub(super) fn layer(&mut self, layer: &Layer) -> Vec<(CanonicalState, Action)> {
        let half_sum = layer.index.half_sum().get() as u32;
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
            let Some((state, action)) = self.choices.action(layer, board) else { continue };
            kept.push((state, action));
            if let Some(result) = self.choices.game.act(board, action).filter(|result| !result.wins)
            {
                let after = CanonicalState::of(result.after.board()).0;
                afterstates.add(after.board(), occupancy);
            }
        }
        self.pass.advance(afterstates);
        self.next = self.pass.next_layer();
        kept
    }
}
