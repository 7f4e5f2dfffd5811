//! Games under the optimal policy, all at once: from the start states up the layers.

use std::ops::ControlFlow;

use mdp2048_rules::{Board, Exponent, TileSum};

use super::state_view::{Here, Taken};
use crate::Solution;
use crate::lanes::Plain;
use crate::progress::{Phase, Progress, SolveError};

/// The games that come to a state: their probability, and what is to be told apart of them.
pub(crate) trait Mass: Clone + Default {
    /// The games that start from a board with this probability.
    fn start(board: Board, probability: f64) -> Self;

    /// Whether there are none.
    fn is_none(&self) -> bool;

    /// The part of them that comes to one of so many empty cells, times a factor.
    fn part(&self, factor: f64, cells: u32) -> Self;

    /// Adds the part that gets a random tile, a two or a [`FOUR`], of this probability.
    fn add(&mut self, part: &Self, tile: usize, chance: f64);
}

/// The probability and nothing else.
impl Mass for f64 {
    fn start(_: Board, probability: f64) -> Self {
        probability
    }

    fn is_none(&self) -> bool {
        *self == 0.0
    }

    fn part(&self, factor: f64, cells: u32) -> Self {
        self * factor / Self::from(cells)
    }

    fn add(&mut self, part: &Self, _: usize, chance: f64) {
        *self += part * chance;
    }
}

/// Who goes along with the games.
pub(crate) trait Traveller<M> {
    /// Told every state of the layers that games come to, and the games; whether they go on.
    fn meets(&mut self, here: &Here<'_>, games: &mut M) -> bool;

    /// Told what the policy does, if games come there at all; by what factor they count from there
    /// on, 0 if not at all.
    fn takes(&mut self, _taken: &Taken, _games: &M) -> f64 {
        1.0
    }

    /// Told which share (above 0) of the games end after an action: all if it makes the target,
    /// else those in which the random tile leaves no action.
    fn ends(&mut self, _taken: &Taken, _games: &M, _share: f64) {}

    /// Told after each layer how far the pass has come; breaking stops it.
    fn watches(&mut self, _progress: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a four is called in [`Mass::add`].
pub(crate) const FOUR: usize = 1;

impl Solution {
    /// Sends the games from the start states up the layers under the optimal policy.
    ///
    /// Each layer is complete before it is left, so a traveller meets a state once and with all the
    /// games that come to it.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the traveller breaks.
    pub(crate) fn flow<M: Mass>(
        &self,
        traveller: &mut impl Traveller<M>,
    ) -> Result<(), SolveError> {
        let patterns = &self.patterns;
        let vectors = self.vectors();
        // The games that come to each state, by layer; a layer's are dropped once it is done.
        let mut flows: Vec<Vec<M>> = vec![Vec::new(); self.layers.len()];
        for start in self.game.starts() {
            let board = start.state.board();
            let at = self.layer_at(board.tile_sum().get() as usize / 2);
            let rank = at.and_then(|at| {
                let layer = &self.layers[at];
                layer.states.rank(layer.index.number(patterns, patterns.code(board)?))
            });
            if let (Some(at), Some(rank)) = (at, rank) {
                self.flow_of(&mut flows, at)[rank] = M::start(board, start.probability);
            }
        }
        let mut states = 0;
        for (at, layer) in self.layers.iter().enumerate() {
            states += layer.states.len();
            let progress = Progress {
                phase: Phase::Following,
                layer: TileSum::new(2 * layer.index.half_sum() as u32),
                layers: at + 1,
                layers_in_all: Some(self.layers.len()),
                states,
                states_in_all: Some(self.states),
                bytes_in_all: None,
            };
            if flows[at].is_empty() {
                continue;
            }
            let flow = std::mem::take(&mut flows[at]);
            let half_sum = layer.index.half_sum();
            let above_at = [1, 2].map(|up| self.layer_at(half_sum + up));
            let above = above_at.map(|at| at.map(|at| &self.layers[at]));
            let mut next_flows = above_at.map(|at| {
                at.map(|at| std::mem::take(self.flow_of(&mut flows, at))).unwrap_or_default()
            });
            let members = layer.index.members(patterns, layer.states.words(), 0);
            for (((_, parts), value), mut games) in members.zip(layer.values.iter()).zip(flow) {
                let (solution, vectors) = (self, &vectors);
                let lines = vectors.lines(parts);
                let here = Here { solution, vectors, above, lines, value };
                if !traveller.meets(&here, &mut games) || games.is_none() {
                    continue;
                }
                let Some(taken) = here.taken() else { continue };
                let factor = traveller.takes(&taken, &games);
                let Some(after) = &taken.after else {
                    traveller.ends(&taken, &games, 1.0);
                    continue;
                };
                if factor == 0.0 {
                    continue;
                }
                let cells = after.empty.count_ones();
                let part = games.part(factor, cells);
                let mut lost = 0.0;
                for cell in after.empty_cells() {
                    let codes = vectors.spawn(Plain, after, cell);
                    for (tile, layer) in above.into_iter().enumerate() {
                        let rank = layer.and_then(|layer| {
                            layer.states.rank(layer.index.number(patterns, codes[tile]))
                        });
                        let chance = vectors.chances[tile];
                        match rank {
                            Some(rank) => next_flows[tile][rank].add(&part, tile, chance),
                            None => lost += chance,
                        }
                    }
                }
                if lost > 0.0 {
                    traveller.ends(&taken, &games, lost / f64::from(cells));
                }
            }
            for (at, next) in above_at.into_iter().zip(next_flows) {
                if let Some(at) = at {
                    flows[at] = next;
                }
            }
            if traveller.watches(progress) == ControlFlow::Break(()) {
                return Err(SolveError::Interrupted);
            }
        }
        Ok(())
    }

    /// The games that come to the states of a layer, made when first asked for.
    fn flow_of<'a, M: Mass>(&self, flows: &'a mut [Vec<M>], at: usize) -> &'a mut Vec<M> {
        if flows[at].is_empty() {
            flows[at] = vec![M::default(); self.layers[at].values.len()];
        }
        &mut flows[at]
    }
}

/// How many fours a board has that is yet without a merge.
pub(crate) fn fours(board: Board) -> usize {
    board.tiles().filter(|&tile| tile == Exponent::FOUR).count()
}
