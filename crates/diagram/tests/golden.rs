//! Golden drawings: small figures as they were when last looked at.
//!
//! After a change that is meant, look at the new ones and keep them:
//! `UPDATE_GOLDEN=1 cargo test -p mdp2048-diagram --test golden`.

#![allow(clippy::unwrap_used, reason = "a test's helper may fail the test")]

use std::path::Path;
use std::{env, fs};

use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::{
    ActionFilter, EndingStyle, Figure, FigureOptions, Frame, Graph, Grouping, Scene, dot, json, svg,
};
use mdp2048_model::{Game, PlainSolution};
use mdp2048_rules::Shape;

/// Compares a file with what is made now, or keeps that when asked to.
fn check(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if let Some((at, (kept, made))) =
        kept.lines().zip(made.lines()).enumerate().find(|(_, (kept, made))| kept != made)
    {
        panic!(
            "{name}, line {}: made\n{made}\nkept\n{kept}\nIf this is meant, look at it and run \
             UPDATE_GOLDEN=1 cargo test -p mdp2048-diagram --test golden",
            at + 1
        );
    }
    assert_eq!(kept.len(), made.len(), "{name}: one is longer");
}

fn check_all(name: &str, figure: &Figure) {
    let scene = Scene::draw(figure, Effort::Quick);
    check(&format!("{name}.svg"), &svg(&scene));
    check(&format!("{name}.dot"), &dot(figure));
    check(&format!("{name}.json"), &(json(figure, &scene) + "\n"));
}

fn figure(target: u32, frame: Frame, view: FigureOptions) -> Figure {
    let game = Game::reach(Shape::TWO_BY_TWO, target).unwrap();
    let graph = Graph::of(&game, frame, Grouping::Equivalent, 1000).unwrap();
    Figure::of_graph(&graph.with_values(&PlainSolution::solve(&game)), view)
}

#[test]
fn canonical_to_8() {
    check_all("2x2_to_8", &figure(8, Frame::Canonical, FigureOptions::default()));
}

#[test]
fn canonical_to_8_optimal() {
    let view = FigureOptions { actions: ActionFilter::Best, ..FigureOptions::default() };
    check_all("2x2_to_8_optimal", &figure(8, Frame::Canonical, view));
}

#[test]
fn canonical_to_8_with_afterstates_and_chips() {
    let view = FigureOptions {
        afterstates: true,
        endings: EndingStyle::PerColumn,
        ..FigureOptions::default()
    };
    check_all("2x2_to_8_afterstates", &figure(8, Frame::Canonical, view));
}

#[test]
fn canonical_to_8_with_all_edges() {
    let view = FigureOptions { endings: EndingStyle::Shared, ..FigureOptions::default() };
    let figure = figure(8, Frame::Canonical, view);
    check("2x2_to_8_edges.svg", &svg(&Scene::draw(&figure, Effort::Quick)));
}

#[test]
fn canonical_to_16_optimal() {
    let view = FigureOptions { actions: ActionFilter::Best, ..FigureOptions::default() };
    let figure = figure(16, Frame::Canonical, view);
    check("2x2_to_16_optimal.svg", &svg(&Scene::draw(&figure, Effort::Quick)));
}

#[test]
fn single_states() {
    let game = Game::reach(Shape::TWO_BY_TWO, 32).unwrap();
    let solution = PlainSolution::solve(&game);
    for text in ["0 2/2 0", "4 2/0 2", "4 4/2 0", "0 0/2 2"] {
        let board = text.parse().unwrap();
        let figure = Figure::of_state(&game, board, Frame::Shown, Grouping::Direction).unwrap();
        let name = format!("state_{}", text.replace([' ', '/'], ""));
        check_all(&name, &figure.with_values(&solution));
    }
}

#[test]
fn flow_to_16() {
    let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
    let graph = Graph::of(&game, Frame::Canonical, Grouping::Equivalent, 1000).unwrap();
    let figure = Figure::of_flow(&graph.with_values(&PlainSolution::solve(&game)), false).unwrap();
    check_all("2x2_to_16_flow", &figure);
}
