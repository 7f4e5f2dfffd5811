//! The forward pass: all games under the optimal policy, followed at once from the start states, or
//! from any other states.
//!
//! The pass visits the layers from the lowest tile sum up. An action and its random tile lead only
//! to the next two layers, so the weight of a state is complete when its layer is visited, and a
//! layer's weights are dropped after the visit.
//!
//! [`mdp2048_model::ForwardPass`] keeps weights in maps of boards. This pass is separate because it
//! addresses states by their rank in the solver's bitmaps, which tens of millions of states need.

use std::mem;
use std::ops::ControlFlow;

use mdp2048_model::{StartState, Values as _};
use mdp2048_rules::{Board, Exponent};

use super::state_view::{ChosenAction, StateView};
use crate::Solution;
use crate::half_sum::HalfSum;
use crate::kernel::tables::BoardTables;
use crate::lanes::Portable;
use crate::progress::{Phase, Progress, SolveError};
use crate::residual::tolerance;
use crate::solution::contradiction::Contradiction;

/// What the forward pass carries into a state: the probability that a game visits it, which may be
/// split by a statistic of the games.
pub(crate) trait Weight: Clone + Default {
    /// The weight of a start state of this probability.
    fn start(board: Board, probability: f64) -> Self;

    /// Whether no game reaches the state.
    fn is_zero(&self) -> bool;

    /// This weight times `factor`, divided evenly among `cells` empty cells.
    fn per_cell(&self, factor: f64, cells: u32) -> Self;

    /// Adds the part of a cell's weight in which the random tile has this probability. `tile` is 0
    /// for a 2 and [`FOUR`] for a 4.
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

    fn per_cell(&self, factor: f64, cells: u32) -> Self {
        self * factor / Self::from(cells)
    }

    fn add(&mut self, cell: &Self, _: usize, probability: f64) {
        *self += cell * probability;
    }
}

/// A visitor of the forward pass.
pub(crate) trait ForwardVisitor<W> {
    /// Visits a state with its complete weight. Returns whether the games continue from it.
    ///
    /// Called once for every state of each layer that games reach, those of weight zero included.
    ///
    /// # Errors
    /// What the visitor finds.
    fn visit_state(&mut self, view: &StateView<'_>, weight: &mut W) -> Result<bool, Contradiction>;

    /// Visits the action that the policy chooses in a state of positive weight. Returns the factor
    /// that multiplies the weight of the successors; 0 ends the games there.
    fn visit_action(&mut self, _chosen: &ChosenAction, _weight: &W) -> f64 {
        1.0
    }

    /// Visits the end of games after an action. `fraction` (above 0) of the weight ends there: all
    /// of it if the action makes the target, else the probability that no action is allowed after
    /// the random tile.
    fn visit_end(&mut self, _chosen: &ChosenAction, _weight: &W, _fraction: f64) {}

    /// Called after each layer that games reach. [`ControlFlow::Break`] stops the pass.
    fn report(&mut self, _progress: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The index of a 4 in arrays with an entry for each kind of random tile.
pub(crate) const FOUR: usize = 1;

/// The number of 4s on a board without a merged tile.
pub(crate) fn fours(board: Board) -> usize {
    board.tiles().filter(|&tile| tile == Exponent::FOUR).count()
}

/// A forward pass that visits one layer at a time.
pub(crate) struct FollowingPass<W> {
    tables: BoardTables<u64>,
    /// The weights of the states by layer and rank, as far as they are known. The list of a layer
    /// is empty before games reach it and after its visit.
    weights: Vec<Vec<W>>,
    /// The next layer.
    at: usize,
    /// The number of states in the layers before.
    states: u64,
}

impl<W: Weight> FollowingPass<W> {
    /// A pass over a solution that begins with these states.
    ///
    /// # Errors
    /// [`Contradiction::Missing`] if one of them is not a state of the solution.
    pub(crate) fn new(
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
        Ok(Self { tables: solution.tables(), weights, at: 0, states: 0 })
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
    /// What the pass or the visitor finds.
    pub(crate) fn visit_layer(
        &mut self,
        solution: &Solution,
        visitor: &mut impl ForwardVisitor<W>,
    ) -> Result<Option<Progress>, Contradiction> {
        let Self { tables, weights, at, states } = self;
        let layer_weights = loop {
            let Some(layer) = solution.layers.get(*at) else { return Ok(None) };
            *states += layer.states.len();
            *at += 1;
            if !weights[*at - 1].is_empty() {
                break mem::take(&mut weights[*at - 1]);
            }
        };
        let layer = &solution.layers[*at - 1];
        let tolerance = tolerance(solution.game(), solution.totals.precision);
        let half_sum = layer.index.half_sum();
        let above_at = [1, 2].map(|step| solution.layer_at(half_sum.plus(step)));
        let above = above_at.map(|at| at.map(|at| &solution.layers[at]));
        let mut above_weights = above_at.map(|at| {
            at.map(|at| mem::take(Self::layer_weights(solution, weights, at))).unwrap_or_default()
        });
        let boards = layer.index.boards(solution.numbering(), layer.states.words(), 0);
        let valued = boards.zip(layer.values.iter());
        for (((_, parts), value), mut weight) in valued.zip(layer_weights) {
            let lines = tables.lines(parts);
            let view = StateView { solution, tables, above, lines, value, tolerance };
            if visitor.visit_state(&view, &mut weight)? && !weight.is_zero() {
                follow_action(&view, &weight, &mut above_weights, visitor)?;
            }
        }
        for (at, above_weights) in above_at.into_iter().zip(above_weights) {
            if let Some(at) = at {
                weights[at] = above_weights;
            }
        }
        Ok(Some(Progress {
            phase: Phase::Following,
            layer: half_sum.tile_sum(),
            layers: *at,
            layers_in_all: Some(solution.layers.len()),
            states: *states,
            states_in_all: Some(solution.totals.states),
            states_left: None,
            memory: None,
        }))
    }
}

impl Solution {
    /// Follows the games from the start states through all layers under the optimal policy.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the visitor stops the pass; [`SolveError::Contradiction`] if
    /// the pass or the visitor finds one.
    pub(crate) fn forward_pass<W: Weight>(
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

/// Adds the weight of a state to the successors of its chosen action, which are in the next two
/// layers.
fn follow_action<W: Weight>(
    view: &StateView<'_>,
    weight: &W,
    above_weights: &mut [Vec<W>; 2],
    visitor: &mut impl ForwardVisitor<W>,
) -> Result<(), Contradiction> {
    let chosen = view.chosen_action()?;
    let factor = visitor.visit_action(&chosen, weight);
    let Some(after) = &chosen.after else {
        visitor.visit_end(&chosen, weight, 1.0);
        return Ok(());
    };
    if factor == 0.0 {
        return Ok(());
    }
    let cells = after.empty.count_ones();
    let cell_weight = weight.per_cell(factor, cells);
    let mut lost = 0.0;
    for cell in after.empty_cells() {
        let codes = view.tables.spawn(Portable, after, cell);
        for (tile, layer) in view.above.into_iter().enumerate() {
            let rank = layer.and_then(|layer| {
                let numbering = view.solution.numbering();
                layer.states.rank(layer.index.bit_index(numbering, codes[tile]))
            });
            let probability = view.tables.spawn_probabilities[tile];
            match rank {
                Some(rank) => above_weights[tile][rank].add(&cell_weight, tile, probability),
                // `chosen_action` has checked that every board that is not a state is lost.
                None => lost += probability,
            }
        }
    }
    if lost > 0.0 {
        visitor.visit_end(&chosen, weight, lost / f64::from(cells));
    }
    Ok(())
}
