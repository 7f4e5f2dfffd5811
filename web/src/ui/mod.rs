//! Components and views that the pages share.

pub(crate) mod board;
mod button;
pub(crate) mod chart;
pub(crate) mod controls;
pub(crate) mod details;
pub(crate) mod keys;
pub(crate) mod moves;
pub(crate) mod status;

pub(crate) use button::button;
