//! `inspect`: describes the contents of a solution or a policy.

use std::fmt::{self, Display};
use std::path::PathBuf;

use clap::Args;
use mdp2048_display::file_size;
use mdp2048_solve::SOLUTION;
use serde::Serialize;

use crate::error::Error;
use crate::input::InputFile;
use crate::input::solution::SolutionFile;
use crate::input::text::TextGameArgs;
use crate::output::table::NamedLines;
use crate::summary::packed::PackedSummary;
use crate::summary::solution::SolutionSummary;
use crate::summary::text::TextSummary;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mdp2048 inspect 512.policy
  mdp2048 inspect 512.txt --board 3x3 --target 512")]
pub(crate) struct InspectArgs {
    /// A solution or a policy; - is standard input
    file: PathBuf,

    #[command(flatten)]
    text_game: TextGameArgs,
}

/// The contents of a file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Inspected {
    Solution(InspectedSolution),
    Packed(PackedSummary),
    Text(TextSummary),
}

/// The contents of a solution file.
#[derive(Debug, Serialize)]
pub(crate) struct InspectedSolution {
    kind: &'static str,
    version: u16,
    #[serde(flatten)]
    solution: SolutionSummary,
    bytes: u64,
}

impl InspectedSolution {
    fn of(file: &SolutionFile) -> Self {
        Self {
            kind: "solution",
            version: SOLUTION.version,
            solution: SolutionSummary::of(file.totals()),
            bytes: file.bytes(),
        }
    }
}

/// Describes a file.
pub(crate) fn run(args: &InspectArgs) -> Result<Inspected, Error> {
    Ok(match InputFile::open_with_game(&args.file, &args.text_game)? {
        InputFile::Solution(file) => Inspected::Solution(InspectedSolution::of(&file)),
        InputFile::Packed(policy) => Inspected::Packed(PackedSummary::of(&policy)),
        InputFile::Text(text) => Inspected::Text(TextSummary::of(&text.read(&args.text_game)?)),
    })
}

impl Display for Inspected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solution(solution) => solution.fmt(f),
            Self::Packed(summary) => summary.lines().fmt(f),
            Self::Text(summary) => summary.lines().fmt(f),
        }
    }
}

impl Display for InspectedSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.solution.game.game;
        let mut lines = NamedLines::default();
        lines.add("solution", format!("version {}, {}", self.version, file_size(self.bytes)));
        lines.add("game", game);
        lines.add("objective", game.objective());
        self.solution.add_to(&mut lines);
        lines.fmt(f)
    }
}
