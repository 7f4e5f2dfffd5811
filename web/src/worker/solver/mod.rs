//! The worker that solves games and answers about them.

mod answers;
mod passes;
mod server;

pub(crate) use server::SolverServer;
