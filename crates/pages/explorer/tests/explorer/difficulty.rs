//! The map of where a solved game is hard, in words and charts, and how events change it.

use mdp2048_display::{Reducer as _, power_of_ten};
use mdp2048_explorer::{
    DifficultyCurve, DifficultyMap, Exploration, ExploreEvent, Mode, SolverEvent, curve_chart,
    curve_layer,
};
use mdp2048_model::{Game, LayerDifficulty, Objective, Values as _};
use mdp2048_review::Grade;
use mdp2048_rules::Shape;
use mdp2048_solve::{DifficultyPass, Solution, Solver};

use crate::{solved, solved_game};

fn solve(game: &Game) -> Solution {
    Solver::new(game).solve().expect("a small game")
}

fn map(game: &Game) -> DifficultyMap {
    let solution = solve(game);
    DifficultyMap::new(*solution.valued_game(), layers(&solution))
}

fn layers(solution: &Solution) -> Vec<LayerDifficulty> {
    solution.passes().difficulty(Grade::GOOD, 8).expect("no stop")
}

#[test]
fn a_map_begins_at_the_hardest_layer() {
    let map = map(&Game::reach(Shape::TWO_BY_TWO, 32).unwrap());
    let chosen = map.layer().unwrap();
    assert!(map.layers().iter().all(|layer| layer.mean_regret() <= chosen.mean_regret()));
    assert!(map.layers().iter().all(|layer| layer.visited >= 1e-3));
    let lost: f64 = map.layers().iter().map(|layer| layer.lost).sum();
    assert!((lost - (1.0 - 663098312572433.0 / 8e15)).abs() < 1e-3, "{lost}");
    assert!(map.summary().starts_with("The optimal policy loses 91.71 % of its games"));
    let regret = map.text(chosen).regret;
    assert!(regret.ends_with("points"), "{regret}");
}

#[test]
fn a_map_says_what_it_leaves_out() {
    let solution = solve(&Game::reach(Shape::TWO_BY_TWO, 32).unwrap());
    let mut pass = DifficultyPass::new(&solution, Grade::GOOD, 8).unwrap().least_occupancy(1e-3);
    let mut layers = Vec::new();
    while let Some(layer) = pass.next_layer(&solution).unwrap() {
        layers.push(layer);
    }
    let left_out: f64 = layers.iter().map(|layer| layer.left_out).sum();
    assert!(left_out > 0.0);
    let summary = DifficultyMap::new(*solution.valued_game(), layers).summary();
    assert!(summary.contains("left out"), "{summary}");
    assert!(!map(solution.game()).summary().contains("left out"));
}

#[test]
fn charts_mark_the_chosen_layer_and_find_layers_again() {
    let game = Game::reach(Shape::new(2, 3).unwrap(), 64).unwrap();
    let map = map(&game);
    for curve in DifficultyCurve::ALL {
        let chart = curve_chart(&map, curve, 320.0);
        let sum = map.layer().unwrap().sum.to_string();
        assert!(chart.description.contains(&sum), "{}", chart.description);
        assert!(chart.shapes.len() > 8);
        assert_eq!(curve_layer(&map, curve, 320.0, 0.0), 0);
        assert_eq!(curve_layer(&map, curve, 320.0, 320.0), map.layers().len() - 1);
    }
}

#[test]
fn probabilities_of_losing_and_points_are_named() {
    // 3x3 to 32 is nearly certain to be won.
    let rare = map(&Game::reach(Shape::THREE_BY_THREE, 32).unwrap());
    let text = rare.text(rare.layers().last().unwrap());
    assert!(!text.regret.is_empty() && rare.summary().contains("tile sum"), "{text:?}");
    let labels = format!("{:?}", curve_chart(&rare, DifficultyCurve::Regret, 320.0).shapes);
    assert!(labels.contains("probability"), "{labels}");
    // The probability of a loss is shown in units of a power of ten, so that bars differ. 3x3 to
    // 64 is lost with probability 7.0e-18.
    let rare = map(&Game::reach(Shape::THREE_BY_THREE, 64).unwrap());
    let largest = rare.layers().iter().map(|layer| layer.lost).fold(0.0, f64::max);
    assert!(largest > 0.0 && largest < 1e-5, "{largest}");
    let labels = format!("{:?}", curve_chart(&rare, DifficultyCurve::Lost, 320.0).shapes);
    let power = largest.log10().floor();
    let unit = power_of_ten(&power.to_string());
    assert!(labels.contains(&format!("share in units of {unit}")), "{labels}");
    assert!((1.0..10.0).contains(&(largest / 10f64.powi(power as i32))));
    let game = Game::new(Shape::TWO_BY_TWO, Objective::Score, None, 1.0, 0.1).unwrap();
    let score = map(&game);
    assert!(score.summary().starts_with("Every game ends"), "{}", score.summary());
    assert!(score.text(&score.layers()[score.hardest()]).regret.ends_with("in score"));
}

#[test]
fn events_choose_layers_and_open_positions() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
    let view = Exploration::open("#/explore?game=2x2_to_16&mode=play");
    let solution = solve(&game);
    let view = solved(view, solved_game(*solution.valued_game(), solution.start_return()));
    let worker = view.solution().expect("a solution").worker;
    let mapped = SolverEvent::Mapped(worker + 1, Ok(layers(&solution)));
    // Nobody has asked for a map yet.
    let mapped = ExploreEvent::Solver(worker, mapped);
    assert!(view.clone().after(mapped.clone()).difficulty().is_none());
    let view = view.after(ExploreEvent::Map).after(mapped).after(ExploreEvent::ChooseLayer(2));
    assert_eq!(view.difficulty().unwrap().chosen(), 2);
    let last = view.difficulty().unwrap().layers().len() - 1;
    let view = view.after(ExploreEvent::ChooseLayer(1000));
    assert_eq!(view.difficulty().unwrap().chosen(), last);
    let map = view.difficulty().unwrap().clone();
    // Positions in which games are decided are puzzles, whose values are shown after the move.
    let puzzles = [map.unluckiest_positions(), map.costliest_positions()];
    for positions in &puzzles {
        assert!(positions.is_sorted_by(|one, other| one.share >= other.share));
        let board = positions[0].board;
        let view = view.clone().after(ExploreEvent::Puzzle(board));
        assert_eq!((view.board(), view.mode()), (board, Mode::Play));
        assert!(!view.shows_values() && view.question().is_none());
    }
    assert!(puzzles[0].iter().all(|it| it.share > 0.0 && it.text.ends_with("by luck here")));
    // The map stays with its game.
    let other = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
    let view = view.after(ExploreEvent::ChooseGame(other));
    assert!(view.difficulty().is_none());
    let view = view.after(ExploreEvent::ChooseGame(game));
    assert!(view.difficulty().is_some());
    assert!(view.after(ExploreEvent::Free(game)).difficulty().is_none());
}
