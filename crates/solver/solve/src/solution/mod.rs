//! A solved game: the value of every reachable state.

pub(crate) mod columns;
pub(crate) mod contradiction;
pub(crate) mod file;
pub(crate) mod solve;
pub(crate) mod totals;
pub(crate) mod window;

use std::sync::{Arc, OnceLock};

use crate::board_index::codes::{BoardCodes, Numbering};
use crate::board_index::inner::AnyInnerRanks;
use crate::half_sum::HalfSum;
use crate::kernel::tables::BoardTables;
use crate::options::Precision;
use crate::store::layers::BackwardLayer;

use crate::query::tables::QueryTables;
use totals::SolutionTotals;

/// The value of every reachable state of a game: its strong solution.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) totals: SolutionTotals,
    pub(crate) codes: BoardCodes,
    pub(crate) ranks: AnyInnerRanks,
    /// The layers that have states, ascending by tile sum.
    pub(crate) layers: Vec<BackwardLayer>,
    /// Made by the first query of many boards.
    query_tables: OnceLock<Arc<QueryTables>>,
}

impl Solution {
    /// Returns the solution with these parts.
    pub(crate) const fn new(
        totals: SolutionTotals,
        codes: BoardCodes,
        ranks: AnyInnerRanks,
        layers: Vec<BackwardLayer>,
    ) -> Self {
        Self { totals, codes, ranks, layers, query_tables: OnceLock::new() }
    }

    /// The totals.
    pub const fn totals(&self) -> &SolutionTotals {
        &self.totals
    }

    /// The precision of the stored values.
    pub const fn precision(&self) -> Precision {
        self.totals.precision
    }

    /// The largest relative error of a value, beyond the rounding of double precision; see
    /// [`Precision::error`].
    pub fn value_error(&self) -> f64 {
        self.totals.value_error()
    }

    /// A bound of the relative error of every value, rounding included; see
    /// [`SolutionTotals::relative_bound`].
    pub fn relative_bound(&self) -> f64 {
        self.totals.relative_bound()
    }

    /// The number of states.
    pub const fn states(&self) -> u64 {
        self.totals.states
    }

    /// The number of reachable lost boards, which are outcomes and not states.
    pub const fn lost(&self) -> u64 {
        self.totals.lost
    }

    /// The solver's numbering of the boards.
    pub(crate) const fn numbering(&self) -> Numbering<'_, AnyInnerRanks> {
        Numbering { codes: &self.codes, ranks: &self.ranks }
    }

    /// Builds the lookup tables of the game, with codes wide enough for every game.
    pub(crate) fn tables(&self) -> BoardTables<u64> {
        BoardTables::new(self.game(), &self.codes)
    }

    /// The tables of queries of many boards.
    pub(crate) fn query_tables(&self) -> &QueryTables {
        let made =
            || Arc::new(QueryTables::new(self.game(), &self.codes, &self.ranks, &self.layers));
        self.query_tables.get_or_init(made)
    }

    /// The position in `layers` of the layer of a half sum, if it has states.
    pub(crate) fn layer_at(&self, half_sum: HalfSum) -> Option<usize> {
        self.layers.binary_search_by_key(&half_sum, |layer| layer.index.half_sum()).ok()
    }
}
