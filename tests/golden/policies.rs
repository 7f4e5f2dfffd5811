//! The committed policies.

use std::fs;
use std::path::PathBuf;

use mdp2048_policy::PackedPolicy;
use mdp2048_test_support::repository_path;

/// Returns the folder of the committed policies.
pub(crate) fn policies() -> PathBuf {
    repository_path("assets/policies")
}

/// Returns the bytes of a policy, which has the name of its game.
pub(crate) fn policy_bytes(name: &str) -> Vec<u8> {
    let path = policies().join(format!("{name}.policy"));
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a policy, which has the name of its game.
pub(crate) fn policy(name: &str) -> PackedPolicy {
    PackedPolicy::from_bytes(&policy_bytes(name)).unwrap()
}
