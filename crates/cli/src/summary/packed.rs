//! The contents of a packed policy.

use mdp2048_display::{count, file_size, percent};
use mdp2048_policy::{PackedPolicy, PolicyHeader, ValuesHeld};
use serde::Serialize;

use crate::output::table::NamedLines;
use crate::summary::game::GameSummary;
use crate::summary::start_value::StartValue;

/// The contents of a packed policy.
#[derive(Debug, Serialize)]
pub(crate) struct PackedSummary {
    kind: &'static str,
    format: &'static str,
    version: u16,
    #[serde(flatten)]
    game: GameSummary,
    states: u64,
    bytes: u64,
    bits_per_state: f64,
    threshold: f64,
    occupancy_kept: f64,
    leave_probability: f64,
    values: String,
    value_error: Option<f64>,
    /// Relative to the regret, for regrets of at least the floor.
    regret_error: Option<f64>,
    regret_floor: Option<f64>,
    parts: Vec<PartLength>,
    #[serde(flatten)]
    start: StartValue,
}

/// The length of a part of a packed policy.
#[derive(Debug, Serialize)]
struct PartLength {
    name: &'static str,
    bytes: u64,
    bits_per_state: f64,
}

impl PackedSummary {
    pub(crate) fn of(policy: &PackedPolicy) -> Self {
        let header = policy.header();
        let &PolicyHeader { states, values, coverage, accuracy, parts, .. } = header;
        let bytes = policy.bytes() as u64;
        let bits_per_state = |bytes: u64| 8.0 * bytes as f64 / states as f64;
        let lengths = [
            (ValuesHeld::None, "actions", parts.actions),
            (ValuesHeld::State, "values", parts.values),
            (ValuesHeld::Action, "regrets", parts.regrets),
        ];
        let has_regrets = values == ValuesHeld::Action;
        Self {
            kind: "policy",
            format: "mdp2048",
            version: mdp2048_policy::POLICY.version,
            game: GameSummary::of(&header.valued_game),
            states,
            bytes,
            bits_per_state: bits_per_state(bytes),
            threshold: coverage.threshold,
            occupancy_kept: coverage.occupancy_kept,
            leave_probability: coverage.leave_probability,
            values: values.to_string(),
            value_error: policy.value_error(),
            regret_error: has_regrets.then_some(accuracy.regret_error),
            regret_floor: has_regrets.then_some(accuracy.regret_floor),
            parts: lengths
                .into_iter()
                .filter(|&(needed, _, _)| needed <= values)
                .map(|(_, name, bytes)| PartLength {
                    name,
                    bytes: bytes.into(),
                    bits_per_state: bits_per_state(bytes.into()),
                })
                .collect(),
            start: StartValue::new(header.game(), header.start_value(), 0.0),
        }
    }

    /// The lines for people.
    pub(crate) fn lines(&self) -> NamedLines {
        let mut lines = NamedLines::default();
        lines.add("policy", format!("version {}, {}", self.version, file_size(self.bytes)));
        lines.add("game", self.game.game);
        lines.add("objective", self.game.game.objective());
        let states = count(self.states);
        lines.add("states", format!("{states}, {:.3} bits each", self.bits_per_state));
        for part in &self.parts {
            let size = file_size(part.bytes);
            lines.add(part.name, format!("{size}, {:.3} bits a state", part.bits_per_state));
        }
        if self.threshold > 0.0 {
            lines.add("kept", format!("states of occupancy {:e} or more", self.threshold));
            let kept = percent(self.occupancy_kept);
            lines.add("occupancy kept", format!("{kept} of the expected visits"));
            let leave = percent(self.leave_probability);
            lines.add("leaves", format!("a game leaves the policy with probability {leave}"));
        } else {
            lines.add("kept", "every reachable state");
        }
        let measure = self.game.measure;
        if let Some(error) = self.value_error {
            lines.add("value error", measure.within(error));
        }
        if let (Some(error), Some(floor)) = (self.regret_error, self.regret_floor) {
            let relative = (100.0 * error).max(0.1);
            let floor = measure.difference(floor);
            lines.add(
                "regret error",
                format!("{relative:.1} % of a regret, or {floor} for small ones"),
            );
        }
        self.start.add_to(&mut lines, measure, false);
        lines
    }
}
