//! The agents that can play the games of the page.

use mdp2048_agents::{AgentChoice, AgentNeed, AgentSpec};

use crate::arena_game::ArenaGame;

/// The name of the agent that plays the exact solution.
pub const OPTIMAL: &str = "optimal";

/// The agents that can play a game, from simple to strong.
pub fn choices(game: &ArenaGame) -> impl Iterator<Item = &'static AgentChoice> {
    AgentSpec::choices().filter(|choice| choice.spec.parse().is_ok_and(|spec| plays(&spec, game)))
}

/// The name of an agent for people: its parameters if the page does not offer it.
pub fn agent_name(spec: &str) -> String {
    let offered = AgentSpec::choices().find(|choice| choice.spec == spec);
    offered.map_or(spec, |choice| choice.name).to_owned()
}

/// What an agent does, if the page offers it.
pub fn agent_idea(spec: &str) -> Option<&'static str> {
    AgentSpec::choices().find(|choice| choice.spec == spec).map(|choice| choice.idea)
}

/// The size of the network, as text.
pub const NETWORK_SIZE: &str = "2.9 MB";

/// Whether an agent needs the network, which is downloaded.
pub fn needs_network(spec: &str) -> bool {
    spec.parse::<AgentSpec>().is_ok_and(|spec| spec.needs() == AgentNeed::Network)
}

/// What the estimates of an agent are, as they are shown.
pub(crate) fn agent_unit(spec: &str) -> &'static str {
    match spec.parse::<AgentSpec>() {
        _ if spec == OPTIMAL => "probability of a win, exact",
        Ok(spec) => spec.unit(),
        Err(_) => "",
    }
}

/// Whether the estimates of an agent are evaluations of boards, which have no unit.
pub(crate) fn is_evaluation(spec: &str) -> bool {
    agent_unit(spec).contains("evaluation")
}

/// Whether an agent plays a game. That of the solution plays where there is one.
fn plays(spec: &AgentSpec, game: &ArenaGame) -> bool {
    let has_policy = game.is_solvable() || spec.needs() != AgentNeed::Policy;
    has_policy && spec.plays(game.game().shape())
}

/// Checks that an agent can play a game.
///
/// # Errors
/// The reason as a sentence that begins with a small letter.
pub(crate) fn check_agent(spec: &str, game: &ArenaGame) -> Result<(), String> {
    let agent = spec.parse::<AgentSpec>().map_err(|error| error.to_string())?;
    if plays(&agent, game) {
        Ok(())
    } else {
        Err(format!("the agent {spec} does not play {}", game.text()))
    }
}
