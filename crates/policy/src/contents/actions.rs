//! The actions part: the choice of each state of a layer, coded one state after the other.

use mdp2048_model::ForwardLayer;
use mdp2048_rules::Action;

use crate::codec::Channel;
use crate::error::PolicyError;
use crate::predict::{Preferences, TuplePatterns};
use crate::rules::{Choice, Rules};

/// Codes the choice of each state. A state with only one choice uses no bits.
#[derive(Clone, Debug)]
pub(crate) struct ActionCoder {
    patterns: TuplePatterns,
    preferences: Preferences,
    /// A buffer for the indices of the weights of a state's choices.
    indices: Vec<u32>,
}

impl ActionCoder {
    /// A coder before the first layer.
    pub(crate) fn new(rules: &Rules) -> Self {
        let patterns = TuplePatterns::new(rules.game().shape());
        let preferences = Preferences::new(patterns.weights());
        Self { patterns, preferences, indices: Vec::new() }
    }

    /// Codes the choices of a layer's states and returns them. An encoder passes their actions as
    /// `known`.
    ///
    /// # Errors
    /// Those of [`Channel::symbol`]; [`PolicyError::Malformed`] if a state is lost.
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
            let mut coded = 0;
            if count > 1 {
                self.indices.clear();
                for choice in choices.as_slice() {
                    self.patterns.add_indices(&choice.images, &mut self.indices);
                }
                let mut chances = [0; 4];
                let chances = &mut chances[..count];
                self.preferences.chances(&self.indices, chances);
                coded = channel.symbol(chances, known)?;
                self.preferences.learn(&self.indices, chances, coded);
            }
            // Only a lost board has no choice.
            let choice = choices.as_slice().get(coded);
            chosen.push(*choice.ok_or(PolicyError::Malformed("a state has no action"))?);
        }
        Ok(chosen)
    }
}

/// The first action of each choice.
pub(crate) fn actions(chosen: &[Choice]) -> Vec<Action> {
    chosen.iter().map(|choice| choice.action).collect()
}
