//! The flow of games: none is lost on the way, and as many win as the values say.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::scene::{Scene, Shape as Drawn, Subject};
use mdp2048_diagram::{Ends, Figure, Frame, Graph, Grouping, Link, Role, Shown, To, View};
use mdp2048_model::{Game, PlainSolution};
use mdp2048_rules::Shape;

fn graph(target: u32, frame: Frame, grouping: Grouping) -> Graph {
    let game = Game::reach(Shape::TWO_BY_TWO, target).unwrap();
    let graph = Graph::of(&game, frame, grouping, 1000).unwrap();
    graph.with_values(&PlainSolution::solve(&game))
}

fn sum<'l>(links: impl Iterator<Item = &'l Link>) -> f64 {
    links.map(|link| link.flow.unwrap()).sum()
}

/// As many games come to each item as its occupancy says, and as many leave it.
fn check_conservation(figure: &Figure) {
    for (number, item) in figure.items().iter().enumerate() {
        let here = item.occupancy.unwrap();
        let links = || figure.links().iter();
        let inwards = item.start + sum(links().filter(|link| link.to == To::Item(number)));
        assert!((inwards - here).abs() < 1e-12, "{}: {inwards} come, not {here}", item.id);
        if item.ended.is_none() {
            let outwards = sum(links().filter(|link| link.from == number));
            assert!((outwards - here).abs() < 1e-12, "{}: {outwards} go, not {here}", item.id);
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
                let figure = Figure::flow(&graph(target, frame, grouping), afterstates).unwrap();
                check_conservation(&figure);
                let end = |id: &str| {
                    let found = figure.items().iter().find(|item| item.id == id);
                    found.map_or(0.0, |item| item.occupancy.unwrap())
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
    for ends in [Ends::Chips, Ends::Edges] {
        for afterstates in [false, true] {
            let view = View { shown: Shown::All, afterstates, ends };
            let figure = Figure::of(&graph, view);
            check_conservation(&figure);
            assert!(!figure.is_flow());
        }
    }
}

#[test]
fn only_what_games_visit_has_links_and_wide_ones_have_many_games() {
    let figure = Figure::flow(&graph(8, Frame::Shown, Grouping::Equivalent), false).unwrap();
    assert!(figure.links().iter().all(|link| link.flow.unwrap() > 0.0));
    let unvisited = figure.items().iter().filter(|item| item.occupancy == Some(0.0)).count();
    assert!(unvisited > 0, "optimal play visits every board");
    let scene = Scene::draw(&figure, Effort::Quick);
    let idle = scene.groups.iter().filter(|group| group.class.contains("idle")).count();
    assert_eq!(idle, unvisited);
    for group in &scene.groups {
        let (Subject::Link(link), Some(Drawn::Path { width, .. })) =
            (group.subject, group.shapes.first())
        else {
            continue;
        };
        let flow = figure.links()[link].flow.unwrap();
        assert!((width - (14.0 * flow).max(0.6)).abs() < 1e-9, "{width} for {flow}");
    }
}

#[test]
fn the_ends_say_how_many_games_come_to_them() {
    let figure = Figure::flow(&graph(32, Frame::Canonical, Grouping::Equivalent), false).unwrap();
    let scene = Scene::draw(&figure, Effort::Quick);
    let texts = |id: &str| {
        let end = figure.items().iter().position(|item| item.id == id).unwrap();
        assert!(matches!(figure.items()[end].role, Role::End(_)));
        let group = scene.groups.iter().find(|group| group.subject == Subject::Item(end)).unwrap();
        let texts = group.shapes.iter().filter_map(|shape| match shape {
            Drawn::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        (texts.collect::<Vec<_>>(), group.hint.clone())
    };
    let hint = "The game is won: 8.3 % of all games".to_owned();
    assert_eq!(texts("win"), (vec!["win".to_owned(), "8.3 %".to_owned()], hint));
    assert_eq!(texts("lose").0, ["lose", "91.7 %"]);
    assert!(figure.summary().contains("8.3 % of them flow into the win and 91.7 % into the loss"));
}

#[test]
fn without_a_policy_there_is_no_flow() {
    let game = Game::reach(Shape::TWO_BY_TWO, 8).unwrap();
    let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000).unwrap();
    assert!(Figure::flow(&graph, false).is_none());
    let figure = Figure::of(&graph, View::default());
    assert!(figure.links().iter().all(|link| link.flow.is_none()));
}
