//! The states that games visit under the actions of a work folder, found layer by layer from the
//! lowest tile sum.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use mdp2048_model::Game;

use crate::allocate::{self, Array};
use crate::bits::shared::SharedBits;
use crate::half_sum::HalfSum;
use crate::index::codes::Numbering;
use crate::index::inner::AnyInnerRanks;
use crate::index::layer::LayerIndex;
use crate::kernel::tables::BoardTables;
use crate::lanes::Width;
use crate::parallel::{self, Work};
use crate::progress::SolveError;

use super::error::WorkError;
use super::layer::Layer;

/// The boards that games reach in a layer, as far as they are known.
struct OpenBoards {
    index: LayerIndex,
    boards: SharedBits,
}

/// Finds the states that games visit.
pub(super) struct VisitedStates<'a> {
    numbering: Numbering<'a, AnyInnerRanks>,
    tables: &'a BoardTables<u64>,
    /// The layers to which boards may be added, by half sum.
    open: BTreeMap<HalfSum, OpenBoards>,
}

impl<'a> VisitedStates<'a> {
    /// Begins with the start states of a game.
    pub(super) fn new(
        game: &Game,
        numbering: Numbering<'a, AnyInnerRanks>,
        tables: &'a BoardTables<u64>,
    ) -> Result<Self, SolveError> {
        let mut visited = Self { numbering, tables, open: BTreeMap::new() };
        for start in game.starts() {
            let board = start.state.board();
            let half_sum = HalfSum::of(board);
            visited.open(half_sum)?;
            if let (Some(open), Some(code)) =
                (visited.open.get(&half_sum), numbering.codes.code(board))
            {
                open.boards.setter().set(open.index.bit_index(numbering, code));
            }
        }
        Ok(visited)
    }

    /// Ensures that boards can be added to a layer.
    fn open(&mut self, half_sum: HalfSum) -> Result<(), SolveError> {
        if !self.open.contains_key(&half_sum) {
            let index = LayerIndex::new(self.numbering.codes, half_sum);
            let boards = SharedBits::new(index.len())?;
            self.open.insert(half_sum, OpenBoards { index, boards });
        }
        Ok(())
    }

    /// Returns the words of the bitmap of the visited states of a layer. The layers of successive
    /// calls ascend, and they are all that have states.
    pub(super) fn layer(&mut self, layer: &Layer) -> Result<Array<u64>, SolveError> {
        let half_sum = layer.index.half_sum();
        // A layer that was left out has lost boards only.
        self.open.retain(|&open, _| open >= half_sum);
        let Some(open) = self.open.remove(&half_sum) else {
            return Ok(allocate::zeroed(layer.states.words().len())?);
        };
        let mut words = open.boards.into_words();
        for (word, states) in words.iter_mut().zip(layer.states.words()) {
            // The other boards are lost.
            *word &= states;
        }
        let actions = FollowActions {
            numbering: self.numbering,
            tables: self.tables,
            layer,
            visited: &words,
            afterstates: SharedBits::new(layer.index.len())?,
            has_wrong_action: AtomicBool::new(false),
        };
        parallel::run(parallel::ranges(words.len()), &actions);
        if actions.has_wrong_action.into_inner() {
            return Err(WorkError::Damaged(layer.actions_file.clone()).into());
        }
        let afterstates = actions.afterstates.into_words();
        self.open(half_sum.plus(1))?;
        self.open(half_sum.plus(2))?;
        let [two, four] = [1, 2].map(|up| &self.open[&(half_sum.plus(up))]);
        let spawns = FollowSpawns {
            numbering: self.numbering,
            tables: self.tables,
            index: &layer.index,
            afterstates: &afterstates,
            above: [two, four],
        };
        parallel::run(parallel::ranges(afterstates.len()), &spawns);
        Ok(words)
    }
}

/// Finds the afterstates of the actions of the visited states of a layer.
struct FollowActions<'a> {
    numbering: Numbering<'a, AnyInnerRanks>,
    tables: &'a BoardTables<u64>,
    layer: &'a Layer,
    visited: &'a [u64],
    afterstates: SharedBits,
    /// Whether an action is not allowed.
    has_wrong_action: AtomicBool,
}

impl Work<Range<usize>> for FollowActions<'_> {
    #[inline(always)]
    fn run(&self, _: impl Width, range: Range<usize>) {
        let Self { numbering, tables, layer, visited, .. } = *self;
        let setter = self.afterstates.setter();
        for (bit, parts) in layer.index.boards(numbering, &visited[range.clone()], range.start) {
            let effects = tables.effects(tables.lines(parts));
            match layer.action(bit).map(|action| action.index()) {
                Some(action) if effects.continues(action) => {
                    let code = tables.afterstate(&effects, action);
                    setter.set(layer.index.bit_index(numbering, code));
                }
                Some(action) if effects.allows(action) => {}
                _ => self.has_wrong_action.store(true, Ordering::Relaxed),
            }
        }
    }
}

/// Adds the boards after the random tiles to the two layers above.
struct FollowSpawns<'a> {
    numbering: Numbering<'a, AnyInnerRanks>,
    tables: &'a BoardTables<u64>,
    /// The index of the layer of the afterstates.
    index: &'a LayerIndex,
    afterstates: &'a [u64],
    above: [&'a OpenBoards; 2],
}

impl Work<Range<usize>> for FollowSpawns<'_> {
    #[inline(always)]
    fn run(&self, width: impl Width, range: Range<usize>) {
        let Self { numbering, tables, index, afterstates, above } = *self;
        let setters = above.map(|open| open.boards.setter());
        for (_, parts) in index.boards(numbering, &afterstates[range.clone()], range.start) {
            let images = tables.images(parts);
            for cell in images.empty_cells() {
                let codes = tables.spawn(width, &images, cell);
                for (tile, (open, setter)) in above.into_iter().zip(setters).enumerate() {
                    if tables.spawn_probabilities[tile] > 0.0 {
                        setter.set(open.index.bit_index(numbering, codes[tile]));
                    }
                }
            }
        }
    }
}
