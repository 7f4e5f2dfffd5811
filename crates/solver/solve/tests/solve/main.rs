//! The fast solver and what it says about its solutions, compared with plain implementations.

#![allow(clippy::unwrap_used, reason = "a test may fail by unwrapping")]

mod agreement;
mod answers;
mod batches;
mod counts;
mod difficulty;
mod evaluate;
mod exact;
mod files;
mod folder_policy;
mod habits;
mod losing;
mod lost_files;
mod occupancy;
mod policy;
mod precision;
mod rest;
mod stops;
mod totals;
mod verify;
mod work;
