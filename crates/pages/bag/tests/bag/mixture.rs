//! The mixture of binomial distributions, beside the exact distribution.

use mdp2048_bag::BinomialMixture;

use crate::{assert_close, chain};

#[test]
fn the_mixture_to_2048_is_close_to_the_exact_distribution() {
    let chain = chain(2048, 0.1);
    let outcomes = chain.outcomes();
    let mixture = BinomialMixture::new(chain.game(), &outcomes);
    let moves = mixture.moves();
    assert_close(moves.total(), 1.0, 1e-12);
    // Half a per cent.
    assert_close(mixture.distance(&outcomes), 0.005_302_459, 1e-9);
    for (component, (sum, exact)) in mixture.components().iter().zip(outcomes.by_sum()) {
        assert_eq!(component.sum, sum);
        assert_close(component.probability, exact.total(), 1e-12);
        assert_close(component.moves.total(), 1.0, 1e-12);
    }
}

#[test]
fn the_mixture_of_one_kind_of_tile_is_exact() {
    for spawn_four in [0.0, 1.0] {
        let chain = chain(1024, spawn_four);
        let outcomes = chain.outcomes();
        assert_eq!(BinomialMixture::new(chain.game(), &outcomes).distance(&outcomes), 0.0);
    }
}
