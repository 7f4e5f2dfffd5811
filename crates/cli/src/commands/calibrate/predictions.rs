//! Playing the games, and the CSV file of what the agent expected.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use mdp2048_agents::{Agent, AgentSpec, GameResult, ScorePrediction, Simulator, play_predicting};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::error::Error;
use crate::output::progress::ProgressReporter;

/// Games of each thread between two reports of progress.
const BATCH: usize = 8;

/// More moves than any game on 4x4 has.
const MOST_MOVES: u32 = 100_000;

/// A game and what the agent expected in it.
pub(super) type PredictedGame = (GameResult, Vec<ScorePrediction>);

/// The multiples of `step` from 0.
pub(super) fn every(step: u32) -> Vec<u32> {
    (0..MOST_MOVES).step_by(step as usize).collect()
}

/// Plays the games of some seeds.
pub(super) fn play(
    simulator: &Simulator,
    agent: &dyn Agent,
    seeds: RangeInclusive<u32>,
    after: &[u32],
    threads: usize,
) -> Result<Vec<PredictedGame>, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Arguments(format!("no threads: {error}")))?;
    let seeds: Vec<u32> = seeds.collect();
    let mut games = Vec::with_capacity(seeds.len());
    let mut reporter = ProgressReporter::new();
    for batch in seeds.chunks(threads * BATCH) {
        let play = |agent: &mut Box<dyn Agent>, seed: &u32| {
            play_predicting(simulator, &mut **agent, (*seed).into(), after)
        };
        let agent = agent.boxed();
        let played: Vec<PredictedGame> =
            pool.install(|| batch.into_par_iter().map_with(agent, play).collect());
        games.extend(played);
        reporter.note(&format!("played {} of {} games", games.len(), seeds.len()));
    }
    Ok(games)
}

/// Writes a row for each prediction.
pub(super) fn write(
    out: &mut dyn Write,
    agent: &AgentSpec,
    games: &[PredictedGame],
) -> io::Result<()> {
    writeln!(out, "agent,seed,moves,tile_sum,points,expected,score,largest")?;
    for (game, predictions) in games {
        for ScorePrediction { seed, moves, tile_sum, points, expected, score } in predictions {
            let (tile_sum, largest) = (tile_sum.get(), game.largest.face());
            let row = format!("{seed},{moves},{tile_sum},{points},{expected:.0},{score},{largest}");
            writeln!(out, "{agent},{row}")?;
        }
    }
    Ok(())
}
