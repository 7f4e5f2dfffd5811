//! The actions part: the choice of each state of a layer, coded one state after the other.

use mdp2048_model::ForwardLayer;
use mdp2048_rules::Action;

use super::choice_features::ChoiceFeatures;
use crate::codec::Channel;
use crate::error::PolicyError;
use crate::predict::{Preferences, TuplePatterns};
use crate::rules::{Choice, Rules};

/// Codes the choice of each state. A state with only one choice uses no bits.
#[derive(Clone, Debug)]
pub(crate) struct ActionCoder {
    patterns: TuplePatterns,
    preferences: Preferences,
    features: ChoiceFeatures,
    /// A buffer for the indices of the weights of a state's choices.
    indices: Vec<u32>,
}

impl ActionCoder {
    /// A coder before the first layer.
    pub(crate) fn new(rules: &Rules) -> Self {
        let patterns = TuplePatterns::rectangles(rules.game().shape());
        let preferences = Preferences::new(patterns.weights() + ChoiceFeatures::COUNT);
        Self { patterns, preferences, features: ChoiceFeatures::new(), indices: Vec::new() }
    }

    /// Codes the choices of a layer's states and returns them. An encoder passes their actions as
    /// `known`.
    ///
    /// # Errors
    /// Those of [`Channel::symbol`]; [`PolicyError::Frame`] if a state is lost.
    pub(crate) fn layer(
        &mut self,
        channel: &mut impl Channel,
        rules: &Rules,
        layer: &ForwardLayer,
        known: Option<&[Action]>,
    ) -> Result<Vec<Choice>, PolicyError> {
        let mut chosen = Vec::with_capacity(layer.states.len());
        self.features.begin_layer();
        for (at, state) in layer.states.iter().enumerate() {
            let choices = rules.choices(state.board);
            let known = known.and_then(|actions| choices.number(*actions.get(at)?));
            let all = choices.as_slice();
            let mut coded = 0;
            if all.len() > 1 {
                self.features.begin_state(state.board, &choices);
                let patterns = self.add_indices(all);
                let mut chances = [0; 4];
                let chances = &mut chances[..all.len()];
                self.preferences.chances(&self.indices, chances);
                coded = channel.symbol(chances, known)?;
                self.preferences.learn(&self.indices, patterns, chances, coded);
                self.features.learn(state.board, all, coded);
            }
            // Only a lost board has no choice.
            let choice = *all.get(coded).ok_or(PolicyError::malformed("a state has no action"))?;
            self.features.end_state(state.board, choice.action);
            chosen.push(choice);
        }
        Ok(chosen)
    }

    /// Computes the indices of the weights of a state's choices, and returns the number of those
    /// of patterns, which are the first of each choice.
    fn add_indices(&mut self, choices: &[Choice]) -> usize {
        self.indices.clear();
        let mut patterns = 0;
        for (number, choice) in choices.iter().enumerate() {
            let before = self.indices.len();
            self.patterns.add_indices(&choice.images, &mut self.indices);
            patterns = self.indices.len() - before;
            let offset = self.patterns.weights() as u32;
            self.features.add_indices(choices, number, offset, &mut self.indices);
        }
        patterns
    }
}

/// The first action of each choice.
pub(crate) fn actions(chosen: &[Choice]) -> Vec<Action> {
    chosen.iter().map(|choice| choice.action).collect()
}
