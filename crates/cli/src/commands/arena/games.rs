//! Playing the games of all agents.

use std::ops::RangeInclusive;

use cpu_time::ThreadTime;
use mdp2048_agents::{
    Agent, AgentResources, AgentSpec, GameResult, SampledHabits, Simulator, play_while,
};
use mdp2048_model::{Game, Habits};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::error::Error;

/// Games of each thread between two reports of progress.
const BATCH: usize = 4;

/// A game that an agent has played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimedGame {
    pub(super) result: GameResult,
    /// The processor time that it took, in seconds.
    pub(super) cpu_seconds: f64,
}

/// The games of one agent, by ascending seed.
#[derive(Debug)]
pub(super) struct AgentGames {
    pub(super) agent: AgentSpec,
    pub(super) games: Vec<TimedGame>,
    /// What it does in them, if that is asked for.
    pub(super) habits: Option<SampledHabits>,
}

/// What is played.
#[derive(Clone, Debug)]
pub(super) struct GamesAsked {
    pub(super) game: Game,
    pub(super) seeds: RangeInclusive<u32>,
    pub(super) threads: usize,
    /// Whether the habits of the agents are measured.
    pub(super) habits: bool,
}

/// The games of all agents.
#[derive(Debug)]
pub(super) struct Games {
    pub(super) game: Game,
    pub(super) seeds: RangeInclusive<u32>,
    pub(super) agents: Vec<AgentGames>,
}

impl Games {
    /// Plays the games of agents that are all different, and calls `report` now and then with how
    /// many of how many are played. Stops early once `is_stopped`; games that are not at their end
    /// are given up then.
    pub(super) fn play(
        asked: GamesAsked,
        agents: &[AgentSpec],
        resources: &AgentResources,
        is_stopped: impl Fn() -> bool + Sync,
        mut report: impl FnMut(usize, usize),
    ) -> Result<Self, Error> {
        let GamesAsked { game, seeds, threads, habits: has_habits } = asked;
        let simulator = Simulator::new(game);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Arguments(format!("no threads: {error}")))?;
        let build = |spec: &AgentSpec| spec.build(&simulator, resources);
        let players = agents.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        let of_each = seeds.clone().count();
        let mut of_agents = Vec::new();
        for (spec, player) in agents.iter().zip(players) {
            let (mut games, mut left) = (Vec::new(), seeds.clone());
            let mut habits = has_habits.then(SampledHabits::default);
            while !is_stopped() {
                let batch: Vec<u32> = left.by_ref().take(threads * BATCH).collect();
                if batch.is_empty() {
                    break;
                }
                let player = player.clone();
                let played = pool.install(|| {
                    let play = |player: &mut Box<dyn Agent>, &seed: &u32| {
                        let begin = ThreadTime::now();
                        let mut habits = has_habits.then(Habits::default);
                        let on_move = |board, action| {
                            if let Some(habits) = &mut habits {
                                SampledHabits::add_move(habits, board, action);
                            }
                        };
                        let goes_on = || !is_stopped();
                        let (player, seed) = (&mut **player, seed.into());
                        let result = play_while(&simulator, player, seed, goes_on, on_move)?;
                        let cpu_seconds = begin.elapsed().as_secs_f64();
                        Some((TimedGame { result, cpu_seconds }, habits))
                    };
                    batch.par_iter().map_with(player, play).flatten().collect::<Vec<_>>()
                });
                for (game, of_game) in played {
                    games.push(game);
                    if let (Some(habits), Some(of_game)) = (&mut habits, of_game) {
                        habits.push(of_game);
                    }
                }
                report(of_agents.len() * of_each + games.len(), agents.len() * of_each);
            }
            of_agents.push(AgentGames { agent: spec.clone(), games, habits });
        }
        Ok(Self { game, seeds, agents: of_agents })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn memory_is_taken_for_games_that_are_played_only() {
        let game = Game::reach("2x2".parse().unwrap(), 8).unwrap();
        let agents = ["greedy".parse().unwrap()];
        let played = AtomicUsize::new(0);
        let games = Games::play(
            GamesAsked { game, seeds: 0..=u32::MAX, threads: 1, habits: false },
            &agents,
            &AgentResources::default(),
            || played.load(Ordering::Relaxed) >= 10,
            |done, all| {
                assert_eq!(all, 1 << 32);
                played.store(done, Ordering::Relaxed);
            },
        );
        assert_eq!(games.unwrap().agents[0].games.len(), 12);
    }
}
