//! The difficulty of layers agrees with a recursion over all games of the plain solver.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use mdp2048_model::{
    Game, LayerDifficulty, Objective, PlainSolution, Seed, SeededSpawns, Status, Value, Values,
};
use mdp2048_rules::{Action, Board, CanonicalState, Shape};
use mdp2048_solve::{DifficultyPass, Solution};
use mdp2048_test_support::{reach, solve};

const GOOD: f64 = 0.005;

/// What a layer is found to be by brute force.
#[derive(Debug, Default)]
struct PlainLayer {
    visited: f64,
    with_choice: f64,
    regret: f64,
    only_one_good: f64,
    lost: f64,
    won: f64,
    /// Occupancy and regret by canonical board.
    states: BTreeMap<CanonicalState, (f64, f64)>,
    /// The games that bad luck loses in a state, by canonical board.
    unlucky: BTreeMap<CanonicalState, f64>,
}

/// Plays every game from a board that is reached with a probability, one spawn after another.
fn play_all(
    plain: &PlainSolution,
    board: Board,
    probability: f64,
    layers: &mut BTreeMap<u32, PlainLayer>,
) {
    let game = plain.game();
    let (state, symmetry) = CanonicalState::of(board);
    let canonical = plain.action_values(state).unwrap();
    let values = canonical.before(symmetry);
    let mut sorted: Vec<Value> = Action::ALL.iter().filter_map(|&it| values.get(it)).collect();
    sorted.sort_by(|a, b| b.compare(*a));
    let layer = layers.entry(board.tile_sum().get()).or_default();
    layer.visited += probability;
    if let [best, second, ..] = sorted[..] {
        let (tie, regret) = (1e-12 * best.measured().unwrap_or(0.0), best.better_by(second));
        let regret = if regret <= tie { 0.0 } else { regret };
        let scale = best.get();
        layer.with_choice += probability;
        layer.regret += probability * regret;
        if regret > 0.0 && regret / scale >= GOOD {
            layer.only_one_good += probability;
        }
        layer.states.entry(state).or_insert((0.0, regret)).0 += probability;
    }
    let action = symmetry.inverse().action(canonical.choice().unwrap());
    let moved = game.act(board, action).unwrap();
    if moved.wins {
        layer.won += probability;
        return;
    }
    // The probability of losing after each random tile, against that of the board before it.
    let losing = |board: Board| match game.status(board) {
        Status::Lost => 1.0,
        _ => 1.0 - plain.value_at(board).unwrap().get(),
    };
    if game.objective() == Objective::Win && game.discount().get() == 1.0 {
        let falls = game
            .spawns(moved.after)
            .map(|(next, share)| share * (losing(next) - losing(board)).max(0.0));
        let fall: f64 = falls.sum();
        let layer = layers.get_mut(&board.tile_sum().get()).unwrap();
        *layer.unlucky.entry(state).or_default() += probability * fall;
    }
    for (next, share) in game.spawns(moved.after) {
        match game.status(next) {
            Status::Lost => {
                let layer = layers.get_mut(&board.tile_sum().get()).unwrap();
                layer.lost += probability * share;
            }
            _ if probability * share > 0.0 => play_all(plain, next, probability * share, layers),
            _ => {}
        }
    }
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-11 * expected.abs().max(1.0)
}

fn check(game: &Game) -> Vec<LayerDifficulty> {
    let plain = PlainSolution::solve(game);
    let mut expected = BTreeMap::new();
    for start in game.starts().into_iter().filter(|start| !start.is_lost()) {
        play_all(&plain, start.state.board(), start.probability, &mut expected);
    }
    let found = solve(game).passes().difficulty(GOOD, 4).unwrap();
    assert_eq!(found.len(), expected.len(), "{game}");
    for (layer, (sum, expected)) in found.iter().zip(&expected) {
        assert_eq!(layer.sum.get(), *sum, "{game}");
        for (name, found, expected) in [
            ("visited", layer.visited, expected.visited),
            ("with a choice", layer.with_choice, expected.with_choice),
            ("regret", layer.weighted_regret, expected.regret),
            ("only one good", layer.only_one_good, expected.only_one_good),
            ("lost", layer.lost, expected.lost),
            ("won", layer.won, expected.won),
        ] {
            assert!(close(found, expected), "{game}, {sum}, {name}: {found}, {expected}");
        }
        let mut weights: Vec<f64> = expected.states.values().map(|it| it.0 * it.1).collect();
        weights.retain(|&weight| weight > 0.0);
        weights.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(layer.decisive.len(), weights.len().min(4), "{game}, {sum}");
        for (state, weight) in layer.decisive.iter().zip(weights) {
            assert!(close(state.occupancy * state.regret, weight), "{game}, {sum}");
            let (occupancy, regret) = expected.states[&CanonicalState::of(state.board).0];
            assert!(close(state.occupancy, occupancy) && close(state.regret, regret));
            assert_eq!(CanonicalState::of(state.board).0.board(), state.board);
        }
        let mut lost: Vec<f64> = expected.unlucky.values().copied().collect();
        lost.retain(|&lost| lost > 1e-12);
        lost.sort_by(|a, b| b.total_cmp(a));
        let unlucky: Vec<_> = layer.unlucky.iter().filter(|it| it.lost > 1e-12).collect();
        assert_eq!(unlucky.len(), lost.len().min(4), "{game}, {sum}");
        for (state, lost) in unlucky.iter().zip(lost) {
            assert!(close(state.lost, lost), "{game}, {sum}");
            let state_lost = expected.unlucky[&CanonicalState::of(state.board).0];
            assert!(close(state.lost, state_lost), "{game}, {sum}");
        }
    }
    found
}

#[test]
fn the_difficulty_agrees_with_all_games_one_by_one() {
    let games = [("2x2", 8), ("2x2", 16), ("2x2", 32), ("2x3", 8), ("3x2", 8)];
    for (shape, target) in games.into_iter().chain([("x../...", 8), ("x../.x.", 8)]) {
        check(&reach(shape, target));
    }
    let shape = Shape::TWO_BY_TWO;
    for (objective, target, discount) in [
        (Objective::Win, Some(16), 0.8),
        (Objective::Score, Some(16), 1.0),
        (Objective::Moves, Some(16), 1.0),
    ] {
        check(&Game::new(shape, objective, target, discount, 0.25).unwrap());
    }
}

#[test]
fn losses_and_wins_of_all_layers_are_all_games() {
    for (shape, target) in [("2x2", 32), ("2x3", 64), ("3x2", 128), ("2x4", 64), ("3x3", 64)] {
        let solution = solve(&reach(shape, target));
        let layers = solution.passes().difficulty(GOOD, 0).unwrap();
        let lost: f64 = layers.iter().map(|layer| layer.lost).sum();
        let won: f64 = layers.iter().map(|layer| layer.won).sum();
        assert!((lost + won - 1.0).abs() < 1e-12, "{shape} to {target}: {lost} + {won}");
        let losing = solution.start_value().loss().unwrap();
        assert!((lost / losing - 1.0).abs() < 1e-9, "{shape} to {target}: {lost}, {losing}");
        assert!(
            layers.iter().all(|layer| layer.decisive.is_empty() && layer.visited < 1.0 + 1e-12)
        );
    }
}

#[test]
fn rare_states_are_left_out_and_counted() {
    let solution = solve(&reach("3x3", 64));
    let exact = solution.passes().difficulty(GOOD, 8).unwrap();
    let mut pass = DifficultyPass::new(&solution, GOOD, 8).unwrap().least_occupancy(1e-9);
    let (mut ended, mut left_out) = (0.0, 0.0);
    while let Some(layer) = pass.next_layer(&solution).unwrap() {
        ended += layer.lost + layer.won;
        left_out += layer.left_out;
        let of_all = exact.iter().find(|it| it.sum == layer.sum).unwrap();
        assert!((layer.visited - of_all.visited).abs() <= left_out + 1e-12, "{}", layer.sum);
        if of_all.visited > 0.01 {
            assert_eq!(layer.decisive[0].board, of_all.decisive[0].board);
        }
    }
    assert!(left_out > 0.0 && left_out < 1e-3, "{left_out}");
    assert!((ended + left_out - 1.0).abs() < 1e-12, "{ended} + {left_out}");
}

#[test]
fn sampled_games_are_lost_in_the_layers_that_the_pass_names() {
    let game = reach("2x2", 32);
    let solution = solve(&game);
    let layers = solution.passes().difficulty(GOOD, 0).unwrap();
    let mut lost = BTreeMap::<u32, f64>::new();
    let games = 20_000;
    for seed in 0..games {
        let mut spawns = SeededSpawns::new(Seed::from(seed));
        let mut board = spawns.start(&game);
        loop {
            let (state, symmetry) = CanonicalState::of(board);
            let choice = solution.action_values(state).unwrap().choice().unwrap();
            let moved = game.act(board, symmetry.inverse().action(choice)).unwrap();
            let next = spawns.spawn(&game, moved.after);
            if moved.wins {
                break;
            }
            if game.status(next) == Status::Lost {
                *lost.entry(board.tile_sum().get()).or_default() += 1.0;
                break;
            }
            board = next;
        }
    }
    for layer in &layers {
        let found = lost.get(&layer.sum.get()).copied().unwrap_or_default() / f64::from(games);
        let error = (layer.lost * (1.0 - layer.lost) / f64::from(games)).sqrt();
        assert!((found - layer.lost).abs() <= 4.5 * error, "{}: {found}", layer.sum);
    }
}

#[test]
fn the_pass_stops_when_it_is_told_to() {
    let solution: Solution = solve(&reach("2x2", 16));
    let mut layers = 0;
    let passes = solution.passes().on_progress(|_| {
        layers += 1;
        if layers == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let stopped = passes.difficulty(GOOD, 4);
    assert!(stopped.is_err());
    assert_eq!(layers, 3);
}
