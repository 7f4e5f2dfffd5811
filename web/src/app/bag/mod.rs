//! The page of 2048 in a bag.
//!
//! The state of the page and its charts are in `mdp2048_bag::page`. These components draw them,
//! forward events and ask a worker for the numbers.

mod chain;
mod compute;
mod figure;
mod matrix;
mod page;
mod sampler;
mod settings;

pub(crate) use page::BagPage;
