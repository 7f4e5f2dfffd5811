//! The chain says of a game what the solver solves: worked out from it, values are the same.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

mod common;

use std::ops::ControlFlow;

use common::solve;
use mdp2048_export::{Chain, Counts, End, ExportError, Node, Place, write_drn};
use mdp2048_model::{Objective, Values as _};
use mdp2048_solve::{Phase, Solution, SolveError, ignore_progress};

fn nodes(chain: &Chain<'_>) -> Vec<Node> {
    let mut nodes = Vec::new();
    let visited = chain.for_each(&mut ignore_progress, |node| {
        nodes.push(node.clone());
        Ok(())
    });
    visited.unwrap();
    nodes
}

/// Checks the numbers, the weights and, from the last node back, the values.
fn check(solution: &Solution) {
    let chain = Chain::of(solution).unwrap();
    let nodes = nodes(&chain);
    let rewards = solution.rewards();
    let mut values = vec![0.0; nodes.len()];
    let mut counts = Counts::default();
    for (number, node) in nodes.iter().enumerate().rev() {
        assert_eq!(node.number, number as u64);
        counts.states += 1;
        counts.choices += node.choices.len() as u64;
        if let Place::End(end) = node.place {
            assert_eq!(node.choices[0].successors, [(node.number, 1)]);
            assert_eq!(chain.number_of(end), node.number);
            values[number] = match (end, solution.game().objective()) {
                (End::Won, Objective::Win) => 1.0,
                (End::Lost, Objective::Fewest) => f64::NEG_INFINITY,
                _ => 0.0,
            };
            counts.transitions += 1;
            continue;
        }
        let worth = node.choices.iter().map(|choice| {
            counts.transitions += choice.successors.len() as u64;
            assert!(choice.successors.windows(2).all(|pair| pair[0].0 < pair[1].0));
            let all: u128 = choice.successors.iter().map(|(_, weight)| weight).sum();
            assert_eq!(all, choice.denominator);
            let mean: f64 = choice
                .fractions()
                .map(|(next, numerator, denominator)| {
                    assert!(next > node.number);
                    numerator as f64 / denominator as f64 * values[next as usize]
                })
                .sum();
            let moves = if choice.is_move { rewards.each_move } else { 0.0 };
            moves + rewards.each_point * f64::from(choice.points) + mean
        });
        values[number] = worth.fold(f64::NEG_INFINITY, f64::max);
        let expected = match node.place {
            Place::State(state) => solution.value(state).unwrap(),
            _ => solution.start_value(),
        };
        let near = (values[number] - expected).abs() <= 1e-12 * expected.abs().max(1.0);
        assert!(near || values[number] == expected, "{:?}: {}", node.place, values[number]);
    }
    assert_eq!(chain.counts(&mut ignore_progress).unwrap(), counts);
    let ends = chain.ends().count() as u64;
    assert_eq!(counts.states, solution.states() + 1 + ends);
}

#[test]
fn values_worked_out_from_the_chain_are_the_same() {
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
fn chances_of_many_digits_are_refused() {
    let chain = |four| {
        let solution = solve("2x2", Objective::Win, Some(8), 1.0, four);
        Chain::of(&solution).map(drop)
    };
    assert!(chain(0.123456789012345).is_ok());
    assert!(matches!(chain(1e-30), Err(ExportError::Chances)));
    assert!(matches!(chain(1e-300), Err(ExportError::Chances)));
}

#[test]
fn a_full_disk_is_an_error() {
    let solution = solve("2x2", Objective::Win, Some(8), 1.0, 0.1);
    let mut room = [0; 100];
    let chain = Chain::of(&solution).unwrap();
    let written = write_drn(&chain, &mut room.as_mut_slice(), &mut ignore_progress);
    assert!(matches!(written, Err(ExportError::Io(_))));
}

#[test]
fn progress_covers_every_state_of_each_walk_and_breaking_stops_it() {
    let solution = solve("2x3", Objective::Win, Some(32), 1.0, 0.1);
    let chain = Chain::of(&solution).unwrap();
    let mut ends = Vec::new();
    let mut layers = 0;
    write_drn(&chain, &mut std::io::sink(), &mut |progress| {
        layers += 1;
        assert_eq!((progress.phase, progress.layers), (Phase::Writing, layers));
        if Some(progress.layers) == progress.layers_in_all {
            layers = 0;
            ends.push(progress.states);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    // The states are counted before they are written.
    assert_eq!(ends, [solution.states(); 2]);
    let stopped = chain.counts(&mut |_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(ExportError::Stopped(SolveError::Interrupted))));
}
