//! What the boards of a query are asked for, and how the states of a layer answer.

use mdp2048_model::Rewards;

use super::tables::{QueryTables, TablesOfBoards};
use crate::Solution;
use crate::board_index::codes::Numbering;
use crate::kernel::batches::SPAWN_BATCH;
use crate::kernel::expectation::{SpawnBatch, ValueLookup};
use crate::kernel::moves::{BoardLines, MoveEffects};
use crate::kernel::representation::{BasesOf, Representation};
use crate::simd::{Code as _, Simd};
use crate::store::layers::BackwardLayer;

/// The number of boards that are worked on together, see
/// [`batches`](crate::kernel::batches).
pub(super) const BLOCK: usize = SPAWN_BATCH;

/// What each board of a query is asked for.
pub(super) trait Question: Sync {
    /// The answer for one board.
    type Answer: Copy + Send;

    /// The answer for a board that is not a state.
    const NONE: Self::Answer;

    /// Writes the answers for some states of one layer; not for boards that are not states.
    fn answer<B: Representation>(
        query: &Query<'_, B>,
        simd: impl Simd,
        block: &Block<'_, B>,
        out: &mut [Self::Answer],
    );
}

/// What all boards of a query need.
pub(super) struct Query<'a, B: Representation> {
    pub(super) solution: &'a Solution,
    pub(super) numbering: Numbering<'a, B::Ranks>,
    pub(super) tables: &'a QueryTables,
    pub(super) of_boards: &'a TablesOfBoards<B>,
    pub(super) rewards: Rewards,
}

/// Boards of one layer, at most [`BLOCK`].
pub(super) struct Block<'a, B: Representation> {
    pub(super) lines: &'a [BoardLines],
    /// The number of states of the layer before each board.
    pub(super) ranks: &'a [usize],
    /// The number of states of the layers below.
    pub(super) below: u64,
    /// V of each board; NaN if it is not a state.
    pub(super) values: &'a [f64],
    /// The layers 2 and 4 above.
    pub(super) above: [Option<QueriedLayer<'a, B>>; 2],
}

/// A layer in which states are looked up.
pub(super) struct QueriedLayer<'a, B: Representation> {
    pub(super) layer: &'a BackwardLayer,
    /// The table of its bit indices, if enough boards are looked up.
    pub(super) bases: Option<&'a BasesOf<B>>,
}

// `Clone` and `Copy` are not derived, because the derived ones would require `B: Copy`.
impl<B: Representation> Clone for QueriedLayer<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Representation> Copy for QueriedLayer<'_, B> {}

impl<'a, B: Representation> QueriedLayer<'a, B> {
    /// The look-up of its states with the numbering of the game.
    #[inline(always)]
    pub(super) const fn numbered(self, numbering: Numbering<'a, B::Ranks>) -> NumberedLayer<'a, B> {
        NumberedLayer { queried: self, numbering }
    }
}

/// The look-up of the states of a layer.
pub(super) struct NumberedLayer<'a, B: Representation> {
    queried: QueriedLayer<'a, B>,
    numbering: Numbering<'a, B::Ranks>,
}

impl<B: Representation> ValueLookup<B::Code> for NumberedLayer<'_, B> {
    #[inline(always)]
    fn replace_all<'c>(&self, codes: impl Iterator<Item = &'c mut B::Code>) {
        let Self { queried: QueriedLayer { layer, bases }, numbering } = *self;
        match bases {
            Some(bases) => bases.finder(numbering).replace_all(codes),
            None => {
                for code in codes {
                    *code = B::Code::narrow(layer.index.bit_index(numbering, code.widen()));
                }
            }
        }
    }

    #[inline(always)]
    fn value_or(&self, bit: B::Code, lost: f64) -> (f64, bool) {
        let layer = self.queried.layer;
        let (rank, is_state) = layer.states.ranks().find(bit.widen());
        (layer.values.get(rank).filter(|_| is_state).unwrap_or(lost), is_state)
    }
}

/// The tables of bit indices of some layers, by position.
pub(super) struct LayerBases<B: Representation>(pub(super) Vec<(usize, BasesOf<B>)>);

impl<B: Representation> LayerBases<B> {
    /// Drops the tables of layers below one, and makes those of some layers.
    pub(super) fn keep(
        &mut self,
        query: &Query<'_, B>,
        from: usize,
        layers: impl Iterator<Item = usize>,
    ) {
        self.0.retain(|&(at, _)| at >= from);
        for at in layers {
            if self.of(at).is_none() {
                let index = &query.solution.layers[at].index;
                self.0.push((at, index.corner_bases(query.numbering)));
            }
        }
    }

    pub(super) fn of(&self, at: usize) -> Option<&BasesOf<B>> {
        self.0.iter().find(|&&(of, _)| of == at).map(|(_, bases)| bases)
    }
}

/// The question for V.
pub(super) struct ValueOf;

impl Question for ValueOf {
    type Answer = f64;
    const NONE: f64 = f64::NAN;

    #[inline(always)]
    fn answer<B: Representation>(
        _: &Query<'_, B>,
        _: impl Simd,
        block: &Block<'_, B>,
        out: &mut [f64],
    ) {
        out.copy_from_slice(block.values);
    }
}

/// The question for the position among all states.
pub(super) struct PositionOf;

impl Question for PositionOf {
    type Answer = Option<u64>;
    const NONE: Option<u64> = None;

    #[inline(always)]
    fn answer<B: Representation>(
        _: &Query<'_, B>,
        _: impl Simd,
        block: &Block<'_, B>,
        out: &mut [Option<u64>],
    ) {
        for (&rank, out) in block.ranks.iter().zip(out) {
            *out = Some(block.below + rank as u64);
        }
    }
}

/// The question for Q of each action.
pub(super) struct ActionValuesOf;

impl Question for ActionValuesOf {
    type Answer = [f64; 4];
    const NONE: [f64; 4] = [f64::NAN; 4];

    #[inline(always)]
    fn answer<B: Representation>(
        query: &Query<'_, B>,
        simd: impl Simd,
        block: &Block<'_, B>,
        out: &mut [[f64; 4]],
    ) {
        let (tables, rewards) = (&query.of_boards.boards, &query.rewards);
        let slider = tables.slider(B::HAS_FOURTH_LINE);
        let mut effects = [MoveEffects::default(); BLOCK];
        let mut afterstates = [B::Code::default(); 4 * BLOCK];
        let mut means = [0.0; 4 * BLOCK];
        let mut count = 0;
        for (effects, &lines) in effects.iter_mut().zip(block.lines) {
            *effects = slider.effects(lines);
            let (codes, continuing) = (slider.afterstates(simd, effects), effects.continuing());
            let codes = B::Code::compress(simd, codes, continuing);
            afterstates[count..count + 4].copy_from_slice(&codes);
            count += continuing.count_ones() as usize;
        }
        for (codes, means) in afterstates[..count].chunks(BLOCK).zip(means.chunks_mut(BLOCK)) {
            query.expect(simd, codes, block.above, means);
        }
        let mut means = means.into_iter();
        for ((effects, &lines), out) in effects.iter().zip(block.lines).zip(out) {
            let points = match rewards.each_point == 0.0 {
                true => [0.0; 2],
                false => slider.points(lines),
            };
            let mut values = Self::NONE;
            for (action, value) in values.iter_mut().enumerate() {
                // Both directions along a line merge the same tiles.
                let points = points[action / 2];
                if effects.continues(action) {
                    *value = rewards.going_on(points, means.next().unwrap_or(f64::NAN));
                } else if effects.allows(action) {
                    *value = rewards.winning(points);
                }
            }
            *out = values;
        }
    }
}

impl<B: Representation> Query<'_, B> {
    /// Writes the expectation of V over the random tile that follows each afterstate, in the order
    /// of the solver's sums, into `means`. There are at most [`BLOCK`] afterstates. A board that is
    /// not a state counts as lost.
    #[inline(always)]
    fn expect(
        &self,
        simd: impl Simd,
        afterstates: &[B::Code],
        above: [Option<QueriedLayer<'_, B>>; 2],
        means: &mut [f64],
    ) {
        let tables = &self.of_boards.boards;
        let above = above.map(|layer| layer.map(|layer| layer.numbered(self.numbering)));
        let parts = afterstates.iter().map(|code| self.numbering.codes.parts(code.widen()));
        let mut spawns = SpawnBatch::new();
        spawns.place(simd, &tables.spawner(), parts);
        let (probabilities, lost) = (tables.spawn_probabilities, self.rewards.lost);
        let above = above.each_ref().map(Option::as_ref);
        spawns.look_up(probabilities, above, lost, |_, _, _| ());
        spawns.means(|at, mean, _| means[at] = mean);
    }
}
