//! The header of a policy file.

use mdp2048_model::{Game, Valuation, Value, ValuedGame};
use serde::{Deserialize, Serialize};

use super::values_held::ValuesHeld;
use crate::error::{POLICY, PolicyError};

/// The largest number of states per byte of actions, beyond the first [`FREE_STATES`].
///
/// A reader refuses a header with more states, so the memory is bounded by the bytes.
pub const STATES_PER_BYTE: u64 = 1024;

/// The largest number of states of a policy without any bytes of actions.
pub const FREE_STATES: u64 = 1 << 12;

/// How much of the game the kept states cover.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// States of at least this occupancy, in a forward pass through kept states only, are kept; 0
    /// keeps every reachable state.
    pub threshold: f64,
    /// The expected visits to kept states divided by the expected visits to all states, 0 to 1.
    pub occupancy_kept: f64,
    /// The probability that a game ever reaches a state that is not kept, 0 to 1.
    pub leave_probability: f64,
}

impl Coverage {
    /// Whether every reachable state is kept.
    pub(crate) const fn keeps_all(&self) -> bool {
        self.threshold <= 0.0
    }
}

/// The accuracy of values and regrets, in the unit of the game's values: probability, points or
/// moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// A predicted value is corrected where its error would exceed this.
    pub tolerance: f64,
    /// The largest difference between an exact and a decoded value, measured when packing.
    pub value_error: f64,
    /// The largest relative error of a decoded regret, measured when packing, among regrets of at
    /// least `regret_floor`.
    pub regret_error: f64,
    /// Smaller regrets are held as 0.
    pub regret_floor: f64,
}

/// The length in bytes of each part that follows the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartLengths {
    /// The action of every state.
    pub actions: u32,
    /// The corrections of the values.
    pub values: u32,
    /// The regrets of the other actions.
    pub regrets: u32,
}

/// The header of a policy file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PolicyHeader {
    /// The game, and what expected returns are.
    pub valued_game: ValuedGame,
    /// The number of states with an entry.
    pub states: u64,
    /// Which values it holds.
    pub values: ValuesHeld,
    /// Which states are kept.
    pub coverage: Coverage,
    /// The mean expected return of the game's start boards under optimal play, not quantised.
    pub start_return: f64,
    /// The accuracy of the values; all 0 if it holds none.
    pub accuracy: Accuracy,
    /// The lengths of the parts.
    pub parts: PartLengths,
}

impl PolicyHeader {
    /// The game.
    pub const fn game(&self) -> &Game {
        self.valued_game.game()
    }

    /// The value of the game under optimal play.
    pub const fn start_value(&self) -> Value {
        self.valued_game.value(self.start_return)
    }

    /// Checks the header of a file whose parts have `body` bytes together.
    fn check(&self, body: usize) -> Result<(), PolicyError> {
        let malformed = |reason| Err(PolicyError::malformed(reason));
        let coverage = self.coverage;
        let shares = [coverage.threshold, coverage.occupancy_kept, coverage.leave_probability];
        let is_share = |share: f64| (0.0..=1.0 + 1e-9).contains(&share);
        let start_share = match self.valued_game.valuation() {
            Valuation::Losing => is_share(-self.start_return),
            Valuation::Probability | Valuation::Discounted => is_share(self.start_return),
            Valuation::Expected(_) => true,
        };
        if !shares.into_iter().all(is_share) || !start_share || self.start_return.is_nan() {
            return malformed("a probability in its header is not from 0 to 1");
        }
        let Accuracy { tolerance, value_error, regret_error, regret_floor } = self.accuracy;
        let errors = [tolerance, value_error, regret_error, regret_floor];
        let possible = errors.into_iter().all(|error| error.is_finite() && error >= 0.0);
        let has_values = self.values != ValuesHeld::None;
        let has_regrets = self.values == ValuesHeld::Action;
        if !possible || (has_values && tolerance <= 0.0) || (has_regrets && regret_floor <= 0.0) {
            return malformed("its header states an impossible accuracy");
        }
        let PartLengths { actions, values, regrets } = self.parts;
        if [actions, values, regrets].into_iter().map(u64::from).sum::<u64>() != body as u64
            || (!has_values && values > 0)
            || (!has_regrets && regrets > 0)
        {
            return malformed("the lengths of its parts do not add up to its length");
        }
        if self.states == 0 {
            return malformed("it has no states");
        }
        if self.states > FREE_STATES + STATES_PER_BYTE * u64::from(actions) {
            return malformed("it has too many states for its bytes");
        }
        Ok(())
    }
}

/// The least number of bytes of actions of a policy with this number of states.
pub(crate) const fn least_actions(states: u64) -> u64 {
    states.saturating_sub(FREE_STATES).div_ceil(STATES_PER_BYTE)
}

/// Checks magic bytes, version, length, checksum and header of a policy file. Returns the header
/// and the bytes of the parts.
pub(crate) fn open(bytes: &[u8]) -> Result<(PolicyHeader, &[u8]), PolicyError> {
    let (header, body): (PolicyHeader, _) = postcard::take_from_bytes(POLICY.unframe(bytes)?)
        .map_err(|_| PolicyError::malformed("its header does not describe a possible game"))?;
    header.check(body.len())?;
    Ok((header, body))
}

/// The bytes of a policy file; `None` if the payload is too long for its length field.
pub(crate) fn close(header: &PolicyHeader, body: &[u8]) -> Option<Vec<u8>> {
    // Serialisation cannot fail: the header contains no sequence and no map.
    let mut payload = postcard::to_allocvec(header).ok()?;
    payload.extend(body);
    POLICY.frame(&payload)
}
