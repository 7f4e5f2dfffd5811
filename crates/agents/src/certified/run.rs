//! The pass over the layers.

use std::sync::Mutex;

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board, CanonicalState, Exponent};
use thiserror::Error;

use super::parallel;
use super::table::{ENTRY_BYTES, LayerTable, Outbox, WeightTable, WeightedBoard};
use super::weight::{BoardWeight, ONE, TileParts, at_least, lower_bound, nearest, times};
use crate::agent::{Agent, Position};
use crate::simulator::Simulator;

/// The number of boards after a random tile that are made before they are added to their layers.
const BLOCK: usize = 1 << 23;

/// The number of exponents from 0, an empty cell, to 16, which no board holds.
pub(super) const TILES: usize = 17;

/// Why a certification ends without bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertifyError {
    /// The boards of the layers in use do not fit.
    #[error(
        "the boards of tile sums from {tile_sum} on need more than the memory that may be used: \
         choose a higher threshold, or allow more memory"
    )]
    Memory {
        /// The tile sum of the layer that was left.
        tile_sum: u32,
    },
    /// The agent's probabilities are not those of allowed actions.
    #[error("the agent chooses an action that is not allowed on {0}")]
    NotAllowed(Board),
}

/// All games of an agent at once, of which the improbable ones are given up.
///
/// Games are followed from the start, tile sum by tile sum. A layer holds the probability of each
/// of its boards, up to symmetry; boards below a threshold are given up. The agent is asked for
/// the canonical board, so what is bounded is its policy on canonical boards, which an agent with
/// the parameter `canonical` plays.
///
/// Probabilities are whole multiples of 2^-63 that are only ever rounded down, so the bounds hold
/// with certainty. The probability of a 4 is the shortest decimal fraction that denotes the
/// floating-point number of the game, as it is written and printed: 1/10 for 0.1. The result
/// depends neither on the number of threads nor on interruptions.
#[derive(Debug)]
pub struct Certification {
    pub(super) simulator: Simulator,
    pub(super) threshold: f64,
    /// The tile up to which games are followed.
    pub(super) last: Option<Exponent>,
    pub(super) totals: CertifiedTotals,
    /// The boards of this tile sum, and of those 2 and 4 higher.
    pub(super) tile_sum: u32,
    pub(super) layers: [LayerTable; 3],
    /// The most bytes that were in use at a time.
    pub(super) peak_bytes: u64,
}

/// What happened to the games in the layers so far, as weights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CertifiedTotals {
    /// By exponent: games that made the tile.
    pub(super) made: [BoardWeight; TILES],
    /// Games that ended: with the target or the last tile, or without an allowed action.
    pub(super) won: BoardWeight,
    pub(super) lost: BoardWeight,
    /// By ascending tile sum, those with boards.
    pub(super) layers: Vec<LayerWeights>,
}

/// One layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LayerWeights {
    pub(super) tile_sum: u32,
    /// The number of boards that were followed.
    pub(super) boards: u64,
    /// The number of boards that were given up, and their weight.
    pub(super) dropped_boards: u64,
    pub(super) dropped: BoardWeight,
}

/// Bounds of the probabilities of making tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct CertifiedBounds {
    /// Each tile from 8 that a followed game made, with a lower bound of the probability of making
    /// it.
    pub made: Vec<(u32, f64)>,
    /// The probability of the games that were followed to their end.
    pub ended: f64,
    /// The probability of the games that were given up.
    pub dropped: f64,
    /// What rounding down took away.
    pub rounded: f64,
    /// The number of boards that were followed, up to symmetry.
    pub boards: u64,
    /// By ascending tile sum.
    pub layers: Vec<CertifiedLayer>,
}

/// The boards of one tile sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CertifiedLayer {
    /// The tile sum.
    pub tile_sum: u32,
    /// The number of boards that were followed.
    pub boards: u64,
    /// The number of boards that were given up.
    pub dropped_boards: u64,
    /// The probability of the games that were given up.
    pub dropped: f64,
}

/// A thread's agent and results.
struct Worker<'a> {
    agent: &'a mut Box<dyn Agent>,
    /// While moves are played, the first holds afterstates. While random tiles are placed, the
    /// first holds the boards with a 2, and the second those with a 4.
    outboxes: [Outbox; 2],
    tally: WorkerCounts,
}

/// What a worker counts.
#[derive(Clone, Copy, Debug, Default)]
struct WorkerCounts {
    made: [BoardWeight; TILES],
    won: BoardWeight,
    lost: BoardWeight,
    layer: LayerWeights,
}

impl Certification {
    /// All games of an agent from their start. Boards of a probability below the threshold, which
    /// is from 0 to 1, are given up. Games are followed until they make the `last` tile, if there
    /// is one.
    pub fn new(simulator: Simulator, threshold: f64, last: Option<Exponent>) -> Self {
        let game = *simulator.game();
        let mut layers: [LayerTable; 3] = std::array::from_fn(|_| LayerTable::new());
        for_each_tile(&game, WeightedBoard { key: 0, weight: ONE }, |first_up, entry| {
            for_each_tile(&game, entry, |up, entry| layers[first_up + up - 2].add(entry));
        });
        let totals = CertifiedTotals::default();
        Self { simulator, threshold, last, totals, tile_sum: 4, layers, peak_bytes: 0 }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        self.simulator.game()
    }

    /// The tile sum of the next layer.
    pub const fn tile_sum(&self) -> u32 {
        self.tile_sum
    }

    /// The number of boards that were followed so far.
    pub fn boards(&self) -> u64 {
        self.totals.layers.iter().map(|layer| layer.boards).sum()
    }

    /// The most bytes that were in use at a time, since the start or the resumption.
    pub const fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// Whether all games were followed to their end or given up.
    pub fn is_done(&self) -> bool {
        self.layers.iter().all(|layer| layer.boards() == 0)
    }

    /// Follows the boards of the next tile sum, on a thread for each of the agents, which have to
    /// be clones of one. At most about `most_bytes` of memory are used.
    ///
    /// # Errors
    /// [`CertifyError`] if the memory does not suffice or the agent chooses an action that is not
    /// allowed. The certification cannot go on then.
    pub fn advance(
        &mut self,
        agents: &mut [Box<dyn Agent>],
        most_bytes: u64,
    ) -> Result<(), CertifyError> {
        let workers = agents.iter_mut().map(|agent| Worker {
            agent,
            outboxes: [Outbox::new(), Outbox::new()],
            tally: WorkerCounts::default(),
        });
        let mut workers: Vec<Worker<'_>> = workers.collect();
        let empty = LayerTable::like(&self.layers[2]);
        let [current, ..] = &mut self.layers;
        let current = std::mem::replace(current, LayerTable::new()).into_shards();
        self.play(&mut workers, current)?;
        self.layers.rotate_left(1);
        self.layers[2] = empty;
        let afterstates = merged(&mut workers);
        let mut rest = &afterstates[..];
        while !rest.is_empty() {
            // A block of some shards.
            let (mut shards, mut boards) = (0, 0);
            while shards < rest.len() && (shards == 0 || boards < BLOCK) {
                // Two tiles on each empty cell, about half of the cells.
                boards += rest[shards].len() * self.game().shape().cells();
                shards += 1;
            }
            let (block, later) = rest.split_at(shards);
            rest = later;
            self.spawn(&mut workers, block);
            let held: u64 =
                afterstates.iter().map(|shard| shard.capacity() as u64 * ENTRY_BYTES).sum();
            let sent = workers.iter().flat_map(|worker| &worker.outboxes).map(Outbox::bytes);
            let tables = self.layers.iter().map(LayerTable::bytes);
            let bytes = held + sent.sum::<u64>() + tables.sum::<u64>();
            self.peak_bytes = self.peak_bytes.max(bytes);
            if bytes > most_bytes {
                return Err(CertifyError::Memory { tile_sum: self.tile_sum });
            }
        }
        self.totals.add(self.tile_sum, workers.iter().map(|worker| worker.tally));
        self.tile_sum += 2;
        Ok(())
    }

    /// Plays the agent's moves on the boards of a layer, and puts the afterstates into the first
    /// outbox of each worker.
    fn play(
        &self,
        workers: &mut [Worker<'_>],
        shards: Vec<WeightTable>,
    ) -> Result<(), CertifyError> {
        let (least, error) = (at_least(self.threshold), Mutex::new(None));
        parallel::for_each(workers, shards.into_iter(), |worker, table: WeightTable| {
            for entry in table.entries() {
                if entry.weight < least {
                    worker.tally.layer.dropped_boards += 1;
                    worker.tally.layer.dropped += entry.weight;
                } else if let Err(failed) = self.play_board(worker, entry) {
                    *error.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(failed);
                    return;
                }
            }
        });
        error.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).map_or(Ok(()), Err)
    }

    fn play_board(
        &self,
        worker: &mut Worker<'_>,
        entry: WeightedBoard,
    ) -> Result<(), CertifyError> {
        let Some(board) = Board::from_key(self.game().shape(), entry.key) else { return Ok(()) };
        let error = || CertifyError::NotAllowed(board);
        worker.tally.layer.boards += 1;
        let probabilities = worker.agent.policy(Position::of_board(board));
        let mut rest = entry.weight;
        for (action, probability) in Action::ALL.into_iter().zip(probabilities) {
            // Probabilities whose sum is above 1 by a rounding error do not make games.
            let weight = times(entry.weight, probability.max(0.0)).min(rest);
            if weight == 0 {
                continue;
            }
            rest -= weight;
            let moved = self.simulator.act(board, action).ok_or_else(error)?;
            let after = moved.after.board();
            let largest = after.largest();
            if largest > board.largest() {
                worker.tally.made[usize::from(largest.get())] += weight;
            }
            if moved.wins || self.last.is_some_and(|last| largest >= last) {
                worker.tally.won += weight;
            } else {
                let key = CanonicalState::least_of(&after.images()).board().key();
                worker.outboxes[0].push(WeightedBoard { key, weight });
            }
        }
        if probabilities == [0.0; 4] {
            if board.can_move() {
                return Err(error());
            }
            worker.tally.lost += rest;
        }
        Ok(())
    }

    /// Places the random tiles on the afterstates of some shards.
    fn spawn(&mut self, workers: &mut [Worker<'_>], afterstates: &[Vec<WeightedBoard>]) {
        let game = *self.game();
        parallel::for_each(workers, afterstates.iter(), |worker, shard| {
            for &entry in shard {
                for_each_tile(&game, entry, |up, entry| worker.outboxes[up - 1].push(entry));
            }
        });
        let (twos, fours): (Vec<_>, Vec<_>) = workers
            .iter_mut()
            .map(|worker| {
                let [two, four] = &mut worker.outboxes;
                (two, four)
            })
            .unzip();
        for (layer, mut outboxes) in self.layers.iter_mut().zip([twos, fours]) {
            layer.collect(&mut outboxes);
        }
    }

    /// The bounds from the layers so far.
    pub fn bounds(&self) -> CertifiedBounds {
        let CertifiedTotals { made, won, lost, layers } = &self.totals;
        let pending =
            self.layers.iter().flat_map(LayerTable::shards).flat_map(WeightTable::entries);
        let dropped: BoardWeight = layers.iter().map(|layer| layer.dropped).sum();
        let known = won + lost + dropped + pending.map(|entry| entry.weight).sum::<BoardWeight>();
        let tile = |(exponent, &weight): (usize, &BoardWeight)| {
            (weight > 0 && exponent > usize::from(Exponent::FOUR.get()))
                .then(|| (1 << exponent, lower_bound(weight)))
        };
        let layer = |layer: &LayerWeights| CertifiedLayer {
            tile_sum: layer.tile_sum,
            boards: layer.boards,
            dropped_boards: layer.dropped_boards,
            dropped: nearest(layer.dropped),
        };
        CertifiedBounds {
            made: made.iter().enumerate().filter_map(tile).collect(),
            ended: nearest(won + lost),
            dropped: nearest(dropped),
            rounded: nearest(ONE - known),
            boards: self.boards(),
            layers: layers.iter().map(layer).collect(),
        }
    }
}

impl CertifiedTotals {
    /// Adds the results of a layer.
    fn add(&mut self, tile_sum: u32, tallies: impl Iterator<Item = WorkerCounts>) {
        let mut layer = LayerWeights { tile_sum, ..LayerWeights::default() };
        for tally in tallies {
            for (sum, made) in self.made.iter_mut().zip(tally.made) {
                *sum += made;
            }
            self.won += tally.won;
            self.lost += tally.lost;
            layer.boards += tally.layer.boards;
            layer.dropped_boards += tally.layer.dropped_boards;
            layer.dropped += tally.layer.dropped;
        }
        if layer.boards + layer.dropped_boards > 0 {
            self.layers.push(layer);
        }
    }
}

/// Adds up the afterstates in the first outboxes, which are emptied, by shard.
fn merged(workers: &mut [Worker<'_>]) -> Vec<Vec<WeightedBoard>> {
    let mut afterstates = LayerTable::new();
    let mut outboxes: Vec<&mut Outbox> =
        workers.iter_mut().map(|worker| &mut worker.outboxes[0]).collect();
    afterstates.collect(&mut outboxes);
    afterstates.into_shards().into_iter().map(|table| table.entries().collect()).collect()
}

/// Calls `visit` with every board after a random tile on an afterstate, up to symmetry, and the
/// number of layers by which it is higher: 1 for a 2, 2 for a 4.
fn for_each_tile(game: &Game, after: WeightedBoard, mut visit: impl FnMut(usize, WeightedBoard)) {
    let Some(board) = Board::from_key(game.shape(), after.key) else { return };
    let cells = board.empty_cells();
    let parts = TileParts::new(game.spawn_four()).on_cell(after.weight, cells.len() as u64);
    let images = board.images();
    for cell in cells {
        for ((up, tile), weight) in [(1, Exponent::TWO), (2, Exponent::FOUR)].into_iter().zip(parts)
        {
            let key = CanonicalState::least_of(&images.with(cell, tile)).board().key();
            visit(up, WeightedBoard { key, weight });
        }
    }
}
