//! The file formats of other tools.

use std::io::Write;

use mdp2048_solve::{ProgressCallback, Solution};

use crate::csv::write_csv;
use crate::drn::write_drn;
use crate::error::ExportError;
use crate::parquet::write_parquet;
use crate::umb::write_umb;

/// A format of another tool, which holds a whole solution.
#[derive(Clone, Copy, Debug)]
pub struct ToolFormat {
    /// The name.
    pub name: &'static str,
    /// What it holds, and for whom.
    pub help: &'static str,
    /// Writes a solution.
    pub write: Writer,
}

/// Writes a solution.
pub type Writer =
    fn(&Solution, &mut (dyn Write + Send), ProgressCallback<'_>) -> Result<(), ExportError>;

impl ToolFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [
        Self {
            name: "umb",
            help: "The decision process for PRISM and Storm, with probabilities as fractions",
            write: write_umb,
        },
        Self { name: "drn", help: "The same as text, for Storm", write: write_drn },
        Self {
            name: "parquet",
            help: "A table of all states, for data tools",
            write: write_parquet,
        },
        Self { name: "csv", help: "A table of all states as text", write: write_csv },
    ];
}
