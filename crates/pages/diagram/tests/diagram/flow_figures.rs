//! The flow of games under a policy: it is conserved, and the flow into the win is the win
//! probability.

use mdp2048_diagram::scene::{Scene, Subject};
use mdp2048_diagram::{
    ActionFilter, Edge, EdgeEnd, EndingStyle, Figure, FigureOptions, Frame, Graph, Grouping,
    NodeRole,
};
use mdp2048_display::svg::SvgShape;

use crate::{MAX_STATES, game, solved_graph};

fn total_flow<'e>(edges: impl Iterator<Item = &'e Edge>) -> f64 {
    edges.map(|edge| edge.flow.unwrap()).sum()
}

/// Checks that the flow into each node and the flow out of it equal its occupancy.
fn check_conservation(figure: &Figure) {
    for (index, node) in figure.nodes.iter().enumerate() {
        let occupancy = node.occupancy.unwrap();
        let check = |direction: &str, flow: f64| {
            let difference = (flow - occupancy).abs();
            let id = &node.id;
            assert!(difference < 1e-12, "{id}: flow {direction} {flow}, occupancy {occupancy}");
        };
        let edges = || figure.edges.iter();
        let into = edges().filter(|edge| edge.to == EdgeEnd::Node(index));
        check("in", node.start + total_flow(into));
        if node.ending.is_none() {
            check("out", total_flow(edges().filter(|edge| edge.from == index)));
        }
    }
}

#[test]
fn the_flow_into_the_win_is_the_start_value() {
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
                let graph = solved_graph(target, frame, grouping);
                let figure = Figure::of_flow(&graph, afterstates).unwrap();
                check_conservation(&figure);
                let occupancy = |id: &str| {
                    let found = figure.nodes.iter().find(|node| node.id == id);
                    found.map_or(0.0, |node| node.occupancy.unwrap())
                };
                assert!((occupancy("win") - value).abs() < 1e-12, "2x2 to {target}");
                assert!((occupancy("lose") - (1.0 - value)).abs() < 1e-12, "2x2 to {target}");
            }
        }
    }
}

#[test]
fn every_figure_of_a_graph_with_a_policy_has_flows() {
    let graph = solved_graph(16, Frame::Canonical, Grouping::Equivalent);
    for endings in [EndingStyle::PerColumn, EndingStyle::Shared] {
        for afterstates in [false, true] {
            let options = FigureOptions { actions: ActionFilter::All, afterstates, endings };
            let figure = Figure::of_graph(&graph, options);
            check_conservation(&figure);
            assert!(!figure.is_flow);
        }
    }
}

#[test]
fn only_visited_states_have_edges_whose_width_grows_with_the_flow() {
    let graph = solved_graph(8, Frame::Shown, Grouping::Equivalent);
    let figure = Figure::of_flow(&graph, false).unwrap();
    assert!(figure.edges.iter().all(|edge| edge.flow.unwrap() > 0.0));
    let unvisited = figure.nodes.iter().filter(|node| node.occupancy == Some(0.0)).count();
    assert!(unvisited > 0, "optimal play visits every board");
    let scene = Scene::draw(&figure);
    let idle = scene.groups.iter().filter(|group| group.class.contains("idle")).count();
    assert_eq!(idle, unvisited);
    for group in &scene.groups {
        let (Subject::Edge(edge), Some(SvgShape::Path { width: Some(width), .. })) =
            (group.subject, group.shapes.first())
        else {
            continue;
        };
        let flow = figure.edges[edge].flow.unwrap();
        assert!((width - (14.0 * flow).max(0.6)).abs() < 1e-9, "{width} for {flow}");
    }
}

#[test]
fn endings_show_their_share_of_all_games() {
    let graph = solved_graph(32, Frame::Canonical, Grouping::Equivalent);
    let figure = Figure::of_flow(&graph, false).unwrap();
    let scene = Scene::draw(&figure);
    let texts = |id: &str| {
        let end = figure.nodes.iter().position(|node| node.id == id).unwrap();
        assert!(matches!(figure.nodes[end].role, NodeRole::End(_)));
        let group = scene.groups.iter().find(|group| group.subject == Subject::Node(end)).unwrap();
        let texts = group.shapes.iter().filter_map(|shape| match shape {
            SvgShape::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        (texts.collect::<Vec<_>>(), group.tooltip.clone())
    };
    let tooltip = "The game is won: 8.29 % of all games".to_owned();
    assert_eq!(texts("win"), (vec!["win".to_owned(), "8.29 %".to_owned()], tooltip));
    assert_eq!(texts("lose").0, ["lose", "91.71 %"]);
    assert!(figure.summary.contains("8.29 % of them flow into the win and 91.71 % into the loss"));
}

#[test]
fn without_a_policy_there_is_no_flow() {
    let graph = Graph::of(&game(8), Frame::Canonical, Grouping::Equivalent, MAX_STATES).unwrap();
    assert!(Figure::of_flow(&graph, false).is_none());
    let figure = Figure::of_graph(&graph, FigureOptions::default());
    assert!(figure.edges.iter().all(|edge| edge.flow.is_none()));
}
