//! Work on several threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls `work` with each item, on a thread for each worker.
///
/// Which worker gets which item is not determined.
pub(super) fn for_each<W: Send, T>(
    workers: &mut [W],
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut W, T) + Sync,
) {
    if let [worker] = workers {
        return items.for_each(|item| work(worker, item));
    }
    let (queue, work) = (&Mutex::new(items), &work);
    let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for worker in workers {
            scope.spawn(move || {
                while let Some(item) = next() {
                    work(worker, item);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        for threads in [1, 2, 5] {
            let mut sums = vec![0; threads];
            for_each(&mut sums, 0..1_000, |sum, item| *sum += item);
            assert_eq!(sums.iter().sum::<u32>(), 499_500);
        }
    }
}
