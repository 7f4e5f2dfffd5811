//! Work on parts of a layer: on several threads where there are any, with the widest vectors that
//! the processor has.

use std::ops::Range;

use crate::lanes::Width;

/// Words of a layer that one task works on: so many that beginning one costs nothing, but where
/// there are several threads so few that they end together.
pub(crate) fn words_of_task() -> usize {
    if threads() > 1 { 128 } else { 512 }
}

/// The word ranges of a layer, one for each task.
pub(crate) fn ranges(words: usize) -> Vec<Range<usize>> {
    let each = words_of_task();
    (0..words).step_by(each).map(|start| start..(start + each).min(words)).collect()
}

/// The words of a layer in parts, one for each task, with the place of each part's first word.
pub(crate) fn parts(words: &mut [u64]) -> Vec<(usize, &mut [u64])> {
    let each = words_of_task();
    words.chunks_mut(each).enumerate().map(|(part, words)| (part * each, words)).collect()
}

/// How many threads tasks run on.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    1
}

/// Which of the threads this is.
pub(crate) fn thread() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_thread_index().unwrap_or(0);
    #[cfg(not(feature = "threads"))]
    0
}

/// The ranges of a set of so many words with, for each, the part of `out` that belongs to its members;
/// `before` counts the members before a word.
pub(crate) fn ranges_with<T>(
    words: usize,
    before: impl Fn(usize) -> usize,
    mut out: &mut [T],
) -> Vec<(Range<usize>, &mut [T])> {
    let mut tasks = Vec::new();
    for range in ranges(words) {
        let members = before(range.end) - before(range.start);
        let (part, rest) = out.split_at_mut(members);
        out = rest;
        if members > 0 {
            tasks.push((range, part));
        }
    }
    tasks
}

/// What to do with each task of a layer.
///
/// A trait rather than a closure, so that `run` can be told to inline: only then is it compiled for
/// the vector width that is chosen at run time.
pub(crate) trait Work<T>: Sync {
    /// Does one task with vectors of some width. Implementations are `#[inline(always)]`.
    fn run(&self, width: impl Width, task: T);
}

/// A task with what to do with it.
#[cfg(target_arch = "x86_64")]
struct Task<'a, T, W> {
    width: pulp::x86::V3,
    task: T,
    work: &'a W,
}

#[cfg(target_arch = "x86_64")]
impl<T, W: Work<T>> pulp::NullaryFnOnce for Task<'_, T, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.work.run(self.width, self.task);
    }
}

/// Whether tests ask for no more than what any processor has.
#[cfg(target_arch = "x86_64")]
fn is_plain() -> bool {
    #[cfg(test)]
    return tests::PLAIN.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(test))]
    false
}

/// Does one task with the widest vectors that the processor has.
///
/// Never inlined: a browser first compiles a function quickly but badly, and what it later compiles
/// well is used from the next call on. In a loop over all layers that is too late.
#[inline(never)]
fn run_one<T>(task: T, work: &impl Work<T>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(width) = pulp::x86::V3::try_new().filter(|_| !is_plain()) {
        return width.vectorize(Task { width, task, work });
    }
    #[cfg(target_feature = "simd128")]
    let width = crate::lanes::Simd128;
    #[cfg(not(target_feature = "simd128"))]
    let width = crate::lanes::Plain;
    work.run(width, task);
}

/// Does every task, in no particular order.
///
/// The widest vectors are chosen at run time. They change speed only: integers are exact, and no
/// sum of floating-point numbers is split over lanes or fused with a product.
pub(crate) fn run<T: Send>(tasks: Vec<T>, work: &impl Work<T>) {
    let one = |task| run_one(task, work);
    #[cfg(feature = "threads")]
    if tasks.len() > 1 && threads() > 1 {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        return tasks.into_par_iter().with_max_len(1).for_each(one);
    }
    tasks.into_iter().for_each(one);
}

/// Runs two functions, at the same time if there are threads.
pub(crate) fn both<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "threads")]
    return rayon::join(first, second);
    #[cfg(not(feature = "threads"))]
    (first(), second())
}

/// Runs a function with this many threads; `None` for as many as the machine has.
#[cfg(feature = "threads")]
pub(crate) fn with_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, crate::SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    let pool = pool.map_err(|error| crate::SolveError::Threads(error.to_string()))?;
    Ok(pool.install(work))
}

/// Runs a function of many short steps while the other threads look for work without rest, if each
/// has a processor.
///
/// Left alone they would fall asleep between the steps, and waking them takes longer than many a
/// step.
#[cfg(feature = "threads")]
pub(crate) fn attended<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Sends the other threads home, also if the function panics.
    struct Done<'a>(&'a AtomicBool);

    impl Drop for Done<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    // Looks in vain before a thread lets others use its processor.
    const PATIENCE: u32 = 1000;

    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if !(2..=processors).contains(&threads()) {
        return work();
    }
    let here = rayon::current_thread_index();
    let done = AtomicBool::new(false);
    rayon::scope(|scope| {
        scope.spawn_broadcast(|_, context| {
            let mut in_vain = 0;
            while Some(context.index()) != here && !done.load(Ordering::Relaxed) {
                if rayon::yield_now() == Some(rayon::Yield::Executed) {
                    in_vain = 0;
                } else if in_vain < PATIENCE {
                    in_vain += 1;
                    std::hint::spin_loop();
                } else {
                    std::thread::yield_now();
                }
            }
        });
        let _done = Done(&done);
        work()
    })
}

/// Runs a function; there are no other threads.
#[cfg(not(feature = "threads"))]
pub(crate) fn attended<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Runs a function on this thread.
#[cfg(not(feature = "threads"))]
pub(crate) fn with_threads<T: Send>(
    _threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, crate::SolveError> {
    Ok(work())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use mdp2048_model::{Game, Objective};

    use crate::{Precision, Solution, SolveOptions, ignore_progress};

    /// Whether to do without the vectors of the processor. Other tests do not notice.
    pub(super) static PLAIN: AtomicBool = AtomicBool::new(false);

    #[test]
    fn values_are_the_same_to_the_bit_with_every_width_of_vectors() {
        let win = |shape: &str, target| Game::reach(shape.parse().expect("a shape"), target);
        let score = Game::new("2x3".parse().expect("a shape"), Objective::Score, None, 1.0, 0.3);
        let games = [win("3x3", 64), win("2x4", 64), win("3x4", 8), win("4x4", 8), score];
        for game in games.map(|game| game.expect("a game")) {
            for precision in [Precision::Double, Precision::Single] {
                let values = |is_plain| {
                    PLAIN.store(is_plain, Ordering::Relaxed);
                    let options = SolveOptions { precision, ..SolveOptions::default() };
                    let solution =
                        Solution::solve(&game, &options, &mut ignore_progress).expect("a solution");
                    PLAIN.store(false, Ordering::Relaxed);
                    let mut bits = Vec::new();
                    solution.for_each(|board, value| bits.push((board.key(), value.to_bits())));
                    bits
                };
                assert!(values(true) == values(false), "{game}");
            }
        }
    }
}
