//! What policies are worth and how their games end agrees with games followed one board and one
//! score at a time, and with games played.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use mdp2048_model::{Distribution, Objective, Policy as _, Replay, Status, Values};
use mdp2048_rules::{Board, TileSum};
use mdp2048_solve::{EvaluateError, GameStatistics, Solution, SolveError, ignore_progress};
use mdp2048_test_support::{game, solve};

fn solved(shape: &str, objective: Objective, target: Option<u32>, four: f64) -> Solution {
    solve(&game(shape, objective, target, 1.0, four))
}

fn value(solution: &Solution, objective: Objective, target: Option<u32>) -> f64 {
    solution.evaluate(objective, target, 1.0, &mut ignore_progress).unwrap()
}

/// What a game on its way has come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Past {
    score: u32,
    moves: u32,
    // By exponent: the moves after which a tile of at least this face was first there.
    made: [Option<u32>; 12],
}

/// Every way that games go, told apart by board, score and moves.
fn follow(solution: &Solution, mut end: impl FnMut(Board, &Past, f64)) {
    let game = solution.game();
    let mut open: BTreeMap<(TileSum, Board), BTreeMap<Past, f64>> = BTreeMap::new();
    let past = Past { score: 0, moves: 0, made: [None; 12] };
    for start in game.starts() {
        let board = start.state.board();
        open.entry((board.tile_sum(), board)).or_default().insert(past, start.probability);
    }
    while let Some(((_, board), pasts)) = open.pop_first() {
        let action = solution.advise(board).unwrap().action;
        let acted = game.act(board, action).unwrap();
        let largest = usize::from(acted.after.board().largest().get());
        let nexts: Vec<_> = game.spawns(acted.after).collect();
        for (past, probability) in pasts {
            let mut past = Past { score: past.score + acted.points, moves: past.moves + 1, ..past };
            for made in &mut past.made[..=largest] {
                made.get_or_insert(past.moves);
            }
            if acted.wins {
                end(acted.after.board(), &past, probability);
                continue;
            }
            for &(next, chance) in &nexts {
                let probability = probability * chance;
                if game.status(next) == Status::Lost {
                    end(next, &past, probability);
                } else {
                    let pasts = open.entry((next.tile_sum(), next)).or_default();
                    *pasts.entry(past).or_default() += probability;
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
    follow(solution, |last, past, probability| {
        expected.score.add(past.score, probability);
        expected.moves.add(past.moves, probability);
        largest.add(last.largest().face(), probability);
        for (value, moves) in discounted.iter_mut().zip(past.made) {
            *value += moves.map_or(0.0, |moves| 0.9f64.powi(moves as i32) * probability);
        }
        for (sum, moves) in moves_to.iter_mut().zip(past.made) {
            *sum = sum.zip(moves).map(|(sum, moves)| sum + f64::from(moves) * probability);
        }
    });
    let outcomes = solution.game_statistics(&mut ignore_progress).unwrap();
    assert_same(&outcomes.score, &expected.score);
    assert_same(&outcomes.moves, &expected.moves);
    assert_same(&solution.largest_tiles(&mut ignore_progress).unwrap(), &largest);
    for (exponent, expected) in discounted.into_iter().enumerate().skip(3) {
        let target = 1 << exponent;
        let Ok(found) = solution.evaluate(Objective::Win, Some(target), 0.9, &mut ignore_progress)
        else {
            continue;
        };
        assert!((found - expected).abs() < 1e-12, "{target}: {found}");
        let fewest = value(solution, Objective::Fewest, Some(target));
        match moves_to[exponent] {
            Some(moves) => assert!((fewest + moves).abs() < 1e-12, "{target}: {fewest} {moves}"),
            None => assert_eq!(fewest, f64::NEG_INFINITY, "{target}"),
        }
    }
    consistent(solution, &outcomes);
}

/// Means, probabilities and the solution's own value agree.
fn consistent(solution: &Solution, outcomes: &GameStatistics) {
    let game = solution.game();
    let largest = solution.largest_tiles(&mut ignore_progress).unwrap();
    for distribution in [&outcomes.score, &outcomes.moves, &largest] {
        assert!((distribution.total() - 1.0).abs() < 1e-12);
    }
    let near = |one: f64, other: f64| {
        assert!((one - other).abs() <= 1e-12 * other.abs().max(1.0), "{game}: {one} {other}");
    };
    near(outcomes.score.mean(), value(solution, Objective::Score, None));
    near(outcomes.moves.mean(), value(solution, Objective::Moves, None));
    for target in (3..12).map(|exponent| 1 << exponent) {
        let win = solution.evaluate(Objective::Win, Some(target), 1.0, &mut ignore_progress);
        if let Ok(win) = win {
            near(largest.at_least(target), win);
        }
    }
    let target = game.target().map(|target| target.face());
    let discount = game.discount().get();
    let own = solution.evaluate(game.objective(), target, discount, &mut ignore_progress).unwrap();
    if game.objective() == Objective::Fewest && !solution.start_value().is_finite() {
        assert_eq!(own, solution.start_value());
        return;
    }
    near(own, solution.start_value());
}

#[test]
fn games_followed_one_by_one_end_the_same() {
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
}

#[test]
fn a_policy_is_worth_no_more_than_the_best_one() {
    let solutions =
        [16, 32, 64, 128].map(|target| (target, solved("2x3", Objective::Win, Some(target), 0.1)));
    let score = solved("2x3", Objective::Score, None, 0.1);
    for (target, best) in &solutions {
        for (own, policy) in &solutions {
            let worth = value(policy, Objective::Win, Some(*target));
            assert!(worth <= best.start_value() + 1e-12);
            // A policy's games end at its own target.
            assert_eq!(worth == 0.0, own < target, "{own} under {target}");
        }
        let worth = value(&score, Objective::Win, Some(*target));
        assert!(worth > 0.0 && worth <= best.start_value() + 1e-12);
        assert!(value(best, Objective::Score, None) < score.start_value());
        // Judged up to a target only, a game has fewer points and moves.
        for objective in [Objective::Score, Objective::Moves] {
            assert!(value(&score, objective, Some(*target)) < value(&score, objective, None));
        }
    }
    let outcomes = score.game_statistics(&mut ignore_progress).unwrap();
    consistent(&score, &outcomes);
}

#[test]
fn games_played_end_so_often() {
    let solution = solved("3x3", Objective::Win, Some(128), 0.1);
    let outcomes = solution.game_statistics(&mut ignore_progress).unwrap();
    consistent(&solution, &outcomes);
    let games = 2000;
    let replays: Vec<Replay> =
        (0..games).map(|seed| Replay::play(solution.game(), &solution, seed.into())).collect();
    let near = |distribution: &Distribution, number: fn(&Replay) -> u32| {
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
    near(&outcomes.score, Replay::points);
    near(&outcomes.moves, |replay| replay.steps.len() as u32);
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let solution = solved("2x2", Objective::Win, Some(16), 0.1);
    let judge = |objective, target| solution.evaluate(objective, target, 1.0, &mut ignore_progress);
    assert!(matches!(judge(Objective::Win, None), Err(EvaluateError::Game(_))));
    assert!(matches!(judge(Objective::Win, Some(64)), Err(EvaluateError::Game(_))));
    assert!(matches!(judge(Objective::Fewest, None), Err(EvaluateError::Game(_))));
    // Not every game makes a 16.
    assert_eq!(judge(Objective::Fewest, Some(16)), Ok(f64::NEG_INFINITY));
    let mut layers = 0;
    let stopped = solution.game_statistics(&mut |_| {
        layers += 1;
        if layers == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped, Err(EvaluateError::Stopped(SolveError::Interrupted)));
    assert_eq!(layers, 3);
}
