//! Fuzz target: reads bytes as a packed policy, unchanged and with a repaired frame.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mdp2048_fuzz::{InputKind, check, repaired};

fuzz_target!(|bytes: &[u8]| {
    check(InputKind::Decode, bytes);
    check(InputKind::Decode, &repaired(bytes));
});
