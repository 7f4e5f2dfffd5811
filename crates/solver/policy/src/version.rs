//! The versions of the packed policy format.

/// The version of the packed policy format that this build writes. It also reads version 2.
pub const FORMAT_VERSION: u16 = 3;

/// The version that predicts actions from patterns only. It is read and no longer written.
pub(crate) const VERSION_WITHOUT_FEATURES: u16 = 2;
