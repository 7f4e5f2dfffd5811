//! The types that represent boards in a solve. The passes are generic over them.

use std::marker::PhantomData;

use crate::board_index::codes::{BoardCodes, Numbering};
use crate::board_index::inner::{AnyInnerRanks, InnerRanks, RanksByHalf, RanksByPattern};
use crate::board_index::layer::CornerBases;
use crate::kernel::tables::BoardTables;
use crate::simd::Code;

/// The representation of boards in a solve.
///
/// The passes are compiled once for each implementation, so that no loop over boards tests which
/// types are in use.
pub(crate) trait Representation: 'static {
    /// The integer type of board codes.
    type Code: Code;

    /// The type of the rank tables of the inner cells.
    type Ranks: InnerRanks + Clone + Send;

    /// Whether boards may have a fourth row or column.
    const HAS_FOURTH_LINE: bool;

    /// Whether the backward pass looks up the ranks of states with a prefix count for each word of
    /// the bitmap, see [`WordRanks`](crate::bits::ranked::WordRanks).
    ///
    /// Otherwise it uses the prefix counts for each pair of words that every layer has, see
    /// [`PairRanks`](crate::bits::ranked::PairRanks). Counts for each word make the look-ups
    /// faster, but for large layers they are a considerable part of all memory.
    const COUNTS_EVERY_WORD: bool;

    /// Whether the backward pass uses one buffer for the values of the afterstates of all layers.
    ///
    /// This saves the time of setting new memory to zero, but the memory for the largest layer is
    /// then in use until the end of the pass.
    const KEEPS_BUFFER: bool;
}

/// The [`CornerBases`] of a representation.
pub(crate) type BasesOf<B> =
    CornerBases<<B as Representation>::Code, <<B as Representation>::Ranks as InnerRanks>::Row>;

/// Boards of at most three rows and columns. Their codes have at most 32 bits.
pub(crate) struct SmallBoards;

impl Representation for SmallBoards {
    type Code = u32;
    type Ranks = RanksByPattern;
    const HAS_FOURTH_LINE: bool = false;
    const COUNTS_EVERY_WORD: bool = true;
    const KEEPS_BUFFER: bool = true;
}

/// Boards with four rows or columns. `C` is the narrowest integer type in which all codes fit.
pub(crate) struct LargeBoards<C>(PhantomData<C>);

impl<C: Code> Representation for LargeBoards<C> {
    type Code = C;
    type Ranks = RanksByHalf;
    const HAS_FOURTH_LINE: bool = true;
    const COUNTS_EVERY_WORD: bool = false;
    const KEEPS_BUFFER: bool = false;
}

/// Work that is generic over the representation of boards.
pub(crate) trait WithRepresentation {
    /// What the work returns.
    type Output;

    /// Does the work with the representation of a game, whose ranks these are.
    fn run<B: Representation>(self, ranks: &B::Ranks) -> Self::Output;
}

/// Does some work with the representation of a game: the one place that chooses it.
pub(crate) fn with_representation<W: WithRepresentation>(
    codes: &BoardCodes,
    ranks: &AnyInnerRanks,
    work: W,
) -> W::Output {
    match ranks {
        AnyInnerRanks::ByPattern(ranks) => work.run::<SmallBoards>(ranks),
        AnyInnerRanks::ByHalf(ranks) if codes.code_bits <= u32::BITS => {
            work.run::<LargeBoards<u32>>(ranks)
        }
        AnyInnerRanks::ByHalf(ranks) => work.run::<LargeBoards<u64>>(ranks),
    }
}

/// All tables of a game that the passes read, borrowed: the numbering of its boards, and the lookup
/// tables for slides and random tiles.
pub(crate) struct GameTables<'a, B: Representation> {
    pub(crate) numbering: Numbering<'a, B::Ranks>,
    pub(crate) tables: &'a BoardTables<B::Code>,
}

// `Clone` and `Copy` are not derived, because the derived ones would require `B: Copy`.
impl<B: Representation> Clone for GameTables<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Representation> Copy for GameTables<'_, B> {}
