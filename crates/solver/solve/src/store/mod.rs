//! The layers of a solve, and where the passes put them.
//!
//! The passes hold only the few layers that they work on. The forward pass puts its layers into a
//! [`ReachedStore`](layers::ReachedStore), the backward pass takes them from a
//! [`ValuedStore`](layers::ValuedStore). A store that keeps layers on disk also gives back what an
//! earlier run has put into it.

pub(crate) mod actions;
pub(crate) mod layers;
pub(crate) mod memory_store;
pub(crate) mod start_values;
pub(crate) mod successors;
pub(crate) mod values;
