//! The `mdp2048` binary: solve small games of 2048 exactly, and pack, query and replay their
//! optimal policies.
//!
//! This room knows arguments, files, progress and printing; every number comes from the libraries.
//! Results go to standard output, everything else to standard error.

mod args;
mod commands;
mod errors;
mod input;
mod machine;
mod output;

use std::process::ExitCode;

use args::{Cli, Verb};
use commands::export::tables as tools;
use commands::{evaluate, export, inspect, pack, play, query, solve, verify};
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
        Verb::Solve(args) => output::print(json, &solve::run(&args)?),
        Verb::Pack(args) => output::print(json, &pack::run(&args)?),
        Verb::Query(args) => output::print(json, &query::run(&args)?),
        Verb::Play(args) => match args.games {
            None => output::print(json, &play::replay(&args)?),
            Some(games) => output::print(json, &play::statistics(&args, games)?),
        },
        Verb::Inspect(args) => output::print(json, &inspect::run(&args)?),
        Verb::Verify(args) => {
            let verified = verify::run(&args)?;
            output::print(json, &verified)?;
            verified.verdict()
        }
        Verb::Evaluate(args) => output::print(json, &evaluate::run(&args)?),
        Verb::Export(args) => match args.tool_file() {
            Some(kind) => output::print(json, &tools::run(&args, kind)?),
            None => output::print(json, &export::run(&args)?),
        },
    }
}
