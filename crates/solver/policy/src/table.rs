//! The entries of a policy in memory.

use std::sync::Arc;

use mdp2048_model::{Advice, ValuedGame};
use mdp2048_rules::{Action, Board, CanonicalState};

/// The entries of one layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PolicyLayer {
    /// Half the tile sum.
    pub(crate) half_sum: u32,
    /// The keys of the states, ascending.
    pub(crate) keys: Vec<u64>,
    /// The action of each state, in the canonical frame.
    pub(crate) actions: Vec<Action>,
    /// The expected return of each state; empty if values are not held or not decoded yet.
    pub(crate) values: Vec<f64>,
    /// The regret of each action of each state by [`Action::index`], [`NOT_ALLOWED`] where an
    /// action is not allowed; empty if regrets are not held or not decoded yet.
    pub(crate) regrets: Vec<[f64; 4]>,
}

/// The entry for an action that is not allowed among regrets.
pub(crate) const NOT_ALLOWED: f64 = f64::INFINITY;

impl PolicyLayer {
    /// The entry of the state with this index, in the canonical frame.
    fn advice(&self, valued_game: &ValuedGame, at: usize) -> Option<Advice> {
        let action = *self.actions.get(at)?;
        let value = self.values.get(at).copied();
        let action_values = value.zip(self.regrets.get(at)).map(|(value, regrets)| {
            let of_regret = |regret| (regret != NOT_ALLOWED).then_some(value - regret);
            valued_game.action_values(regrets.map(of_regret))
        });
        let value = value.map(|value| valued_game.value(value));
        Some(Advice { action, value, action_values })
    }
}

/// The entries of a policy by layer, ascending.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PolicyTable {
    pub(crate) layers: Vec<Arc<PolicyLayer>>,
}

impl PolicyTable {
    /// The layer with this half sum.
    pub(crate) fn layer(&self, half_sum: u32) -> Option<&PolicyLayer> {
        let at = self.layers.binary_search_by_key(&half_sum, |layer| layer.half_sum).ok()?;
        Some(&self.layers[at])
    }

    /// The entry of a board, in the frame of the board.
    pub(crate) fn advise(&self, valued_game: &ValuedGame, board: Board) -> Option<Advice> {
        let (state, symmetry) = CanonicalState::of(board);
        let layer = self.layer(board.tile_sum().get() / 2)?;
        let at = layer.keys.binary_search(&state.board().key()).ok()?;
        let advice = layer.advice(valued_game, at)?;
        Some(Advice {
            action: symmetry.inverse().action(advice.action),
            value: advice.value,
            action_values: advice.action_values.map(|values| values.before(symmetry)),
        })
    }

    /// The number of states.
    pub(crate) fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.keys.len() as u64).sum()
    }
}
