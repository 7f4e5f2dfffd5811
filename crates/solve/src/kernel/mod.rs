//! The kernel: lookup tables that apply actions and random tiles to batches of boards.
//!
//! The effect of a slide is found line by line ([`lines`], [`moves`]); the boards after a random
//! tile are found by adding one vector ([`spawns`]). Both give canonical codes. [`tables`] holds
//! all tables of a game, and [`batches`] groups boards so that their look-ups overlap.

pub(crate) mod batches;
pub(crate) mod lines;
pub(crate) mod moves;
pub(crate) mod spawns;
pub(crate) mod tables;
