//! A policy checked against the solution that it was packed from.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use mdp2048_model::{ActionValues, Advice, Game, Policy as _, Values as _};
use mdp2048_policy::{Accuracy, PackedPolicy};
use mdp2048_rules::{Action, Board, CanonicalState};
use mdp2048_solve::{KeptStates, Solution};
use serde::Serialize;

use crate::commands::verify::write_faults;
use crate::errors::Error;
use crate::input::Opened;
use crate::output::Lines;
use crate::output::progress::Meter;
use mdp2048_display::{Measure, count};

/// How many faults are told.
const MOST: usize = 20;

/// Numbers that are worked out in two ways agree to this part.
const NEAR: f64 = 1e-12;

/// Values that follow from each other are off by a few roundings of a double.
const ROUNDING: f64 = 1e-13;

/// What the check of a policy found.
#[derive(Debug, Serialize)]
pub(crate) struct VerifiedPolicy {
    kind: &'static str,
    ok: bool,
    states: u64,
    bytes: u64,
    against: Option<PathBuf>,
    /// A policy has no Bellman equations.
    max_residual: Option<f64>,
    exact_start: Option<String>,
    /// The largest difference between a value and the solution's, and what the format allows.
    max_error: Option<f64>,
    value_error: Option<f64>,
    #[serde(skip)]
    precision: Accuracy,
    pub(crate) fault_count: u64,
    pub(crate) faults: Vec<String>,
    #[serde(skip)]
    game: Game,
    #[serde(skip)]
    pub(crate) file: PathBuf,
}

/// Whether two numbers are the same up to rounding.
pub(crate) fn are_near(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= NEAR * expected.abs()
}

/// Checks a policy, against a solution if there is one.
pub(crate) fn check(
    path: &Path,
    policy: &PackedPolicy,
    against: Option<&Path>,
) -> Result<VerifiedPolicy, Error> {
    let mut verified = VerifiedPolicy {
        kind: "policy",
        ok: true,
        states: policy.header().states,
        bytes: policy.bytes() as u64,
        against: against.map(Path::to_owned),
        max_residual: None,
        exact_start: None,
        max_error: None,
        value_error: policy.value_error(),
        precision: policy.header().accuracy,
        fault_count: 0,
        faults: Vec::new(),
        game: *policy.game(),
        file: path.to_owned(),
    };
    if let Some(against) = against {
        let mut meter = Meter::new();
        meter.note("reading the solution");
        let solution = read(path, policy, against)?;
        meter.note("walking under the policy");
        let kept = solution.kept_states(policy.header().coverage.threshold);
        meter.note("checking the entries");
        verified.compare_header(policy, &solution, &kept);
        verified.compare_states(policy, &kept);
        verified.compare_entries(policy, &solution);
    }
    verified.ok = verified.fault_count == 0;
    Ok(verified)
}

/// Reads the solution of a policy's game.
fn read(path: &Path, policy: &PackedPolicy, against: &Path) -> Result<Solution, Error> {
    match Opened::open(against)? {
        Opened::Solution(mut solution) => {
            let of_game = policy.expect_game(solution.game());
            of_game.map_err(|source| Error::Policy { path: path.to_owned(), source })?;
            solution.read_all()
        }
        Opened::Policy(_) => Err(Error::Arguments(format!(
            "{} is a policy: --against takes a solution of {}, made by mdp2048 solve --out",
            against.display(),
            policy.game()
        ))),
    }
}

impl VerifiedPolicy {
    fn fault(&mut self, fault: impl FnOnce() -> String) {
        self.fault_count += 1;
        if self.faults.len() < MOST {
            self.faults.push(fault());
        }
    }

    fn compare_header(&mut self, policy: &PackedPolicy, solution: &Solution, kept: &KeptStates) {
        let header = policy.header();
        for (name, found, expected) in [
            ("start value", header.start_value, solution.start_value()),
            ("leave probability", header.coverage.leave_probability, kept.leave_probability),
            ("occupancy kept", header.coverage.occupancy_kept, kept.occupancy_kept),
        ] {
            if !are_near(found, expected) {
                self.fault(|| format!("the {name} is {found}, but should be {expected}"));
            }
        }
    }

    /// Checks that the states are those that the threshold keeps.
    fn compare_states(&mut self, policy: &PackedPolicy, kept: &KeptStates) {
        // A policy has its states by layer.
        let place = |board: Board| (board.tile_sum(), board);
        let mut kept: Vec<Board> = kept.states.iter().map(|kept| kept.state.board()).collect();
        kept.sort_unstable_by_key(|&board| place(board));
        let mut kept = kept.into_iter().peekable();
        for board in policy.boards() {
            while let Some(missing) = kept.next_if(|&expected| place(expected) < place(board)) {
                self.missing(missing);
            }
            if kept.next_if_eq(&board).is_none() {
                self.fault(|| {
                    format!("the state {board} is there, but the threshold does not keep it")
                });
            }
        }
        kept.for_each(|missing| self.missing(missing));
    }

    fn missing(&mut self, board: Board) {
        self.fault(|| format!("the state {board} is not there, but the threshold keeps it"));
    }

    /// Checks the action and the values of every entry.
    fn compare_entries(&mut self, policy: &PackedPolicy, solution: &Solution) {
        for board in policy.boards() {
            let (state, _) = CanonicalState::of(board);
            // States that are not canonical or not reachable are not kept, and told of already.
            let Some(values) = solution.action_values(state).filter(|_| state.board() == board)
            else {
                continue;
            };
            let Some(advice) = policy.advise(board) else { continue };
            if Some(advice.action) != values.choice() {
                let choice = values.choice().map_or("none", Action::name);
                let action = advice.action;
                self.fault(|| {
                    format!("the state {board} has the action {action}, but should have {choice}")
                });
            }
            self.compare_values(board, &advice, (solution.value(state), &values));
        }
    }

    fn compare_values(
        &mut self,
        board: Board,
        advice: &Advice,
        (value, values): (Option<f64>, &ActionValues),
    ) {
        if let Some((found, expected)) = advice.value.zip(value) {
            let error = (found - expected).abs();
            self.max_error = Some(self.max_error.unwrap_or(0.0).max(error));
            if error > self.value_error.unwrap_or(0.0) + ROUNDING * expected.abs().max(1.0) {
                self.fault(|| {
                    format!("the state {board} holds the value {found}, but should hold {expected}")
                });
            }
        }
        let Some(held) = advice.action_values else { return };
        let precision = self.precision;
        for action in Action::ALL {
            let (found, expected) = (held.regret(action), values.regret(action));
            let (Some(found), Some(expected)) = (found, expected) else {
                if found.is_some() != expected.is_some() {
                    self.fault(|| {
                        format!("the state {board} has no value for {action}, or too many")
                    });
                }
                continue;
            };
            let allowed = precision.regret_floor.max(precision.regret_error * expected);
            let value = values.value().unwrap_or(0.0).abs().max(1.0);
            if (found - expected).abs() > allowed * (1.0 + 1e-9) + ROUNDING * value {
                self.fault(|| {
                    format!(
                        "the state {board} holds the regret {found} of {action}, but should hold {expected}"
                    )
                });
            }
        }
    }
}

impl Display for VerifiedPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::default();
        lines.add("game", self.game);
        lines.add("states", count(self.states));
        if let (Some(error), Some(allowed)) = (self.max_error, self.value_error) {
            let measure = Measure::of(&self.game);
            let allowed = measure.difference(allowed);
            lines.add(
                "largest error",
                format!("{} of {allowed} allowed", measure.difference(error)),
            );
        }
        let verdict = match &self.against {
            None => {
                "the bytes are sound; a policy has no Bellman equations, so give --against SOLUTION to check its entries"
            }
            Some(_) => "every state, action and value is the one that the solution gives",
        };
        if self.ok {
            lines.add("verified", verdict);
        }
        lines.fmt(f)?;
        write_faults(f, self.fault_count, &self.faults)
    }
}
