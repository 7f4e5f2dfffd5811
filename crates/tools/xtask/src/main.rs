//! Developer tasks: `cargo xtask help` lists them.
//!
//! A task installs what is missing, or says exactly what to install: tools into the project's own
//! `.tools` folder, parts of Rust by rustup, and where the user is root on Debian, Node.js, Python and
//! browsers by apt. CONTRIBUTING.md lists what each expects.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a task runner prints for the person who runs it"
)]

mod browser;
mod bundle;
mod dist;
mod embed;
mod fuzz;
mod install;
mod instructions;
mod manifest;
mod metadata;
mod policies;
mod preview;
mod programs;
mod python;
mod run;
mod security;
mod serve;
mod sizes;
mod source_link;
mod structure;
mod table;
mod test;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use clap::builder::PossibleValuesParser;

/// Developer tasks. Each installs what is missing into .tools, or says what to install.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Build the page, serve it on 127.0.0.1 and rebuild it on changes
    Serve {
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Optimise the programs
        #[arg(long)]
        release: bool,
    },
    /// Run all checks and tests: formatting, lints, unit, Python and browser tests
    Test {
        /// Run only these steps, separated by commas
        #[arg(long, value_name = "STEP", value_delimiter = ',')]
        #[arg(value_parser = PossibleValuesParser::new(test::step_names()))]
        only: Vec<String>,
    },
    /// Read many damaged files of each kind
    Fuzz {
        /// How many of each kind
        #[arg(long, default_value_t = 100_000)]
        runs: u64,
    },
    /// Build the release page in dist/, for any sub-path of a web server
    ///
    /// Fails where a program is more than 5 % larger than docs/sizes.csv says, and where an embedded
    /// game loads more than 150,000 bytes.
    Dist {
        /// The URL where it will be published: links to it have a picture
        #[arg(long, value_name = "URL")]
        site: Option<String>,
        /// Write the sizes of the programs to docs/sizes.csv
        #[arg(long)]
        record_sizes: bool,
    },
    /// Build the release wheel of the Python package in target/wheels, and test it
    Wheel,
    /// Run the notebook of the Python package and rebuild its page
    Notebook,
    /// Check the answers, then measure the solver, the policies and the bag
    Bench {
        /// Measure the release page in a browser instead
        #[arg(long)]
        page: bool,
        /// Count instructions by valgrind instead
        ///
        /// Fails where a count is larger than docs/instructions.csv says.
        #[arg(long, conflicts_with = "page")]
        instructions: bool,
        /// Write the counts to docs/instructions.csv
        #[arg(long, requires = "instructions")]
        record: bool,
    },
    /// Rebuild most of assets/policies, bit for bit
    Policies,
}

fn main() -> ExitCode {
    match run(Task::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // An error returned from `main` would be printed with its stack trace.
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::Serve { port, release } => serve::serve(port, release),
        Task::Test { only } => test::test(&only),
        Task::Fuzz { runs } => fuzz::fuzz(runs),
        Task::Dist { site, record_sizes } => dist::dist(site.as_deref(), record_sizes),
        Task::Wheel => python::wheel(),
        Task::Notebook => python::notebook(),
        Task::Bench { page: true, .. } => bench_page(),
        Task::Bench { instructions: true, record, .. } => instructions::count(record),
        Task::Bench { .. } => {
            run::line("cargo bench --package mdp2048-solve --bench solve --bench analyses")?;
            run::line("cargo bench --package mdp2048-tests --bench policies")?;
            run::line("cargo bench --package mdp2048-bag --bench bag")
        }
        Task::Policies => policies::policies(),
    }
}

/// Builds the release page and measures it in a real browser.
fn bench_page() -> Result<()> {
    dist::dist(None, false)?;
    let mut bench = run::words("cargo bench --package mdp2048-tests --features browser");
    for name in ["starting", "exploring", "solving"] {
        bench.args(["--bench", name]);
    }
    run::run(bench.env("MDP2048_DIST", workspace::PUBLISHED_PAGE))
}
