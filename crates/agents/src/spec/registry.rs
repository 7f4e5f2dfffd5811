//! The registry of agents: one row for each. Parser, help, errors and the page's list of agents
//! follow from the rows.

use std::sync::Arc;

use mdp2048_model::Game;
use mdp2048_rules::Shape;
use thiserror::Error;

use super::known::{
    ACTING, BEST, BY_BOARD, COUNTED_GAMES, DEPTH, EXPECTIMAX_EVALUATION, FEWER, FOUR, FOUR_GAMES,
    GAMMA, IMMEDIATE, IMMEDIATE_GAMMA, MINIMAX_EVALUATION, MOST_EMPTY, PLIES, PRUNED, RANDOM_GAMES,
    REWARD, TOLERANCE, WEIGHTS,
};
use super::parameters::{AnyParameter, Parameter, Values};
use crate::agent::Agent;
use crate::features::{FeatureIteration, FeatureOptions};
use crate::learned::{Learned, Network};
use crate::monte_carlo::{MdpMonteCarlo, MdpMonteCarloOptions, MonteCarlo};
use crate::optimal::{Optimal, SolvedPolicy};
use crate::search::{Evaluation, Opponent, SearchOptions, TreeSearch};
use crate::simple::{Greedy, Random};
use crate::simulator::Simulator;

/// All agents, from simple to strong.
pub(super) static AGENTS: [AgentRow; 9] = [
    AgentRow {
        unit: |_| "probability of the move",
        is_symmetric: true,
        choices: &[choice(
            "random",
            "Random",
            "Chooses each allowed move with the same probability.",
        )],
        ..row("random", |_, simulator, _| Ok(Box::new(Random::new(simulator))))
    },
    AgentRow {
        unit: |_| "points of the move",
        choices: &[choice(
            "greedy",
            "Greedy",
            "Takes a move that wins, or else the one of the most points now.",
        )],
        ..row("greedy", |_, simulator, _| Ok(Box::new(Greedy::new(simulator))))
    },
    AgentRow {
        parameters: &[&DEPTH, &MINIMAX_EVALUATION, &WEIGHTS, &FOUR, &PRUNED, &BY_BOARD],
        unit: |_| "evaluation after the worst tiles",
        // The points are added to whole numbers, which changes no order.
        depends_on: |values| match values.get(&MINIMAX_EVALUATION) {
            Evaluation::PointsTimesWeighted => Dependence::Points,
            Evaluation::Points | Evaluation::Weighted | Evaluation::Smooth | Evaluation::Edges => {
                Dependence::Nothing
            }
        },
        choices: &[choice(
            "minimax:depth=2",
            "Minimax, 2 moves",
            "Looks 2 moves ahead, and assumes the worst tiles.",
        )],
        ..row("minimax", |values, simulator, _| {
            let options = search(values, Opponent::Worst, &MINIMAX_EVALUATION);
            Ok(Box::new(TreeSearch::new(simulator, options)))
        })
    },
    AgentRow {
        parameters: &[&DEPTH, &EXPECTIMAX_EVALUATION, &WEIGHTS, &FOUR, &PRUNED, &BY_BOARD],
        unit: |_| "expected evaluation",
        // In expectations the points may change the order by rounding.
        depends_on: |values| match values.get(&EXPECTIMAX_EVALUATION).has_points() {
            true => Dependence::Points,
            false => Dependence::Nothing,
        },
        choices: &[
            choice(
                "expectimax:depth=1",
                "Expectimax, 1 move",
                "Averages over the next tile; large tiles should lie along a snake.",
            ),
            choice(
                "expectimax:depth=2",
                "Expectimax, 2 moves",
                "Averages over the next two tiles; large tiles should lie along a snake.",
            ),
            choice(
                "expectimax:depth=3:pruned",
                "Expectimax, 3 moves",
                "Looks 3 moves ahead, with tiles on the most important cells only.",
            ),
        ],
        ..row("expectimax", |values, simulator, _| {
            let options = search(values, Opponent::Random, &EXPECTIMAX_EVALUATION);
            Ok(Box::new(TreeSearch::new(simulator, options)))
        })
    },
    AgentRow {
        parameters: &[&RANDOM_GAMES, &BY_BOARD],
        unit: |_| "mean score of random games",
        depends_on: |_| Dependence::RandomGames,
        choices: &[
            choice(
                "monte-carlo:games=20",
                "Monte Carlo, 20 games",
                "Plays 20 random games after each move.",
            ),
            choice(
                "monte-carlo:games=100",
                "Monte Carlo, 100 games",
                "Plays 100 random games after each move.",
            ),
        ],
        ..row("monte-carlo", |values, simulator, _| {
            Ok(Box::new(MonteCarlo::new(simulator, values.get(&RANDOM_GAMES))))
        })
    },
    AgentRow {
        parameters: &[
            &FOUR_GAMES,
            &FEWER,
            &BEST,
            &IMMEDIATE,
            &IMMEDIATE_GAMMA,
            &MOST_EMPTY,
            &BY_BOARD,
        ],
        unit: |values| match values.get(&IMMEDIATE) {
            true => "points now and a share of those of random games",
            false => "expected score of random games",
        },
        depends_on: |_| Dependence::RandomGames,
        choices: &[choice(
            "mdp-monte-carlo:games=12+8+4+2",
            "Monte Carlo by successor",
            "Plays random games from every board that a move can lead to.",
        )],
        ..row("mdp-monte-carlo", |values, simulator, _| {
            Ok(Box::new(MdpMonteCarlo::new(simulator, successors(values))))
        })
    },
    AgentRow {
        parameters: &[&COUNTED_GAMES, &GAMMA, &ACTING, &REWARD],
        unit: |_| "value by features",
        is_for_4x4: true,
        choices: &[choice(
            "features",
            "Values of features",
            "Learns the values of 34,560 classes of boards.",
        )],
        ..row("features", |values, simulator, _| {
            let options = FeatureOptions {
                games: values.get(&COUNTED_GAMES),
                gamma: values.get(&GAMMA),
                acting: values.get(&ACTING),
                reward: values.get(&REWARD),
            };
            let shape = simulator.game().shape();
            let agent = FeatureIteration::new(simulator, options);
            Ok(Box::new(agent.ok_or(BuildError::Shape { agent: "features", shape })?))
        })
    },
    AgentRow {
        parameters: &[&PLIES, &TOLERANCE],
        unit: |_| "its own estimate of the points from here",
        is_for_4x4: true,
        needs: AgentNeed::Network,
        choices: &[
            choice(
                "learned:plies=1",
                "Learned, 1 move",
                "Asks a trained network for the points to come.",
            ),
            choice("learned:plies=2", "Learned, 2 moves", "The network, after every next tile."),
            choice(
                "learned:plies=3",
                "Learned, 3 moves",
                "The network, after every next two tiles.",
            ),
        ],
        ..row("learned", |values, simulator, AgentResources { network, .. }| {
            let network = network.clone().ok_or(BuildError::NoNetwork)?;
            let agent = Learned::new(&simulator, network, values.get(&PLIES));
            let shape = simulator.game().shape();
            let agent = agent.ok_or(BuildError::Shape { agent: "learned", shape })?;
            Ok(Box::new(match values.get(&TOLERANCE) {
                Some(tolerance) => agent.with_tolerance(tolerance),
                None => agent,
            }))
        })
    },
    AgentRow {
        unit: |_| "value of the move",
        is_symmetric: true,
        needs: AgentNeed::Policy,
        choices: &[choice(
            "optimal",
            "Optimal",
            "Plays the exact solution, which nothing can beat.",
        )],
        ..row("optimal", |_, simulator, resources| {
            let solved = resources.policy.clone().ok_or(BuildError::NoPolicy)?;
            let (found, asked) = (Box::new(solved.game), Box::new(*simulator.game()));
            let agent = Optimal::new(simulator, solved);
            Ok(Box::new(agent.ok_or(BuildError::OtherGame { found, asked })?))
        })
    },
];

/// What is known of an agent.
pub(super) struct AgentRow {
    /// The name.
    pub(super) name: &'static str,
    /// The parameters besides `canonical`.
    pub(super) parameters: &'static [&'static dyn AnyParameter],
    /// What the estimates are, as a phrase such as "expected points".
    pub(super) unit: fn(&Values) -> &'static str,
    /// What an action depends on besides the board, without `by-board`.
    pub(super) depends_on: fn(&Values) -> Dependence,
    /// Whether the agent treats the images of a board under the symmetries alike.
    pub(super) is_symmetric: bool,
    /// Whether the agent plays on 4x4 only.
    pub(super) is_for_4x4: bool,
    /// What the agent needs besides its game.
    pub(super) needs: AgentNeed,
    /// What pages offer, from weak to strong.
    pub(super) choices: &'static [AgentChoice],
    pub(super) build: BuildAgent,
}

/// Makes an agent for a game of a shape that it can play.
type BuildAgent = fn(&Values, Simulator, &AgentResources) -> Result<Box<dyn Agent>, BuildError>;

/// A row of an agent without parameters, which looks at the board alone and needs nothing.
const fn row(name: &'static str, build: BuildAgent) -> AgentRow {
    AgentRow {
        name,
        parameters: &[],
        unit: |_| "",
        depends_on: |_| Dependence::Nothing,
        is_symmetric: false,
        is_for_4x4: false,
        needs: AgentNeed::Nothing,
        choices: &[],
        build,
    }
}

/// What an agent needs besides its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentNeed {
    /// Nothing.
    Nothing,
    /// A network.
    Network,
    /// The policy of a solved game.
    Policy,
}

/// An agent with parameters that a page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentChoice {
    /// The agent and its parameters, as for `mdp2048 arena`.
    pub spec: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it does, as a sentence.
    pub idea: &'static str,
}

const fn choice(spec: &'static str, name: &'static str, idea: &'static str) -> AgentChoice {
    AgentChoice { spec, name, idea }
}

pub(super) fn search(
    values: &Values,
    opponent: Opponent,
    evaluation: &Parameter<Evaluation>,
) -> SearchOptions {
    SearchOptions {
        opponent,
        depth: values.get(&DEPTH),
        evaluation: values.get(evaluation),
        weights: values.get(&WEIGHTS),
        pruned: values.get(&PRUNED),
        spawn_four: values.get(&FOUR),
    }
}

pub(super) fn successors(values: &Values) -> MdpMonteCarloOptions {
    MdpMonteCarloOptions {
        games: values.get(&FOUR_GAMES),
        fewer_for_four: values.get(&FEWER),
        best_share: values.get(&BEST),
        immediate: values.get(&IMMEDIATE).then(|| values.get(&IMMEDIATE_GAMMA)),
        expectimax: values.get(&MOST_EMPTY),
    }
}

/// The plies of an agent whose estimates are the points that it expects from a position on.
pub(super) fn plies(row: &AgentRow, values: &Values) -> Option<u32> {
    let has_estimates = row.needs == AgentNeed::Network && values.get(&TOLERANCE).is_none();
    has_estimates.then(|| values.get(&PLIES))
}

/// What an action of an agent depends on besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Nothing: the policy is a function of the board. Actions may be drawn, with probabilities
    /// that the agent states.
    Nothing,
    /// The points so far, at least by rounding.
    Points,
    /// The random games of the agent, which depend on the seed of the game.
    RandomGames,
}

/// What agents need besides their game.
#[derive(Clone, Debug, Default)]
pub struct AgentResources {
    /// The network of `learned`.
    pub network: Option<Arc<Network>>,
    /// The policy of `optimal`.
    pub policy: Option<SolvedPolicy>,
}

/// Why an agent cannot play a game.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BuildError {
    /// The agent is for boards of another shape.
    #[error("the agent {agent} plays 4x4 only, not {shape}: choose another agent, or games on 4x4")]
    Shape {
        /// The name of the agent.
        agent: &'static str,
        /// The shape of the game.
        shape: Shape,
    },
    /// There is no network.
    #[error("the agent learned needs a network: give its file, or choose another agent")]
    NoNetwork,
    /// There is no policy.
    #[error("the agent optimal needs a solution or a policy: give its file with --policy")]
    NoPolicy,
    /// The policy is for other boards.
    #[error("the policy is of {found}, but the games are of {asked}: choose another --policy")]
    OtherGame {
        /// The game of the policy.
        found: Box<Game>,
        /// The game to play.
        asked: Box<Game>,
    },
    /// The policy is no function of the board.
    #[error("the policy of {agent} is no function of the board: {}", .dependence.advice())]
    NoBoardPolicy {
        /// The agent.
        agent: String,
        /// What its actions depend on as well.
        dependence: Dependence,
    },
}

impl Dependence {
    /// Why the policy of an agent is no function of the board, and what to do.
    const fn advice(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Points => {
                "it depends on the points so far; add :by-board, which takes the points of the \
                 tiles, or choose another agent"
            }
            Self::RandomGames => {
                "it depends on random games; add :by-board, which takes their random numbers from \
                 the board, or choose another agent"
            }
        }
    }
}
