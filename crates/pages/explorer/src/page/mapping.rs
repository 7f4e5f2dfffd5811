//! The computation of where a solved game is hard.

use mdp2048_model::{Game, LayerDifficulty, Values as _};

use super::request::{Effects, ask};
use super::{Exploration, ExploreTask};
use crate::difficulty::DifficultyMap;

/// A map that is being computed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mapping {
    pub(super) game: Game,
    /// The worker with the solution of the game.
    worker: u32,
    number: u32,
    /// The part of the states that is done.
    done: f64,
}

impl Exploration {
    /// The part of the map of the game that is done, while it is being computed.
    pub fn mapped_part(&self) -> Option<f64> {
        self.mapping.as_ref().filter(|it| it.game == *self.game()).map(|it| it.done)
    }

    pub(super) fn map(&mut self, effects: &mut Effects) {
        self.shown.note = None;
        let Some(worker) = self.solution().map(|it| it.worker) else { return };
        // That of another game ends.
        self.stop_map(effects);
        let (game, number) = (*self.game(), self.next_number());
        self.mapping = Some(Mapping { game, worker, number, done: 0.0 });
        effects.push(ask(worker, ExploreTask::Map(number)));
    }

    pub(super) fn stop_map(&mut self, effects: &mut Effects) {
        let stopped = self.mapping.take();
        effects.extend(stopped.map(|it| ask(it.worker, ExploreTask::StopMap)));
    }

    pub(super) fn take_map_progress(&mut self, number: u32, done: f64) {
        if let Some(mapping) = self.mapping.as_mut().filter(|it| it.number == number) {
            mapping.done = done;
        }
    }

    /// Takes a map, unless its computation was stopped or another one has taken its place.
    pub(super) fn take_map(&mut self, number: u32, layers: Result<Vec<LayerDifficulty>, String>) {
        let Some(mapping) = self.mapping.take_if(|it| it.number == number) else { return };
        let held = self.solved.iter().find(|it| it.worker == mapping.worker);
        match (layers, held) {
            (Ok(layers), Some(held)) => {
                let map = DifficultyMap::new(*held.known.valued_game(), layers);
                self.maps.retain(|it| it.game() != map.game());
                self.maps.push(map);
            }
            (Err(reason), _) => {
                self.shown.note = Some(format!("The map could not be computed: {reason}."));
            }
            _ => {}
        }
    }

    pub(super) fn choose_layer(&mut self, layer: usize) {
        let game = *self.game();
        if let Some(map) = self.maps.iter_mut().find(|map| *map.game() == game) {
            map.choose(layer);
        }
    }
}
