//! Backward induction layer by layer, and the policy of another discount.

use mdp2048_explorer::{Induction, discount_chart, layers_chart, values_chart};
use mdp2048_model::{Game, Objective, PlainSolution, Values as _};
use mdp2048_rules::{CanonicalState, Shape};

fn reach(shape: &str, target: u32) -> Game {
    Game::reach(shape.parse().expect("a shape"), target).expect("a game")
}

fn induction(game: &Game) -> Induction {
    Induction::of(game).expect("a small game")
}

#[test]
fn the_layers_of_2x2_to_8_are_as_computed_by_hand() {
    let induction = induction(&reach("2x2", 8));
    let layers = induction.layers();
    let numbers = layers.iter().map(|it| (it.sum.get(), it.states, it.solved));
    let expected = [(14, 1, 1), (12, 2, 3), (10, 3, 6), (8, 4, 10), (6, 3, 13), (4, 2, 15)];
    assert_eq!(numbers.collect::<Vec<_>>(), expected);
    // 0 2/4 4: up leads to 4 2/? 4, which is lost unless the random tile is a 4.
    let (worst, lost) = (layers[2].worst, 0.9);
    assert_eq!((worst.board.to_string().as_str(), worst.action.name()), ("0 2/4 4", "up"));
    assert!((worst.regret - lost).abs() < 1e-15, "{worst:?}");
    // 0 2/4 2: left leads to 2 ?/4 2, which is lost if the random tile is a 4.
    let worst = layers[3].worst;
    assert_eq!((worst.board.to_string().as_str(), worst.action.name()), ("0 2/4 2", "left"));
    assert!((worst.regret - 0.1).abs() < 1e-15, "{worst:?}");
    // Every state is won with certainty.
    assert!(layers.iter().all(|it| it.range == Some((1.0, 1.0))));
    assert_eq!(induction.range_text(&layers[0]), "100 %");
    assert!(induction.sentence(0).contains("highest tile sum, 14"));
    assert!(induction.sentence(3).contains("tile sum 10 are solved"));
    assert!(induction.sentence(6).starts_with("Every state is solved"));
}

#[test]
fn every_value_is_the_plain_solvers() {
    let plain_2x2 = [Objective::Score, Objective::Moves, Objective::Fewest].map(|objective| {
        let target = objective.needs_target().then_some(16);
        Game::new(Shape::TWO_BY_TWO, objective, target, 1.0, 0.1).unwrap()
    });
    let games = [reach("2x2", 16), reach("2x3", 32), reach("2x2", 32).discounted(0.9).unwrap()];
    for game in games.into_iter().chain(plain_2x2) {
        let (induction, plain) = (induction(&game), PlainSolution::solve(&game));
        assert_eq!(induction.valued_game(), plain.valued_game(), "{game}");
        assert_eq!(induction.start_value(), plain.start_value(), "{game}");
        assert_eq!(induction.layers().len(), plain.layers().len());
        let mut solved = 0;
        for (layer, (sum, states)) in induction.layers().iter().zip(plain.layers().iter().rev()) {
            solved += states.len();
            assert_eq!((layer.sum, layer.states, layer.solved), (*sum, states.len(), solved));
            let objective_value = |it| plain.valued_game().objective_value(plain.value(it)?);
            let values: Vec<f64> = states.iter().copied().filter_map(objective_value).collect();
            assert_eq!(layer.histogram.iter().sum::<usize>(), values.len());
            let least = values.iter().copied().reduce(f64::min);
            assert_eq!(layer.range, least.zip(values.iter().copied().reduce(f64::max)));
            let board = layer.worst.board;
            assert_eq!(board.tile_sum(), *sum);
            let values = plain.action_values(CanonicalState::of(board).0).unwrap();
            let is_best = values.best().any(|best| best == layer.worst.action);
            let regret = values.regret(layer.worst.action).unwrap();
            assert_eq!(layer.worst.regret, if is_best { 0.0 } else { regret });
            assert_eq!(is_best, induction.regret_text(layer) == "nothing");
        }
        assert_eq!(solved, induction.states());
    }
}

#[test]
fn changed_boards_are_those_of_two_plain_solutions() {
    for (game, percent) in [(reach("2x2", 16), 10), (reach("2x3", 64), 90), (reach("2x3", 16), 1)] {
        let discount = f64::from(percent) / 100.0;
        let usual = PlainSolution::solve(&game);
        let plain = PlainSolution::solve(&game.discounted(discount).unwrap());
        let discounted = induction(&game).discounted(percent).unwrap();
        assert_eq!(discounted.start_value, plain.start_value());
        let is_changed = |state: CanonicalState| {
            let before = usual.action_values(state).unwrap();
            let now = plain.action_values(state).unwrap();
            !now.best().any(|it| before.best().any(|other| other == it))
        };
        let changed = usual.layers().values().flatten().filter(|it| is_changed(**it)).count();
        assert_eq!(discounted.changed.len(), changed);
        assert!(changed > 0);
        for it in &discounted.changed {
            let state = CanonicalState::of(it.board).0;
            assert!(is_changed(state) && state.board() == it.board);
            let (before, now) = (usual.action_values(state), plain.action_values(state));
            assert_eq!(before.unwrap().choice(), Some(it.usual));
            assert_eq!(now.unwrap().choice(), Some(it.action));
            assert_eq!(before.unwrap().regret(it.action), Some(it.regret));
            assert!(it.regret > 0.0 && !it.cost.is_empty());
        }
        assert!(discounted.changed.is_sorted_by(|a, b| a.regret >= b.regret));
        assert!(discounted.sentence(99).contains(&changed.to_string()));
    }
}

#[test]
fn the_policy_without_discount_does_not_change() {
    let induction = induction(&reach("2x3", 64).discounted(0.5).unwrap());
    let discounted = induction.discounted(100).unwrap();
    assert_eq!(discounted.changed, []);
    assert!(
        (discounted.start_value - PlainSolution::solve(&reach("2x3", 64)).start_value()) == 0.0
    );
    let curve = induction.discount_curve();
    assert!(curve.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1), "{curve:?}");
    assert_eq!(curve.last(), Some(&(1.0, discounted.start_value)));
}

#[test]
fn only_small_games_are_solved_and_only_wins_are_discounted() {
    assert!(Induction::of(&reach("3x3", 64)).is_none());
    assert!(!Induction::is_small(&reach("4x4", 2048)));
    assert!(Induction::is_small(&reach("2x3", 64)));
    let score = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
    let score = induction(&score);
    assert!(!score.has_discount() && score.discounted(90).is_none());
    assert_eq!(score.discount_curve(), []);
}

#[test]
fn charts_show_every_layer_and_value() {
    let induction = induction(&reach("2x2", 16));
    for steps in 0..=induction.layers().len() {
        let layers = layers_chart(&induction, steps, 320.0);
        let values = values_chart(&induction, steps, 320.0);
        let bars = |text: String, class: &str| text.matches(class).count();
        let shapes = || format!("{:?}", layers.shapes);
        assert_eq!(bars(shapes(), "\"bar solved\""), steps);
        assert_eq!(bars(shapes(), "\"bar waiting\""), induction.layers().len() - steps);
        let filled = induction
            .layer(steps)
            .map_or(0, |layer| layer.histogram.iter().filter(|states| **states > 0).count());
        assert_eq!(bars(format!("{:?}", values.shapes), "\"bar values\""), filled);
    }
    let chosen = induction.discounted(50).unwrap();
    let chart = discount_chart(&induction.discount_curve(), &chosen, 320.0);
    assert!(chart.description.starts_with("At discount 0.50: 0."), "{}", chart.description);
    // Small values keep their digits.
    let small = induction.discounted(1).unwrap().value_text();
    assert!(small.contains("× 10⁻"), "{small}");
}
