//! Values and statistics of policies agree with an enumeration of all games by board, score and
//! moves, and with sampled games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use mdp2048_model::{Distribution, Objective, Policy as _, Replay, Status};
use mdp2048_rules::{Board, TileSum};
use mdp2048_solve::{EvaluateError, GameStatistics, Solution, SolveError};
use mdp2048_test_support::{game, solve};

fn solved(shape: &str, objective: Objective, target: Option<u32>, four: f64) -> Solution {
    solve(&game(shape, objective, target, 1.0, four))
}

fn value(solution: &Solution, objective: Objective, target: Option<u32>) -> f64 {
    solution.passes().evaluate(objective, target, 1.0).unwrap().get()
}

/// The score and moves of a game so far, and when it made its tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct History {
    score: u32,
    moves: u32,
    // By exponent: the moves until the first tile of at least this face.
    made: [Option<u32>; 12],
}

/// Follows all games under the policy, split by board and history. Calls `end` with the last board,
/// the history and the probability of each way to end.
fn enumerate_games(solution: &Solution, mut end: impl FnMut(Board, &History, f64)) {
    let game = solution.game();
    let mut open: BTreeMap<(TileSum, Board), BTreeMap<History, f64>> = BTreeMap::new();
    let history = History { score: 0, moves: 0, made: [None; 12] };
    for start in game.starts() {
        let board = start.state.board();
        if start.is_lost() {
            end(board, &history, start.probability);
            continue;
        }
        open.entry((board.tile_sum(), board)).or_default().insert(history, start.probability);
    }
    while let Some(((_, board), histories)) = open.pop_first() {
        let action = solution.advise(board).unwrap().action;
        let result = game.act(board, action).unwrap();
        let largest = usize::from(result.after.board().largest().get());
        let successors: Vec<_> = game.spawns(result.after).collect();
        for (history, probability) in histories {
            let mut history = History {
                score: history.score + result.points,
                moves: history.moves + 1,
                ..history
            };
            for made in &mut history.made[..=largest] {
                made.get_or_insert(history.moves);
            }
            if result.wins {
                end(result.after.board(), &history, probability);
                continue;
            }
            for &(next, spawn_probability) in &successors {
                let probability = probability * spawn_probability;
                if game.status(next) == Status::Lost {
                    end(next, &history, probability);
                } else {
                    let histories = open.entry((next.tile_sum(), next)).or_default();
                    *histories.entry(history).or_default() += probability;
                }
            }
        }
    }
}

fn assert_same(found: &Distribution, expected: &Distribution) {
    assert_eq!(found.outcomes().len(), expected.outcomes().len());
    for (found, expected) in found.outcomes().zip(expected.outcomes()) {
        assert_eq!(found.0, expected.0);
        assert!((found.1 - expected.1).abs() < 1e-13, "{found:?} {expected:?}");
    }
}

fn check(solution: &Solution) {
    let mut expected = GameStatistics::default();
    let mut largest = Distribution::default();
    let mut discounted = [0.0; 12];
    // By exponent: the expected moves to it, unless some game ends without it.
    let mut moves_to = [Some(0.0); 12];
    enumerate_games(solution, |last, history, probability| {
        expected.score.add(history.score, probability);
        expected.moves.add(history.moves, probability);
        largest.add(last.largest().face(), probability);
        for (value, moves) in discounted.iter_mut().zip(history.made) {
            *value += moves.map_or(0.0, |moves| 0.9f64.powi(moves as i32) * probability);
        }
        for (sum, moves) in moves_to.iter_mut().zip(history.made) {
            *sum = sum.zip(moves).map(|(sum, moves)| sum + f64::from(moves) * probability);
        }
    });
    let statistics = solution.passes().game_statistics().unwrap();
    assert_same(&statistics.score, &expected.score);
    assert_same(&statistics.moves, &expected.moves);
    assert_same(&solution.passes().largest_tiles().unwrap(), &largest);
    for (exponent, expected) in discounted.into_iter().enumerate().skip(3) {
        let target = 1 << exponent;
        let Ok(found) = solution.passes().evaluate(Objective::Win, Some(target), 0.9) else {
            continue;
        };
        assert!((found.get() - expected).abs() < 1e-12, "{target}: {found:?}");
        assert_eq!(found.loss(), None);
        let fewest = value(solution, Objective::Fewest, Some(target));
        match moves_to[exponent] {
            Some(moves) => assert!((fewest - moves).abs() < 1e-12, "{target}: {fewest} {moves}"),
            None => assert_eq!(fewest, f64::INFINITY, "{target}"),
        }
    }
    check_consistency(solution, &statistics);
}

/// Checks that means, probabilities and the solution's own value agree.
fn check_consistency(solution: &Solution, statistics: &GameStatistics) {
    let game = solution.game();
    let largest = solution.passes().largest_tiles().unwrap();
    for distribution in [&statistics.score, &statistics.moves, &largest] {
        // A few roundings for each of at most a thousand moves, which do not add up.
        assert!((distribution.total() - 1.0).abs() < 1e-14, "{:e}", distribution.total() - 1.0);
    }
    let assert_close = |one: f64, other: f64| {
        assert!((one - other).abs() <= 1e-12 * other.abs().max(1.0), "{game}: {one} {other}");
    };
    assert_close(statistics.score.mean(), value(solution, Objective::Score, None));
    assert_close(statistics.moves.mean(), value(solution, Objective::Moves, None));
    for target in (3..12).map(|exponent| 1 << exponent) {
        let win = solution.passes().evaluate(Objective::Win, Some(target), 1.0);
        if let Ok(win) = win {
            assert_close(largest.at_least(target), win.get());
            let lost = win.loss().unwrap();
            assert!((win.get() + lost - 1.0).abs() <= 1e-12, "{game}: {win:?}");
        }
    }
    let target = game.target().map(|target| target.face());
    let discount = game.discount().get();
    let own = solution.passes().evaluate(game.objective(), target, discount).unwrap();
    let start_value = solution.start_value();
    if start_value.finite().is_none() {
        assert_eq!(own.get(), start_value.get());
        return;
    }
    match (own.loss(), start_value.loss()) {
        (Some(loss), Some(least)) if least < 1e-3 => {
            assert!(loss >= 0.0 && loss <= least * (1.0 + 1e-9), "{game}: {loss} {least}");
            assert_eq!(own.get(), 1.0 - loss);
        }
        _ => assert_close(own.get(), start_value.get()),
    }
}

#[test]
fn statistics_agree_with_an_enumeration_of_games() {
    for four in [0.0, 0.1, 0.37, 1.0] {
        for target in [8, 16] {
            for objective in [Objective::Win, Objective::Fewest] {
                check(&solved("2x2", objective, Some(target), four));
            }
        }
        for objective in [Objective::Score, Objective::Moves] {
            check(&solved("2x2", objective, None, four));
            check(&solved("2x2", objective, Some(16), four));
        }
    }
    check(&solved("2x2", Objective::Win, Some(32), 0.1));
    check(&solved("2x3", Objective::Win, Some(16), 0.37));
    check(&solved("3x2", Objective::Score, Some(32), 0.1));
    check(&solved("3x3", Objective::Win, Some(8), 0.1));
    for objective in [Objective::Win, Objective::Moves] {
        let game = game("x../.../...", objective, Some(8), 1.0, 0.1);
        let start = "x 2 2/0 0 0/2 0 0".parse().unwrap();
        check(&solve(&game.starting_from(&[start]).unwrap()));
    }
    let apart = ["0 2/4 0", "0 0/2 0"].map(|start| start.parse().unwrap());
    let game = game("2x2", Objective::Win, Some(16), 1.0, 0.1).starting_from(&apart).unwrap();
    let statistics = solve(&game).passes().game_statistics();
    assert_eq!(statistics, Err(EvaluateError::StartTiles));
}

#[test]
fn no_policy_exceeds_the_optimal_value() {
    let solutions =
        [16, 32, 64, 128].map(|target| (target, solved("2x3", Objective::Win, Some(target), 0.1)));
    let score = solved("2x3", Objective::Score, None, 0.1);
    for (target, best) in &solutions {
        for (own, policy) in &solutions {
            let win = value(policy, Objective::Win, Some(*target));
            assert!(win <= best.start_value().get() + 1e-12);
            // A policy's games end at its own target, so it never makes a larger one.
            assert_eq!(win == 0.0, own < target, "{own} under {target}");
        }
        let win = value(&score, Objective::Win, Some(*target));
        assert!(win > 0.0 && win <= best.start_value().get() + 1e-12);
        assert!(value(best, Objective::Score, None) < score.start_value().get());
        // A game that ends at a target has fewer points and moves.
        for objective in [Objective::Score, Objective::Moves] {
            assert!(value(&score, objective, Some(*target)) < value(&score, objective, None));
        }
    }
    let statistics = score.passes().game_statistics().unwrap();
    check_consistency(&score, &statistics);
}

#[test]
fn statistics_agree_with_sampled_games() {
    let solution = solved("3x3", Objective::Win, Some(128), 0.1);
    let statistics = solution.passes().game_statistics().unwrap();
    check_consistency(&solution, &statistics);
    let games = 500;
    let replays: Vec<Replay> =
        (0..games).map(|seed| Replay::play(solution.game(), &solution, seed.into())).collect();
    let assert_close = |distribution: &Distribution, number: fn(&Replay) -> u32| {
        let mean = replays.iter().map(|replay| f64::from(number(replay))).sum::<f64>();
        let mean = mean / f64::from(games);
        let error = (distribution.variance() / f64::from(games)).sqrt();
        assert!((mean - distribution.mean()).abs() < 4.0 * error, "{mean} {}", distribution.mean());
        let middle = distribution.quantile(0.5).unwrap();
        let p = distribution.at_least(middle);
        let above = replays.iter().filter(|replay| number(replay) >= middle).count();
        let error = (p * (1.0 - p) / f64::from(games)).sqrt();
        assert!((above as f64 / f64::from(games) - p).abs() < 4.0 * error + 1e-9, "{above} {p}");
    };
    assert_close(&statistics.score, Replay::points);
    assert_close(&statistics.moves, |replay| replay.steps.len() as u32);
}

#[test]
fn objectives_that_do_not_exist_are_refused() {
    let solution = solved("2x2", Objective::Win, Some(16), 0.1);
    let evaluate = |objective, target| solution.passes().evaluate(objective, target, 1.0);
    assert!(matches!(evaluate(Objective::Win, None), Err(EvaluateError::Game(_))));
    assert!(matches!(evaluate(Objective::Win, Some(64)), Err(EvaluateError::Game(_))));
    assert!(matches!(evaluate(Objective::Fewest, None), Err(EvaluateError::Game(_))));
    // Not every game makes a 16.
    let fewest = evaluate(Objective::Fewest, Some(16)).unwrap();
    assert_eq!((fewest.get(), fewest.loss()), (f64::INFINITY, None));
    let mut layers = 0;
    let passes = solution.passes().on_progress(|_| {
        layers += 1;
        if layers == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let stopped = passes.game_statistics();
    assert_eq!(stopped, Err(EvaluateError::Stopped(SolveError::Interrupted)));
    assert_eq!(layers, 3);
}
