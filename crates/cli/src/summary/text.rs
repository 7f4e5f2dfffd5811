//! The contents of a text policy.

use mdp2048_display::{count, file_size, percent};
use mdp2048_policy::{Coverage, PolicyHeader};
use serde::Serialize;

use crate::input::text::SizedTextPolicy;
use crate::output::table::NamedLines;
use crate::summary::game::GameSummary;
use crate::summary::start_value::StartValue;

/// The contents of a text policy.
#[derive(Debug, Serialize)]
pub(crate) struct TextSummary {
    kind: &'static str,
    format: &'static str,
    #[serde(flatten)]
    game: GameSummary,
    states: u64,
    bytes: u64,
    bits_per_state: f64,
    /// Known only when the text is packed, like `occupancy_kept`: the text does not hold them.
    threshold: Option<f64>,
    occupancy_kept: Option<f64>,
    leave_probability: f64,
    values: String,
    value_error: Option<f64>,
    /// Known only when the text is packed.
    #[serde(flatten)]
    start: Option<StartValue>,
}

impl TextSummary {
    /// What the text contains.
    pub(crate) fn of(text: &SizedTextPolicy) -> Self {
        let policy = &text.policy;
        let states = policy.states();
        Self {
            kind: "policy",
            format: "twenty48",
            game: GameSummary::of(&(*policy.game()).into()),
            states,
            bytes: text.bytes,
            bits_per_state: 8.0 * text.bytes as f64 / states as f64,
            threshold: None,
            occupancy_kept: None,
            leave_probability: policy.leave_probability(),
            values: policy.values().to_string(),
            value_error: policy.value_error(),
            start: None,
        }
    }

    /// What the text contains, and what is known of the policy that it was made from.
    pub(crate) fn of_packed(text: &SizedTextPolicy, header: &PolicyHeader) -> Self {
        let Coverage { threshold, occupancy_kept, leave_probability } = header.coverage;
        Self {
            threshold: Some(threshold),
            occupancy_kept: Some(occupancy_kept),
            leave_probability,
            start: Some(StartValue::new(header.game(), header.start_value(), 0.0)),
            game: GameSummary::of(&header.valued_game),
            ..Self::of(text)
        }
    }

    /// The lines for people.
    pub(crate) fn lines(&self) -> NamedLines {
        let mut lines = NamedLines::default();
        lines.add("policy", format!("text of the published player, {}", file_size(self.bytes)));
        lines.add("game", self.game.game);
        let states = count(self.states);
        lines.add("states", format!("{states}, {:.3} bits each", self.bits_per_state));
        if let Some(kept) = self.occupancy_kept {
            lines.add("occupancy kept", format!("{} of the expected visits", percent(kept)));
        }
        let leave = percent(self.leave_probability);
        lines.add("leaves", format!("a game leaves the policy with probability {leave}"));
        let measure = self.game.measure;
        match self.value_error {
            Some(error) => lines.add("values", format!("of the states, {}", measure.within(error))),
            None => lines.add("values", "none"),
        }
        if let Some(start) = &self.start {
            start.add_to(&mut lines, self.game.measure, false);
        }
        lines
    }
}
