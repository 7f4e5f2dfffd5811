//! What reading a file found.

/// The result of reading bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Read {
    /// Whether the bytes were a policy.
    pub is_sound: bool,
    /// The number of decoded layers, counted once for each part.
    pub steps: usize,
    /// The number of states whose actions were read.
    pub states: usize,
    /// The sum of the bytes of all allocations, which bounds the memory in use at any time.
    pub allocated: usize,
}
