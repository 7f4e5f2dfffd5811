//! The value of a policy under an objective.

use std::fmt::{self, Display};

use mdp2048_display::Measure;
use mdp2048_model::{Game, Value};
use mdp2048_rules::Exponent;
use serde::Serialize;

use crate::output::table::NamedLines;
use crate::output::value::with_bound;

/// The value of a policy under an objective.
#[derive(Debug, Serialize)]
pub(crate) struct JudgedPolicy {
    /// The game whose optimal policy was evaluated.
    policy: String,
    objective: String,
    /// The target tile of the game under which the policy was evaluated.
    target: Option<u32>,
    discount: f64,
    /// `None` if the objective is the fewest moves and the target is not certain to be made.
    value: Option<f64>,
    /// `None` unless the objective is the win objective without discount.
    lose_probability: Option<f64>,
    /// A bound of the relative error of both, rounding included.
    relative_bound: f64,
    #[serde(skip)]
    policy_target: Option<Exponent>,
    #[serde(skip)]
    game: Game,
    #[serde(skip)]
    held: Value,
}

impl JudgedPolicy {
    /// The `value` of the optimal policy of one game under another.
    pub(super) fn new(policy: &Game, game: Game, value: Value) -> Self {
        // The policy's own games have no more moves than its own target allows.
        let relative_bound = policy.relative_bound(0.0).max(game.relative_bound(0.0));
        Self {
            policy: policy.to_string(),
            objective: game.objective().to_string(),
            target: game.target().map(Exponent::face),
            discount: game.discount().get(),
            value: value.finite(),
            lose_probability: value.loss(),
            held: value,
            relative_bound,
            policy_target: policy.target(),
            game,
        }
    }
}

impl Display for JudgedPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("policy", &self.policy);
        let objective = self.game.objective();
        let objective = if objective.counts_wins() { "winning" } else { objective.facts().name };
        let target = self.target.map(|target| format!(" up to {target}")).unwrap_or_default();
        lines.add("judged by", format!("{objective}{target}"));
        // The text of a policy that hardly ever loses is how often it loses.
        let measure = Measure::from(self.held.valuation());
        let number = self.held.measured();
        lines.add(measure.name(), with_bound(measure, number, self.relative_bound));
        lines.fmt(f)?;
        match (self.policy_target, self.game.target()) {
            (Some(own), Some(target)) if own < target => {
                writeln!(f, "\nThe policy's own games end with a {own}, so before a {target}.")
            }
            _ => Ok(()),
        }
    }
}
