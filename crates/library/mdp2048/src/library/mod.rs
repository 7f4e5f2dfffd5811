//! What the library adds to the crates that it exports.

#[cfg(all(feature = "agents", feature = "threads"))]
pub(crate) mod agent_policy;
pub(crate) mod pack;
pub(crate) mod policy_verifier;
