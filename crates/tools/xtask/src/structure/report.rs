//! What a check of the structure returns.

/// The result of one check.
pub(crate) struct Report {
    /// What the check counted, in a line.
    pub(crate) summary: String,
    /// The faults that it found, each with what to do about it.
    pub(crate) faults: Vec<String>,
}
