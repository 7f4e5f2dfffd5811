//! The three parts of a packed policy after its header: actions, values and regrets.

pub(crate) mod actions;
mod choice_features;
mod corrections;
pub(crate) mod levels;
mod log_class;
pub(crate) mod regrets;
mod successors;
mod value_ahead;
pub(crate) mod values;
