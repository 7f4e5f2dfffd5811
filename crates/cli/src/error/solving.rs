//! The messages of a solve that cannot run.

use mdp2048_display::{file_size, memory_size};
use mdp2048_solve::{AllocationError, MemoryNeed, Precision, SolveError, WorkError};

/// An error of the solver, with sizes for people and the options of the command line.
pub(super) fn solve_error(error: &SolveError) -> String {
    let smaller = "choose a smaller board or target";
    match *error {
        SolveError::Memory { need, limit, precision } => {
            let single = match precision {
                Precision::Double => ", hold values in single precision",
                Precision::Single => "",
            };
            format!(
                "this game needs {} of memory and {} may be used: {smaller}{single}, or allow more \
                 with --memory",
                memory_range(need),
                memory_size(limit)
            )
        }
        SolveError::Allocation(AllocationError { bytes }) => format!(
            "{} of memory could not be allocated: {smaller}, hold values in single precision, or \
             use a machine with more memory",
            memory_size(bytes)
        ),
        SolveError::Work(WorkError::Disk { least, free }) => format!(
            "this game needs at least {} of disk for its layers and {} are free: choose another \
             --work, or a smaller board or target",
            file_size(least),
            file_size(free)
        ),
        SolveError::Work(WorkError::HoldsRun) => {
            "the work folder holds a run already: add --resume to go on, or choose another --work"
                .to_owned()
        }
        SolveError::Work(WorkError::Removed(ref file)) => format!(
            "{file} of the work folder was removed while the solve ran: add --resume to make it \
             again"
        ),
        SolveError::Work(WorkError::NoRun) => {
            "the work folder holds no run: leave out --resume to start one, or check --work"
                .to_owned()
        }
        _ => error.to_string(),
    }
}

/// The bounds of the memory that a game needs: `12.3 GiB`, `11.2 GiB to 17.5 GiB`.
pub(crate) fn memory_range(need: MemoryNeed) -> String {
    let [least, most] = [need.least, need.most].map(memory_size);
    if least == most { least } else { format!("{least} to {most}") }
}
