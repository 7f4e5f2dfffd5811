//! Bitmaps that several threads fill.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::allocate::{self, AllocationError, Array};
use crate::parallel;

/// A bitmap in which several threads set bits.
#[derive(Debug)]
pub(crate) struct SharedBits {
    // The words; of a small bitmap one copy for each thread.
    copies: Vec<Array<AtomicU64>>,
    // Whether several threads write to the same words. Otherwise a plain load and store suffice,
    // which are much faster than an atomic read-modify-write.
    is_contended: bool,
}

/// The most bits of a bitmap of which each thread has a copy: half a mebibyte.
const MOST_COPIED_BITS: u64 = 1 << 22;

impl SharedBits {
    /// Returns a bitmap of `len` bits, none of them set.
    pub(crate) fn new(len: u64) -> Result<Self, AllocationError> {
        Self::with_threads(len, parallel::threads())
    }

    fn with_threads(len: u64, threads: usize) -> Result<Self, AllocationError> {
        let is_copied = len <= MOST_COPIED_BITS;
        let words = len.div_ceil(64) as usize;
        let copies = (0..if is_copied { threads } else { 1 }).map(|_| allocate::zeroed(words));
        let copies = copies.collect::<Result<Vec<_>, _>>()?;
        copies.iter().for_each(|words| request_pages(words));
        Ok(Self { copies, is_contended: threads > 1 && !is_copied })
    }

    /// Borrows what sets bits on the current thread, for a loop.
    #[inline(always)]
    pub(crate) fn setter(&self) -> BitSetter<'_> {
        self.setter_of(parallel::thread())
    }

    #[inline(always)]
    fn setter_of(&self, thread: usize) -> BitSetter<'_> {
        BitSetter {
            words: &self.copies[thread % self.copies.len()],
            is_contended: self.is_contended,
        }
    }

    /// The size of the bitmap in bytes, with all copies.
    pub(crate) fn bytes(&self) -> u64 {
        self.copies.iter().map(|words| size_of_val(&words[..]) as u64).sum()
    }

    /// Returns the words of the bitmap, with the copies merged.
    pub(crate) fn into_words(self) -> Array<u64> {
        let mut copies = self.copies.into_iter();
        let first = std::mem::take(&mut *copies.next().unwrap_or_default());
        // The words remain in the same memory.
        let words: Vec<u64> = first.into_iter().map(AtomicU64::into_inner).collect();
        let mut words = Array::from(words);
        for mut copy in copies {
            for (word, other) in words.iter_mut().zip(copy.iter_mut()) {
                *word |= *other.get_mut();
            }
        }
        words
    }
}

/// The words of a page of memory on most systems.
const PAGE_WORDS: usize = 4096 / size_of::<u64>();

/// Writes to each page of new words, so that the system provides memory for it.
///
/// Bits are set by a load and a store. If the load is the first access to a page, the system
/// provides a page of zeros that is shared; the store then replaces it, for which the system
/// interrupts the other threads. This takes several times as long as providing a page at once.
fn request_pages(words: &[AtomicU64]) {
    for word in words.iter().step_by(PAGE_WORDS) {
        word.store(0, Ordering::Relaxed);
    }
}

/// Sets bits on one thread, see [`SharedBits::setter`].
#[derive(Clone, Copy)]
pub(crate) struct BitSetter<'a> {
    words: &'a [AtomicU64],
    is_contended: bool,
}

impl BitSetter<'_> {
    /// Sets a bit.
    #[inline(always)]
    pub(crate) fn set(self, bit: u64) {
        self.set_all(std::iter::once(bit));
    }

    /// Sets bits.
    #[inline(always)]
    pub(crate) fn set_all(self, bits: impl Iterator<Item = u64>) {
        // Relaxed ordering suffices: the bitmap is read only after all threads have finished.
        if self.is_contended {
            for bit in bits {
                let (word, mask) = self.locate(bit);
                // Most bits are already set, and a load is much faster than an atomic write.
                if word.load(Ordering::Relaxed) & mask == 0 {
                    word.fetch_or(mask, Ordering::Relaxed);
                }
            }
        } else {
            for bit in bits {
                let (word, mask) = self.locate(bit);
                word.store(word.load(Ordering::Relaxed) | mask, Ordering::Relaxed);
            }
        }
    }

    /// Returns the word of a bit, and its mask in the word.
    #[inline(always)]
    fn locate(&self, bit: u64) -> (&AtomicU64, u64) {
        (&self.words[(bit / 64) as usize], 1 << (bit % 64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_all_threads_are_merged() {
        for (len, threads) in
            [(200, 1), (200, 3), (MOST_COPIED_BITS + 1, 1), (MOST_COPIED_BITS + 1, 2)]
        {
            let bits = SharedBits::with_threads(len, threads).expect("a small bitmap");
            for (thread, bit) in [0, 1, 63, 64, 130, 199, 63, 130].into_iter().enumerate() {
                bits.setter_of(thread % threads).set(bit);
            }
            let words = bits.into_words();
            assert_eq!(words[..4], [1 << 63 | 0b11, 1, 1 << 2, 1 << 7]);
            assert!(words[4..].iter().all(|&word| word == 0));
        }
    }
}
