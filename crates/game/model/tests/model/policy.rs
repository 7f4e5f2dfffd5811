//! Solutions as policies.

use mdp2048_model::{Game, PlainSolution, Policy as _, Valuation, ValuedGame, Values};
use mdp2048_rules::{Action, CanonicalState, Shape, Symmetry};
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
        // The values of a board are those of its state, in the frame of the board.
        prop_assert_eq!(solution.value_at(image), for_image.value);
        prop_assert_eq!(solution.action_values_at(image), for_image.action_values);
        prop_assert_eq!(solution.best_at(image), Some(for_image.action));
        for action in Action::ALL {
            let regret = for_image.action_values.and_then(|values| values.regret(action));
            prop_assert_eq!(solution.regret_at(image, action), regret);
        }
        // The advice for the image is the canonical action, mapped by the inverse of the first
        // symmetry that maps the image to the canonical board.
        let (_, first) = CanonicalState::of(image);
        prop_assert_eq!(first.action(for_image.action), for_state.action);
    }
}

#[test]
fn boards_outside_of_a_game_have_no_values() {
    let solution = PlainSolution::solve(&Game::reach(Shape::TWO_BY_TWO, 16).unwrap());
    let lost = "2 4/4 2".parse().unwrap();
    assert_eq!((solution.value_at(lost), solution.best_at(lost)), (None, None));
    assert_eq!(solution.action_values_at(lost), None);
    assert_eq!(solution.regret_at(lost, Action::Left), None);
}

/// A solution without the value of one state.
struct Incomplete<'a>(&'a PlainSolution, CanonicalState);

impl Values for Incomplete<'_> {
    fn valued_game(&self) -> &ValuedGame {
        self.0.valued_game()
    }

    fn expected_return(&self, state: CanonicalState) -> Option<f64> {
        self.0.expected_return(state).filter(|_| state != self.1)
    }
}

#[test]
fn a_value_that_is_missing_is_not_that_of_a_lost_board() {
    let solution = PlainSolution::solve(&Game::reach(Shape::TWO_BY_TWO, 16).unwrap());
    let state = |text: &str| CanonicalState::of(text.parse().unwrap()).0;
    // Both boards may follow when the tiles of the first one have slid.
    let incomplete = Incomplete(&solution, state("2 4/0 2"));
    assert_eq!(incomplete.action_values(state("0 2/0 4")), None);
    let complete = Incomplete(&solution, state("0 8/8 0"));
    assert_eq!(complete.action_values(state("0 2/0 4")), solution.action_values(state("0 2/0 4")));
}

#[test]
fn a_game_that_is_nearly_certain_to_be_won_is_valued_by_losing() {
    let solve = |target| PlainSolution::solve(&Game::reach(Shape::TWO_BY_TWO, target).unwrap());
    let solution = solve(8);
    assert_eq!(solution.valued_game().valuation(), Valuation::Losing);
    let value = solution.start_value();
    assert_eq!((value.get(), value.loss()), (1.0, Some(0.0)));
    let solution = solve(16);
    assert_eq!(solution.valued_game().valuation(), Valuation::Probability);
}
