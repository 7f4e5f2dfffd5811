//! Golden drawings: files in tests/golden that the writers must reproduce byte for byte.
//!
//! After an intended change look at the new drawings, then write them with
//! `UPDATE_GOLDEN=1 cargo test -p mdp2048-diagram golden`.

use std::path::Path;
use std::{env, fs};

use mdp2048_diagram::{
    ActionFilter, DrawingFormat, EndingStyle, Figure, FigureOptions, Frame, Grouping, Scene, svg,
};
use mdp2048_model::PlainSolution;

use crate::{game, solved_graph};

/// Compares a text with a golden file; writes the file first if `UPDATE_GOLDEN` is set.
fn check(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, made).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let mut lines = golden.lines().zip(made.lines()).enumerate();
    if let Some((at, (golden, made))) = lines.find(|(_, (golden, made))| golden != made) {
        panic!(
            "{name}, line {}: made\n{made}\nbut the golden file has\n{golden}\nIf the change is \
             intended, look at the drawing and run \
             UPDATE_GOLDEN=1 cargo test -p mdp2048-diagram golden",
            at + 1
        );
    }
    assert_eq!(golden.len(), made.len(), "{name}: the lengths differ");
}

/// Checks the files of a figure in every format.
fn check_all(name: &str, figure: &Figure) {
    for format in DrawingFormat::ALL {
        check(&format!("{name}.{}", format.name), &(format.write)(figure));
    }
}

/// The figure of a 2x2 game in canonical states.
fn figure(target: u32, options: FigureOptions) -> Figure {
    Figure::of_graph(&solved_graph(target, Frame::Canonical, Grouping::Equivalent), options)
}

#[test]
fn canonical_graphs() {
    let all = FigureOptions::default();
    let best = FigureOptions { actions: ActionFilter::Best, ..all };
    check_all("2x2_to_8", &figure(8, all));
    check_all("2x2_to_8_optimal", &figure(8, best));
    let endings = EndingStyle::PerColumn;
    check_all(
        "2x2_to_8_afterstates",
        &figure(8, FigureOptions { afterstates: true, endings, ..all }),
    );
    let labels = FigureOptions { endings: EndingStyle::Stubs, ..all };
    for (name, target, options) in [("2x2_to_8_labels", 8, labels), ("2x2_to_16_optimal", 16, best)]
    {
        let scene = Scene::draw(&figure(target, options));
        check(&format!("{name}.svg"), &svg(&scene));
    }
}

#[test]
fn single_states() {
    let game = game(32);
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
    let graph = solved_graph(16, Frame::Canonical, Grouping::Equivalent);
    check_all("2x2_to_16_flow", &Figure::of_flow(&graph, false).unwrap());
}
