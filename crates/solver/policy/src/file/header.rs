//! The frame and the header of a policy file: magic bytes, version, length, checksum and fields.

use crc::{CRC_32_ISO_HDLC, Crc};
use mdp2048_model::{Game, Valuation, Value, ValuedGame};
use serde::{Deserialize, Serialize};

use super::values_held::ValuesHeld;
use crate::error::PolicyError;
use crate::version::FORMAT_VERSION;

const MAGIC: [u8; 8] = *b"MDP2048P";

/// The bytes before the payload: magic bytes, version, payload length, CRC-32 of the payload.
const FRAME_BYTES: usize = 8 + 2 + 4 + 4;

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
        let malformed = |reason| Err(PolicyError::Malformed(reason));
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
    let (header, body): (PolicyHeader, _) = postcard::take_from_bytes(unframe(bytes)?)
        .map_err(|_| PolicyError::Malformed("its header does not describe a possible game"))?;
    header.check(body.len())?;
    Ok((header, body))
}

/// The bytes of a policy file; `None` if the payload is too long for its length field.
pub(crate) fn close(header: &PolicyHeader, body: &[u8]) -> Option<Vec<u8>> {
    // Serialisation cannot fail: the header contains no sequence and no map.
    let mut payload = postcard::to_allocvec(header).ok()?;
    payload.extend(body);
    frame(&payload)
}

/// The CRC-32 of zip files. Its table has 1 KiB; the tables of faster implementations have 16 KiB,
/// which would be a sixth of the program of an embedded player.
static CRC_32: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// Puts the frame around a payload; `None` if the payload is too long for its length field.
fn frame(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok()?;
    let mut bytes = Vec::with_capacity(FRAME_BYTES + payload.len());
    bytes.extend(MAGIC);
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(CRC_32.checksum(payload).to_le_bytes());
    bytes.extend(payload);
    Some(bytes)
}

/// Checks the frame and returns the payload.
fn unframe(bytes: &[u8]) -> Result<&[u8], PolicyError> {
    let (magic, rest) = bytes.split_at_checked(MAGIC.len()).ok_or_else(|| {
        // The bytes may be the beginning of the magic bytes.
        if !bytes.is_empty() && MAGIC.starts_with(bytes) {
            PolicyError::Truncated { expected: FRAME_BYTES as u64, found: bytes.len() as u64 }
        } else {
            PolicyError::NotAPolicy
        }
    })?;
    if magic != MAGIC {
        return Err(PolicyError::NotAPolicy);
    }
    let cut = PolicyError::Truncated { expected: FRAME_BYTES as u64, found: bytes.len() as u64 };
    let (&version, rest) = rest.split_first_chunk().ok_or_else(|| cut.clone())?;
    let version = u16::from_le_bytes(version);
    if version != FORMAT_VERSION {
        return Err(PolicyError::Version { found: version });
    }
    let (&length, rest) = rest.split_first_chunk().ok_or_else(|| cut.clone())?;
    let (&checksum, payload) = rest.split_first_chunk().ok_or(cut)?;
    let expected = FRAME_BYTES as u64 + u64::from(u32::from_le_bytes(length));
    let found = bytes.len() as u64;
    if found < expected {
        return Err(PolicyError::Truncated { expected, found });
    }
    if found > expected {
        return Err(PolicyError::Trailing { expected, found });
    }
    if CRC_32.checksum(payload) != u32::from_le_bytes(checksum) {
        return Err(PolicyError::Checksum);
    }
    Ok(payload)
}
