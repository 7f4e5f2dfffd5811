//! The graphs of the 2x2 games: their size, their edges and their values.

use std::collections::BTreeSet;

use mdp2048_diagram::{Ending, Frame, Graph, GraphState, Grouping, Successor};
use mdp2048_model::{PlainSolution, Values as _};
use mdp2048_test_support::{oracle_rows, reach};

use crate::{game, solved_graph};

fn canonical(target: u32) -> Graph {
    solved_graph(target, Frame::Canonical, Grouping::Equivalent)
}

/// The states in which a best action may lose at once.
fn losing(graph: &Graph) -> Vec<&GraphState> {
    let loses = |state: &&GraphState| {
        state.action_groups.iter().any(|group| {
            group.is_best
                && group.transitions.iter().any(|it| it.next == Successor::End(Ending::Lose))
        })
    };
    graph.states.iter().filter(loses).collect()
}

#[test]
fn the_numbers_of_states_and_transitions_are_the_published_ones() {
    for (target, states, merged, by_direction) in
        [(8, 15, 44, 102), (16, 35, 122, 245), (32, 57, 207, 363)]
    {
        assert_eq!(canonical(target).states.len(), states);
        assert_eq!(canonical(target).transitions(), merged);
        let each = solved_graph(target, Frame::Canonical, Grouping::Direction);
        assert_eq!(each.transitions(), by_direction);
    }
    let shown = solved_graph(8, Frame::Shown, Grouping::Direction);
    // With win and lose 70 nodes, and with their two self-loops 530 transitions.
    assert_eq!(shown.states.len() + 2, 70);
    assert_eq!(shown.transitions() + 2, 530);
}

#[test]
fn edges_equal_the_oracles() {
    for (name, graph, all) in [
        ("2x2_to_8_canonical", canonical(8), true),
        ("2x2_to_16_canonical", canonical(16), true),
        ("2x2_to_16_canonical_optimal", canonical(16), false),
        ("2x2_to_32_canonical", canonical(32), true),
        ("2x2_to_32_canonical_optimal", canonical(32), false),
        ("2x2_to_8_not_canonical", solved_graph(8, Frame::Shown, Grouping::Direction), true),
    ] {
        let rows = oracle_rows(&format!("diagrams/{name}.csv"));
        let known: BTreeSet<String> = rows.iter().map(|row| row.join(",")).collect();
        let end = |next: Successor| match next {
            Successor::State(index) => {
                (format!("s{}", graph.states[index].board.hex()), graph.column(index))
            }
            Successor::End(ending) => (ending.name().to_owned(), graph.columns()),
        };
        let mut found = BTreeSet::new();
        for (index, state) in graph.states.iter().enumerate() {
            let (from, from_column) = end(Successor::State(index));
            for group in state.action_groups.iter().filter(|group| all || group.is_best) {
                for transition in &group.transitions {
                    let (to, to_column) = end(transition.next);
                    found.insert(format!("{from},{to},{from_column},{to_column}"));
                }
            }
        }
        assert_eq!(found, known, "{name}");
    }
}

#[test]
fn optimal_play_loses_from_the_known_states() {
    assert!(losing(&canonical(8)).is_empty());
    assert!(losing(&solved_graph(8, Frame::Shown, Grouping::Direction)).is_empty());
    let graph = canonical(16);
    let losing: Vec<_> = losing(&graph).iter().map(|it| (it.board.hex(), it.sum.get())).collect();
    assert_eq!(losing, [("0123".to_owned(), 14), ("1222".to_owned(), 14)]);
}

#[test]
fn at_tile_sum_28_some_states_of_2x2_to_32_win_only_if_the_random_tile_is_a_4() {
    let graph = canonical(32);
    // The states whose best actions continue the game only after a 4; after a 2 they lose.
    let need_four: Vec<_> = graph
        .states
        .iter()
        .filter(|state| {
            state.action_groups.iter().filter(|group| group.is_best).all(|group| {
                group.transitions.iter().all(|it| match it.next {
                    Successor::State(_) => it.only_four,
                    Successor::End(ending) => ending == Ending::Lose,
                })
            })
        })
        .map(|state| (state.board.hex(), state.sum.get(), state.value.unwrap()))
        .collect();
    assert!(!need_four.is_empty());
    for (hex, sum, value) in need_four {
        assert_eq!(sum, 28, "{hex}");
        assert!((value.get() - 0.1).abs() < 1e-12, "{hex}: {value}");
    }
}

#[test]
fn the_win_probability_of_the_chain_of_optimal_play_is_the_start_value() {
    for (target, frame) in
        [(8, Frame::Canonical), (16, Frame::Canonical), (32, Frame::Canonical), (8, Frame::Shown)]
    {
        let graph = solved_graph(target, frame, Grouping::Equivalent);
        let chain = graph.chain().unwrap();
        let value = PlainSolution::solve(&game(target)).start_value();
        assert!((chain.win - value.get()).abs() < 1e-12);
        assert!((chain.win + chain.lose - 1.0).abs() < 1e-12);
        for (state, wins) in graph.states.iter().zip(&chain.wins) {
            assert!((state.value.unwrap().get() - wins).abs() < 1e-12);
        }
    }
    let without_policy = Graph::of(&game(8), Frame::Canonical, Grouping::Equivalent, 15).unwrap();
    assert_eq!(without_policy.chain(), None);
}

#[test]
fn a_graph_that_is_too_large_is_an_error() {
    let error =
        Graph::of(&reach("4x4", 2048), Frame::Canonical, Grouping::Equivalent, 3000).unwrap_err();
    assert!(error.to_string().starts_with("4x4 to 2048 has more than 3000 states"));
}
