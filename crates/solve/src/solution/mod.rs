//! A solved game: the value of every reachable state.

pub(crate) mod file;

use mdp2048_model::{Game, Rewards, Values};
use mdp2048_rules::{Board, CanonicalState, TileSum};

use crate::index::codes::{BoardCodes, Numbering};
use crate::index::inner::AnyInnerRanks;
use crate::kernel::tables::BoardTables;
use crate::options::{Precision, SolveOptions};
use crate::passes::solve::{SolvedGame, solve};
use crate::progress::{ProgressCallback, SolveError};
use crate::store::layers::ValuedLayer;

/// The strong solution of a game.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) game: Game,
    pub(crate) rewards: Rewards,
    pub(crate) codes: BoardCodes,
    pub(crate) ranks: AnyInnerRanks,
    // Ascending by half sum; only layers with states.
    pub(crate) layers: Vec<ValuedLayer>,
    pub(crate) states: u64,
    pub(crate) lost: u64,
    pub(crate) start_value: f64,
    pub(crate) precision: Precision,
}

/// What there is to say of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerSummary {
    /// The tile sum of its states.
    pub sum: TileSum,
    /// How many states it has.
    pub states: u64,
}

impl Solution {
    /// Solves a game exactly (to rounding), calling `watch` after each layer of each pass.
    ///
    /// Repeated solves, whatever the number of threads, agree to the bit. What a game takes of memory is
    /// worked out twice: at least, before anything is done, and at its peak, once all states are known
    /// and before they are valued.
    ///
    /// # Errors
    /// [`SolveError`] if the game needs more memory than allowed, or `watch` breaks.
    pub fn solve(
        game: &Game,
        options: &SolveOptions,
        watch: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        Self::solve_for(game, game.rewards(), options, watch)
    }

    /// As [`Solution::solve`], for other rewards than the game's own.
    ///
    /// # Errors
    /// As [`Solution::solve`].
    pub fn solve_for(
        game: &Game,
        rewards: Rewards,
        options: &SolveOptions,
        watch: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        let SolvedGame { codes, ranks, layers, states, lost } =
            solve(game, &rewards, options, watch)?;
        let mut solution = Self {
            game: *game,
            rewards,
            codes,
            ranks,
            layers,
            states,
            lost,
            start_value: 0.0,
            precision: options.precision,
        };
        let starts = game.starts();
        let values = starts
            .iter()
            .map(|start| start.probability * solution.value(start.state).unwrap_or(rewards.lost));
        solution.start_value = values.sum();
        Ok(solution)
    }

    /// The least probability of losing a game of reaching a target without discount.
    ///
    /// Where winning is all but certain, 1 - V cannot show it, and the game is solved once more for
    /// losing; elsewhere it is just 1 - V.
    ///
    /// # Errors
    /// As [`Solution::solve`].
    pub fn lose_probability(
        &self,
        options: &SolveOptions,
        watch: ProgressCallback<'_>,
    ) -> Result<f64, SolveError> {
        // Of a complement above this, double precision leaves a dozen digits.
        const LEAST_COMPLEMENT: f64 = 1e-3;
        let complement = 1.0 - self.start_value;
        if complement > LEAST_COMPLEMENT {
            return Ok(complement);
        }
        let losing = Self::solve_for(&self.game, Rewards::LOSING, options, watch)?;
        // A game that is never lost has the value -0.
        Ok(losing.start_value.abs())
    }

    /// The precision that the values are held in.
    pub const fn precision(&self) -> Precision {
        self.precision
    }

    /// The most by which values may be off as a part of them, beyond the rounding of double precision;
    /// see [`Precision::error`].
    pub fn error(&self) -> f64 {
        // Each move leads at least one layer up.
        self.precision.error(self.layers.len() as u64)
    }

    /// How many states the game has.
    pub const fn states(&self) -> u64 {
        self.states
    }

    /// How many lost boards can be reached; they are outcomes, not states.
    pub const fn lost(&self) -> u64 {
        self.lost
    }

    /// The layers, from the lowest tile sum up.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = LayerSummary> {
        self.layers.iter().map(|layer| LayerSummary {
            sum: TileSum::new(2 * layer.index.half_sum() as u32),
            states: layer.states.len(),
        })
    }

    /// Calls `visit` with every state and its value, layer by layer.
    ///
    /// The board is the solver's own image of the state; its canonical form is
    /// [`CanonicalState::of`] it.
    pub fn for_each(&self, mut visit: impl FnMut(Board, f64)) {
        let tables = self.tables();
        for layer in &self.layers {
            let boards = layer.index.boards(self.numbering(), layer.states.words(), 0);
            for ((_, parts), value) in boards.zip(layer.values.iter()) {
                visit(tables.board(tables.lines(parts)), value);
            }
        }
    }

    /// The states of a layer, by its place in [`Solution::layers`], ascending.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn states_of(&self, layer: usize) -> Vec<CanonicalState> {
        let tables = self.tables();
        let layer = &self.layers[layer];
        let boards = layer.index.boards(self.numbering(), layer.states.words(), 0);
        let board = |parts| tables.board(tables.lines(parts));
        let mut states: Vec<_> =
            boards.map(|(_, parts)| CanonicalState::of(board(parts)).0).collect();
        states.sort_unstable();
        states
    }

    /// Returns the numbering of the boards.
    pub(crate) const fn numbering(&self) -> Numbering<'_, AnyInnerRanks> {
        Numbering { codes: &self.codes, ranks: &self.ranks }
    }

    /// Makes the lookup tables of the game. Their codes are of the type that suits every game.
    pub(crate) fn tables(&self) -> BoardTables<u64> {
        BoardTables::new(&self.game, &self.codes)
    }

    /// Where the layer of a half sum stands, if it has states.
    pub(crate) fn layer_at(&self, half_sum: usize) -> Option<usize> {
        self.layers.binary_search_by_key(&half_sum, |layer| layer.index.half_sum()).ok()
    }
}

impl Values for Solution {
    fn game(&self) -> &Game {
        &self.game
    }

    fn rewards(&self) -> Rewards {
        self.rewards
    }

    fn value(&self, state: CanonicalState) -> Option<f64> {
        let board = state.board();
        if board.shape() != self.game.shape() {
            return None;
        }
        let code = self.codes.code(board)?;
        let at = self.layer_at(board.tile_sum().get() as usize / 2)?;
        self.layers[at].value(self.numbering(), code)
    }

    fn start_value(&self) -> f64 {
        self.start_value
    }
}
