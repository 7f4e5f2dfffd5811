//! The joint distribution of the number of moves and the last tile sum.

use std::collections::BTreeMap;

use mdp2048_model::Distribution;

use crate::chain::Chain;

/// Probabilities below this count as 0, so that no number is subnormal.
const NEGLIGIBLE: f64 = 1e-300;

/// The joint distribution of the number of moves and the last tile sum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    // The probability of each number of moves together with the tile sum. It is not conditional.
    by_sum: BTreeMap<u32, Distribution>,
}

impl Outcomes {
    /// The distribution of the number of moves.
    pub fn moves(&self) -> Distribution {
        self.by_sum.values().flat_map(Distribution::outcomes).collect()
    }

    /// The distribution of the last tile sum.
    pub fn sums(&self) -> Distribution {
        self.by_sum.iter().map(|(&sum, moves)| (sum, moves.total())).collect()
    }

    /// The possible last tile sums in ascending order, each with the probability of every number of
    /// moves *and* this sum. These probabilities sum to the probability of the tile sum.
    pub fn by_sum(&self) -> impl ExactSizeIterator<Item = (u32, &Distribution)> {
        self.by_sum.iter().map(|(&sum, moves)| (sum, moves))
    }
}

impl Chain {
    /// The joint distribution of the number of moves and the last tile sum, by a forward pass.
    ///
    /// Numbers of moves with a probability below 1e-300 are left out.
    pub fn outcomes(&self) -> Outcomes {
        let mut arrivals = vec![MoveCounts::default(); self.bags().len()];
        for &(start, probability) in self.starts() {
            arrivals[start] = MoveCounts { first: 0, probabilities: vec![probability] };
        }
        let mut outcomes = Outcomes::default();
        for (index, bag) in self.bags().iter().enumerate() {
            // The memory of a layer is freed once the layer is done.
            let here = std::mem::take(&mut arrivals[index]).trimmed();
            if self.is_absorbing(index) {
                let moves = outcomes.by_sum.entry(bag.tile_sum()).or_default();
                (here.first..).zip(here.probabilities).for_each(|(count, each)| {
                    moves.add(count, each);
                });
                continue;
            }
            for (next, probability) in self.successors(index) {
                arrivals[next].add_after_a_move(&here, probability);
            }
        }
        outcomes
    }
}

/// The probabilities of arriving at a bag after each number of moves.
#[derive(Clone, Debug, Default)]
struct MoveCounts {
    // The number of moves of the first probability.
    first: u32,
    probabilities: Vec<f64>,
}

impl MoveCounts {
    /// Adds the probabilities of another bag, multiplied by that of the move from it.
    fn add_after_a_move(&mut self, from: &Self, probability: f64) {
        let first = from.first + 1;
        if self.probabilities.is_empty() {
            self.first = first;
            self.probabilities.extend(from.probabilities.iter().map(|each| each * probability));
            return;
        }
        if first < self.first {
            let missing = (self.first - first) as usize;
            self.probabilities.splice(0..0, std::iter::repeat_n(0.0, missing));
            self.first = first;
        }
        let offset = (first - self.first) as usize;
        let end = offset + from.probabilities.len();
        if end > self.probabilities.len() {
            self.probabilities.resize(end, 0.0);
        }
        for (sum, each) in self.probabilities[offset..end].iter_mut().zip(&from.probabilities) {
            *sum += each * probability;
        }
    }

    /// Without the negligible probabilities at both ends.
    fn trimmed(mut self) -> Self {
        let is_counted = |&each: &f64| each >= NEGLIGIBLE;
        let end = self.probabilities.iter().rposition(is_counted).map_or(0, |last| last + 1);
        self.probabilities.truncate(end);
        let start = self.probabilities.iter().position(is_counted).unwrap_or(0);
        self.probabilities.drain(..start);
        self.first += start as u32;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_of(parts: &[(u32, &[f64], f64)]) -> (u32, Vec<f64>) {
        let mut sum = MoveCounts::default();
        for &(first, probabilities, probability) in parts {
            let from = MoveCounts { first, probabilities: probabilities.to_vec() };
            sum.add_after_a_move(&from, probability);
        }
        (sum.first, sum.probabilities)
    }

    #[test]
    fn probabilities_of_the_same_number_of_moves_add_up() {
        let found = sum_of(&[(3, &[0.5, 0.25], 0.5), (1, &[0.5, 0.0, 1.0], 0.25)]);
        assert_eq!(found, (2, vec![0.125, 0.0, 0.5, 0.125]));
        let found = sum_of(&[(1, &[0.5], 0.5), (2, &[0.25], 0.5)]);
        assert_eq!(found, (2, vec![0.25, 0.125]));
    }

    #[test]
    fn negligible_ends_are_dropped() {
        let counts = MoveCounts { first: 7, probabilities: vec![1e-301, 0.25, 0.0, 0.5, 0.0] };
        let trimmed = counts.trimmed();
        assert_eq!((trimmed.first, trimmed.probabilities), (8, vec![0.25, 0.0, 0.5]));
        assert!(MoveCounts::default().trimmed().probabilities.is_empty());
    }
}
