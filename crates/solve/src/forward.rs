//! The first pass: which states can be reached.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use mdp2048_model::Game;
use mdp2048_rules::TileSum;

use crate::bits::{MarkedBits, RankedBits};
use crate::index::LayerIndex;
use crate::moves::{Moves, Next};
use crate::parallel;
use crate::patterns::{Images, Patterns, add, least};
use crate::progress::{Phase, Progress, SolveError, Watch};

/// A layer whose states and afterstates are known.
pub(crate) struct ReachedLayer {
    pub(crate) index: LayerIndex,
    pub(crate) states: RankedBits,
    /// The afterstates of the layer's states; they have the same tile sum.
    pub(crate) afterstates: RankedBits,
}

/// All layers with states, ascending, and how many lost boards were met.
pub(crate) struct Reached {
    pub(crate) layers: Vec<ReachedLayer>,
    pub(crate) states: u64,
    pub(crate) lost: u64,
}

/// A layer whose states are still being marked.
struct OpenLayer {
    index: LayerIndex,
    marked: MarkedBits,
}

impl OpenLayer {
    fn new(patterns: &Patterns, half_sum: usize) -> Self {
        let index = LayerIndex::new(patterns, half_sum);
        let marked = MarkedBits::new(index.len());
        Self { index, marked }
    }
}

/// The random tiles: by tile (2, 4), its probability and what it adds to the images on each cell.
pub(crate) struct Spawns {
    pub(crate) chances: [f64; 2],
    pub(crate) images: [Vec<Images>; 2],
}

impl Spawns {
    pub(crate) fn new(game: &Game, patterns: &Patterns) -> Self {
        let four = game.spawn_four().get();
        let images = [1, 2].map(|exponent| {
            patterns.weights.iter().map(|weights| weights.map(|weight| weight * exponent)).collect()
        });
        Self { chances: [1.0 - four, four], images }
    }
}

/// Calls `visit` with each cell of a mask, ascending.
pub(crate) fn for_each_cell(mut mask: u16, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// Finds every reachable state.
pub(crate) fn reach(
    game: &Game,
    patterns: &Patterns,
    moves: &Moves,
    memory_limit: u64,
    watch: Watch<'_>,
) -> Result<Reached, SolveError> {
    let spawns = Spawns::new(game, patterns);
    // Games start with two tiles of 2 or 4, so with a half sum of 2 at least; a random tile adds 1
    // or 2 to it. So three layers are open at a time.
    let mut next = 2;
    let mut open: VecDeque<OpenLayer> = VecDeque::new();
    for half_sum in next..next + 3 {
        open.push_back(OpenLayer::new(patterns, half_sum));
    }
    for start in game.starts() {
        let board = start.state.board();
        let layer = &open[board.tile_sum().get() as usize / 2 - next];
        if let Some(code) = patterns.code(board) {
            layer.marked.mark(layer.index.number(patterns, code));
        }
    }
    let mut reached = Reached { layers: Vec::new(), states: 0, lost: 0 };
    let mut bytes = patterns.bytes();
    let mut empty_in_a_row = 0;
    while empty_in_a_row < 3 {
        let Some(OpenLayer { index, marked }) = open.pop_front() else { break };
        open.push_back(OpenLayer::new(patterns, next + 3));
        let layer = close(patterns, moves, index, marked, &mut reached.lost);
        spread(patterns, &spawns, &layer, &open);
        if layer.states.len() == 0 {
            empty_in_a_row += 1;
        } else {
            empty_in_a_row = 0;
            reached.states += layer.states.len();
            bytes += 24 * layer.states.words().len() as u64 + 8 * layer.states.len();
            reached.layers.push(layer);
            let progress = Progress {
                phase: Phase::Reaching,
                layer: TileSum::new(2 * next as u32),
                layers: reached.layers.len(),
                layers_in_all: None,
                states: reached.states,
                states_in_all: None,
            };
            if watch(progress) == ControlFlow::Break(()) {
                return Err(SolveError::Interrupted);
            }
            if bytes > memory_limit {
                return Err(SolveError::Memory { needed: bytes, limit: memory_limit });
            }
        }
        next += 1;
    }
    Ok(reached)
}

/// Takes the lost boards out of the marked ones and marks the afterstates of the others.
fn close(
    patterns: &Patterns,
    moves: &Moves,
    index: LayerIndex,
    marked: MarkedBits,
    lost: &mut u64,
) -> ReachedLayer {
    let words = marked.into_words();
    let afterstates = MarkedBits::new(index.len());
    let playable = MarkedBits::new(index.len());
    let lost_here = AtomicU64::new(0);
    parallel::run(parallel::ranges(words.len()), |range| {
        let mut lost_in_range = 0;
        index.for_each(patterns, &words, range, |number, parts| {
            let next = moves.all(&parts.lines());
            if next == [Next::Blocked; 4] {
                lost_in_range += 1;
                return;
            }
            playable.mark(number);
            for next in next {
                if let Next::After(code) = next {
                    afterstates.mark(index.number(patterns, code));
                }
            }
        });
        lost_here.fetch_add(lost_in_range, Ordering::Relaxed);
    });
    *lost += lost_here.into_inner();
    let states = RankedBits::new(playable.into_words());
    let afterstates = RankedBits::new(afterstates.into_words());
    ReachedLayer { index, states, afterstates }
}

/// Marks the boards that the random tile makes of a layer's afterstates.
fn spread(patterns: &Patterns, spawns: &Spawns, layer: &ReachedLayer, open: &VecDeque<OpenLayer>) {
    let words = layer.afterstates.words();
    parallel::run(parallel::ranges(words.len()), |range| {
        layer.index.for_each(patterns, words, range, |_, parts| {
            let images = parts.images();
            for_each_cell(parts.empty(), |cell| {
                for (tile, chance) in spawns.chances.into_iter().enumerate() {
                    if chance > 0.0 {
                        let code = least(&add(images, spawns.images[tile][cell]));
                        let target = &open[tile];
                        target.marked.mark(target.index.number(patterns, code));
                    }
                }
            });
        });
    });
}
