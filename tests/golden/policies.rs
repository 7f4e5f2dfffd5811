//! The committed policies.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

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

/// The policies that were read.
static READ: Mutex<BTreeMap<String, &OnceLock<PackedPolicy>>> = Mutex::new(BTreeMap::new());

/// Returns a policy, which has the name of its game. It is read once.
pub(crate) fn policy(name: &str) -> &'static PackedPolicy {
    let mut read = READ.lock().unwrap();
    let policy = *read.entry(name.to_owned()).or_insert_with(|| Box::leak(Box::default()));
    drop(read);
    policy.get_or_init(|| PackedPolicy::from_bytes(&policy_bytes(name)).unwrap())
}
