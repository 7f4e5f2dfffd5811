//! The forward pass: all games under the policy of a solved game, followed at once from the start
//! states, or from any other states. The layers come from memory or from files, see
//! [`LayerSource`].
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

use mdp2048_model::StartState;
use mdp2048_rules::{Board, Exponent};

use super::chosen::ChosenAction;
use super::kernels::{LayerKernels, LayerStates, kernels_of};
use super::source::{LayerSource, LayerView};
use super::steps::NO_STATE;
use crate::allocate::{self, AllocationError, Array};
use crate::half_sum::HalfSum;
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::solution::contradiction::Contradiction;

/// What the forward pass carries into a state: the probability that a game visits it, which may be
/// split by a statistic of the games.
pub(crate) trait Weight: Clone + Default {
    /// The weights of this many states that no game reaches.
    fn zeros(len: usize) -> Result<Array<Self>, AllocationError> {
        let mut weights = Array::default();
        allocate::grow(&mut weights, len, Self::default())?;
        Ok(weights)
    }

    /// The weight of a start state of this probability.
    fn start(board: Board, probability: f64) -> Self;

    /// Whether no game reaches the state.
    fn is_zero(&self) -> bool;

    /// This weight times `factor`, divided evenly among `cells` empty cells.
    fn per_cell(&self, factor: f64, cells: usize) -> Self;

    /// Adds the part of a cell's weight in which the random tile has this probability, which is
    /// positive. `tile` is 0 for a 2 and [`FOUR`] for a 4.
    fn add(&mut self, cell: &Self, tile: usize, probability: f64) -> Result<(), AllocationError>;
}

/// The probability alone.
impl Weight for f64 {
    fn zeros(len: usize) -> Result<Array<Self>, AllocationError> {
        allocate::zeroed(len)
    }

    fn start(_: Board, probability: f64) -> Self {
        probability
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    fn per_cell(&self, factor: f64, cells: usize) -> Self {
        self * factor / cells as Self
    }

    fn add(&mut self, cell: &Self, _: usize, probability: f64) -> Result<(), AllocationError> {
        *self += cell * probability;
        Ok(())
    }
}

/// The probability that a game visits a state, never rounded to 0: a loss that can happen is found,
/// however small its probability is.
#[derive(Clone, Copy, Default)]
pub(super) struct ReachedWeight(pub(super) f64);

impl Weight for ReachedWeight {
    fn start(_: Board, probability: f64) -> Self {
        Self(probability)
    }

    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }

    fn per_cell(&self, factor: f64, cells: usize) -> Self {
        Self(self.0.per_cell(factor, cells))
    }

    fn add(&mut self, cell: &Self, _: usize, probability: f64) -> Result<(), AllocationError> {
        self.0 += (cell.0 * probability).max(f64::MIN_POSITIVE);
        Ok(())
    }
}

/// A visitor of the forward pass.
pub(crate) trait ForwardVisitor<W> {
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

    /// Visits a board on which games start with this probability and are lost at once, as
    /// [`forward_pass`] does.
    fn visit_lost_start(&mut self, _board: Board, _probability: f64) {}
}

/// The index of a 4 in arrays with an entry for each kind of random tile.
pub(super) const FOUR: usize = 1;

/// The number of 4s on a board without a merged tile.
pub(super) fn fours(board: Board) -> usize {
    board.tiles().filter(|&tile| tile == Exponent::FOUR).count()
}

/// A forward pass that visits one layer at a time.
pub(crate) struct FollowingPass<W> {
    kernels: Box<dyn LayerKernels>,
    /// The weights of the states by layer and rank, as far as they are known. The list of a layer
    /// is empty before games reach it and after its visit.
    weights: Vec<Array<W>>,
    /// The next layer.
    at: usize,
    /// The number of states in the layers before.
    states: u64,
}

/// The states of a layer from which games go on, with their weights in the same order.
pub(crate) struct Followed<W> {
    pub(crate) states: LayerStates,
    pub(crate) weights: Array<W>,
}

impl<W: Weight> FollowingPass<W> {
    /// A pass over a source of layers that begins with these states, whose layers are loaded. Lost
    /// ones are left out.
    ///
    /// # Errors
    /// [`Contradiction::Missing`] if one of them is not a state, and a lack of memory.
    pub(super) fn new(
        source: &dyn LayerSource,
        starts: impl IntoIterator<Item = StartState>,
    ) -> Result<Self, SolveError> {
        let mut weights = vec![Array::default(); source.totals().layers.len()];
        for start in starts.into_iter().filter(|start| !start.is_lost()) {
            let board = start.state.board();
            let (at, rank) = source.find(board).ok_or(Contradiction::Missing(start.state))?;
            let weights = Self::layer_weights(source, &mut weights, at)?;
            weights[rank] = W::start(board, start.probability);
        }
        Ok(Self { kernels: kernels_of(source), weights, at: 0, states: 0 })
    }

    /// A pass that begins with the start states of the game, whose layers it loads.
    ///
    /// # Errors
    /// As [`FollowingPass::new`], and errors of the source.
    pub(crate) fn from_starts(source: &mut dyn LayerSource) -> Result<Self, SolveError> {
        let starts = source.game().starts();
        let half_sums = starts.iter().map(|start| HalfSum::of(start.state.board()));
        let mut layers: Vec<usize> = half_sums.filter_map(|it| source.position(it)).collect();
        layers.sort_unstable();
        layers.dedup();
        source.load(&layers)?;
        Self::new(source, starts)
    }

    /// The weights of the states of a layer, allocated on first use.
    fn layer_weights<'a>(
        source: &dyn LayerSource,
        weights: &'a mut [Array<W>],
        at: usize,
    ) -> Result<&'a mut Array<W>, AllocationError> {
        if weights[at].is_empty() {
            weights[at] = W::zeros(source.layer(at).states.len() as usize)?;
        }
        Ok(&mut weights[at])
    }

    /// The position of the next layer that games reach; `None` if there is none.
    fn next_layer(&self) -> Option<usize> {
        (self.at..self.weights.len()).find(|&at| !self.weights[at].is_empty())
    }

    /// Loads the next layer that games reach and those above it, and visits it as
    /// [`FollowingPass::visit_layer`] does. Also returns the position of the layer, and the states
    /// from which games go on.
    ///
    /// # Errors
    /// Errors of the source, and what the pass finds.
    pub(crate) fn load_layer<V: ForwardVisitor<W>>(
        &mut self,
        source: &mut dyn LayerSource,
        visitor: &mut V,
    ) -> Result<Option<(usize, Followed<W>)>, SolveError> {
        let Some(at) = self.next_layer() else { return Ok(None) };
        let layers: Vec<usize> =
            std::iter::once(at).chain(source.above(at).into_iter().flatten()).collect();
        source.load(&layers)?;
        let followed = self.visit(source, at, visitor).map_err(|error| match error {
            SolveError::Contradiction(contradiction) => source.error(contradiction),
            error => error,
        })?;
        Ok(Some((at, followed)))
    }

    /// Visits the next layer that games reach, which is loaded with those above it. Returns the
    /// progress; `None` if there is no such layer. The source must be that of
    /// [`FollowingPass::new`].
    ///
    /// # Errors
    /// What the pass finds.
    pub(super) fn visit_layer<V: ForwardVisitor<W>>(
        &mut self,
        source: &dyn LayerSource,
        visitor: &mut V,
    ) -> Result<Option<Progress>, SolveError> {
        let Some(at) = self.next_layer() else { return Ok(None) };
        self.visit(source, at, visitor)?;
        Ok(Some(self.progress(source)))
    }

    /// The progress after a layer.
    pub(crate) fn progress(&self, source: &dyn LayerSource) -> Progress {
        let totals = source.totals();
        let layer = totals.layers[self.at - 1].sum;
        Progress {
            layers_in_all: Some(totals.layers.len()),
            states_in_all: Some(totals.states),
            ..Progress::new(Phase::Following, layer, self.at, self.states)
        }
    }

    /// Visits a layer, and returns the states from which games go on.
    fn visit<V: ForwardVisitor<W>>(
        &mut self,
        source: &dyn LayerSource,
        at: usize,
        visitor: &mut V,
    ) -> Result<Followed<W>, SolveError> {
        let layers = &source.totals().layers[self.at..=at];
        self.states += layers.iter().map(|layer| layer.states).sum::<u64>();
        self.at = at + 1;
        for above in source.above(at).into_iter().flatten() {
            Self::layer_weights(source, &mut self.weights, above)?;
        }
        let weights = mem::take(&mut self.weights[at]);
        let followed = self.followed(source, at, weights, visitor)?;
        if !followed.weights.is_empty() {
            self.follow(source, at, &followed, visitor)?;
        }
        Ok(followed)
    }

    /// Visits the states of a layer, and returns those from which games go on.
    fn followed<V: ForwardVisitor<W>>(
        &self,
        source: &dyn LayerSource,
        at: usize,
        mut weights: Array<W>,
        visitor: &mut V,
    ) -> Result<Followed<W>, AllocationError> {
        let LayerView { index, states, values, actions } = source.layer(at);
        let words = states.words();
        let mut boards = index.boards(source.numbering(), words, 0);
        let mut followed_words = allocate::zeroed(words.len())?;
        let most = match V::VISITS_EVERY_ACTION {
            true => weights.len(),
            false => weights.iter().filter(|weight| !weight.is_zero()).count(),
        };
        let mut followed_weights = allocate::with_capacity(most)?;
        let with_capacity = if actions.is_some() { [0, most] } else { [most, 0] };
        let mut followed_values = allocate::with_capacity(with_capacity[0])?;
        let mut followed_actions = allocate::with_capacity(with_capacity[1])?;
        let mut weights = mem::take(&mut *weights).into_iter();
        let mut next = 0;
        for (at, &word) in words.iter().enumerate() {
            let (first, mut left) = (next, word);
            next += word.count_ones() as usize;
            for rank in first..next {
                let Some(mut weight) = weights.next() else { break };
                let bit = 64 * at as u64 + u64::from(left.trailing_zeros());
                let board = &mut || self.kernels.board(boards.parts(bit));
                let goes_on = visitor.visit_state(board, &mut weight);
                if goes_on && (V::VISITS_EVERY_ACTION || !weight.is_zero()) {
                    followed_words[at] |= left & left.wrapping_neg();
                    followed_weights.push(weight);
                    match actions {
                        Some(actions) => {
                            let action = actions.get(states, bit);
                            followed_actions.extend(action.map(|action| action.index() as u8));
                        }
                        None => followed_values.extend(values.and_then(|it| it.get(rank))),
                    }
                }
                left &= left - 1;
            }
        }
        let (words, values, actions) = (followed_words, followed_values, followed_actions);
        let states = LayerStates { words, values, actions };
        Ok(Followed { states, weights: followed_weights })
    }

    /// Visits the actions of the states of a layer, and adds their weights to those of the states
    /// after them, which are in the next two layers.
    fn follow<V: ForwardVisitor<W>>(
        &mut self,
        source: &dyn LayerSource,
        at: usize,
        Followed { states, weights }: &Followed<W>,
        visitor: &mut V,
    ) -> Result<(), SolveError> {
        let above_at = source.above(at);
        self.kernels.find_afterstates(source, at, above_at, states)?;
        self.kernels.expect(source, at, above_at);
        // The states from which games go on, with the factors of their weights, and the ranks of
        // the afterstates that are chosen there.
        let mut going_on = allocate::with_capacity(weights.len())?;
        let mut afterstates = allocate::with_capacity(weights.len())?;
        self.kernels.choose(source, at, states, &mut |state, chosen, (rank, lost)| {
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
        })?;
        let mut above = above_at.map(|at| at.map(|at| mem::take(&mut self.weights[at])));
        let four = source.game().spawn_four().get();
        let mut spread = |state: usize, factor: f64, ranks: &[[u32; 2]]| {
            let cell = weights[state].per_cell(factor, ranks.len());
            for states in ranks {
                for (tile, probability) in [1.0 - four, four].into_iter().enumerate() {
                    if let (Some(weights), true) = (&mut above[tile], states[tile] != NO_STATE) {
                        weights[states[tile] as usize].add(&cell, tile, probability)?;
                    }
                }
            }
            Ok(())
        };
        let mut result: Result<(), AllocationError> = Ok(());
        self.kernels.find_spawns(source, above_at, &afterstates, &mut |at, ranks, _| {
            if result.is_ok() {
                let (state, factor) = going_on[at];
                result = spread(state, factor, ranks);
            }
        });
        result?;
        for (at, weights) in above_at.into_iter().zip(above) {
            if let (Some(at), Some(weights)) = (at, weights) {
                self.weights[at] = weights;
            }
        }
        Ok(())
    }
}

/// Follows the games from the start states through all layers under the policy.
///
/// # Errors
/// [`SolveError::Interrupted`] if `progress` breaks; [`SolveError::Contradiction`] if the pass
/// finds one; errors of the source.
pub(super) fn forward_pass<W: Weight>(
    source: &mut dyn LayerSource,
    visitor: &mut impl ForwardVisitor<W>,
    progress: ProgressCallback<'_>,
) -> Result<(), SolveError> {
    let mut pass = FollowingPass::from_starts(source)?;
    for start in source.game().starts().into_iter().filter(StartState::is_lost) {
        visitor.visit_lost_start(start.state.board(), start.probability);
    }
    while pass.load_layer(source, visitor)?.is_some() {
        pass.progress(source).report(progress)?;
    }
    Ok(())
}
