//! Drawings: nothing covers anything, and everything is there.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use std::collections::BTreeSet;

use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::scene::{Area, Shape as Drawn, Subject};
use mdp2048_diagram::{
    Ends, Figure, Frame, Graph, Grouping, Outcome, Role, Scene, Shown, SingleError, To, View,
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
            for ends in [Ends::Stubs, Ends::Chips, Ends::Edges] {
                for afterstates in [false, true] {
                    for shown in [Shown::All, Shown::Best, Shown::Taken] {
                        if frame == Frame::Shown && (target > 8 || shown == Shown::Taken) {
                            continue;
                        }
                        figures.push(Figure::of(&graph, View { shown, afterstates, ends }));
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
fn items_do_not_overlap_and_are_inside() {
    for figure in figures() {
        let scene = Scene::draw(&figure, Effort::Quick);
        for (at, a) in scene.items.iter().enumerate() {
            assert!(a.x > 0.0 && a.x + a.width < scene.width, "{}", figure.title());
            assert!(a.y > 0.0 && a.y + a.height < scene.height, "{}", figure.title());
            for b in &scene.items[..at] {
                assert!(apart(a, b), "{}: {a:?} {b:?}", figure.title());
            }
        }
    }
}

#[test]
fn no_link_runs_through_an_item() {
    for figure in figures() {
        let scene = Scene::draw(&figure, Effort::Quick);
        for group in &scene.groups {
            let Subject::Link(number) = group.subject else {
                continue;
            };
            let link = &figure.links()[number];
            for shape in &group.shapes {
                let Drawn::Path { path, .. } = shape else {
                    continue;
                };
                for step in points(path).windows(2) {
                    // Only level parts are in columns; curves are between them.
                    let ((from, y), (to, end)) = (step[0], step[1]);
                    for (at, area) in scene.items.iter().enumerate() {
                        let is_own = at == link.from || link.to == To::Item(at);
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
fn every_link_and_every_item_is_drawn_once() {
    for figure in figures() {
        let scene = Scene::draw(&figure, Effort::Quick);
        let subjects: Vec<_> = scene
            .groups
            .iter()
            .filter(|group| group.subject != Subject::Frame)
            .map(|group| format!("{:?}", group.subject))
            .collect();
        let distinct: BTreeSet<_> = subjects.iter().collect();
        assert_eq!(distinct.len(), subjects.len());
        assert_eq!(subjects.len(), figure.items().len() + figure.links().len());
        let ids: BTreeSet<_> = figure.items().iter().map(|item| &item.id).collect();
        assert_eq!(ids.len(), figure.items().len());
    }
}

#[test]
fn ends_are_drawn_as_asked() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
    let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000).unwrap();
    let ends = |ends| {
        let figure = Figure::of(&graph, View { ends, ..View::default() });
        let is_end = |role| matches!(role, Role::End(_));
        figure.items().iter().filter(|item| is_end(item.role)).count()
    };
    assert_eq!(ends(Ends::Stubs), 0);
    assert_eq!(ends(Ends::Edges), 2);
    assert!(ends(Ends::Chips) > 5);
}

#[test]
fn the_single_states_have_the_published_probabilities() {
    // Afterstates of each state with the probabilities of what the random tile makes of them.
    let check = |text: &str, expected: &[(&str, &[f64])]| {
        let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
        let board = text.parse().unwrap();
        let figure = Figure::around(&game, board, Frame::Shown, Grouping::Direction).unwrap();
        let afterstates: Vec<_> = figure
            .items()
            .iter()
            .enumerate()
            .filter(|(_, item)| item.role == Role::Afterstate)
            .collect();
        assert_eq!(afterstates.len(), expected.len(), "{text}");
        for ((at, item), (after, known)) in afterstates.into_iter().zip(expected) {
            assert_eq!(item.board.unwrap().to_string(), *after);
            let mut found: Vec<f64> = figure
                .links()
                .iter()
                .filter(|link| link.from == at)
                .map(|link| link.probability)
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
    let figure = Figure::around(&game, board, Frame::Canonical, Grouping::Equivalent).unwrap();
    assert_eq!(figure.items()[0].ports.len(), 1);
    // 0 0/2 2 with a 2 or a 4 in either free cell, which are symmetric.
    assert_eq!(figure.items().iter().filter(|item| item.column == 2).count(), 2);
}

#[test]
fn boards_with_nothing_to_decide_are_refused() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
    let around = |text: &str| {
        Figure::around(&game, text.parse().unwrap(), Frame::Shown, Grouping::Direction).unwrap_err()
    };
    let over = |error: SingleError, expected| {
        assert!(matches!(error, SingleError::Over { outcome, .. } if outcome == expected));
    };
    over(around("2 4/4 2"), Outcome::Lose);
    over(around("16 0/0 2"), Outcome::Win);
    let error = around("0 0 0/2 2 0/0 0 0").to_string();
    assert_eq!(error, "the position is 3x3, but the game is 2x2: give a 2x2 position");
}

#[test]
fn games_without_a_target_are_drawn_too() {
    for objective in [Objective::Score, Objective::Moves] {
        let game = Game::new(Shape::TWO_BY_TWO, objective, None, 1.0, 0.1).unwrap();
        let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000).unwrap();
        let graph = graph.with_values(&PlainSolution::solve(&game));
        let scene = Scene::draw(&Figure::of(&graph, View::default()), Effort::Quick);
        assert_eq!(scene.items.len(), graph.states().len());
        assert!(!graph.can_end(Outcome::Win) && graph.can_end(Outcome::Lose));
    }
}
