//! Drawings: nothing covers anything, and everything is there.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use std::collections::BTreeSet;

use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::scene::{Area, SceneShape, Subject};
use mdp2048_diagram::{
    ActionFilter, EdgeEnd, Ending, EndingStyle, Figure, FigureOptions, Frame, Graph, Grouping,
    NodeRole, Scene, StateFigureError,
};
use mdp2048_model::{Game, Objective, PlainSolution};
use mdp2048_rules::Shape;

fn figures() -> Vec<Figure> {
    let mut figures = Vec::new();
    for target in [8, 16, 32] {
        let game = Game::reach(Shape::TWO_BY_TWO, target).unwrap();
        let solution = PlainSolution::solve(&game);
        for (frame, grouping) in
            [(Frame::Canonical, Grouping::Equivalent), (Frame::Shown, Grouping::Direction)]
        {
            let graph = Graph::of(&game, frame, grouping, 1000).unwrap().with_values(&solution);
            for ends in [EndingStyle::Stubs, EndingStyle::PerColumn, EndingStyle::Shared] {
                for afterstates in [false, true] {
                    for shown in [ActionFilter::All, ActionFilter::Best, ActionFilter::Policy] {
                        if frame == Frame::Shown && (target > 8 || shown == ActionFilter::Policy) {
                            continue;
                        }
                        figures.push(Figure::of_graph(
                            &graph,
                            FigureOptions { actions: shown, afterstates, endings: ends },
                        ));
                    }
                }
            }
        }
    }
    figures
}

fn apart(a: &Area, b: &Area) -> bool {
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}

/// The points that a path goes through, where it is level or turns.
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
fn nodes_do_not_overlap_and_are_inside() {
    for figure in figures() {
        let scene = Scene::draw(&figure, Effort::Quick);
        for (at, a) in scene.node_areas.iter().enumerate() {
            assert!(a.x > 0.0 && a.x + a.width < scene.width, "{}", figure.title());
            assert!(a.y > 0.0 && a.y + a.height < scene.height, "{}", figure.title());
            for b in &scene.node_areas[..at] {
                assert!(apart(a, b), "{}: {a:?} {b:?}", figure.title());
            }
        }
    }
}

#[test]
fn no_edge_runs_through_an_node() {
    for figure in figures() {
        let scene = Scene::draw(&figure, Effort::Quick);
        for group in &scene.groups {
            let Subject::Edge(number) = group.subject else {
                continue;
            };
            let edge = &figure.edges()[number];
            for shape in &group.shapes {
                let SceneShape::Path { path, .. } = shape else {
                    continue;
                };
                for step in points(path).windows(2) {
                    // Only level parts are in columns; curves are between them.
                    let ((from, y), (to, end)) = (step[0], step[1]);
                    for (at, area) in scene.node_areas.iter().enumerate() {
                        let is_own = at == edge.from || edge.to == EdgeEnd::Node(at);
                        let beside = to <= area.x + 0.2 || from >= area.x + area.width - 0.2;
                        let passes = y.max(end) < area.y || y.min(end) > area.y + area.height;
                        let between = beside || y != end;
                        assert!(is_own || between || passes, "{}: {path}", figure.title());
                    }
                }
            }
        }
    }
}

#[test]
fn every_edge_and_every_node_is_drawn_once() {
    for figure in figures() {
        let scene = Scene::draw(&figure, Effort::Quick);
        let subjects: Vec<_> = scene
            .groups
            .iter()
            .filter(|group| group.subject != Subject::Decoration)
            .map(|group| format!("{:?}", group.subject))
            .collect();
        let distinct: BTreeSet<_> = subjects.iter().collect();
        assert_eq!(distinct.len(), subjects.len());
        assert_eq!(subjects.len(), figure.nodes().len() + figure.edges().len());
        let ids: BTreeSet<_> = figure.nodes().iter().map(|node| &node.id).collect();
        assert_eq!(ids.len(), figure.nodes().len());
    }
}

#[test]
fn ends_are_drawn_as_asked() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
    let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000).unwrap();
    let ends = |ends| {
        let figure =
            Figure::of_graph(&graph, FigureOptions { endings: ends, ..FigureOptions::default() });
        let is_end = |role| matches!(role, NodeRole::End(_));
        figure.nodes().iter().filter(|node| is_end(node.role)).count()
    };
    assert_eq!(ends(EndingStyle::Stubs), 0);
    assert_eq!(ends(EndingStyle::Shared), 2);
    assert!(ends(EndingStyle::PerColumn) > 5);
}

#[test]
fn the_single_states_have_the_published_probabilities() {
    // Afterstates of each state with the probabilities of what the random tile makes of them.
    let check = |text: &str, expected: &[(&str, &[f64])]| {
        let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
        let board = text.parse().unwrap();
        let figure = Figure::of_state(&game, board, Frame::Shown, Grouping::Direction).unwrap();
        let afterstates: Vec<_> = figure
            .nodes()
            .iter()
            .enumerate()
            .filter(|(_, node)| node.role == NodeRole::Afterstate)
            .collect();
        assert_eq!(afterstates.len(), expected.len(), "{text}");
        for ((at, node), (after, known)) in afterstates.into_iter().zip(expected) {
            assert_eq!(node.board.unwrap().to_string(), *after);
            let mut found: Vec<f64> = figure
                .edges()
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
fn equivalent_actions_of_a_single_state_are_one() {
    let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
    let board = "0 2/2 0".parse().unwrap();
    let figure = Figure::of_state(&game, board, Frame::Canonical, Grouping::Equivalent).unwrap();
    assert_eq!(figure.nodes()[0].ports.len(), 1);
    // 0 0/2 2 with a 2 or a 4 in either free cell, which are symmetric.
    assert_eq!(figure.nodes().iter().filter(|node| node.column == 2).count(), 2);
}

#[test]
fn boards_with_nothing_to_decide_are_refused() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
    let around = |text: &str| {
        Figure::of_state(&game, text.parse().unwrap(), Frame::Shown, Grouping::Direction)
            .unwrap_err()
    };
    let over = |error: StateFigureError, expected| {
        assert!(matches!(error, StateFigureError::Over { outcome, .. } if outcome == expected));
    };
    over(around("2 4/4 2"), Ending::Lose);
    over(around("16 0/0 2"), Ending::Win);
    let error = around("0 0 0/2 2 0/0 0 0").to_string();
    assert_eq!(error, "the position is 3x3, but the game is 2x2: give a 2x2 position");
}

#[test]
fn games_without_a_target_are_drawn_too() {
    for objective in [Objective::Score, Objective::Moves] {
        let game = Game::new(Shape::TWO_BY_TWO, objective, None, 1.0, 0.1).unwrap();
        let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000).unwrap();
        let graph = graph.with_values(&PlainSolution::solve(&game));
        let scene = Scene::draw(&Figure::of_graph(&graph, FigureOptions::default()), Effort::Quick);
        assert_eq!(scene.node_areas.len(), graph.states().len());
        assert!(!graph.can_end(Ending::Win) && graph.can_end(Ending::Lose));
    }
}
