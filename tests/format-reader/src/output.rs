//! What the reader returns.

use std::fmt;

/// The bytes are not a packed policy, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadError(pub &'static str);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for ReadError {}

/// The entries of one layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadLayer {
    /// Half the tile sum.
    pub half_sum: u32,
    /// The keys of the states, ascending.
    pub keys: Vec<u64>,
    /// The action of each state, 0 to 3, in the canonical frame.
    pub actions: Vec<u8>,
    /// The value of each state; empty if no values are held.
    pub values: Vec<f64>,
    /// The regret of each action of each state, infinite where the action is not allowed; empty if
    /// no regrets are held.
    pub regrets: Vec<[f64; 4]>,
}
