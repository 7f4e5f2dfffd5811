//! The version of the packed policy format.

/// The version of the packed policy format that this build writes and reads.
pub const FORMAT_VERSION: u16 = 3;
