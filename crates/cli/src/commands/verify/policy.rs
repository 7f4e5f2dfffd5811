//! Verification of a packed policy against the solution that it was packed from.

use std::fmt::{self, Display};
use std::path::Path;

use mdp2048_display::{Measure, count};
use mdp2048_model::{
    ActionValues, Advice, Objective, Policy as _, TIE_TOLERANCE, Value, ValuedGame, Values as _,
};
use mdp2048_policy::{Accuracy, PackedPolicy};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent};
use mdp2048_solve::{EvaluateError, KeptStates, Solution};
use serde::Serialize;

use super::faults::{FaultSummary, are_close};
use crate::error::Error;
use crate::input::InputFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::output::value::all_digits;
use crate::paths::{ResultPath, shown};
use crate::same_file::input_name;

/// The relative error of a value that follows from another one: a few roundings of a double.
const ROUNDING: f64 = 1e-13;

/// The rounding of the bound on a regret, relative to it.
const BOUND_ROUNDING: f64 = 1e-9;

/// The rounding of the probability that a policy loses, relative to it.
const LOSS_ROUNDING: f64 = 1e-9;

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
    faults: FaultSummary,
    #[serde(skip)]
    accuracy: Accuracy,
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
            accuracy: policy.header().accuracy,
            valued_game: policy.header().valued_game,
        }
    }

    /// Checks the header and every entry of a policy against its solution.
    pub(super) fn verify(
        path: &Path,
        policy: &PackedPolicy,
        against: &Path,
    ) -> Result<Self, Error> {
        let mut verified = Self { against: Some(against.into()), ..Self::intact(policy) };
        let mut reporter = ProgressReporter::new();
        reporter.note("reading the solution");
        let solution = read_solution(path, policy, against)?;
        reporter.note("computing the occupancies");
        let kept = solution
            .passes()
            .kept_states(policy.header().coverage.threshold)
            .map_err(|error| Error::from(error).of_solution(against))?;
        reporter.note("checking the entries");
        if policy.header().valued_game == *solution.valued_game() {
            verified.compare_header(policy, &solution, &kept);
            verified.compare_states(policy, &kept);
            verified.compare_entries(policy, &solution);
            verified
                .compare_loss(&solution, &mut reporter)
                .map_err(|error| Error::from(error).of_solution(against))?;
        } else {
            verified.faults.add(|| {
                "one of policy and solution holds probabilities of winning, the other those of \
                 losing: solve and pack again with this build"
                    .to_owned()
            });
        }
        verified.ok = verified.faults.is_empty();
        Ok(verified)
    }

    pub(super) const fn faults(&self) -> &FaultSummary {
        &self.faults
    }

    fn compare_header(&mut self, policy: &PackedPolicy, solution: &Solution, kept: &KeptStates) {
        let (header, coverage) = (policy.header(), policy.header().coverage);
        let [start, expected] = [header.start_value(), solution.start_value()];
        if !are_close(start.expected_return(), expected.expected_return()) {
            self.faults.add(|| format!("the start value is {start:#}, but should be {expected:#}"));
        }
        for (name, found, expected) in [
            ("leave probability", coverage.leave_probability, kept.leave_probability),
            ("occupancy kept", coverage.occupancy_kept, kept.occupancy_kept),
        ] {
            if !are_close(found, expected) {
                self.faults.add(|| format!("the {name} is {found}, but should be {expected}"));
            }
        }
    }

    /// Checks that the policy of a game that is nearly certain to be won loses as rarely as any.
    fn compare_loss(
        &mut self,
        solution: &Solution,
        reporter: &mut ProgressReporter,
    ) -> Result<(), EvaluateError> {
        let least = solution.start_value().loss().filter(|_| self.valued_game.is_losing());
        let Some(least) = least else {
            return Ok(());
        };
        let target = solution.game().target().map(Exponent::face);
        let passes = solution.passes().on_progress(reporter.callback());
        let found = passes.evaluate(Objective::Win, target, 1.0)?;
        self.lose_probability = found.loss();
        let loss = found.loss().unwrap_or(1.0);
        if loss > least * (1.0 + LOSS_ROUNDING) {
            self.faults.add(|| {
                format!("the policy loses with probability {loss:e}, but the least is {least:e}")
            });
        }
        Ok(())
    }

    /// Checks that the policy holds the states that its threshold keeps.
    fn compare_states(&mut self, policy: &PackedPolicy, kept: &KeptStates) {
        // A policy holds its states in this order.
        let key = |board: Board| (board.tile_sum(), board);
        let mut kept: Vec<Board> = kept.states.iter().map(|kept| kept.state.board()).collect();
        kept.sort_unstable_by_key(|&board| key(board));
        let mut kept = kept.into_iter().peekable();
        for board in policy.boards() {
            while let Some(missing) = kept.next_if(|&expected| key(expected) < key(board)) {
                self.add_missing(missing);
            }
            if kept.next_if_eq(&board).is_none() {
                self.faults.add(|| {
                    format!("the state {board} is there, but the threshold does not keep it")
                });
            }
        }
        kept.for_each(|missing| self.add_missing(missing));
    }

    fn add_missing(&mut self, board: Board) {
        self.faults.add(|| format!("the state {board} is not there, but the threshold keeps it"));
    }

    /// Checks the action and the values of every entry.
    fn compare_entries(&mut self, policy: &PackedPolicy, solution: &Solution) {
        for board in policy.boards() {
            let (state, _) = CanonicalState::of(board);
            // The threshold keeps no board that is not canonical, which `compare_states` finds.
            if state.board() != board {
                continue;
            }
            let Some(values) = solution.action_values(state) else {
                self.faults.add(|| format!("the solution has no action values of {board}"));
                continue;
            };
            let Some(advice) = policy.advise(board) else { continue };
            if Some(advice.action) != values.choice() {
                let choice = values.choice().map_or("none", Action::name);
                let action = advice.action;
                self.faults.add(|| {
                    format!("the state {board} has the action {action}, but should have {choice}")
                });
            }
            self.compare_value(board, &advice, solution.value(state));
            if let Some(held) = advice.action_values {
                self.compare_regrets(board, &held, &values);
            }
        }
    }

    /// The error of a value that rounding explains. The rounding of probabilities of losing is
    /// relative to them, however small they are.
    fn rounding(&self, value: Value) -> f64 {
        let size = value.measured().unwrap_or(f64::INFINITY);
        if self.valued_game.is_losing() { TIE_TOLERANCE * size } else { ROUNDING * size.max(1.0) }
    }

    fn compare_value(&mut self, board: Board, advice: &Advice, expected: Option<Value>) {
        let Some((found, expected)) = advice.value.zip(expected) else { return };
        let error = found.better_by(expected).abs();
        self.max_error = Some(self.max_error.unwrap_or(0.0).max(error));
        if error > self.value_error.unwrap_or(0.0) + self.rounding(expected) {
            self.faults.add(|| {
                format!("the state {board} holds the value {found:#}, but should hold {expected:#}")
            });
        }
    }

    fn compare_regrets(&mut self, board: Board, held: &ActionValues, values: &ActionValues) {
        let Accuracy { regret_error, regret_floor, .. } = self.accuracy;
        let rounding = values.value().map_or(0.0, |value| self.rounding(value));
        for action in Action::ALL {
            match (held.regret(action), values.regret(action)) {
                (None, None) => {}
                (Some(found), Some(expected)) => {
                    let bound = regret_floor.max(regret_error * expected);
                    if (found - expected).abs() > bound * (1.0 + BOUND_ROUNDING) + rounding {
                        self.faults.add(|| {
                            format!(
                                "the state {board} holds the regret {found} of {action}, but \
                                 should hold {expected}"
                            )
                        });
                    }
                }
                (None, Some(_)) => {
                    self.faults.add(|| format!("the state {board} has no value of {action}"));
                }
                (Some(_), None) => {
                    self.faults.add(|| {
                        format!("the state {board} has a value of {action}, which is not allowed")
                    });
                }
            }
        }
    }
}

/// Reads the solution of a policy's game.
fn read_solution(path: &Path, policy: &PackedPolicy, against: &Path) -> Result<Solution, Error> {
    match InputFile::open(against)? {
        InputFile::Solution(mut file) => {
            let of_game = policy.expect_game(file.game());
            of_game.map_err(|source| Error::contents(input_name(path), source))?;
            file.expect_double()?;
            file.read_all()
        }
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
