//! Solutions as policies.

use mdp2048_model::{Game, PlainSolution, Policy as _, Values as _};
use mdp2048_rules::{CanonicalState, Shape, Symmetry};
use proptest::prelude::{prop_assert_eq, proptest};

proptest! {
    #[test]
    fn advice_is_equivalent_for_every_symmetry_image(index in 0usize..57, symmetry in 0usize..8) {
        let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
        let solution = PlainSolution::solve(&game);
        let state = *solution.layers().values().flatten().nth(index).unwrap();
        let image = Symmetry::of(game.shape())[symmetry].board(state.board());
        let for_image = solution.advise(image).unwrap();
        let for_state = solution.advise(state.board()).unwrap();
        prop_assert_eq!(for_image.value, for_state.value);
        let values = solution.action_values(CanonicalState::of(image).0).unwrap();
        prop_assert_eq!(for_state.action_values, Some(values));
        // The advice for the image is the canonical action, mapped by the inverse of the first
        // symmetry that maps the image to the canonical board.
        let (_, first) = CanonicalState::of(image);
        prop_assert_eq!(first.action(for_image.action), for_state.action);
    }
}
