//! The kernel: lookup tables that apply actions and random tiles to batches of boards.
//!
//! The effect of a slide is found line by line ([`lines`], [`moves`]); the boards after a random
//! tile are found by adding one vector ([`spawns`]). Both give representative codes. [`tables`]
//! holds the tables for this, and [`batches`] groups boards so that their look-ups overlap.
//! [`canonical`] chooses among equally good actions. [`expectation`] takes the mean of V over the
//! random tile, with the values that [`lookup`] finds. [`representation`] chooses the types of
//! codes and tables for a game.
//!
//! The loops over boards do not call `array::map` or `array::from_fn` with vectors. These are not
//! always inlined, and their closures are then compiled without the vector instructions that the
//! loop is compiled with: the forward pass of 4x4 to 64 spent 40 % of its time in them.

pub(crate) mod batches;
pub(crate) mod canonical;
pub(crate) mod expectation;
pub(crate) mod keys;
pub(crate) mod layout;
pub(crate) mod lines;
pub(crate) mod lookup;
pub(crate) mod moves;
pub(crate) mod representation;
pub(crate) mod spawns;
pub(crate) mod tables;
