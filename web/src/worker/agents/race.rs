//! Whole games, one after the other.

use js_sys::Date;
use mdp2048_protocol::{AgentAnswer, PlayedGame};

use super::player::AgentPlayer;
use crate::serving::Asker;

/// How long an agent plays on before other messages are handled, in milliseconds.
const SLICE: f64 = 30.0;

/// Games that are played to their ends.
pub(crate) struct Race {
    asker: Asker<AgentAnswer>,
    /// The seed of the current game.
    seed: u32,
    /// The time of work after which no other game begins, in milliseconds.
    milliseconds: f64,
    keeps_moves: bool,
    worked: f64,
    games: Vec<PlayedGame>,
}

impl Race {
    /// Begins the game of a seed.
    pub(crate) fn begin(
        player: &mut AgentPlayer,
        seed: u32,
        milliseconds: f64,
        keeps_moves: bool,
        asker: Asker<AgentAnswer>,
    ) -> Self {
        player.start(seed.into(), keeps_moves);
        Self { asker, seed, milliseconds, keeps_moves, worked: 0.0, games: Vec::new() }
    }

    /// Plays on for a short time. Returns `None` after the last game.
    pub(crate) fn play_on(mut self, player: &mut AgentPlayer) -> Option<Self> {
        loop {
            let begin = Date::now();
            let is_over = player.play_on(SLICE);
            self.worked += Date::now() - begin;
            if !is_over {
                let (points, moves) = player.so_far();
                self.asker.send(&AgentAnswer::Playing(points, moves));
                return Some(self);
            }
            self.games.push(player.result());
            if self.worked >= self.milliseconds {
                self.asker.send(&AgentAnswer::Finished(self.games));
                return None;
            }
            self.seed = self.seed.wrapping_add(1);
            player.start(self.seed.into(), self.keeps_moves);
        }
    }
}
