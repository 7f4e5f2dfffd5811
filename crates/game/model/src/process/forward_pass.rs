//! The forward pass: the probability that a game visits each state, layer by layer.
//!
//! An action and its random tile lead one or two layers higher, so a layer is complete once the
//! two layers below it have been processed, and no game visits a state twice. The pass holds three
//! layers at a time.
//!
//! Sums and products of `f64` are made in one fixed order: states ascending by key, then canonical
//! afterstates ascending by key, then random tiles in the order of `process::spawns`. IEEE 754
//! defines the results to the bit. The packed policy format relies on this, because the reader
//! repeats the pass of the writer and must find the same states.

use std::collections::VecDeque;

use mdp2048_rules::{Board, CanonicalState, Shape};
use rustc_hash::FxHashMap;

use super::spawns::SpawnWeights;
use crate::game::Game;

/// A forward pass over the canonical states of a game.
///
/// The caller alternates between [`ForwardPass::next_layer`] and [`ForwardPass::advance`], and
/// decides for each state which afterstate its probability moves to.
#[derive(Clone, Debug)]
pub struct ForwardPass {
    shape: Shape,
    spawn_weights: SpawnWeights<f64>,
    // Half the tile sum of the first of `incoming`.
    half_sum: u32,
    // The probability that has reached each board so far, by layer, the next layer first.
    incoming: VecDeque<OccupancyMap>,
    // The number of boards of the layer before. Most layers have about as many as the one before.
    boards: usize,
}

/// The boards of one layer that a game may visit.
#[derive(Clone, Debug)]
pub struct ForwardLayer {
    /// Half the tile sum.
    pub half_sum: u32,
    /// The canonical boards ascending by key, including those on which no action is allowed.
    pub states: Vec<VisitedState>,
}

/// A board that a game may visit, with its probability.
#[derive(Clone, Copy, Debug)]
pub struct VisitedState {
    /// The canonical board.
    pub board: Board,
    /// The probability that a game visits the board.
    pub occupancy: f64,
}

/// Probabilities of canonical boards, by the key of the board.
#[derive(Clone, Debug, Default)]
pub struct OccupancyMap(FxHashMap<u64, f64>);

impl OccupancyMap {
    /// Returns an empty map that holds `boards` boards without growing.
    pub fn with_capacity(boards: usize) -> Self {
        Self(FxHashMap::with_capacity_and_hasher(boards, Default::default()))
    }

    /// Adds to the probability of a canonical board, which is 0 at first.
    #[inline]
    pub fn add(&mut self, board: Board, probability: f64) {
        *self.0.entry(board.key()).or_insert(0.0) += probability;
    }

    /// The boards of a shape, ascending by key.
    fn ascending(self, shape: Shape) -> impl Iterator<Item = VisitedState> {
        let mut entries: Vec<(u64, f64)> = self.0.into_iter().collect();
        entries.sort_unstable_by_key(|&(key, _)| key);
        // Every key is that of a board of this shape.
        entries.into_iter().filter_map(move |(key, occupancy)| {
            Some(VisitedState { board: Board::from_key(shape, key)?, occupancy })
        })
    }
}

impl ForwardPass {
    /// A pass that begins with the start states of a game.
    pub fn new(game: &Game) -> Self {
        let mut pass = Self::empty(game, 0);
        for start in game.starts() {
            let board = start.state.board();
            pass.add(board.tile_sum().get() as usize / 2, board, start.probability);
        }
        pass
    }

    /// A pass that begins with one state.
    pub fn from_state(game: &Game, state: CanonicalState) -> Self {
        let board = state.board();
        let mut pass = Self::empty(game, board.tile_sum().get() / 2);
        pass.add(0, board, 1.0);
        pass
    }

    fn empty(game: &Game, half_sum: u32) -> Self {
        Self {
            shape: game.shape(),
            spawn_weights: game.spawn_weights(),
            half_sum,
            incoming: VecDeque::new(),
            boards: 0,
        }
    }

    /// The next layer that a game may visit, or `None` if there is none.
    pub fn next_layer(&mut self) -> Option<ForwardLayer> {
        loop {
            let incoming = self.incoming.pop_front()?;
            let half_sum = self.half_sum;
            self.half_sum += 1;
            let states: Vec<VisitedState> = incoming.ascending(self.shape).collect();
            if !states.is_empty() {
                self.boards = states.len();
                return Some(ForwardLayer { half_sum, states });
            }
        }
    }

    /// Adds random tiles to the afterstates of the layer that [`ForwardPass::next_layer`] returned
    /// last.
    pub fn advance(&mut self, afterstates: OccupancyMap) {
        let weights = self.spawn_weights;
        for after in afterstates.ascending(self.shape) {
            weights.for_each_canonical_spawn(after.board, |board, up, probability| {
                // One layer up from the last layer is the next one.
                self.add(up - 1, board, after.occupancy * probability);
            });
        }
    }

    /// Adds to the probability of a board, given its layer counted from the next one.
    #[inline]
    fn add(&mut self, layer: usize, board: Board, probability: f64) {
        while self.incoming.len() <= layer {
            self.incoming.push_back(OccupancyMap::with_capacity(self.boards));
        }
        self.incoming[layer].add(board, probability);
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_rules::Action;

    use super::*;
    use crate::{PlainSolution, Values as _};

    #[test]
    fn a_pass_from_a_state_begins_at_its_layer() {
        let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
        let state = CanonicalState::of("0 2/8 4".parse().unwrap()).0;
        let layer = ForwardPass::from_state(&game, state).next_layer().unwrap();
        assert_eq!((layer.half_sum, layer.states.len()), (7, 1));
        assert_eq!((layer.states[0].board, layer.states[0].occupancy), (state.board(), 1.0));
    }

    #[test]
    fn the_pass_of_an_optimal_policy_wins_with_the_start_value() {
        let game = Game::reach(Shape::new(2, 3).unwrap(), 32).unwrap();
        let solution = PlainSolution::solve(&game);
        let mut pass = ForwardPass::new(&game);
        let (mut won, mut lost) = (0.0, 0.0);
        let mut below = 0;
        while let Some(layer) = pass.next_layer() {
            assert!(layer.half_sum > below);
            below = layer.half_sum;
            let mut afterstates = OccupancyMap::default();
            for VisitedState { board, occupancy } in layer.states {
                assert_eq!(board.tile_sum().get(), 2 * layer.half_sum);
                let values = solution.action_values(CanonicalState::of(board).0);
                let choice: Option<Action> = values.and_then(|values| values.choice());
                match choice.and_then(|action| game.act(board, action)) {
                    None => lost += occupancy,
                    Some(moved) if moved.wins => won += occupancy,
                    Some(moved) => {
                        let after = CanonicalState::of(moved.after.board()).0.board();
                        afterstates.add(after, occupancy);
                    }
                }
            }
            pass.advance(afterstates);
        }
        let value = solution.start_value().get();
        assert!((won - value).abs() < 1e-13, "{won}");
        assert!((won + lost - 1.0).abs() < 1e-13, "{won} {lost}");
    }
}
