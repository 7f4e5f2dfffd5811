//! The frame and the header of a policy file.

use mdp2048_model::Game;
use serde::{Deserialize, Serialize};

use crate::PolicyError;

/// The version of the format that this build writes and reads.
pub const FORMAT_VERSION: u16 = 1;

const MAGIC: [u8; 8] = *b"MDP2048P";

/// Bytes before the payload: mark, version, payload length, CRC-32 of the payload.
const FRAME_BYTES: usize = 8 + 2 + 4 + 4;

/// Which values a policy holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ValuesHeld {
    /// Actions only.
    None,
    /// The value of every state.
    State,
    /// The value of every allowed action of every state.
    Action,
}

/// How much of the game under the policy the kept states cover.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    /// States of at least this occupancy, in the walk through kept states only, are kept; 0 keeps
    /// all states.
    pub threshold: f64,
    /// Kept expected visits / all expected visits under the optimal policy, 0 to 1.
    pub occupancy_kept: f64,
    /// The probability that a game ever comes to a state that is not kept, 0 to 1.
    pub leave_probability: f64,
}

/// What a policy file says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: Game,
    /// How many states it has entries for.
    pub states: u64,
    /// Which values it holds.
    pub values: ValuesHeld,
    /// What was kept.
    pub coverage: Coverage,
    /// The mean value over the game's start states under optimal play, not quantised.
    pub start_value: f64,
}

/// Puts the frame around a payload; `None` if the payload is too long for its length field.
pub(crate) fn frame(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok()?;
    let mut bytes = Vec::with_capacity(FRAME_BYTES + payload.len());
    bytes.extend(MAGIC);
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(payload);
    Some(bytes)
}

/// Checks the frame and gives the payload.
pub(crate) fn unframe(bytes: &[u8]) -> Result<&[u8], PolicyError> {
    let (mark, rest) = bytes.split_at_checked(MAGIC.len()).ok_or_else(|| {
        // So short that only the mark can tell what it was to be.
        if !bytes.is_empty() && MAGIC.starts_with(bytes) {
            PolicyError::Truncated { expected: FRAME_BYTES as u64, found: bytes.len() as u64 }
        } else {
            PolicyError::NotAPolicy
        }
    })?;
    if mark != MAGIC {
        return Err(PolicyError::NotAPolicy);
    }
    let cut = PolicyError::Truncated { expected: FRAME_BYTES as u64, found: bytes.len() as u64 };
    let (&version, rest) = rest.split_first_chunk().ok_or_else(|| cut.clone())?;
    let found = u16::from_le_bytes(version);
    if found != FORMAT_VERSION {
        return Err(PolicyError::Version { found });
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
    if crc32fast::hash(payload) != u32::from_le_bytes(checksum) {
        return Err(PolicyError::Checksum);
    }
    Ok(payload)
}
