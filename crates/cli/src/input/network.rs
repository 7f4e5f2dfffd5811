//! The network of the agent `learned`, and what else agents need.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use mdp2048_agents::{AgentResources, AgentSpec, Network};

use crate::error::Error;

/// The network that the program has.
static BUILT_IN: &[u8] = include_bytes!("../../../../assets/learned.network");

/// What some agents need. `file` is a network instead of the one that the program has.
pub(crate) fn resources(
    agents: &[AgentSpec],
    file: Option<&Path>,
) -> Result<AgentResources, Error> {
    let needs_network = agents.iter().any(AgentSpec::needs_network);
    let network = needs_network.then(|| read(file)).transpose()?;
    Ok(AgentResources { network: network.map(Arc::new), clock: Some(milliseconds) })
}

fn read(file: Option<&Path>) -> Result<Network, Error> {
    let path = file.unwrap_or(Path::new("the network of the program"));
    let read_file = |path: &Path| {
        fs::read(path).map_err(|source| Error::Read { path: path.to_owned(), source })
    };
    let bytes = file.map(read_file).transpose()?;
    Network::from_bytes(bytes.as_deref().unwrap_or(BUILT_IN))
        .map_err(|source| Error::Network { path: path.to_owned(), source })
}

/// The milliseconds since the first call.
fn milliseconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1e3
}
