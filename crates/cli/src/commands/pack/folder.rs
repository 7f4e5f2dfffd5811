//! Packing from a work folder, layer by layer.

use std::time::Instant;

use mdp2048_display::{Measure, counted};
use mdp2048_model::Values as _;
use mdp2048_policy::ValuesHeld;
use mdp2048_solve::{FolderPolicy, folder_policy, solution_in_folder};
use serde::Serialize;

use super::{PackArgs, Packed, check_text_options, pack_values, write};
use crate::error::Error;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::output::table::NamedLines;
use crate::summary::game::GameSummary;
use crate::work::folder::WorkFolder;

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
    fn of(policy: &FolderPolicy) -> Self {
        let measure = GameSummary::of(policy.valued_game()).measure();
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

/// Packs the policy of a work folder.
pub(super) fn run(args: &PackArgs, start: Instant) -> Result<Packed, Error> {
    let Some(threshold) = args.threshold.filter(|&threshold| threshold > 0.0) else {
        return Err(Error::Arguments(
            "the policy of a work folder is packed from a threshold on: give one above 0, such as \
             --threshold 1e-7"
                .to_owned(),
        ));
    };
    let mut folder = WorkFolder::open(&args.file)?;
    let game = *solution_in_folder(&mut folder)?.valued_game.game();
    if args.values_held(&game) == ValuesHeld::Action {
        return Err(Error::Arguments(
            "a work folder has the best actions only: choose --values state or none".to_owned(),
        ));
    }
    check_text_options(args, &game)?;
    let out = OutputFile::check(&args.out, None)?;
    let mut reporter = ProgressReporter::new();
    reporter.note("preparing the tables");
    let policy = folder_policy(&mut folder, threshold, None, &mut reporter.callback())?;
    let bytes = pack_values(args, threshold, policy.visits, &policy, &mut reporter)?;
    Ok(Packed {
        policy: write(args, out, bytes, &policy)?,
        threshold,
        max_leave: None,
        walks: 0,
        folder: Some(FolderSummary::of(&policy)),
        wall_seconds: start.elapsed().as_secs_f64(),
        file: (&args.out).into(),
    })
}
