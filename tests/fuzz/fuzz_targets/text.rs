//! Fuzz target: reads bytes as a text policy.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mdp2048_fuzz::{InputKind, check};

fuzz_target!(|bytes: &[u8]| {
    check(InputKind::Text, bytes);
});
