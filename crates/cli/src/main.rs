//! The `mdp2048` binary: solve small games of 2048 exactly, and pack, query and replay their
//! optimal policies.
//!
//! This room knows arguments, files, progress and printing; every number comes from the libraries.
//! Results go to standard output, everything else to standard error.

mod against;
mod args;
mod errors;
mod evaluate;
mod export;
mod file;
mod inspect;
mod machine;
mod measure;
mod out;
mod pack;
mod play;
mod progress;
mod query;
mod report;
mod solve;
mod text;
mod tools;
mod verify;

use std::process::ExitCode;

use args::{Cli, Verb};
use errors::Error;

fn main() -> ExitCode {
    match Cli::read().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.exit(),
    }
}

fn run(cli: Cli) -> Result<(), Error> {
    let json = cli.json;
    match cli.verb {
        Verb::Solve(args) => report::print(json, &solve::run(&args)?),
        Verb::Pack(args) => report::print(json, &pack::run(&args)?),
        Verb::Query(args) => report::print(json, &query::run(&args)?),
        Verb::Play(args) => match args.games {
            None => report::print(json, &play::replay(&args)?),
            Some(games) => report::print(json, &play::statistics(&args, games)?),
        },
        Verb::Inspect(args) => report::print(json, &inspect::run(&args)?),
        Verb::Verify(args) => {
            let verified = verify::run(&args)?;
            report::print(json, &verified)?;
            verified.verdict()
        }
        Verb::Evaluate(args) => report::print(json, &evaluate::run(&args)?),
        Verb::Export(args) => match args.tool_file() {
            Some(kind) => report::print(json, &tools::run(&args, kind)?),
            None => report::print(json, &export::run(&args)?),
        },
    }
}
