//! Tasks on several threads where there are threads.

/// Applies `work` to every task. The results are in the order of the tasks.
#[cfg(feature = "threads")]
pub(super) fn map<T: Sync, R: Send>(tasks: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
    tasks.par_iter().map(work).collect()
}

/// Applies `work` to every task. The results are in the order of the tasks.
#[cfg(not(feature = "threads"))]
pub(super) fn map<T: Sync, R: Send>(tasks: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    tasks.iter().map(work).collect()
}
