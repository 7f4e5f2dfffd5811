//! The value of a game.

use mdp2048_display::Measure;
use mdp2048_model::{Game, Value};
use serde::Serialize;

use crate::output::table::NamedLines;
use crate::output::value::{all_digits, with_bound};

/// The value of a game under optimal play: the mean value of the start states.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct StartValue {
    /// A probability of winning, points or moves; `None` if it is infinite.
    start_value: Option<f64>,
    /// The least probability of losing; `None` unless the objective is the win objective without
    /// discount.
    lose_probability: Option<f64>,
    /// Whether a policy makes the target against every sequence of random tiles; `None` unless the
    /// objective needs certainty.
    can_be_forced: Option<bool>,
    /// A bound of the relative error of the start value, rounding included.
    relative_bound: f64,
}

impl StartValue {
    /// The start value of a game. `held` bounds the relative error from
    /// holding it with fewer digits, as in single precision.
    pub(crate) fn new(game: &Game, value: Value, held: f64) -> Self {
        let needs_certainty = game.objective().needs_certainty();
        Self {
            start_value: value.finite(),
            lose_probability: value.loss(),
            can_be_forced: needs_certainty.then_some(value.finite().is_some()),
            relative_bound: game.relative_bound(held),
        }
    }

    /// The number that a measure reads.
    pub(crate) fn measured(&self, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Losing => self.lose_probability,
            _ => self.start_value,
        }
    }

    /// Adds the lines for people. `is_rounded` if the value is held in single precision.
    pub(crate) fn add_to(&self, lines: &mut NamedLines, measure: Measure, is_rounded: bool) {
        let value = self.measured(measure);
        let text = with_bound(measure, value, self.relative_bound);
        let text = match (measure, self.can_be_forced) {
            (Measure::Losing, _) => {
                let of_policy = if is_rounded { "" } else { ", and that of the policy" };
                format!("{text}; the least possible{of_policy}")
            }
            (_, Some(true)) => format!("{text}; the target can be forced"),
            (_, Some(false)) => "none; the target cannot be forced: no policy wins against every \
                                 sequence of random tiles"
                .to_owned(),
            _ => text,
        };
        lines.add(measure.name(), text);
    }

    /// Adds a line with the probability of losing where the value is that of winning.
    pub(crate) fn add_loss_to(&self, lines: &mut NamedLines, measure: Measure) {
        if let (Measure::Probability, Some(loss)) = (measure, self.lose_probability) {
            // The loss is the difference of the value from 1, and a game that is lost with a
            // probability below 1e-3 has another measure.
            let relative = self.relative_bound * (1.0 - loss) / loss;
            lines.add("lose probability", all_digits(measure, Some(loss), relative));
        }
    }
}
