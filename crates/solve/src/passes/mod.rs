//! The two passes of a solve.
//!
//! The forward pass ([`reach`]) finds the reachable states, layer by layer from the lowest tile
//! sum. The backward pass ([`value`]) computes their values from the highest tile sum by backward
//! induction: each action leads to the layer 2 or 4 higher. [`solve`] runs both.

mod choose;
pub(crate) mod reach;
pub(crate) mod representation;
pub(crate) mod solve;
pub(crate) mod successors;
#[cfg(test)]
mod tests;
pub(crate) mod value;
