//! Playing the games of all agents.

use std::ops::RangeInclusive;
use std::time::Instant;

use mdp2048_agents::{Agent, AgentResources, AgentSpec, GameResult, Simulator, play};
use mdp2048_model::Game;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::error::Error;

/// Games of each thread between two reports of progress.
const BATCH: usize = 4;

/// A game that an agent has played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimedGame {
    pub(super) result: GameResult,
    /// How long it took on one thread.
    pub(super) seconds: f64,
}

/// The games of one agent, by ascending seed.
#[derive(Debug)]
pub(super) struct AgentGames {
    pub(super) agent: AgentSpec,
    pub(super) games: Vec<TimedGame>,
}

/// The games of all agents.
#[derive(Debug)]
pub(super) struct Games {
    pub(super) game: Game,
    pub(super) seeds: RangeInclusive<u32>,
    pub(super) agents: Vec<AgentGames>,
}

impl Games {
    /// The games to play. `kept` are the names of agents and games that are already played.
    pub(super) fn new(
        game: Game,
        agents: &[AgentSpec],
        seeds: RangeInclusive<u32>,
        kept: Vec<(String, TimedGame)>,
    ) -> Self {
        let mut all: Vec<AgentGames> = Vec::new();
        for agent in agents {
            // An agent that is named twice plays once.
            if all.iter().all(|other| other.agent != *agent) {
                all.push(AgentGames { agent: agent.clone(), games: Vec::new() });
            }
        }
        for (name, played) in kept {
            if let Some(agent) = all.iter_mut().find(|it| it.agent.to_string() == name) {
                agent.games.push(played);
            }
        }
        for agent in &mut all {
            agent.games.sort_by_key(|played| played.result.seed);
            agent.games.dedup_by_key(|played| played.result.seed);
        }
        Self { game, seeds, agents: all }
    }

    /// Plays the games that are not played yet, and calls `report` with all games now and then,
    /// and with how many of how many are played.
    pub(super) fn play(
        &mut self,
        threads: usize,
        resources: &AgentResources,
        mut report: impl FnMut(&Self, usize, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let simulator = Simulator::new(self.game);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Arguments(format!("no threads: {error}")))?;
        let build = |games: &AgentGames| games.agent.build(&simulator, resources);
        let agents = self.agents.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        let all = self.agents.len() * self.seeds.clone().count();
        for (index, agent) in agents.into_iter().enumerate() {
            let games = &self.agents[index].games;
            let is_new = |seed: &u32| games.iter().all(|it| it.result.seed.get() != *seed);
            let seeds: Vec<u32> = self.seeds.clone().filter(is_new).collect();
            for batch in seeds.chunks(threads * BATCH) {
                let agent = agent.clone();
                let played: Vec<TimedGame> = pool.install(|| {
                    let play = |agent: &mut Box<dyn Agent>, &seed: &u32| {
                        let begin = Instant::now();
                        let result = play(&simulator, &mut **agent, seed.into());
                        TimedGame { result, seconds: begin.elapsed().as_secs_f64() }
                    };
                    batch.par_iter().map_with(agent, play).collect()
                });
                let games = &mut self.agents[index].games;
                games.extend(played);
                games.sort_by_key(|played| played.result.seed);
                let done = self.agents.iter().map(|agent| agent.games.len()).sum();
                report(self, done, all)?;
            }
        }
        Ok(())
    }
}
