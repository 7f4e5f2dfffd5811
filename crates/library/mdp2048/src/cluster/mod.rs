//! Solves by several processes.

mod args;
mod processes;
mod run;

pub(crate) use args::ClusterArgs;
pub(crate) use run::{ClusterSummary, solve_as_first, solve_as_other};
