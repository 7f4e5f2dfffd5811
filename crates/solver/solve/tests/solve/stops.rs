//! Progress, interruption and memory limits of a solve.

use std::ops::ControlFlow;

use mdp2048_model::{Game, Objective};
use mdp2048_solve::{MemoryNeed, Phase, Precision, Progress, SolveError, Solver};
use mdp2048_test_support::reach;

#[test]
fn progress_covers_every_layer_and_state_of_each_pass() {
    check_progress(&reach("2x2", 32), &[Phase::Reaching, Phase::Valuing]);
    check_progress(&reach("3x3", 16), &[Phase::Reaching, Phase::ValuingLosses]);
    // This one is nearly certain to be won, which is not likely for its target.
    let twice = [Phase::Reaching, Phase::Valuing, Phase::ReachingAgain, Phase::ValuingLosses];
    check_progress(&reach("2x3", 32), &twice);
    // This one is likely to be nearly certain, but not from its start board.
    let start = "8 2 8/2 16 2/8 2 0".parse().unwrap();
    let from_start = Game::builder().board(3, 3).target(32).start(start).build().unwrap();
    let twice = [Phase::Reaching, Phase::ValuingLosses, Phase::ReachingAgain, Phase::Valuing];
    check_progress(&from_start, &twice);
}

fn check_progress(game: &Game, phases: &[Phase]) {
    let mut seen: Vec<Progress> = Vec::new();
    let solver = Solver::new(game).on_progress(|progress| {
        seen.push(progress);
        ControlFlow::Continue(())
    });
    let solution = solver.solve().unwrap();
    let layers = solution.layers().len();
    assert_eq!(seen.len(), layers * phases.len());
    for (pass, &phase) in seen.chunks(layers).zip(phases) {
        assert!(pass.iter().all(|progress| progress.phase == phase));
        let layers_in_all = (phase != Phase::Reaching).then_some(layers);
        assert!(pass.iter().all(|progress| progress.layers_in_all == layers_in_all));
        assert_eq!(pass[layers - 1].states, solution.states());
        assert!(pass.iter().enumerate().all(|(at, progress)| progress.layers == at + 1));
    }
}

#[test]
fn the_callback_can_interrupt_either_pass() {
    let game = reach("2x2", 32);
    for stop in [Phase::Reaching, Phase::Valuing] {
        let solver = Solver::new(&game).on_progress(|progress| {
            if progress.phase == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let result = solver.solve();
        assert_eq!(result.map(|_| ()), Err(SolveError::Interrupted));
    }
}

#[test]
fn games_too_large_for_the_memory_are_refused_at_once() {
    let error = Solver::new(&reach("4x4", 64)).memory_limit(1 << 33).solve().unwrap_err();
    assert!(matches!(error, SolveError::Memory { limit, .. } if limit == 1 << 33), "{error}");
    for target in [128, 2048, 32768] {
        let game = reach("4x4", target);
        let error = Solver::new(&game).solve().unwrap_err();
        assert_eq!(error, SolveError::TooManyBoards);
    }
    let error = Solver::new(&reach("3x3", 128)).memory_limit(4 << 20).solve().unwrap_err();
    assert!(matches!(error, SolveError::Memory { need, .. } if need.least > 4 << 20));
}

#[test]
fn the_memory_estimate_is_the_limit_that_suffices() {
    let solve = |solver: Solver<'_>| {
        let mut estimate = None;
        let solver = solver.on_progress(|progress| {
            if matches!(progress.phase, Phase::Valuing | Phase::ValuingLosses) {
                estimate = progress.memory;
            }
            ControlFlow::Continue(())
        });
        solver.solve().map(|_| {
            let MemoryNeed { least, most } = estimate.unwrap();
            assert_eq!(least, most);
            most
        })
    };
    for (shape, target) in
        [("2x2", 8), ("2x2", 32), ("2x3", 8), ("2x3", 128), ("3x3", 16), ("3x3", 64), ("3x4", 8)]
    {
        let game = reach(shape, target);
        let peak = solve(Solver::new(&game)).unwrap();
        let within = |limit| solve(Solver::new(&game).memory_limit(limit));
        assert_eq!(within(peak), Ok(peak));
        let needed = |limit| match within(limit) {
            Err(SolveError::Memory { need, .. }) => need,
            other => panic!("{game} within {limit} bytes: {other:?}"),
        };
        assert_eq!(needed(peak - 1), MemoryNeed { least: peak, most: peak });
        // Before the first pass the need is a range.
        let MemoryNeed { least, most } = needed(0);
        assert!((least..=most).contains(&peak), "{game}: {least} to {most}, not {peak}");
        assert!(needed(least + (peak - least) / 2).least <= peak);
    }
}

#[test]
fn the_estimate_is_that_of_the_threads_of_the_options() {
    let most = |threads| {
        let solver = Solver::new(&reach("3x3", 64)).threads(threads);
        solver.estimate_in_files().unwrap().memory.most
    };
    // More threads than any machine of these tests has: none of them is started.
    assert!(most(1001) - most(1) >= 1000 * (128 << 10));
}

#[test]
fn the_memory_is_predicted_before_the_first_pass() {
    for (shape, objective, target, four) in [
        ("2x2", Objective::Score, None, 0.1),
        ("2x3", Objective::Score, None, 0.1),
        ("2x3", Objective::Win, Some(64), 0.0),
        ("2x4", Objective::Win, Some(64), 0.1),
        ("2x4", Objective::Win, Some(256), 0.1),
        ("2x4", Objective::Win, Some(128), 0.0),
        ("3x3", Objective::Win, Some(8), 0.1),
        ("3x3", Objective::Win, Some(128), 0.1),
        ("3x3", Objective::Win, Some(128), 0.0),
        ("3x4", Objective::Win, Some(8), 0.1),
        ("3x4", Objective::Win, Some(16), 0.1),
        ("3x4", Objective::Win, Some(16), 0.0),
        ("4x4", Objective::Win, Some(8), 0.1),
    ] {
        let game = Game::new(shape.parse().unwrap(), objective, target, 0.99, four);
        let game =
            game.or_else(|_| Game::new(shape.parse().unwrap(), objective, target, 1.0, four));
        let game = game.unwrap();
        for precision in Precision::ALL {
            let solver = Solver::new(&game).precision(precision).memory_limit(u64::MAX);
            let estimate = solver.estimate().unwrap();
            let mut needs = Vec::new();
            let solver = solver.on_progress(|progress| {
                needs.extend(progress.memory);
                ControlFlow::Continue(())
            });
            let states = solver.solve().unwrap().states();
            // The prediction does not know games of few states.
            if states > 10_000 {
                let predicted =
                    0.8 * estimate.least_states as f64..=1.2 * estimate.most_states as f64;
                assert!(predicted.contains(&(states as f64)), "{game}: {states}, {predicted:?}");
            }
            let (first, peak) = (estimate.memory, needs[needs.len() - 1].most);
            assert!(
                first.least <= peak && peak <= first.most,
                "{game} in {precision}: {first:?}, not {peak}"
            );
            // The range is narrow, so that it helps to choose a limit.
            assert!(first.most as f64 <= 1.7 * first.least as f64, "{game}: {first:?}");
        }
    }
}
