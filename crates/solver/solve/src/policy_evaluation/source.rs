//! What a pass reads of a solved game: its layers, one after the other, from memory or from files.

use mdp2048_model::{Game, Rewards};
use mdp2048_rules::Board;

use crate::Solution;
use crate::bits::ranked::RankedBits;
use crate::board_index::codes::{BoardCodes, Numbering};
use crate::board_index::inner::AnyInnerRanks;
use crate::board_index::layer::LayerIndex;
use crate::half_sum::HalfSum;
use crate::progress::SolveError;
use crate::solution::contradiction::Contradiction;
use crate::solution::totals::SolutionTotals;
use crate::store::actions::PackedActions;
use crate::store::values::LayerValues;

/// A layer: its states, and of each its value, its action under a policy, or both.
#[derive(Clone, Copy)]
pub(crate) struct LayerView<'a> {
    pub(crate) index: &'a LayerIndex,
    pub(crate) states: &'a RankedBits,
    /// The values, in the order of the states; `None` if only the actions are known.
    pub(crate) values: Option<&'a LayerValues>,
    /// The actions on the representatives; `None` if they follow from the values.
    pub(crate) actions: Option<&'a PackedActions>,
}

/// The layers of a solved game.
pub(crate) trait LayerSource {
    /// The totals; their layers are those of the source.
    fn totals(&self) -> &SolutionTotals;

    /// The solver's codes of the boards.
    fn codes(&self) -> &BoardCodes;

    /// The rank tables of the inner cells.
    fn ranks(&self) -> &AnyInnerRanks;

    /// Makes up to three layers readable, and no others. Positions ascend.
    fn load(&mut self, _layers: &[usize]) -> Result<(), SolveError> {
        Ok(())
    }

    /// A layer that is loaded, by its position among the layers of the totals.
    ///
    /// # Panics
    /// If it is not loaded.
    fn layer(&self, at: usize) -> LayerView<'_>;

    /// The error of a contradiction in the layers that are loaded.
    fn error(&self, contradiction: Contradiction) -> SolveError {
        contradiction.into()
    }

    /// The rewards whose expected sum the values are.
    fn rewards(&self) -> Rewards {
        self.totals().valued_game.rewards()
    }
}

/// What follows from the methods of a source.
impl dyn LayerSource + '_ {
    /// The game that was solved.
    pub(super) fn game(&self) -> &Game {
        self.totals().valued_game.game()
    }

    pub(super) fn numbering(&self) -> Numbering<'_, AnyInnerRanks> {
        Numbering { codes: self.codes(), ranks: self.ranks() }
    }

    /// Half the tile sum of a layer.
    pub(super) fn half_sum(&self, at: usize) -> HalfSum {
        self.totals().layers[at].half_sum()
    }

    /// The position of the layer of a half sum, if it has states.
    pub(crate) fn position(&self, half_sum: HalfSum) -> Option<usize> {
        self.totals().layers.binary_search_by_key(&half_sum, |layer| layer.half_sum()).ok()
    }

    /// The positions of the layers 2 and 4 above a layer.
    pub(super) fn above(&self, at: usize) -> [Option<usize>; 2] {
        [1, 2].map(|up| self.position(self.half_sum(at).plus(up)))
    }

    /// The position of the layer of a board, which must be loaded, and the rank of the board there;
    /// `None` if it is not a state.
    pub(super) fn find(&self, board: Board) -> Option<(usize, usize)> {
        let (at, code) = (self.position(HalfSum::of(board))?, self.codes().code(board)?);
        let LayerView { index, states, .. } = self.layer(at);
        Some((at, states.rank(index.bit_index(self.numbering(), code))?))
    }
}

impl LayerSource for &Solution {
    fn totals(&self) -> &SolutionTotals {
        &self.totals
    }

    fn codes(&self) -> &BoardCodes {
        &self.codes
    }

    fn ranks(&self) -> &AnyInnerRanks {
        &self.ranks
    }

    fn layer(&self, at: usize) -> LayerView<'_> {
        let layer = &self.layers[at];
        LayerView {
            index: &layer.index,
            states: &layer.states,
            values: Some(&layer.values),
            actions: None,
        }
    }
}
