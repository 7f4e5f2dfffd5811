//! The tables of a solution that answer queries of boards in any frame.

use std::fmt;

use mdp2048_model::Game;
use mdp2048_rules::Board;

use crate::half_sum::HalfSum;
use crate::index::cells::BoardPatterns;
use crate::index::codes::BoardCodes;
use crate::index::inner::AnyInnerRanks;
use crate::kernel::keys::KeyTables;
use crate::kernel::tables::BoardTables;
use crate::passes::representation::{LargeBoards, Representation, SmallBoards};
use crate::store::layers::Valued;

/// The lookup tables of a game for boards that are given as keys.
pub(crate) struct QueryTables {
    pub(super) of_boards: AnyBoards,
    /// By half sum: the position of the layer; [`NO_LAYER`] if it has no states.
    layers: Vec<u32>,
}

/// Marks a half sum without states.
const NO_LAYER: u32 = u32::MAX;

/// The tables of a representation of boards.
pub(super) enum AnyBoards {
    Small(TablesOfBoards<SmallBoards>),
    Large(TablesOfBoards<LargeBoards<u32>>),
    Wide(Box<TablesOfBoards<LargeBoards<u64>>>),
}

/// The tables of boards of one representation.
pub(super) struct TablesOfBoards<B: Representation> {
    pub(super) ranks: B::Ranks,
    pub(super) boards: BoardTables<B::Code>,
    pub(super) keys: KeyTables<B::Code>,
}

impl<B: Representation> TablesOfBoards<B> {
    fn new(game: &Game, codes: &BoardCodes, ranks: &B::Ranks) -> Self
    where
        B::Ranks: Clone,
    {
        let (boards, keys) = (BoardTables::new(game, codes), KeyTables::new(codes));
        Self { ranks: ranks.clone(), boards, keys }
    }
}

impl QueryTables {
    /// Returns the tables of a game with these codes, ranks and layers.
    pub(super) fn new(
        game: &Game,
        codes: &BoardCodes,
        ranks: &AnyInnerRanks,
        layers: &[Valued],
    ) -> Self {
        let half_sum = |layer: &Valued| layer.index.half_sum().get();
        let mut positions = vec![NO_LAYER; layers.last().map_or(0, half_sum) + 1];
        for (at, layer) in layers.iter().enumerate() {
            positions[half_sum(layer)] = at as u32;
        }
        let of_boards = match ranks {
            AnyInnerRanks::ByPattern(ranks) => {
                AnyBoards::Small(TablesOfBoards::new(game, codes, ranks))
            }
            AnyInnerRanks::ByHalf(ranks) if codes.code_bits() <= u32::BITS => {
                AnyBoards::Large(TablesOfBoards::new(game, codes, ranks))
            }
            AnyInnerRanks::ByHalf(ranks) => {
                AnyBoards::Wide(Box::new(TablesOfBoards::new(game, codes, ranks)))
            }
        };
        Self { of_boards, layers: positions }
    }

    /// The board with these parts.
    pub(super) fn board(&self, parts: BoardPatterns) -> Board {
        match &self.of_boards {
            AnyBoards::Small(it) => it.boards.board(it.boards.lines(parts)),
            AnyBoards::Large(it) => it.boards.board(it.boards.lines(parts)),
            AnyBoards::Wide(it) => it.boards.board(it.boards.lines(parts)),
        }
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
