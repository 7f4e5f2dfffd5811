//! The worker in which an agent plays games.

use std::sync::Arc;

use mdp2048_agents::Network;
use mdp2048_arena::needs_network;
use mdp2048_model::Game;
use mdp2048_protocol::{AgentAnswer, AgentRequest, AgentService};
use wasm_bindgen_futures::spawn_local;

use super::exact::AgentGames;
use super::network::{download, network_url};
use super::player::AgentPlayer;
use super::race::Race;
use crate::serving::{Asker, Server, Shared};

/// Why a request has no answer.
const NOT_OPENED: &str = "its agent is not there";

/// The worker, which has at most one agent.
pub(crate) struct AgentServer {
    /// The URL of the network.
    file: String,
    /// The game and the name of the agent.
    opened: Option<(Game, String)>,
    player: Option<AgentPlayer>,
    games: Option<AgentGames>,
    race: Option<Race>,
    /// Whether the race waits.
    is_held: bool,
}

impl AgentServer {
    /// A worker without an agent, whose bindings are at a URL.
    pub(crate) fn new(script: &str) -> Self {
        let file = network_url(script);
        Self { file, opened: None, player: None, games: None, race: None, is_held: false }
    }

    /// Makes an agent.
    fn open(
        &mut self,
        game: Game,
        agent: String,
        network: Option<Arc<Network>>,
    ) -> Result<AgentAnswer, String> {
        self.player = Some(AgentPlayer::new(game, &agent, network)?);
        (self.opened, self.games, self.race) = (Some((game, agent)), None, None);
        Ok(AgentAnswer::Opened)
    }

    /// The answer to a request; `None` for one that is answered later, or not at all.
    fn answer(
        &mut self,
        request: AgentRequest,
        asker: &Asker<AgentAnswer>,
    ) -> Result<Option<AgentAnswer>, String> {
        let player = self.player.as_mut().ok_or(NOT_OPENED);
        Ok(match request {
            AgentRequest::Begin { seed } => {
                let player = player?;
                player.start(seed, false);
                Some(AgentAnswer::Played(player.play(0, 0.0)))
            }
            AgentRequest::Play { most, milliseconds } => {
                Some(AgentAnswer::Played(player?.play(most, milliseconds)))
            }
            AgentRequest::Race { seed, milliseconds, keeps_moves } => {
                let seed = seed.get();
                let race = Race::begin(player?, seed, milliseconds, keeps_moves, asker.clone());
                (self.race, self.is_held) = (Some(race), false);
                None
            }
            AgentRequest::Follow { milliseconds } => {
                let (game, agent) = self.opened.as_ref().ok_or(NOT_OPENED)?;
                let games = match &mut self.games {
                    Some(games) => games,
                    none => none.insert(AgentGames::new(*game, agent)?),
                };
                Some(AgentAnswer::Followed(games.follow(milliseconds)))
            }
            AgentRequest::Hold(is_held) => {
                self.is_held = is_held;
                None
            }
            AgentRequest::Stop => {
                self.race = None;
                None
            }
            AgentRequest::Open { game, agent } => Some(self.open(game, agent, None)?),
        })
    }
}

impl Server for AgentServer {
    type Service = AgentService;

    fn handle(server: &Shared<Self>, request: AgentRequest, asker: Asker<AgentAnswer>) {
        match request {
            AgentRequest::Open { game, agent } if needs_network(&agent) => {
                let (server, file) = (Shared::clone(server), server.borrow().file.clone());
                spawn_local(async move {
                    let progress =
                        |received, all| asker.send(&AgentAnswer::Downloaded(received, all));
                    let network = download(&file, progress).await;
                    let opened = network
                        .and_then(|network| server.borrow_mut().open(game, agent, Some(network)));
                    asker.send(&opened.unwrap_or_else(AgentAnswer::Failed));
                });
            }
            request => {
                let answer = server.borrow_mut().answer(request, &asker);
                if let Some(answer) = answer.unwrap_or_else(|it| Some(AgentAnswer::Failed(it))) {
                    asker.send(&answer);
                }
            }
        }
    }

    fn work(&mut self) -> bool {
        if self.is_held {
            return false;
        }
        if let (Some(race), Some(player)) = (self.race.take(), &mut self.player) {
            self.race = race.play_on(player);
        }
        self.race.is_some()
    }
}
