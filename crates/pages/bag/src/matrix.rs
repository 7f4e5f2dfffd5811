//! The transition matrix of the chain.

use serde::{Deserialize, Serialize};

use crate::chain::Chain;

/// The transition matrix in canonical form: the states that do not absorb come first, each group in
/// the order of the tile sum.
///
/// The first state is the empty bag before the start tiles. The blocks Q, R, 0 and I of the form
/// meet at [`TransitionMatrix::transient`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransitionMatrix {
    /// The number of states, which is that of rows and of columns.
    pub states: u32,
    /// The number of states that do not absorb.
    pub transient: u32,
    /// The row, the column and the probability of each entry above 0, by rows.
    pub entries: Vec<(u32, u32, f64)>,
}

impl Chain {
    /// The transition matrix in canonical form.
    pub fn transition_matrix(&self) -> TransitionMatrix {
        let bags = self.bags().len();
        let is_absorbing = |bag: &usize| self.is_absorbing(*bag);
        let absorbing = (0..bags).filter(is_absorbing);
        let order: Vec<usize> =
            (0..bags).filter(|bag| !is_absorbing(bag)).chain(absorbing.clone()).collect();
        let mut place = vec![0; bags];
        for (at, &bag) in order.iter().enumerate() {
            // After the empty bag.
            place[bag] = at as u32 + 1;
        }
        let mut entries: Vec<_> =
            self.starts().iter().map(|&(to, start)| (0, place[to], start)).collect();
        for &bag in &order {
            if self.is_absorbing(bag) {
                entries.push((place[bag], place[bag], 1.0));
            }
            entries.extend(self.successors(bag).map(|(to, each)| (place[bag], place[to], each)));
        }
        let transient = (bags + 1 - absorbing.count()) as u32;
        TransitionMatrix { states: self.states() as u32, transient, entries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BagGame;

    #[test]
    fn the_matrix_has_the_canonical_form_and_its_rows_are_distributions() {
        let chain = Chain::new(BagGame::new(2048, 0.1).unwrap());
        let TransitionMatrix { states, transient, entries } = chain.transition_matrix();
        assert_eq!((states, states - transient), (3487, 26));
        let mut sums = vec![0.0; states as usize];
        for &(row, column, probability) in &entries {
            sums[row as usize] += probability;
            if row < transient {
                // Tile sums grow, so Q is above the diagonal.
                assert!(column > row);
            } else {
                assert_eq!((column, probability), (row, 1.0));
            }
        }
        assert!(sums.iter().all(|sum: &f64| (sum - 1.0).abs() < 1e-15));
        // (I - Q) t = 1 with the expected number of transitions t, from the last state back.
        let mut t = vec![1.0; states as usize];
        t[transient as usize..].fill(0.0);
        for &(row, column, probability) in entries.iter().rev().filter(|it| it.0 < transient) {
            t[row as usize] += probability * t[column as usize];
        }
        assert!((t[0] - (chain.steps_from_start().mean + 1.0)).abs() < 1e-9);
    }
}
