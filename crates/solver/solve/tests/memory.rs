//! Analyses in a process where memory is missing for large arrays.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use mdp2048_model::Objective;
use mdp2048_rules::{Action, Board};
use mdp2048_solve::{
    BatchedPolicy, DifficultyPass, EvaluateError, EvaluatePolicyError, Solution, SolveError,
};
use mdp2048_test_support::{reach, solve};

/// Refuses large arrays. A limit on all memory would end the process where a small one, which no
/// program checks, is the first that does not fit.
struct Limited {
    /// The most bytes that an array may have.
    largest: AtomicUsize,
}

#[global_allocator]
static MEMORY: Limited = Limited { largest: AtomicUsize::new(usize::MAX) };

impl Limited {
    fn refuses(&self, bytes: usize) -> bool {
        bytes > self.largest.load(Ordering::Relaxed)
    }
}

#[expect(unsafe_code, reason = "allocators cannot be written without")]
// SAFETY: the allocator of the system does the work. Null says that there is no memory, and leaves
// an array that should have grown as it is.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of this function, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, array: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        if self.refuses(bytes) {
            return ptr::null_mut();
        }
        // SAFETY: as above.
        unsafe { System.realloc(array, layout, bytes) }
    }

    unsafe fn dealloc(&self, array: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(array, layout) }
    }
}

/// Runs some work in which no array may have more than this many KiB.
fn within<T>(kilobytes: usize, work: impl FnOnce() -> T) -> T {
    MEMORY.largest.store(kilobytes << 10, Ordering::Relaxed);
    let result = work();
    MEMORY.largest.store(usize::MAX, Ordering::Relaxed);
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

    match solution.passes().evaluate_policy(&mut First(is_symmetric)) {
        Ok(_) => Ok(()),
        Err(EvaluatePolicyError::Stopped(error)) => Err(error),
        Err(error) => panic!("{error}"),
    }
}

fn difficulty(solution: &Solution) -> Found {
    let mut pass = DifficultyPass::new(solution, 1e-3, 5)?;
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

/// The most KiB that an array may have: more than tables need whose length is that of no layer.
const LARGEST: [usize; 4] = [512, 1024, 2048, 4096];

#[test]
fn an_analysis_says_that_memory_is_missing() {
    let solution = solve(&reach("3x4", 16));
    let analyses: [(&str, &mut dyn FnMut() -> Found); 6] = [
        ("another objective", &mut || {
            evaluated(solution.passes().evaluate(Objective::Score, Some(16), 1.0))
        }),
        ("statistics", &mut || evaluated(solution.passes().game_statistics())),
        ("kept states", &mut || solution.passes().kept_states(1e-7).map(drop)),
        ("difficulties", &mut || difficulty(&solution)),
        ("a policy", &mut || of_policy(&solution, false)),
        ("answers", &mut || answers(&solution)),
    ];
    for (name, run) in analyses {
        let mut failures = 0;
        for kilobytes in LARGEST {
            match within(kilobytes, &mut *run) {
                Ok(()) => {}
                Err(SolveError::Allocation(_)) => failures += 1,
                Err(error) => panic!("{name} with arrays of {kilobytes} KiB: {error}"),
            }
        }
        assert!(failures > 0, "{name} needs no large array");
        assert_eq!(run(), Ok(()), "{name}");
    }
}
