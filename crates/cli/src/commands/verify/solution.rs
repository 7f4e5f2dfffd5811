//! Verification of a solution: every Bellman equation, by an independent implementation.

use std::fmt::{self, Display};
use std::time::Instant;

use mdp2048_display::{Measure, count, counted};
use mdp2048_model::{ExactGame, ExactSolution, Game, nearest};
use mdp2048_solve::Verification;
use serde::Serialize;

use super::faults::{FaultSummary, are_close};
use crate::error::Error;
use crate::input::solution::SolutionFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::output::value::all_digits;
use crate::summary::resources::Resources;

/// The most characters of a fraction that are printed for people.
const MOST_FRACTION_CHARS: usize = 80;

/// The result of the verification of a solution.
#[derive(Debug, Serialize)]
pub(super) struct VerifiedSolution {
    kind: &'static str,
    ok: bool,
    states: u64,
    lost: u64,
    /// `None` if it is infinite.
    max_residual: Option<f64>,
    /// Relative to the value; `None` if it is infinite.
    max_relative_residual: Option<f64>,
    /// Larger relative residuals are faults.
    tolerance: f64,
    /// `None` if the objective is the fewest moves and winning is not certain.
    start_value: Option<f64>,
    /// The start value as a fraction, for win games with few cells.
    exact_start: Option<String>,
    #[serde(flatten)]
    faults: FaultSummary,
    #[serde(flatten)]
    resources: Resources,
    threads: usize,
    #[serde(skip)]
    game: Game,
}

impl VerifiedSolution {
    /// Verifies a solution.
    pub(super) fn verify(mut file: SolutionFile, threads: usize) -> Result<Self, Error> {
        let game = *file.game();
        let start = Instant::now();
        let mut reporter = ProgressReporter::new();
        reporter.note("preparing the tables");
        let found = file.verify(threads, &mut reporter.callback())?;
        drop(reporter);
        let mut faults = FaultSummary::new(
            found.fault_count,
            found.faults.iter().map(ToString::to_string).collect(),
        );
        let exact = ExactGame::of(&game).ok().map(|game| ExactSolution::solve(&game).start_value());
        if let Some(exact) = &exact
            && !are_close(found.start_value, nearest(exact))
        {
            faults.add(|| format!("the start value is {}, but exactly {exact}", found.start_value));
        }
        let Verification { states, lost, max_residual, max_relative_residual, tolerance, .. } =
            found;
        let finite = |residual: f64| residual.is_finite().then_some(residual);
        Ok(Self {
            kind: "solution",
            ok: faults.is_empty(),
            states,
            lost,
            max_residual: finite(max_residual),
            max_relative_residual: finite(max_relative_residual),
            tolerance,
            start_value: game.objective().measured(found.start_value),
            exact_start: exact.map(|exact| exact.to_string()),
            faults,
            resources: Resources::since(start),
            threads,
            game,
        })
    }

    pub(super) const fn faults(&self) -> &FaultSummary {
        &self.faults
    }
}

impl Display for VerifiedSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", self.game);
        let lost = counted(self.lost, "lost board");
        lines.add("states", format!("{} checked; {lost}", count(self.states)));
        let residual = |residual: Option<f64>| {
            residual.map_or("infinite".to_owned(), |residual| format!("{residual:.1e}"))
        };
        lines.add(
            "largest residual",
            format!(
                "{}; relative to the value {} (rounding explains {:.1e})",
                residual(self.max_residual),
                residual(self.max_relative_residual),
                self.tolerance
            ),
        );
        let measure = Measure::of(&self.game);
        lines.add(measure.name(), all_digits(measure, self.start_value));
        if let Some(fraction) = &self.exact_start {
            lines.add(
                "exactly",
                match fraction.len() {
                    ..=MOST_FRACTION_CHARS => fraction.clone(),
                    length => format!("a fraction of {length} characters: --json prints it"),
                },
            );
        }
        self.resources.add_to(&mut lines, self.threads);
        if self.ok {
            lines.add(
                "verified",
                "the states are exactly the reachable ones, and every value is right",
            );
        }
        lines.fmt(f)
    }
}
