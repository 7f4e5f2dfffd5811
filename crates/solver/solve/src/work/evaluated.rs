//! The values of the actions of a work folder at the states that games visit, computed layer by
//! layer from the highest tile sum.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use mdp2048_model::Rewards;
use mdp2048_rules::{Board, CanonicalState};

use crate::allocate::{self, Array};
use crate::bits::ranked::RankedBits;
use crate::half_sum::HalfSum;
use crate::index::codes::Numbering;
use crate::index::inner::AnyInnerRanks;
use crate::index::layer::LayerIndex;
use crate::kernel::tables::BoardTables;
use crate::lanes::Width;
use crate::parallel::{self, Work};
use crate::progress::SolveError;
use crate::solution::contradiction::Contradiction;

use super::layer::Layer;

/// What follows from a state under the actions: the expected rewards, which are the value of the
/// state, and the expected number of states that a game visits from this one on.
pub(super) type Prospect = [f64; 2];

/// The visited states of a layer with what follows from them.
pub(super) struct Evaluated {
    index: LayerIndex,
    states: RankedBits,
    /// In the order of `states`.
    prospects: Array<Prospect>,
}

impl Evaluated {
    /// Returns a layer with what follows from its visited states, in the order of the states.
    pub(super) const fn new(
        index: LayerIndex,
        states: RankedBits,
        prospects: Array<Prospect>,
    ) -> Self {
        Self { index, states, prospects }
    }

    /// Half the tile sum.
    pub(super) const fn half_sum(&self) -> HalfSum {
        self.index.half_sum()
    }

    /// Returns what follows from a board of the layer; `None` if it is not a visited state.
    pub(super) fn prospect(
        &self,
        numbering: Numbering<'_, AnyInnerRanks>,
        board: Board,
    ) -> Option<Prospect> {
        self.prospect_of_code(numbering, numbering.codes.code(board)?)
    }

    #[inline(always)]
    fn prospect_of_code(
        &self,
        numbering: Numbering<'_, AnyInnerRanks>,
        code: u64,
    ) -> Option<Prospect> {
        let rank = self.states.rank(self.index.bit_index(numbering, code))?;
        self.prospects.get(rank).copied()
    }
}

/// The value of [`EvaluateActions::missing`] while no board is missing.
const NO_CODE: u64 = u64::MAX;

/// Computes what follows from the visited states of a layer.
pub(super) struct EvaluateActions<'a> {
    rewards: &'a Rewards,
    numbering: Numbering<'a, AnyInnerRanks>,
    tables: &'a BoardTables<u64>,
    layer: &'a Layer,
    visited: &'a RankedBits,
    /// The layers 2 and 4 above; `None` for one without visited states.
    above: [Option<&'a Evaluated>; 2],
    /// The code of a board that games reach and that is neither lost nor visited.
    missing: AtomicU64,
}

impl<'a> EvaluateActions<'a> {
    /// Prepares the evaluation of a layer; `above` are the layers that were evaluated last.
    pub(super) fn new(
        rewards: &'a Rewards,
        numbering: Numbering<'a, AnyInnerRanks>,
        tables: &'a BoardTables<u64>,
        layer: &'a Layer,
        visited: &'a RankedBits,
        above: &'a VecDeque<Evaluated>,
    ) -> Self {
        let half_sum = layer.index.half_sum();
        let at = |up| above.iter().find(|layer| layer.half_sum() == half_sum.plus(up));
        let above = [at(1), at(2)];
        let missing = AtomicU64::new(NO_CODE);
        Self { rewards, numbering, tables, layer, visited, above, missing }
    }

    /// Evaluates the states.
    pub(super) fn prospects(self) -> Result<Array<Prospect>, SolveError> {
        let mut prospects = allocate::zeroed(self.visited.len() as usize)?;
        let (words, before) = (self.visited.words().len(), |word| self.visited.before(word));
        parallel::run(parallel::ranges_with(words, before, &mut prospects), &self);
        match self.missing.load(Ordering::Relaxed) {
            NO_CODE => Ok(prospects),
            code => {
                let board = self.tables.board(self.tables.lines(self.numbering.codes.parts(code)));
                Err(Contradiction::Missing(CanonicalState::of(board).0).into())
            }
        }
    }

    /// Returns the expectation over the random tile after an afterstate; the error is the code of a
    /// board that is neither lost nor visited. The terms of the sum have the order in which the
    /// solver adds them.
    #[inline(always)]
    fn expectation(&self, width: impl Width, afterstate: u64) -> Result<Prospect, u64> {
        let (codes, tables) = (self.numbering.codes, self.tables);
        let images = tables.images(codes.parts(afterstate));
        let mut sums = [0.0; 2];
        for cell in images.empty_cells() {
            let spawned = tables.spawn(width, &images, cell);
            for (tile, above) in self.above.into_iter().enumerate() {
                let probability = tables.spawn_probabilities[tile];
                if probability > 0.0 {
                    let code = spawned[tile];
                    let found =
                        above.and_then(|layer| layer.prospect_of_code(self.numbering, code));
                    let [value, visits] = match found {
                        Some(prospect) => prospect,
                        None if tables.can_move(codes.parts(code)) => return Err(code),
                        None => [self.rewards.lost, 0.0],
                    };
                    sums[0] += probability * value;
                    sums[1] += probability * visits;
                }
            }
        }
        Ok(sums.map(|sum| sum / f64::from(images.empty.count_ones())))
    }
}

impl Work<(Range<usize>, &mut [Prospect])> for EvaluateActions<'_> {
    #[inline(always)]
    fn run(&self, width: impl Width, (range, out): (Range<usize>, &mut [Prospect])) {
        let Self { rewards, numbering, tables, layer, visited, .. } = *self;
        let words = &visited.words()[range.clone()];
        let boards = layer.index.boards(numbering, words, range.start);
        for ((bit, parts), out) in boards.zip(out) {
            // `VisitedStates` has checked that the action is allowed.
            let Some(action) = layer.action(bit).map(|action| action.index()) else { continue };
            let lines = tables.lines(parts);
            let (effects, points) = (tables.effects(lines), tables.points(lines)[action / 2]);
            *out = if effects.continues(action) {
                match self.expectation(width, tables.afterstate(&effects, action)) {
                    Ok([value, visits]) => [rewards.going_on(points, value), 1.0 + visits],
                    Err(code) => {
                        self.missing.store(code, Ordering::Relaxed);
                        continue;
                    }
                }
            } else {
                [rewards.winning(points), 1.0]
            };
        }
    }
}
