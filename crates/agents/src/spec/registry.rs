//! The registry of agents: one row for each. Parser, help, errors and the page's list of agents
//! follow from the rows and from the parameters of their options.

use super::building::AgentNeed;
use super::options::Options;
use crate::features::FeatureOptions;
use crate::monte_carlo::MdpMonteCarloOptions;
use crate::search::{Evaluation, Opponent};

/// All agents, from simple to strong.
pub(super) static AGENTS: [AgentRow; 9] = [
    AgentRow {
        is_symmetric: true,
        choices: &[choice(
            "random",
            "Random",
            "Chooses each allowed move with the same probability.",
        )],
        ..row("random", || Options::Random)
    },
    AgentRow {
        choices: &[choice(
            "greedy",
            "Greedy",
            "Takes a move that wins, or else the one of the most points now.",
        )],
        ..row("greedy", || Options::Greedy)
    },
    AgentRow {
        choices: &[choice(
            "minimax:depth=2",
            "Minimax, 2 moves",
            "Looks 2 moves ahead, and assumes the worst tiles.",
        )],
        ..row("minimax", || Options::search(Opponent::Worst, Evaluation::Points))
    },
    AgentRow {
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
        ..row("expectimax", || Options::search(Opponent::Random, Evaluation::Weighted))
    },
    AgentRow {
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
        ..row("monte-carlo", || Options::MonteCarlo { games: 100 })
    },
    AgentRow {
        choices: &[choice(
            "mdp-monte-carlo:games=12+8+4+2",
            "Monte Carlo by successor",
            "Plays random games from every board that a move can lead to.",
        )],
        ..row("mdp-monte-carlo", || Options::MdpMonteCarlo(MdpMonteCarloOptions::default()))
    },
    AgentRow {
        is_for_4x4: true,
        choices: &[choice(
            "features",
            "Values of features",
            "Learns the values of 34,560 classes of boards.",
        )],
        ..row("features", || Options::Features(FeatureOptions::default()))
    },
    AgentRow {
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
        ..row("learned", || Options::Learned { plies: 2, tolerance: None })
    },
    AgentRow {
        is_symmetric: true,
        needs: AgentNeed::Policy,
        choices: &[choice(
            "optimal",
            "Optimal",
            "Plays the exact solution, which nothing can beat.",
        )],
        ..row("optimal", || Options::Optimal)
    },
];

/// What is known of an agent.
pub(super) struct AgentRow {
    /// The name.
    pub(super) name: &'static str,
    /// What the agent does without parameters.
    pub(super) options: fn() -> Options,
    /// Whether the agent treats the images of a board under the symmetries alike.
    pub(super) is_symmetric: bool,
    /// Whether the agent plays on 4x4 only.
    pub(super) is_for_4x4: bool,
    /// What the agent needs besides its game.
    pub(super) needs: AgentNeed,
    /// What pages offer, from weak to strong.
    pub(super) choices: &'static [AgentChoice],
}

/// A row of an agent that needs nothing but its game.
const fn row(name: &'static str, options: fn() -> Options) -> AgentRow {
    AgentRow {
        name,
        options,
        is_symmetric: false,
        is_for_4x4: false,
        needs: AgentNeed::Nothing,
        choices: &[],
    }
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
