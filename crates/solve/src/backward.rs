//! The second pass: what each state is worth.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

use mdp2048_model::Rewards;
use mdp2048_rules::TileSum;

use crate::bits::{CountedBits, RankedBits, Ranking};
use crate::column::{Column, Number};
use crate::forward::{Reached, ReachedLayer};
use crate::index::{BATCH, Batch, LayerIndex, NumberTable};
use crate::lanes::{Code, Width};
use crate::parallel::{self, Work};
use crate::patterns::Patterns;
use crate::progress::{Phase, Progress, SolveError, Watch};
use crate::rests::Places;
use crate::vectors::{Acts, CELLS, Images, SPREAD, Vectors};

/// A layer whose states have values.
#[derive(Clone, Debug)]
pub(crate) struct ValuedLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// In the order of `states`.
    pub(crate) values: Column,
}

/// A layer whose values are known to be of one type, for speed.
#[derive(Clone, Copy)]
struct Typed<'a, N> {
    numbers: &'a NumberTable,
    states: Ranking<'a>,
    values: &'a [N],
}

impl<N: Number> Typed<'_, N> {
    /// The value of the board with this number, or `lost` if it is no state of the layer.
    #[inline(always)]
    fn value_or(&self, number: u64, lost: f64) -> f64 {
        let (below, is_state) = self.states.below(number);
        let value = self.values.get(below).map_or(lost, |number| number.get());
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
    fn typed<'a, N: Number>(&'a self, numbers: &'a NumberTable) -> Typed<'a, N> {
        let Self { states, values, .. } = self;
        Typed { numbers, states: states.ranking(), values: N::numbers(values) }
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
    watch: Watch<'_>,
) -> Result<Vec<ValuedLayer>, SolveError> {
    let layers_in_all = reached.layers.len();
    let mut valued: Vec<ValuedLayer> = Vec::with_capacity(layers_in_all);
    let mut states = 0;
    // Of the last two layers, the last first.
    let mut tables: VecDeque<NumberTable> = VecDeque::new();
    for layer in reached.layers.into_iter().rev() {
        let numbers = layer.index.table(patterns);
        let half_sum = layer.index.half_sum();
        let above = [1, 2].map(|up| {
            let mut recent = valued.iter().rev().zip(&tables);
            let (layer, numbers) =
                recent.find(|(layer, _)| layer.index.half_sum() == half_sum + up)?;
            Some(layer.typed::<N>(numbers))
        });
        let layer = value_layer(rewards, patterns, vectors, above, layer, &numbers);
        tables.truncate(1);
        tables.push_front(numbers);
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
    above: [Option<Typed<'_, N>>; 2],
    layer: ReachedLayer,
    numbers: &NumberTable,
) -> ValuedLayer {
    let ReachedLayer { index, states, afterstates } = layer;
    let afterstates = CountedBits::new(afterstates);
    let mut expected = vec![0.0; afterstates.len()];
    let lost = rewards.lost;
    let expect =
        Expect { patterns, vectors, index: &index, afterstates: &afterstates, above, lost };
    let before = |word| afterstates.before(word);
    let tasks = parallel::ranges_with(afterstates.words().len(), before, &mut expected);
    parallel::run(tasks, &expect);
    let mut values = vec![N::default(); states.len() as usize];
    let choose = Choose {
        patterns,
        vectors,
        index: &index,
        numbers,
        states: &states,
        afterstates: &afterstates,
        expected: &expected,
        rewards,
    };
    let before = |word| states.before(word);
    let tasks = parallel::ranges_with(states.words().len(), before, &mut values);
    parallel::run(tasks, &choose);
    ValuedLayer { index, states, values: N::column(values) }
}

/// The expected values of a layer's afterstates.
struct Expect<'a, C, P, N> {
    patterns: &'a Patterns<P>,
    vectors: &'a Vectors<C>,
    index: &'a LayerIndex,
    afterstates: &'a CountedBits,
    above: [Option<Typed<'a, N>>; 2],
    lost: f64,
}

impl<C: Code, P: Places, N: Number> Work<(Range<usize>, &mut [f64])> for Expect<'_, C, P, N> {
    #[inline(always)]
    fn run(&self, width: impl Width, (range, mut out): (Range<usize>, &mut [f64])) {
        let Self { patterns, vectors, index, afterstates, above, lost } = *self;
        let spawner = vectors.spawner();
        let chances = vectors.chances;
        let above = above.map(|layer| layer.map(|layer| (layer.numbers.finder(patterns), layer)));
        let mut members = index.members(patterns, &afterstates.words()[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut codes = [[C::default(); 2]; SPREAD * CELLS];
        let mut values = [[0.0; 2]; SPREAD * CELLS];
        let mut ends = [0; SPREAD];
        loop {
            members.fill(&mut batch);
            if batch.parts().is_empty() {
                break;
            }
            for boards in batch.parts().chunks(SPREAD) {
                let mut count = 0;
                for (&parts, end) in boards.iter().zip(&mut ends) {
                    spawner.each(width, parts, |pair| {
                        codes[count] = pair;
                        count += 1;
                    });
                    *end = count;
                }
                for (tile, layer) in above.iter().enumerate() {
                    if chances[tile] > 0.0 {
                        for (value, code) in values.iter_mut().zip(&codes[..count]) {
                            value[tile] = match layer {
                                Some((finder, layer)) => {
                                    layer.value_or(finder.number(code[tile].widen()), lost)
                                }
                                None => lost,
                            };
                        }
                    }
                }
                let (means, rest) = out.split_at_mut(boards.len());
                out = rest;
                let mut begin = 0;
                for (mean, &end) in means.iter_mut().zip(&ends) {
                    let mut sum = 0.0;
                    for value in &values[begin..end] {
                        for (value, chance) in value.iter().zip(chances) {
                            if chance > 0.0 {
                                sum += chance * value;
                            }
                        }
                    }
                    *mean = sum / (end - begin) as f64;
                    begin = end;
                }
            }
        }
    }
}

/// The values of a layer's states, the best of their actions'.
struct Choose<'a, C, P> {
    patterns: &'a Patterns<P>,
    vectors: &'a Vectors<C>,
    index: &'a LayerIndex,
    numbers: &'a NumberTable,
    states: &'a RankedBits,
    afterstates: &'a CountedBits,
    /// In the order of `afterstates`.
    expected: &'a [f64],
    rewards: &'a Rewards,
}

impl<C: Code, P: Places, N: Number> Work<(Range<usize>, &mut [N])> for Choose<'_, C, P> {
    #[inline(always)]
    fn run(&self, width: impl Width, (range, mut out): (Range<usize>, &mut [N])) {
        let Self { patterns, vectors, index, numbers, states, afterstates, expected, rewards } =
            *self;
        let (slider, finder) = (vectors.slider(P::FOUR_LINES), numbers.finder(patterns));
        let mut members = index.members(patterns, &states.words()[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut acts = [Acts::default(); BATCH];
        let mut codes = [C::default(); 4 * BATCH];
        let mut means = [0.0; 4 * BATCH + 2];
        let counts = afterstates.counts();
        loop {
            members.fill(&mut batch);
            let boards = batch.parts();
            if boards.is_empty() {
                break;
            }
            for (&parts, acts) in boards.iter().zip(&mut acts) {
                *acts = slider.act(slider.lines(parts));
            }
            let mut count = 0;
            for acts in &acts[..boards.len()] {
                let going_on = acts.going_on();
                let packed = C::pack(width, slider.codes(width, acts), going_on);
                codes[count..count + 4].copy_from_slice(&packed);
                count += going_on.count_ones() as usize;
            }
            for (mean, code) in means.iter_mut().zip(&codes[..count]) {
                *mean = expected[counts.below(finder.number(code.widen()))];
            }
            let (values, rest) = out.split_at_mut(boards.len());
            out = rest;
            let mut next = 0;
            // The greater mean of the two actions of the low bits, if they go on; what follows are the
            // means of the next ones. The two have the same points, and Q grows with the mean, so the
            // greater mean is as good as the greater Q.
            let mut greatest_of = |going_on: u8| {
                let take = TAKE[usize::from(going_on % 4)];
                let two = [means[next] + take[0], means[next + 1] + take[1]];
                next += (going_on % 4).count_ones() as usize;
                greater(two[0], two[1])
            };
            if rewards.each_point == 0.0 {
                for (value, acts) in values.iter_mut().zip(&acts) {
                    let going_on = acts.going_on();
                    let mean = greater(greatest_of(going_on), greatest_of(going_on >> 2));
                    let won = won(rewards, acts.wins(0) | acts.wins(2), 0.0);
                    *value = N::of(greater(rewards.going_on(0.0, mean), won));
                }
            } else {
                for ((value, acts), &parts) in values.iter_mut().zip(&acts).zip(boards) {
                    let [across, along] = vectors.points(slider.lines(parts));
                    let mut worth = |action: usize, points| {
                        let mean = greatest_of(acts.going_on() >> action);
                        let won = won(rewards, acts.wins(action), points);
                        greater(rewards.going_on(points, mean), won)
                    };
                    let first = worth(0, across);
                    *value = N::of(greater(first, worth(2, along)));
                }
            }
        }
    }
}

/// By the actions of two that go on, a bit for each: what takes out of a choice of the greatest those
/// of two means that are not theirs, and leaves the others as they are.
const TAKE: [[f64; 2]; 4] = {
    const NONE: f64 = f64::NEG_INFINITY;
    [[NONE, NONE], [0.0, NONE], [0.0, NONE], [0.0, 0.0]]
};

/// Q of an action with these points that makes the target, if it does.
#[inline(always)]
fn won(rewards: &Rewards, wins: bool, points: f64) -> f64 {
    if wins { rewards.winning(points) } else { f64::NEG_INFINITY }
}

/// The greater number; neither is NaN, which the library's own would look for.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
