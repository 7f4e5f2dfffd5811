//! The forward pass: all games under the optimal policy, followed at once from the start states, or
//! from any other states.
//!
//! The pass visits the layers from the lowest tile sum up. An action and its random tile lead only
//! to the next two layers, so the weight of a state is complete when its layer is visited, and a
//! layer's weights are dropped after the visit.
//!
//! [`mdp2048_model::ForwardPass`] keeps weights in maps of boards. This pass is separate because it
//! addresses states by their rank in the solver's bitmaps, which tens of millions of states need.
//!
//! Each layer is visited as a whole, in the steps of [`LayerKernels`]. What is expected after an
//! afterstate is computed once, for all states and actions that lead to it. The weights of the
//! states are spread over the random tiles in the order of the states, then of the empty cells: a
//! packed policy holds sums of these weights, so their order has an influence on its bytes.

use std::mem;
use std::ops::ControlFlow;

use mdp2048_model::{StartState, Values as _};
use mdp2048_rules::{Board, Exponent};

use super::chosen::ChosenAction;
use super::kernels::{LayerKernels, kernels_of};
use super::steps::NO_STATE;
use crate::Solution;
use crate::half_sum::HalfSum;
use crate::progress::{Phase, Progress, SolveError};
use crate::solution::contradiction::Contradiction;

/// What the forward pass carries into a state: the probability that a game visits it, which may be
/// split by a statistic of the games.
pub(super) trait Weight: Clone + Default {
    /// The weight of a start state of this probability.
    fn start(board: Board, probability: f64) -> Self;

    /// Whether no game reaches the state.
    fn is_zero(&self) -> bool;

    /// This weight times `factor`, divided evenly among `cells` empty cells.
    fn per_cell(&self, factor: f64, cells: usize) -> Self;

    /// Adds the part of a cell's weight in which the random tile has this probability, which is
    /// positive. `tile` is 0 for a 2 and [`FOUR`] for a 4.
    fn add(&mut self, cell: &Self, tile: usize, probability: f64);
}

/// The probability alone.
impl Weight for f64 {
    fn start(_: Board, probability: f64) -> Self {
        probability
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    fn per_cell(&self, factor: f64, cells: usize) -> Self {
        self * factor / cells as Self
    }

    fn add(&mut self, cell: &Self, _: usize, probability: f64) {
        *self += cell * probability;
    }
}

/// A visitor of the forward pass.
pub(super) trait ForwardVisitor<W> {
    /// Whether the actions of states of weight zero are visited too.
    const VISITS_EVERY_ACTION: bool = false;

    /// Visits a state with its complete weight. Returns whether the games continue from it. `board`
    /// makes its board.
    ///
    /// Called once for every state of each layer that games reach, those of weight zero included.
    fn visit_state(&mut self, _board: &mut dyn FnMut() -> Board, _weight: &mut W) -> bool {
        true
    }

    /// Visits the action that the policy chooses in a state. Returns the factor that multiplies the
    /// weight of the successors; 0 ends the games there.
    fn visit_action(&mut self, _chosen: &ChosenAction<'_>, _weight: &W) -> f64 {
        1.0
    }

    /// Visits the end of games after an action. `fraction` (above 0) of the weight ends there: all
    /// of it if the action makes the target, else the probability that no action is allowed after
    /// the random tile.
    fn visit_end(&mut self, _chosen: &ChosenAction<'_>, _weight: &W, _fraction: f64) {}

    /// Called after each layer that games reach. [`ControlFlow::Break`] stops the pass.
    fn report(&mut self, _progress: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The index of a 4 in arrays with an entry for each kind of random tile.
pub(super) const FOUR: usize = 1;

/// The number of 4s on a board without a merged tile.
pub(super) fn fours(board: Board) -> usize {
    board.tiles().filter(|&tile| tile == Exponent::FOUR).count()
}

/// A forward pass that visits one layer at a time.
pub(super) struct FollowingPass<W> {
    kernels: Box<dyn LayerKernels>,
    /// The weights of the states by layer and rank, as far as they are known. The list of a layer
    /// is empty before games reach it and after its visit.
    weights: Vec<Vec<W>>,
    /// The next layer.
    at: usize,
    /// The number of states in the layers before.
    states: u64,
}

/// The states of a layer from which games go on.
struct Followed<W> {
    /// The bitmap of the states.
    words: Vec<u64>,
    /// The values of the states, in the order of the bitmap.
    values: Vec<f64>,
    /// The weights of the states.
    weights: Vec<W>,
}

impl<W: Weight> FollowingPass<W> {
    /// A pass over a solution that begins with these states.
    ///
    /// # Errors
    /// [`Contradiction::Missing`] if one of them is not a state of the solution.
    pub(super) fn new(
        solution: &Solution,
        starts: impl IntoIterator<Item = StartState>,
    ) -> Result<Self, Contradiction> {
        let mut weights = vec![Vec::new(); solution.layers.len()];
        for start in starts {
            let board = start.state.board();
            let found = solution.layer_at(HalfSum::of(board)).and_then(|at| {
                let (code, layer) = (solution.codes.code(board)?, &solution.layers[at]);
                let bit = layer.index.bit_index(solution.numbering(), code);
                Some((at, layer.states.rank(bit)?))
            });
            let (at, rank) = found.ok_or(Contradiction::Missing(start.state))?;
            let weights = Self::layer_weights(solution, &mut weights, at);
            weights[rank] = W::start(board, start.probability);
        }
        Ok(Self { kernels: kernels_of(solution), weights, at: 0, states: 0 })
    }

    /// The weights of the states of a layer, allocated on first use.
    fn layer_weights<'a>(
        solution: &Solution,
        weights: &'a mut [Vec<W>],
        at: usize,
    ) -> &'a mut Vec<W> {
        if weights[at].is_empty() {
            weights[at] = vec![W::default(); solution.layers[at].values.len()];
        }
        &mut weights[at]
    }

    /// Visits the next layer that games reach, and returns the progress; `None` if there is none.
    /// The solution must be that of [`FollowingPass::new`].
    ///
    /// # Errors
    /// What the pass finds.
    pub(super) fn visit_layer<V: ForwardVisitor<W>>(
        &mut self,
        solution: &Solution,
        visitor: &mut V,
    ) -> Result<Option<Progress>, Contradiction> {
        let layer_weights = loop {
            let Some(layer) = solution.layers.get(self.at) else { return Ok(None) };
            self.states += layer.states.len();
            self.at += 1;
            if !self.weights[self.at - 1].is_empty() {
                break mem::take(&mut self.weights[self.at - 1]);
            }
        };
        let half_sum = solution.layers[self.at - 1].index.half_sum();
        let above_at = [1, 2].map(|step| solution.layer_at(half_sum.plus(step)));
        for at in above_at.into_iter().flatten() {
            Self::layer_weights(solution, &mut self.weights, at);
        }
        let followed = self.followed(solution, layer_weights, visitor);
        if !followed.weights.is_empty() {
            self.follow(solution, above_at, &followed, visitor)?;
        }
        Ok(Some(Progress {
            phase: Phase::Following,
            layer: half_sum.tile_sum(),
            layers: self.at,
            layers_in_all: Some(solution.layers.len()),
            states: self.states,
            states_in_all: Some(solution.totals.states),
            states_left: None,
            memory: None,
        }))
    }

    /// Visits the states of the layer, and returns those from which games go on.
    fn followed<V: ForwardVisitor<W>>(
        &self,
        solution: &Solution,
        weights: Vec<W>,
        visitor: &mut V,
    ) -> Followed<W> {
        let (layer, kernels) = (&solution.layers[self.at - 1], &self.kernels);
        let words = layer.states.words();
        let mut boards = layer.index.boards(solution.numbering(), words, 0);
        let mut followed =
            Followed { words: vec![0; words.len()], values: Vec::new(), weights: Vec::new() };
        let mut states = layer.values.iter().zip(weights);
        for (at, &word) in words.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let Some((value, mut weight)) = states.next() else { break };
                let bit = 64 * at as u64 + u64::from(left.trailing_zeros());
                let goes_on =
                    visitor.visit_state(&mut || kernels.board(boards.parts(bit)), &mut weight);
                if goes_on && (V::VISITS_EVERY_ACTION || !weight.is_zero()) {
                    followed.words[at] |= left & left.wrapping_neg();
                    followed.values.push(value);
                    followed.weights.push(weight);
                }
                left &= left - 1;
            }
        }
        followed
    }

    /// Visits the actions of the states, and adds their weights to those of the states after them,
    /// which are in the next two layers.
    fn follow<V: ForwardVisitor<W>>(
        &mut self,
        solution: &Solution,
        above_at: [Option<usize>; 2],
        followed: &Followed<W>,
        visitor: &mut V,
    ) -> Result<(), Contradiction> {
        let (at, Followed { words, values, weights }) = (self.at - 1, followed);
        self.kernels.find_afterstates(solution, at, above_at, words);
        // The states from which games go on, with the factors of their weights, and the ranks of
        // the afterstates that are chosen there.
        let (mut going_on, mut afterstates) = (Vec::new(), Vec::new());
        self.kernels.choose(
            solution,
            at,
            (words, values),
            &mut |state, chosen, (rank, lost)| {
                let weight = &weights[state];
                let factor = visitor.visit_action(chosen, weight);
                if weight.is_zero() {
                    return Ok(());
                }
                if chosen.wins() {
                    visitor.visit_end(chosen, weight, 1.0);
                } else if factor != 0.0 {
                    going_on.push((state, factor));
                    afterstates.push(rank as u32);
                    if lost > 0.0 {
                        visitor.visit_end(chosen, weight, lost);
                    }
                }
                Ok(())
            },
        )?;
        let mut above = above_at.map(|at| at.map(|at| mem::take(&mut self.weights[at])));
        let four = solution.game().spawn_four().get();
        self.kernels.find_spawns(solution, above_at, &afterstates, &mut |at, ranks, _| {
            let (state, factor) = going_on[at];
            let cell = weights[state].per_cell(factor, ranks.len());
            for states in ranks {
                for (tile, probability) in [1.0 - four, four].into_iter().enumerate() {
                    if let (Some(weights), true) = (&mut above[tile], states[tile] != NO_STATE) {
                        weights[states[tile] as usize].add(&cell, tile, probability);
                    }
                }
            }
        });
        for (at, weights) in above_at.into_iter().zip(above) {
            if let (Some(at), Some(weights)) = (at, weights) {
                self.weights[at] = weights;
            }
        }
        Ok(())
    }
}

impl Solution {
    /// Follows the games from the start states through all layers under the optimal policy.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the visitor stops the pass; [`SolveError::Contradiction`] if
    /// the pass finds one.
    pub(super) fn forward_pass<W: Weight>(
        &self,
        visitor: &mut impl ForwardVisitor<W>,
    ) -> Result<(), SolveError> {
        let mut pass = FollowingPass::new(self, self.game().starts())?;
        while let Some(progress) = pass.visit_layer(self, visitor)? {
            if visitor.report(progress) == ControlFlow::Break(()) {
                return Err(SolveError::Interrupted);
            }
        }
        Ok(())
    }
}
