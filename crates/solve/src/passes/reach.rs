//! The first pass: which states can be reached.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};

use mdp2048_model::Game;
use mdp2048_rules::TileSum;

use crate::bits::{MarkedBits, RankedBits};
use crate::index::codes::Patterns;
use crate::index::inner::Places;
use crate::index::layer::{BATCH, Batch, LayerIndex, NumberTable};
use crate::kernel::tables::{CELLS, Lines, SPREAD, Vectors};
use crate::lanes::{Code, Width};
use crate::memory::Found;
use crate::options::Precision;
use crate::parallel::{self, Work};
use crate::passes::successors::{Linked, Links, Room};
use crate::progress::{Phase, Progress, ProgressCallback, SolveError};

/// A layer whose states and afterstates are known.
pub(crate) struct ReachedLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// The words of the set of afterstates of the layer's states; they have the same tile sum.
    pub(crate) afterstates: Vec<u64>,
    /// Where the actions of each state lead, if that is kept.
    pub(crate) links: Option<Links>,
}

/// All layers with states, ascending, and how many lost boards were met.
pub(crate) struct Reached {
    pub(crate) layers: Vec<ReachedLayer>,
    pub(crate) states: u64,
    pub(crate) lost: u64,
}

/// A layer whose states are still being marked.
struct OpenLayer<C> {
    index: LayerIndex,
    numbers: NumberTable<C>,
    marked: MarkedBits,
}

impl<C: Code> OpenLayer<C> {
    fn new(patterns: &Patterns<impl Places>, half_sum: usize) -> Self {
        let index = LayerIndex::new(patterns, half_sum);
        let marked = MarkedBits::new(index.len());
        let numbers = index.table(patterns);
        Self { index, numbers, marked }
    }
}

/// Finds every reachable state.
pub(crate) fn reach<C: Code, P: Places>(
    game: &Game,
    patterns: &Patterns<P>,
    vectors: &Vectors<C>,
    precision: Precision,
    memory_limit: u64,
    watch: ProgressCallback<'_>,
) -> Result<Reached, SolveError> {
    // Games start with two tiles of 2 or 4, so with a half sum of 2 at least; a random tile adds 1
    // or 2 to it. So three layers are open at a time.
    let mut next = 2;
    let mut open: VecDeque<OpenLayer<C>> = VecDeque::new();
    for half_sum in next..next + 3 {
        open.push_back(OpenLayer::new(patterns, half_sum));
    }
    for start in game.starts() {
        let board = start.state.board();
        let layer = &open[board.tile_sum().get() as usize / 2 - next];
        if let Some(code) = patterns.code(board) {
            layer.marked.marker().mark(layer.index.number(patterns, code));
        }
    }
    let mut reached = Reached { layers: Vec::new(), states: 0, lost: 0 };
    let mut found = Found::new(patterns, precision);
    let mut linked = Linked::new();
    let keep_links = precision == Precision::Double;
    let mut empty_in_a_row = 0;
    while empty_in_a_row < 3 {
        let Some(OpenLayer { index, numbers, marked }) = open.pop_front() else { break };
        let words = marked.into_words();
        let close = Close::new(patterns, vectors, &index, &numbers);
        let (states, afterstates) = close.run(words, &mut linked, keep_links, &mut reached.lost);
        let spread =
            Spread { patterns, vectors, index: &index, afterstates: &afterstates, open: &open };
        // What does not wait for each other is done at once, so that no thread waits either.
        let ((), (links, opened)) = parallel::both(
            || parallel::run(parallel::ranges(afterstates.len()), &spread),
            || {
                parallel::both(
                    || linked.links(&states, &afterstates),
                    || OpenLayer::new(patterns, next + 3),
                )
            },
        );
        open.push_back(opened);
        let layer = ReachedLayer { index, states, afterstates, links };
        if layer.states.len() == 0 {
            empty_in_a_row += 1;
        } else {
            empty_in_a_row = 0;
            reached.states += layer.states.len();
            found.add(&layer);
            reached.layers.push(layer);
            let progress = Progress {
                phase: Phase::Reaching,
                layer: TileSum::new(2 * next as u32),
                layers: reached.layers.len(),
                layers_in_all: None,
                states: reached.states,
                states_in_all: None,
                bytes_in_all: None,
            };
            if watch(progress) == ControlFlow::Break(()) {
                return Err(SolveError::Interrupted);
            }
            let needed = found.at_least();
            if needed > memory_limit {
                return Err(SolveError::Memory { needed, limit: memory_limit, precision });
            }
        }
        next += 1;
    }
    Ok(reached)
}

/// Room for the lost boards of a batch: a power of two, for a remainder that costs nothing.
const LOST: usize = BATCH.next_power_of_two();

/// Takes the lost boards out of the marked ones and marks the afterstates of the others.
struct Close<'a, C, P> {
    patterns: &'a Patterns<P>,
    vectors: &'a Vectors<C>,
    index: &'a LayerIndex,
    numbers: &'a NumberTable<C>,
    afterstates: MarkedBits,
    lost: AtomicU64,
}

impl<'a, C: Code, P: Places> Close<'a, C, P> {
    fn new(
        patterns: &'a Patterns<P>,
        vectors: &'a Vectors<C>,
        index: &'a LayerIndex,
        numbers: &'a NumberTable<C>,
    ) -> Self {
        let afterstates = MarkedBits::new(index.len());
        Self { patterns, vectors, index, numbers, afterstates, lost: AtomicU64::new(0) }
    }

    /// The states, and the words of the set of their afterstates, from the words of the set of all
    /// boards of the layer.
    fn run(
        self,
        mut words: Vec<u64>,
        linked: &mut Linked<C>,
        keep_links: bool,
        lost: &mut u64,
    ) -> (RankedBits, Vec<u64>) {
        parallel::run(linked.parts(&mut words, keep_links), &self);
        let Self { afterstates, lost: lost_here, .. } = self;
        *lost += lost_here.into_inner();
        parallel::both(|| RankedBits::new(words), || afterstates.into_words())
    }
}

impl<C: Code, P: Places> Work<(usize, &mut [u64], Room<'_, C>)> for Close<'_, C, P> {
    #[inline(always)]
    fn run(
        &self,
        width: impl Width,
        (first_word, words, mut room): (usize, &mut [u64], Room<'_, C>),
    ) {
        let Self { patterns, vectors, index, .. } = *self;
        let afterstates = self.afterstates.marker();
        let mut lost = Vec::new();
        let (slider, finder) = (vectors.slider(P::FOUR_LINES), self.numbers.finder(patterns));
        let mut batch = Batch::new();
        let mut lost_here = [0; LOST];
        let mut lines = [Lines::default(); BATCH];
        let mut codes = [C::default(); 4 * BATCH];
        let mut effects = [0; BATCH + 1];
        let mut members = index.members(patterns, words, first_word);
        while members.fill(&mut batch) {
            let (mut count, mut states, mut lost_count) = (0, 0, 0);
            for (lines, &parts) in lines.iter_mut().zip(batch.parts()) {
                *lines = slider.lines(parts);
            }
            for (&number, &lines) in batch.numbers().iter().zip(&lines) {
                let acts = slider.act(lines);
                let is_lost = usize::from(acts.lost());
                lost_here[lost_count % LOST] = number;
                lost_count += is_lost;
                effects[states] = acts.effects;
                states += 1 - is_lost;
                let going_on = acts.going_on();
                let packed = C::pack(width, slider.codes(width, &acts), going_on);
                codes[count..count + 4].copy_from_slice(&packed);
                count += going_on.count_ones() as usize;
            }
            lost.extend_from_slice(&lost_here[..lost_count]);
            finder.number_all(codes[..count].iter_mut());
            afterstates.mark_all(codes[..count].iter().map(|number| number.widen()));
            room.take(&codes[..count], &effects[..states]);
        }
        for &number in &lost {
            words[(number / 64) as usize - first_word] &= !(1 << (number % 64));
        }
        self.lost.fetch_add(lost.len() as u64, Ordering::Relaxed);
    }
}

/// Marks the boards that the random tile makes of a layer's afterstates.
struct Spread<'a, C, P> {
    patterns: &'a Patterns<P>,
    vectors: &'a Vectors<C>,
    index: &'a LayerIndex,
    /// The words of the set of afterstates.
    afterstates: &'a [u64],
    open: &'a VecDeque<OpenLayer<C>>,
}

impl<C: Code, P: Places> Work<Range<usize>> for Spread<'_, C, P> {
    #[inline(always)]
    fn run(&self, width: impl Width, range: Range<usize>) {
        let Self { patterns, vectors, index, afterstates, open } = *self;
        let spawner = vectors.spawner();
        let above = [&open[0], &open[1]]
            .map(|layer| (layer.numbers.finder(patterns), layer.marked.marker()));
        let mut members = index.members(patterns, &afterstates[range.clone()], range.start);
        let mut batch = Batch::new();
        let mut codes = [[C::default(); 2]; SPREAD * CELLS];
        while members.fill(&mut batch) {
            for boards in batch.parts().chunks(SPREAD) {
                let mut count = 0;
                for &parts in boards {
                    spawner.each(width, parts, |pair| {
                        codes[count] = pair;
                        count += 1;
                    });
                }
                for (tile, (finder, marker)) in above.into_iter().enumerate() {
                    if vectors.chances[tile] > 0.0 {
                        let codes = &mut codes[..count];
                        finder.number_all(codes.iter_mut().map(|pair| &mut pair[tile]));
                        marker.mark_all(codes.iter().map(|pair| pair[tile].widen()));
                    }
                }
            }
        }
    }
}
