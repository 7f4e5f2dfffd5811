//! Solves by several processes.

mod args;
mod feature;
#[cfg(feature = "distributed")]
mod processes;
#[cfg(feature = "distributed")]
mod run;

pub(crate) use args::ClusterArgs;
#[cfg(feature = "distributed")]
pub(crate) use run::{ClusterSummary, solve_as_first, solve_as_other};
