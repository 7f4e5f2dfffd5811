//! The memory that a solve may use, and what to do if that is too little.

use mdp2048_solve::{MemoryNeed, SolveError};

use super::{AddressSpace, address_space, available_memory};

/// Bytes of the address space that each thread reserves, whatever it uses: its stack, and a heap
/// of its own in glibc.
const THREAD: u64 = (64 + 2) << 20;

/// How many threads there are beside those of the solve: one waits for signals, and one draws the
/// progress.
const OTHER_THREADS: u64 = 2;

/// Bytes of the address space that must be free beside the arrays of a solve: the solver checks
/// that 40 MiB are, and the rest is for libraries and the files that it writes.
const RESERVE: u64 = (40 + 24) << 20;

/// The share of an array that must be free beside it, as one in this many bytes.
const ARRAY_SHARE: u64 = 8;

/// What a solve needs that does not fit the address space of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressSpaceNeed {
    /// The peak memory of the solve.
    pub need: MemoryNeed,
    /// The limit of the address space, in bytes.
    pub limit: u64,
    /// The limit that suffices, in bytes.
    pub needed: u64,
    /// The threads of the solve, which the limit that suffices depends on.
    pub threads: usize,
}

/// The memory that a solve may use.
///
/// ```
/// use mdp2048::files::machine::MemoryLimit;
/// use mdp2048_model::Game;
/// use mdp2048_solve::{Precision, Solution};
///
/// let game = Game::builder().board(3, 4).target(2048).build()?;
/// let need = Solution::estimate(&game, Precision::Double)?.memory;
/// let limit = MemoryLimit::of(None, 1);
/// assert!(limit.bytes.is_none_or(|bytes| need.least > bytes), "no machine has so much memory");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// The most bytes; `None` for no limit.
    pub bytes: Option<u64>,
    /// The limit of the address space of this process, if it leaves less than anything else.
    address_space: Option<AddressSpace>,
    threads: usize,
}

impl MemoryLimit {
    /// The limit of a solve with this many threads: what the user has asked for, or else all that
    /// is free; but not more than the address space leaves.
    pub fn of(asked: Option<u64>, threads: usize) -> Self {
        Self::within(asked.or_else(available_memory), address_space(), threads)
    }

    fn within(memory: Option<u64>, space: Option<AddressSpace>, threads: usize) -> Self {
        let left = space.map(|space| left_for_arrays(space, threads));
        let bytes = memory.into_iter().chain(left).min();
        let is_bound = left.is_some() && left == bytes;
        Self { bytes, address_space: space.filter(|_| is_bound), threads }
    }

    /// Checks that a solve fits the address space, by the upper bound of its memory: a process
    /// that has none left ends at once.
    ///
    /// # Errors
    /// [`AddressSpaceNeed`] if it may not.
    pub fn check(&self, need: MemoryNeed) -> Result<(), AddressSpaceNeed> {
        match self.address_space {
            Some(space) if self.bytes.is_some_and(|bytes| need.most > bytes) => {
                Err(self.too_little(space, need))
            }
            _ => Ok(()),
        }
    }

    /// What a solve needs that has failed under this limit; `None` if the address space is not its
    /// cause.
    pub fn error(&self, error: &SolveError) -> Option<AddressSpaceNeed> {
        match (self.address_space, error) {
            (Some(space), SolveError::Memory { need, .. }) => Some(self.too_little(space, *need)),
            _ => None,
        }
    }

    fn too_little(&self, space: AddressSpace, need: MemoryNeed) -> AddressSpaceNeed {
        // The last MiB is for what differs from run to run.
        let other = space.used + reserved(self.threads) + need.most / ARRAY_SHARE + (1 << 20);
        let needed = need.most.saturating_add(other);
        AddressSpaceNeed { need, limit: space.limit, needed, threads: self.threads }
    }
}

/// Bytes that are taken from the address space beside the arrays of a solve.
const fn reserved(threads: usize) -> u64 {
    RESERVE + THREAD * (threads as u64 + OTHER_THREADS)
}

/// The most bytes that the arrays of a solve may take in an address space.
const fn left_for_arrays(space: AddressSpace, threads: usize) -> u64 {
    let free = space.limit.saturating_sub(space.used).saturating_sub(reserved(threads));
    free - free / (ARRAY_SHARE + 1)
}

#[cfg(test)]
mod tests {
    use mdp2048_solve::Precision;

    use super::*;

    const MIB: u64 = 1 << 20;

    #[test]
    fn the_address_space_limits_what_is_asked_for_too() {
        let space = |limit| Some(AddressSpace { limit: limit * MIB, used: 10 * MIB });
        let need = MemoryNeed { least: 80 * MIB, most: 90 * MIB };
        let limit = MemoryLimit::within(Some(50 * MIB), None, 1);
        assert_eq!(limit.bytes, Some(50 * MIB));
        assert!(limit.check(need).is_ok());
        assert_eq!(MemoryLimit::within(None, None, 1).bytes, None);
        // A wide limit of the address space has no influence.
        let limit = MemoryLimit::within(Some(50 * MIB), space(4096), 1);
        assert_eq!(limit.bytes, Some(50 * MIB));
        assert!(limit.check(need).is_ok());
        for asked in [None, Some(1 << 40)] {
            let limit = MemoryLimit::within(asked, space(300), 1);
            assert!(limit.bytes.is_some_and(|bytes| bytes < 80 * MIB));
            let refused = limit.check(need).unwrap_err();
            assert_eq!((refused.need, refused.limit), (need, 300 * MIB));
        }
        assert_eq!(MemoryLimit::within(None, space(5), 1).bytes, Some(0));
        // No need is too large for the message.
        let huge = MemoryNeed { least: u64::MAX, most: u64::MAX };
        assert!(MemoryLimit::within(None, space(300), 1).check(huge).is_err());
    }

    #[test]
    fn the_limit_that_the_message_names_suffices() {
        for (threads, most) in [(1, 20 * MIB), (2, 90 * MIB + 1), (64, 12_345 * MIB)] {
            let need = MemoryNeed { least: most / 2, most };
            let error = SolveError::Memory { need, limit: 1, precision: Precision::Double };
            let space = AddressSpace { limit: 7 * MIB, used: 6 * MIB };
            let limit = MemoryLimit::within(None, Some(space), threads);
            let needed = limit.error(&error).unwrap().needed;
            let mended = AddressSpace { limit: needed, ..space };
            assert!(MemoryLimit::within(None, Some(mended), threads).check(need).is_ok());
            let less = AddressSpace { limit: needed - 3 * MIB, ..space };
            assert!(MemoryLimit::within(None, Some(less), threads).check(need).is_err());
        }
    }
}
