//! The options for solves by several processes.

use std::net::SocketAddr;

use clap::Args;

use crate::parse;

#[derive(Debug, Args)]
pub(crate) struct ClusterArgs {
    /// Solve by this many processes on this machine, each of which holds a part of every layer
    #[arg(
        long,
        value_name = "N",
        requires = "work",
        conflicts_with = "memory",
        value_parser = parse::processes
    )]
    pub(super) processes: Option<usize>,

    /// Take part in a solve on several machines as the process of this number, from 0. All use the
    /// same work folder, which the first one writes
    #[arg(
        long,
        value_name = "NUMBER",
        requires_all = ["work", "addresses"],
        conflicts_with_all = ["processes", "memory"],
        value_parser = parse::process
    )]
    pub(super) process: Option<usize>,

    /// The addresses of all processes, separated by commas; the same for each of them
    #[arg(
        long,
        value_name = "IP:PORT",
        value_delimiter = ',',
        requires = "process",
        value_parser = parse::address
    )]
    pub(super) addresses: Vec<SocketAddr>,
}

impl ClusterArgs {
    /// The number of processes; `None` for a solve by this one alone.
    pub(crate) fn count(&self) -> Option<usize> {
        self.processes.or_else(|| self.process.map(|_| self.addresses.len()))
    }

    /// Whether another process writes the work folder.
    pub(crate) fn is_other(&self) -> bool {
        self.process.is_some_and(|process| process > 0)
    }

    /// How many processes this machine has, as far as they are known.
    pub(crate) fn on_this_machine(&self) -> usize {
        self.processes.unwrap_or(1)
    }
}
