//! Playing the games of all agents.

use std::ops::RangeInclusive;
use std::time::Instant;

use mdp2048_agents::{Agent, AgentSpec, GameResult, Provenance, Simulator, play_while};
use mdp2048_model::Game;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::error::Error;
use crate::input::network::AgentInputs;

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
    /// What the games depend on besides their seeds.
    pub(super) provenance: Provenance,
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
    /// The games to play, of agents that are all different.
    pub(super) fn new(
        game: Game,
        agents: &[AgentSpec],
        seeds: RangeInclusive<u32>,
        inputs: &AgentInputs,
    ) -> Self {
        let of = |agent: &AgentSpec| AgentGames {
            agent: agent.clone(),
            provenance: inputs.provenance(agent, &game),
            games: Vec::new(),
        };
        Self { game, seeds, agents: agents.iter().map(of).collect() }
    }

    /// Adds games that are already played.
    pub(super) fn keep(&mut self, agent: usize, mut games: Vec<TimedGame>) {
        games.sort_by_key(|played| played.result.seed);
        games.dedup_by_key(|played| played.result.seed);
        self.agents[agent].games = games;
    }

    /// Plays the games that are not played yet, and calls `report` with all games now and then,
    /// and with how many of how many are played. Stops early once `is_stopped`; games that are
    /// not at their end are given up then.
    pub(super) fn play(
        &mut self,
        threads: usize,
        inputs: &AgentInputs,
        is_stopped: impl Fn() -> bool + Sync,
        mut report: impl FnMut(&Self, usize, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let simulator = Simulator::new(self.game);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Arguments(format!("no threads: {error}")))?;
        let build = |games: &AgentGames| games.agent.build(&simulator, &inputs.resources);
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
                        let goes_on = || !is_stopped();
                        let result = play_while(&simulator, &mut **agent, seed.into(), goes_on)?;
                        Some(TimedGame { result, seconds: begin.elapsed().as_secs_f64() })
                    };
                    batch.par_iter().map_with(agent, play).flatten().collect()
                });
                let games = &mut self.agents[index].games;
                games.extend(played);
                games.sort_by_key(|played| played.result.seed);
                let done = self.agents.iter().map(|agent| agent.games.len()).sum();
                report(self, done, all)?;
                if is_stopped() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
