//! The names of agents and their parameters.

mod building;
mod options;
mod parameters;
mod registry;

use std::fmt;
use std::str::FromStr;

use mdp2048_model::alternatives;
use mdp2048_rules::Shape;

pub use self::building::{AgentNeed, AgentResources, BuildError, Dependence};
use self::options::Options;
pub use self::parameters::SpecError;
use self::parameters::{Parameter, flag, read};
pub use self::registry::AgentChoice;
use self::registry::{AGENTS, AgentRow};
use crate::agent::Agent;
use crate::by_board::ByBoard;
use crate::canonical::Canonical;
use crate::simulator::Simulator;

/// An agent with its parameters, written as a name followed by parameters:
/// `expectimax:depth=3:weights=snake:pruned`. [`AgentSpec::help`] lists them.
///
/// Every agent has the parameter `canonical`: it is asked for the canonical image of a board, and
/// its action is mapped back. Agents that look at more than the board ([`AgentSpec::depends_on`])
/// have the parameter `by-board`: the points are those of the tiles, and random numbers come from
/// the board.
#[derive(Clone)]
pub struct AgentSpec {
    text: String,
    row: &'static AgentRow,
    options: Options,
    by_board: bool,
    canonical: bool,
}

impl AgentSpec {
    /// The version of what the agents choose: it is raised when one of them, by the same text,
    /// chooses another action on any board. Games and bounds of another version are not of the
    /// same agents.
    pub const VERSION: u32 = 2;

    /// The agents that pages offer, from simple to strong.
    pub fn choices() -> impl Iterator<Item = &'static AgentChoice> {
        AGENTS.iter().flat_map(|row| row.choices)
    }

    /// All agents, from simple to strong.
    pub fn all() -> impl Iterator<Item = AgentDescription> {
        AGENTS.iter().map(|&AgentRow { name, options, choices, needs, .. }| AgentDescription {
            name,
            idea: choices.first().map_or("", |choice| choice.idea),
            parameters: options().parameters(&mut false).iter().map(Parameter::help).collect(),
            needs,
        })
    }

    /// A list of all agents and their parameters, with units, ranges and defaults.
    pub fn help() -> String {
        let mut text = String::new();
        for AgentDescription { name, idea, parameters, .. } in Self::all() {
            text += &format!("  {name}: {idea}\n");
            for (name, what) in parameters {
                text += &format!("    {name}: {what}\n");
            }
        }
        text
    }

    /// What the agent needs besides its game.
    pub const fn needs(&self) -> AgentNeed {
        self.row.needs
    }

    /// Whether the agent plays on boards of a shape.
    pub fn plays(&self, shape: Shape) -> bool {
        !self.row.is_for_4x4 || shape == Shape::FOUR_BY_FOUR
    }

    /// What an action of the agent depends on besides the board.
    pub const fn depends_on(&self) -> Dependence {
        if self.by_board { Dependence::Nothing } else { self.options.depends_on() }
    }

    /// Whether two names are of the same agent with the same parameters.
    pub fn is_same_agent(&self, other: &Self) -> bool {
        let agent = |spec: &Self| (spec.options, spec.by_board, spec.canonical);
        agent(self) == agent(other)
    }

    /// Whether the agent treats the images of a board under the symmetries alike.
    pub const fn is_symmetric(&self) -> bool {
        self.row.is_symmetric || self.canonical
    }

    /// What the estimates of the agent are, as they are shown ([`Agent::shown`]): a phrase such as
    /// "expected points".
    pub const fn unit(&self) -> &'static str {
        self.options.unit()
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
        let shape = simulator.game().shape();
        if !self.plays(shape) {
            return Err(BuildError::Shape { agent: self.row.name, shape });
        }
        let agent = self.options.build(simulator.clone(), resources)?;
        let agent = if self.by_board { Box::new(ByBoard(agent)) } else { agent };
        // The policy of a solution is one of canonical boards.
        let is_mapped = self.canonical || self.row.needs == AgentNeed::Policy;
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
}

/// What is known of an agent before it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentDescription {
    /// The name.
    pub name: &'static str,
    /// What it does, as a sentence.
    pub idea: &'static str,
    /// The name of each parameter, and what it is: with its unit, range and default.
    pub parameters: Vec<(&'static str, String)>,
    /// What the agent needs besides its game.
    pub needs: AgentNeed,
}

impl fmt::Display for AgentSpec {
    /// Writes the text that was parsed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSpec({})", self.text)
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        let row = AGENTS.iter().find(|row| row.name == name).ok_or_else(|| {
            let known = alternatives(&AGENTS.each_ref().map(|row| row.name));
            SpecError::Name { name: name.to_owned(), known }
        })?;
        let (mut options, mut by_board, mut canonical) = ((row.options)(), false, false);
        let mut parameters = options.parameters(&mut by_board);
        // The help of all agents describes it once.
        parameters.push(Parameter::new("canonical", "", flag(&mut canonical)));
        read(row.name, &mut parameters, words)?;
        drop(parameters);
        // It would change nothing that others see.
        if by_board && options.depends_on() == Dependence::Nothing {
            return Err(SpecError::ByBoard(text.to_owned()));
        }
        Ok(Self { text: text.to_owned(), row, options, by_board, canonical })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Evaluation, SearchOptions, Weights};

    fn spec(text: &str) -> AgentSpec {
        text.parse().unwrap()
    }

    fn error(text: &str) -> String {
        text.parse::<AgentSpec>().unwrap_err().to_string()
    }

    #[test]
    fn agents_have_parameters() {
        let searching = spec(" expectimax:depth=3:weights=diagonal:pruned");
        assert_eq!(searching.to_string(), "expectimax:depth=3:weights=diagonal:pruned");
        let Options::Search(options) = searching.options else { panic!("{searching}") };
        let (weights, evaluation) = (Weights::Diagonal, Evaluation::Weighted);
        assert_eq!(
            options,
            SearchOptions { depth: 3, weights, pruned: Some(4), evaluation, ..options }
        );
        let sampling = spec("mdp-monte-carlo:games=500+90+60+30:best=0.5:gamma=0.8:immediate");
        let Options::MdpMonteCarlo(options) = sampling.options else { panic!("{sampling}") };
        assert_eq!((options.games, options.best_share), ([500, 90, 60, 30], 0.5));
        assert_eq!((options.immediate, options.gamma), (true, 0.8));
    }

    #[test]
    fn every_row_says_what_its_agent_is() {
        for row in &AGENTS {
            assert!(!(row.options)().unit().is_empty() && !row.choices.is_empty());
        }
        for choice in AgentSpec::choices() {
            assert_eq!(spec(choice.spec).to_string(), choice.spec);
        }
    }

    #[test]
    fn the_help_lists_the_parameters_that_an_agent_accepts() {
        let help = AgentSpec::help();
        let mut listed: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in help.lines() {
            let (name, text) = line.trim_start().split_once(": ").unwrap();
            assert!(!text.is_empty(), "{line}");
            match listed.last_mut().filter(|_| line.starts_with("    ")) {
                Some((_, parameters)) => parameters.push(name),
                None => listed.push((name, Vec::new())),
            }
        }
        for name in ["random", "greedy", "expectimax", "monte-carlo", "learned", "optimal"] {
            assert!(listed.iter().any(|(agent, _)| *agent == name), "{name}: {help}");
        }
        let all: Vec<&str> =
            listed.iter().flat_map(|(_, parameters)| parameters).copied().collect();
        assert!(all.contains(&"depth") && all.contains(&"plies"), "{help}");
        for (agent, own) in &listed {
            for parameter in &all {
                let spec = format!("{agent}:{parameter}");
                // Most of them need a value, which is another error.
                let is_known =
                    !matches!(spec.parse::<AgentSpec>(), Err(SpecError::Parameter { .. }));
                assert_eq!(is_known, own.contains(parameter), "{spec}");
            }
        }
    }

    #[test]
    fn agents_state_what_their_policies_depend_on() {
        let depends_on = |text: &str| spec(text).depends_on();
        for spec in ["random", "greedy", "minimax", "expectimax", "features", "learned", "optimal"]
        {
            assert_eq!(depends_on(spec), Dependence::Nothing, "{spec}");
            assert!(error(&format!("{spec}:by-board")).contains("by-board"));
        }
        for (spec, dependence) in [
            ("monte-carlo", Dependence::RandomGames),
            ("mdp-monte-carlo", Dependence::RandomGames),
            ("expectimax:evaluation=points", Dependence::Points),
            ("minimax:evaluation=points-weighted", Dependence::Points),
        ] {
            assert_eq!(depends_on(spec), dependence, "{spec}");
            assert_eq!(depends_on(&format!("{spec}:by-board")), Dependence::Nothing, "{spec}");
        }
        let same = |one: &str, other: &str| spec(one).is_same_agent(&spec(other));
        assert!(same("expectimax", "expectimax:depth=2") && !same("greedy", "greedy:canonical"));
        assert!(!same("monte-carlo", "monte-carlo:by-board"));
        assert!(same("minimax:pruned=4", "minimax:pruned") && !same("minimax:pruned", "minimax"));
    }

    #[test]
    fn errors_say_what_to_write() {
        for (text, message) in [
            ("best", "choose random, greedy"),
            ("greedy:depth=2", "no parameter 'depth'; its parameters: canonical"),
            ("learned:tolerance=2", "'2' is not a value of tolerance: use 0 to 1"),
            ("minimax:depth=9", "use 1 to 6"),
            ("minimax:weights=flat", "use diagonal, wide-diagonal or snake"),
            ("minimax:pruned=yes", "use 1 to 6, or only its name for 4"),
            ("minimax:by-board", "by-board is for agents that look at more"),
            ("expectimax:evaluation=edge", "smooth or edges"),
            ("features:reward=none", "use entering or leaving"),
            ("monte-carlo:by-board=yes", "use only its name"),
            ("mdp-monte-carlo:games=5+5", "use four numbers"),
            ("mdp-monte-carlo:best=0", "use above 0"),
            ("mdp-monte-carlo:gamma=0.5", "gamma has no effect without immediate: add immediate"),
            ("features:gamma=1", "use 0 to 0.999"),
            ("expectimax:four=2", "use 0 to 1"),
            ("greedy:canonical:canonical", "canonical is given more than once"),
        ] {
            assert!(error(text).contains(message), "{text}: {}", error(text));
        }
    }
}
