//! Scenes: shapes do not overlap, every node and every edge is drawn, and the figure of a state has
//! the published probabilities.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use mdp2048_diagram::scene::Subject;
use mdp2048_diagram::{
    ActionFilter, EdgeEnd, Ending, EndingStyle, Figure, FigureOptions, Frame, Graph, Grouping,
    NodeRole, Scene, StateFigureError, Successor,
};
use mdp2048_display::svg::{Area, SvgShape};
use mdp2048_model::{Game, Objective, PlainSolution};
use mdp2048_rules::Shape;

use crate::{MAX_STATES, game, solved_graph};

/// Figures of the 2x2 games with most combinations of options, and their scenes.
static DRAWINGS: LazyLock<Vec<(Figure, Scene)>> = LazyLock::new(|| {
    let draw = |figure: Figure| {
        let scene = Scene::draw(&figure);
        (figure, scene)
    };
    figures().into_iter().map(draw).collect()
});

fn figures() -> Vec<Figure> {
    let mut figures = Vec::new();
    for target in [8, 16, 32] {
        for (frame, grouping) in
            [(Frame::Canonical, Grouping::Equivalent), (Frame::Shown, Grouping::Direction)]
        {
            let graph = solved_graph(target, frame, grouping);
            for options in all_options() {
                // Graphs of all boards are large, so only some of them are drawn.
                let is_large = target > 8 || options.actions == ActionFilter::Policy;
                if frame == Frame::Canonical || !is_large {
                    figures.push(Figure::of_graph(&graph, options));
                }
            }
        }
    }
    figures
}

fn all_options() -> Vec<FigureOptions> {
    let mut all = Vec::new();
    for endings in [EndingStyle::Stubs, EndingStyle::PerColumn, EndingStyle::Shared] {
        for afterstates in [false, true] {
            for actions in [ActionFilter::All, ActionFilter::Best, ActionFilter::Policy] {
                all.push(FigureOptions { actions, afterstates, endings });
            }
        }
    }
    all
}

fn are_disjoint(a: &Area, b: &Area) -> bool {
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}

/// The end points of the horizontal lines and curves of a path.
fn points(path: &str) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let lines = path.replace('M', "\nM").replace('H', "\nH").replace('C', "\nC");
    for command in lines.lines().filter(|line| !line.is_empty()) {
        let numbers: Vec<f64> =
            command[1..].split_whitespace().map(|n| n.parse().unwrap()).collect();
        match (command.chars().next(), &numbers[..]) {
            (Some('M'), &[x, y]) | (Some('C'), &[_, _, _, _, x, y]) => points.push((x, y)),
            (Some('H'), &[x]) => points.push((x, points.last().unwrap().1)),
            other => panic!("{other:?} in {path}"),
        }
    }
    points
}

#[test]
fn nodes_are_disjoint_and_inside_the_drawing() {
    for (figure, scene) in DRAWINGS.iter() {
        for (at, a) in scene.node_areas.iter().enumerate() {
            assert!(a.x > 0.0 && a.x + a.width < scene.width, "{}", figure.title);
            assert!(a.y > 0.0 && a.y + a.height < scene.height, "{}", figure.title);
            for b in &scene.node_areas[..at] {
                assert!(are_disjoint(a, b), "{}: {a:?} {b:?}", figure.title);
            }
        }
    }
}

#[test]
fn no_edge_crosses_a_node() {
    for (figure, scene) in DRAWINGS.iter() {
        for group in &scene.groups {
            let Subject::Edge(index) = group.subject else {
                continue;
            };
            for shape in &group.shapes {
                if let SvgShape::Path { path, .. } = shape {
                    check_clearance(figure, scene, index, path);
                }
            }
        }
    }
}

/// Checks that the path of an edge crosses no node but those at its ends.
fn check_clearance(figure: &Figure, scene: &Scene, index: usize, path: &str) {
    let edge = &figure.edges[index];
    for step in points(path).windows(2) {
        // Only horizontal lines are within columns; curves are between them.
        let ((from, y), (to, end)) = (step[0], step[1]);
        for (node, area) in scene.node_areas.iter().enumerate() {
            let is_own = node == edge.from || edge.to == EdgeEnd::Node(node);
            let is_beside = to <= area.x + 0.2 || from >= area.x + area.width - 0.2;
            let is_curve = y != end;
            let is_above_or_below = y.max(end) < area.y || y.min(end) > area.y + area.height;
            let is_clear = is_own || is_beside || is_curve || is_above_or_below;
            assert!(is_clear, "{}: {path}", figure.title);
        }
    }
}

#[test]
fn every_edge_and_every_node_is_drawn_once() {
    for (figure, scene) in DRAWINGS.iter() {
        let subjects: Vec<_> = scene
            .groups
            .iter()
            .filter(|group| group.subject != Subject::Decoration)
            .map(|group| format!("{:?}", group.subject))
            .collect();
        let distinct: BTreeSet<_> = subjects.iter().collect();
        assert_eq!(distinct.len(), subjects.len());
        assert_eq!(subjects.len(), figure.nodes.len() + figure.edges.len());
        let ids: BTreeSet<_> = figure.nodes.iter().map(|node| &node.id).collect();
        assert_eq!(ids.len(), figure.nodes.len());
    }
}

#[test]
fn endings_are_drawn_in_the_chosen_style() {
    let graph = Graph::of(&game(16), Frame::Canonical, Grouping::Equivalent, MAX_STATES).unwrap();
    let ending_nodes = |endings| {
        let options = FigureOptions { endings, ..FigureOptions::default() };
        let figure = Figure::of_graph(&graph, options);
        let is_end = |role| matches!(role, NodeRole::End(_));
        figure.nodes.iter().filter(|node| is_end(node.role)).count()
    };
    assert_eq!(ending_nodes(EndingStyle::Stubs), 0);
    assert_eq!(ending_nodes(EndingStyle::Shared), 2);
    assert!(ending_nodes(EndingStyle::PerColumn) > 5);
}

#[test]
fn the_summary_of_all_boards_also_counts_win_and_lose_as_states() {
    let summary = |grouping, actions| {
        let graph = Graph::of(&game(8), Frame::Shown, grouping, MAX_STATES).unwrap();
        let options = FigureOptions { actions, ..FigureOptions::default() };
        Figure::of_graph(&graph, options).summary
    };
    for grouping in [Grouping::Direction, Grouping::Equivalent] {
        let text = summary(grouping, ActionFilter::All);
        assert!(text.starts_with("68 states and 528 transitions"), "{text}");
        assert!(text.contains("there are 70 and 530."), "{text}");
    }
    let text = summary(Grouping::Direction, ActionFilter::Policy);
    assert!(!text.contains("530"), "{text}");
}

#[test]
fn the_figure_of_a_state_has_the_published_probabilities() {
    // Each afterstate of a state with the probabilities of its successors.
    let check = |text: &str, expected: &[(&str, &[f64])]| {
        let board = text.parse().unwrap();
        let figure = Figure::of_state(&game(32), board, Frame::Shown, Grouping::Direction).unwrap();
        let afterstates: Vec<_> = figure
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.role == NodeRole::Afterstate)
            .collect();
        assert_eq!(afterstates.len(), expected.len(), "{text}");
        for ((at, node), (after, known)) in afterstates.into_iter().zip(expected) {
            assert_eq!(node.board.unwrap().to_string(), *after);
            let mut found: Vec<f64> = figure
                .edges
                .iter()
                .filter(|edge| edge.from == at)
                .map(|edge| edge.probability)
                .collect();
            found.sort_by(|a, b| b.total_cmp(a));
            assert_eq!(found.len(), known.len(), "{text}, {after}");
            assert!(found.iter().zip(*known).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
    };
    let one: &[f64] = &[0.9, 0.1];
    let two: &[f64] = &[0.45, 0.45, 0.05, 0.05];
    let three: &[f64] = &[0.3, 0.3, 0.3, 1.0 / 30.0, 1.0 / 30.0, 1.0 / 30.0];
    check("0 2/2 0", &[("2 0/2 0", two), ("0 2/0 2", two), ("2 2/0 0", two), ("0 0/2 2", two)]);
    check("4 2/0 2", &[("4 2/2 0", one), ("4 4/0 0", two), ("0 0/4 4", two)]);
    check("4 4/2 0", &[("8 0/2 0", two), ("0 8/0 2", two), ("4 0/2 4", one)]);
    check("0 0/2 2", &[("0 0/4 0", three), ("0 0/0 4", three), ("2 2/0 0", two)]);
}

#[test]
fn equivalent_actions_of_a_state_have_one_port() {
    let board = "0 2/2 0".parse().unwrap();
    let figure =
        Figure::of_state(&game(32), board, Frame::Canonical, Grouping::Equivalent).unwrap();
    assert_eq!(figure.nodes[0].ports.len(), 1);
    // The successors of 0 0/2 2: a 2 or a 4 in either empty cell, and the cells are symmetric.
    assert_eq!(figure.nodes.iter().filter(|node| node.column == 2).count(), 2);
}

#[test]
fn a_finished_game_and_a_wrong_shape_are_errors() {
    let error = |text: &str| {
        Figure::of_state(&game(16), text.parse().unwrap(), Frame::Shown, Grouping::Direction)
            .unwrap_err()
    };
    let check_ending = |text: &str, expected| {
        let error = error(text);
        assert!(matches!(error, StateFigureError::Over { ending, .. } if ending == expected));
    };
    check_ending("2 4/4 2", Ending::Lose);
    check_ending("16 0/0 2", Ending::Win);
    let message = error("0 0 0/2 2 0/0 0 0").to_string();
    assert_eq!(message, "the position is 3x3, but the game is 2x2: give a 2x2 position");
}

#[test]
fn games_without_a_target_have_drawings() {
    for objective in [Objective::Score, Objective::Moves] {
        let game = Game::new(Shape::TWO_BY_TWO, objective, None, 1.0, 0.1).unwrap();
        let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, MAX_STATES).unwrap();
        let graph = graph.with_values(&PlainSolution::solve(&game));
        let scene = Scene::draw(&Figure::of_graph(&graph, FigureOptions::default()));
        // The states and one loss.
        assert_eq!(scene.node_areas.len(), graph.states.len() + 1);
        let transitions = graph.states.iter().flat_map(|state| &state.action_groups);
        let transitions = transitions.flat_map(|group| &group.transitions);
        let ends: BTreeSet<_> = transitions
            .filter_map(|it| match it.next {
                Successor::End(ending) => Some(ending),
                Successor::State(_) => None,
            })
            .collect();
        assert_eq!(ends, BTreeSet::from([Ending::Lose]));
    }
}
