//! The progress of an export, which may take several passes over the states.

use std::ops::ControlFlow;

use mdp2048_export::{Exporter, ToolFormat};
use mdp2048_model::Objective;
use mdp2048_solve::Progress;

use crate::solved::solve;

#[test]
fn the_progress_of_every_format_goes_forward() {
    let solution = solve("2x3", Objective::Win, Some(32), 1.0, 0.1);
    for format in ToolFormat::ALL {
        let mut all: Vec<Progress> = Vec::new();
        let exporter = Exporter::new(&solution).on_progress(|progress| {
            all.push(progress);
            ControlFlow::Continue(())
        });
        exporter.write(format, &mut std::io::sink()).unwrap();
        let name = format.name();
        // Another phase, such as that of the occupancies of a table, may come before.
        let last = all.last().unwrap().phase;
        let writing: Vec<_> = all.into_iter().filter(|each| each.phase == last).collect();
        assert!(writing.is_sorted_by(|a, b| a.layers < b.layers && a.states < b.states), "{name}");
        let last = writing.last().unwrap();
        let in_all = (last.layers_in_all, last.states_in_all);
        assert_eq!(in_all, (Some(last.layers), Some(last.states)), "{name}");
        let totals = writing.iter().map(|each| (each.layers_in_all, each.states_in_all));
        assert!(totals.into_iter().all(|each| each == in_all), "{name}");
    }
}
