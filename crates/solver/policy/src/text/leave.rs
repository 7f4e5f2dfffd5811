//! Games under a text policy: the probability that they leave its states, and whether the states
//! are those of the game.

use mdp2048_model::{ForwardPass, Game, OccupancyMap, VisitedState};

use crate::rules::Rules;
use crate::table::PolicyTable;

/// A text that games leave with at most this probability is of the game, whatever its states are.
///
/// The published files keep the states of occupancy 1e-7 or more and are left with probabilities up
/// to 0.013.
const MOST_LEAVE: f64 = 0.02;

/// What a forward pass through all games under a text policy finds.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextWalk {
    /// The probability that a game ever reaches a state without an entry, 0 to 1.
    pub(super) leave_probability: f64,
    /// The largest occupancy of a state without an entry.
    most_left: f64,
    /// The least occupancy of an entry; 0 if games do not reach all entries.
    least_kept: f64,
}

impl TextWalk {
    /// Follows the games from the start states.
    pub(super) fn new(game: &Game, table: &PolicyTable) -> Self {
        let rules = Rules::new(*game);
        let (mut left, mut most_left, mut least_kept) = (0.0, 0.0_f64, f64::INFINITY);
        let mut visited = 0;
        let mut pass = ForwardPass::new(game);
        while let Some(reached) = pass.next_layer() {
            let layer = table.layer(reached.half_sum);
            let mut afterstates = OccupancyMap::default();
            for VisitedState { board, occupancy } in reached.states {
                let entry = layer.and_then(|layer| {
                    let at = layer.keys.binary_search(&board.key()).ok()?;
                    rules.act(board, layer.actions[at])
                });
                match entry {
                    Some(choice) => {
                        visited += 1;
                        least_kept = least_kept.min(occupancy);
                        if !choice.wins {
                            afterstates.add(choice.after, occupancy);
                        }
                    }
                    None if rules.is_lost(board) => {}
                    None => {
                        left += occupancy;
                        most_left = most_left.max(occupancy);
                    }
                }
            }
            pass.advance(afterstates);
        }
        if visited < table.states() {
            least_kept = 0.0;
        }
        // The rounding errors of the sum may exceed 1.
        Self { leave_probability: left.min(1.0), most_left, least_kept }
    }

    /// Whether the states can be those that an occupancy threshold keeps: games seldom leave them,
    /// or games visit each of them at least as often as any state without an entry.
    pub(super) fn fits(&self) -> bool {
        const ROUNDING: f64 = 1e-9;
        self.leave_probability <= MOST_LEAVE || self.most_left <= self.least_kept * (1.0 + ROUNDING)
    }
}
