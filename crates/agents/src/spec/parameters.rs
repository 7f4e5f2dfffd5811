//! The parameters of agents.

use mdp2048_model::Probability;
use thiserror::Error;

use crate::features::{Acting, FeatureOptions};
use crate::learned::Budget;
use crate::monte_carlo::MdpMonteCarloOptions;
use crate::search::{Evaluation, Opponent, SearchOptions, Weights};

/// The deepest search. Each further move takes about 30 times as long, pruned searches 20 times.
const DEEPEST: u32 = 6;

/// The most random games from one position.
const MOST_GAMES: u32 = 1_000_000;

/// The most empty cells of a board after a move.
const MOST_EMPTY: u32 = 15;

/// The most nodes of a search for one move.
const MOST_NODES: u32 = 1_000_000_000;

/// The most milliseconds for one move.
const LONGEST: u32 = 600_000;

/// A text that names no agent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The name.
    #[error(
        "there is no agent '{0}': choose random, greedy, minimax, expectimax, monte-carlo, \
         mdp-monte-carlo, features, learned or optimal"
    )]
    Name(String),
    /// A parameter that the agent does not have.
    #[error("the agent {agent} has no parameter '{parameter}'; its parameters: {known}")]
    Parameter {
        /// The name of the agent.
        agent: String,
        /// The parameter.
        parameter: String,
        /// The parameters of the agent.
        known: &'static str,
    },
    /// A parameter that is given more than once.
    #[error("the parameter {0} is given more than once: leave all of them out but one")]
    Repeated(String),
    /// `by-board` for an agent whose policy it does not change, or does not make one of the board.
    #[error(
        "by-board is for agents that look at more than the board and the time, and {0} does not: \
         leave it out"
    )]
    ByBoard(String),
    /// More than one budget.
    #[error("the agent learned has one budget: choose one of plies, nodes and milliseconds")]
    Budgets,
    /// A value that the parameter cannot have.
    #[error("'{value}' is not a value of {parameter}: {expected}")]
    Value {
        /// The parameter.
        parameter: String,
        /// The value.
        value: String,
        /// What can be written.
        expected: String,
    },
}

/// The parameters of searches.
pub(super) const SEARCH: &str = "depth, evaluation, weights, four, pruned, by-board, canonical";

pub(super) fn search(
    opponent: Opponent,
    parameters: &mut Vec<(&str, &str)>,
) -> Result<SearchOptions, SpecError> {
    let evaluation = match opponent {
        Opponent::Worst => Evaluation::Points,
        Opponent::Random => Evaluation::Weighted,
    };
    let probability = |text: &str| {
        let probability = text.parse().ok().and_then(Probability::new);
        probability.ok_or_else(|| "write a probability, for example 0.1".to_owned())
    };
    Ok(SearchOptions {
        opponent,
        depth: take(parameters, "depth", |text| number(text, DEEPEST))?.unwrap_or(2),
        evaluation: take(parameters, "evaluation", |text| {
            named(&Evaluation::ALL, Evaluation::name, text)
        })?
        .unwrap_or(evaluation),
        weights: take(parameters, "weights", |text| named(&Weights::ALL, Weights::name, text))?
            .unwrap_or(Weights::Snake),
        pruned: take(parameters, "pruned", flag)?.is_some(),
        spawn_four: take(parameters, "four", probability)?.unwrap_or(Probability::SPAWN_FOUR),
    })
}

/// The parameters of the Monte Carlo estimates of all successors.
pub(super) const MDP: &str = "games, fewer, best, immediate, expectimax, by-board, canonical";

pub(super) fn mdp(parameters: &mut Vec<(&str, &str)>) -> Result<MdpMonteCarloOptions, SpecError> {
    let default = MdpMonteCarloOptions::default();
    let four_games = |text: &str| {
        let numbers: Result<Vec<u32>, String> = text.split('+').map(games).collect();
        numbers
            .ok()
            .and_then(|numbers| numbers.try_into().ok())
            .ok_or_else(|| "write four numbers of games, such as 60+40+20+10".to_owned())
    };
    let share = |text: &str| {
        let share = text.parse().ok().filter(|share| *share > 0.0 && *share <= 1.0);
        share.ok_or_else(|| "write a share above 0 and at most 1".to_owned())
    };
    Ok(MdpMonteCarloOptions {
        games: take(parameters, "games", four_games)?.unwrap_or(default.games),
        fewer_for_four: take(parameters, "fewer", games)?.unwrap_or(default.fewer_for_four),
        best_share: take(parameters, "best", share)?.unwrap_or(default.best_share),
        immediate: take(parameters, "immediate", flag)?.is_some(),
        expectimax: take(parameters, "expectimax", |text| number(text, MOST_EMPTY))?.unwrap_or(0),
    })
}

pub(super) fn features(parameters: &mut Vec<(&str, &str)>) -> Result<FeatureOptions, SpecError> {
    let default = FeatureOptions::default();
    let gamma = |text: &str| {
        let gamma = text.parse().ok().filter(|gamma| (0.0..=0.999).contains(gamma));
        gamma.ok_or_else(|| "write a number from 0 to 0.999".to_owned())
    };
    let acting = |text: &str| named(&Acting::ALL, Acting::name, text);
    Ok(FeatureOptions {
        games: take(parameters, "games", games)?.unwrap_or(default.games),
        gamma: take(parameters, "gamma", gamma)?.unwrap_or(default.gamma),
        acting: take(parameters, "acting", acting)?.unwrap_or(default.acting),
    })
}

/// The work for each move of the learned agent.
pub(super) fn budget(parameters: &mut Vec<(&str, &str)>) -> Result<Budget, SpecError> {
    let plies = take(parameters, "plies", |text| number(text, DEEPEST))?;
    let nodes = take(parameters, "nodes", |text| number(text, MOST_NODES))?;
    let time = take(parameters, "milliseconds", |text| number(text, LONGEST))?;
    match (plies, nodes, time) {
        (plies, None, None) => Ok(Budget::Plies(plies.unwrap_or(2))),
        (None, Some(nodes), None) => Ok(Budget::Nodes(nodes.into())),
        (None, None, Some(milliseconds)) => Ok(Budget::Milliseconds(milliseconds)),
        _ => Err(SpecError::Budgets),
    }
}

/// A share of the highest estimate.
pub(super) fn tolerance(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a share from 0 to 1, such as 0.15".to_owned())
}

/// A number of random games, or of times.
pub(super) fn games(text: &str) -> Result<u32, String> {
    number(text, MOST_GAMES)
}

/// A number from 1 to the greatest one.
fn number(text: &str, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("write a number from 1 to {most}"))
}

/// A parameter without a value.
pub(super) fn flag(text: &str) -> Result<(), String> {
    if text.is_empty() { Ok(()) } else { Err("it has no value, so write only its name".to_owned()) }
}

/// The item with a name.
fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> Result<T, String> {
    all.iter().copied().find(|&item| name(item) == text).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&item| name(item)).collect();
        format!("choose one of {}", names.join(", "))
    })
}

/// Removes a parameter from the list and reads its value.
pub(super) fn take<T>(
    parameters: &mut Vec<(&str, &str)>,
    name: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, SpecError> {
    let mut same = parameters.iter().filter(|parameter| parameter.0 == name).copied();
    let found = same.next();
    if same.next().is_some() {
        return Err(SpecError::Repeated(name.to_owned()));
    }
    parameters.retain(|parameter| parameter.0 != name);
    let read = |(_, value): (&str, &str)| {
        read(value).map_err(|expected| SpecError::Value {
            parameter: name.to_owned(),
            value: value.to_owned(),
            expected,
        })
    };
    found.map(read).transpose()
}
