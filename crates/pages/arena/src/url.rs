//! Addresses of the page:
//! `#/arena?game=4x4_score&agents=expectimax:depth=2,learned:plies=2&seed=42&mode=race`.

use std::fmt;

use mdp2048_display::{LinkParameters, leads_to, shortened};
use mdp2048_model::{Seed, alternatives};

use crate::arena_game::ArenaGame;
use crate::choice::{OPTIMAL, check_agent};

/// The most agents side by side.
pub(crate) const MOST_AGENTS: usize = 4;

/// The seed of an address that has none.
const USUAL_SEED: u32 = 42;

/// What the agents do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArenaMode {
    /// They play one game side by side.
    Watch,
    /// Each plays game after game.
    Race,
}

/// What an address requests.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ArenaUrl {
    pub(crate) game: ArenaGame,
    /// From one to four agents, or [`OPTIMAL`].
    pub(crate) agents: Vec<String>,
    pub(crate) seed: Seed,
    pub(crate) mode: ArenaMode,
    /// The parameters that were ignored. Each completes the sentence "The link asks for".
    pub(crate) problems: Vec<String>,
}

/// Whether the fragment of a URL leads to this page.
pub fn is_arena_url(fragment: &str) -> bool {
    leads_to(fragment, "/arena")
}

/// The agents that a game begins with.
pub(crate) fn usual_agents(game: &ArenaGame) -> Vec<String> {
    let agents: &[&str] = if game.is_solvable() {
        &["greedy", "expectimax:depth=2", OPTIMAL]
    } else {
        &["expectimax:depth=2", "learned:plies=2"]
    };
    agents.iter().map(|&agent| agent.to_owned()).collect()
}

impl ArenaUrl {
    /// Reads the fragment of a URL. Parameters that cannot be used keep their defaults.
    pub(crate) fn parse(fragment: &str) -> Self {
        let mut link = LinkParameters::of_fragment(fragment);
        let names: Vec<_> = ArenaGame::all().map(|game| game.name()).collect();
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        let game = link.read("game", &alternatives(&names), ArenaGame::named);
        let game = game.unwrap_or_else(ArenaGame::without_target);
        let agents = link.take("agents").map(|text| read_agents(text, &game, &mut link));
        let modes = [("watch", ArenaMode::Watch), ("race", ArenaMode::Race)];
        Self {
            game,
            agents: agents.filter(|it| !it.is_empty()).unwrap_or_else(|| usual_agents(&game)),
            seed: link.seed().unwrap_or(USUAL_SEED.into()),
            mode: link.choose("mode", &modes).unwrap_or(ArenaMode::Watch),
            problems: link.finish(),
        }
    }
}

/// Reads a list of agents, of which those that cannot play are left out.
fn read_agents(text: &str, game: &ArenaGame, link: &mut LinkParameters<'_>) -> Vec<String> {
    let mut agents = Vec::new();
    for agent in text.split(',').filter(|agent| !agent.is_empty()) {
        match check_agent(agent, game) {
            Ok(()) => agents.push(agent.to_owned()),
            Err(reason) => {
                link.add_problem(format!("the agent '{}', but {reason}", shortened(agent)));
            }
        }
    }
    if agents.len() > MOST_AGENTS {
        agents.truncate(MOST_AGENTS);
        link.add_problem(format!("more than {MOST_AGENTS} agents: it shows the first"));
    }
    agents
}

impl fmt::Display for ArenaUrl {
    /// Writes the fragment.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, agents, seed, mode, .. } = self;
        write!(f, "#/arena?game={}&agents={}&seed={seed}", game.name(), agents.join(","))?;
        if *mode == ArenaMode::Race { f.write_str("&mode=race") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_survive_reading_and_writing() {
        for address in [
            "#/arena?game=4x4_score&agents=expectimax:depth=2,learned:plies=2&seed=42",
            "#/arena?game=3x3_to_256&agents=greedy,optimal&seed=7&mode=race",
            "#/arena?game=4x4_score&agents=mdp-monte-carlo:games=12+8+4+2&seed=0",
        ] {
            let url = ArenaUrl::parse(address);
            assert_eq!((url.to_string().as_str(), url.problems.len()), (address, 0));
        }
        assert!(is_arena_url("#/arena?seed=1") && !is_arena_url("#/bag"));
    }

    #[test]
    fn what_cannot_be_used_is_named() {
        let url = ArenaUrl::parse(
            "#/arena?game=3x3_to_128&agents=best,learned,greedy&seed=-1&mode=x&a=b",
        );
        assert_eq!(url.to_string(), "#/arena?game=3x3_to_128&agents=greedy&seed=42");
        let texts =
            ["'seed", "seed '-1'", "mode 'x'", "'a=b'", "there is no agent", "does not play"];
        for text in &texts[1..] {
            assert!(url.problems.iter().any(|problem| problem.contains(text)), "{text}");
        }
        assert_eq!(url.problems.len(), texts.len() - 1);
        let many = ArenaUrl::parse("#/arena?agents=random,random,random,random,greedy");
        assert_eq!((many.agents.len(), many.problems.len()), (4, 1));
        let none = ArenaUrl::parse("#/arena?game=2x2&agents=optimal");
        assert_eq!(none.agents, usual_agents(&ArenaGame::without_target()));
    }

    #[test]
    fn every_offered_agent_plays() {
        for game in ArenaGame::all() {
            for choice in crate::choice::choices(&game) {
                assert_eq!(check_agent(choice.spec, &game), Ok(()), "{}", choice.spec);
            }
        }
    }
}
