//! What holds for every target and every spawn probability.

use mdp2048_bag::{Bag, BagGame, Chain};
use mdp2048_rules::Exponent;
use proptest::prelude::*;

use crate::chain;

proptest! {
    #[test]
    fn passes_agree_with_each_other(exponent in 3u32..8, spawn_four in 0.0..=1.0) {
        let chain = chain(1 << exponent, spawn_four);
        let steps = chain.steps_from_start();
        let outcomes = chain.outcomes();
        let moves = outcomes.moves();
        prop_assert!((moves.total() - 1.0).abs() < 1e-12);
        prop_assert!((moves.mean() - steps.mean).abs() < 1e-9);
        prop_assert!((moves.variance() - steps.variance).abs() < 1e-9);
        let ends = [0.0, 1.0].map(|share| moves.quantile(share));
        prop_assert_eq!(ends, [Some(steps.fewest), Some(steps.most)]);
        // The last tile sums are those of the last bags.
        for (sum, probability) in outcomes.sums().outcomes() {
            let last = chain.absorbed().into_iter().filter(|(bag, _)| bag.tile_sum() == sum);
            let total: f64 = last.map(|(_, probability)| probability).sum();
            prop_assert!((probability - total).abs() < 1e-12);
        }
    }

    #[test]
    fn more_fours_need_fewer_moves(exponent in 3u32..8, one in 0.0..=1.0, other in 0.0..=1.0) {
        let (fewer, more) = if one <= other { (one, other) } else { (other, one) };
        let mean = |spawn_four| chain(1 << exponent, spawn_four).steps_from_start().mean;
        prop_assert!(mean(more) <= mean(fewer) + 1e-9);
    }

    #[test]
    fn a_chain_starts_from_any_bag(
        exponents in prop::collection::vec(0u8..=9, 0..=16),
        spawn_four in 0.0..=1.0,
    ) {
        let tiles = exponents.into_iter().map(|exponent| Exponent::new(exponent).unwrap());
        let start = Bag::from_tiles(tiles).unwrap();
        let game = BagGame::new(256, spawn_four).unwrap();
        let chain = Chain::from_starts(game, [(start, 1.0)]);
        let steps = chain.steps_from_start();
        prop_assert_eq!(chain.index_of(start), Some(0));
        prop_assert_eq!(steps.most == 0, start.tiles().any(|tile| tile >= 256));
        let moves = chain.outcomes().moves();
        prop_assert!((moves.mean() - steps.mean).abs() < 1e-9);
        prop_assert!((moves.total() - 1.0).abs() < 1e-12);
    }
}
