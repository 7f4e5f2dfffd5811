//! Marks on the browser's timeline, for whoever measures how soon a policy can be played from.
//!
//! For the policy `3x3_to_512` they are `3x3_to_512 bytes` when its file is there, `… playable`
//! when a player can show its first move, `… actions` when all moves are there, and `… unpacked`
//! when everything is.

use web_sys::window;

/// Marks this moment.
pub(crate) fn at(name: &str, what: &str) {
    if let Some(performance) = window().and_then(|window| window.performance()) {
        // What cannot be marked is not measured.
        let _ = performance.mark(&format!("{name} {what}"));
    }
}

/// Marks the end of the unpacking, with the CRC-32 of all parts and the memory that it took.
pub(crate) fn unpacked(name: &str, checksum: u32, memory: f64) {
    at(name, &format!("unpacked, CRC-32 {checksum:08x}, memory {memory}"));
}
