//! `export`: writes a solution for other tools, or draws a small game or one state of any game.

mod drawing;
mod formats;
mod options;
mod tool_files;

use std::fmt::{self, Display};

use serde::Serialize;

use self::drawing::WrittenDrawing;
use self::formats::ExportFormat;
pub(crate) use self::options::ExportArgs;
use self::tool_files::WrittenToolFile;
use crate::error::Error;

/// The result of an export.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Exported {
    Drawing(WrittenDrawing),
    ToolFile(WrittenToolFile),
}

/// Exports a file.
pub(crate) fn run(args: &ExportArgs) -> Result<Exported, Error> {
    match args.format {
        ExportFormat::Drawing(format) => Ok(Exported::Drawing(drawing::write(args, format)?)),
        ExportFormat::Tool(format) => Ok(Exported::ToolFile(tool_files::write(args, format)?)),
    }
}

impl Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawing(drawing) => drawing.fmt(f),
            Self::ToolFile(file) => file.fmt(f),
        }
    }
}
