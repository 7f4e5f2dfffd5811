//! Packing a policy: from action values to the bytes of a file.

use std::sync::Arc;

use mdp2048_model::{ActionValues, ForwardLayer, Valuation, ValueUnit, ValuedGame};
use mdp2048_rules::{Action, CanonicalState};

use super::header::{Accuracy, Coverage, PartLengths, PolicyHeader, close, least_actions};
use super::values_held::ValuesHeld;
use crate::codec::RangeEncoder;
use crate::contents::actions::ActionCoder;
use crate::contents::regrets::{RegretCoder, largest_regret_error};
use crate::contents::values::{ValueCoder, largest_error};
use crate::error::PackError;
use crate::rules::Rules;
use crate::table::{NOT_ALLOWED, PolicyLayer, PolicyTable};
use crate::walk::OccupancyWalk;

/// Which states and values to pack, with what accuracy: options that have defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use = "nothing is packed until `pack` is called"]
pub struct PackOptions {
    threshold: f64,
    held: ValuesHeld,
    tolerance: Option<f64>,
    visits: f64,
    start_return: f64,
}

impl PackOptions {
    /// Keeps the action of every reachable state, without values. `start_return` is the mean
    /// expected return of the start boards, not quantised: [`Values::start_return`].
    ///
    /// [`Values::start_return`]: mdp2048_model::Values::start_return
    pub const fn new(start_return: f64) -> Self {
        let held = ValuesHeld::None;
        Self { threshold: 0.0, held, tolerance: None, visits: 0.0, start_return }
    }

    /// Keeps the states of at least this occupancy; 0, the default, keeps every reachable state.
    /// `visits` are the expected visits to all states under the policy, kept or not; of no account
    /// if all states are kept.
    pub const fn threshold(mut self, occupancy: f64, visits: f64) -> Self {
        (self.threshold, self.visits) = (occupancy, visits);
        self
    }

    /// The values to hold; none by default.
    pub const fn values(mut self, held: ValuesHeld) -> Self {
        self.held = held;
        self
    }

    /// The largest error of a value, in the game's unit. Regrets of at least a fifth of this have
    /// at most the relative error [`REGRET_ERROR`](crate::REGRET_ERROR), or, if the values are
    /// probabilities of losing, a multiple of that.
    ///
    /// The default is a hundredth of a percentage point, half a point, a twentieth of a move, or a
    /// hundredth of the probability of losing the game; with regrets 0.6 times that, because more
    /// exact values make regrets shorter.
    pub const fn tolerance(mut self, error: f64) -> Self {
        self.tolerance = Some(error);
        self
    }

    /// The tolerance for values of this game, `exact`.
    fn tolerance_of(&self, valued_game: &ValuedGame, exact: &PolicyTable) -> f64 {
        if let Some(tolerance) = self.tolerance {
            return tolerance;
        }
        let tolerance = match valued_game.valuation() {
            Valuation::Losing => {
                // Corrections have 40 bits at most, and the rounding of large values needs none.
                let values = exact.layers.iter().flat_map(|layer| &layer.values);
                let largest = values.fold(0.0, |largest: f64, value| largest.max(value.abs()));
                (0.01 * self.start_return.abs()).max(largest * 2f64.powi(-38)).max(LEAST_TOLERANCE)
            }
            _ => match valued_game.game().objective().facts().unit {
                ValueUnit::Probability => 1e-4,
                ValueUnit::Points => 0.5,
                ValueUnit::Moves => 0.05,
            },
        };
        if self.held == ValuesHeld::Action { tolerance * 0.6 } else { tolerance }
    }
}

/// The least usual tolerance of a probability of losing. Without it the regrets of a game that is
/// never lost would have too few levels.
const LEAST_TOLERANCE: f64 = 1e-24;

/// The regret floor as a fraction of the tolerance.
const FLOOR: f64 = 0.2;

/// Packs the policy that chooses the best action in every kept state, and returns the bytes of the
/// file.
///
/// `values` returns the action values of the states of a layer, in the order of the states. It is
/// called once for each layer that the policy reaches, in ascending order.
///
/// # Errors
/// [`PackError`] if a state has no values that can be held, if no state is kept, or if the file is
/// too long.
pub fn pack(
    valued_game: &ValuedGame,
    options: &PackOptions,
    mut values: impl FnMut(&[CanonicalState]) -> Vec<Option<ActionValues>>,
) -> Result<Vec<u8>, PackError> {
    let rules = Rules::new(*valued_game);
    let mut exact = PolicyTable::default();
    let mut walk = OccupancyWalk::new(&rules, options.threshold);
    let mut coder = ActionCoder::new(&rules);
    let mut channel = RangeEncoder::new();
    while let Some(walked) = walk.next_layer(&rules) {
        let layer = exact_layer(&rules, &walked, options.held, &mut values)?;
        let chosen = coder
            .layer(&mut channel, &rules, &walked, Some(&layer.actions))
            .map_err(PackError::Coding)?;
        walk.advance(&rules, &walked, &chosen);
        exact.layers.push(Arc::new(layer));
    }
    let states = exact.states();
    if states == 0 {
        return Err(PackError::NothingKept);
    }
    let mut parts = PartLengths::default();
    let mut body = action_bytes(channel, states, &mut parts)?;
    let coverage = Coverage {
        threshold: options.threshold,
        occupancy_kept: walk.pass().occupancy_kept(options.visits),
        leave_probability: walk.pass().leave_probability(),
    };
    let mut header = PolicyHeader {
        valued_game: *valued_game,
        states,
        values: options.held,
        coverage,
        start_return: options.start_return,
        accuracy: Accuracy::default(),
        parts,
    };
    if options.held >= ValuesHeld::State {
        header.accuracy.tolerance = options.tolerance_of(valued_game, &exact);
        let (bytes, held) = code_values(&rules, &exact, &mut header.accuracy)?;
        header.parts.values = length(&bytes)?;
        body.extend(bytes);
        if options.held == ValuesHeld::Action {
            header.accuracy.regret_floor = header.accuracy.tolerance * FLOOR;
            let bytes = code_regrets(&rules, &exact, &held, &mut header)?;
            header.parts.regrets = length(&bytes)?;
            body.extend(bytes);
        }
    }
    close(&header, &body).ok_or(PackError::TooLarge)
}

/// The bytes of the actions, whose length becomes that of the parts.
fn action_bytes(
    channel: RangeEncoder,
    states: u64,
    parts: &mut PartLengths,
) -> Result<Vec<u8>, PackError> {
    let mut bytes = channel.finish();
    let least = usize::try_from(least_actions(states)).map_err(|_| PackError::TooLarge)?;
    // A reader accepts so many states only for so many bytes.
    bytes.resize(bytes.len().max(least), 0);
    parts.actions = length(&bytes)?;
    Ok(bytes)
}

fn length(bytes: &[u8]) -> Result<u32, PackError> {
    u32::try_from(bytes.len()).map_err(|_| PackError::TooLarge)
}

/// The exact entries of a layer.
fn exact_layer(
    rules: &Rules,
    walked: &ForwardLayer,
    held: ValuesHeld,
    values: &mut impl FnMut(&[CanonicalState]) -> Vec<Option<ActionValues>>,
) -> Result<PolicyLayer, PackError> {
    let states: Vec<CanonicalState> =
        walked.states.iter().map(|state| CanonicalState::of(state.board).0).collect();
    let mut layer = PolicyLayer { half_sum: walked.half_sum, ..PolicyLayer::default() };
    let all = values(&states);
    for (at, &state) in states.iter().enumerate() {
        let values = all.get(at).copied().flatten().ok_or(PackError::Missing { state })?;
        let action = values.choice().ok_or(PackError::Value { state })?;
        // A choice is represented by its first action.
        let choices = rules.choices(state.board());
        let number = choices.number(action).ok_or(PackError::Value { state })?;
        layer.keys.push(state.board().key());
        layer.actions.push(choices.as_slice()[number].action);
        if held >= ValuesHeld::State {
            let value = values.get(action).filter(|value| value.finite().is_some());
            let value = value.ok_or(PackError::Value { state })?;
            layer.values.push(value.expected_return());
            if held == ValuesHeld::Action {
                let regret = |action: Action| match (values.get(action), choices.number(action)) {
                    (None, None) => Ok(NOT_ALLOWED),
                    (Some(other), Some(_)) if other.finite().is_some() => {
                        Ok(value.better_by(other).max(0.0))
                    }
                    _ => Err(PackError::Value { state }),
                };
                let mut regrets = [NOT_ALLOWED; 4];
                for action in Action::ALL {
                    regrets[action.index()] = regret(action)?;
                }
                layer.regrets.push(regrets);
            }
        }
    }
    Ok(layer)
}

/// Codes the values, and returns the bytes and the table with the values as a reader decodes them.
fn code_values(
    rules: &Rules,
    exact: &PolicyTable,
    accuracy: &mut Accuracy,
) -> Result<(Vec<u8>, PolicyTable), PackError> {
    let mut coder = ValueCoder::new(rules, accuracy.tolerance);
    let mut channel = RangeEncoder::new();
    let mut held = exact.clone();
    for at in (0..exact.layers.len()).rev() {
        let layer = &exact.layers[at];
        let values = coder
            .layer(&mut channel, rules, layer, Some(&layer.values))
            .map_err(PackError::Coding)?;
        accuracy.value_error =
            accuracy.value_error.max(largest_error(&rules.valued_game, &layer.values, &values));
        Arc::make_mut(&mut held.layers[at]).values = values;
    }
    Ok((channel.finish(), held))
}

/// Codes the regrets, given the table with the values as a reader decodes them.
fn code_regrets(
    rules: &Rules,
    exact: &PolicyTable,
    held: &PolicyTable,
    header: &mut PolicyHeader,
) -> Result<Vec<u8>, PackError> {
    let mut coder = RegretCoder::new(
        rules,
        header.coverage.keeps_all(),
        header.accuracy.tolerance,
        header.accuracy.regret_floor,
    );
    let mut channel = RangeEncoder::new();
    let accuracy = &mut header.accuracy;
    for (exact, layer) in exact.layers.iter().zip(&held.layers).rev() {
        let known = &exact.regrets;
        let regrets =
            coder.layer(&mut channel, rules, layer, Some(known)).map_err(PackError::Coding)?;
        let error = largest_regret_error(known, &regrets, accuracy.regret_floor);
        accuracy.regret_error = accuracy.regret_error.max(error);
    }
    Ok(channel.finish())
}
