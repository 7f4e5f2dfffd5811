//! The network of the agent `learned`, the policy of `optimal`, and what else agents need.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use mdp2048_agents::{AgentResources, AgentSpec, Network, SolvedPolicy};

use super::InputFile;
use crate::error::Error;

/// The network that the program has.
static BUILT_IN: &[u8] = include_bytes!("../../../../assets/learned.network");

/// What some agents need. `network` is a network instead of the one that the program has, and
/// `policy` a solution or a packed policy.
pub(crate) fn resources(
    agents: &[AgentSpec],
    network: Option<&Path>,
    policy: Option<&Path>,
) -> Result<AgentResources, Error> {
    let needs_network = agents.iter().any(AgentSpec::needs_network);
    let network = needs_network.then(|| read(network)).transpose()?.map(Arc::new);
    let needs_policy = agents.iter().any(AgentSpec::needs_policy);
    let policy = policy.filter(|_| needs_policy).map(read_policy).transpose()?;
    Ok(AgentResources { network, policy, clock: Some(milliseconds) })
}

fn read_policy(path: &Path) -> Result<SolvedPolicy, Error> {
    Ok(match InputFile::open(path)? {
        InputFile::Solution(mut file) => {
            let game = *file.game();
            SolvedPolicy { game, policy: Arc::new(file.read_all()?) }
        }
        InputFile::Packed(policy) => {
            SolvedPolicy { game: *policy.game(), policy: Arc::new(*policy) }
        }
        InputFile::Text(text) => {
            return Err(text.unsupported("a solution or a policy of mdp2048 pack"));
        }
    })
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
