//! The probability that a game reaches a state without an entry.

use mdp2048_model::{ForwardPass, OccupancyMap, VisitedState};

use super::text_policy::TextPolicy;
use crate::rules::Rules;

impl TextPolicy {
    /// The probability that a game under the policy ever reaches a state without an entry, 0 to 1,
    /// computed by a forward pass through all states that the policy reaches.
    pub fn leave_probability(&self) -> f64 {
        let rules = Rules::new(self.game);
        let mut left = 0.0;
        let mut pass = ForwardPass::new(&self.game);
        while let Some(reached) = pass.next_layer() {
            let layer = self.table.layer(reached.half_sum);
            let mut afterstates = OccupancyMap::default();
            for VisitedState { board, occupancy } in reached.states {
                let entry = layer.and_then(|layer| {
                    let at = layer.keys.binary_search(&board.key()).ok()?;
                    rules.act(board, layer.actions[at])
                });
                match entry {
                    Some(choice) if choice.wins => {}
                    Some(choice) => afterstates.add(choice.after, occupancy),
                    None if rules.is_lost(board) => {}
                    None => left += occupancy,
                }
            }
            pass.advance(afterstates);
        }
        left
    }
}
