//! The `mdp2048` binary: solves small games of 2048 exactly, and packs, queries and replays their
//! optimal policies.
//!
//! This crate contains arguments, files, progress and printing; the libraries compute every number.
//! Results go to standard output, everything else to standard error.

#[cfg(unix)]
mod abort;
mod advice;
mod arguments;
mod command_files;
mod commands;
mod error;
mod game_args;
mod input;
mod output;
mod parse;
mod paths;
mod same_file;
mod summary;
mod threads;
mod work_log;

use std::process::ExitCode;

use arguments::Arguments;

fn main() -> ExitCode {
    #[cfg(unix)]
    abort::exit_instead();
    match Arguments::read().and_then(|arguments| arguments.map_or(Ok(()), Arguments::run)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
