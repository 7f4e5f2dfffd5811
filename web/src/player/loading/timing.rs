//! Marks on the browser's performance timeline, for measuring how soon a policy can be played.
//!
//! For the policy `3x3_to_512` the marks are `3x3_to_512 bytes` when its file is loaded,
//! `3x3_to_512 playable` when a player can show its first move, `3x3_to_512 actions` when the
//! actions of all states are decoded, and `3x3_to_512 unpacked` when everything is decoded.

use web_sys::window;

/// Sets the mark of an event in the loading of a policy.
pub(crate) fn mark(policy: &str, event: &str) {
    if let Some(performance) = window().and_then(|window| window.performance()) {
        // Without the mark only the measurement is missing.
        let _ = performance.mark(&format!("{policy} {event}"));
    }
}
