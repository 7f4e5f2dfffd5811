//! The backward pass under a policy: the expected sums of rewards from each state on that games of
//! the policy visit.

use std::collections::BTreeMap;

use mdp2048_model::Rewards;
use mdp2048_rules::CanonicalState;

use crate::allocate::{self, Array};
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::BoardCodes;
use crate::board_index::inner::AnyInnerRanks;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::progress::SolveError;
use crate::solution::contradiction::Contradiction;
use crate::solution::totals::SolutionTotals;
use crate::store::values::LayerValues;

use super::kernels::{LayerKernels, LayerStates, ValuesOrActions, kernels_of};
use super::source::{LayerSource, LayerView};

/// How many kinds of rewards there are.
const KINDS: usize = 2;

/// The values of the policy of a source, layer by layer from the highest tile sum down, for two
/// kinds of rewards.
pub(crate) struct PolicyValues {
    kernels: Box<dyn LayerKernels>,
    rewards: [Rewards; KINDS],
    /// By position: the last layer, and those above it on which it depends.
    layers: BTreeMap<usize, VisitedLayer>,
}

/// The states of a layer that games visit.
struct VisitedLayer {
    index: LayerIndex,
    states: RankedBits,
    /// By kind of rewards: the values of the states.
    values: [LayerValues; KINDS],
}

impl PolicyValues {
    /// The values before the first layer.
    pub(crate) fn new(source: &dyn LayerSource, rewards: [Rewards; KINDS]) -> Self {
        Self { kernels: kernels_of(source), rewards, layers: BTreeMap::new() }
    }

    /// Computes the values of states of a layer that is loaded and whose actions the source has.
    /// `visited` is their bitmap. Tile sums descend, and layers without visited states are left
    /// out.
    ///
    /// # Errors
    /// [`Contradiction::NoState`] if a stored action is not allowed, and a lack of memory. A board
    /// that is not among the visited states counts as lost.
    pub(crate) fn value_layer(
        &mut self,
        source: &dyn LayerSource,
        at: usize,
        visited: Array<u64>,
    ) -> Result<(), SolveError> {
        let above = source.above(at);
        self.layers.retain(|&other, _| above.contains(&Some(other)));
        let above = above.map(|above| above.filter(|above| self.layers.contains_key(above)));
        let len = visited.iter().map(|word| word.count_ones() as usize).sum();
        let mut actions = allocate::with_capacity(len)?;
        let layer = source.layer(at);
        for (word, &left) in (0..).zip(visited.iter()) {
            let mut left = left;
            while left != 0 {
                let bit = 64 * word + u64::from(left.trailing_zeros());
                let action = layer.actions.and_then(|actions| actions.get(layer.states, bit));
                actions.extend(action.map(|action| action.index() as u8));
                left &= left - 1;
            }
        }
        let words = allocate::collect(visited.iter().copied())?;
        let states = LayerStates { words, known: ValuesOrActions::Actions(actions) };
        let layer = VisitedLayer {
            index: LayerIndex::new(source.codes(), source.half_sum(at)),
            states: RankedBits::new(visited)?,
            values: std::array::from_fn(|_| LayerValues::Double(Array::default())),
        };
        self.layers.insert(at, layer);
        for kind in 0..KINDS {
            let Self { kernels, rewards, layers } = self;
            let layers = &ValuedLayers { source, rewards: rewards[kind], layers, kind };
            let mut values = allocate::with_capacity(len)?;
            // The afterstates do not depend on the rewards.
            if kind == 0 {
                kernels.find_afterstates(layers, at, above, &states)?;
            }
            kernels.expect(layers, at, above);
            kernels.choose(layers, at, &states, &mut |_, chosen, _| {
                values.push(chosen.value);
                Ok(())
            })?;
            if let Some(layer) = self.layers.get_mut(&at) {
                layer.values[kind] = LayerValues::Double(values);
            }
        }
        Ok(())
    }

    /// The values of a state of the last layer or of one above it.
    ///
    /// # Errors
    /// [`Contradiction::Missing`] if the state is not among the visited ones.
    pub(crate) fn of(
        &self,
        source: &dyn LayerSource,
        state: CanonicalState,
    ) -> Result<[f64; KINDS], Contradiction> {
        let (board, numbering) = (state.board(), source.numbering());
        let found = source.position(HalfSum::of(board)).and_then(|at| {
            let (layer, code) = (self.layers.get(&at)?, source.codes().code(board)?);
            let rank = layer.states.rank(layer.index.bit_index(numbering, code))?;
            let mut values = [0.0; KINDS];
            for (value, values) in values.iter_mut().zip(&layer.values) {
                *value = values.get(rank)?;
            }
            Some(values)
        });
        found.ok_or(Contradiction::Missing(state))
    }
}

/// The visited states as a source of layers, with the values of one kind of rewards.
struct ValuedLayers<'a> {
    source: &'a dyn LayerSource,
    rewards: Rewards,
    layers: &'a BTreeMap<usize, VisitedLayer>,
    kind: usize,
}

impl LayerSource for ValuedLayers<'_> {
    fn totals(&self) -> &SolutionTotals {
        self.source.totals()
    }

    fn codes(&self) -> &BoardCodes {
        self.source.codes()
    }

    fn ranks(&self) -> &AnyInnerRanks {
        self.source.ranks()
    }

    fn layer(&self, at: usize) -> LayerView<'_> {
        let VisitedLayer { index, states, values } = &self.layers[&at];
        LayerView { index, states, values: Some(&values[self.kind]), actions: None }
    }

    fn rewards(&self) -> Rewards {
        self.rewards
    }
}
