//! The forward pass: finds the reachable states, layer by layer from the lowest tile sum.

pub(crate) mod states;
pub(crate) mod successors;
