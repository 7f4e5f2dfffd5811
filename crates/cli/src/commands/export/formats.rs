//! The formats of `export`: those of drawings, and those of other tools.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mdp2048_diagram::DrawingFormat;
use mdp2048_export::ToolFormat;

#[derive(Clone, Copy, Debug)]
pub(super) enum ExportFormat {
    /// A graph is drawn.
    Drawing(DrawingFormat),
    /// A whole solution is written.
    Tool(ToolFormat),
}

impl ExportFormat {
    fn all() -> impl Iterator<Item = Self> {
        let drawings = DrawingFormat::ALL.into_iter().map(Self::Drawing);
        drawings.chain(ToolFormat::ALL.into_iter().map(Self::Tool))
    }

    const fn name_and_help(self) -> (&'static str, &'static str) {
        match self {
            Self::Drawing(format) => (format.name, format.help),
            Self::Tool(format) => (format.name(), format.help()),
        }
    }

    /// Parses the name of a format.
    pub(super) fn parser() -> impl TypedValueParser<Value = Self> {
        let values = Self::all().map(Self::name_and_help);
        PossibleValuesParser::new(values.map(|(name, help)| PossibleValue::new(name).help(help)))
            .try_map(|name| {
                Self::all().find(|format| format.name_and_help().0 == name).ok_or("no format")
            })
    }
}
