//! The policy that an agent has on boards, and how far its sampled games are from its exact values.

use mdp2048_model::Seed;
use mdp2048_rules::Action;
use rand_mt::Mt;

use crate::agent::{ActionEstimates, Agent, Position};
use crate::arena::Summary;

/// Plays the policy that an agent has on boards, [`Agent::policy`]. An agent may play another one
/// in a game, where it knows the points and takes random numbers from the seed.
#[derive(Clone)]
pub struct BoardPolicy {
    agent: Box<dyn Agent>,
    words: Mt,
}

impl BoardPolicy {
    /// The policy of an agent.
    pub fn new(agent: Box<dyn Agent>) -> Self {
        Self { agent, words: Mt::new(0) }
    }
}

impl Agent for BoardPolicy {
    fn reset(&mut self, seed: Seed) {
        // The tiles of the game come from the seed itself.
        self.words = Mt::new(!seed.get());
    }

    /// The probability of each action that the policy may choose.
    fn estimates(&mut self, position: Position) -> ActionEstimates {
        let probabilities = self.agent.policy(Position::of_board(position.board));
        probabilities.map(|probability| (probability > 0.0).then_some(probability))
    }

    fn consider(&mut self, position: Position) -> (ActionEstimates, Option<Action>) {
        let estimates = self.estimates(position);
        let mut rest = f64::from(self.words.next_u32()) / 2_f64.powi(32);
        let mut drawn = None;
        let probabilities = Action::ALL.into_iter().zip(estimates);
        for (action, probability) in probabilities.filter_map(|(a, p)| Some((a, p?))) {
            if rest >= 0.0 {
                drawn = Some(action);
            }
            rest -= probability;
        }
        (estimates, drawn)
    }
}

/// How far sampled games are from the exact values, in standard errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledDistance {
    /// The share of won games minus the probability of winning, divided by the standard deviation
    /// of such a share.
    pub win: f64,
    /// The mean score minus the expected one, divided by the standard error of the mean.
    pub score: f64,
}

impl SampledDistance {
    /// How far games of a policy are from its exact probability of winning and its exact score.
    /// The parts are 0 without a difference.
    pub fn between(win: f64, score: f64, games: &Summary) -> Self {
        let of = |difference: f64, error: f64| match difference {
            0.0 => 0.0,
            _ => difference / error,
        };
        let deviation = (win * (1.0 - win) / games.games() as f64).sqrt();
        Self {
            win: of(games.won().rate() - win, deviation),
            score: of(games.mean_score() - score, games.score_error()),
        }
    }
}
