//! Verification of a work folder: its checksums, and its states and actions against the rules.

use std::fmt::{self, Display};
use std::path::Path;
use std::time::Instant;

use mdp2048::files::WorkFolder;
use mdp2048_display::{count, counted, percent};
use mdp2048_solve::{Verifier, WorkVerification};
use serde::Serialize;

use super::faults::FaultSummary;
use crate::error::Error;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::summary::resources::Resources;
use crate::summary::solution::SolutionSummary;

/// The confidence with which samples find a share of wrong states.
const CONFIDENCE: f64 = 0.95;

/// The result of the verification of a work folder.
#[derive(Debug, Serialize)]
pub(super) struct VerifiedFolder {
    kind: &'static str,
    ok: bool,
    #[serde(flatten)]
    solution: SolutionSummary,
    /// Whether the manifest is intact; otherwise its copy was read.
    manifest_intact: bool,
    /// Whether both passes of the solve have finished.
    finished: bool,
    layers_with_actions: usize,
    /// The states that were compared with the rules.
    checked: u64,
    /// The states of each layer that were chosen at random; `None` for all.
    samples: Option<u64>,
    confidence: f64,
    /// A share of wrong states in a layer is found with the confidence if it is this large.
    share_found: f64,
    #[serde(flatten)]
    pub(super) faults: FaultSummary,
    #[serde(flatten)]
    resources: Resources,
}

impl VerifiedFolder {
    /// Verifies a work folder by random states of each layer, or by all.
    pub(super) fn verify(path: &Path, samples: Option<u64>) -> Result<Self, Error> {
        let start = Instant::now();
        let folder = Box::new(WorkFolder::open_to_read(path)?);
        let mut reporter = ProgressReporter::new();
        reporter.note("preparing the tables");
        let verifier = samples.into_iter().fold(Verifier::new(), Verifier::samples);
        let found = verifier.on_progress(reporter.callback()).verify_folder(folder)?;
        drop(reporter);
        let share_found =
            samples.map_or(0.0, |samples| WorkVerification::share_found(samples, CONFIDENCE));
        let faults = FaultSummary::new(found.fault_count, found.faults);
        Ok(Self {
            kind: "work folder",
            ok: faults.is_empty(),
            solution: SolutionSummary::of(&found.solution),
            manifest_intact: found.is_manifest_intact,
            finished: found.is_finished,
            layers_with_actions: found.layers_with_actions,
            checked: found.checked,
            samples,
            confidence: CONFIDENCE,
            share_found,
            faults,
            resources: Resources::since(start),
        })
    }
}

impl Display for VerifiedFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = NamedLines::default();
        lines.add("game", self.solution.game.game);
        if self.finished {
            self.solution.add_to(&mut lines);
        }
        if !self.manifest_intact {
            lines.add(
                "manifest",
                "damaged or missing, so its copy was read: mdp2048 solve --resume replaces it",
            );
        }
        let actions = counted(self.layers_with_actions as u64, "layer");
        lines.add("checksums", format!("right, of the states and of the actions of {actions}"));
        let mut checked = format!("{} against the rules", count(self.checked));
        if self.samples.is_some() {
            let (share, confidence) = (percent(self.share_found), percent(self.confidence));
            checked += &format!(
                "; {share} of wrong ones in a layer are noticed with confidence {confidence}"
            );
        }
        lines.add("states checked", checked);
        self.resources.add_to(&mut lines, 1);
        if !self.finished {
            lines.add("unfinished", "the solve has not ended: go on with mdp2048 solve --resume");
        }
        lines.fmt(f)
    }
}
