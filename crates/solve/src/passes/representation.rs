//! How a solve represents boards: the types that the passes are generic over.

use std::marker::PhantomData;

use crate::index::codes::Numbering;
use crate::index::inner::{InnerRanks, RanksByHalf, RanksByPattern};
use crate::kernel::tables::BoardTables;
use crate::lanes::Code;

/// The representation of boards in a solve. The passes are compiled once for each implementation,
/// so that no loop over boards has to choose.
pub(crate) trait Representation {
    /// The integer type of board codes.
    type Code: Code;

    /// The rank tables of inner cells.
    type Ranks: InnerRanks;

    /// Whether boards may have a fourth row or column.
    const HAS_FOURTH_LINE: bool;

    /// Whether the backward pass makes a prefix count for each word of the two layers above, rather
    /// than using the one for each pair of words that every layer has. It is faster, but on large
    /// layers the counts are a considerable part of all memory.
    const COUNTS_EVERY_WORD: bool;

    /// Whether the backward pass keeps its buffer for the values of afterstates from layer to
    /// layer. This saves the time of setting new memory to zero, but the buffer of the largest
    /// layer stays in use to the end.
    const KEEPS_BUFFER: bool;
}

/// Boards of at most three rows and columns. Their codes have at most 32 bits.
pub(crate) struct SmallBoards;

impl Representation for SmallBoards {
    type Code = u32;
    type Ranks = RanksByPattern;
    const HAS_FOURTH_LINE: bool = false;
    const COUNTS_EVERY_WORD: bool = true;
    const KEEPS_BUFFER: bool = true;
}

/// Boards with four rows or columns, and codes of the narrowest type that holds them.
pub(crate) struct LargeBoards<C>(PhantomData<C>);

impl<C: Code> Representation for LargeBoards<C> {
    type Code = C;
    type Ranks = RanksByHalf;
    const HAS_FOURTH_LINE: bool = true;
    const COUNTS_EVERY_WORD: bool = false;
    const KEEPS_BUFFER: bool = false;
}

/// The numbering and the lookup tables of the boards of a game, borrowed.
pub(crate) struct Kernel<'a, B: Representation> {
    pub(crate) numbering: Numbering<'a, B::Ranks>,
    pub(crate) tables: &'a BoardTables<B::Code>,
}

// Not derived, as that would ask for `B: Copy`.
impl<B: Representation> Clone for Kernel<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Representation> Copy for Kernel<'_, B> {}
