//! Developer tasks: `cargo xtask serve | test | fuzz | dist | wheel | notebook | bench | policies |
//! preview`.
//!
//! A task installs the tools that are missing, or says exactly what to install. It installs into
//! the project's own `.tools` folder, with two exceptions: rustup adds the compiler's wasm target
//! and components, and apt installs browsers for the tests when the user is root.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a task runner prints for the person who runs it"
)]

mod browser;
mod bundle;
mod dist;
mod embed;
mod flags;
mod fuzz;
mod job;
mod native;
mod policies;
mod preview;
mod programs;
mod python;
mod run;
mod sections;
mod serve;
mod size_table;
mod sizes;
mod source_link;
mod storm;
mod structure;
mod test;
mod tools;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};
use flags::Flags;

const USAGE: &str = "\
usage: cargo xtask TASK

  serve [--port N] [--release]   build the page and serve it on 127.0.0.1 (port 8080 by default)
  test [--only STEP[,STEP...]]   format, structure, lints, documentation, unit, Python and browser
                                 tests;
                                 two steps run only if they are named: aarch64 compares the program
                                 for ARM with that of this machine, windows compiles for Windows
  fuzz [--runs N]                read N damaged files of each kind
  dist [--site URL] [--record-sizes]
                                 release build of the page into dist/, for any sub-path; with the
                                 URL where it will be published, links to it have a picture; fails
                                 where a program is larger than docs/sizes.csv says, unless the
                                 sizes are recorded there
  wheel                          release build of the Python package into target/wheels
  notebook                       run the notebook of the Python package and rebuild its page
  bench [--storm|--page]         check the answers, then measure the solver, the policies and the
                                 bag; or compare with Storm; or measure the release page in a
                                 browser
  policies                       rebuild most of assets/policies, bit for bit
  preview                        rebuild the picture beside links to the page

Each task installs what is missing into .tools, or says what to install.";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let task = arguments.next().unwrap_or_default();
    match run(&task, Flags::new(arguments.collect())) {
        Ok(()) => ExitCode::SUCCESS,
        // An error returned from `main` would be printed with its stack trace.
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &str, mut flags: Flags) -> Result<()> {
    match task {
        "serve" => {
            let port = flags.value("--port")?;
            let release = flags.switch("--release");
            flags.finish()?;
            serve::serve(port.as_deref(), release)
        }
        "test" => {
            let only = flags.value("--only")?;
            flags.finish()?;
            test::test(only.as_deref())
        }
        "fuzz" => {
            let runs = flags.value("--runs")?;
            flags.finish()?;
            fuzz::fuzz(runs.as_deref())
        }
        "dist" => {
            let (site, records_sizes) = (flags.value("--site")?, flags.switch("--record-sizes"));
            flags.finish()?;
            dist::dist(site.as_deref(), records_sizes)
        }
        "wheel" => {
            flags.finish()?;
            python::wheel()
        }
        "notebook" => {
            flags.finish()?;
            python::notebook()
        }
        "bench" => {
            let (storm, page) = (flags.switch("--storm"), flags.switch("--page"));
            flags.finish()?;
            if storm {
                return storm::bench();
            }
            if page {
                return bench_page();
            }
            run::run(&mut run::line("cargo bench --package mdp2048-solve --bench solve"))?;
            run::run(&mut run::line("cargo bench --package mdp2048-solve --bench analyses"))?;
            run::run(&mut run::line("cargo bench --package mdp2048-tests --bench policies"))?;
            run::run(&mut run::line("cargo bench --package mdp2048-bag --bench bag"))
        }
        "policies" => {
            flags.finish()?;
            policies::policies()
        }
        "preview" => {
            flags.finish()?;
            preview::preview()
        }
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        "" => bail!("name a task\n\n{USAGE}"),
        other => bail!("there is no task `{other}`\n\n{USAGE}"),
    }
}

/// Builds the release page and measures it in a real browser.
fn bench_page() -> Result<()> {
    dist::dist(None, false)?;
    for bench in ["starting", "exploring", "moving", "racing", "solving"] {
        let line = "cargo bench --package mdp2048-tests --features browser --bench";
        let mut bench = run::line(&format!("{line} {bench}"));
        run::run(bench.env("MDP2048_DIST", workspace::PUBLISHED_PAGE))?;
    }
    Ok(())
}
