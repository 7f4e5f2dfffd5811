//! The tests of the modules that know nothing of Python.

#![allow(dead_code, reason = "the class of Python uses the rest")]
#![allow(unused_imports, reason = "the class of Python uses the rest")]

#[path = "../src/games/mod.rs"]
mod games;

#[path = "../src/units.rs"]
mod units;
