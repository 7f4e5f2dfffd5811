//! Verification of a packed policy against the solution that it was packed from.

use std::fmt::{self, Display};
use std::path::Path;

use mdp2048::{PolicyVerifier, PolicyVerifyError};
use mdp2048_display::{Measure, count};
use mdp2048_model::ValuedGame;
use mdp2048_policy::PackedPolicy;
use mdp2048_solve::Solution;
use serde::Serialize;

use super::faults::FaultSummary;
use crate::error::Error;
use crate::input::InputFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::output::value::all_digits;
use crate::paths::{ResultPath, shown};
use crate::same_file::input_name;

/// The result of the verification of a policy.
#[derive(Debug, Serialize)]
pub(super) struct VerifiedPolicy {
    kind: &'static str,
    ok: bool,
    states: u64,
    bytes: u64,
    against: Option<ResultPath>,
    /// Always `None`: a policy has no Bellman equations.
    max_residual: Option<f64>,
    /// Always `None`, as for `max_residual`.
    exact_start: Option<String>,
    /// The largest difference between a value and the solution's.
    max_error: Option<f64>,
    /// The largest difference that the header of the policy allows.
    value_error: Option<f64>,
    /// The probability that the solution's policy loses, if the game is nearly certain to be won.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_probability: Option<f64>,
    #[serde(flatten)]
    pub(super) faults: FaultSummary,
    #[serde(skip)]
    valued_game: ValuedGame,
}

impl VerifiedPolicy {
    /// The result for a policy whose entries are not checked. It is intact, because
    /// a damaged file cannot be opened.
    pub(super) fn intact(policy: &PackedPolicy) -> Self {
        Self {
            kind: "policy",
            ok: true,
            states: policy.header().states,
            bytes: policy.bytes() as u64,
            against: None,
            max_residual: None,
            exact_start: None,
            max_error: None,
            value_error: policy.value_error(),
            lose_probability: None,
            faults: FaultSummary::default(),
            valued_game: policy.header().valued_game,
        }
    }

    /// Checks the header and every entry of a policy against its solution.
    pub(super) fn verify(
        path: &Path,
        policy: &PackedPolicy,
        against: &Path,
    ) -> Result<Self, Error> {
        let mut reporter = ProgressReporter::new();
        reporter.note("reading the solution");
        let solution = read_solution(policy, against)?;
        reporter.note("checking the policy");
        let verifier = PolicyVerifier::new(policy, &solution);
        let found = verifier.and_then(|it| it.on_progress(reporter.callback()).verify());
        let found = found.map_err(|error| match error {
            PolicyVerifyError::OtherGame(source) => Error::contents(input_name(path), source),
            PolicyVerifyError::SinglePrecision => Error::SinglePrecision(against.to_owned()),
            PolicyVerifyError::Evaluate(error) => Error::from(error).of_solution(against),
            error => Error::contents(input_name(against), error),
        })?;
        Ok(Self {
            ok: found.is_sound(),
            against: Some(against.into()),
            max_error: found.max_error,
            lose_probability: found.lose_probability,
            faults: FaultSummary::new(found.fault_count, found.faults),
            ..Self::intact(policy)
        })
    }
}

/// Reads a solution.
fn read_solution(policy: &PackedPolicy, against: &Path) -> Result<Solution, Error> {
    match InputFile::open(against)? {
        InputFile::Solution(mut file) => file.read_all(),
        InputFile::Packed(_) => Err(Error::Arguments(format!(
            "{} is a policy: --against needs a solution of {}, made by mdp2048 solve --out",
            shown(input_name(against)),
            policy.game()
        ))),
        InputFile::Text(text) => Err(text.unsupported("a solution, made by mdp2048 solve --out")),
    }
}

impl Display for VerifiedPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", self.valued_game.game());
        lines.add("states", count(self.states));
        if let (Some(error), Some(allowed)) = (self.max_error, self.value_error) {
            let measure = Measure::of(&self.valued_game);
            let (error, allowed) = (measure.difference(error), measure.difference(allowed));
            lines.add("largest error", format!("{error} of {allowed} allowed"));
        }
        if self.lose_probability.is_some() {
            let measure = Measure::of(&self.valued_game);
            let bound = self.valued_game.game().relative_bound(0.0);
            let loss = all_digits(measure, self.lose_probability, bound);
            lines.add(measure.name(), format!("{loss}, of the policy and the least possible"));
        }
        match (self.ok, &self.against) {
            (false, _) => {}
            (true, None) => lines.add(
                "verified",
                "the file is intact; a policy has no Bellman equations, so give --against SOLUTION \
                 to check its entries",
            ),
            (true, Some(_)) => {
                lines.add("verified", "every state, action and value is the one of the solution");
            }
        }
        lines.fmt(f)
    }
}
