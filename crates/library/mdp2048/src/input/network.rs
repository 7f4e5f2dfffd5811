//! The network of the agent `learned`, the policy of `optimal`, and what else agents need.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use mdp2048_agents::{
    AgentNeed, AgentResources, AgentSpec, ContentDigest, Network, Provenance, SolvedPolicy,
};
use mdp2048_model::Game;

use super::InputFile;
use crate::error::Error;
use crate::paths::shown;

/// What the agents of a run need, and where it is from.
pub(crate) struct AgentInputs {
    pub(crate) resources: AgentResources,
    network: Option<InputContents>,
    policy: Option<InputContents>,
}

/// The name of an input in messages, and the digest of its contents.
struct InputContents {
    name: String,
    digest: ContentDigest,
}

impl AgentInputs {
    /// Reads what some agents need. `network` is a network instead of the one that the program has,
    /// and `policy` a solution or a packed policy.
    ///
    /// A file that none of the agents needs is an error.
    pub(crate) fn read(
        agents: &[AgentSpec],
        network: Option<&Path>,
        policy: Option<&Path>,
    ) -> Result<Self, Error> {
        let needs = |need: AgentNeed| agents.iter().any(|agent| agent.needs() == need);
        let needs_network = needs(AgentNeed::Network);
        let needs_policy = needs(AgentNeed::Policy);
        for (option, agent, is_unused) in [
            ("--network", "learned", network.is_some() && !needs_network),
            ("--policy", "optimal", policy.is_some() && !needs_policy),
        ] {
            if is_unused {
                return Err(Error::Arguments(format!(
                    "{option} is for the agent {agent}, which does not play: leave {option} out, \
                     or add the agent {agent}"
                )));
            }
        }
        let (network, network_contents) =
            needs_network.then(|| read_network(network)).transpose()?.unzip();
        let (policy, policy_contents) = policy.map(read_policy).transpose()?.unzip();
        Ok(Self {
            resources: AgentResources { network: network.map(Arc::new), policy },
            network: network_contents,
            policy: policy_contents,
        })
    }

    /// All that the games of an agent depend on besides their seeds.
    pub(crate) fn provenance(&self, agent: &AgentSpec, game: &Game) -> Provenance {
        let mut provenance = Provenance::new(format!("{agent} on {game}"), AgentSpec::VERSION);
        let used = match agent.needs() {
            AgentNeed::Nothing => &None,
            AgentNeed::Network => &self.network,
            AgentNeed::Policy => &self.policy,
        };
        if let Some(InputContents { name, digest }) = used {
            provenance = provenance.with_contents(name, digest);
        }
        provenance
    }
}

fn read_policy(path: &Path) -> Result<(SolvedPolicy, InputContents), Error> {
    let (file, digest) = InputFile::open_with_digest(path)?;
    let policy = match file {
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
    };
    Ok((policy, InputContents { name: format!("--policy {}", shown(path)), digest }))
}

fn read_network(file: Option<&Path>) -> Result<(Network, InputContents), Error> {
    let path = file.unwrap_or(Path::new("the network of the program"));
    let read_file = |path: &Path| {
        fs::read(path).map_err(|source| Error::Read { path: path.to_owned(), source })
    };
    let bytes = file.map(read_file).transpose()?;
    let bytes = bytes.as_deref().unwrap_or(Network::TRAINED);
    let network = Network::from_bytes(bytes)
        .map_err(|source| Error::Network { path: path.to_owned(), source })?;
    let option = if file.is_some() { "--network " } else { "" };
    let name = format!("{option}{}", shown(path));
    Ok((network, InputContents { name, digest: ContentDigest::of(bytes) }))
}
