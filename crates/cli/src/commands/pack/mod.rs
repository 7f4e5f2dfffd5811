//! `pack`: makes a packed policy, or a text policy of the published player, from a solution or a
//! work folder.

mod args;
mod contents;
mod folder;

use std::fmt::{self, Display};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use mdp2048::files::WorkFolder;
use mdp2048_display::{duration, percent};
use mdp2048_model::Values as _;
use mdp2048_rules::CanonicalState;
use mdp2048_solve::{Progress, Solution, SolvedFolder};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;

pub(crate) use self::args::PackArgs;
use self::args::check_text_options;
use self::contents::{PackedContents, pack_values, write};
use self::folder::FolderSummary;
use crate::error::Error;
use crate::input::InputFile;
use crate::output::file::OutputFile;
use crate::output::progress::ProgressReporter;
use crate::paths::ResultPath;

/// The result of packing.
#[derive(Debug, Serialize)]
pub(crate) struct Packed {
    #[serde(flatten)]
    policy: PackedContents,
    #[serde(skip)]
    threshold: f64,
    /// The bound from which the threshold was found; `None` if the threshold was given.
    max_leave: Option<f64>,
    /// How many forward passes the search for the threshold made.
    walks: u32,
    /// What is known of a policy that was made from a work folder; `None` for others.
    folder: Option<FolderSummary>,
    wall_seconds: f64,
    file: ResultPath,
}

/// Packs the policy of a solution or of a work folder.
pub(crate) fn run(args: &PackArgs) -> Result<Packed, Error> {
    let start = Instant::now();
    if WorkFolder::is_at(&args.file) {
        return pack_folder(args, start);
    }
    let mut file = InputFile::open_solution(&args.file, "already a policy: pack needs")?;
    file.expect_double()?;
    let game = *file.game();
    check_text_options(args, &game)?;
    let out = OutputFile::check(&args.out)?;
    let mut reporter = ProgressReporter::new();
    reporter.note("reading the solution");
    let solution = file.read_all()?;
    let path = &file.path;
    let (threshold, walks) =
        threshold(args, &solution, &mut reporter).map_err(|error| error.of_solution(path))?;
    reporter.note("computing the occupancies");
    let visits = if threshold > 0.0 { solution.passes().visits() } else { Ok(0.0) };
    let visits = visits.map_err(|error| Error::from(error).of_solution(path))?;
    let values = |states: &[CanonicalState]| solution.action_values_of(states);
    let bytes = pack_values(args, threshold, visits, &solution, values, &mut reporter);
    let policy = write(args, &out, bytes?, &solution)?;
    Ok(Packed { walks, ..Packed::new(args, policy, threshold, start) })
}

/// Packs the policy of a work folder.
fn pack_folder(args: &PackArgs, start: Instant) -> Result<Packed, Error> {
    let threshold = folder::threshold(args)?;
    let mut folder = WorkFolder::open_to_read(&args.file)?;
    folder::check(args, &mut folder)?;
    let out = OutputFile::check(&args.out)?;
    let mut reporter = ProgressReporter::new();
    reporter.note("preparing the tables");
    let mut scratch = folder::scratch_files(args)?;
    let mut folder = SolvedFolder::open(Box::new(folder))?;
    let passes = folder.passes().on_progress(reporter.callback());
    let policy = passes.policy(&mut scratch, threshold)?;
    let values = |states: &[CanonicalState]| {
        states.par_iter().map(|&state| policy.action_values(state)).collect()
    };
    let bytes = pack_values(args, threshold, policy.visits, &policy, values, &mut reporter)?;
    let folder = Some(FolderSummary::of(&policy));
    let policy = write(args, &out, bytes, &policy)?;
    Ok(Packed { folder, ..Packed::new(args, policy, threshold, start) })
}

impl Packed {
    /// The result of packing that has ended.
    fn new(args: &PackArgs, policy: PackedContents, threshold: f64, start: Instant) -> Self {
        Self {
            policy,
            threshold,
            max_leave: args.max_leave,
            walks: 0,
            folder: None,
            wall_seconds: start.elapsed().as_secs_f64(),
            file: (&args.out).into(),
        }
    }
}

/// The threshold that is given or found, and the number of forward passes to find it.
fn threshold(
    args: &PackArgs,
    solution: &Solution,
    reporter: &mut ProgressReporter,
) -> Result<(f64, u32), Error> {
    let Some(max_leave) = args.max_leave else {
        return Ok((args.threshold.unwrap_or(0.0), 0));
    };
    let mut walks = 0;
    let count_walks = |progress: Progress| {
        if progress.layers == 1 {
            walks += 1;
            reporter.note(&format!("searching for the threshold: pass {walks}"));
        }
        ControlFlow::Continue(())
    };
    let largest = solution.passes().on_progress(count_walks).largest_threshold(max_leave)?;
    Ok((largest, walks))
}

impl Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = match &self.policy {
            PackedContents::Packed(summary) => summary.lines(),
            PackedContents::Text(summary) => summary.lines(),
        };
        if let Some(max_leave) = self.max_leave {
            let most = percent(max_leave);
            let passes = match self.walks {
                1 => "1 pass".to_owned(),
                passes => format!("{passes} passes"),
            };
            lines.add(
                "threshold",
                format!(
                    "{:e}, the largest with a leave probability of at most {most} (found in \
                     {passes})",
                    self.threshold,
                ),
            );
        }
        if let Some(folder) = &self.folder {
            folder.add_to(&mut lines);
        }
        let time = duration(Duration::from_secs_f64(self.wall_seconds));
        lines.add("written", format!("{} in {time}", self.file));
        lines.fmt(f)
    }
}
