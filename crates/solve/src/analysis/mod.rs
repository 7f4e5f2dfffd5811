//! What a solution says about games under its policy: occupancies, values under other objectives,
//! distributions of scores, and every state in turn.

pub(crate) mod evaluate;
mod forward;
pub(crate) mod occupancy;
pub(crate) mod rows;
mod state_view;
