//! Analyses in a process that may use little more memory than it has.

#![cfg(target_os = "linux")]

use std::fs;

use mdp2048_model::{Objective, Values as _};
use mdp2048_rules::{Action, Board};
use mdp2048_solve::{
    BatchedPolicy, DifficultyPass, EvaluateError, EvaluatePolicyError, EvaluationLimits, Solution,
    SolveError, ignore_progress,
};
use mdp2048_test_support::{reach, solve};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Runs some work in a process that may use this many MiB more than it has.
fn within<T>(megabytes: u64, work: impl FnOnce() -> T) -> T {
    let pages = fs::read_to_string("/proc/self/statm").expect("the size of the process");
    let pages: u64 = pages.split(' ').next().and_then(|it| it.parse().ok()).expect("a number");
    let before = getrlimit(Resource::As);
    let limit = |current| {
        setrlimit(Resource::As, Rlimit { current, ..before }).expect("a limit below the highest");
    };
    limit(Some(pages * rustix::param::page_size() as u64 + (megabytes << 20)));
    let result = work();
    limit(before.current);
    result
}

/// What an analysis finds: nothing, or that memory is missing.
type Found = Result<(), SolveError>;

fn evaluated<T>(result: Result<T, EvaluateError>) -> Found {
    match result {
        Ok(_) => Ok(()),
        Err(EvaluateError::Stopped(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
}

fn of_policy(solution: &Solution, is_symmetric: bool) -> Found {
    /// Takes the first allowed action.
    struct First(bool);

    impl BatchedPolicy for First {
        fn choose(&mut self, boards: &[Board], probabilities: &mut [[f64; 4]]) {
            for (board, probabilities) in boards.iter().zip(probabilities) {
                let first = board.allowed().next();
                probabilities[first.map_or(0, Action::index)] = 1.0;
            }
        }

        fn is_symmetric(&self) -> bool {
            self.0
        }
    }

    let limits = EvaluationLimits::default();
    match solution.evaluate_policy(&mut First(is_symmetric), limits, &mut ignore_progress) {
        Ok(_) => Ok(()),
        Err(EvaluatePolicyError::Stopped(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
}

fn difficulty(solution: &Solution) -> Found {
    let mut pass = DifficultyPass::new(solution, 1e-3, 5, 0.0)?;
    while pass.next_layer(solution)?.is_some() {}
    Ok(())
}

fn answers(solution: &Solution) -> Found {
    for layer in 0..solution.layers().len() {
        let keys = solution.keys_of(layer)?;
        let shape = solution.game().shape();
        let mut positions = Vec::new();
        let mut boards = Vec::new();
        let is_space = positions.try_reserve_exact(keys.len()).is_ok()
            && boards.try_reserve_exact(keys.len()).is_ok();
        if is_space {
            boards.extend(keys.iter().filter_map(|&key| Board::from_key(shape, key)));
            positions.resize(keys.len(), None);
            // Never fails: it takes longer.
            solution.positions_of(&boards, &mut positions);
            assert!(positions.iter().all(Option::is_some));
        }
    }
    Ok(())
}

#[test]
fn an_analysis_says_that_memory_is_missing() {
    let solution = solve(&reach("4x4", 16));
    let progress = || ignore_progress;
    let analyses: [(&str, &mut dyn FnMut() -> Found); 6] = [
        ("another objective", &mut || {
            evaluated(solution.evaluate(Objective::Score, Some(16), 1.0, &mut progress()))
        }),
        ("statistics", &mut || evaluated(solution.game_statistics(&mut progress()))),
        ("kept states", &mut || solution.kept_states(1e-7).map(drop)),
        ("difficulties", &mut || difficulty(&solution)),
        ("a policy", &mut || of_policy(&solution, false)),
        ("answers", &mut || answers(&solution)),
    ];
    for (name, run) in analyses {
        let mut failures = 0;
        for megabytes in [10, 24, 48, 64, 96] {
            match within(megabytes, &mut *run) {
                Ok(()) => {}
                Err(SolveError::Allocation(_)) => failures += 1,
                Err(error) => panic!("{name} within {megabytes} MiB: {error}"),
            }
        }
        assert!(failures > 0, "{name} needs no memory");
        assert_eq!(within(8 << 10, run), Ok(()), "{name}");
    }
}
