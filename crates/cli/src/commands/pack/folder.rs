//! What is asked of a work folder when its policy is packed, and what is known afterwards.

use std::env;
use std::path::Path;

use mdp2048::files::{ScratchFiles, WorkFolder};
use mdp2048_display::{Measure, counted};
use mdp2048_model::Values as _;
use mdp2048_policy::ValuesHeld;
use mdp2048_solve::{FolderPolicy, solution_in_folder};
use serde::Serialize;

use super::args::{PackArgs, check_text_options};
use crate::error::Error;
use crate::output::table::NamedLines;

/// What is known of a policy that was made from a work folder.
#[derive(Debug, Serialize)]
pub(super) struct FolderSummary {
    /// The states that some game visits.
    visited: u64,
    /// A bound of how far the start value is below that of an optimal policy; 0 if only by the
    /// rounding of double precision.
    start_loss: f64,
    #[serde(skip)]
    measure: Measure,
}

impl FolderSummary {
    pub(super) fn of(policy: &FolderPolicy) -> Self {
        let measure = Measure::of(policy.valued_game());
        Self { visited: policy.visited, start_loss: policy.start_loss(), measure }
    }

    /// Adds the lines for people.
    pub(super) fn add_to(&self, lines: &mut NamedLines) {
        lines.add("visited", format!("{} by some game", counted(self.visited, "state")));
        if self.start_loss > 0.0 {
            let loss = self.measure.difference(self.start_loss);
            lines.add("optimality", format!("the value is at most {loss} below the best"));
        }
    }
}

/// The threshold of a work folder, whose policy as a whole may not fit the memory.
pub(super) fn threshold(args: &PackArgs) -> Result<f64, Error> {
    args.threshold.filter(|&threshold| threshold > 0.0).ok_or_else(|| {
        Error::Arguments(
            "the policy of a work folder is packed from a threshold on: give one above 0, such as \
             --threshold 1e-7"
                .to_owned(),
        )
    })
}

/// Checks, before any work, that the folder has what is asked for.
pub(super) fn check(args: &PackArgs, folder: &mut WorkFolder) -> Result<(), Error> {
    let game = *solution_in_folder(folder)?.valued_game.game();
    if args.values_held(&game) == ValuesHeld::Action {
        return Err(Error::Arguments(
            "a work folder has the best actions only: choose --values state or none".to_owned(),
        ));
    }
    check_text_options(args, &game)
}

/// Files for what packing writes on the way: on the disk of the work folder, which has space for
/// its layers, unless it is read-only; then on that of the policy, or of temporary files.
pub(super) fn scratch_files(args: &PackArgs) -> Result<ScratchFiles, Error> {
    let of_policy = args.out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let of_policy = of_policy.unwrap_or(Path::new("."));
    ScratchFiles::new(&[&args.file, of_policy, &env::temp_dir()]).map_err(Error::Scratch)
}
