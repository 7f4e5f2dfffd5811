//! Transitions between feature states, counted from play, and their values.

use std::collections::BTreeMap;

use super::state::STATES;
use crate::agent::ActionEstimates;

/// Values have converged if none has changed by more than this, in points, ...
const TOLERANCE: f64 = 0.1;

/// ... in so many sweeps, one after the other.
const CONVERGED: u32 = 15;

/// The most sweeps.
const MOST_SWEEPS: u32 = 2_000;

/// What was counted.
#[derive(Debug)]
pub(super) struct TransitionCounts {
    /// By feature state and action: how often each feature state followed.
    next: Vec<BTreeMap<u16, u32>>,
    /// By feature state: the number of moves that are its reward, and their points.
    rewards: Vec<(u32, u64)>,
}

/// The values that follow from the counts.
#[derive(Clone, Debug)]
pub(super) struct FeatureValues {
    /// By feature state; 0 if it was never entered.
    pub(super) values: Vec<f64>,
    /// By feature state; `None` for an action that was never taken there.
    pub(super) actions: Vec<ActionEstimates>,
}

impl TransitionCounts {
    pub(super) fn new() -> Self {
        Self { next: vec![BTreeMap::new(); 4 * STATES], rewards: vec![(0, 0); STATES] }
    }

    /// Counts a move from one feature state to another by an action.
    pub(super) fn add(&mut self, from: usize, action: usize, to: usize) {
        // A feature state is a number below 34,560, which fits into 16 bits.
        *self.next[4 * from + action].entry(to as u16).or_default() += 1;
    }

    /// Adds a move to the reward of a feature state.
    pub(super) fn add_points(&mut self, state: usize, points: u32) {
        let (times, sum) = &mut self.rewards[state];
        *times += 1;
        *sum += u64::from(points);
    }

    /// Value iteration: V(s) = R(s) + max over a of gamma times the sum of P(s' | s, a) V(s').
    pub(super) fn estimates(&self, gamma: f64) -> FeatureValues {
        let rewards: Vec<f64> =
            self.rewards.iter().map(|&(times, sum)| sum as f64 / f64::from(times.max(1))).collect();
        let next: Vec<Option<Vec<(usize, f64)>>> = self.next.iter().map(probabilities).collect();
        let is_left = |state: &usize| next[4 * state..4 * state + 4].iter().any(Option::is_some);
        let states: Vec<usize> = (0..STATES).filter(is_left).collect();
        let mut estimates =
            FeatureValues { values: rewards.clone(), actions: vec![[None; 4]; STATES] };
        let mut converged = 0;
        for _ in 0..MOST_SWEEPS {
            let mut change = 0.0_f64;
            for &state in &states {
                let of_action = |action: usize| {
                    let next = next[4 * state + action].as_ref()?;
                    let value = |&(to, p): &(usize, f64)| p * estimates.values[to];
                    Some(gamma * next.iter().map(value).sum::<f64>())
                };
                let actions = [0, 1, 2, 3].map(of_action);
                let best = actions.iter().flatten().copied().fold(0.0, f64::max);
                let value = rewards[state] + best;
                change = change.max((value - estimates.values[state]).abs());
                estimates.values[state] = value;
                estimates.actions[state] = actions;
            }
            converged = if change <= TOLERANCE { converged + 1 } else { 0 };
            if converged == CONVERGED {
                break;
            }
        }
        estimates
    }
}

/// The probabilities of the next states; `None` without counts.
fn probabilities(counts: &BTreeMap<u16, u32>) -> Option<Vec<(usize, f64)>> {
    let sum: u32 = counts.values().sum();
    let share = |(&to, &times): (&u16, &u32)| (usize::from(to), f64::from(times) / f64::from(sum));
    (sum > 0).then(|| counts.iter().map(share).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_solve_the_equation_of_a_small_chain() {
        let mut counts = TransitionCounts::new();
        let mut add = |from, action, to, points| {
            counts.add(from, action, to);
            counts.add_points(to, points);
        };
        // From 7: action 1 leads to 8 in three of four cases, with 4 points, else to 9.
        for _ in 0..3 {
            add(7, 1, 8, 4);
        }
        add(7, 1, 9, 0);
        // From 8 and 9: one action, back to 7 with 8 points, or to the end with 20.
        add(8, 0, 7, 8);
        add(9, 3, 100, 20);
        let FeatureValues { values, actions } = counts.estimates(0.5);
        // V7 = 8 + 0.5 (0.75 V8 + 0.25 V9), V8 = 4 + 0.5 V7, V9 = 0.5 * 20.
        let expected = (8.0 + 0.5 * (0.75 * 4.0 + 0.25 * 10.0)) / (1.0 - 0.5 * 0.75 * 0.5);
        assert!((values[7] - expected).abs() < 0.2, "{} {expected}", values[7]);
        assert!(actions[7][1].is_some() && actions[7][0].is_none());
        assert_eq!((values[100], values[0]), (20.0, 0.0));
    }
}
