//! Verification of a packed policy against the solution that it was packed from.

use std::mem;
use std::ops::ControlFlow;

use mdp2048_model::{
    ActionValues, Advice, Objective, Policy as _, TIE_TOLERANCE, Value, Values as _,
};
use mdp2048_policy::{Accuracy, PackedPolicy, PolicyError};
use mdp2048_rules::{Action, Board, CanonicalState, Exponent};
use mdp2048_solve::{
    EvaluateError, KeptStates, OnProgress, Progress, ProgressCallback, Solution, SolveError,
};
use thiserror::Error;

/// The most faults that are listed; the others are counted.
const MOST_LISTED: usize = 20;

/// Two ways to compute the same number agree to this relative difference.
const AGREEMENT: f64 = 1e-12;

/// The relative error of a value that follows from another one: a few roundings of a double.
const ROUNDING: f64 = 1e-13;

/// The rounding of the bound on a regret, relative to it.
const BOUND_ROUNDING: f64 = 1e-9;

/// The rounding of the probability that a policy loses, relative to it.
const LOSS_ROUNDING: f64 = 1e-9;

/// Why a policy is not compared with a solution.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PolicyVerifyError {
    /// The solution is of another game.
    #[error(transparent)]
    OtherGame(#[from] PolicyError),
    /// The values are in single precision, which is too inexact to find actions of equal value.
    #[error(
        "the solution holds values in single precision, and a policy is compared in double: solve \
         the game again without Precision::Single"
    )]
    SinglePrecision,
    /// The solution contradicts itself, or the function that is called on progress breaks.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

impl From<SolveError> for PolicyVerifyError {
    fn from(error: SolveError) -> Self {
        EvaluateError::from(error).into()
    }
}

/// What is found of a packed policy that is compared with its solution.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PolicyVerification {
    /// The number of faults.
    pub fault_count: u64,
    /// The first faults in words, at most 20.
    pub faults: Vec<String>,
    /// The largest difference between a value and that of the solution; `None` without values.
    pub max_error: Option<f64>,
    /// The probability that the solution's policy loses, if the game is nearly certain to be won.
    pub lose_probability: Option<f64>,
}

impl PolicyVerification {
    /// Whether there are no faults.
    pub const fn is_sound(&self) -> bool {
        self.fault_count == 0
    }

    /// Adds a fault; its text is made only if it is listed.
    fn add(&mut self, fault: impl FnOnce() -> String) {
        self.fault_count += 1;
        if self.faults.len() < MOST_LISTED {
            self.faults.push(fault());
        }
    }
}

/// Compares a packed policy with the solution that it was packed from: its states, their actions
/// and values, and what its header says.
///
/// ```
/// use mdp2048::{Game, Packer, PolicyVerifier, Solver, ValuesHeld};
///
/// let solution = Solver::new(&Game::builder().board(2, 3).target(64).build()?).solve()?;
/// let policy = Packer::new(&solution).threshold(1e-3).values(ValuesHeld::State).pack()?;
/// let found = PolicyVerifier::new(&policy, &solution)?.verify()?;
/// assert!(found.is_sound(), "{:?}", found.faults);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "nothing is verified until `verify` is called"]
pub struct PolicyVerifier<'a> {
    policy: &'a PackedPolicy,
    solution: &'a Solution,
    progress: OnProgress<'a>,
    found: PolicyVerification,
}

impl<'a> PolicyVerifier<'a> {
    /// A comparison of a policy with the solution of its game in double precision.
    ///
    /// # Errors
    /// [`PolicyVerifyError`] if the solution is of another game, or in single precision.
    pub fn new(
        policy: &'a PackedPolicy,
        solution: &'a Solution,
    ) -> Result<Self, PolicyVerifyError> {
        policy.expect_game(solution.game())?;
        if solution.value_error() > 0.0 {
            return Err(PolicyVerifyError::SinglePrecision);
        }
        let (progress, found) = (OnProgress::default(), PolicyVerification::default());
        Ok(Self { policy, solution, progress, found })
    }

    /// Calls a function after each layer of the passes that follow the games of the solution's
    /// policy; [`ControlFlow::Break`] stops the verification.
    pub fn on_progress(
        mut self,
        progress: impl FnMut(Progress) -> ControlFlow<()> + Send + 'a,
    ) -> Self {
        self.progress = OnProgress::new(progress);
        self
    }

    /// Checks the header and every entry. Where the game is nearly certain to be won, it also
    /// checks that the solution's policy loses as rarely as any.
    ///
    /// # Errors
    /// [`PolicyVerifyError::Evaluate`] if the solution contradicts itself, or if the function that
    /// is called on progress breaks. Errors in the policy are [`PolicyVerification::faults`].
    pub fn verify(mut self) -> Result<PolicyVerification, PolicyVerifyError> {
        if self.policy.header().valued_game != *self.solution.valued_game() {
            self.found.add(|| {
                "one of policy and solution holds probabilities of winning, the other those of \
                 losing: solve and pack again with this build"
                    .to_owned()
            });
            return Ok(self.found);
        }
        mem::take(&mut self.progress).run(|progress| self.compare(progress))?;
        Ok(self.found)
    }

    fn compare(&mut self, progress: ProgressCallback<'_>) -> Result<(), PolicyVerifyError> {
        let passes = self.solution.passes().on_progress(&mut *progress);
        let kept = passes.kept_states(self.policy.header().coverage.threshold)?;
        self.compare_header(&kept);
        self.compare_states(&kept);
        self.compare_entries();
        self.compare_loss(progress)
    }

    fn compare_header(&mut self, kept: &KeptStates) {
        let (header, coverage) = (self.policy.header(), self.policy.header().coverage);
        let [start, expected] = [header.start_value(), self.solution.start_value()];
        if !are_close(start.expected_return(), expected.expected_return()) {
            self.found.add(|| format!("the start value is {start:#}, but should be {expected:#}"));
        }
        for (name, found, expected) in [
            ("leave probability", coverage.leave_probability, kept.leave_probability),
            ("occupancy kept", coverage.occupancy_kept, kept.occupancy_kept),
        ] {
            if !are_close(found, expected) {
                self.found.add(|| format!("the {name} is {found}, but should be {expected}"));
            }
        }
    }

    /// Checks that the policy holds the states that its threshold keeps.
    fn compare_states(&mut self, kept: &KeptStates) {
        // A policy holds its states in this order.
        let key = |board: Board| (board.tile_sum(), board);
        let mut kept: Vec<Board> = kept.states.iter().map(|kept| kept.state.board()).collect();
        kept.sort_unstable_by_key(|&board| key(board));
        let mut kept = kept.into_iter().peekable();
        for board in self.policy.boards() {
            while let Some(missing) = kept.next_if(|&expected| key(expected) < key(board)) {
                self.add_missing(missing);
            }
            if kept.next_if_eq(&board).is_none() {
                self.found.add(|| {
                    format!("the state {board} is there, but the threshold does not keep it")
                });
            }
        }
        kept.for_each(|missing| self.add_missing(missing));
    }

    fn add_missing(&mut self, board: Board) {
        self.found.add(|| format!("the state {board} is not there, but the threshold keeps it"));
    }

    /// Checks the action and the values of every entry.
    fn compare_entries(&mut self) {
        let (policy, solution) = (self.policy, self.solution);
        for board in policy.boards() {
            let (state, _) = CanonicalState::of(board);
            // The threshold keeps no board that is not canonical, which `compare_states` finds.
            if state.board() != board {
                continue;
            }
            let Some(values) = solution.action_values(state) else {
                self.found.add(|| format!("the solution has no action values of {board}"));
                continue;
            };
            let Some(advice) = policy.advise(board) else { continue };
            if Some(advice.action) != values.choice() {
                let choice = values.choice().map_or("none", Action::name);
                let action = advice.action;
                self.found.add(|| {
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
        let is_losing = self.solution.valued_game().is_losing();
        if is_losing { TIE_TOLERANCE * size } else { ROUNDING * size.max(1.0) }
    }

    fn compare_value(&mut self, board: Board, advice: &Advice, expected: Option<Value>) {
        let Some((found, expected)) = advice.value.zip(expected) else { return };
        let error = found.better_by(expected).abs();
        self.found.max_error = Some(self.found.max_error.unwrap_or(0.0).max(error));
        if error > self.policy.value_error().unwrap_or(0.0) + self.rounding(expected) {
            self.found.add(|| {
                format!("the state {board} holds the value {found:#}, but should hold {expected:#}")
            });
        }
    }

    fn compare_regrets(&mut self, board: Board, held: &ActionValues, values: &ActionValues) {
        let Accuracy { regret_error, regret_floor, .. } = self.policy.header().accuracy;
        let rounding = values.value().map_or(0.0, |value| self.rounding(value));
        for action in Action::ALL {
            match (held.regret(action), values.regret(action)) {
                (None, None) => {}
                (Some(found), Some(expected)) => {
                    let bound = regret_floor.max(regret_error * expected);
                    if (found - expected).abs() > bound * (1.0 + BOUND_ROUNDING) + rounding {
                        self.found.add(|| {
                            format!(
                                "the state {board} holds the regret {found} of {action}, but \
                                 should hold {expected}"
                            )
                        });
                    }
                }
                (None, Some(_)) => {
                    self.found.add(|| format!("the state {board} has no value of {action}"));
                }
                (Some(_), None) => {
                    self.found.add(|| {
                        format!("the state {board} has a value of {action}, which is not allowed")
                    });
                }
            }
        }
    }

    /// Checks that the policy of a game that is nearly certain to be won loses as rarely as any.
    fn compare_loss(&mut self, progress: ProgressCallback<'_>) -> Result<(), PolicyVerifyError> {
        let (solution, is_losing) = (self.solution, self.solution.valued_game().is_losing());
        let least = solution.start_value().loss().filter(|_| is_losing);
        let Some(least) = least else {
            return Ok(());
        };
        let target = solution.game().target().map(Exponent::face);
        let passes = solution.passes().on_progress(progress);
        let found = passes.evaluate(Objective::Win, target, 1.0)?;
        self.found.lose_probability = found.loss();
        let loss = found.loss().unwrap_or(1.0);
        if loss > least * (1.0 + LOSS_ROUNDING) {
            self.found.add(|| {
                format!("the policy loses with probability {loss:e}, but the least is {least:e}")
            });
        }
        Ok(())
    }
}

/// Whether two numbers are equal up to rounding.
fn are_close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= AGREEMENT * expected.abs()
}
