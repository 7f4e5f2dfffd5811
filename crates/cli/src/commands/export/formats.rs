//! The formats of `export`: the name of each, and the functions that write it.

use std::io::Write;

use clap::ValueEnum;
use mdp2048_diagram::layout::Effort;
use mdp2048_diagram::{Figure, Scene, dot, json, svg};
use mdp2048_export::{
    ExportError, TransitionSystem, write_csv, write_drn, write_npz, write_parquet,
    write_prism_labels, write_prism_rewards, write_prism_states, write_prism_transitions,
};
use mdp2048_solve::{ProgressCallback, Solution};

use self::Contents::{Drawing, Files};
use self::FileWriter::{States, Transitions};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ExportFormat {
    /// A drawing as an image
    Svg,
    /// A graph for Graphviz
    Dot,
    /// Everything drawn, with all digits
    Json,
    /// The decision process for PRISM: FILE.tra, FILE.sta, FILE.lab and FILE.trew
    Prism,
    /// The decision process for Storm, with probabilities as fractions
    Drn,
    /// A table of all states, for data tools
    Parquet,
    /// A table of all states as arrays, for NumPy; up to 5 million states
    Npz,
    /// A table of all states as text
    Csv,
}

/// What a format holds, with the functions that write it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Contents {
    /// A graph that is drawn.
    Drawing(DrawingWriter),
    /// A whole solution, in one file or several. Each has an extension of the name.
    Files(&'static [(&'static str, FileWriter)]),
}

pub(super) type DrawingWriter = fn(&Figure, Effort) -> String;

/// Writes a file of a solution.
#[derive(Clone, Copy, Debug)]
pub(super) enum FileWriter {
    /// The table of its states.
    States(fn(&Solution, &mut (dyn Write + Send), ProgressCallback<'_>) -> Result<(), ExportError>),
    /// A part of its transition system.
    Transitions(
        fn(&TransitionSystem<'_>, &mut dyn Write, ProgressCallback<'_>) -> Result<(), ExportError>,
    ),
}

impl ExportFormat {
    pub(super) const fn contents(self) -> Contents {
        match self {
            Self::Svg => Drawing(|figure, effort| svg(&Scene::draw(figure, effort))),
            Self::Dot => Drawing(|figure, _| dot(figure)),
            Self::Json => {
                Drawing(|figure, effort| json(figure, &Scene::draw(figure, effort)) + "\n")
            }
            // The transitions come last: without them PRISM does not read the other files, so an
            // interrupted export cannot be mistaken for a whole one.
            Self::Prism => Files(&[
                (".sta", Transitions(write_prism_states)),
                (".lab", Transitions(write_prism_labels)),
                (".trew", Transitions(write_prism_rewards)),
                (".tra", Transitions(write_prism_transitions)),
            ]),
            Self::Drn => Files(&[("", Transitions(write_drn))]),
            Self::Parquet => Files(&[("", States(write_parquet))]),
            Self::Npz => Files(&[("", States(|states, out, step| write_npz(states, out, step)))]),
            Self::Csv => Files(&[("", States(|states, out, step| write_csv(states, out, step)))]),
        }
    }
}
