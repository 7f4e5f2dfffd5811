//! What `cargo xtask bench --instructions` counts: the inner loops of the solver and the decoder.
//!
//! The task runs the program under valgrind, once for each case, which its argument names. Every
//! case asserts its answer.

#![allow(clippy::unwrap_used, reason = "a benchmark may fail")]

use std::env;

use mdp2048_model::{Game, Objective};
use mdp2048_policy::PackedPolicy;
use mdp2048_rules::{Board, Shape};
use mdp2048_solve::{Solution, Solver};

const POLICY: &[u8] = include_bytes!("../../assets/policies/3x3_to_256.policy");

fn main() {
    for case in env::args().skip(1).filter(|argument| argument != "--bench") {
        match case.as_str() {
            "solve" => drop(solve()),
            "evaluate" => evaluate(),
            "action-values" => action_values(),
            "decode" => decode(),
            other => panic!("there is no case '{other}'"),
        }
    }
}

/// Solves 3x3 to 64 on one thread, for the probability of losing.
fn solve() -> Solution {
    let game = Game::reach(Shape::THREE_BY_THREE, 64).unwrap();
    let solution = Solver::new(&game).threads(1).solve().unwrap();
    assert_eq!(solution.states(), 594_046);
    let loss = solution.start_value().loss().unwrap();
    assert!((loss - 7.0e-18).abs() < 1e-19, "{loss}");
    solution
}

/// Solves it and computes the probability of winning by its policy, which visits all best moves.
fn evaluate() {
    let found = solve().passes().evaluate(Objective::Win, Some(64), 1.0).unwrap();
    assert!((found.get() - 1.0).abs() < 1e-9);
}

/// Solves it and computes the values of the actions of all its states.
fn action_values() {
    let solution = solve();
    let mut boards: Vec<Board> = Vec::new();
    solution.for_each(|board, _| boards.push(board));
    let mut values = vec![[0.0; 4]; boards.len()];
    solution.action_returns_of(&boards, &mut values);
    let best = |values: &[f64; 4]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut exact = vec![0.0; boards.len()];
    solution.expected_returns_of(&boards, &mut exact);
    assert!(values.iter().zip(exact).all(|(values, exact)| (best(values) - exact).abs() < 1e-12));
}

/// Reads all boards and actions of a packed policy.
fn decode() {
    let policy = PackedPolicy::from_bytes(POLICY).unwrap();
    assert_eq!(policy.boards().count() as u64, policy.header().states);
}
