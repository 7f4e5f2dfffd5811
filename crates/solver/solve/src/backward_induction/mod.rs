//! The backward pass: computes V(s) = max Q(s, a), layer by layer from the highest tile sum.
//!
//! An action and the random tile after it lead to the layer 2 or 4 higher, so the values of a layer
//! follow from those of the two layers above it ([`values`]). The expectation over
//! the random tile is in [`expectation`](crate::kernel::expectation). [`bellman`] takes the maximum
//! over the actions of each state, and [`best_actions`] chooses among the best of them.

pub(crate) mod bellman;
pub(crate) mod best_actions;
pub(crate) mod values;
