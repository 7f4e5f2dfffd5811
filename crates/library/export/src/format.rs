//! The file formats of other tools.

use std::io::{self, Write};

use mdp2048_solve::{ProgressCallback, Solution};

use self::FileWriter::{Arrays, States, Transitions};
use crate::csv::write_csv;
use crate::drn::write_drn;
use crate::error::ExportError;
use crate::npz::{ScratchFile, write_npz};
use crate::parquet::write_parquet;
use crate::prism::{
    write_prism_labels, write_prism_rewards, write_prism_states, write_prism_transitions,
};
use crate::transition_system::TransitionSystem;

/// A format of another tool, which holds a whole solution in one file or several.
#[derive(Clone, Copy, Debug)]
pub struct ToolFormat {
    /// The name.
    pub name: &'static str,
    /// What it holds, and for whom.
    pub help: &'static str,
    /// The writer of each file, and what the name of the file has beyond that of the export.
    pub files: &'static [(&'static str, FileWriter)],
}

/// Writes the arrays of a solution, with a scratch file.
pub type ArrayWriter =
    fn(&Solution, &mut dyn Write, &mut dyn ScratchFile, ProgressCallback<'_>) -> Written;

/// What a writer returns.
type Written = Result<(), ExportError>;

/// Writes a file of a solution.
#[derive(Clone, Copy, Debug)]
pub enum FileWriter {
    /// The table of its states.
    States(fn(&Solution, &mut (dyn Write + Send), ProgressCallback<'_>) -> Written),
    /// The table of its states as arrays, which need a scratch file.
    Arrays(ArrayWriter),
    /// A part of its transition system.
    Transitions(fn(&TransitionSystem<'_>, &mut dyn Write, ProgressCallback<'_>) -> Written),
}

impl ToolFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [
        // The transitions come last: without them PRISM does not read the other files, so an
        // interrupted export cannot be mistaken for a whole one.
        Self {
            name: "prism",
            help: "The decision process for PRISM: FILE.tra, FILE.sta, FILE.lab and FILE.trew",
            files: &[
                (".sta", Transitions(write_prism_states)),
                (".lab", Transitions(write_prism_labels)),
                (".trew", Transitions(write_prism_rewards)),
                (".tra", Transitions(write_prism_transitions)),
            ],
        },
        Self {
            name: "drn",
            help: "The decision process for Storm, with probabilities as fractions",
            files: &[("", Transitions(write_drn))],
        },
        Self {
            name: "parquet",
            help: "A table of all states, for data tools",
            files: &[("", States(write_parquet))],
        },
        Self {
            name: "npz",
            help: "A table of all states as arrays, for NumPy",
            files: &[("", Arrays(write_npz))],
        },
        Self {
            name: "csv",
            help: "A table of all states as text",
            files: &[("", States(|states, out, step| write_csv(states, out, step)))],
        },
    ];
}

impl FileWriter {
    /// Writes the file. `scratch` makes a scratch file for a writer that needs one.
    ///
    /// # Errors
    /// As those of the writer; [`ExportError::Scratch`] if `scratch` fails.
    pub fn write(
        self,
        solution: &Solution,
        out: &mut (dyn Write + Send),
        scratch: &dyn Fn() -> io::Result<Box<dyn ScratchFile>>,
        progress: ProgressCallback<'_>,
    ) -> Written {
        match self {
            States(write) => write(solution, out, progress),
            Arrays(write) => {
                let mut scratch = scratch().map_err(ExportError::Scratch)?;
                write(solution, out, &mut *scratch, progress)
            }
            Transitions(write) => write(&TransitionSystem::of(solution)?, out, progress),
        }
    }
}
