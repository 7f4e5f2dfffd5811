//! The agents that the page offers.

use mdp2048_agents::AgentSpec;

use crate::arena_game::ArenaGame;

/// The name of the agent that plays the exact solution.
pub const OPTIMAL: &str = "optimal";

/// An agent and what it does.
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

/// All agents, from simple to strong.
const CHOICES: [AgentChoice; 14] = [
    choice("random", "Random", "Chooses each allowed move with the same probability."),
    choice("greedy", "Greedy", "Takes the move of the most points now."),
    choice(
        "minimax:depth=2",
        "Minimax, 2 moves",
        "Looks 2 moves ahead, and assumes the worst tiles.",
    ),
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
    choice(
        "mdp-monte-carlo:games=12+8+4+2",
        "Monte Carlo by successor",
        "Plays random games from every board that a move can lead to.",
    ),
    choice("features", "Values of features", "Learns the values of 34,560 classes of boards."),
    choice("learned:plies=1", "Learned, 1 move", "Asks a trained network for the points to come."),
    choice("learned:plies=2", "Learned, 2 moves", "The network, after every next tile."),
    choice("learned:plies=3", "Learned, 3 moves", "The network, after every next two tiles."),
    choice(OPTIMAL, "Optimal", "Plays the exact solution, which nothing can beat."),
];

/// The agents that can play a game.
pub fn choices(game: &ArenaGame) -> impl Iterator<Item = &'static AgentChoice> {
    let is_solvable = game.is_solvable();
    CHOICES.iter().filter(move |choice| plays(choice.spec, is_solvable))
}

/// The name of an agent for people: its parameters if the page does not offer it.
pub fn agent_name(spec: &str) -> String {
    let offered = CHOICES.iter().find(|choice| choice.spec == spec);
    offered.map_or(spec, |choice| choice.name).to_owned()
}

/// What an agent does, if the page offers it.
pub fn agent_idea(spec: &str) -> Option<&'static str> {
    CHOICES.iter().find(|choice| choice.spec == spec).map(|choice| choice.idea)
}

/// What the estimates of an agent are.
pub(crate) fn agent_unit(spec: &str) -> &'static str {
    match spec.parse::<AgentSpec>() {
        _ if spec == OPTIMAL => "probability of a win, exact",
        Ok(spec) => spec.unit(),
        Err(_) => "",
    }
}

/// Whether an agent plays on the solved boards, or on the others.
fn plays(spec: &str, is_solvable: bool) -> bool {
    match spec.split(':').next() {
        Some(OPTIMAL) => is_solvable,
        Some("features" | "learned") => !is_solvable,
        _ => true,
    }
}

/// Checks that an agent can play a game.
///
/// # Errors
/// The reason as a sentence that begins with a small letter.
pub(crate) fn check_agent(spec: &str, game: &ArenaGame) -> Result<(), String> {
    if spec != OPTIMAL {
        spec.parse::<AgentSpec>().map_err(|error| error.to_string())?;
    }
    if plays(spec, game.is_solvable()) {
        Ok(())
    } else {
        Err(format!("the agent {spec} does not play {}", game.text()))
    }
}
