//! Runs tasks on the parts of a layer, on several threads if there are any, and with the widest
//! vectors of the processor.

use std::ops::Range;

#[cfg(feature = "threads")]
use crate::allocate;
use crate::progress::SolveError;
use crate::simd::Simd;

/// Returns how many words of a bitmap one task works on. The more words, the less the cost of
/// starting a task matters; with several threads, fewer words make the threads finish at the same
/// time.
pub(crate) fn words_of_task() -> usize {
    if threads() > 1 { 128 } else { 512 }
}

/// Splits the words of a bitmap into ranges, one for each task.
pub(crate) fn ranges(words: usize) -> Vec<Range<usize>> {
    let each = words_of_task();
    (0..words).step_by(each).map(|start| start..(start + each).min(words)).collect()
}

/// Splits the words of a bitmap into parts, one for each task, with the position of the first word
/// of each.
pub(crate) fn parts(words: &mut [u64]) -> Vec<(usize, &mut [u64])> {
    let each = words_of_task();
    words.chunks_mut(each).enumerate().map(|(part, words)| (part * each, words)).collect()
}

/// Returns how many threads run tasks.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    1
}

/// Returns the index of the current thread among those that run tasks.
pub(crate) fn thread() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_thread_index().unwrap_or(0);
    #[cfg(not(feature = "threads"))]
    0
}

/// Splits a set of this many words into ranges, one for each task, and `out`, which has an entry
/// for each member of the set, into the entries of each range. `before` returns the number of
/// members before a word. Ranges without members are left out.
pub(crate) fn ranges_with<T>(
    words: usize,
    before: impl Fn(usize) -> usize,
    mut out: &mut [T],
) -> Vec<(Range<usize>, &mut [T])> {
    let mut tasks = Vec::new();
    for range in ranges(words) {
        let members = before(range.end) - before(range.start);
        let (part, unused) = out.split_at_mut(members);
        out = unused;
        if members > 0 {
            tasks.push((range, part));
        }
    }
    tasks
}

/// A function of a task, generic over the vector width.
///
/// It is a trait, not a closure, because `run` must be inlined into the function that enables the
/// vector instructions: only then is it compiled with them.
pub(crate) trait ParallelTask<T>: Sync {
    /// Runs one task with vectors of a width. Implementations are `#[inline(always)]`.
    fn run(&self, simd: impl Simd, task: T);
}

/// A task and its function, as `pulp` calls them.
#[cfg(target_arch = "x86_64")]
struct Task<'a, T, W> {
    simd: pulp::x86::V3,
    task: T,
    work: &'a W,
}

#[cfg(target_arch = "x86_64")]
impl<T, W: ParallelTask<T>> pulp::NullaryFnOnce for Task<'_, T, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.work.run(self.simd, self.task);
    }
}

/// Whether tests ask for the portable width.
#[cfg(test)]
pub(crate) static IS_PORTABLE: std::sync::atomic::AtomicBool =
    std::sync::atomic::AtomicBool::new(false);

/// Returns the instructions of the vector width for x86-64 with AVX2, if the processor has them.
#[cfg(target_arch = "x86_64")]
fn avx2() -> Option<pulp::x86::V3> {
    #[cfg(test)]
    if IS_PORTABLE.load(std::sync::atomic::Ordering::Relaxed) {
        return None;
    }
    pulp::x86::V3::try_new()
}

/// Whether tasks can run with vectors of more than one width, which are chosen at run time.
#[cfg(test)]
pub(crate) fn has_vector_widths() -> bool {
    #[cfg(target_arch = "x86_64")]
    return avx2().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Runs one task with the widest vectors of the processor.
///
/// It is never inlined. A browser first compiles a function quickly, and replaces it by optimised
/// code only at a later call. If this were part of a loop over all layers, there would be no later
/// call.
///
/// A program for browsers that contains this function needs one with WebAssembly's SIMD, as every
/// new browser has since 2023.
#[inline(never)]
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
pub(crate) fn run_one<T>(task: T, work: &impl ParallelTask<T>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = avx2() {
        return simd.vectorize(Task { simd, task, work });
    }
    #[cfg(target_arch = "wasm32")]
    let simd = crate::simd::Simd128;
    #[cfg(not(target_arch = "wasm32"))]
    let simd = crate::simd::Portable;
    work.run(simd, task);
}

/// Runs all tasks, in no particular order.
///
/// The vector width is chosen at run time. It has no influence on the results: integers are exact,
/// and no sum of floating-point numbers is split over lanes or fused with a product.
pub(crate) fn run<T: Send>(tasks: Vec<T>, work: &impl ParallelTask<T>) {
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

/// Bytes of the stack of a thread: the default of Rust's standard library.
#[cfg(feature = "threads")]
const STACK_BYTES: u64 = 2 << 20;

/// The number of threads that run at once.
#[cfg(feature = "threads")]
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The number of threads of the pool in which the caller runs, if it runs in one.
#[cfg(feature = "threads")]
fn threads_of_caller() -> Option<usize> {
    rayon::current_thread_index().map(|_| rayon::current_num_threads())
}

/// Returns how many threads a solve has for which this many are asked for; `None` is those of the
/// caller's pool, or else as many as the machine has.
pub(crate) fn count(asked: Option<usize>) -> usize {
    #[cfg(feature = "threads")]
    return asked
        .filter(|&threads| threads > 0)
        .or_else(threads_of_caller)
        .unwrap_or_else(processors);
    #[cfg(not(feature = "threads"))]
    {
        let _ = asked;
        1
    }
}

/// Runs a function with this many threads; `None` for the caller's pool, or else as many as the
/// machine has.
#[cfg(feature = "threads")]
pub(crate) fn with_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, SolveError> {
    if threads.is_none() && threads_of_caller().is_some() {
        return Ok(work());
    }
    let threads = count(threads);
    // Where a stack cannot be allocated, some systems end the process instead of an error.
    allocate::check(STACK_BYTES * threads as u64)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.stack_size(STACK_BYTES as usize).build();
    let pool = pool.map_err(|error| SolveError::Threads(error.to_string()))?;
    Ok(pool.install(work))
}

/// Runs a function of many short steps while the other threads poll for tasks, if each has a
/// processor.
///
/// Otherwise they would be suspended between the steps, and waking them is slower than many
/// steps.
#[cfg(feature = "threads")]
pub(crate) fn keep_threads_awake<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Ends the polling when it is dropped, so also if the function panics.
    struct EndPolling<'a>(&'a AtomicBool);

    impl Drop for EndPolling<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    // How often a thread polls without success before it lets others use its processor.
    const MOST_SPINS: u32 = 1000;

    if !(2..=processors()).contains(&threads()) {
        return work();
    }
    let is_done = AtomicBool::new(false);
    rayon::scope(|scope| {
        // The scope runs on a thread of the pool even if the caller is another thread.
        let caller = rayon::current_thread_index();
        let is_done = &is_done;
        scope.spawn_broadcast(move |_, context| {
            let mut spins = 0;
            while Some(context.index()) != caller && !is_done.load(Ordering::Relaxed) {
                if rayon::yield_now() == Some(rayon::Yield::Executed) {
                    spins = 0;
                } else if spins < MOST_SPINS {
                    spins += 1;
                    std::hint::spin_loop();
                } else {
                    std::thread::yield_now();
                }
            }
        });
        let _end = EndPolling(is_done);
        work()
    })
}

/// Runs a function; without the feature `threads` there are no other threads.
#[cfg(not(feature = "threads"))]
pub(crate) fn keep_threads_awake<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Runs a function on the current thread.
#[cfg(not(feature = "threads"))]
pub(crate) fn with_threads<T: Send>(
    _threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, SolveError> {
    Ok(work())
}
