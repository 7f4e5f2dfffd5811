//! The layers of a solve, and where the passes put them.
//!
//! The passes hold only the few layers that they work on. They put finished layers into a
//! [`LayerStore`] and take them back from it. A store that holds layers on disk needs no change of
//! the passes.

pub(crate) mod layers;
pub(crate) mod memory_store;
pub(crate) mod successors;
pub(crate) mod values;
