//! The size and the start value of a solution.

use mdp2048_display::{count, counted};
use mdp2048_model::Values as _;
use mdp2048_solve::Solution;
use serde::Serialize;

use crate::input::solution::SolutionFile;
use crate::output::table::NamedLines;
use crate::output::value::{all_digits, exact_to_rounding, single_precision};
use crate::summary::game::GameSummary;

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
    /// `None` if the objective is the fewest moves and winning is not certain.
    start_value: Option<f64>,
    precision: &'static str,
    /// A bound on the error of every value relative to it, beyond the rounding of double precision.
    relative_error: f64,
}

impl SolutionSummary {
    /// The summary of a solution in memory.
    pub(crate) fn of(solution: &Solution) -> Self {
        let game = solution.game();
        Self {
            game: GameSummary::of(game),
            states: solution.states(),
            lost: solution.lost(),
            layers: solution.layers().len(),
            largest_layer: solution.layers().map(|layer| layer.states).max().unwrap_or(0),
            start_value: game.objective().measured(solution.start_value()),
            precision: solution.precision().name(),
            relative_error: solution.value_error(),
        }
    }

    /// The summary of a file, from its header.
    pub(crate) fn of_file(file: &SolutionFile) -> Self {
        let header = file.header();
        Self {
            game: GameSummary::of(&header.game),
            states: header.states,
            lost: header.lost,
            layers: header.layers(),
            largest_layer: header.largest_layer(),
            start_value: header.game.objective().measured(header.start_value),
            precision: header.precision.name(),
            relative_error: file.relative_error(),
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
        let measure = self.game.measure();
        if self.relative_error > 0.0 {
            lines.add(measure.name(), all_digits(measure, self.start_value));
            lines.add("precision", single_precision(self.relative_error));
        } else {
            lines.add(measure.name(), exact_to_rounding(measure, self.start_value));
        }
    }
}
