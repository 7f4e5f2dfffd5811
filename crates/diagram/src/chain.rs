//! The Markov chain that a policy makes of the graph: where games go, and how they end.

use crate::graph::{ActionGroup, Ending, Graph, Successor};

/// What becomes of games under the policy of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyChain {
    /// For each state the probability that a game visits it (no game visits a state twice).
    pub occupancy: Vec<f64>,
    /// For each state the probability that a game that is there wins.
    pub wins: Vec<f64>,
    /// The probability that a game wins.
    pub win: f64,
    /// The probability that a game loses.
    pub lose: f64,
}

impl Graph {
    /// The chain of the choices that are taken, or `None` if some state takes none.
    pub fn chain(&self) -> Option<PolicyChain> {
        let taken: Vec<&ActionGroup> = self
            .states
            .iter()
            .map(|state| state.action_groups.iter().find(|choice| choice.is_taken))
            .collect::<Option<_>>()?;
        // States are in the order of tile sums, so games go forth in it.
        let mut occupancy: Vec<f64> = self.states.iter().map(|state| state.start).collect();
        let (mut win, mut lose) = (0.0, 0.0);
        for (at, choice) in taken.iter().enumerate() {
            let here = occupancy[at];
            for transition in &choice.transitions {
                let flow = here * transition.probability;
                match transition.next {
                    Successor::State(next) => occupancy[next] += flow,
                    Successor::End(Ending::Win) => win += flow,
                    Successor::End(Ending::Lose) => lose += flow,
                }
            }
        }
        let mut wins = vec![0.0; taken.len()];
        for (at, choice) in taken.iter().enumerate().rev() {
            wins[at] = choice
                .transitions
                .iter()
                .map(|transition| {
                    transition.probability
                        * match transition.next {
                            Successor::State(next) => wins[next],
                            Successor::End(outcome) => f64::from(outcome == Ending::Win),
                        }
                })
                .sum();
        }
        Some(PolicyChain { occupancy, wins, win, lose })
    }
}
