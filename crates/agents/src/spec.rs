//! The names of agents and their parameters.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use mdp2048_model::{Game, Probability};
use mdp2048_rules::Shape;
use thiserror::Error;

use crate::agent::Agent;
use crate::canonical::Canonical;
use crate::features::{Acting, FeatureIteration, FeatureOptions};
use crate::learned::{Budget, Clock, Learned, Network};
use crate::monte_carlo::{MdpMonteCarlo, MdpMonteCarloOptions, MonteCarlo};
use crate::optimal::{Optimal, SolvedPolicy};
use crate::search::{Evaluation, Opponent, SearchOptions, TreeSearch, Weights};
use crate::simple::{Greedy, Random};
use crate::simulator::Simulator;

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

/// An agent with its parameters, written as a name followed by parameters:
/// `expectimax:depth=3:weights=snake:pruned`.
///
/// | name | parameters |
/// | --- | --- |
/// | `random` | |
/// | `greedy` | |
/// | `minimax` | `depth` (2), `evaluation`, `weights` (`snake`), `four` (0.1), `pruned` |
/// | `expectimax` | the same |
/// | `monte-carlo` | `games` (100) |
/// | `mdp-monte-carlo` | `games` (`60+40+20+10`), `fewer` (3), `best`, `immediate`, `expectimax` |
/// | `features` | `games` (20000), `gamma` (0.98), `acting` (`exact`) |
/// | `learned` | one of `plies` (2), `nodes` and `milliseconds`; `tolerance` |
/// | `optimal` | |
///
/// Every agent has the parameter `canonical`: it is asked for the canonical image of a board, and
/// its action is mapped back.
///
/// Evaluations are `points` (the default of `minimax`), `weighted` (that of `expectimax`) and
/// `points-weighted`; weights are `diagonal`, `wide-diagonal` and `snake`.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    text: String,
    kind: AgentKind,
    canonical: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum AgentKind {
    Random,
    Greedy,
    Search(SearchOptions),
    MonteCarlo(u32),
    MdpMonteCarlo(MdpMonteCarloOptions),
    Features(FeatureOptions),
    /// With the tolerance, if there is one.
    Learned(Budget, Option<f64>),
    Optimal,
}

/// What agents need besides their game.
#[derive(Clone, Debug, Default)]
pub struct AgentResources {
    /// The network of `learned`.
    pub network: Option<Arc<Network>>,
    /// The policy of `optimal`.
    pub policy: Option<SolvedPolicy>,
    /// What budgets in milliseconds are measured with.
    pub clock: Option<Clock>,
}

/// Why an agent cannot play a game.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BuildError {
    /// The agent is for boards of another shape.
    #[error("the agent {agent} plays 4x4 only, not {shape}: choose --board 4x4 or another agent")]
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
    /// There is no clock.
    #[error("there is no clock for milliseconds: choose plies or nodes")]
    NoClock,
}

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

impl AgentSpec {
    /// Whether the agent plays with a network.
    pub const fn needs_network(&self) -> bool {
        matches!(self.kind, AgentKind::Learned(..))
    }

    /// The plies of the agent `learned`, whose estimates are the points that it expects from a
    /// position on; `None` for other agents and budgets, and for one with a tolerance.
    pub const fn plies(&self) -> Option<u32> {
        match self.kind {
            AgentKind::Learned(Budget::Plies(plies), None) => Some(plies),
            _ => None,
        }
    }

    /// Whether the agent treats the images of a board under the symmetries alike.
    pub const fn is_symmetric(&self) -> bool {
        self.canonical || matches!(self.kind, AgentKind::Random | AgentKind::Optimal)
    }

    /// Whether the agent plays a policy of a solved game.
    pub const fn needs_policy(&self) -> bool {
        matches!(self.kind, AgentKind::Optimal)
    }

    /// What the estimates of the agent are, as a phrase such as "expected points".
    pub const fn unit(&self) -> &'static str {
        match self.kind {
            AgentKind::Random => "probability of the move",
            AgentKind::Greedy => "points of the move",
            AgentKind::Search(options) => match options.opponent {
                Opponent::Worst => "evaluation after the worst tiles",
                Opponent::Random => "expected evaluation",
            },
            AgentKind::MonteCarlo(_) => "mean score of random games",
            AgentKind::MdpMonteCarlo(options) if options.immediate => {
                "points now and 0.9 times those of random games"
            }
            AgentKind::MdpMonteCarlo(_) => "expected score of random games",
            AgentKind::Features(_) => "value by features",
            AgentKind::Learned(..) => "expected points from here",
            AgentKind::Optimal => "value of the move",
        }
    }

    /// The agent for a game. Clones of it share what is large.
    ///
    /// # Errors
    /// [`BuildError`] if the agent cannot play the game, or what it needs is missing.
    pub fn build(
        &self,
        simulator: &Simulator,
        resources: &AgentResources,
    ) -> Result<Box<dyn Agent>, BuildError> {
        let agent = self.build_own(simulator, resources)?;
        // Random moves need no image. The policy of a solution is one of canonical boards.
        let is_mapped = self.canonical || matches!(self.kind, AgentKind::Optimal);
        Ok(if is_mapped { Box::new(Canonical(agent)) } else { agent })
    }

    /// The agent as it plays by itself.
    fn build_own(
        &self,
        simulator: &Simulator,
        resources: &AgentResources,
    ) -> Result<Box<dyn Agent>, BuildError> {
        let (simulator, shape) = (simulator.clone(), simulator.game().shape());
        Ok(match &self.kind {
            AgentKind::Random => Box::new(Random::new(simulator)),
            AgentKind::Greedy => Box::new(Greedy::new(simulator)),
            AgentKind::Search(options) => Box::new(TreeSearch::new(simulator, *options)),
            AgentKind::MonteCarlo(games) => Box::new(MonteCarlo::new(simulator, *games)),
            AgentKind::MdpMonteCarlo(options) => Box::new(MdpMonteCarlo::new(simulator, *options)),
            AgentKind::Features(options) => {
                let agent = FeatureIteration::new(simulator, *options);
                Box::new(agent.ok_or(BuildError::Shape { agent: "features", shape })?)
            }
            AgentKind::Learned(budget, tolerance) => {
                let AgentResources { network, clock, .. } = resources;
                if shape != Shape::FOUR_BY_FOUR {
                    return Err(BuildError::Shape { agent: "learned", shape });
                }
                let network = network.clone().ok_or(BuildError::NoNetwork)?;
                let agent = Learned::new(&simulator, network, *budget, *clock)
                    .ok_or(BuildError::NoClock)?;
                Box::new(match *tolerance {
                    Some(tolerance) => agent.with_tolerance(tolerance),
                    None => agent,
                })
            }
            AgentKind::Optimal => {
                let solved = resources.policy.clone().ok_or(BuildError::NoPolicy)?;
                let (found, asked) = (Box::new(solved.game), Box::new(*simulator.game()));
                let agent = Optimal::new(simulator, solved);
                Box::new(agent.ok_or(BuildError::OtherGame { found, asked })?)
            }
        })
    }
}

impl fmt::Display for AgentSpec {
    /// Writes the text that was parsed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        let mut parameters: Vec<(&str, &str)> =
            words.map(|word| word.split_once('=').unwrap_or((word, ""))).collect();
        let canonical = take(&mut parameters, "canonical", flag)?.is_some();
        let (kind, known) = match name {
            "optimal" => (AgentKind::Optimal, "canonical"),
            "random" => (AgentKind::Random, "canonical"),
            "greedy" => (AgentKind::Greedy, "canonical"),
            "minimax" => (AgentKind::Search(search(Opponent::Worst, &mut parameters)?), SEARCH),
            "expectimax" => (AgentKind::Search(search(Opponent::Random, &mut parameters)?), SEARCH),
            "monte-carlo" => {
                let games = take(&mut parameters, "games", games)?.unwrap_or(100);
                (AgentKind::MonteCarlo(games), "games, canonical")
            }
            "mdp-monte-carlo" => (AgentKind::MdpMonteCarlo(mdp(&mut parameters)?), MDP),
            "features" => {
                let known = "games, gamma, acting, canonical";
                (AgentKind::Features(features(&mut parameters)?), known)
            }
            "learned" => {
                let known = "plies, nodes, milliseconds, tolerance, canonical";
                let budget = budget(&mut parameters)?;
                let tolerance = take(&mut parameters, "tolerance", tolerance)?;
                (AgentKind::Learned(budget, tolerance), known)
            }
            _ => return Err(SpecError::Name(name.to_owned())),
        };
        match parameters.first() {
            Some((parameter, _)) => Err(SpecError::Parameter {
                agent: name.to_owned(),
                parameter: (*parameter).to_owned(),
                known,
            }),
            None => Ok(Self { text: text.to_owned(), kind, canonical }),
        }
    }
}

/// The parameters of searches.
const SEARCH: &str = "depth, evaluation, weights, four, pruned, canonical";

fn search(
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
const MDP: &str = "games, fewer, best, immediate, expectimax, canonical";

fn mdp(parameters: &mut Vec<(&str, &str)>) -> Result<MdpMonteCarloOptions, SpecError> {
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

fn features(parameters: &mut Vec<(&str, &str)>) -> Result<FeatureOptions, SpecError> {
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
fn budget(parameters: &mut Vec<(&str, &str)>) -> Result<Budget, SpecError> {
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
fn tolerance(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a share from 0 to 1, such as 0.15".to_owned())
}

/// A number of random games, or of times.
fn games(text: &str) -> Result<u32, String> {
    number(text, MOST_GAMES)
}

/// A number from 1 to the greatest one.
fn number(text: &str, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("write a number from 1 to {most}"))
}

/// A parameter without a value.
fn flag(text: &str) -> Result<(), String> {
    if text.is_empty() { Ok(()) } else { Err("it has no value, so write only its name".to_owned()) }
}

/// The item with a name.
fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> Result<T, String> {
    all.iter().copied().find(|&item| name(item) == text).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&item| name(item)).collect();
        format!("choose one of {}", names.join(", "))
    })
}

/// Removes a parameter from the list and reads its value. The last of several counts.
fn take<T>(
    parameters: &mut Vec<(&str, &str)>,
    name: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, SpecError> {
    let found = parameters.iter().rfind(|parameter| parameter.0 == name).copied();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<AgentSpec>().unwrap_err().to_string()
    }

    #[test]
    fn agents_have_parameters() {
        let spec: AgentSpec = " expectimax:depth=3:weights=diagonal:pruned".parse().unwrap();
        assert_eq!(spec.to_string(), "expectimax:depth=3:weights=diagonal:pruned");
        let AgentKind::Search(options) = spec.kind else { panic!("{spec:?}") };
        assert_eq!((options.depth, options.weights), (3, Weights::Diagonal));
        assert!(options.pruned && options.evaluation == Evaluation::Weighted);
        let spec: AgentSpec =
            "mdp-monte-carlo:games=500+90+60+30:best=0.5:expectimax=3".parse().unwrap();
        let AgentKind::MdpMonteCarlo(options) = spec.kind else { panic!("{spec:?}") };
        assert_eq!((options.games, options.best_share), ([500, 90, 60, 30], 0.5));
        assert_eq!(options.expectimax, 3);
        let plies = |text: &str| text.parse::<AgentSpec>().unwrap().plies();
        let all = ["learned", "learned:plies=3", "learned:nodes=9", "greedy"].map(plies);
        assert_eq!(all, [Some(2), Some(3), None, None]);
    }

    #[test]
    fn errors_say_what_to_write() {
        assert!(error("best").contains("choose random, greedy"));
        assert!(
            error("greedy:depth=2").contains("no parameter 'depth'; its parameters: canonical")
        );
        assert!(error("learned:tolerance=2").contains("from 0 to 1"));
        assert!(error("minimax:depth=9").contains("write a number from 1 to 6"));
        assert!(error("minimax:weights=flat").contains("diagonal, wide-diagonal, snake"));
        assert!(error("minimax:pruned=yes").contains("write only its name"));
        assert!(error("monte-carlo:games=0").contains("from 1 to 1000000"));
        assert!(error("mdp-monte-carlo:games=5+5").contains("four numbers"));
        assert!(error("mdp-monte-carlo:best=0").contains("above 0"));
        assert!(error("mdp-monte-carlo:expectimax=16").contains("from 1 to 15"));
        assert!(error("features:acting=well").contains("model, exact"));
        assert!(error("features:gamma=1").contains("from 0 to 0.999"));
        assert!(error("learned:plies=7").contains("from 1 to 6"));
        assert!(error("learned:plies=2:nodes=5").contains("choose one of plies, nodes"));
        assert!(error("expectimax:four=2").contains("a probability"));
    }
}
