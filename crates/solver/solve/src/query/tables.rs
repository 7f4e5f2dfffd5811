//! The tables of a solution that answer queries of boards in any frame.

use std::fmt;

use mdp2048_model::Game;
use mdp2048_rules::Board;

use crate::Solution;
use crate::board_index::cells::BoardPatterns;
use crate::board_index::codes::BoardCodes;
use crate::board_index::inner::AnyInnerRanks;
use crate::half_sum::HalfSum;
use crate::kernel::keys::KeyTables;
use crate::kernel::representation::{Representation, WithRepresentation, with_representation};
use crate::kernel::tables::BoardTables;
use crate::store::layers::BackwardLayer;

/// The lookup tables of a game for boards that are given as keys.
pub(crate) struct QueryTables {
    pub(super) of_boards: Box<dyn AnswerBoards>,
    /// By half sum: the position of the layer; [`NO_LAYER`] if it has no states.
    layers: Vec<u32>,
}

/// Marks a half sum without states.
const NO_LAYER: u32 = u32::MAX;

/// Answers queries for boards of any representation; [`batches`](super::batches) does it.
pub(super) trait AnswerBoards: Send + Sync {
    /// The board with these parts.
    fn board(&self, parts: BoardPatterns) -> Board;

    /// Writes V of each board.
    fn values(&self, solution: &Solution, boards: &[Board], values: &mut [f64]);

    /// Writes the position of each board among all states.
    fn positions(&self, solution: &Solution, boards: &[Board], positions: &mut [Option<u64>]);

    /// Writes Q of each action of each board.
    fn action_values(&self, solution: &Solution, boards: &[Board], values: &mut [[f64; 4]]);
}

/// The tables of boards of one representation.
pub(super) struct TablesOfBoards<B: Representation> {
    pub(super) ranks: B::Ranks,
    pub(super) boards: BoardTables<B::Code>,
    pub(super) keys: KeyTables<B::Code>,
}

impl QueryTables {
    /// Returns the tables of a game with these codes, ranks and layers.
    pub(crate) fn new(
        game: &Game,
        codes: &BoardCodes,
        ranks: &AnyInnerRanks,
        layers: &[BackwardLayer],
    ) -> Self {
        struct Make<'a>(&'a Game, &'a BoardCodes);
        impl WithRepresentation for Make<'_> {
            type Output = Box<dyn AnswerBoards>;

            fn run<B: Representation>(self, ranks: &B::Ranks) -> Self::Output {
                let Make(game, codes) = self;
                let (boards, keys) = (BoardTables::new(game, codes), KeyTables::new(codes));
                Box::new(TablesOfBoards::<B> { ranks: ranks.clone(), boards, keys })
            }
        }
        let half_sum = |layer: &BackwardLayer| layer.index.half_sum().get();
        let mut positions = vec![NO_LAYER; layers.last().map_or(0, half_sum) + 1];
        for (at, layer) in layers.iter().enumerate() {
            positions[half_sum(layer)] = at as u32;
        }
        let of_boards = with_representation(codes, ranks, Make(game, codes));
        Self { of_boards, layers: positions }
    }

    /// The board with these parts.
    pub(crate) fn board(&self, parts: BoardPatterns) -> Board {
        self.of_boards.board(parts)
    }

    /// The position of the layer of a half sum, if it has states.
    #[inline(always)]
    pub(super) fn layer_at(&self, half_sum: HalfSum) -> Option<usize> {
        let &at = self.layers.get(half_sum.get())?;
        (at != NO_LAYER).then_some(at as usize)
    }
}

impl fmt::Debug for QueryTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryTables").finish_non_exhaustive()
    }
}
