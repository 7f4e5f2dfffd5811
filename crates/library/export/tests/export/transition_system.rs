//! Backward induction over the transition system computes the values of the solver.

use std::ops::ControlFlow;

use mdp2048_export::{
    EndState, ExportError, Exporter, SystemState, SystemStateKind, ToolFormat, TransitionSystem,
};
use mdp2048_model::{Objective, Values as _};
use mdp2048_solve::{Phase, Solution, SolveError};
use mdp2048_test_support::reach;

use crate::solved::solve;

fn states(system: &TransitionSystem<'_>) -> Vec<SystemState> {
    let mut states = Vec::new();
    let visited = system.for_each_state(|state| {
        states.push(state.clone());
        Ok(())
    });
    visited.unwrap();
    states
}

/// Checks the numbers, the weights and, by backward induction from the last state, the values.
fn check(solution: &Solution) {
    let system = TransitionSystem::of(solution).unwrap();
    let states = states(&system);
    let rewards = solution.rewards();
    let mut values = vec![0.0; states.len()];
    for (number, state) in states.iter().enumerate().rev() {
        assert_eq!(state.number, number as u64);
        if let SystemStateKind::End(end) = state.kind {
            assert_eq!(state.choices[0].successors, [(state.number, 1)]);
            assert_eq!(system.number_of(end), state.number);
            values[number] = match (end, solution.game().objective()) {
                (EndState::Won, Objective::Win) => rewards.lost + 1.0,
                (EndState::Lost, Objective::Win) => rewards.lost,
                (EndState::Lost, Objective::Fewest) => f64::NEG_INFINITY,
                _ => 0.0,
            };
            continue;
        }
        let action_values = state.choices.iter().map(|choice| {
            assert!(choice.successors.windows(2).all(|pair| pair[0].0 < pair[1].0));
            let all: u128 = choice.successors.iter().map(|(_, weight)| weight).sum();
            assert_eq!(all, choice.denominator);
            let mean: f64 = choice
                .fractions()
                .map(|(next, numerator, denominator)| {
                    assert!(next > state.number);
                    numerator as f64 / denominator as f64 * values[next as usize]
                })
                .sum();
            let moves = if choice.is_move { rewards.each_move } else { 0.0 };
            moves + rewards.each_point * f64::from(choice.points) + mean
        });
        values[number] = action_values.fold(f64::NEG_INFINITY, f64::max);
        let expected = match state.kind {
            SystemStateKind::Board(board) => solution.expected_return(board).unwrap(),
            _ => solution.start_return(),
        };
        let is_close = (values[number] - expected).abs() <= 1e-12 * expected.abs().max(1.0);
        assert!(is_close || values[number] == expected, "{:?}: {}", state.kind, values[number]);
    }
    assert_eq!(system.states(), states.len() as u64);
}

#[test]
fn backward_induction_over_the_system_gives_the_values() {
    for four in [0.0, 0.1, 0.37, 1.0] {
        check(&solve("2x2", Objective::Win, Some(16), 1.0, four));
        check(&solve("2x3", Objective::Win, Some(32), 0.95, four));
        check(&solve("2x3", Objective::Score, None, 1.0, four));
        check(&solve("3x2", Objective::Moves, Some(32), 1.0, four));
        check(&solve("2x3", Objective::Fewest, Some(16), 1.0, four));
    }
    check(&solve("3x3", Objective::Win, Some(32), 1.0, 0.1));
}

#[test]
fn games_may_start_lost_and_from_given_boards() {
    check(&solve("..x/.x.", Objective::Win, Some(8), 1.0, 0.1));
    let game = reach("2x2", 16);
    // The half sums 2, 8 and 10.
    let starts = ["2 0/2 0", "8 4/2 2", "4 8/4 4"].map(|start| start.parse().unwrap());
    check(&mdp2048_test_support::solve(&game.starting_from(&starts).unwrap()));
}

#[test]
fn probabilities_of_many_digits_are_errors() {
    let system = |discount, four| {
        let solution = solve("2x2", Objective::Win, Some(8), discount, four);
        TransitionSystem::of(&solution).map(drop)
    };
    assert!(system(1.0, 0.123456789012345).is_ok());
    assert!(matches!(system(1.0, 1.234567890123456e-6), Err(ExportError::Digits)));
    assert!(matches!(system(1e-300, 0.1), Err(ExportError::Digits)));
}

#[test]
fn progress_covers_every_state_of_both_passes_and_breaking_stops_it() {
    let solution = solve("2x3", Objective::Win, Some(32), 1.0, 0.1);
    let mut ends = Vec::new();
    let mut layers = 0;
    let exporter = Exporter::new(&solution).on_progress(|progress| {
        layers += 1;
        assert_eq!((progress.phase, progress.layers), (Phase::Writing, layers));
        if progress.layers_in_all.is_some_and(|all| [all / 2, all].contains(&layers)) {
            ends.push(progress.states);
        }
        ControlFlow::Continue(())
    });
    exporter.write(ToolFormat::Drn, &mut std::io::sink()).unwrap();
    // The first pass counts the states, the second writes them.
    assert_eq!(ends, [solution.states(), 2 * solution.states()]);
    let written = Exporter::new(&solution).write(ToolFormat::Drn, &mut [0; 100].as_mut_slice());
    assert!(matches!(written, Err(ExportError::Io(_))));
    let exporter = Exporter::new(&solution).on_progress(|_| ControlFlow::Break(()));
    let stopped = exporter.write(ToolFormat::Drn, &mut std::io::sink());
    assert!(matches!(stopped, Err(ExportError::Stopped(SolveError::Interrupted))));
}
