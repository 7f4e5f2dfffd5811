//! The network of the agent `learned`, the policy of `optimal`, and what else agents need.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mdp2048_agents::{
    AgentNeed, AgentResources, AgentSpec, ContentDigest, Network, Provenance, SolvedPolicy,
};
use mdp2048_model::{FrameError, Game};

use super::more::read_stated;
use super::{InputFile, PROBE_BYTES};
use crate::error::Error;
use crate::paths::shown;
use crate::same_file::input_name;

/// What the agents of a run need, and where it is from.
pub(crate) struct AgentInputs {
    pub(crate) resources: AgentResources,
    /// The file of the network; `None` for that of the program.
    network: Option<PathBuf>,
    policy: Option<PathBuf>,
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
        let read = needs_network.then(|| read_network(network)).transpose()?;
        Ok(Self {
            resources: AgentResources {
                network: read.map(Arc::new),
                policy: policy.map(read_policy).transpose()?,
            },
            network: network.map(Path::to_owned),
            policy: policy.map(Path::to_owned),
        })
    }

    /// All that the advice of an agent depends on. Its file is read once more.
    pub(crate) fn provenance(&self, agent: &AgentSpec, game: &Game) -> Result<Provenance, Error> {
        let provenance = Provenance::new(format!("{agent} on {game}"), AgentSpec::VERSION);
        let (option, used) = match agent.needs() {
            AgentNeed::Network => ("--network", &self.network),
            AgentNeed::Policy => ("--policy", &self.policy),
            AgentNeed::Nothing => return Ok(provenance),
        };
        let Some(path) = used else {
            let digest = ContentDigest::of(Network::TRAINED);
            return Ok(provenance.with_contents("the network of the program", &digest));
        };
        if !path.is_file() {
            return Err(Error::Arguments(format!(
                "{} is read twice for a checkpoint: give a file as {option}, not a pipe",
                shown(input_name(path))
            )));
        }
        let mut digest = ContentDigest::new();
        let read = File::open(path).and_then(|mut file| io::copy(&mut file, &mut digest));
        read.map_err(|source| Error::Read { path: path.clone(), source })?;
        Ok(provenance.with_contents(&format!("{option} {}", shown(path)), &digest))
    }
}

fn read_policy(path: &Path) -> Result<SolvedPolicy, Error> {
    match InputFile::open(path)? {
        InputFile::Solution(mut file) => {
            let game = *file.game();
            Ok(SolvedPolicy { game, policy: Arc::new(file.read_all()?) })
        }
        InputFile::Packed(policy) => {
            Ok(SolvedPolicy { game: *policy.game(), policy: Arc::new(*policy) })
        }
        InputFile::Text(text) => Err(text.unsupported("a solution or a policy of mdp2048 pack")),
    }
}

fn read_network(file: Option<&Path>) -> Result<Network, Error> {
    let Some(path) = file else {
        let name = Path::new("the network of the program");
        return Network::from_bytes(Network::TRAINED)
            .map_err(|source| Error::contents(name, source));
    };
    let read_error = |source| Error::Read { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(read_error)?;
    let mut start = Vec::new();
    file.by_ref().take(PROBE_BYTES).read_to_end(&mut start).map_err(read_error)?;
    read_stated(path, file, start, Network::from_bytes, |source| match source {
        FrameError::CutShort { missing, .. } => Some(*missing),
        _ => None,
    })
}
