//! Policy iteration, one round at a time.
//!
//! A round computes the values of every state under a policy, and changes the action of each state
//! in which another one is then better. The policy that no round changes is optimal.

use std::collections::BTreeMap;

use mdp2048_model::PlainSolution;
use mdp2048_rules::{Action, Board};

use crate::graph::{ActionGroup, Graph};
use crate::page::Settings;
use crate::page::drawing::policy_graph;

/// The least advantage for which a round changes an action: rounding errors are far below it.
const LEAST_ADVANTAGE: f64 = 1e-12;

/// The reader's actions, as [`Settings::overrides`].
pub(crate) type Overrides = BTreeMap<Board, Action>;

/// The policy that takes the first action that is allowed, in the order left, right, up, down.
pub(crate) fn simplest_policy(settings: &Settings) -> Overrides {
    let values = PlainSolution::solve(&settings.game);
    let states = policy_graph(settings, &values).states.len();
    overrides(settings, &values, &vec![0; states])
}

/// The policy after a round, and the number of states whose action the round has changed.
pub(crate) fn improved_policy(settings: &Settings) -> (Overrides, usize) {
    let values = PlainSolution::solve(&settings.game);
    let graph = policy_graph(settings, &values);
    let action_values = values_of_policy(&graph);
    let (mut chosen, mut changed) = (Vec::new(), 0);
    for (state, values) in graph.states.iter().zip(&action_values) {
        let taken = state.action_groups.iter().position(|it| it.is_taken).unwrap_or_default();
        let best = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
        let better = best.filter(|&best| values[best] > values[taken] + LEAST_ADVANTAGE);
        changed += usize::from(better.is_some());
        chosen.push(better.unwrap_or(taken));
    }
    (overrides(settings, &values, &chosen), changed)
}

/// The actions that differ from the optimal policy, where a group of actions is chosen for each
/// state.
fn overrides(settings: &Settings, values: &PlainSolution, chosen: &[usize]) -> Overrides {
    let optimal = Settings { overrides: Overrides::new(), ..settings.clone() };
    let graph = policy_graph(&optimal, values);
    let states = graph.states.iter().zip(chosen);
    let differing = states.filter_map(|(state, &group)| {
        let group = &state.action_groups[group];
        (!group.is_taken).then_some((state.board, group.actions[0]))
    });
    differing.collect()
}

/// For each state the value of each group of actions, if the policy of the graph plays on.
fn values_of_policy(graph: &Graph) -> Vec<Vec<f64>> {
    let discount = graph.game().discount().get();
    let mut action_values = vec![Vec::new(); graph.states.len()];
    let mut values = vec![0.0; graph.states.len()];
    // Every transition leads to a later state.
    for (at, state) in graph.states.iter().enumerate().rev() {
        let value = |group: &ActionGroup| {
            let terms = group.transitions.iter().map(|it| it.probability * it.next.value(&values));
            discount * terms.sum::<f64>()
        };
        let of_groups: Vec<f64> = state.action_groups.iter().map(value).collect();
        let taken = state.action_groups.iter().position(|it| it.is_taken);
        values[at] = taken.map_or(0.0, |taken| of_groups[taken]);
        action_values[at] = of_groups;
    }
    action_values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Frame;
    use crate::page::{TARGETS, small_game};

    /// The numbers of states that each round changes, from the simplest policy on.
    fn rounds(mut settings: Settings) -> Vec<usize> {
        settings.overrides = simplest_policy(&settings);
        let mut rounds = Vec::new();
        loop {
            let (overrides, changed) = improved_policy(&settings);
            settings.overrides = overrides;
            rounds.push(changed);
            if changed == 0 {
                // Only ties may differ from the optimal policy that the solver chooses.
                let values = PlainSolution::solve(&settings.game);
                let graph = policy_graph(&settings, &values);
                let groups = graph.states.iter().flat_map(|state| &state.action_groups);
                assert!(groups.filter(|it| it.is_taken).all(|group| group.is_best));
                return rounds;
            }
        }
    }

    #[test]
    fn a_few_rounds_reach_the_optimal_policy() {
        let expected: [&[usize]; 3] = [&[2, 0], &[3, 5, 0], &[2, 4, 10, 0]];
        for (target, expected) in TARGETS.into_iter().zip(expected) {
            let settings = Settings::new(small_game(target, 1.0).unwrap());
            assert_eq!(rounds(settings.clone()), expected, "{target}");
            // Boards that are images of each other change together.
            let every = rounds(Settings { frame: Frame::Shown, ..settings });
            assert_eq!(every.last(), Some(&0));
        }
        let discounted = Settings::new(small_game(32, 0.5).unwrap());
        assert_eq!(rounds(discounted).last(), Some(&0));
    }
}
