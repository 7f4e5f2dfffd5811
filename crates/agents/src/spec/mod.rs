//! The names of agents and their parameters.

mod parameters;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use mdp2048_model::Game;
use mdp2048_rules::Shape;
use thiserror::Error;

pub use self::parameters::SpecError;
use self::parameters::{flag, take};
use crate::agent::Agent;
use crate::by_board::ByBoard;
use crate::canonical::Canonical;
use crate::features::{FeatureIteration, FeatureOptions};
use crate::learned::{Budget, Clock, Learned, Network};
use crate::monte_carlo::{MdpMonteCarlo, MdpMonteCarloOptions, MonteCarlo};
use crate::optimal::{Optimal, SolvedPolicy};
use crate::search::{Evaluation, Opponent, SearchOptions, TreeSearch};
use crate::simple::{Greedy, Random};
use crate::simulator::Simulator;

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
/// its action is mapped back. Agents that look at more than the board and the time
/// ([`AgentSpec::depends_on`]) have the parameter `by-board`: the points are those of the tiles,
/// random numbers come from the board, and nothing is kept from the boards before.
///
/// Evaluations are `points` (the default of `minimax`), `weighted` (that of `expectimax`) and
/// `points-weighted`; weights are `diagonal`, `wide-diagonal` and `snake`.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    text: String,
    kind: AgentKind,
    by_board: bool,
    canonical: bool,
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
    /// What the agent has found on the boards before.
    EarlierSearches,
    /// The time that passes.
    Time,
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
    /// There is no clock.
    #[error("there is no clock for milliseconds: choose plies or nodes")]
    NoClock,
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
            Self::EarlierSearches => {
                "it depends on the searches before; add :by-board, which keeps nothing of them, or \
                 choose plies"
            }
            Self::Time => "it depends on the time; choose plies or nodes",
        }
    }
}

impl AgentSpec {
    /// The version of what the agents choose: it is raised when one of them, by the same text,
    /// chooses another action on any board. Games and bounds of another version are not of the
    /// same agents.
    pub const VERSION: u32 = 1;

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

    /// What an action of the agent depends on besides the board.
    pub const fn depends_on(&self) -> Dependence {
        match self.kind.depends_on() {
            Dependence::Time => Dependence::Time,
            _ if self.by_board => Dependence::Nothing,
            other => other,
        }
    }

    /// Whether two names are of the same agent with the same parameters.
    pub fn is_same_agent(&self, other: &Self) -> bool {
        let parameters = |spec: &Self| (spec.by_board, spec.canonical);
        self.kind == other.kind && parameters(self) == parameters(other)
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
        let agent = if self.by_board { Box::new(ByBoard(agent)) } else { agent };
        // Random moves need no image. The policy of a solution is one of canonical boards.
        let is_mapped = self.canonical || matches!(self.kind, AgentKind::Optimal);
        Ok(if is_mapped { Box::new(Canonical(agent)) } else { agent })
    }

    /// The agent for a game, for computations that ask for its policy on boards.
    ///
    /// # Errors
    /// [`BuildError`] as [`AgentSpec::build`], and if the policy is no function of the board.
    pub fn build_policy(
        &self,
        simulator: &Simulator,
        resources: &AgentResources,
    ) -> Result<Box<dyn Agent>, BuildError> {
        match self.depends_on() {
            Dependence::Nothing => self.build(simulator, resources),
            dependence => Err(BuildError::NoBoardPolicy { agent: self.text.clone(), dependence }),
        }
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

impl AgentKind {
    /// What an action depends on besides the board, without `by-board`.
    const fn depends_on(&self) -> Dependence {
        match self {
            Self::Random | Self::Greedy | Self::Features(_) | Self::Optimal => Dependence::Nothing,
            Self::Search(options) => match (options.evaluation, options.opponent) {
                // A minimax search adds the points to whole numbers, which changes no order. In
                // expectations their rounding may.
                (Evaluation::Weighted, _) | (Evaluation::Points, Opponent::Worst) => {
                    Dependence::Nothing
                }
                (Evaluation::Points, Opponent::Random)
                | (Evaluation::PointsTimesWeighted, Opponent::Worst | Opponent::Random) => {
                    Dependence::Points
                }
            },
            Self::MonteCarlo(_) | Self::MdpMonteCarlo(_) => Dependence::RandomGames,
            Self::Learned(budget, _) => match budget {
                Budget::Plies(_) => Dependence::Nothing,
                Budget::Nodes(_) => Dependence::EarlierSearches,
                Budget::Milliseconds(_) => Dependence::Time,
            },
        }
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
        let mut list: Vec<(&str, &str)> =
            words.map(|word| word.split_once('=').unwrap_or((word, ""))).collect();
        let canonical = take(&mut list, "canonical", flag)?.is_some();
        let by_board = take(&mut list, "by-board", flag)?.is_some();
        let (kind, known) = match name {
            "optimal" => (AgentKind::Optimal, "canonical"),
            "random" => (AgentKind::Random, "canonical"),
            "greedy" => (AgentKind::Greedy, "canonical"),
            "minimax" => (
                AgentKind::Search(parameters::search(Opponent::Worst, &mut list)?),
                parameters::SEARCH,
            ),
            "expectimax" => (
                AgentKind::Search(parameters::search(Opponent::Random, &mut list)?),
                parameters::SEARCH,
            ),
            "monte-carlo" => {
                let games = take(&mut list, "games", parameters::games)?.unwrap_or(100);
                (AgentKind::MonteCarlo(games), "games, by-board, canonical")
            }
            "mdp-monte-carlo" => {
                (AgentKind::MdpMonteCarlo(parameters::mdp(&mut list)?), parameters::MDP)
            }
            "features" => {
                let known = "games, gamma, acting, canonical";
                (AgentKind::Features(parameters::features(&mut list)?), known)
            }
            "learned" => {
                let known = "plies, nodes, milliseconds, tolerance, by-board, canonical";
                let budget = parameters::budget(&mut list)?;
                let tolerance = take(&mut list, "tolerance", parameters::tolerance)?;
                (AgentKind::Learned(budget, tolerance), known)
            }
            _ => return Err(SpecError::Name(name.to_owned())),
        };
        // It would change nothing that others see, or not make the policy one of the board.
        if by_board && matches!(kind.depends_on(), Dependence::Nothing | Dependence::Time) {
            return Err(SpecError::ByBoard(text.to_owned()));
        }
        match list.first() {
            Some((parameter, _)) => Err(SpecError::Parameter {
                agent: name.to_owned(),
                parameter: (*parameter).to_owned(),
                known,
            }),
            None => Ok(Self { text: text.to_owned(), kind, by_board, canonical }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Evaluation, Weights};

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
    fn agents_state_what_their_policies_depend_on() {
        let depends_on = |text: &str| text.parse::<AgentSpec>().unwrap().depends_on();
        for spec in ["random", "greedy", "minimax", "expectimax", "features", "learned", "optimal"]
        {
            assert_eq!(depends_on(spec), Dependence::Nothing, "{spec}");
            assert!(error(&format!("{spec}:by-board")).contains("by-board is for agents"));
        }
        assert!(error("learned:milliseconds=1:by-board").contains("by-board is for agents"));
        assert_eq!(depends_on("learned:milliseconds=1"), Dependence::Time);
        for (spec, dependence) in [
            ("monte-carlo", Dependence::RandomGames),
            ("mdp-monte-carlo", Dependence::RandomGames),
            ("learned:nodes=9", Dependence::EarlierSearches),
            ("expectimax:evaluation=points", Dependence::Points),
            ("minimax:evaluation=points-weighted", Dependence::Points),
        ] {
            assert_eq!(depends_on(spec), dependence, "{spec}");
            assert_eq!(depends_on(&format!("{spec}:by-board")), Dependence::Nothing, "{spec}");
        }
        let same = |one: &str, other: &str| {
            let [one, other]: [AgentSpec; 2] = [one, other].map(|text| text.parse().unwrap());
            one.is_same_agent(&other)
        };
        assert!(same("expectimax", "expectimax:depth=2") && !same("greedy", "greedy:canonical"));
        assert!(!same("monte-carlo", "monte-carlo:by-board"));
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
        assert!(error("expectimax:depth=2:depth=3").contains("depth is given more than once"));
        assert!(error("greedy:canonical:canonical").contains("canonical is given more than once"));
    }
}
