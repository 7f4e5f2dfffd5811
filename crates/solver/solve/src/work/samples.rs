//! Random ranks of the states of a layer.

use mdp2048_model::SplitMix64;

/// The ranks that are checked, ascending: all ranks; or the ranks are divided into ranges of almost
/// equal length, and one random rank of each range is checked. The same seed gives the same ranks.
pub(super) struct SampledRanks {
    states: u64,
    ranges: u64,
    at: u64,
    next: u64,
    random: SplitMix64,
}

impl SampledRanks {
    pub(super) fn new(states: u64, samples: Option<u64>, seed: u64) -> Self {
        let ranges = samples.map_or(states, |samples| samples.min(states));
        let mut new = Self { states, ranges, at: 0, next: 0, random: SplitMix64::new(seed) };
        new.choose();
        new
    }

    /// Chooses from the next range.
    fn choose(&mut self) {
        if self.at == self.ranges {
            self.next = self.states;
            return;
        }
        let bound =
            |at: u64| (u128::from(at) * u128::from(self.states) / u128::from(self.ranges)) as u64;
        let (first, end) = (bound(self.at), bound(self.at + 1));
        self.next = first + self.random.next_word() % (end - first).max(1);
        self.at += 1;
    }

    /// Returns the next rank if it is below `end`.
    pub(super) fn next_below(&mut self, end: u64) -> Option<u64> {
        let next = Some(self.next).filter(|&next| next < end)?;
        self.choose();
        Some(next)
    }
}
