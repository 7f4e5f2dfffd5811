//! Verification of a solution: every Bellman equation, by an independent implementation.

use std::fmt::{self, Display};
use std::time::Instant;

use mdp2048_display::{Measure, count, counted};
use mdp2048_model::{BigRational, ExactGame, ExactSolution, Value, ValuedGame, nearest};
use mdp2048_solve::{Verification, Verifier};
use serde::Serialize;

use super::faults::{FaultSummary, are_within};
use crate::error::Error;
use crate::input::solution::SolutionFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::summary::resources::Resources;
use crate::summary::start_value::StartValue;

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
    #[serde(flatten)]
    start: StartValue,
    /// The start value as a fraction, for win games with few cells.
    exact_start: Option<String>,
    #[serde(flatten)]
    pub(super) faults: FaultSummary,
    #[serde(flatten)]
    resources: Resources,
    threads: usize,
    #[serde(skip)]
    valued_game: ValuedGame,
    #[serde(skip)]
    relative_error: f64,
}

impl VerifiedSolution {
    /// Verifies a solution.
    pub(super) fn verify(mut file: SolutionFile, threads: usize) -> Result<Self, Error> {
        let valued_game = file.totals().valued_game;
        let start = Instant::now();
        let mut reporter = ProgressReporter::new();
        reporter.note("preparing the tables");
        let verifier = Verifier::new().threads(threads).on_progress(reporter.callback());
        let found = file.verify(verifier)?;
        drop(reporter);
        let mut faults = FaultSummary::new(
            found.fault_count,
            found.faults.iter().map(ToString::to_string).collect(),
        );
        let exact = ExactGame::of(valued_game.game()).ok();
        let exact = exact.map(|game| ExactSolution::solve(&game).start_value());
        if let Some(exact) = &exact {
            let start = found.start_value;
            let expected = valued_game.value(match valued_game.is_losing() {
                false => nearest(exact),
                true => nearest(&(exact - BigRational::from_integer(1.into()))),
            });
            let returns = [start, expected].map(Value::expected_return);
            if !are_within(returns[0], returns[1], file.totals().relative_bound()) {
                faults.add(|| format!("the start value is {start:#}, but exactly {expected:#}"));
            }
        }
        let Verification { states, lost, max_residual, max_relative_residual, tolerance, .. } =
            found;
        let relative_error = file.totals().value_error();
        let finite = |residual: f64| residual.is_finite().then_some(residual);
        Ok(Self {
            kind: "solution",
            ok: faults.is_empty(),
            states,
            lost,
            max_residual: finite(max_residual),
            max_relative_residual: finite(max_relative_residual),
            tolerance,
            start: StartValue::new(valued_game.game(), found.start_value, relative_error),
            exact_start: exact.map(|exact| exact.to_string()),
            faults,
            resources: Resources::since(start),
            threads,
            valued_game,
            relative_error,
        })
    }
}

impl Display for VerifiedSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", self.valued_game.game());
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
        let measure = Measure::of(&self.valued_game);
        self.start.add_to(&mut lines, measure, self.relative_error > 0.0);
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
