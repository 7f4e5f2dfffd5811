//! The size and the start value of a solution.

use mdp2048_display::{count, counted};
use mdp2048_solve::SolutionTotals;
use serde::Serialize;

use crate::output::table::NamedLines;
use crate::output::value::single_precision;
use crate::summary::game::GameSummary;
use crate::summary::start_value::StartValue;

/// The size and the start value of a solution.
#[derive(Debug, Serialize)]
pub(crate) struct SolutionSummary {
    #[serde(flatten)]
    pub(crate) game: GameSummary,
    states: u64,
    /// Lost boards that games reach.
    lost: u64,
    layers: usize,
    /// States of the largest layer.
    largest_layer: u64,
    #[serde(flatten)]
    start: StartValue,
    precision: &'static str,
    /// A bound on the error of every value relative to it, beyond the rounding of double precision.
    relative_error: f64,
}

impl SolutionSummary {
    /// The summary of a solved game.
    pub(crate) fn of(totals: &SolutionTotals) -> Self {
        let valued_game = &totals.valued_game;
        Self {
            game: GameSummary::of(valued_game),
            states: totals.states,
            lost: totals.lost,
            layers: totals.layers.len(),
            largest_layer: totals.largest_layer(),
            start: StartValue::new(totals.game(), totals.start_value(), totals.value_error()),
            precision: totals.precision.name(),
            relative_error: totals.value_error(),
        }
    }

    /// Adds the lines for people that follow the game.
    pub(crate) fn add_to(&self, lines: &mut NamedLines) {
        lines.add(
            "states",
            format!(
                "{} in {}, the largest of {}; {}",
                count(self.states),
                counted(self.layers as u64, "layer"),
                count(self.largest_layer),
                counted(self.lost, "lost board"),
            ),
        );
        let measure = self.game.measure;
        self.start.add_to(lines, measure, self.relative_error > 0.0);
        self.start.add_loss_to(lines, measure);
        if self.relative_error > 0.0 {
            lines.add("precision", single_precision(self.relative_error));
        }
    }
}
