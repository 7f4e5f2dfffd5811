//! Known figures. Those to 2048 and to 16 are published; see the documentation of the crate.

use mdp2048_bag::Chain;

use crate::{assert_close, bag, chain};

/// The probability that a bag is the last one.
fn last(chain: &Chain, faces: &[u32]) -> f64 {
    let last = bag(faces);
    chain.absorbed().into_iter().find(|&(bag, _)| bag == last).unwrap().1
}

#[test]
fn figures_to_2048_are_the_published_ones() {
    let chain = chain(2048, 0.1);
    assert_eq!(chain.states(), 3487);
    let absorbed = chain.absorbed();
    assert_eq!(absorbed.len(), 26);
    assert_eq!(absorbed[0].0, bag(&[2, 2, 8, 8, 2048]));
    assert_close(absorbed[0].1, 0.3479, 5e-5);
    assert_close(absorbed.iter().map(|&(_, probability)| probability).sum(), 1.0, 1e-12);

    let steps = chain.steps_from_start();
    assert_close(steps.mean, 938.8099, 5e-5);
    assert_close(steps.variance, 69.4767, 5e-5);
    assert_eq!((steps.fewest, steps.most), (519, 1032));
    assert_eq!(chain.most_tiles(), 11);

    let outcomes = chain.outcomes();
    let (moves, sums) = (outcomes.moves(), outcomes.sums());
    assert_close(moves.total(), 1.0, 1e-12);
    assert_close(moves.mean(), steps.mean, 1e-9);
    assert_close(moves.variance(), steps.variance, 1e-9);
    assert_eq!([0.0, 1.0].map(|share| sums.quantile(share)), [2066, 2088].map(Some));

    let starts = [(&[2, 2], 0.81), (&[2, 4], 0.18), (&[4, 4], 0.01)];
    assert_eq!(chain.starts().len(), starts.len());
    for (&(start, probability), (faces, known)) in chain.starts().iter().zip(starts) {
        assert_eq!(chain.bags()[start], bag(faces));
        assert_close(probability, known, 1e-15);
    }
}

#[test]
fn figures_to_16_are_the_published_ones() {
    let chain = chain(16, 0.1);
    assert_close(last(&chain, &[2, 4, 16]), 0.686_454_54, 5e-9);
    assert_close(last(&chain, &[2, 2, 4, 16]), 0.140_727_27, 5e-9);
}

#[test]
fn figures_to_8_are_those_of_a_tree_drawn_by_hand() {
    // From {4, 4} one move, from {2, 4} three with a 2 and then another, and so on.
    let chain = chain(8, 0.1);
    assert_eq!((chain.states(), chain.absorbed().len()), (12, 5));
    let four_four = chain.index_of(bag(&[4, 4])).unwrap();
    let two_four = chain.index_of(bag(&[2, 4])).unwrap();
    let steps = chain.steps();
    assert_eq!((steps[four_four].mean, steps[four_four].variance), (1.0, 0.0));
    // {2, 4} draws a 2 and becomes {2, 2, 4}, then {4, 4, 2 or 4}, then absorbs; or it draws a 4
    // and becomes {2, 4, 4}, which absorbs at the next move.
    assert_close(steps[two_four].mean, 0.9 * 3.0 + 0.1 * 2.0, 1e-15);
    assert_close(steps[two_four].variance, 0.9 * 0.1, 1e-15);
    assert_eq!((steps[two_four].fewest, steps[two_four].most), (2, 3));
    assert_eq!(chain.outcomes().moves().outcomes().len(), 4);
}

#[test]
fn one_kind_of_tile_has_one_game() {
    for (spawn_four, target, moves, tiles) in [
        (0.0, 2048, 1032, &[2, 2, 8, 8, 2048][..]),
        (1.0, 2048, 519, &[4, 8, 8, 16, 2048]),
        (0.0, 8, 4, &[2, 2, 8]),
        (1.0, 8, 1, &[4, 8]),
    ] {
        let chain = chain(target, spawn_four);
        assert_eq!(chain.states(), moves as usize + 2);
        assert_eq!(chain.absorbed(), [(bag(tiles), 1.0)]);
        let steps = chain.steps_from_start();
        assert_eq!((steps.mean, steps.variance), (f64::from(moves), 0.0));
        assert_eq!((steps.fewest, steps.most), (moves, moves));
        let outcomes = chain.outcomes().moves();
        assert_eq!(outcomes.outcomes().collect::<Vec<_>>(), [(moves, 1.0)]);
    }
}

#[test]
fn larger_targets_have_the_moments_of_a_separate_program() {
    let chain = chain(65536, 0.1);
    assert_eq!(chain.states(), 111_181);
    assert_eq!(chain.absorbed().len(), 43);
    let steps = chain.steps_from_start();
    assert_close(steps.mean, 29_801.991_735_56, 1e-7);
    assert_close(steps.variance, 2_215.953_008_677, 1e-7);
}
