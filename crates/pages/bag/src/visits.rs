//! The forward pass: how often the chain visits each bag.

use mdp2048_model::Probability;

use crate::bag::Bag;
use crate::chain::Chain;

impl Chain {
    /// The expected number of visits of every bag, by its index.
    ///
    /// The chain has no cycles, so this is the probability of a visit. For an absorbing bag it is
    /// the probability that it is the last one.
    pub fn visits(&self) -> Vec<f64> {
        let mut visits = vec![0.0; self.bags().len()];
        for &(start, probability) in self.starts() {
            visits[start] += probability;
        }
        for index in 0..visits.len() {
            let here = visits[index];
            for (next, probability) in self.successors(index) {
                visits[next] += here * probability;
            }
        }
        // Visits are probabilities, and the rounding errors of a sum may exceed 1.
        visits.into_iter().map(Probability::clamp_unit).collect()
    }

    /// The absorbing bags and the probability that each is the last one, the largest probability
    /// first.
    pub fn absorbed(&self) -> Vec<(Bag, f64)> {
        let visits = self.bags().iter().copied().zip(self.visits()).enumerate();
        let mut absorbed: Vec<(Bag, f64)> = visits
            .filter(|&(index, _)| self.is_absorbing(index))
            .map(|(_, absorbed)| absorbed)
            .collect();
        // A stable sort: equal probabilities stay in the order of the bags.
        absorbed.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        absorbed
    }
}
