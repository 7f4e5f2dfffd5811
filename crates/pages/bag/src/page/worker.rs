//! What a worker computes for the page.

use crate::{BagGame, Chain, SeededBags};
use mdp2048_display::chart::svg;
use mdp2048_model::Seed;
use serde::{Deserialize, Serialize};

use crate::page::chain_drawing::ChainDrawing;
use crate::page::results::BagResults;
use crate::page::tally::GameSample;

/// Something for the worker to compute.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum BagRequest {
    /// The exact numbers of a chain.
    Solve(BagGame),
    /// The drawing of the whole chain.
    Draw(BagGame),
    /// More games of a seed, after the given number of them.
    Sample {
        /// The target and the spawn probability.
        game: BagGame,
        /// The seed of the first game.
        seed: Seed,
        /// The number of games before.
        after: u32,
        /// The number of games to add.
        games: u32,
    },
}

/// What the worker has computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BagReply {
    /// The exact numbers of a chain.
    Solved(Box<BagResults>),
    /// The whole chain as an SVG file.
    Drawn(String),
    /// All games of the seed so far.
    Sampled(GameSample),
}

impl BagRequest {
    /// The target and the spawn probability that it is about.
    pub const fn game(self) -> BagGame {
        match self {
            Self::Solve(game) | Self::Draw(game) | Self::Sample { game, .. } => game,
        }
    }
}

/// Answers requests, and keeps the sampler between two of them.
#[derive(Clone, Debug, Default)]
pub struct BagWorker {
    sampled: Option<(SeededBags, GameSample)>,
}

impl BagWorker {
    /// Computes the reply to a request.
    pub fn reply(&mut self, request: BagRequest) -> BagReply {
        match request {
            BagRequest::Solve(game) => {
                BagReply::Solved(Box::new(BagResults::of(&Chain::new(game))))
            }
            BagRequest::Draw(game) => {
                BagReply::Drawn(svg(&ChainDrawing::whole(&Chain::new(game)).draw()))
            }
            BagRequest::Sample { game, seed, after, games } => {
                let kept = self.sampled.take().filter(|(_, tally)| {
                    (tally.game, tally.seed, tally.games) == (game, seed, after)
                });
                let (mut sampler, mut tally) = kept.unwrap_or_else(|| {
                    let (mut sampler, mut tally) =
                        (SeededBags::new(game, seed), GameSample::new(game, seed));
                    tally.play(&mut sampler, after);
                    (sampler, tally)
                });
                tally.play(&mut sampler, games);
                self.sampled = Some((sampler, tally.clone()));
                BagReply::Sampled(tally)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_protocol::{from_bytes, to_bytes};

    use super::*;

    #[test]
    fn a_target_that_is_none_is_no_request() {
        let of_target = |target: u32| to_bytes(0, &(0_u8, (target, 0.1_f64)));
        let request = BagRequest::Solve(BagGame::new(64, 0.1).unwrap());
        assert_eq!(from_bytes(&of_target(64)), Some((0, request)));
        assert_eq!(from_bytes::<BagRequest>(&of_target(65)), None);
        let answer = BagWorker::default().reply(request);
        assert_eq!(from_bytes(&to_bytes(7, &answer)), Some((7, answer)));
    }

    #[test]
    fn a_worker_goes_on_with_a_sample_or_catches_up() {
        let game = BagGame::new(32, 0.1).unwrap();
        let sample = |after, games| BagRequest::Sample { game, seed: 7.into(), after, games };
        let mut worker = BagWorker::default();
        worker.reply(sample(0, 50));
        let went_on = worker.reply(sample(50, 25));
        assert_eq!(went_on, BagWorker::default().reply(sample(50, 25)));
        assert_eq!(went_on, BagWorker::default().reply(sample(0, 75)));
    }
}
