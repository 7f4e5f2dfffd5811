//! The parameters of all agents, with units, ranges and defaults.

use mdp2048_model::Probability;

use super::parameters::{Parameter, flag, named, real, whole};
use crate::features::{Acting, FeatureOptions, Reward};
use crate::monte_carlo::MdpMonteCarloOptions;
use crate::search::{Evaluation, Weights};

pub(super) static DEPTH: Parameter<u32> = Parameter {
    name: "depth",
    help: "own moves that are looked ahead, 1 to 6 [2]",
    default: || 2,
    // Each further move takes about 30 times as long, pruned searches 20 times.
    read: |text| whole(text, 6),
};

pub(super) static MINIMAX_EVALUATION: Parameter<Evaluation> = evaluation(
    "points, weighted, points-weighted, smooth or edges: the value of a board [points]",
    || Evaluation::Points,
);

pub(super) static EXPECTIMAX_EVALUATION: Parameter<Evaluation> = evaluation(
    "points, weighted, points-weighted, smooth or edges: the value of a board [weighted]",
    || Evaluation::Weighted,
);

const fn evaluation(help: &'static str, default: fn() -> Evaluation) -> Parameter<Evaluation> {
    let read = |text: &str| named(&Evaluation::ALL, Evaluation::name, text);
    Parameter { name: "evaluation", help, default, read }
}

pub(super) static WEIGHTS: Parameter<Weights> = Parameter {
    name: "weights",
    help: "diagonal, wide-diagonal or snake: the weights of the cells [snake]",
    default: || Weights::Snake,
    read: |text| named(&Weights::ALL, Weights::name, text),
};

pub(super) static FOUR: Parameter<Probability> = Parameter {
    name: "four",
    help: "the probability of a 4 that the search assumes [0.1]",
    default: || Probability::SPAWN_FOUR,
    read: |text| {
        let probability = text.parse().ok().and_then(Probability::new);
        probability.ok_or_else(|| "write a probability, for example 0.1".to_owned())
    },
};

pub(super) static PRUNED: Parameter<Option<u32>> = Parameter {
    name: "pruned",
    help: "random tiles on at most 4 empty cells, or so many, and never on more than the moves left",
    default: || None,
    read: |text| match text {
        "" => Ok(Some(4)),
        text => whole(text, 6).map(Some).map_err(|error| error + ", or only its name for 4"),
    },
};

pub(super) static RANDOM_GAMES: Parameter<u32> = Parameter {
    name: "games",
    help: "random games after each move, 1 to 1000000 [100]",
    default: || 100,
    read: games,
};

pub(super) static FOUR_GAMES: Parameter<[u32; 4]> = Parameter {
    name: "games",
    help: "random games from a successor with 1, 4, 7 and 10 empty cells [60+40+20+10]",
    default: || MdpMonteCarloOptions::default().games,
    read: |text| {
        let numbers: Option<Vec<u32>> = text.split('+').map(|text| games(text).ok()).collect();
        let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
        numbers.ok_or_else(|| "write four numbers of games, such as 60+40+20+10".to_owned())
    },
};

pub(super) static FEWER: Parameter<u32> = Parameter {
    name: "fewer",
    help: "how many times fewer games there are from a successor with a 4 [3]",
    default: || MdpMonteCarloOptions::default().fewer_for_four,
    read: games,
};

pub(super) static BEST: Parameter<f64> = Parameter {
    name: "best",
    help: "the share of the best games that is averaged [1]",
    default: || MdpMonteCarloOptions::default().best_share,
    read: |text| {
        let is_share = |share| share > 0.0 && share <= 1.0;
        real(text, is_share, "write a share above 0 and at most 1")
    },
};

pub(super) static IMMEDIATE: Parameter<bool> = Parameter {
    name: "immediate",
    help: "the points of the move and gamma times those after it",
    default: || false,
    read: flag,
};

pub(super) static IMMEDIATE_GAMMA: Parameter<f64> = Parameter {
    name: "gamma",
    help: "with immediate, the factor of the points after the move, 0 to 1 [0.9]",
    default: || 0.9,
    read: |text| real(text, |gamma| (0.0..=1.0).contains(&gamma), "write a number from 0 to 1"),
};

pub(super) static MOST_EMPTY: Parameter<u32> = Parameter {
    name: "expectimax",
    help: "successors with at most so many empty cells are searched further, 1 to 15",
    default: || 0,
    read: |text| whole(text, 15),
};

pub(super) static COUNTED_GAMES: Parameter<u32> = Parameter {
    name: "games",
    help: "games from which transitions are counted, 1 to 1000000 [20000]",
    default: || FeatureOptions::default().games,
    read: games,
};

pub(super) static GAMMA: Parameter<f64> = Parameter {
    name: "gamma",
    help: "the discount, 0 to 0.999 [0.98]",
    default: || FeatureOptions::default().gamma,
    read: |text| {
        real(text, |gamma| (0.0..=0.999).contains(&gamma), "write a number from 0 to 0.999")
    },
};

pub(super) static ACTING: Parameter<Acting> = Parameter {
    name: "acting",
    help: "model or exact: how a move is chosen from the values [exact]",
    default: || FeatureOptions::default().acting,
    read: |text| named(&Acting::ALL, Acting::name, text),
};

pub(super) static REWARD: Parameter<Reward> = Parameter {
    name: "reward",
    help: "entering or leaving: the moves whose points are the reward of a class [entering]",
    default: || FeatureOptions::default().reward,
    read: |text| named(&Reward::ALL, Reward::name, text),
};

pub(super) static PLIES: Parameter<u32> = Parameter {
    name: "plies",
    help: "moves that are looked ahead, 1 to 6 [2]",
    default: || 2,
    read: |text| whole(text, 6),
};

pub(super) static TOLERANCE: Parameter<Option<f64>> = Parameter {
    name: "tolerance",
    help: "the share of the highest estimate by which a move may fall short of it, 0 to 1",
    default: || None,
    read: |text| {
        let is_share = |share| (0.0..=1.0).contains(&share);
        real(text, is_share, "write a share from 0 to 1, such as 0.15").map(Some)
    },
};

/// The parameter of agents that look at more than the board.
pub(super) static BY_BOARD: Parameter<bool> = Parameter {
    name: "by-board",
    help: "the points are those of the tiles, and random numbers come from the board",
    default: || false,
    read: flag,
};

/// The parameter of every agent.
pub(super) static CANONICAL: Parameter<bool> = Parameter {
    name: "canonical",
    help: "the agent is asked for the canonical image of a board, and its move is mapped back",
    default: || false,
    read: flag,
};

/// Reads a number of random games, or of times.
fn games(text: &str) -> Result<u32, String> {
    whole(text, 1_000_000)
}
