//! A solved game: the value of every reachable state.

pub(crate) mod file;

use mdp2048_model::{Game, Rewards, Values};
use mdp2048_rules::{Board, CanonicalState, TileSum};

use crate::index::codes::{Patterns, table_bytes};
use crate::index::inner::{AnyPlaces, Places};
use crate::kernel::tables::Vectors;
use crate::lanes::Code;
use crate::memory;

use crate::options::{Precision, SolveOptions};
use crate::parallel::{attended, with_threads};
use crate::passes::reach;
use crate::passes::value::{self, ValuedLayer};
use crate::progress::{ProgressCallback, SolveError};

/// The strong solution of a game.
#[derive(Clone, Debug)]
pub struct Solution {
    pub(crate) game: Game,
    pub(crate) rewards: Rewards,
    pub(crate) patterns: Patterns,
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
        let limit = options.memory_limit.unwrap_or(u64::MAX);
        let needed = table_bytes(game).ok_or(SolveError::TooManyBoards)?;
        if needed > limit {
            return Err(SolveError::Memory { needed, limit, precision: options.precision });
        }
        with_threads(options.threads, || {
            let (patterns, places) = Patterns::new(game).apart();
            attended(|| match places {
                AnyPlaces::Whole(whole) => {
                    Self::solve_by(game, rewards, patterns.with(whole), options, watch)
                }
                AnyPlaces::Halves(halves) => {
                    Self::solve_by(game, rewards, patterns.with(halves), options, watch)
                }
            })
        })?
    }

    /// Solves a game with the codes of the width that it needs.
    fn solve_by<P: Places + Into<AnyPlaces>>(
        game: &Game,
        rewards: Rewards,
        patterns: Patterns<P>,
        options: &SolveOptions,
        watch: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        if patterns.code_bits() <= u32::BITS {
            Self::solve_with::<u32, P>(game, rewards, patterns, options, watch)
        } else {
            Self::solve_with::<u64, P>(game, rewards, patterns, options, watch)
        }
    }

    fn solve_with<C: Code, P: Places + Into<AnyPlaces>>(
        game: &Game,
        rewards: Rewards,
        patterns: Patterns<P>,
        options: &SolveOptions,
        watch: ProgressCallback<'_>,
    ) -> Result<Self, SolveError> {
        let &SolveOptions { precision, memory_limit, .. } = options;
        let memory_limit = memory_limit.unwrap_or(u64::MAX);
        let fits = |needed| match needed > memory_limit {
            true => Err(SolveError::Memory { needed, limit: memory_limit, precision }),
            false => Ok(()),
        };
        fits(memory::at_least(&patterns))?;
        let vectors = Vectors::<C>::new(game, &patterns);
        let reached = reach::reach(game, &patterns, &vectors, precision, memory_limit, watch)?;
        let bytes = memory::valuing(&patterns, &reached.layers, precision);
        fits(bytes)?;
        let (states, lost) = (reached.states, reached.lost);
        let value = match precision {
            Precision::Double => value::value::<C, P, f64>,
            Precision::Single => value::value::<C, P, f32>,
        };
        let layers = value(&rewards, &patterns, &vectors, reached, bytes, watch)?;
        let (patterns, places) = patterns.apart();
        let (game, patterns) = (*game, patterns.with(places.into()));
        let start_value = 0.0;
        let mut solution =
            Self { game, rewards, patterns, layers, states, lost, start_value, precision };
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
        let vectors = self.vectors();
        for layer in &self.layers {
            let words = layer.states.words();
            let members = layer.index.members(&self.patterns, words, 0);
            for ((_, parts), value) in members.zip(layer.values.iter()) {
                visit(vectors.board(vectors.lines(parts)), value);
            }
        }
    }

    /// The states of a layer, by its place in [`Solution::layers`], ascending.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn states_of(&self, layer: usize) -> Vec<CanonicalState> {
        let vectors = self.vectors();
        let layer = &self.layers[layer];
        let members = layer.index.members(&self.patterns, layer.states.words(), 0);
        let board = |parts| vectors.board(vectors.lines(parts));
        let mut states: Vec<_> =
            members.map(|(_, parts)| CanonicalState::of(board(parts)).0).collect();
        states.sort_unstable();
        states
    }

    /// The tables that decode boards, wide enough for any game.
    pub(crate) fn vectors(&self) -> Vectors<u64> {
        Vectors::new(&self.game, &self.patterns)
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
        let code = self.patterns.code(board)?;
        let at = self.layer_at(board.tile_sum().get() as usize / 2)?;
        self.layers[at].value(&self.patterns, code)
    }

    fn start_value(&self) -> f64 {
        self.start_value
    }
}
