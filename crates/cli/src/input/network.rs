//! The network of the agent `learned`, and what else agents need.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use mdp2048_agents::{AgentSpec, Network, Resources};

use crate::error::Error;

/// What some agents need. `file` is a network instead of the one that the program has.
pub(crate) fn resources(agents: &[AgentSpec], file: Option<&Path>) -> Result<Resources, Error> {
    let needs_network = agents.iter().any(AgentSpec::needs_network);
    let network = file.filter(|_| needs_network).map(read).transpose()?;
    Ok(Resources { network: network.map(Arc::new), clock: Some(milliseconds) })
}

fn read(path: &Path) -> Result<Network, Error> {
    let bytes = fs::read(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
    Network::from_bytes(&bytes).map_err(|source| Error::Network { path: path.to_owned(), source })
}

/// The milliseconds since the first call.
fn milliseconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1e3
}
