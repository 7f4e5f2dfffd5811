//! The names of agents and their parameters.

mod known;
mod parameters;
mod registry;

use std::fmt;
use std::str::FromStr;

use mdp2048_rules::{Board, Shape};

use self::known::{BY_BOARD, CANONICAL};
pub use self::parameters::SpecError;
use self::parameters::{AnyParameter, Values, names};
use self::registry::{AGENTS, AgentRow};
pub use self::registry::{AgentChoice, AgentNeed, AgentResources, BuildError, Dependence};
use crate::agent::Agent;
use crate::by_board::ByBoard;
use crate::canonical::Canonical;
use crate::learned::calibrated_points;
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
    values: Values,
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

    /// A list of all agents and their parameters, with units, ranges and defaults.
    pub fn help() -> String {
        let mut text = String::new();
        for AgentRow { name, parameters, choices, .. } in &AGENTS {
            let idea = choices.first().map_or("", |choice| choice.idea);
            text += &format!("  {name}: {idea}\n");
            for parameter in parameters.iter().filter(|it| it.name() != BY_BOARD.name) {
                text += &format!("    {}: {}\n", parameter.name(), parameter.help());
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

    /// The plies of the agent `learned`, whose estimates are the points that it expects from a
    /// position on; `None` for other agents, and for one with a tolerance.
    pub fn plies(&self) -> Option<u32> {
        registry::plies(self.row, &self.values)
    }

    /// The points that follow on average where the agent estimates so many of an action on a board,
    /// for display: their ratio was measured in games of the agent (docs/arena.md). `None` for an
    /// agent of which none was measured.
    pub fn calibrated(&self, board: Board, estimate: f64) -> Option<f64> {
        Some(calibrated_points(estimate, board.tile_sum(), self.plies()?))
    }

    /// What an action of the agent depends on besides the board.
    pub fn depends_on(&self) -> Dependence {
        match self.values.get(&BY_BOARD) {
            true => Dependence::Nothing,
            false => (self.row.depends_on)(&self.values),
        }
    }

    /// Whether two names are of the same agent with the same parameters.
    pub fn is_same_agent(&self, other: &Self) -> bool {
        let is_same = |parameter: &dyn AnyParameter| {
            let [one, other] = [self, other].map(|it| it.values.text(parameter.name()));
            parameter.is_same(one, other)
        };
        self.row.name == other.row.name && parameters(self.row).all(is_same)
    }

    /// Whether the agent treats the images of a board under the symmetries alike.
    pub fn is_symmetric(&self) -> bool {
        self.row.is_symmetric || self.values.get(&CANONICAL)
    }

    /// What the estimates of the agent are, as a phrase such as "expected points".
    pub fn unit(&self) -> &'static str {
        (self.row.unit)(&self.values)
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
        let agent = (self.row.build)(&self.values, simulator.clone(), resources)?;
        let agent = if self.values.get(&BY_BOARD) { Box::new(ByBoard(agent)) } else { agent };
        // The policy of a solution is one of canonical boards.
        let is_mapped = self.values.get(&CANONICAL) || self.row.needs == AgentNeed::Policy;
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

/// The parameters that an agent accepts. `by-board` is among them, so that its message says why it
/// is refused.
fn parameters(row: &AgentRow) -> impl Iterator<Item = &'static dyn AnyParameter> {
    let common: [&'static dyn AnyParameter; 2] = [&BY_BOARD, &CANONICAL];
    row.parameters.iter().copied().chain(common)
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
            let [known @ .., last] = AGENTS.each_ref().map(|row| row.name);
            let known = format!("{} or {last}", known.join(", "));
            SpecError::Name { name: name.to_owned(), known }
        })?;
        let agent = row.name;
        let values = Values::read(words, |name| {
            parameters(row).find(|it| it.name() == name).ok_or_else(|| {
                let known: Vec<_> =
                    row.parameters.iter().copied().chain([&CANONICAL as _]).collect();
                let (parameter, known) = (name.to_owned(), names(&known));
                SpecError::Parameter { agent, parameter, known }
            })
        })?;
        // It would change nothing that others see.
        if values.get(&BY_BOARD) && (row.depends_on)(&values) == Dependence::Nothing {
            return Err(SpecError::ByBoard(text.to_owned()));
        }
        Ok(Self { text: text.to_owned(), row, values })
    }
}

#[cfg(test)]
mod tests {
    use super::known::EXPECTIMAX_EVALUATION;
    use super::*;
    use crate::search::{Evaluation, Opponent, Weights};

    fn error(text: &str) -> String {
        text.parse::<AgentSpec>().unwrap_err().to_string()
    }

    #[test]
    fn agents_have_parameters() {
        let spec: AgentSpec = " expectimax:depth=3:weights=diagonal:pruned".parse().unwrap();
        assert_eq!(spec.to_string(), "expectimax:depth=3:weights=diagonal:pruned");
        let options = registry::search(&spec.values, Opponent::Random, &EXPECTIMAX_EVALUATION);
        assert_eq!((options.depth, options.weights), (3, Weights::Diagonal));
        assert!(options.pruned == Some(4) && options.evaluation == Evaluation::Weighted);
        let spec: AgentSpec =
            "mdp-monte-carlo:games=500+90+60+30:best=0.5:expectimax=3".parse().unwrap();
        let options = registry::successors(&spec.values);
        assert_eq!((options.games, options.best_share), ([500, 90, 60, 30], 0.5));
        assert_eq!(options.expectimax, 3);
        let plies = |text: &str| text.parse::<AgentSpec>().unwrap().plies();
        let all = ["learned", "learned:plies=3", "learned:tolerance=0.1", "greedy"].map(plies);
        assert_eq!(all, [Some(2), Some(3), None, None]);
        let board = "2 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0".parse().unwrap();
        let calibrated = |text: &str| text.parse::<AgentSpec>().unwrap().calibrated(board, 100.0);
        assert_eq!(["greedy", "learned:tolerance=0.1"].map(calibrated), [None, None]);
        assert!(calibrated("learned:plies=1") > Some(125.0));
        assert!(calibrated("learned:plies=2") > calibrated("learned:plies=1"));
    }

    #[test]
    fn every_row_says_what_its_agent_is() {
        for row in &AGENTS {
            assert!(!(row.unit)(&Values::default()).is_empty() && !row.choices.is_empty());
            for parameter in parameters(row) {
                assert!(parameter.is_same(None, None));
            }
        }
        for choice in AgentSpec::choices() {
            assert_eq!(choice.spec.parse::<AgentSpec>().unwrap().to_string(), choice.spec);
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
        let depends_on = |text: &str| text.parse::<AgentSpec>().unwrap().depends_on();
        for spec in ["random", "greedy", "minimax", "expectimax", "features", "learned", "optimal"]
        {
            assert_eq!(depends_on(spec), Dependence::Nothing, "{spec}");
            assert!(error(&format!("{spec}:by-board")).contains("by-board is for agents"));
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
        let same = |one: &str, other: &str| {
            let [one, other]: [AgentSpec; 2] = [one, other].map(|text| text.parse().unwrap());
            one.is_same_agent(&other)
        };
        assert!(same("expectimax", "expectimax:depth=2") && !same("greedy", "greedy:canonical"));
        assert!(!same("monte-carlo", "monte-carlo:by-board"));
        assert!(same("minimax:pruned=4", "minimax:pruned") && !same("minimax:pruned", "minimax"));
    }

    #[test]
    fn errors_say_what_to_write() {
        for (text, message) in [
            ("best", "choose random, greedy"),
            ("greedy:depth=2", "no parameter 'depth'; its parameters: canonical"),
            ("learned:tolerance=2", "from 0 to 1"),
            ("minimax:depth=9", "write a number from 1 to 6"),
            ("minimax:weights=flat", "diagonal, wide-diagonal, snake"),
            ("minimax:pruned=yes", "from 1 to 6, or only its name for 4"),
            ("expectimax:evaluation=edge", "smooth, edges"),
            ("features:reward=none", "entering, leaving"),
            ("monte-carlo:by-board=yes", "write only its name"),
            ("mdp-monte-carlo:games=5+5", "four numbers"),
            ("mdp-monte-carlo:best=0", "above 0"),
            ("features:gamma=1", "from 0 to 0.999"),
            ("expectimax:four=2", "a probability"),
            ("greedy:canonical:canonical", "canonical is given more than once"),
        ] {
            assert!(error(text).contains(message), "{text}: {}", error(text));
        }
    }
}
