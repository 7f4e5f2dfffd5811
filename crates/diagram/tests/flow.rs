//! The flow of games: none is lost on the way, and as many win as the values say.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::scene::{Scene, SceneShape, Subject};
use mdp2048_diagram::{
    ActionFilter, Edge, EdgeEnd, EndingStyle, Figure, FigureOptions, Frame, Graph, Grouping,
    NodeRole,
};
use mdp2048_model::{Game, PlainSolution};
use mdp2048_rules::Shape;

fn graph(target: u32, frame: Frame, grouping: Grouping) -> Graph {
    let game = Game::reach(Shape::TWO_BY_TWO, target).unwrap();
    let graph = Graph::of(&game, frame, grouping, 1000).unwrap();
    graph.with_values(&PlainSolution::solve(&game))
}

fn sum<'l>(edges: impl Iterator<Item = &'l Edge>) -> f64 {
    edges.map(|edge| edge.flow.unwrap()).sum()
}

/// As many games come to each node as its occupancy says, and as many leave it.
fn check_conservation(figure: &Figure) {
    for (number, node) in figure.nodes().iter().enumerate() {
        let here = node.occupancy.unwrap();
        let edges = || figure.edges().iter();
        let inwards = node.start + sum(edges().filter(|edge| edge.to == EdgeEnd::Node(number)));
        assert!((inwards - here).abs() < 1e-12, "{}: {inwards} come, not {here}", node.id);
        if node.ending.is_none() {
            let outwards = sum(edges().filter(|edge| edge.from == number));
            assert!((outwards - here).abs() < 1e-12, "{}: {outwards} go, not {here}", node.id);
        }
    }
}

#[test]
fn the_flow_into_the_win_is_the_value_of_the_start() {
    let known = [
        (8, 1.0),
        (16, 770_009_003.0 / 800_000_000.0),
        (32, 663_098_312_572_433.0 / 8_000_000_000_000_000.0),
    ];
    for (target, value) in known {
        for (frame, grouping) in
            [(Frame::Canonical, Grouping::Equivalent), (Frame::Shown, Grouping::Direction)]
        {
            for afterstates in [false, true] {
                let figure = Figure::of_flow(&graph(target, frame, grouping), afterstates).unwrap();
                check_conservation(&figure);
                let end = |id: &str| {
                    let found = figure.nodes().iter().find(|node| node.id == id);
                    found.map_or(0.0, |node| node.occupancy.unwrap())
                };
                assert!((end("win") - value).abs() < 1e-12, "2x2 to {target}");
                assert!((end("lose") - (1.0 - value)).abs() < 1e-12, "2x2 to {target}");
            }
        }
    }
}

#[test]
fn the_flow_is_told_in_every_figure_of_a_policy() {
    let graph = graph(16, Frame::Canonical, Grouping::Equivalent);
    for ends in [EndingStyle::PerColumn, EndingStyle::Shared] {
        for afterstates in [false, true] {
            let view = FigureOptions { actions: ActionFilter::All, afterstates, endings: ends };
            let figure = Figure::of_graph(&graph, view);
            check_conservation(&figure);
            assert!(!figure.is_flow());
        }
    }
}

#[test]
fn only_what_games_visit_has_edges_and_wide_ones_have_many_games() {
    let figure = Figure::of_flow(&graph(8, Frame::Shown, Grouping::Equivalent), false).unwrap();
    assert!(figure.edges().iter().all(|edge| edge.flow.unwrap() > 0.0));
    let unvisited = figure.nodes().iter().filter(|node| node.occupancy == Some(0.0)).count();
    assert!(unvisited > 0, "optimal play visits every board");
    let scene = Scene::draw(&figure, Effort::Quick);
    let idle = scene.groups.iter().filter(|group| group.class.contains("idle")).count();
    assert_eq!(idle, unvisited);
    for group in &scene.groups {
        let (Subject::Edge(edge), Some(SceneShape::Path { width, .. })) =
            (group.subject, group.shapes.first())
        else {
            continue;
        };
        let flow = figure.edges()[edge].flow.unwrap();
        assert!((width - (14.0 * flow).max(0.6)).abs() < 1e-9, "{width} for {flow}");
    }
}

#[test]
fn the_ends_say_how_many_games_come_to_them() {
    let figure =
        Figure::of_flow(&graph(32, Frame::Canonical, Grouping::Equivalent), false).unwrap();
    let scene = Scene::draw(&figure, Effort::Quick);
    let texts = |id: &str| {
        let end = figure.nodes().iter().position(|node| node.id == id).unwrap();
        assert!(matches!(figure.nodes()[end].role, NodeRole::End(_)));
        let group = scene.groups.iter().find(|group| group.subject == Subject::Node(end)).unwrap();
        let texts = group.shapes.iter().filter_map(|shape| match shape {
            SceneShape::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        (texts.collect::<Vec<_>>(), group.tooltip.clone())
    };
    let tooltip = "The game is won: 8.3 % of all games".to_owned();
    assert_eq!(texts("win"), (vec!["win".to_owned(), "8.3 %".to_owned()], tooltip));
    assert_eq!(texts("lose").0, ["lose", "91.7 %"]);
    assert!(figure.summary().contains("8.3 % of them flow into the win and 91.7 % into the loss"));
}

#[test]
fn without_a_policy_there_is_no_flow() {
    let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
    let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000).unwrap();
    assert!(Figure::of_flow(&graph, false).is_none());
    let figure = Figure::of_graph(&graph, FigureOptions::default());
    assert!(figure.edges().iter().all(|edge| edge.flow.is_none()));
}
