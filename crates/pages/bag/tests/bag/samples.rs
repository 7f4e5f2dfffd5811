//! Seeded games in a bag against the exact distribution.

use std::collections::BTreeMap;

use mdp2048_bag::{BagGame, SeededBags};

use crate::{bag, chain};

#[test]
fn a_seed_has_the_same_games_for_ever() {
    let game = BagGame::new(16, 0.1).unwrap();
    let games = SeededBags::new(game, 42.into()).take(4);
    let known = [(9, &[2, 4, 16][..]), (7, &[2, 4, 16]), (7, &[2, 2, 4, 16]), (7, &[2, 4, 16])];
    for (found, (moves, tiles)) in games.zip(known) {
        assert_eq!((found.moves, found.bag), (moves, bag(tiles)));
    }
}

/// The statistic of the chi-squared test of observed counts, and its degrees of freedom. Numbers of
/// moves that are expected fewer than ten times are counted together with their neighbours.
fn chi_squared(observed: &BTreeMap<u32, u32>, expected: &[(u32, f64)]) -> (f64, f64) {
    let mut bins = vec![(0.0, 0.0)];
    for &(moves, expected) in expected {
        let observed = f64::from(observed.get(&moves).copied().unwrap_or(0));
        let bin = bins.last_mut().unwrap();
        *bin = (bin.0 + observed, bin.1 + expected);
        if bin.1 >= 10.0 {
            bins.push((0.0, 0.0));
        }
    }
    // The last bin joins the one before it.
    let (observed, expected) = bins.pop().unwrap();
    let bin = bins.last_mut().unwrap();
    *bin = (bin.0 + observed, bin.1 + expected);
    let statistic = bins.iter().map(|(o, e)| (o - e).powi(2) / e).sum();
    (statistic, bins.len() as f64 - 1.0)
}

/// The quantile of the chi-squared distribution at `z` standard deviations of a normal
/// distribution, by the approximation of Wilson and Hilferty.
fn chi_squared_quantile(freedom: f64, z: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + z * spread.sqrt()).powi(3)
}

/// Plays a million games of a seed and tests their numbers of moves and last tile sums at the level
/// of 1 %.
#[track_caller]
fn check(target: u32, spawn_four: f64, seed: u32) {
    const GAMES: u32 = 1_000_000;
    // 99 % of a normal distribution is below this.
    const Z: f64 = 2.326_347_874;
    let chain = chain(target, spawn_four);
    let (mut moves, mut sums) = (BTreeMap::new(), BTreeMap::new());
    for game in SeededBags::new(chain.game(), seed.into()).take(GAMES as usize) {
        *moves.entry(game.moves).or_default() += 1;
        *sums.entry(game.bag.tile_sum()).or_default() += 1;
    }
    let outcomes = chain.outcomes();
    for (observed, exact) in [(moves, outcomes.moves()), (sums, outcomes.sums())] {
        assert!(observed.keys().all(|&each| exact.outcomes().any(|(known, _)| known == each)));
        let expected = exact.outcomes().map(|(each, p)| (each, p * f64::from(GAMES)));
        let (statistic, freedom) = chi_squared(&observed, &expected.collect::<Vec<_>>());
        let most = chi_squared_quantile(freedom, Z);
        assert!(statistic < most, "{statistic} with {freedom} degrees of freedom");
    }
}

#[test]
fn a_million_games_to_2048_agree_with_the_exact_distribution() {
    check(2048, 0.1, 2048);
}

#[test]
fn a_million_games_to_32_with_as_many_fours_as_twos_agree() {
    check(32, 0.5, 32);
}
