//! The actions of a layer, coded one state after the other.

use mdp2048_model::ForwardLayer;
use mdp2048_rules::Action;

use crate::codec::Channel;
use crate::error::PolicyError;
use crate::predict::{Preferences, TuplePatterns};
use crate::rules::{Choice, Rules};

/// Codes which of its choices each state takes.
///
/// Choices with equal afterstates are one, so where all actions come to the same nothing is told.
#[derive(Clone, Debug)]
pub(crate) struct ActionCoder {
    patterns: TuplePatterns,
    preferences: Preferences,
    /// Where the weights of a state's choices are.
    places: Vec<u32>,
}

impl ActionCoder {
    pub(crate) fn new(rules: &Rules) -> Self {
        let patterns = TuplePatterns::new(rules.game.shape());
        let preferences = Preferences::new(patterns.table());
        Self { patterns, preferences, places: Vec::new() }
    }

    /// Codes the choices of a layer's states, of which the encoder knows the actions.
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &ForwardLayer,
        known: Option<&[Action]>,
    ) -> Result<Vec<Choice>, PolicyError> {
        let mut chosen = Vec::with_capacity(layer.states.len());
        for (at, state) in layer.states.iter().enumerate() {
            let choices = rules.choices(state.board);
            let known = known.and_then(|actions| choices.number(*actions.get(at)?));
            let count = choices.as_slice().len();
            let mut taken = 0;
            if count > 1 {
                self.places.clear();
                for choice in choices.as_slice() {
                    self.patterns.add_places(&choice.images, &mut self.places);
                }
                let mut chances = [0; 4];
                let chances = &mut chances[..count];
                self.preferences.chances(&self.places, chances);
                taken = channel.symbol(chances, known)?;
                self.preferences.learn(&self.places, chances, taken);
            }
            // A state that is not lost has a choice.
            let choice = choices.as_slice().get(taken);
            chosen.push(*choice.ok_or(PolicyError::Malformed("a state has no action"))?);
        }
        Ok(chosen)
    }
}

/// The actions of a layer.
pub(crate) fn actions(chosen: &[Choice]) -> Vec<Action> {
    chosen.iter().map(|choice| choice.action).collect()
}
