//! The states of a solution as columns, layer by layer in the order of the solver's index.

use std::mem;

use mdp2048_rules::CanonicalState;

use crate::Solution;
use crate::allocate::{self, AllocationError};
use crate::store::values::LayerValues;

/// The values of the states of a layer as the solution holds them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoredValues<'a> {
    /// In double precision.
    Double(&'a [f64]),
    /// In single precision.
    Single(&'a [f32]),
}

impl Solution {
    /// The expected returns of the states of a layer, which the solver maximises, not copied. They
    /// have the order of [`Solution::keys_of`]. `layer` is its position in [`Solution::layers`].
    ///
    /// # Panics
    /// If there is no such layer.
    ///
    /// ```
    /// use mdp2048::{Board, CanonicalState, Game, Shape, Solver, StoredValues, Values};
    ///
    /// let solution = Solver::new(&Game::builder().board(2, 2).target(16).build()?).solve()?;
    /// let keys = solution.keys_of(5)?;
    /// let StoredValues::Double(values) = solution.stored_values(5) else { panic!("doubles") };
    /// let board = Board::from_key(Shape::TWO_BY_TWO, keys[0]).ok_or("no board")?;
    /// let state = CanonicalState::of(board).0;
    /// assert_eq!(solution.expected_return(state), Some(values[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stored_values(&self, layer: usize) -> StoredValues<'_> {
        match &self.layers[layer].values {
            LayerValues::Double(values) => StoredValues::Double(values),
            LayerValues::Single(values) => StoredValues::Single(values),
        }
    }

    /// The keys of the canonical boards of the states of a layer, in the order of the solver's
    /// index. `layer` is its position in [`Solution::layers`].
    ///
    /// # Errors
    /// A lack of memory.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn keys_of(&self, layer: usize) -> Result<Vec<u64>, AllocationError> {
        let tables = self.query_tables();
        let layer = &self.layers[layer];
        let mut keys = allocate::with_capacity(layer.values.len())?;
        let boards = layer.index.boards(self.numbering(), layer.states.words(), 0);
        keys.extend(
            boards.map(|(_, parts)| CanonicalState::of(tables.board(parts)).0.board().key()),
        );
        Ok(mem::take(&mut *keys))
    }
}
