//! Packed policies, as they come and with their frame put right.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mdp2048_fuzz::{Kind, check, repaired};

fuzz_target!(|bytes: &[u8]| {
    check(Kind::Decode, bytes);
    check(Kind::Decode, &repaired(bytes));
});
