//! The Markov chain that a policy induces on the graph: the occupancy and the win probability of
//! each state.
//!
//! The forward pass here runs over the numbered states of a graph, whose transitions are already
//! merged and whose states may be boards that are not canonical. `mdp2048_model::ForwardPass` runs
//! over canonical boards that are not enumerated beforehand, and adds in another order.

use crate::graph::{ActionGroup, Ending, Graph, Successor};

/// The Markov chain of the policy of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyChain {
    /// For each state the probability that a game visits it (no game visits a state twice).
    pub occupancy: Vec<f64>,
    /// For each state the probability that a game in that state wins.
    pub wins: Vec<f64>,
    /// The probability that a game wins.
    pub win: f64,
    /// The probability that a game loses.
    pub lose: f64,
}

impl Graph {
    /// The chain of the policy, or `None` if the policy has no action for some state.
    pub fn chain(&self) -> Option<PolicyChain> {
        let taken: Vec<&ActionGroup> = self
            .states
            .iter()
            .map(|state| state.action_groups.iter().find(|group| group.is_taken))
            .collect::<Option<_>>()?;
        // States ascend by tile sum, and every transition leads to a higher tile sum. So one pass
        // forward computes the occupancies, and one pass backward the win probabilities.
        let mut occupancy: Vec<f64> = self.states.iter().map(|state| state.start).collect();
        let (mut win, mut lose) = (0.0, 0.0);
        for (state, group) in taken.iter().enumerate() {
            let visits = occupancy[state];
            for transition in &group.transitions {
                let flow = visits * transition.probability;
                match transition.next {
                    Successor::State(next) => occupancy[next] += flow,
                    Successor::End(Ending::Win) => win += flow,
                    Successor::End(Ending::Lose) => lose += flow,
                }
            }
        }
        let mut wins = vec![0.0; taken.len()];
        for (state, group) in taken.iter().enumerate().rev() {
            let terms = group.transitions.iter().map(|it| it.probability * it.next.value(&wins));
            wins[state] = terms.sum();
        }
        Some(PolicyChain { occupancy, wins, win, lose })
    }
}
