//! The two passes of a solve.
//!
//! The forward pass ([`reach`]) finds the reachable states, layer by layer from the lowest tile
//! sum. The backward pass ([`value`]) computes their values from the highest tile sum by backward
//! induction: an action and the random tile after it lead to the layer 2 or 4 higher. [`solve`]
//! runs both passes.

pub(crate) mod bellman;
pub(crate) mod best_actions;
mod layer_tables;
pub(crate) mod reach;
mod reads;
pub(crate) mod representation;
pub(crate) mod solve;
pub(crate) mod successors;
#[cfg(test)]
mod tests;
pub(crate) mod value;
