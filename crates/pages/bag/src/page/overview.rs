//! All bags of a chain at a glance: how likely each tile sum and number of tiles is.

use crate::Chain;
use serde::{Deserialize, Serialize};

/// The number of columns, at most.
const COLUMNS: u32 = 200;

/// The probabilities of tile sums and numbers of tiles, where several tile sums share a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// The least tile sum.
    pub least_sum: u32,
    /// The difference between the least tile sums of two columns.
    pub sums_per_column: u32,
    /// The number of columns.
    pub columns: u32,
    /// For each number of tiles, from 1 on, the cells of all columns: the largest probability that
    /// a game has a bag of this number of tiles at one of the tile sums.
    pub cells: Vec<f64>,
    /// The same for absorbing bags.
    pub ends: Vec<f64>,
}

impl Overview {
    /// The overview of a chain.
    pub fn of(chain: &Chain) -> Self {
        let bags = chain.bags();
        let least_sum = bags.first().map_or(0, |bag| bag.tile_sum());
        let most_sum = bags.last().map_or(0, |bag| bag.tile_sum());
        // Tile sums are even.
        let layers = (most_sum - least_sum) / 2 + 1;
        let layers_per_column = layers.div_ceil(COLUMNS);
        let columns = layers.div_ceil(layers_per_column);
        let most_tiles = chain.most_tiles() as usize;
        let size = columns as usize * most_tiles;
        let (mut cells, mut ends) = (vec![0.0; size], vec![0.0; size]);
        // The cells of one layer are added up before they are compared with the other layers.
        let mut layer = Vec::new();
        let mut at = 0;
        let visits = chain.visits();
        while let Some(first) = bags.get(at) {
            let sum = first.tile_sum();
            let column = (sum - least_sum) / 2 / layers_per_column;
            layer.clear();
            layer.resize(2 * most_tiles, 0.0);
            while let Some(bag) = bags.get(at).filter(|bag| bag.tile_sum() == sum) {
                let kind = usize::from(chain.is_absorbing(at));
                layer[2 * (bag.len() as usize - 1) + kind] += visits[at];
                at += 1;
            }
            for (tiles, both) in layer.chunks_exact(2).enumerate() {
                let cell = tiles * columns as usize + column as usize;
                cells[cell] = f64::max(cells[cell], both[0]);
                ends[cell] = f64::max(ends[cell], both[1]);
            }
        }
        Self { least_sum, sums_per_column: 2 * layers_per_column, columns, cells, ends }
    }

    /// The number of rows: the most tiles of a bag.
    pub fn rows(&self) -> usize {
        self.cells.len() / (self.columns as usize).max(1)
    }
}

#[cfg(test)]
mod tests {
    use crate::BagGame;

    use super::*;

    #[test]
    fn small_chains_have_a_column_for_each_tile_sum() {
        let overview = Overview::of(&Chain::new(BagGame::new(8, 0.1).unwrap()));
        assert_eq!((overview.least_sum, overview.sums_per_column, overview.columns), (4, 2, 7));
        assert_eq!(overview.rows(), 3);
        // Two tiles with the sum 4: {2, 2}; with the sum 8: {4, 4}, which {2, 2} never becomes.
        let two = &overview.cells[7..14];
        assert!((two[0] - 0.81).abs() < 1e-15 && (two[2] - 0.01 - 0.081).abs() < 1e-15);
        // Games end with a tile sum of 10 or more.
        assert!(overview.ends[7..14].iter().position(|&end| end > 0.0) == Some(3));
    }

    #[test]
    fn large_chains_have_as_many_columns_as_fit() {
        let overview = Overview::of(&Chain::new(BagGame::new(2048, 0.1).unwrap()));
        assert_eq!((overview.sums_per_column, overview.columns, overview.rows()), (12, 174, 11));
        assert!(overview.cells.iter().chain(&overview.ends).all(|&each| each <= 1.0 + 1e-12));
    }
}
