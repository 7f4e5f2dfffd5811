//! The states and transitions of the chain.

use std::collections::BTreeMap;

use crate::bag::Bag;
use crate::game::BagGame;

/// The absorbing Markov chain of a game: every reachable bag, in ascending order of the tile sum.
///
/// A bag is named by its index in this order. Each transition leads to a larger index.
#[derive(Clone, Debug)]
pub struct Chain {
    game: BagGame,
    // Ordered by tile sum, then as `Bag` is ordered.
    bags: Vec<Bag>,
    // The bags after drawing a 2 and a 4; `NONE` if the bag absorbs or the draw is impossible.
    successors: Vec<[u32; 2]>,
    // The start bags that are possible, and their probabilities.
    starts: Vec<(usize, f64)>,
    layers: Layers,
}

/// Where a bag has no successor.
const NONE: u32 = u32::MAX;

/// The first index of every layer. Tile sums are even.
#[derive(Clone, Debug)]
struct Layers {
    least_sum: u32,
    // One for each even tile sum, and the number of bags.
    firsts: Vec<usize>,
}

impl Layers {
    /// The index of a bag among all.
    fn find(&self, bags: &[Bag], bag: Bag) -> Option<usize> {
        let layer = bag.tile_sum().checked_sub(self.least_sum)? as usize / 2;
        let (&first, &end) = (self.firsts.get(layer)?, self.firsts.get(layer + 1)?);
        bags[first..end].binary_search(&bag).ok().map(|at| first + at)
    }
}

impl Chain {
    /// The chain that starts with two random tiles.
    pub fn new(game: BagGame) -> Self {
        Self::from_starts(game, game.start_bags())
    }

    /// The chain that starts with one of some bags. Their probabilities sum to 1.
    pub fn from_starts(game: BagGame, starts: impl IntoIterator<Item = (Bag, f64)>) -> Self {
        let starts: Vec<(Bag, f64)> =
            starts.into_iter().filter(|&(_, probability)| probability > 0.0).collect();
        let (bags, layers) = reachable(game, starts.iter().map(|&(bag, _)| bag));
        let find = |bag| layers.find(&bags, bag);
        let successors = bags.iter().map(|&bag| {
            successors(game, bag).map(|next| next.and_then(find).map_or(NONE, |index| index as u32))
        });
        let starts = starts.iter().filter_map(|&(bag, weight)| Some((find(bag)?, weight)));
        Self { game, successors: successors.collect(), starts: starts.collect(), bags, layers }
    }

    /// The game.
    pub const fn game(&self) -> BagGame {
        self.game
    }

    /// The number of states: the bags, and the empty bag before the start tiles.
    pub fn states(&self) -> usize {
        self.bags.len() + 1
    }

    /// The bags in ascending order of the tile sum.
    pub fn bags(&self) -> &[Bag] {
        &self.bags
    }

    /// The index of a bag, or `None` if the chain never reaches it.
    pub fn index_of(&self, bag: Bag) -> Option<usize> {
        self.layers.find(&self.bags, bag)
    }

    /// The indices of the start bags and their probabilities, which are above 0.
    pub fn starts(&self) -> &[(usize, f64)] {
        &self.starts
    }

    /// The indices of the bags after a move, and their probabilities, which are above 0. An
    /// absorbing bag has none.
    ///
    /// # Panics
    /// If the index is not that of a bag.
    pub fn successors(&self, index: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
        let draws = self.game.draws().map(|(_, probability)| probability);
        self.successors[index]
            .into_iter()
            .zip(draws)
            .filter(|&(next, _)| next != NONE)
            .map(|(next, probability)| (next as usize, probability))
    }

    /// Whether a bag absorbs the chain.
    ///
    /// # Panics
    /// If the index is not that of a bag.
    pub fn is_absorbing(&self, index: usize) -> bool {
        self.successors[index] == [NONE; 2]
    }

    /// The most tiles that are ever in the bag.
    pub fn most_tiles(&self) -> u32 {
        self.bags.iter().map(|bag| bag.len()).max().unwrap_or(0)
    }
}

/// The bags after a move that draws a 2 and a 4; `None` for impossible ones.
fn successors(game: BagGame, bag: Bag) -> [Option<Bag>; 2] {
    let merged = (!game.absorbs(bag)).then(|| bag.merged());
    game.draws().map(|(tile, probability)| {
        merged.filter(|_| probability > 0.0).map(|merged| merged.with(tile))
    })
}

/// Every bag that is reachable from some bags, layer by layer.
fn reachable(game: BagGame, starts: impl Iterator<Item = Bag>) -> (Vec<Bag>, Layers) {
    // The bags found so far in the layers still to do.
    let mut open = BTreeMap::<u32, Vec<Bag>>::new();
    for start in starts {
        open.entry(start.tile_sum()).or_default().push(start);
    }
    let least_sum = open.keys().next().copied().unwrap_or(0);
    let (mut bags, mut firsts) = (Vec::new(), Vec::new());
    while let Some((sum, mut layer)) = open.pop_first() {
        layer.sort_unstable();
        layer.dedup();
        // A layer between two others may be empty.
        firsts.resize((sum - least_sum) as usize / 2 + 1, bags.len());
        bags.extend_from_slice(&layer);
        for next in layer.iter().flat_map(|&bag| successors(game, bag)).flatten() {
            open.entry(next.tile_sum()).or_default().push(next);
        }
    }
    firsts.push(bags.len());
    (bags, Layers { least_sum, firsts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successors_come_later_and_are_found() {
        for spawn_four in [0.0, 0.1, 1.0] {
            let chain = Chain::new(BagGame::new(64, spawn_four).unwrap());
            for (index, &bag) in chain.bags().iter().enumerate() {
                assert_eq!(chain.index_of(bag), Some(index));
                assert_eq!(chain.is_absorbing(index), chain.game().absorbs(bag));
                let next: Vec<_> = chain.successors(index).collect();
                assert!(next.iter().all(|&(next, _)| next > index));
                let total: f64 = next.iter().map(|&(_, probability)| probability).sum();
                assert_eq!(total, f64::from(u8::from(!chain.is_absorbing(index))));
            }
        }
    }

    #[test]
    fn unreachable_bags_have_no_index() {
        let chain = Chain::new(BagGame::new(16, 1.0).unwrap());
        assert_eq!(chain.bags().len(), 5);
        let two = mdp2048_rules::Exponent::TWO;
        for count in [0, 1, 2, 4, 31] {
            assert_eq!(chain.index_of(Bag::from_tiles(vec![two; count]).unwrap()), None);
        }
        let empty = Chain::from_starts(BagGame::new(8, 0.1).unwrap(), []);
        assert_eq!((empty.bags().len(), empty.most_tiles()), (0, 0));
    }
}
