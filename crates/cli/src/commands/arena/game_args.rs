//! The options of a game that agents play.

use std::path::PathBuf;

use clap::Args;
use mdp2048_agents::AgentSpec;
use mdp2048_model::{Game, Objective};
use mdp2048_rules::Shape;

use crate::error::Error;
use crate::game_args::SpawnArgs;
use crate::input::network::AgentInputs;
use crate::parse;
use crate::threads::ThreadsArgs;

/// The game that agents play, and what they need for it.
#[derive(Debug, Args)]
pub(crate) struct AgentGameArgs {
    /// Rows x columns, 2x2 to 4x4
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "4x4")]
    board: Shape,

    /// The tile that ends a game, a power of two from 8 [default: none, games are for points]
    #[arg(long, value_name = "TILE", value_parser = parse::tile)]
    target: Option<u32>,

    #[command(flatten)]
    spawn: SpawnArgs,

    /// The network of the agent learned, made by training [default: that of the program]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,

    /// The solution or the policy of the agent optimal, made by mdp2048 solve or mdp2048 pack
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

impl AgentGameArgs {
    /// The game, which is played for points if it has no target.
    pub(crate) fn game(&self) -> Result<Game, Error> {
        let objective = if self.target.is_some() { Objective::Win } else { Objective::Score };
        Ok(Game::new(self.board, objective, self.target, 1.0, self.spawn.spawn_four)?)
    }

    /// Reads what the agents need.
    pub(crate) fn read(&self, agents: &[AgentSpec]) -> Result<AgentInputs, Error> {
        AgentInputs::read(agents, self.network.as_deref(), self.policy.as_deref())
    }
}
