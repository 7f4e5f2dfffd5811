//! Value iteration on features, as in the report "AI Plays 2048".
//!
//! A board of 4x4 is reduced to one of 34,560 feature states: whether rows 1 and 3 and columns 1
//! and 3 fall and the others rise (2^8), the number of empty cells (0 to 14) and the number of
//! possible merges (0 to 8). The report leaves some things open. The readings taken here:
//!
//! - A line falls or rises if no step goes the other way; an empty cell is smaller than all tiles.
//! - The possible merges are those of a slide along the rows or along the columns, whichever are
//!   more.
//! - R(s) is the mean of the points of the moves that led to the feature state, or, as the report's
//!   formula can also be read, of those that left it.
//! - Transitions are counted from games of the agent itself: the first tenth by random moves, the
//!   others by the values so far, estimated again after each tenth, with one random move in
//!   twenty.
//! - The discount gamma is 0.98. Actions that were never taken in a feature state are not chosen
//!   there if another one is allowed.

mod model;
mod state;

use std::sync::Arc;

use mdp2048_model::SeededSpawns;
use mdp2048_rules::Shape;
use rand_mt::Mt;

use self::model::{FeatureValues, TransitionCounts};
use crate::agent::{ActionEstimates, Agent, Position, best};
use crate::monte_carlo::random_action;
use crate::simulator::Simulator;

/// The number of times that values are estimated.
const ROUNDS: u32 = 10;

/// One of so many moves of the games that are counted is random.
const RANDOM_MOVE: u32 = 20;

/// The seed of the games that are counted.
const SEED: u32 = 34_560;

/// How an action is chosen from the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Acting {
    /// By the estimated transitions: the sum of P(s' | s, a) V(s').
    Model,
    /// By the exact expectation over the random tile: the points plus gamma times the mean of V.
    Exact,
}

impl Acting {
    /// All by their names, in this order.
    pub(crate) const NAMED: [(&str, Self); 2] = [("model", Self::Model), ("exact", Self::Exact)];
}

/// The moves whose mean points are the reward of a feature state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reward {
    /// Those that led to it.
    Entering,
    /// Those that left it, to the states that follow.
    Leaving,
}

impl Reward {
    /// All by their names, in this order.
    pub(crate) const NAMED: [(&str, Self); 2] =
        [("entering", Self::Entering), ("leaving", Self::Leaving)];
}

/// The parameters of [`FeatureIteration`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FeatureOptions {
    /// The number of games from which transitions are counted, at least 1.
    pub(crate) games: u32,
    /// The discount, from 0 to below 1.
    pub(crate) gamma: f64,
    /// How an action is chosen.
    pub(crate) acting: Acting,
    /// The reward of a feature state.
    pub(crate) reward: Reward,
}

impl Default for FeatureOptions {
    fn default() -> Self {
        Self { games: 20_000, gamma: 0.98, acting: Acting::Exact, reward: Reward::Entering }
    }
}

/// Chooses the action of the highest value by the values of feature states. Clones share the
/// values.
#[derive(Clone, Debug)]
pub(crate) struct FeatureIteration {
    simulator: Simulator,
    options: FeatureOptions,
    estimates: Arc<FeatureValues>,
}

impl FeatureIteration {
    /// The agent for a game on 4x4, after it has played and estimated; `None` on other boards.
    pub(crate) fn new(simulator: Simulator, options: FeatureOptions) -> Option<Self> {
        if simulator.game().shape() != Shape::FOUR_BY_FOUR {
            return None;
        }
        let mut counts = TransitionCounts::new();
        let estimates = Arc::new(counts.estimates(options.gamma));
        let mut agent = Self { simulator, options, estimates };
        let mut words = Mt::new(SEED);
        for round in 0..ROUNDS {
            let games = options.games.max(1).div_ceil(ROUNDS);
            for _ in 0..games {
                agent.count_game(&mut counts, &mut words, round == 0);
            }
            agent.estimates = Arc::new(counts.estimates(options.gamma));
        }
        Some(agent)
    }

    /// Plays a game and counts its moves.
    fn count_game(&self, counts: &mut TransitionCounts, words: &mut Mt, is_random: bool) {
        let simulator = &self.simulator;
        let mut board = SeededSpawns::from_words(&mut *words).start(simulator.game());
        let mut from = state::of_board(simulator, board);
        loop {
            let random = is_random || words.next_u32().is_multiple_of(RANDOM_MOVE);
            let by_model = || best(&self.by_model(Position { board, points: 0 }));
            let learned = if random { None } else { by_model() };
            let moved = learned.and_then(|action| Some((action, simulator.act(board, action)?)));
            let Some((action, moved)) = moved.or_else(|| random_action(simulator, board, words))
            else {
                return;
            };
            board = SeededSpawns::from_words(&mut *words).spawn(simulator.game(), moved.after);
            let to = state::of_board(simulator, board);
            counts.add(from, action.index(), to);
            let rewarded = match self.options.reward {
                Reward::Entering => to,
                Reward::Leaving => from,
            };
            counts.add_points(rewarded, moved.points);
            if moved.wins {
                return;
            }
            from = to;
        }
    }

    /// The values of the actions in the feature state. Actions that were never taken there have the
    /// lowest.
    fn by_model(&self, position: Position) -> ActionEstimates {
        let values = &self.estimates.actions[state::of_board(&self.simulator, position.board)];
        let mut estimates = self.simulator.estimates(position, |_| f64::NEG_INFINITY);
        for (estimate, value) in estimates.iter_mut().zip(values) {
            if *estimate == Some(f64::NEG_INFINITY) {
                *estimate = value.or(*estimate);
            }
        }
        estimates
    }

    /// The points of each action plus the expected value after it.
    fn by_expectation(&self, position: Position) -> ActionEstimates {
        let (game, gamma) = (self.simulator.game(), self.options.gamma);
        self.simulator.estimates(position, |moved| {
            let value = |(board, probability)| {
                probability * self.estimates.values[state::of_board(&self.simulator, board)]
            };
            f64::from(moved.points) + gamma * game.spawns(moved.after).map(value).sum::<f64>()
        })
    }
}

impl Agent for FeatureIteration {
    fn estimates(&mut self, position: Position) -> ActionEstimates {
        match self.options.acting {
            Acting::Model => self.by_model(position),
            Acting::Exact => self.by_expectation(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{Game, Objective};

    use super::*;
    use crate::arena::play;

    #[test]
    fn values_of_features_play_better_than_random_moves() {
        let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
        let simulator = Simulator::new(game);
        let mean = |agent: &mut dyn Agent| {
            (0..100).map(|seed| play(&simulator, agent, seed.into()).points).sum::<u64>() / 100
        };
        let options = FeatureOptions { games: 500, ..Default::default() };
        let mut agent = FeatureIteration::new(simulator.clone(), options).unwrap();
        let by_expectation = mean(&mut agent);
        agent.options.acting = Acting::Model;
        let by_model = mean(&mut agent);
        let by_chance = mean(&mut crate::Random::new(simulator.clone()));
        let options = FeatureOptions { reward: Reward::Leaving, ..options };
        let by_leaving = mean(&mut FeatureIteration::new(simulator.clone(), options).unwrap());
        let means = [by_expectation, by_model, by_leaving, by_chance];
        assert!(by_expectation > 3 * by_chance && by_model != by_expectation, "{means:?}");
        assert!(by_leaving > by_chance && by_leaving != by_expectation, "{means:?}");
        let small = Simulator::new(Game::reach(Shape::THREE_BY_THREE, 64).unwrap());
        assert!(FeatureIteration::new(small, options).is_none());
    }
}
