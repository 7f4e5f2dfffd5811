//! Text policies.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mdp2048_fuzz::{Kind, check};

fuzz_target!(|bytes: &[u8]| {
    check(Kind::Text, bytes);
});
