//! Sizes and times of packed policies. `cargo xtask bench` runs it on the release profile.
//!
//! Every entry is checked against the solution first. The column "of solving" is the CPU time of
//! reading the policy divided by that of solving its game.

#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![allow(clippy::unwrap_used, reason = "a benchmark may fail")]

use std::time::Duration;

use cpu_time::ProcessTime;
use mdp2048_model::{Game, Policy, Values};
use mdp2048_policy::{PackOptions, PackedPolicy, PartLengths, ValuesHeld, pack};
use mdp2048_rules::{Action, CanonicalState, Shape};
use mdp2048_solve::{Solution, Solver};

/// Runs something and measures its CPU time.
fn measure<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = ProcessTime::now();
    let result = work();
    (result, began.elapsed())
}

/// Checks every entry of a policy against the solution, with the error bounds of its header.
fn check(policy: &PackedPolicy, solution: &Solution) {
    let accuracy = policy.header().accuracy;
    let mut states = 0;
    for board in policy.boards() {
        states += 1;
        let found = policy.advise(board).unwrap();
        let (state, _) = CanonicalState::of(board);
        let exact = solution.action_values(state).unwrap();
        assert_eq!(Some(found.action), exact.choice(), "{board}");
        if let Some(value) = found.value {
            let error = value.better_by(exact.value().unwrap()).abs();
            assert!(error <= accuracy.value_error + 1e-13, "{board}: off by {error}");
        }
        let Some(held) = found.action_values else { continue };
        for action in Action::ALL {
            let (found, exact) = (held.regret(action), exact.regret(action));
            assert_eq!(found.is_some(), exact.is_some(), "{board} {action}");
            if let Some((found, exact)) = found.zip(exact) {
                let allowed = accuracy.regret_floor.max(accuracy.regret_error * exact);
                let is_within = (found - exact).abs() <= allowed * (1.0 + 1e-9) + 1e-13;
                assert!(is_within, "{board} {action}: {found} {exact}");
            }
        }
    }
    assert_eq!(states, policy.header().states);
}

fn main() {
    println!(
        "| policy | values | states | bytes | actions | values | regrets | value error \
         | pack CPU s | read CPU s | of solving |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (target, max_leave) in [(512, 0.0074), (1024, 0.0110)] {
        let game = Game::reach(Shape::THREE_BY_THREE, target).unwrap();
        let (solution, solving) = measure(|| Solver::new(&game).threads(1).solve().unwrap());
        let threshold = solution.passes().largest_threshold(max_leave).unwrap();
        let visits = solution.passes().visits().unwrap();
        for held in ValuesHeld::ALL {
            let options = PackOptions::new(solution.start_return()).values(held);
            let options = options.threshold(threshold * (1.0 - 1e-12), visits);
            let (bytes, packing) = measure(|| {
                pack(solution.valued_game(), &options, |states| {
                    states.iter().map(|&state| solution.action_values(state)).collect()
                })
                .unwrap()
            });
            let (policy, reading) = measure(|| PackedPolicy::from_bytes(&bytes).unwrap());
            check(&policy, &solution);
            let header = policy.header();
            assert!(header.coverage.leave_probability <= max_leave);
            let PartLengths { actions, values, regrets } = header.parts;
            println!(
                "| {game} | {held} | {} | {} | {actions} | {values} | {regrets} | {:.1e} | {:.2} \
                 | {:.2} | {:.2} |",
                header.states,
                bytes.len(),
                header.accuracy.value_error,
                packing.as_secs_f64(),
                reading.as_secs_f64(),
                reading.as_secs_f64() / solving.as_secs_f64(),
            );
        }
    }
}
