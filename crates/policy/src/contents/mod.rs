//! The three parts of a packed policy after its header: actions, values and regrets.

pub(crate) mod actions;
mod choice_features;
pub(crate) mod levels;
pub(crate) mod regrets;
mod successors;
pub(crate) mod values;
