//! The second pass: what each state is worth.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

use mdp2048_model::Rewards;
use mdp2048_rules::TileSum;

use crate::bits::{CountedBits, Counts, RankedBits, Ranking, counts_before};
use crate::index::codes::Patterns;
use crate::index::inner::Places;
use crate::index::layer::{Batch, LayerIndex, NumberTable};
use crate::kernel::tables::{CELLS, Images, SPREAD, Vectors};
use crate::lanes::{Code, Width};
use crate::parallel::{self, Work};
use crate::passes::choose::{self, Choose};
use crate::passes::reach::{Reached, ReachedLayer};
use crate::passes::successors;
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};
use crate::store::values::{Column, Number};

/// A layer whose states have values.
#[derive(Clone, Debug)]
pub(crate) struct ValuedLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// In the order of `states`.
    pub(crate) values: Column,
}

/// What there is of a layer only while those below it are valued.
struct Near<C> {
    numbers: NumberTable<C>,
    // By word of the states; empty for boards with four lines, whose sets are so large that the
    // counts would be a part of all memory.
    before: Vec<u32>,
}

/// A layer whose values are known to be of one type, for speed.
#[derive(Clone, Copy)]
struct Typed<'a, C, N> {
    numbers: &'a NumberTable<C>,
    states: Ranking<'a>,
    counts: Counts<'a>,
    values: &'a [N],
}

impl<C, N: Number> Typed<'_, C, N> {
    /// The value of the board with this number, or `lost` if it is no state of the layer.
    #[inline(always)]
    fn value_or<P: Places>(&self, number: u64, lost: f64) -> f64 {
        let (below, is_state) =
            if P::FOUR_LINES { self.states.below(number) } else { self.counts.find(number) };
        let value = self.values[if is_state { below } else { 0 }].get();
        if is_state { value } else { lost }
    }
}

impl ValuedLayer {
    /// The value of the board with this canonical code, if it is a state of the layer.
    pub(crate) fn value(&self, patterns: &Patterns<impl Places>, code: u64) -> Option<f64> {
        let rank = self.states.rank(self.index.number(patterns, code))?;
        self.values.get(rank)
    }

    /// The layer with values of a type that they must be of.
    fn typed<'a, C, N: Number>(&'a self, near: &'a Near<C>) -> Typed<'a, C, N> {
        let Self { states, values, .. } = self;
        let counts = Counts::new(states.words(), &near.before);
        let (numbers, states, values) = (&near.numbers, states.ranking(), N::numbers(values));
        Typed { numbers, states, counts, values }
    }
}

/// The layers that random tiles lead to from a layer: 2 and 4 higher, where there are states.
pub(crate) type Above<'a> = [Option<&'a ValuedLayer>; 2];

/// The expected value of an afterstate, from the layers above it.
///
/// The sum runs over the empty cells ascending, a 2 before a 4: one fixed order, so that repeated
/// solves agree to the bit. Boards that are no state are lost.
#[inline(always)]
pub(crate) fn expectation<C: Code, P: Places>(
    width: impl Width,
    patterns: &Patterns<P>,
    vectors: &Vectors<C>,
    above: Above<'_>,
    lost: f64,
    images: &Images<C>,
) -> f64 {
    let mut sum = 0.0;
    for cell in images.empty_cells() {
        let codes = vectors.spawn(width, images, cell);
        for (tile, layer) in above.into_iter().enumerate() {
            if vectors.chances[tile] > 0.0 {
                let value =
                    layer.and_then(|layer| layer.value(patterns, codes[tile])).unwrap_or(lost);
                sum += vectors.chances[tile] * value;
            }
        }
    }
    sum / f64::from(images.empty.count_ones())
}

/// Values every state, from the highest layer down; the layers come out ascending. That takes so many
/// bytes, which is told to `watch`.
pub(crate) fn value<C: Code, P: Places, N: Number>(
    rewards: &Rewards,
    patterns: &Patterns<P>,
    vectors: &Vectors<C>,
    reached: Reached,
    bytes: u64,
    watch: ProgressCallback<'_>,
) -> Result<Vec<ValuedLayer>, SolveError> {
    let layers_in_all = reached.layers.len();
    let mut valued: Vec<ValuedLayer> = Vec::with_capacity(layers_in_all);
    let mut states = 0;
    // Of the last two layers, the last first.
    let mut near: VecDeque<Near<C>> = VecDeque::new();
    // Made once for all layers where they are many, as filling it with zeros each time would take
    // longer than some steps of a layer.
    let mut worth = Vec::new();
    for layer in reached.layers.into_iter().rev() {
        let half_sum = layer.index.half_sum();
        let above = [1, 2].map(|up| {
            let mut recent = valued.iter().rev().zip(&near);
            let (layer, near) =
                recent.find(|(layer, _)| layer.index.half_sum() == half_sum + up)?;
            Some(layer.typed::<C, N>(near))
        });
        let (layer, here) = value_layer(rewards, patterns, vectors, above, layer, &mut worth);
        if P::FOUR_LINES {
            worth = Vec::new();
        }
        near.truncate(1);
        near.push_front(here);
        states += layer.values.len() as u64;
        valued.push(layer);
        let progress = Progress {
            phase: Phase::Valuing,
            layer: TileSum::new(2 * half_sum as u32),
            layers: valued.len(),
            layers_in_all: Some(layers_in_all),
            states,
            states_in_all: Some(reached.states),
            bytes_in_all: Some(bytes),
        };
        if watch(progress) == ControlFlow::Break(()) {
            return Err(SolveError::Interrupted);
        }
    }
    valued.reverse();
    Ok(valued)
}

/// Values a layer's states.
fn value_layer<C: Code, P: Places, N: Number>(
    rewards: &Rewards,
    patterns: &Patterns<P>,
    vectors: &Vectors<C>,
    above: [Option<Typed<'_, C, N>>; 2],
    layer: ReachedLayer,
    worth: &mut Vec<f64>,
) -> (ValuedLayer, Near<C>) {
    let ReachedLayer { index, states, afterstates, links } = layer;
    let afterstates = CountedBits::new(afterstates);
    let count = successors::BEFORE + afterstates.len();
    if worth.len() < count {
        // What is there is given back first, and not copied.
        *worth = Vec::new();
        *worth = vec![0.0; count];
    }
    let worth = &mut worth[..count];
    worth[successors::NONE] = f64::NEG_INFINITY;
    worth[successors::END] = choose::worth_of_end(rewards);
    let expect =
        Expect { rewards, patterns, vectors, index: &index, afterstates: &afterstates, above };
    let before = |word| afterstates.before(word);
    let words = afterstates.words().len();
    let tasks = parallel::ranges_with(words, before, &mut worth[successors::BEFORE..]);
    let near = || {
        let before = if P::FOUR_LINES { Vec::new() } else { counts_before(states.words()) };
        Near { numbers: index.table(patterns), before }
    };
    let ((), near) = parallel::both(|| parallel::run(tasks, &expect), near);
    let layer = Choose {
        rewards,
        patterns,
        vectors,
        index: &index,
        numbers: &near.numbers,
        states: &states,
        afterstates: &afterstates,
        worth,
    };
    let values = layer.values::<N>(links);
    (ValuedLayer { index, states, values }, near)
}

/// What a layer's afterstates are worth, see [`choose::worth`].
struct Expect<'a, C, P, N> {
    patterns: &'a Patterns<P>,
    vectors: &'a Vectors<C>,
    index: &'a LayerIndex,
    afterstates: &'a CountedBits,
    above: [Option<Typed<'a, C, N>>; 2],
    rewards: &'a Rewards,
}

impl<C: Code, P: Places, N: Number> Work<(Range<usize>, &mut [f64])> for Expect<'_, C, P, N> {
    #[inline(always)]
    fn run(&self, width: impl Width, (range, mut out): (Range<usize>, &mut [f64])) {
        let Self { patterns, vectors, index, afterstates, above, rewards } = *self;
        let lost = rewards.lost;
        let spawner = vectors.spawner();
        let chances = vectors.chances;
        let above = above.map(|layer| layer.map(|layer| (layer.numbers.finder(patterns), layer)));
        let mut members = index.members(patterns, &afterstates.words()[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut codes = [[C::default(); 2]; SPREAD * CELLS];
        let mut values = [[0.0; 2]; SPREAD * CELLS];
        let mut ends = [0; SPREAD];
        while members.fill(&mut batch) {
            for boards in batch.parts().chunks(SPREAD) {
                let mut count = 0;
                for (&parts, end) in boards.iter().zip(&mut ends) {
                    spawner.each(width, parts, |pair| {
                        codes[count] = pair;
                        count += 1;
                    });
                    *end = count;
                }
                let (codes, values) = (&mut codes[..count], &mut values[..count]);
                for (tile, layer) in above.iter().enumerate() {
                    let chance = chances[tile];
                    if chance > 0.0 {
                        if let Some((finder, layer)) = layer {
                            finder.number_all(codes.iter_mut().map(|pair| &mut pair[tile]));
                            for (value, pair) in values.iter_mut().zip(&*codes) {
                                value[tile] =
                                    chance * layer.value_or::<P>(pair[tile].widen(), lost);
                            }
                        } else {
                            values.iter_mut().for_each(|value| value[tile] = chance * lost);
                        }
                    }
                }
                let (means, rest) = out.split_at_mut(boards.len());
                out = rest;
                let mut begin = 0;
                for (mean, &end) in means.iter_mut().zip(&ends) {
                    let mut sum = 0.0;
                    for [two, four] in &values[begin..end] {
                        // What has no chance stays 0.
                        sum = sum + two + four;
                    }
                    *mean = choose::worth(rewards, sum / f64::from((end - begin) as u32));
                    begin = end;
                }
            }
        }
    }
}
